htn compile domains/10-parameters.htn -o $SCRATCH/p.htnb --header $SCRATCH/p.h || exit
cat $SCRATCH/p.h
echo '#include "p.h"' > $SCRATCH/p.c
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I runtime/include -c $SCRATCH/p.c -o $SCRATCH/p.o && echo compiles
