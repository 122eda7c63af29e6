printf 'Scenario [a name that is gone]\n    Expect Running [Sleep]\n' > $SCRATCH/bad.htn
htn test $SCRATCH/bad.htn $SCRATCH/none.htn tests/cli/outpost.test.htn --filter "time passes" --junit $SCRATCH/out.xml > $SCRATCH/out 2> $SCRATCH/err
echo "exit $?"
cat $SCRATCH/out $SCRATCH/err
sed 's/time="[0-9.]*"/time=""/' $SCRATCH/out.xml
htn test $SCRATCH/bad.htn --json 2> $SCRATCH/err
