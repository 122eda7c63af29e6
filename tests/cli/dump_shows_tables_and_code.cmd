htn compile domains/01-first-domain.htn -o $SCRATCH/f.htnb && htn dump $SCRATCH/f.htnb | sed -E "1s/, .*/, .../; s/in all [0-9]+ bytes/in all N bytes/"
