courier=tests/hddl/a_courier_delivers_by_bike_and_by_foot
htn plan $courier.hddl; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl third.hddl; echo "exit $?"
htn plan domains/troll.htn $courier.problem.hddl; echo "exit $?"
htn plan $courier.hddl domains/troll.htn; echo "exit $?"
htn plan $courier.hddl $SCRATCH/none.hddl; echo "exit $?"
htn plan - -; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --mtr; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --set a=1; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --max-work=5; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --time 1 --cpu-time 1; echo "exit $?"
for seconds in 0 -1 1e3 inf 1.2.3 . '' 0.0; do
    htn plan $courier.hddl $courier.problem.hddl --time "$seconds" 2>&1 | head -n 1
done
htn plan $courier.hddl $courier.problem.hddl --memory 0; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --memory 4294967295G; echo "exit $?"
htn plan domains/troll.htn --time 3; echo "exit $?"
htn plan domains/troll.htn --stats; echo "exit $?"
htn plan domains/troll.htn --memory=1 --set SeesEnemy=true --cpu-time 4; echo "exit $?"
# Other commands than plan, explain, verify, check and those that translate have no use for it.
htn explain $courier.hddl; echo "exit $?"
htn run $courier.hddl < /dev/null; echo "exit $?"
htn dump - < $courier.problem.hddl; echo "exit $?"
htn test $courier.hddl; echo "exit $?"
# One of the two files is not enough, and is not taken for a source.
htn compile $courier.hddl; echo "exit $?"
htn compile - -o "$SCRATCH/x.htnb" < $courier.hddl; echo "exit $?"
htn verify $courier.hddl $courier.problem.hddl; echo "exit $?"
ls "$SCRATCH"
