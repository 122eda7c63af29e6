# not on Windows: it has no devices in folders
cp tests/cli/guard.htn $SCRATCH; cd $SCRATCH
htn plan - < guard.htn; echo "exit $?"
htn explain - --ascii < guard.htn; echo "exit $?"
echo 'Compound Tsk [A]' | htn check -; echo "exit $?"
echo 'Compound Tsk [A]' | htn check - --json | grep '"file"'
htn compile - -o - < guard.htn | htn plan -; echo "exit $?"
htn compile guard.htn -o named.htnb && htn plan - < named.htnb
cat guard.htn | htn plan /dev/stdin
htn compile - < guard.htn; echo "exit $?"
htn compile - -o a.htnb --depfile a.d < guard.htn; echo "exit $?"
htn compile guard.htn -o - --depfile a.d; echo "exit $?"
htn compile guard.htn -o - --header -; echo "exit $?"
htn check - < /dev/null
