/*
 * The door for saves, their checksum mended: into an agent of the domain that they were made with, and of another build of it. One that is
 * refused changes nothing and says why; with any other the agent lives on.
 *
 * What does not begin as a save does is how to damage one: which game's, after how many ticks, what it is loaded into, and then where and what,
 * three bytes each. So the fuzzer need not find its way through all that stands in front of an agent's plans.
 */
#include "runtime/save/save_format.h"
#include "mutations.h"
#include "wild_game.h"
#include <stdlib.h>
#include <string.h>

static void check_refused(wild_game *game, const htn_load_report *report, htn_status status, size_t size)
{
    const bool is_said = status != HTN_BAD_SAVE || (report->reason != NULL && report->offset <= size);
    fuzz_expect(is_said, "a refusal that does not say where or why");
    fuzz_expect(status != HTN_BAD_ARGUMENT && status != HTN_BUSY, "a new agent that cannot be loaded");
    fuzz_expect(!htn_agent_plan(game->agent, 0, &(htn_plan){0}, NULL), "a refused save leaves a plan behind");
}

static void load_into(const htn_domain *domain, const uint8_t *save, size_t size, uint32_t seed)
{
    static wild_game game;
    htn_load_report report = {0};
    if (wild_game_begin(&game, domain, seed)) {
        htn_world_load(htn_agent_world(game.agent), save, size, &report);
        const htn_status status = htn_agent_load(game.agent, save, size, &report);
        if (status != HTN_OK)
            check_refused(&game, &report, status, size);
        wild_game_check_plans(&game);
        for (int i = 0; i < 4; i++)
            wild_game_tick(&game);
        free(wild_game_save(&game, &size));
    }
    wild_game_end(&game);
}

enum { GAMES = 64, MOST_TICKS = 16, HOW = 3, EDIT = 3 };

/* A sound save, made once. */
static const uint8_t *sound_save(uint32_t seed, uint32_t ticks, size_t *size)
{
    static struct {
        uint8_t *bytes;
        size_t size;
    } known[GAMES][MOST_TICKS];
    static wild_game game;
    if (known[seed][ticks].bytes == NULL) {
        fuzz_expect(wild_game_begin(&game, fuzz_domain(), seed), "no game");
        for (uint32_t i = 0; i <= ticks; i++)
            wild_game_tick(&game);
        known[seed][ticks].bytes = wild_game_save(&game, &known[seed][ticks].size);
        wild_game_end(&game);
    }
    *size = known[seed][ticks].size;
    return known[seed][ticks].bytes;
}

/* Places count from the end, where the agent is. */
static void damage_and_load(const uint8_t *how, size_t length)
{
    size_t size;
    const uint8_t *sound = sound_save(how[0] % GAMES, how[1] % MOST_TICKS, &size);
    uint8_t *save = must_allocate(size);
    memcpy(save, sound, size);
    for (size_t i = HOW; i + EDIT <= length; i += EDIT)
        save[size - 1 - ((size_t)how[i] | (size_t)how[i + 1] << 8) % (size - HTNI_SAVE_HEADER)] = how[i + 2];
    fuzz_put32(save + HTNI_SAVE_CHECKSUM, htn_blob_checksum(save + HTNI_SAVE_BLOB, size - HTNI_SAVE_BLOB));
    load_into(how[2] % 2 ? fuzz_other_build() : fuzz_domain(), save, size, how[2] / 2);
    free(save);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= HOW && memcmp(data, "HTN", 3) != 0) {
        damage_and_load(data, size);
        return 0;
    }
    uint8_t *save = must_allocate(size);
    memcpy(save, data, size);
    uint32_t seed = 0;
    if (size >= HTNI_SAVE_HEADER && size <= UINT32_MAX) {
        fuzz_put32(save + HTNI_SAVE_TOTAL, (uint32_t)size);
        seed = htn_blob_checksum(save + HTNI_SAVE_BLOB, size - HTNI_SAVE_BLOB);
        fuzz_put32(save + HTNI_SAVE_CHECKSUM, seed);
    }
    load_into(fuzz_domain(), save, size, seed);
    load_into(fuzz_other_build(), save, size, seed);
    free(save);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

/* Half of the changes keep the form. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    uint64_t state = seed;
    if (size < HOW || memcmp(data, "HTN", 3) != 0 || random_below(&state, 2))
        return LLVMFuzzerMutate(data, size, most);
    fuzz_mutate_save(data, size, &state);
    return size;
}

#endif
