htn compile --no-debug domains/troll.htn -o $SCRATCH/t.htnb && htn explain $SCRATCH/t.htnb --set SeesEnemy=true
