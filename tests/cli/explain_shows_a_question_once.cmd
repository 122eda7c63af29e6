# However often a condition asks it.
cat > $SCRATCH/hours.htn <<'END'
Query [Hour() : 0..23]
Compound Task [Guard]
    Method [Hour < 6 or Hour >= 20]
        Subtasks [Watch()]
    Method [true]
        Subtasks []
Primitive Task [Watch]
    Operator [Watch]
END
htn explain $SCRATCH/hours.htn --set Hour=12 --ascii
