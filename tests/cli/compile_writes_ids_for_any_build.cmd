# not on Windows: its headers are compiled and linked with the library of this host
cat > $SCRATCH/old.htn <<'END'
Domain [Guard]
Enum [Place] Values [Gate, Tower]
Entities [Dog] Values [Rex, Fido]
Query [IsOpen(p : Place) : bool]
World State [At : Place = Gate, Hungry : bool]
Sensor [Nose] Updates [Hungry] Every [1s]
Compound Task [Live] Method [Hungry] Subtasks [Eat()] Method [true] Subtasks [Go(Tower)]
Primitive Task [Eat] Operator [Eat]
Primitive Task [Go(p : Place)] Operator [Walk(p)]
END
sed -e 's/\[At/[Alarm : bool, At/' -e 's/Gate, Tower/Hall, Tower/; s/= Gate/= Hall/' -e 's/Rex, Fido/Fido, Rex/' -e 's/Nose/Ear/' $SCRATCH/old.htn > $SCRATCH/new.htn
htn compile $SCRATCH/old.htn -o $SCRATCH/old.htnb --header $SCRATCH/guard.h || exit
htn compile $SCRATCH/new.htn -o $SCRATCH/new.htnb || exit
sed -n '/The same names/,$p' $SCRATCH/guard.h
cat > $SCRATCH/find.c <<'END'
#include "guard.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    static unsigned char blob[1 << 16];
    htn_domain domain;
    Guard_ids ids;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        const size_t size = fread(blob, 1, sizeof blob, file);
        fclose(file);
        if (htn_domain_load(&domain, blob, size, NULL) != HTN_OK) return 1;
        printf("%u missing", (unsigned)Guard_find(&ids, &domain));
        printf(": At %d, Hungry %d, Gate %d, Tower %d, Rex %d, Fido %d, Nose %d\n", (int)ids.property_At, (int)ids.property_Hungry,
               (int)ids.value_Gate, (int)ids.value_Tower, (int)ids.value_Rex, (int)ids.value_Fido, (int)ids.sensor_Nose);
    }
    return 0;
}
END
${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I runtime/include $SCRATCH/find.c $BUILD/libhtn.a -o $SCRATCH/find && $SCRATCH/find $SCRATCH/old.htnb $SCRATCH/new.htnb
cp $SCRATCH/find.c $SCRATCH/find.cpp
${CXX:-c++} -std=c++11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I runtime/include -fsyntax-only $SCRATCH/find.cpp && echo "C++ too"
