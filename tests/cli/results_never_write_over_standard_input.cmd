# not on Windows: the file behind standard input is not known there
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
cp walk.part before; cp walk.part walk
echo 'Post = 2' > script
htn run walk --journal script < script 2>&1 | head -n 1
htn explain - --html walk.part < walk.part 2>&1 | head -n 1; htn sweep - Post --csv walk.part < walk.part 2>&1 | head -n 1
htn compile - -o walk.part < walk.part 2>&1 | head -n 1; htn test - --lcov walk.part < walk.part 2>&1 | grep would
cmp walk.part before; cat script; ls
