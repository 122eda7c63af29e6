htn plan domains/troll.htn --memory 18000000000G; echo "exit $?"
