/*
 * Random games, in which the agent's journal begins again at random moments with a snapshot (htn_agent_snapshot()): each run of it
 * replays to its end, byte for byte, so what the agent did behind the snapshot is what an agent does that is loaded from it.
 * To a reader it is one timeline: the world that it knows behind a snapshot is the agent's.
 *
 *     test_snapshots [--count N] [--from SEED]
 */
#include "cli/trace/trace_reader.h"
#include "tests/differential/generate.h"
#include "tests/differential/random_game.h"
#include <htn/replay.h>
#include <htn/save.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 300, TICKS = 60 };

static uint64_t taken, busy, events, grouped, running, read_through;

static bool replays(const htn_domain *domain, const uint8_t *bytes, size_t size, uint64_t seed)
{
    htn_replay_report report;
    void *memory = NULL;
    size_t given = 0;
    htn_status status;
    while ((status = htn_replay(domain, bytes, size, memory, given, &report)) == HTN_TOO_SMALL) {
        free(memory);
        given = report.memory;
        memory = malloc(given);
    }
    free(memory);
    events += report.events;
    if (status != HTN_OK)
        printf("# seed %" PRIu64 ": %s at event %" PRIu32 ", offset %zu of %zu: %s\n", seed, htn_status_text(status),
               report.events, report.offset, size, report.reason == NULL ? "" : report.reason);
    return status == HTN_OK;
}

static bool every_run_replays(const random_game *game)
{
    htn_journal_event event;
    size_t offset = 0, begun = 0;
    bool good = true;
    while (htn_journal_next(game->bytes, game->size, &offset, &event) == HTN_OK)
        if (event.kind == HTN_JOURNAL_BEGIN && event.offset > begun) {
            good = replays(game->domain, game->bytes + begun, event.offset - begun, game->seed) && good;
            begun = event.offset;
        }
    return replays(game->domain, game->bytes + begun, game->size - begun, game->seed) && good;
}

/* The same source by another name is another build: a replay over it loads what the agent loaded, as exactly. */
static bool replays_elsewhere(const random_game *game)
{
    static char text[GENERATED_SIZE];
    const htn_limits limits = {0};
    subject_state other;
    char problem[2000];
    generate_domain(game->seed, FEATURES_ALL, text);
    bool good =
        subject_open(&other, "folder/elsewhere.htn", text, game->seed % 2 != 0, &limits, problem, sizeof problem);
    good = good && replays(&other.domain, game->bytes, game->size, game->seed);
    subject_close(&other);
    return good;
}

/* Where the run that the journal ends with begins. */
static size_t last_run(const random_game *game)
{
    htn_journal_event event;
    size_t offset = 0, begun = 0;
    while (htn_journal_next(game->bytes, game->size, &offset, &event) == HTN_OK)
        if (event.kind == HTN_JOURNAL_BEGIN && !(event.numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT))
            begun = event.offset;
    return begun;
}

/* A reader of that run knows the time and the world, whatever snapshots are in it; but not what a save of the game holds. */
static bool is_one_timeline(const random_game *game)
{
    const size_t begun = last_run(game);
    const trace_bytes journal = {"journal", game->bytes + begun, game->size - begun, begun};
    cli_subject subject = {.domain = *game->domain};
    trace_reader reader;
    uint64_t time_us = 0;
    uint32_t snapshots = 0;
    htn_status status;
    trace_begin(&reader, "test", &subject, &journal);
    while ((status = trace_next(&reader)) == HTN_OK) {
        const htn_journal_event *event = &reader.event;
        time_us += event->kind == HTN_JOURNAL_TICK           ? (uint64_t)event->numbers[0] * 1000
                   : event->kind == HTN_JOURNAL_MICROSECONDS ? event->numbers[0]
                                                             : 0;
        snapshots += event->kind == HTN_JOURNAL_BEGIN && reader.in_snapshot;
        trace_learn(&reader);
    }
    bool same = status == HTN_NOT_FOUND && reader.time_us == time_us;
    for (uint32_t i = 0; same && !reader.lost && i < htn_domain_count(game->domain, HTN_SECTION_PROPERTIES); i++)
        same = htn_domain_field(game->domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_PARAMETER_COUNT) != 0 ||
               htn_world_get(&reader.world, i) == htn_world_get(htn_agent_world(game->agent), i);
    read_through += snapshots > 0 && !reader.lost;
    if (!same)
        printf("# seed %" PRIu64 ": the reader has another world or time\n", game->seed);
    trace_end(&reader);
    return same;
}

/* What runs stays what runs. */
static uint32_t count_steps(const htn_agent *agent)
{
    htn_activity activity;
    uint32_t count = 0;
    for (uint32_t layer = 0; layer < htn_agent_layers(agent); layer++)
        while (htn_agent_activity(agent, layer, count, &activity))
            count++;
    return count;
}

static bool take_snapshot(random_game *game)
{
    const size_t size = htn_agent_save_bytes(game->agent);
    void *scratch = malloc(size);
    const uint32_t steps = count_steps(game->agent);
    bool good = htn_agent_snapshot(game->agent, &game->journal, scratch, size - 1) != HTN_OK;
    const htn_status status = htn_agent_snapshot(game->agent, &game->journal, scratch, size);
    taken += status == HTN_OK;
    busy += status == HTN_BUSY;
    grouped += status == HTN_OK && htn_agent_group(game->agent) != NULL;
    running += status == HTN_OK && steps != 0;
    good = good && (status == HTN_OK || status == HTN_BUSY) && count_steps(game->agent) == steps;
    free(scratch);
    return good;
}

static bool play(uint64_t seed)
{
    random_game game;
    char problem[2000];
    bool good = random_game_begin(&game, seed, problem, sizeof problem);
    uint64_t dice = seed * 2654435761u + 1;
    for (uint32_t tick = 0; good && tick < TICKS; tick++) {
        random_game_tick(&game);
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        if ((dice >> 33) % 12 == 0)
            good = take_snapshot(&game);
    }
    good = good && every_run_replays(&game) && is_one_timeline(&game);
    if (seed % 3 == 0)
        good = good && replays_elsewhere(&game);
    if (!good)
        printf("# seed %" PRIu64 " fails\n", seed);
    random_game_end(&game);
    return good;
}

int main(int argc, char **argv)
{
    uint64_t count = COUNT, from = 0, failed = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        count = strcmp(argv[i], "--count") == 0 ? strtoull(argv[i + 1], NULL, 10) : count;
        from = strcmp(argv[i], "--from") == 0 ? strtoull(argv[i + 1], NULL, 10) : from;
    }
    for (uint64_t seed = from; seed < from + count; seed++)
        failed += !play(seed);
    printf("%sok 1 - in %" PRIu64 " random games every run of the journal replays\n", failed != 0 ? "not " : "", count);
    printf("# %" PRIu64 " snapshots, %" PRIu64 " of them in groups, %" PRIu64 " with steps in progress, %" PRIu64
           " refused; %" PRIu64 " events; %" PRIu64 " journals read through snapshots\n",
           taken, grouped, running, busy, events, read_through);
    const bool rich =
        count < COUNT || (read_through > count / 4 && taken > count && busy > 0 && grouped > 0 && running > 0);
    printf("%sok 2 - groups, steps in progress and refusals are among them\n1..2\n", rich ? "" : "not ");
    return failed != 0 || !rich;
}
