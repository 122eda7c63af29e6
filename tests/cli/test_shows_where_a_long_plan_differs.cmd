htn test tests/cli/long_plan.htn
