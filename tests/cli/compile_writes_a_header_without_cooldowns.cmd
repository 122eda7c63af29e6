# What a Cooldown is kept in is called `Cooldown(Guard, 0)`, which no compiler of C takes.
cat > $SCRATCH/g.htn <<'END'
World State [Thief : bool, Post : 0..3]
Compound Task [Guard]
    Method [Thief]
        Cooldown [5s]
        Subtasks [Chase()]
Primitive Task [Chase]
    Operator [Chase(Post)]
END
htn compile $SCRATCH/g.htn -o $SCRATCH/g.htnb --header $SCRATCH/g.h || exit
grep -A5 'World-state' $SCRATCH/g.h
echo '#include "g.h"' > $SCRATCH/g.c
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -I runtime/include -c $SCRATCH/g.c -o $SCRATCH/g.o && echo compiles
