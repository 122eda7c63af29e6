htn explain -Wno-goal-holds tests/plans/the_context_of_a_step_that_starts_at_once.htn --set Seen=true --ascii
htn explain -Wno-goal-holds tests/plans/the_context_of_a_step_that_starts_at_once.htn --root Members --set Jammed=true --ascii
