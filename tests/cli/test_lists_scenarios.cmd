htn test tests/cli/outpost.test.htn --list --filter plan
echo "exit $?"
htn test tests/cli/outpost.test.htn --list --json
