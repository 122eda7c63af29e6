htn help; echo "exit $?"
for command in compile check plan explain test dump; do htn help $command; echo "exit $?"; done
htn --version
