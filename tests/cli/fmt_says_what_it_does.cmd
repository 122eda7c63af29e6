printf 'World State [A:bool]\nCompound Task [T]\n Method[A]Subtasks[]\n' > "$SCRATCH/a.htn"
cd "$SCRATCH" || exit
htn fmt --check a.htn; echo "check: exit $?"
htn fmt --diff a.htn; echo "diff: exit $?"
htn fmt a.htn; echo "fmt: exit $?"
cat a.htn
before=$(stat -c %i a.htn)
htn fmt a.htn && [ "$before" = "$(stat -c %i a.htn)" ] && echo "what has its layout is not written"
printf 'Compound Task [T]\n Method[A Subtasks[]\n' | htn fmt -; echo "error: exit $?"
htn fmt nowhere.htn a.htn; echo "absent: exit $?"
printf 'HTNB' > b.htnb
printf '\0\0\0\0\0\0' > c.htn
htn fmt b.htnb c.htn; echo "blob: exit $?"
printf '\357\273\277Domain[A]' | htn fmt - | od -c | head -2
printf '' | htn fmt -; echo "empty: exit $?"
htn fmt; echo "nothing: exit $?"
