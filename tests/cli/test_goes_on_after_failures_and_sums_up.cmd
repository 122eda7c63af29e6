htn test tests/cli/outpost.fails.htn tests/cli/outpost.test.htn --filter "no room" --filter "sheep" --filter "time passes"
