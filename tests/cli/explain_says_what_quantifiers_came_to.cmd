cat > $SCRATCH/many.htn <<'END'
Entities [Enemy] Max [6]
Entities [Place] Values [Home, Ford, Keep]
World State [D(Enemy) : 0..99 = 50, Seen(Enemy) : bool, Hurt(Enemy) : bool, Road(Place, Place) : bool, At : Place, Ammo : 0..9 = 2]
Facts [Road(Home, Ford) = true, Road(Ford, Keep) = true]

Condition [Close(e : Enemy, d : int)] [Seen(e), D(e) <= d]

Compound Task [Root]
    Method [count(e : Enemy where Seen(e)) > 3]
        Subtasks [Run()]
    Method [every(e : Enemy where Seen(e) : D(e) < 20), count(e : Enemy) > 0]
        Subtasks [Run()]
    Method [exists(e : Enemy where Close(e, 10))]
        Subtasks [Run()]
    Method [none(e : Enemy where Hurt(e)), min(e : Enemy where Seen(e) : D(e)) < Ammo]
        Subtasks [Run()]
    Method [any e : Enemy where Close(e, 60), exists(p : Place where Road(At, p) and Road(p, Home))]
        Subtasks [Run()]
    Method [true]
        Subtasks [Shoot()]
    Method [true]
        Subtasks [Rest()]

Primitive Task [Run]
    Operator [Run]
Primitive Task [Shoot]
    Preconditions [sum(e : Enemy where Seen(e) : D(e)) < Ammo * 10]
    Operator [Shoot]
Primitive Task [Rest]
    Operator [Rest]
END
SET="--spawn Enemy=3 --set Seen(Enemy#1)=true --set Seen(Enemy#2)=true --set D(Enemy#2)=30"
htn explain $SCRATCH/many.htn $SET --ascii; echo "exit $?"
htn explain $SCRATCH/many.htn $SET --set "Hurt(Enemy#2)=true" --ascii | grep "method 3"
htn explain $SCRATCH/many.htn --ascii; echo "exit $?"
htn explain $SCRATCH/many.htn $SET --json | grep -B2 quantifier
