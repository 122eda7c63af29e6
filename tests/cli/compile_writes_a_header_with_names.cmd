htn compile domains/10-parameters.htn -o $SCRATCH/p.htnb --header $SCRATCH/p.h || exit
sed -E "s/FINGERPRINT 0x[0-9a-f]+/FINGERPRINT 0x.../" $SCRATCH/p.h
echo '#include "p.h"' > $SCRATCH/p.c
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I runtime/include -c $SCRATCH/p.c -o $SCRATCH/p.o && echo compiles
