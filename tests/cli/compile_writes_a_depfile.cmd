htn compile domains/11-imports.htn -o $SCRATCH/d.htnb --depfile $SCRATCH/d.d && cat $SCRATCH/d.d
