htn test tests/cli/outpost.test.htn --annotate --filter "group runs"
