htn sweep domains/weapon-choice.htn EnemyHealth=0..100:10 --set Enemy=Ghost --set Health=30 --svg -
htn sweep domains/weapon-choice.htn Health=0..100:5 Distance=0..40:10 --set Enemy=Ghost --svg "$SCRATCH/map.svg" | head -3
grep -o '<title>[^<]*' "$SCRATCH/map.svg"
# what stands in a source is escaped
cat > "$SCRATCH/a.htn" <<'END'
World State [A : 0..2]
Compound Task [T]
    Method [A < 1]
        Subtasks [S("<b>&\"\"")]
    Method [true]
        Subtasks [S(","), S("b")]
Primitive Task [S(t : symbol)]
    Operator [S(t)]
END
htn sweep "$SCRATCH/a.htn" A --by plan --svg - | grep -o '<title>[^/]*'
htn sweep "$SCRATCH/a.htn" A --by step --csv -
