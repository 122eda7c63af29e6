htn plan tests/plans/an_achieve_finds_the_cheapest_steps.htn --max-nodes 9
htn plan tests/plans/an_achieve_among_other_subtasks.htn --max-nodes 3
htn plan tests/plans/an_achieve_among_other_subtasks.htn --max-nodes 3 --json
