# Given tasks stand side by side in the tree. A bare name asks about a task, as without given tasks.
DOMAIN=tests/plans/given_tasks_are_planned_in_place_of_a_root.htn
try() { echo "$ htn explain $*"; htn explain -Wnone --ascii "$@" 2>&1; echo "exit $?"; }
try $DOMAIN --task 'Travel(Alice, Town)' --task 'Use(2)' --task 'Travel(Alice, Park)'
try $DOMAIN --task 'Use(2)' --task 'Travel(Bob, Town)' --set 'Cash(Bob)=2'
try $DOMAIN --task 'Travel(Bob, Town)' --task Pay
try $DOMAIN --task 'Travel(Bob, Park)' --task Ride
try $DOMAIN --task Pay --task Ride
try $DOMAIN --task Walk
try $DOMAIN --task 'Patrol(Bob)' --task 'Use(1)'
try $DOMAIN --task 'Travel(Bob, Park)' --task Ride --json
try $DOMAIN --task 'Travel(Bob, Park)' --json
