/*
 * random_sources FOLDER COUNT: writes random domains (tests/differential/generate.h), one file each. Done on one host for all of them: the
 * order in which a compiler evaluates arguments decides what the dice of the generator are thrown for.
 */
#include "../differential/generate.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    static char text[GENERATED_SIZE];
    char path[1024];
    if (count != 3) {
        fprintf(stderr, "usage: random_sources FOLDER COUNT\n");
        return 2;
    }
    for (long i = 1; i <= atol(arguments[2]); i++) {
        const size_t length = generate_domain((uint64_t)i, FEATURES_ALL, text);
        snprintf(path, sizeof path, "%s/%ld.htn", arguments[1], i);
        FILE *file = fopen(path, "wb");
        if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) {
            fprintf(stderr, "random_sources: %s cannot be written\n", path);
            return 2;
        }
    }
    return 0;
}
