cd "$SCRATCH" || exit
long=$(printf 'f%.0s' {1..100})
folder=$long/$long/$long
mkdir -p "$folder" && cp "$OLDPWD/domains/troll.htn" "$OLDPWD/domains/troll.test.htn" "$folder/"
htn test "$folder/troll.test.htn" | tail -n 1
htn compile "$folder/troll.htn" -o "$folder/out.htnb" && htn plan "$folder/out.htnb"
