htn test tests/cli/made.test.htn --coverage
