htn help; echo "exit $?"
for command in compile check plan explain test trace replay dump; do htn help $command; echo "exit $?"; done
htn --version
