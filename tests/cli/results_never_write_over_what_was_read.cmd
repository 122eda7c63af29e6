cd $SCRATCH
cat > walk.part <<'END'
World State [Post : 0..3]
Compound Task [Guard]
    Method [Post > 0]
        Subtasks [Walk()]
    Method [true]
        Subtasks [Walk(), Walk()]
Primitive Task [Walk]
    Operator [Walk]
END
printf 'Import ["walk.part"]\nRoot [Guard]\nScenario [he walks]\n    Expect Plan [Walk(), Walk()]\n' > walk
htn run walk --journal j.bin < /dev/null > /dev/null; cp j.bin before.bin
mkdir before; cp walk walk.part before
# the source, and what it imports, by any path
for to in walk ./walk.part; do
    htn explain walk --html $to; echo "exit $?"
    htn sweep walk Post --csv $to; echo "exit $?"
    htn sweep walk Post --csv new --svg $to; echo "exit $?"
    htn test walk --html $to; echo "exit $?"
    htn test walk --lcov $to --junit new; echo "exit $?"
    htn trace walk j.bin --chrome $to; echo "exit $?"
    htn run walk --journal $to < /dev/null; echo "exit $?"
done 2>&1 | grep -v 'shows how it is used'
htn trace walk j.bin --chrome j.bin
# what a reload reads
sed 's/Post > 0/Post > 1/' walk.part > other; cp other before
printf 'reload other\nreload\n' | htn run walk --journal other; echo "exit $?"
# sources of HDDL
cp "$OLDPWD"/tests/hddl/a_place_is_kept_for_what_needs_it.hddl domain; cp "$OLDPWD"/tests/hddl/a_place_is_kept_for_what_needs_it.problem.hddl problem; cp domain problem before
htn explain domain problem --html domain 2>&1 | head -n 1; htn explain domain problem --html ./problem 2>&1 | head -n 1
for each in before/*; do cmp $each $(basename $each); done; cmp j.bin before.bin; ls
