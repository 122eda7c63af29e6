d=domains/grown-troll.htn
htn plan $d --set SeesEnmy=true; echo "exit $?"
htn plan $d --set TrunkHealth=4; echo "exit $?"
htn plan $d --set At=Hom; echo "exit $?"
htn plan $d --set SeesEnemy; echo "exit $?"
htn plan $d --set SeesEnemy=maybe; echo "exit $?"
htn plan $d --root Nobody; echo "exit $?"
htn plan $d --max-steps many
