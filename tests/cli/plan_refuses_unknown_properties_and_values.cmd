d=domains/troll.htn
htn plan $d --set WsCanSeeEnmy=true; echo "exit $?"
htn plan $d --set WsTrunkHealth=4; echo "exit $?"
htn plan $d --set WsLocation=Hom; echo "exit $?"
htn plan $d --set WsCanSeeEnemy; echo "exit $?"
htn plan $d --set WsCanSeeEnemy=maybe; echo "exit $?"
htn plan $d --root Nobody; echo "exit $?"
htn plan $d --max-steps many
