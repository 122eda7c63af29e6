cat > "$SCRATCH/guard.htn" <<'END'
World State [At : 0..9]
Compound Task [Guard]
    Method [true] Subtasks [Walk(1), Walk(2), Split, Guard()]
Primitive Task [Walk(to : 0..9)] Operator [Walk(to)] Effects [At = to] Duration [1s]
END
htn plan "$SCRATCH/guard.htn" --mtr
htn plan "$SCRATCH/guard.htn" --mtr --horizon 500
htn plan "$SCRATCH/guard.htn" --json
htn plan "$SCRATCH/guard.htn" --json --horizon 500
htn plan "$SCRATCH/guard.htn" --horizon 0
