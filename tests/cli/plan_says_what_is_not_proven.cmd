P=tests/plans/the_cheapest_way_along_roads.htn
htn plan $P --max-work 12; echo "exit $?"
htn plan $P --max-steps 2; echo "exit $?"
htn plan $P --max-work 3; echo "exit $?"
htn plan $P --max-work 12 --json; echo "exit $?"
htn plan $P --json | grep proven
htn explain $P --max-work 12 --ascii; echo "exit $?"
