htn graph domains/troll.htn
htn graph domains/troll.htn --plan --set SeesEnemy=true | grep -o -E 'class="[^"]*"|<B>[^<]*</B>|^  "[A-Za-z]*":.*'
htn graph domains/troll.htn --properties | grep property
htn graph domains/goap-soldier.htn | grep -- '->'
cat > "$SCRATCH/a.htn" <<'END'
World State [A : bool, B : bool]
Compound Task [T]
    Method [A]
        Subtasks [Parallel [S("<b>\"&"), Background [S("c")]], Optional [S("d")], Split, U()]
    Method [not A]
        Subtasks []
    Method [not A, not B]
        Subtasks [AnyOrder [S("e"), S("f")]]
Compound Task [U]
    Method [B]
        Subtasks [T()]
    Method [true]
        Subtasks [S("g")]
Primitive Task [S(t : symbol)]
    Operator [S(t)]
END
htn graph "$SCRATCH/a.htn" -Wnone | grep -v ' \[rankdir\|shape=plain'
