cat > $SCRATCH/one.htn <<'END'
Entities [Enemy] Max [4]
Query [Near(Enemy) : bool]
World State [Sees : bool, Health : 0..9 = 5, Mood : 0..3]
Compound Task [Live]
    Method [Sees]
        Subtasks [Chase(), Strike()]
    Method [true]
        Subtasks [Rest()]
Primitive Task [Chase] Operator [Chase]
Primitive Task [Strike] Operator [Strike]
Primitive Task [Rest] Operator [Rest]
END
sed -e 's/Method \[Sees\]/Method [Sees, Health > 3]/' -e 's/, Mood : 0..3//' $SCRATCH/one.htn > $SCRATCH/two.htn
sed -e 's/Health : 0..9 = 5/Health : 0..2/' -e 's/Rest/Sleep/' -e 's/Sees, Health > 3/Sees, Health > 3, Tired/' $SCRATCH/two.htn > $SCRATCH/wrong.htn
sed -e 's/, Tired//' $SCRATCH/wrong.htn > $SCRATCH/three.htn
sed -e 's/Mood : 0..3/Mood : 0..3, Hat : bool/' -e 's/Operator \[Strike\]/& Duration [3s]/' $SCRATCH/one.htn > $SCRATCH/same.htn
htn run $SCRATCH/one.htn -Wnone --spawn Enemy=2 <<END
Near(Enemy#1) = true
Sees = true
succeed
reload $SCRATCH/same.htn
plan
why
Health = 3
reload $SCRATCH/two.htn
plan
why
undo
world
reload $SCRATCH/wrong.htn
plan
reload $SCRATCH/none.htn
reload
reload $SCRATCH/three.htn
world
plan
Sees = false
undo
plan
END
