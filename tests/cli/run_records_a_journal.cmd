cp domains/troll.htn "$SCRATCH" && cd "$SCRATCH" || exit
sed 's/TrunkHealth = 3/TrunkHealth = 2/; s/\[Watch\]/[Look]/; s/Watch()/Look()/' troll.htn > changed.htn
printf 'SeesEnemy = true\nrun 1.5\nTrunkHealth = 3\nundo\nreload changed.htn\nrun 1\nfail\nundo\n' | htn run troll.htn --set TrunkHealth=1 --journal troll.htnj > /dev/null
echo "exit $?"
ls
htn trace troll.htnj-1.htnb changed.htn troll.htnj
htn replay troll.htnj-1.htnb changed.htn troll.htnj
echo '--- what cannot be written'
htn run troll.htn --journal troll.htn < /dev/null; echo "exit $?"
htn run troll.htn --journal nowhere/x.htnj < /dev/null; echo "exit $?"
mkdir troll.htnk-1.htnb
printf 'reload\n' | htn run troll.htn --journal troll.htnk; echo "exit $?"
