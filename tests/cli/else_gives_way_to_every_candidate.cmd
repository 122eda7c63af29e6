htn test tests/cli/else.htn
htn explain tests/cli/else.htn
htn explain tests/cli/else.htn --set M=3
htn check --dump-ast tests/cli/else.htn | grep -i 'else\|method'
