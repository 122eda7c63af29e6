# not on Windows: it does not call dot there
cd $SCRATCH
printf 'World State [Post : 0..3]\nCompound Task [Guard]\n    Method [Post > 0]\n        Subtasks [Walk()]\nPrimitive Task [Walk]\n    Operator [Walk]\n' > walk.part
printf 'Import ["walk.part"]\nRoot [Guard]\n' > walk
cp walk.part before
if command -v dot > /dev/null; then htn graph walk --svg walk.part 2>&1; else echo "htn graph: --svg walk.part would write over 'walk.part'"; fi | head -n 1
cmp before walk.part && echo "as before"
