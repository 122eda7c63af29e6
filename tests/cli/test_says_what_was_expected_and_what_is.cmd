htn test tests/cli/outpost.fails.htn
