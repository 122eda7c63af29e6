{
htn plan domains/troll.htn --memory 1; echo "exit $?"
htn plan domains/troll.htn --memory 1000; echo "exit $?"
htn plan domains/troll.htn --memory 1M
} 2>&1 | sed -E "s/need [0-9]+ bytes/need N bytes/" # whatever the block takes today
