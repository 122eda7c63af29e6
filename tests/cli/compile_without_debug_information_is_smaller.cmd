htn compile domains/troll.htn -o $SCRATCH/with && htn compile --no-debug domains/troll.htn -o $SCRATCH/without
[ $(wc -c < $SCRATCH/without) -lt $(wc -c < $SCRATCH/with) ] && echo smaller
grep -c 'WsCanSeeEnemy == true' $SCRATCH/without
htn plan $SCRATCH/without --set WsCanSeeEnemy=true
