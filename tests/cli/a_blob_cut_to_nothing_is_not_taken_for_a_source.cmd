cd $SCRATCH
: > empty.htnb; printf HTN > three.htnb; : > nameless
for file in empty.htnb three.htnb nameless; do
    for command in plan explain dump check compile; do htn $command $file; echo "exit $?"; done
done
: > empty.htn; htn plan empty.htn
