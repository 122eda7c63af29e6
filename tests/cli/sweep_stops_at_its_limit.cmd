# Between two samples as well, and a picture of what was done has the names of what was done.
cat > "$SCRATCH/many.htn" << 'EOF'
World State [X : int]
Compound Task [R]
    Method [X > 1000000000] Subtasks [Rest()]
    Method [true] Subtasks [Walk(X % 400)]
Primitive Task [Rest] Operator [Rest]
Primitive Task [Walk(n : int)] Operator [Walk(n)]
EOF
htn sweep "$SCRATCH/many.htn" X=1..2000000000:1999999999 --by plan --max-total 100 2>&1
echo "exit $?"
cat > "$SCRATCH/two.htn" << 'EOF'
World State [X : 0..100]
Compound Task [R]
    Method high [X > 50] Subtasks [Rest()]
    Method low [true] Subtasks [Walk()]
Primitive Task [Rest] Operator [Rest]
Primitive Task [Walk] Operator [Walk]
EOF
for total in 400 4000 1000000; do
    htn sweep "$SCRATCH/two.htn" X=0..100 --max-total $total --svg - 2>&1 | grep -o '[0-9]*\.\.[0-9]*: [a-z]*\|.*ended after.*' | sort -u
done
