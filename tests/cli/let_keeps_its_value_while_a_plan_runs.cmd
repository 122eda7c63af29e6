htn test tests/cli/let.test.htn
echo "exit $?"
htn explain tests/cli/let.htn --set N=3
htn explain tests/cli/let.htn --set Bold=true
htn check --dump-ast tests/cli/let.htn | grep -A3 'let '
