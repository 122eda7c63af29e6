htn plan nowhere.htn; echo "exit $?"
htn check nowhere.htn; echo "exit $?"
htn compile nowhere.htn -o $SCRATCH/x; echo "exit $?"
htn dump nowhere.htnb; echo "exit $?"
htn explain nowhere.htn; echo "exit $?"
htn plan nowhere.htnb
