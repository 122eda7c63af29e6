# not on Windows: bash gives it a device for a file
courier=tests/hddl/a_courier_delivers_by_bike_and_by_foot
htn plan $courier.hddl $courier.problem.hddl --time 60 --memory 500 > $SCRATCH/plan; echo "exit $?"
head -n 1 $SCRATCH/plan; tail -n 1 $SCRATCH/plan
htn verify $courier.hddl $courier.problem.hddl $SCRATCH/plan; echo "exit $?"
htn verify $courier.hddl - $SCRATCH/plan < $courier.problem.hddl; echo "exit $?"
# What a file is, its name need not say; standard input is either of them.
cp $courier.hddl $SCRATCH/domain.txt; cp $courier.problem.hddl $SCRATCH/problem.txt
htn plan $SCRATCH/domain.txt $SCRATCH/problem.txt | cmp - $SCRATCH/plan && echo same
htn plan - $courier.problem.hddl < $courier.hddl | htn verify $courier.hddl $courier.problem.hddl -; echo "exit $?"
# No plan, and the times and sizes on stderr.
htn plan --stats --cpu-time 60 $courier.hddl $courier.rain.problem.hddl 2> $SCRATCH/stats; echo "exit $?"
sed 's/ *[0-9.][0-9.]* / N /g; /^  /d; /^grounded/d; s/by: .*/by: SEARCH/' $SCRATCH/stats
htn plan --stats $courier.hddl $courier.problem.hddl 2>&1 > $SCRATCH/again | head -n 1; grep -c '^[0-9][^>]*$' $SCRATCH/again; grep -c -e '->' $SCRATCH/again
# A pipe is read once.
htn plan <(cat $courier.hddl) <(cat $courier.problem.hddl) | cmp - $SCRATCH/plan && echo same
