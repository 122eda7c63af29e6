htn test tests/cli/outpost.fails.htn tests/cli/outpost.test.htn --color always --coverage --filter "quoted" --filter "time passes" | head -12 | cat -v
