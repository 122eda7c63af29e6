domain=tests/plans/all_plans_in_the_order_of_choices.htn
htn plan -Wnone $domain --all
htn plan -Wnone $domain --root Twice --all --distinct --json
htn plan -Wnone $domain --root Pick --next 1 --json
htn plan -Wnone $domain --root Never --all --json; echo "exit $?"
cat > $SCRATCH/rounds.htn <<'END'
World State [N : 0..9 = 5]
Compound Task [Rounds]
    Method [N > 0]
        Subtasks [Use(), Rounds()]
    Else
        Subtasks []
Primitive Task [Use]
    Operator [Use]
    Effects [N -= 1]
END
htn plan $SCRATCH/rounds.htn --all --max-steps 1; echo "exit $?"
htn plan $SCRATCH/rounds.htn --all --max-steps 1 --json; echo "exit $?"
htn plan $SCRATCH/rounds.htn --all --max-work 12; echo "exit $?"
htn plan $SCRATCH/rounds.htn --all --max-work 2; echo "exit $?"
htn plan $SCRATCH/rounds.htn --all --next 2; echo "exit $?"
htn plan $SCRATCH/rounds.htn --distinct; echo "exit $?"
htn plan $SCRATCH/rounds.htn --next 0; echo "exit $?"
htn plan domain.hddl p.hddl --all; echo "exit $?"
cat > $SCRATCH/gate.htn <<'END'
Query [Open(n : 1..3) : bool]
Compound Task [Leave]
    Method [true]
        Subtasks [Go()]
    Method [Open(2)]
        Subtasks [Go(), Go()]
Primitive Task [Go]
    Operator [Go]
END
htn plan -Wnone $SCRATCH/gate.htn --all --set 'Open(2)=later'; echo "exit $?"
htn plan -Wnone $SCRATCH/gate.htn --all --set 'Open(2)=later' --json | tail -n 4; echo "exit $?"
htn plan -Wnone $SCRATCH/gate.htn --all --set 'Open(2)=true'; echo "exit $?"
