# Two binders and a Prefer: what is said of the second one depends on whether the first one came so far. Nothing is left out of the
# list of one condition, so there is no `...`. Long lines are wrapped at 80 columns.
cat > $SCRATCH/cover.htn <<'HTN'
Entities [Enemy] Max [4]
Entities [Cover] Max [4]
World State [Seen(Enemy) : bool, Free(Cover) : bool = true, Far(Cover) : 0..9, Armed : bool, Sees : bool]

Compound Task [Live]
    Method [Armed]
        Subtasks [Shoot()]
    Method [any e : Enemy where Seen(e), any c : Cover where Free(c)]
        Prefer [lowest Far(c)]
        Subtasks [Hide(c)]
    Method [any e : Enemy where Seen(e) and
        not Sees /* in two lines */]
        Subtasks [Shoot()]
    Method [true]
        Subtasks [Idle()]

Primitive Task [Shoot]
    Operator [Shoot]
    Effects [Sees = true]

Primitive Task [Hide(c : Cover)]
    Operator [Hide(c)]

Primitive Task [Idle]
    Operator [Idle]
HTN
cd $SCRATCH
seen() { htn explain cover.htn --ascii "$@" | tee out; awk 'length > 80' out; }
echo "- no enemy there"; seen
echo "- no enemy seen, no cover there"; seen --spawn Enemy=2
echo "- an enemy seen, no cover there"; seen --spawn Enemy=2 --set "Seen(Enemy#0)=true" --set Sees=true
echo "- an enemy seen, no cover free"
seen --spawn Enemy=2 --spawn Cover=2 --set "Seen(Enemy#0)=true" --set "Free(Cover#0)=false" --set "Free(Cover#1)=false" --set Sees=true
htn explain cover.htn --json | grep -A 8 neverSet
htn compile cover.htn && htn explain cover.htnb --json | grep -B 4 -A 8 '"endLine":	12'
