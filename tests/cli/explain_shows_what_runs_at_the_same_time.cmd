htn explain tests/plans/backtracking_goes_back_into_members.htn 2>/dev/null
htn explain tests/plans/backtracking_goes_back_into_members.htn --all 2>/dev/null
htn explain tests/plans/members_of_a_group_are_planned_from_its_start.htn --set Turned=true --set N=4 2>/dev/null
