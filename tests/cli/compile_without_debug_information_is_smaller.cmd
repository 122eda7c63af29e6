htn compile domains/troll.htn -o $SCRATCH/with && htn compile --no-debug domains/troll.htn -o $SCRATCH/without
[ $(wc -c < $SCRATCH/without) -lt $(wc -c < $SCRATCH/with) ] && echo smaller
grep -c 'SeesEnemy == true' $SCRATCH/without
htn plan $SCRATCH/without --set SeesEnemy=true
