cp domains/grown-troll.htn $SCRATCH/troll.htn && cd $SCRATCH || exit
htn compile troll.htn --emit-c no/such/folder/troll.c; echo "exit $?"
htn compile troll.htn --emit-c troll.htn; echo "exit $?"
htn compile troll.htn --emit-c x --header x; echo "exit $?"
htn compile troll.htn -o - --emit-c -; echo "exit $?"
htn compile troll.htn -o troll.htnb --emit-c - | sed -n '2p;/^const htn_native/p'
htn compile - -o x.htnb --emit-c - < troll.htn | grep '^const'
printf 'Compound Task [A]\n' > wrong.htn
htn compile wrong.htn --emit-c wrong.c > said; echo "exit $?"
ls
