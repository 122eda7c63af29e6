cat > "$SCRATCH/a.htn" <<'END'
Entities [Foe] Max [3]
Entities [Spot] Values [Here, There]
World State [Target : Foe, Danger(Spot) : 0..9]
Query [Clock() : 0..23]
Query [FindCover(Spot) : Spot] Max [2]
Compound Task [Live]
    Method fight [Target != none, Clock() < 12]
        Subtasks [Hit()]
    Method hide [any s : Spot from FindCover(Here), Danger(s) < 5]
        Subtasks [Walk(s)]
    Method [Danger(There) > 3]
        Subtasks [Wait()]
Primitive Task [Hit] Operator [Hit]
Primitive Task [Wait] Operator [Wait]
Primitive Task [Walk(s : Spot)] Operator [Walk(s)]
END
cd "$SCRATCH" || exit
htn check a.htn
htn sweep a.htn 'Danger(There)' 'FindCover(Here)=[],[There],[Here, There]'
htn sweep a.htn Target Clock --spawn Foe=2
htn sweep a.htn Clock=5,later --set Target=Foe#0 --spawn Foe
