# The main file has no folder in its path; the folders of the rest lead up and down again.
mkdir -p "$SCRATCH/base/deep" "$SCRATCH/main"
echo 'Import ["../other.htn"] Compound Task [Base] Method [Tired] Subtasks [Rest()]' > "$SCRATCH/base/base.htn"
echo 'World State [Tired : bool = true] Primitive Task [Rest] Operator [Rest]' > "$SCRATCH/other.htn"
echo 'Import ["../base/deep/.././base.htn"] Import ["../other.htn"] Root [Live] Compound Task [Live] Method [true] Subtasks [Base()]' > "$SCRATCH/main/main.htn"
cd "$SCRATCH/main"
htn plan main.htn
htn plan ./main.htn
cd ../base/deep
htn plan ../../main/main.htn
htn plan ../../main/../main/main.htn
cd ../..
htn plan main/main.htn
htn plan "$PWD/main/main.htn"
