htn test tests/cli/outpost.test.htn --coverage --filter group --filter "step by step"
