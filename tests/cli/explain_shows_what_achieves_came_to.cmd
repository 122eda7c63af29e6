htn explain tests/plans/an_achieve_among_other_subtasks.htn --set 'Cursed(A)=true'
htn explain tests/plans/an_achieve_among_other_subtasks.htn --set Locked=true
htn explain tests/plans/an_achieve_finds_the_cheapest_steps.htn --max-nodes 9
htn explain tests/plans/an_achieve_finds_the_cheapest_steps.htn --set HasAxe=true --task BuyAxe
htn explain tests/plans/an_achieve_finds_the_cheapest_steps.htn --set HasWood=true --json
