cat > $SCRATCH/cover.htn <<'END'
Entities [Enemy] Max [8]
Entities [Cover] Values [Rock, Tree]
World State [Distance(Enemy) : 0..1000 = 1000, Seen(Enemy) : bool, Hides(Cover, Enemy) : bool, Ammo : 0..9, At : Cover] Sensor [Eyes] Updates [Seen, Ammo]

Compound Task [Main]
    Method [any e : Enemy where Seen(e), Distance(e) < 100, any c : Cover where Hides(c, e)]
        Prefer [lowest Distance(e)]
        Subtasks [Hide(c), Shoot(e)]
    Method [any e : Enemy where Seen(e)]
        Subtasks [Duck(), Shoot(e)]
    Method [none(e : Enemy where Seen(e))]
        Subtasks []
    Method [true]
        Subtasks [Duck()]
Primitive Task [Hide(c)]
    Operator [Hide(c)]
    Effects [At = c]
Primitive Task [Duck]
    Preconditions [any c : Cover where c != At]
    Operator [Hide(c)]
Primitive Task [Shoot(e : Enemy)]
    Preconditions [Ammo > 3]
    Operator [Shoot(e)]
END
SET="--spawn Enemy=3 --set Seen(Enemy#0)=true --set Seen(Enemy#2)=true --set Distance(Enemy#2)=50"
htn explain $SCRATCH/cover.htn $SET --set "Hides(Tree,Enemy#2)=true" --ascii; echo "exit $?"
htn explain $SCRATCH/cover.htn $SET --ascii; echo "exit $?"
htn explain $SCRATCH/cover.htn $SET --set Ammo=5 --set "Hides(Tree,Enemy#2)=true" --json; echo "exit $?"
htn explain $SCRATCH/cover.htn --ascii; echo "exit $?"
htn explain $SCRATCH/cover.htn $SET --set "Hides(Tree,Enemy#2)=true" --task Hide --ascii; echo "exit $?"
# Where all were tried and given up, no condition of theirs is to blame.
cat > $SCRATCH/lock.htn <<'END'
Entities [Key] Values [Small, Large]
World State [Tried : Key, Fits(Key) : bool]
Compound Task [Open]
    Method []
        Subtasks [Choose(), Turn()]
    Method []
        Subtasks [Knock()]
Compound Task [Choose]
    Method [any k : Key]
        Subtasks [Take(k)]
Primitive Task [Take(k : Key)]
    Operator [Take(k)]
    Effects [Tried = k]
Primitive Task [Turn]
    Preconditions [Fits(Tried)]
    Operator [Turn]
Primitive Task [Knock]
    Operator [Knock]
END
htn explain $SCRATCH/lock.htn -Wnone --ascii; echo "exit $?"
