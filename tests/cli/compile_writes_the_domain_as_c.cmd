# The same bytes again, a line for each jump, and C that compiles without a word, with the header that declares it.
cp domains/troll.htn $SCRATCH/ && runtime=$PWD/runtime && cd $SCRATCH || exit
htn compile troll.htn --header troll.h --emit-c troll_c.c; echo "exit $?"
htn compile troll.htn --emit-c again.c && cmp troll_c.c again.c && echo same
sed -n '/Attack \*/,/^L19/p' troll_c.c
tail -n 9 troll.h
cat > game.c <<'END'
#include <htn/htn.h>
#include "troll.h"
int main(void)
{
    htn_domain domain;
    return htn_domain_load_native(&domain, &troll_native, NULL) != HTN_OK;
}
END
for flags in '-std=c11 -O1' '-std=c11 -O0'; do
    ${CC:-cc} $flags -Wall -Wextra -Wshadow -Wconversion -Werror -I $runtime/include -I $runtime/native game.c troll_c.c $runtime/*/*.c -o "game${flags##* }" && "./game${flags##* }" && echo runs
done
