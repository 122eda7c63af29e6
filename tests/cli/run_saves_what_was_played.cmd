cd "$SCRATCH"
cp -r "$OLDPWD/domains" domains
mkdir tests
htn run domains/troll.htn <<'EOF'
SeesEnemy = true
run 1.5
save tests/troll.test.htn
TrunkHealth = 2
undo
fail
save tests/troll.test.htn the "Tree" is gone
save
save troll.txt
save "tests/troll.test.htn
save tests/troll.test.htn [x]
save nowhere/troll.test.htn
EOF
echo "exit $?"
cat tests/troll.test.htn
htn test tests/troll.test.htn
echo '--- instances, layers, other names'
cat > dog.htn <<'EOF'
Entities [Wolf] Max [3]
Query [Hears(Wolf) : bool]
World State [Near(Wolf) : bool, wolf1 : 0..9]
Root [Legs]
Root [Voice]
Compound Task [Legs]
    Method [any w : Wolf where Near(w)]
        Subtasks [Chase(w)]
Compound Task [Voice]
    Method [exists(w : Wolf where Hears(w))]
        Subtasks [Bark()]
Primitive Task [Chase(w : Wolf)]
    Operator [Chase(w)]
    Effects [Near(w) = false, wolf1 += 1]
Primitive Task [Bark]
    Operator [Bark]
    Duration [300ms]
EOF
htn run dog.htn --spawn Wolf=2 --set 'Near(Wolf#1)=true' --seed 3 <<'EOF' > /dev/null
Hears(Wolf#0) = true
run 1
despawn Wolf#1
spawn Wolf
Near(Wolf#1) = true
save dog.test.htn "the" second wolf
EOF
cat dog.test.htn
htn test --seed 3 dog.test.htn
echo '--- what has no scenario'
htn compile dog.htn -o dog.htnb
echo 'save x.htn' | htn run dog.htnb
printf 'order Reap()\norder Reap()\ntake back 2\nsave y.htn\norder only Reap()\nundo 3\nsave x.htn\n' | htn run domains/15-orders.htn
sed -n '3,$p' y.htn; htn test y.htn
echo '--- the first of several orders is taken back, and one behind'
printf 'order Reap()\norder Reap()\norder Reap()\ntake back 3\ntake back 1\nplan\nsave z.htn\n' | htn run domains/15-orders.htn
sed -n '3,$p' z.htn; htn test z.htn
echo '--- an order behind another'
printf 'order Reap()\norder Reap()\nsucceed\nsave orders.test.htn\n' | htn run domains/15-orders.htn
cat orders.test.htn
htn test orders.test.htn
printf 'World State [A : bool]\n' > other.htn
printf 'save other.htn\n' | htn run dog.htn --spawn Wolf=1
cat other.htn
