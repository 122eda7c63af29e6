cat > $SCRATCH/hunt.htn <<'END'
Entities [Enemy] Max [8]
Enum [Place] Values [Home, Cave]
Query [HasPath(Place) : bool]
World State [At : Place, Seen(Enemy) : bool, Distance(Enemy) : 0..9 = 9, Target : Enemy]
Compound Task [Hunt]
    Method [any e : Enemy where Seen(e) and Distance(e) < 5]
        Subtasks [Strike(e)]
    Method [At == Home, HasPath(Cave)]
        Subtasks [GoTo(Cave)]
    Method [true]
        Cooldown [2s]
        Subtasks [Rest()]
Primitive Task [Strike(e : Enemy)]
    Operator [Strike(e)]
    During [Target = e]
    Effects [Seen(e) = false]
Primitive Task [GoTo(p : Place)]
    Operator [Walk(p)]
    Effects [At = p]
    Duration [3s]
Primitive Task [Rest]
    Operator [Rest]
END
htn run $SCRATCH/hunt.htn --set 'HasPath(Home)=true' --spawn Enemy=1 <<'END'
world
HasPath(Cave) = true
run 1
plan
Seen(Enemy#0) = true
Distance(Enemy#0) = 3
world
despawn Enemy#0
despawn Enemy#0
despawn Enemy#9
spawn Enemy=7
world
world Distance
Seen(Enemy#7) = true
HasPath(Enemy#0) = true
HasPath(Cave) = false
At = Cave
fail
tick 1s
tick 1s
undo 3
world
END
