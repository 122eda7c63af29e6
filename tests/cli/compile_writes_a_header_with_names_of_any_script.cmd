cat > $SCRATCH/n.htn <<'END'
Domain [鸟]
Enum [Été] Values [_u4F1A_u98DE, 会]
World State [会飞 : bool, Now : Été]
Compound Task [Root]
    Method [会飞, Now == 会]
        Subtasks [飞()]
Primitive Task [飞]
    Operator [Fly]
    Effects [Now = _u4F1A_u98DE]
END
htn compile $SCRATCH/n.htn -o $SCRATCH/n.htnb --header $SCRATCH/n.h --emit-c $SCRATCH/n.c || exit
grep -E "define|_u" $SCRATCH/n.h | sed -E "s/FINGERPRINT 0x[0-9a-f]+/FINGERPRINT 0x.../"
echo '#include "n.h"' > $SCRATCH/h.c
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I runtime/include -c $SCRATCH/h.c -o $SCRATCH/h.o && echo compiles
${CC:-cc} -std=c11 -Wall -Wextra -Werror -I runtime/include -c $SCRATCH/n.c -o $SCRATCH/c.o && echo compiles
