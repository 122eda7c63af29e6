# not on Windows: it has another reason for a folder in a file
cd "$SCRATCH" || exit
htn new guard; echo "exit $?"
cat guard/guard.htn guard/guard.test.htn guard/Makefile guard/.vscode/*
cd guard && htn check -Werror *.htn && htn fmt --check *.htn && htn test guard.test.htn --coverage; cd ..
htn new guard; echo "exit $?"
for name in 'a b' .x -- '' a.htn nowhere/x guard/guard.htn/x; do htn new "$name"; echo "exit $?"; done
htn new -- sub/ > /dev/null; htn new sub/inner | tail -n 2; ls sub/inner
