htn explain tests/plans/six_choices_that_only_the_last_combination_satisfies.htn --set Locked=true
