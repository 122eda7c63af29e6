htn compile domains/troll.htn -o $SCRATCH/troll.htnb && htn plan $SCRATCH/troll.htnb --set SeesEnemy=true --set TrunkHealth=3
