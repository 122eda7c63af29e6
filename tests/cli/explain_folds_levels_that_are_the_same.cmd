cat > $SCRATCH/r.htn <<'END'
World State [N : int]
Compound Task [R]
    Method [N < 0]
        Subtasks [Inc()]
    Method [true]
        Subtasks [Inc(), R()]
Primitive Task [Inc]
    Operator [Inc]
    Effects [N += 1]
END
cat > $SCRATCH/two.htn <<'END'
World State [N : int]
Compound Task [Root]
    Method [true]
        Subtasks [A()]
Compound Task [A]
    Method [N >= 12]
        Subtasks []
    Method [true]
        Subtasks [Inc(), B(), Last()]
Compound Task [B]
    Method [true]
        Subtasks [A()]
Primitive Task [Inc]
    Operator [Inc]
    Effects [N += 1]
Primitive Task [Last]
    Operator [Last]
END
cd $SCRATCH
htn explain r.htn --ascii; echo "exit $?"
htn explain r.htn --ascii --max-depth 5 | grep -c 'more level'
htn explain two.htn --ascii
