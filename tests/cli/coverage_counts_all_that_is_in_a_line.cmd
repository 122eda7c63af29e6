# A task and its methods in a line count once, two tasks or methods together: as often as planning came to the line.
cat > "$SCRATCH/a.htn" <<'EOF'
World State [A : bool]
Compound Task [Live] Method [A] Subtasks [Look(), Say()] Method [true] Subtasks [Say()]
Compound Task [Look] Method [A] Subtasks [See()] Primitive Task [See] Operator [See] Primitive Task [Say] Operator [Say]
Compound Task [Never] Method [A] Subtasks [Say()] Method [not A] Subtasks [Say()]
Scenario [a]
    Given [A = true]
    Expect Running [See]
    Run    [See succeeds]
    Expect Running [Say]
Scenario [b]
    Expect Running [Say]
EOF
cd "$SCRATCH" || exit
htn test a.htn --lcov - -Wnone | grep -v BRDA
htn test a.htn --annotate -Wnone
htn test a.htn --html - -Wnone | grep -o '[0-9]*×'
