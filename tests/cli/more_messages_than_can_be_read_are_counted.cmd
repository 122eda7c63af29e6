cd $SCRATCH
{ echo 'World State [A : bool]'; echo 'Compound Task [R] Method [true] Subtasks ['
  for i in $(seq 1 60); do echo "No$i(),"; done; echo 'Do()] Primitive Task [Do] Operator [Do] Effects [A = true]'; } > errors.htn
htn check errors.htn 2>&1 | tail -6
htn check errors.htn --json 2> /dev/null | grep -c '"severity"'
{ echo 'World State [A : bool]'; echo 'Compound Task [R] Method [A] Subtasks [Do()] Primitive Task [Do] Operator [Do] Effects [A = true]'
  for i in $(seq 1 51); do echo "Primitive Task [Unused$i] Operator [Do]"; done; } > warnings.htn
htn check warnings.htn 2>&1 | tail -3
