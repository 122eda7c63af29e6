cat > "$SCRATCH/guard.htn" <<'END'
Entities [Enemy] Max [4]
World State [At : 0..9, Seen(Enemy) : bool] Sensor [Eyes] Updates [Seen]
Compound Task [Guard]
    Method [any e : Enemy where Seen(e)] Subtasks [Chase(e), Walk(0)]
    Method [true] Subtasks [Patrol(3)]
Compound Task [Chase(e : Enemy)]
    Method [true] Subtasks [Walk(5), Split, Hit(e)]
Compound Task [Patrol(until : 0..9)]
    Method [At < until] Subtasks [Walk(At + 1), Patrol(until)]
    Method [true] Subtasks []
Primitive Task [Walk(to : 0..9)] Operator [Walk(to)] Effects [At = to] Duration [1s]
Primitive Task [Hit(e : Enemy)] Preconditions [Seen(e)] Operator [Hit(e)]
END
cd "$SCRATCH"
htn explain guard.htn --ascii --spawn Enemy=1 --set "Seen(Enemy#0)=true"
echo ---
htn explain guard.htn --ascii --horizon 1500
echo ---
htn explain guard.htn --ascii --spawn Enemy=1 --set "Seen(Enemy#0)=true" --task Hit
