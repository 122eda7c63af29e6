htn plan domains/11-imports.htn --set WsHungry=false > $SCRATCH/out
status=$?
wc -c < $SCRATCH/out | tr -d ' '
exit $status
