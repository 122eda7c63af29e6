cp domains/troll.htn domains/troll.test.htn "$SCRATCH/"
htn plan "Z:$(echo "$SCRATCH" | tr / '\\')\\troll.htn"
htn test "z:$SCRATCH/troll.test.htn" | tail -n 1
echo "Import [\"Z:$SCRATCH/troll.htn\"]" > "$SCRATCH/main.htn"
htn plan "$SCRATCH/main.htn"
# the prefix of long paths, as it is; wine shows the files of this host under `unix`
htn test "\\\\?\\unix$(echo "$SCRATCH" | tr / '\\')\\troll.test.htn" | tail -n 1
htn compile domains/troll.htn -o "Z:$(echo "$SCRATCH" | tr / '\\')\\out.htnb" && htn plan "$SCRATCH/out.htnb"
