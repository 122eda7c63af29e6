htn test domains/castle-guard.test.htn domains/goap-soldier.test.htn tests/cli/outpost.test.htn tests/cli/outpost.fails.htn --coverage > $SCRATCH/out
echo "exit $?"
sed -n '/^exercised/,$p' $SCRATCH/out
