htn; echo "exit $?"
htn plna domains/troll.htn; echo "exit $?"
htn plan; echo "exit $?"
htn plan a.htn b.htn; echo "exit $?"
htn plan --mrt domains/troll.htn; echo "exit $?"
htn plan domains/troll.htn --set; echo "exit $?"
htn check -Wunused-taks domains/troll.htn; echo "exit $?"
htn compile domains/troll.htn -o $SCRATCH/no/such/folder/x
