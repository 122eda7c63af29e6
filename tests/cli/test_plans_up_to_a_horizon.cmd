cat > $SCRATCH/walk.htn <<'END'
World State [At : 0..9]
Compound Task [Walk]
    Method [At < 3]
        Subtasks [Step(), Walk()]
    Method [true]
        Subtasks []
Primitive Task [Step]
    Operator [Step]
    Effects [At += 1]
    Duration [1s]
Scenario [two steps at a time]
    Expect Plan [Step(), Step(), Horizon]
    Run [Step succeeds, Step succeeds]
    Expect Plan [Step()]
END
htn test $SCRATCH/walk.htn --horizon 2000
echo "exit $?"
htn test $SCRATCH/walk.htn
echo "exit $?"
sed -i 's/Step(), Horizon/Horizon, Step()/' $SCRATCH/walk.htn
htn test $SCRATCH/walk.htn
