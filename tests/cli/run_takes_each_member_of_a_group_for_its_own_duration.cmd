# In a group each step takes as long as its own Duration says; one without takes the default.
cat > $SCRATCH/camp.htn <<'END'
Root [Be]
Compound Task [Be] Method [] Subtasks [Parallel [Long(), Mid(), Short(), Free()], Last()]
Primitive Task [Long] Operator [Long()] Duration [3s]
Primitive Task [Mid] Operator [Mid()] Duration [2s]
Primitive Task [Short] Operator [Short()] Duration [1500ms]
Primitive Task [Free] Operator [Free()]
Primitive Task [Last] Operator [Last()] Duration [4s]
END
printf 'plan\nrun 10s\n' | htn run $SCRATCH/camp.htn --ascii
