htn compile domains/01-first-domain.htn -o $SCRATCH/f.htnb && htn dump $SCRATCH/f.htnb | sed -E "1s/, .*/, .../"
