/*
 * The door to the machine: blobs whose length and checksum are mended, so that the verifier is what stands between their bytes and the
 * machine. What it lets in is planned with and lived by, in any world, with any limits.
 */
#include "mutations.h"
#include "wild_game.h"
#include <stdlib.h>
#include <string.h>

enum { TICKS = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static wild_game game;
    htn_domain domain;
    if (size < HTN_HEADER_SIZE || size > UINT32_MAX)
        return 0;
    uint8_t *blob = must_allocate(size);
    memcpy(blob, data, size);
    memcpy(blob + HTN_HEADER_MAGIC, HTN_BLOB_MAGIC, 4);
    fuzz_put32(blob + HTN_HEADER_TOTAL, (uint32_t)size);
    const uint32_t checksum = htn_blob_checksum(blob + HTN_HEADER_FINGERPRINT, size - HTN_HEADER_FINGERPRINT);
    fuzz_put32(blob + HTN_HEADER_CHECKSUM, checksum);
    if (exercise(blob, size) == HTN_OK && htn_domain_load(&domain, blob, size, NULL) == HTN_OK) {
        const bool begun = wild_game_begin(&game, &domain, checksum);
        for (int i = 0; begun && i < TICKS; i++)
            wild_game_tick(&game);
        wild_game_end(&game);
    }
    free(blob);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

/* Half of the changes keep the form. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    uint64_t state = seed;
    if (random_below(&state, 2))
        return LLVMFuzzerMutate(data, size, most);
    fuzz_mutate_blob(data, size, &state);
    return size;
}

#endif
