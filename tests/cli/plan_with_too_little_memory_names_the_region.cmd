htn plan domains/troll.htn --memory 1; echo "exit $?"
htn plan domains/troll.htn --memory 700; echo "exit $?"
htn plan domains/troll.htn --memory 1M
