htn test tests/cli/outpost.test.htn
