htn test tests/cli/outpost.test.htn --coverage --json --filter "time passes"
