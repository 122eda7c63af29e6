cd $SCRATCH
cat > walk.part <<'END'
World State [Post : 0..3]
Compound Task [Guard]
    Method [true]
        Subtasks [Walk()]
Primitive Task [Walk]
    Operator [Walk]
END
cat > walk.test.htn <<'END'
Import ["walk.part"]
Scenario [he walks]
    Expect Plan [Walk()]
END
# What was forgotten is OUT.xml.
htn test --junit walk.test.htn walk.test.htn; echo "exit $?"
htn test --junit other.htn walk.test.htn; echo "exit $?"
ln walk.test.htn linked
htn test walk.test.htn --junit linked; echo "exit $?"
htn test walk.test.htn --junit ./walk.part; echo "exit $?"
head -n 1 walk.part walk.test.htn
