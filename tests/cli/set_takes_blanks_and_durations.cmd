cat > "$SCRATCH/kettle.htn" <<'EOT'
World State [
    Alarm     : bool,
    Remaining : 0..10000,
    On(Place) : bool,
]
Entities [Place] Values [Hob, Shelf]

Compound Task [Live]
    Method [Alarm, Remaining == 1500, On(Hob)]
        Subtasks [Pour()]
    Method [Remaining == 250]
        Subtasks [Wait()]

Primitive Task [Pour]
    Operator [Pour]

Primitive Task [Wait]
    Operator [Wait]
EOT
htn plan "$SCRATCH/kettle.htn" --set " Alarm = true" --set "Remaining =1.5s" --set "On( Hob ) = true "; echo "exit $?"
htn plan "$SCRATCH/kettle.htn" --set Remaining=250ms; echo "exit $?"
htn plan "$SCRATCH/kettle.htn" --set Remaining=20s; echo "exit $?"
htn plan "$SCRATCH/kettle.htn" --set Remaining=1.5ms; echo "exit $?"
