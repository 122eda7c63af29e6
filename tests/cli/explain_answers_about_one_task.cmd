htn explain domains/troll.htn --task DoTrunkSlam; echo "exit $?"
htn explain domains/troll.htn --set WsCanSeeEnemy=true --task RegainLOSRoar; echo "exit $?"
htn explain domains/troll.htn --task DoTrunkSlm
