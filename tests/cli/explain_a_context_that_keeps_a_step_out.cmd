htn explain tests/plans/the_context_of_a_step_that_starts_at_once.htn --set Seen=true --ascii
htn explain tests/plans/the_context_of_a_step_that_starts_at_once.htn --root Members --set Jammed=true --ascii
