htn test tests/cli/outpost.fails.htn tests/cli/outpost.test.htn --junit $SCRATCH/out.xml --filter "another one" --filter quoted --filter "time passes" > $SCRATCH/out
echo "exit $?"
sed 's/time="[0-9.]*"/time=""/' $SCRATCH/out.xml
htn test tests/cli/outpost.test.htn --junit $SCRATCH/no/such/folder.xml --filter "time passes"
