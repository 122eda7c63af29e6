htn compile tests/code/tables_and_loops.htn -o "$SCRATCH/blob" --header "$SCRATCH/header.h" && sed -E "s/FINGERPRINT 0x[0-9a-f]+/FINGERPRINT 0x.../" "$SCRATCH/header.h"; echo "exit $?"
htn compile tests/code/static_facts.htn -o "$SCRATCH/blob" --header "$SCRATCH/header.h" && sed -n '/enum/,/};/p' "$SCRATCH/header.h"; echo "exit $?"
