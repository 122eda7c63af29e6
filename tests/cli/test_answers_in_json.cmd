htn test tests/cli/outpost.fails.htn tests/cli/outpost.test.htn --json --filter "another one" --filter "cannot start"
