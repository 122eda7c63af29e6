htn compile domains/troll.htn -o $SCRATCH/troll.htnb && htn plan $SCRATCH/troll.htnb --set WsCanSeeEnemy=true --set WsTrunkHealth=3
