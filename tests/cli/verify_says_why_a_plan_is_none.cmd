courier=tests/hddl/a_courier_delivers_by_bike_and_by_foot
problem=$courier.problem.hddl
htn verify $courier.hddl $problem tests/hddl/plans/a_plan_is_valid.plan; echo "exit $?"
htn verify $courier.hddl $problem tests/hddl/plans/names_are_mistyped.plan; echo "exit $?"
htn verify $courier.hddl $problem - < tests/hddl/plans/two_steps_are_swapped.plan; echo "exit $?"
htn verify $courier.hddl $problem; echo "exit $?"
htn verify $courier.hddl $problem $SCRATCH/none; echo "exit $?"
htn verify $courier.hddl $problem $SCRATCH; echo "exit $?"
htn verify $courier.hddl - - < $problem; echo "exit $?"
echo '(define (domain' > $SCRATCH/cut.hddl
htn verify $SCRATCH/cut.hddl $problem tests/hddl/plans/a_plan_is_valid.plan > $SCRATCH/out 2>&1; echo "exit $?"
head -c 1000 /dev/zero | htn verify $courier.hddl $problem -; echo "exit $?"
printf 'no\n' | htn verify $courier.hddl $problem -
