# On every system, so that a domain written on Windows is read everywhere.
cd "$SCRATCH" || exit
mkdir -p parts/deep
echo 'Primitive Task [Walk] Operator [Walk]' > parts/deep/walk.htn
printf '%s\n' 'Import ["parts\\deep\\walk.htn"]' 'Import ["parts/deep/walk.htn"]' 'Compound Task [Live] Method [true] Subtasks [Walk()]' > live.htn
cat live.htn
htn plan live.htn
