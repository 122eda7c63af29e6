for shell in bash zsh fish; do htn completion $shell > "$SCRATCH/$shell"; echo "exit $?"; done
bash -n "$SCRATCH/bash" && grep -c "^    [a-z]*)$" "$SCRATCH/bash" | awk '$1 > 10 { print "a part for each command" }'
htn completion tcsh; echo "exit $?"
htn completion; echo "exit $?"
htn help --man | grep -c '^\.SS htn ' | awk '$1 > 10 { print "a section for each command" }'
htn help unknwon-name; echo "exit $?"
htn help unused-task | head -n 3
