/*
 * The door for saves, their checksum mended: into an agent of the domain that they were made with, and of another build of it. One that is
 * refused changes nothing and says why; with any other the agent lives on.
 */
#include "saving.h"
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
        for (int i = 0; i < 4; i++)
            wild_game_tick(&game);
        free(wild_game_save(&game, &size));
    }
    wild_game_end(&game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
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
