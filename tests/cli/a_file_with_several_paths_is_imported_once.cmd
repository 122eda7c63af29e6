# Links make a tree of paths without end out of few files: a file is known by what it is, not by its path.
mkdir "$SCRATCH/tree" && cd "$SCRATCH/tree"
ln -s . left
ln -s . right
cat > main.htn << 'END'
Import ["left/base.htn"]
Import ["right/base.htn"]
Compound Task [Live] Method [true] Subtasks [Rest()]
END
echo 'Import ["left/rest.htn"] Import ["right/rest.htn"]' > base.htn
echo 'Primitive Task [Rest] Operator [Rest]' > rest.htn
ln rest.htn hard.htn
echo 'Import ["hard.htn"]' >> base.htn
htn plan main.htn
echo 'Import ["left/cycle.htn"] Import ["right/cycle.htn"] Compound Task [Live] Method [true] Subtasks []' > cycle.htn
timeout 60 htn check cycle.htn
echo "exit $?"
mkfifo pipe.htn
echo 'Import ["pipe.htn"] Compound Task [Live] Method [true] Subtasks []' > waits.htn
timeout 60 htn check waits.htn
