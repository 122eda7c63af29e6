cat > $SCRATCH/cards.htn <<'END'
Entities [Card] Values [A, B, C, D]
World State [Heavy(Card) : 0..9, Failed(Card) : bool, Mood : 0..5, Held : bool, Fatigue : 0..9 = 4]
Facts [Heavy(A) = 1, Heavy(B) = 2, Heavy(C) = 5]

Compound Task [Pick]
    Select [random]
    Method [any c : Card]
        Weight [Heavy(c)]
        Subtasks [Show(c)]
    Method []
        Weight [Mood - 2]
        Subtasks [Sulk()]
    Method [Mood > 2]
        Subtasks [Sulk()]
    Method [true]
        While [not Held]
        Cooldown [5s]
        Subtasks [Sulk()]
Primitive Task [Show(c : Card)]
    Preconditions [not Failed(c), Heavy(c) < 5 or Mood == 5]
    Operator [Show(c)]
Primitive Task [Sulk]
    Preconditions [Mood > 2]

Compound Task [Live]
    Select [highest]
    Method [any c : Card where Heavy(c) > 1]
        Utility [Heavy(c) * 2]
        Prefer [highest Heavy(c)]
        Subtasks [Show(c)]
    Method rest [Fatigue > 0]
        Utility [Fatigue]
        Subtasks [Sulk()]
    Method [false]
        Subtasks []
    Method [true]
        Subtasks []
Root [Pick]
Root [Live]
END
FLAGS="--ascii -Wnone"
htn explain $SCRATCH/cards.htn $FLAGS --set Held=true; echo "exit $?"
htn explain $SCRATCH/cards.htn $FLAGS --set "Failed(B)=true" --set "Cooldown(Pick, 3)=true"; echo "exit $?"
htn explain $SCRATCH/cards.htn $FLAGS --task Sulk; echo "exit $?"
htn explain $SCRATCH/cards.htn $FLAGS --root Live; echo "exit $?"
htn explain $SCRATCH/cards.htn $FLAGS --root Live --set "Failed(B)=true" --all; echo "exit $?"
htn explain $SCRATCH/cards.htn $FLAGS --root Live --task Sulk --set Mood=5; echo "exit $?"
htn compile $SCRATCH/cards.htn -Wnone --no-debug -o $SCRATCH/cards.htnb
htn explain $SCRATCH/cards.htnb --ascii --root Live 2> /dev/null; echo "exit $?"
htn explain $SCRATCH/cards.htn -Wnone --root Live --json; echo "exit $?"
