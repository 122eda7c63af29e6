htn test tests/cli/cover.test.htn
echo "exit $?"
htn plan tests/cli/cover.htn --set 'Held(Rock)=true'
htn plan tests/cli/cover.htn --set 'Held(Rock)=true' --set 'Held(Tree)=true'
