# not on Windows: its files have no modes
cp domains/troll.htn domains/01-first-domain.htn $SCRATCH/ && cd $SCRATCH || exit
printf 'Import ["troll.htn"]\n\n\n\nScenario [waits]\n  Expect Plan [Watch()]\n' > t.test.htn
echo old > page; echo old > out.htnb; ln -s page link; cp t.test.htn before
chmod 444 page out.htnb t.test.htn
htn fmt t.test.htn; echo "exit $?"
htn explain troll.htn --html page; echo "exit $?"
htn explain troll.htn --html link; echo "exit $?"
htn sweep troll.htn SeesEnemy --csv page; echo "exit $?"
htn compile troll.htn -o out.htnb; echo "exit $?"
htn test t.test.htn --junit page; echo "exit $?"
htn run troll.htn --journal page < /dev/null; echo "exit $?"
echo 'save t.test.htn' | htn run troll.htn; echo "exit $?"
cat page out.htnb; cmp t.test.htn before; ls
# what would not change need not be written
htn compile troll.htn -o new.htnb --header new.h && chmod 444 new.h && htn compile troll.htn -o new.htnb --header new.h; echo "exit $?"
htn compile 01-first-domain.htn -o new.htnb --header new.h; echo "exit $?"
