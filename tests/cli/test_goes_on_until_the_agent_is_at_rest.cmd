# A chain of plans without operators is longer than any fixed number of ticks; a plan that is found in vain is not.
{
    echo 'World State [Hungry : bool]'
    echo 'Compound Task [Live]'
    printf '    Method [not Hungry]\n        Subtasks ['
    for i in $(seq 60); do printf 'Think(), Split, '; done
    echo 'Walk()]'
    printf '    Method [true]\n        Subtasks [Count(200), Eat()]\n'
    cat <<'REST'
Compound Task [Count(n : 0..200)]
    Method [n > 0]
        Subtasks [Think(), Split, Count(n - 1)]
    Method [true]
        Subtasks []
Primitive Task [Think]
Primitive Task [Walk]
    Operator [Walk]
Primitive Task [Eat]
    Operator [Eat]

Scenario [behind sixty splits there is a walk]
    Expect Running [Walk]

Scenario [behind a counter there is a meal]
    Given [Hungry = true]
    Expect Running [Eat]
REST
} > "$SCRATCH/chain.htn"
cat > "$SCRATCH/vain.htn" <<'REST'
World State [Hungry : bool]
Compound Task [Live]
    Method [not Hungry]
        Subtasks [Think(), Split, Think()]
    Method [true]
        Subtasks [Eat()]
Primitive Task [Think]
Primitive Task [Eat]
    Operator [Eat]

Scenario [who only thinks is at rest]
    Expect Running []
    Wait [60s]
    Sense [Hungry = true]
    Expect Running [Eat]
REST
htn test "$SCRATCH/chain.htn" "$SCRATCH/vain.htn" | sed "s#$SCRATCH/##"
htn run "$SCRATCH/chain.htn" < /dev/null | tail -1
printf 'Hungry = true\n' | htn run "$SCRATCH/vain.htn" | tail -4
