htn compile tests/cli/town.htn -o "$SCRATCH/town.htnb" --header "$SCRATCH/town.h" && sed -n '/FINGERPRINT/d;/property/,/^};/p;/query/,/^};/p' "$SCRATCH/town.h"
