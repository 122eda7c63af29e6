# Undo goes past a reload, redo comes back; a reload says what it lost. Queries are shown, and a condition that no longer holds.
cat > $SCRATCH/guard.htn <<'END'
Entities [Spot] Values [Rock, Tree]
Query [Safe(Spot) : bool]
Query [Refuge(Spot) : Spot] Max [4]
World State [Sees : bool, Mood : 0..9 = 8, Armed : bool, Near(Spot) : 0..9 = 7]

Compound Task [Live]
    Method fight [Sees]
        Subtasks [Fight()]
    Method [true]
        Subtasks [Watch()]

Compound Task [Fight]
    Method [any s : Spot from Refuge(Rock) where Safe(s)]
        Subtasks [Hide(s)]
    Method [Mood > 0, Near(Rock) > 0]
        Subtasks [Run()]

Primitive Task [Hide(s : Spot)]
    Operator [Hide(s)]

Primitive Task [Run]
    Operator [Run]
    Effects [Armed = true]

Primitive Task [Watch]
    Operator [Watch]
END
cd $SCRATCH
sed -e 's/, Armed : bool//; s/Armed = true/Mood = 0/; s/Mood : 0..9 = 8/Mood : 0..4 = 2/; s/Near(Spot) : 0..9 = 7/Near(Spot) : 0..5 = 1/' guard.htn > new.htn
htn run guard.htn --ascii -Wnone <<'END'
world
Sees = true
Sees = false
why
tick 1
run 0.2
Safe(Tree) = true
reload new.htn
world
Mood = 3
undo 2
world
redo
redo
world
redo
undo 100
redo 100
undo 3
Mood = 5
redo
world
END
echo "exit $?"
# Two layers: a kept plan is one line, and none where the other layer has something to say.
cat > two.htn <<'END'
Root [Upper] Root [Lower]
World State [A : bool, B : bool]
Compound Task [Upper]
    Method [A]
        Subtasks [Wave()]
    Method [true]
        Subtasks [Rest()]
Compound Task [Lower]
    Method [B]
        Subtasks [Walk()]
    Method [true]
        Subtasks [Stand()]
Primitive Task [Wave] Operator [Wave]
Primitive Task [Rest] Operator [Rest]
Primitive Task [Walk] Operator [Walk]
Primitive Task [Stand] Operator [Stand]
END
printf 'A = true\nB = true\nA = false\nB = false\n' | htn run two.htn; echo "exit $?"

# a step that the other domain does not have goes on when the reload is undone
cat > "$SCRATCH/other.htn" << 'EOF'
World State [SeesEnemy : bool]
Compound Task [Live]
    Method [SeesEnemy] Subtasks [Roar()]
    Method [true] Subtasks [Nap()]
Primitive Task [Roar] Operator [Roar]
Primitive Task [Nap] Operator [Nap]
EOF
printf 'SeesEnemy = true\nsucceed\nreload %s/other.htn\nundo\nplan\nsucceed\n' "$SCRATCH" | htn run "$OLDPWD/domains/troll.htn" | sed "s|$SCRATCH|SCRATCH|"
