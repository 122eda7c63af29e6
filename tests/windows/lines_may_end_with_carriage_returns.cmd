sed 's/$/\r/' domains/troll.htn > "$SCRATCH/troll.htn"
sed 's/$/\r/' domains/troll.test.htn > "$SCRATCH/troll.test.htn"
cd "$SCRATCH" || exit
htn test troll.test.htn
htn fmt --check troll.htn && echo laid out
htn fmt - < troll.htn | cmp - troll.htn && echo the same bytes
printf 'SeesEnemy = true\r\nplan\r\n' > script
htn run troll.htn --script script
htn run troll.htn < script | tail -n 2
printf 'World State [A : bool]\r\nCompound Task [Live]\r\n    Method [B]\r\n        Subtasks [Rest()]\r\nPrimitive Task [Rest] Operator [Rest]\r\n' > bad.htn
htn check bad.htn
# what the tool writes is the same on every host: lines end with a line feed alone
htn plan troll.htn --set SeesEnemy=true | od -c | head -n 2
htn compile troll.htn -o troll.htnb --header troll.h && grep -c $'\r' troll.h
