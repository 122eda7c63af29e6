htn test tests/cli/values.test.htn -Wnone
