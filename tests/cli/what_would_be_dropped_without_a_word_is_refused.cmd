htn plan --memory 0 domains/troll.htn; echo "exit $?"
htn explain domains/troll.htn --task Slam --task BeTroll; echo "exit $?"
htn explain domains/troll.htn --task Slam --json; echo "exit $?"
htn explain domains/troll.htn --all --json; echo "exit $?"
cd $SCRATCH; cp $OLDPWD/tests/cli/guard.htn .; mkdir sub
htn compile guard.htn -o a.htnb --header ./a.htnb; echo "exit $?"
htn compile guard.htn -o sub/a.htnb --header sub/..//sub/a.htnb; echo "exit $?"
htn compile guard.htn -o a.htnb --header sub/a.htnb
