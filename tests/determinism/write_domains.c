/*
 * Writes the random domains of some seeds, of every kind that tests/differential plays. Compiled with each compiler that there is by ./run,
 * which compares what they write: a seed is a whole bug report only if no domain hangs on the order in which a compiler evaluates arguments.
 */
#include "generate.h"
#include <stdio.h>

int main(void)
{
    static const unsigned kinds[] = {0, ALWAYS_CHEAPEST, MANY_PARTS, ONLY_GOALS};
    static char text[GENERATED_SIZE];
    for (uint64_t seed = 0; seed < 600; seed++) {
        const size_t length = generate_domain(seed, FEATURES_ALL | kinds[seed % 4], text);
        fwrite(text, 1, length, stdout);
        fwrite(text, 1, generate_arithmetic(seed, text), stdout);
    }
    return 0;
}
