htn test tests/cli/outpost.htn
echo "exit $?"
htn test tests/cli/outpost.test.htn --filter unicorn
echo "exit $?"
htn test tests/cli/outpost.htn tests/cli/outpost.test.htn --filter "time passes"
