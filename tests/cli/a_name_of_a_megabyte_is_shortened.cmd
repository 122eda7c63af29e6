cd $SCRATCH
long=$(head -c 1000000 /dev/zero | tr '\0' a)
printf 'Compound Task [R] Method [%s] Subtasks [R()]\n' $long > long.htn
htn check long.htn
