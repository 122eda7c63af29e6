cat > $SCRATCH/trade.htn <<'END'
World State [Friend : bool, Gold : 0..9, Open : bool = true]
Compound Task [Trade]
    Method buy [Open]
        Subtasks [Haggle()]
    Method [true]
        Subtasks [Wander()]
Compound Task [Haggle]
    Method bribe [Open]
        Subtasks [Talk(), Pay()]
    Method charm [Friend]
        Subtasks [Talk()]
Primitive Task [Talk]
    Operator [Talk]
Primitive Task [Pay]
    Preconditions [Gold > 5, Friend]
    Operator [Pay]
    Effects [Gold -= 5]
Primitive Task [Wander]
    Operator [Wander]
    Effects [Friend = true]
END
cd $SCRATCH
htn explain trade.htn --ascii
