# Also if a plan was found behind the limit: a longer one may have priority over it.
cat > "$SCRATCH/long.htn" <<'REST'
World State [Tired : bool]
Compound Task [Live]
    Method [not Tired]
        Subtasks [Walk(), Walk(), Walk()]
    Method [Tired]
        Subtasks [Deep(3), Walk()]
    Method [true]
        Subtasks [Walk()]
Compound Task [Deep(n : 0..3)]
    Method [n > 0]
        Subtasks [Deep(n - 1)]
    Method [true]
        Subtasks []
Primitive Task [Walk]
    Operator [Walk]

Scenario [three walks]
    Expect Running [Walk]

Scenario [a deep thought]
    Given [Tired = true]
    Expect Running [Walk]
REST
cat > "$SCRATCH/cheap.htn" <<'REST'
Root [Live] Select [cheapest]
Compound Task [Live]
    Method [true]
        Subtasks [Pay(9)]
    Method [true]
        Subtasks [Pay(1), Pay(1)]
Primitive Task [Pay(price : 0..9)]
    Operator [Pay]
    Cost [price]

Scenario [the cheapest is not known]
    Expect Running [Pay]
REST
htn test "$SCRATCH/long.htn" --max-steps 2 | sed "s#$SCRATCH/##"
htn test "$SCRATCH/long.htn" --max-depth 2 | sed "s#$SCRATCH/##"
htn test "$SCRATCH/cheap.htn" --max-work 3 | sed "s#$SCRATCH/##"
htn run "$SCRATCH/long.htn" --max-steps 2 < /dev/null
htn run "$SCRATCH/cheap.htn" --max-work 3 < /dev/null
