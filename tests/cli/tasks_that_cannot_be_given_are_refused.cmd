# Each mistake in a given task has a message of its own, and never passes for "no plan".
DOMAIN=tests/plans/given_tasks_are_planned_in_place_of_a_root.htn
CHEAPEST=tests/plans/the_cheapest_plan_of_given_tasks.htn
try() { echo "$ htn plan $*"; htn plan -Wnone "$@" 2>&1 | grep -v 'shows how it is used'; echo "exit ${PIPESTATUS[0]}"; }
try $DOMAIN --task 'Fetch(S#0)'
try $DOMAIN --task 'Fetch(S#7)'
try $DOMAIN --task 'Travle(Alice, Park)'
try $DOMAIN --task 'Travel(Alice)'
try $DOMAIN --task 'Travel(Alice, Park, 3)'
try $DOMAIN --task 'Need5(1)'
try $DOMAIN --task 'Use()'
try $DOMAIN --task 'Travel(Alice, Prak)'
try $DOMAIN --task 'Use(two)'
try $DOMAIN --task 'Use(3000000000)'
try $DOMAIN --task 'Say("hush")'
try $DOMAIN --task Need5
try $DOMAIN --task 'Need5('
try $DOMAIN --task 'Use(1)' --task 'Use(1) Use(2)'
try $DOMAIN --task 'Use(1)' --cheapest
try $DOMAIN --cheapest
try $CHEAPEST --task 'Late()' --cheapest
try domains/troll.htn --task 'Use(1)' other.hddl
