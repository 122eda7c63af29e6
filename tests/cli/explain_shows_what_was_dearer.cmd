P=tests/plans/the_cheapest_plan_is_taken.htn
htn explain $P --set Road=9 --set Shame=20 --ascii; echo "exit $?"
htn explain $P --set Road=9 --set Shame=20 --ascii --all; echo "exit $?"
htn explain $P --set Fuel=1 --set Road=7 --ascii; echo "exit $?"
htn explain $P --task Beg --ascii; echo "exit $?"
htn explain $P --task Buy --set Fuel=1 --ascii --set Shame=0; echo "exit $?"
htn explain $P --set Hungry=false --ascii; echo "exit $?"
htn explain $P --json --set Fuel=1; echo "exit $?"
