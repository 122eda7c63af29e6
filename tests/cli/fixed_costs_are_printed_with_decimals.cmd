htn explain tests/plans/all_costs_are_fixed_if_one_is.htn
htn explain tests/plans/a_goal_is_reached_by_the_least_fixed_costs.htn
htn plan tests/plans/all_costs_are_fixed_if_one_is.htn --json | grep cost
htn explain tests/plans/a_rare_candidate_comes_last.htn --seed 1
htn dump tests/plans/all_costs_are_fixed_if_one_is.htn | grep cost
htn dump tests/plans/a_rare_candidate_comes_last.htn | grep DRAW
