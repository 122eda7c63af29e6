# Hot tasks and the primitive tasks that they call become C; of the others, no line. Mistakes in the names are errors.
cp domains/troll.htn $SCRATCH/ && cd $SCRATCH || exit
htn compile troll.htn --hot Attack --emit-c hot.c; echo "exit $?"
sed -n 's|^    \(/\* [A-Z][A-Za-z]* \*/\)$|\1|p' hot.c
htn compile troll.htn --emit-c all.c
[ "$(grep -c '^L' hot.c)" -lt "$(grep -c '^L' all.c)" ] && echo fewer
htn compile troll.htn --hot Attac --emit-c wrong.c; echo "exit $?"
htn compile troll.htn --hot Attack; echo "exit $?"
[ -e wrong.c ] || echo "nothing is written"
