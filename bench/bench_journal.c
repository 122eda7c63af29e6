/*
 * Writes the journal of an agent that plays for a long time at 60 ticks a second, with a snapshot now and then, and measures how
 * long it takes to open it and to jump to random moments in it. Bools and small numbers of the world change at random, and each
 * step of a plan takes a second or so; a game without operators reports them.
 *
 *     bench_journal BLOB OUT.htnj SECONDS SNAPSHOT_SECONDS SEED     SNAPSHOT_SECONDS 0: no snapshots
 */
#include "harness.h"
#include <htn/replay.h>
#include <htn/save.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICK_US = 16667, TICKS = 60, JUMPS = 200, RING = 1 << 20 };

typedef struct game {
    htn_domain domain;
    htn_agent *agent;
    htn_journal journal;
    FILE *file;
    uint32_t chance;
    size_t size;
    unsigned char *bytes; /* the journal, when it is read again */
} game;

static uint32_t draw(game *of, uint32_t below)
{
    of->chance = of->chance * UINT32_C(1664525) + UINT32_C(1013904223);
    return (uint32_t)((uint64_t)of->chance * below >> 32);
}

static uint32_t field(const game *of, htn_section section, uint32_t index, uint32_t which)
{
    return htn_domain_field(&of->domain, section, index, which);
}

/* About every two seconds a property without parameters changes. */
static void change_something(game *of)
{
    const uint32_t count = htn_domain_count(&of->domain, HTN_SECTION_PROPERTIES);
    if (count == 0 || draw(of, 2 * TICKS) != 0)
        return;
    const uint32_t property = draw(of, count);
    const int32_t low = (int32_t)field(of, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_LOW);
    const int32_t high = (int32_t)field(of, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_HIGH);
    if (field(of, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT) == 0 && high - low < 1000)
        htn_world_set(htn_agent_world(of->agent), property, low + (int32_t)draw(of, (uint32_t)(high - low + 1)));
}

static void end_steps(game *of)
{
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(of->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(of->agent, layer, i, &activity); i++)
            if (draw(of, TICKS) == 0)
                htn_agent_report(of->agent, activity.id, draw(of, 20) == 0 ? HTN_FAILED : HTN_SUCCEEDED);
}

static void keep(game *of)
{
    unsigned char piece[1 << 14];
    size_t size;
    while ((size = htn_journal_read(&of->journal, piece, sizeof piece)) > 0) {
        if (fwrite(piece, 1, size, of->file) != size)
            harness_fail("the journal cannot be written");
        of->size += size;
    }
}

static void take_snapshot(game *of)
{
    const size_t size = htn_agent_save_bytes(of->agent);
    void *scratch = malloc(size);
    if (htn_agent_snapshot(of->agent, &of->journal, scratch, size) != HTN_OK)
        harness_fail("no snapshot can be taken");
    free(scratch);
}

static void play(game *of, uint32_t seconds, uint32_t every)
{
    htn_agent_class *agent_class;
    const htn_bindings bindings = {0};
    const size_t room = htn_agent_class_bytes(&of->domain);
    if (htn_agent_class_init(&agent_class, &of->domain, &bindings, harness_get(room), room, NULL) != HTN_OK)
        harness_fail("the domain has no agents");
    const size_t size = htn_agent_bytes(agent_class, NULL);
    htn_agent_init(&of->agent, agent_class, NULL, harness_get(size), size);
    htn_journal_init(&of->journal, harness_get(RING), RING);
    htn_agent_journal(of->agent, &of->journal);
    for (uint32_t tick = 0; tick < seconds * TICKS; tick++) {
        if (every != 0 && tick > 0 && tick % (every * TICKS) == 0)
            take_snapshot(of);
        change_something(of);
        end_steps(of);
        htn_agent_tick(of->agent, TICK_US);
        keep(of);
    }
}

static htn_replay_cursor *open_cursor(game *of)
{
    htn_replay_report report;
    htn_replay_cursor *cursor;
    size_t size = 1 << 20;
    htn_status status;
    while ((status = htn_replay_open(&cursor, &of->domain, of->bytes, of->size, harness_get(size), size, &report)) ==
           HTN_TOO_SMALL)
        size = report.memory;
    if (status != HTN_OK)
        harness_fail(report.reason);
    return cursor;
}

static void jump_about(game *of, uint32_t seconds)
{
    double most = 0, sum = 0;
    const double begun = harness_now();
    htn_replay_cursor *cursor = open_cursor(of);
    const double opened = harness_now() - begun;
    for (uint32_t i = 0; i < JUMPS; i++) {
        const double from = harness_now();
        if (htn_replay_until(cursor, (uint64_t)draw(of, seconds * 1000) * 1000) != HTN_OK)
            harness_fail(htn_replay_how(cursor)->reason);
        const double took = harness_now() - from;
        most = took > most ? took : most;
        sum += took;
    }
    const htn_replay_moment end = htn_replay_end(cursor);
    printf("%zu bytes, %u events, %u ticks; opened in %.2f ms; a jump takes %.2f ms on average, %.2f ms at most\n",
           of->size, end.events, end.ticks, opened / 1e6, sum / JUMPS / 1e6, most / 1e6);
}

int main(int argc, char **argv)
{
    static game of;
    if (argc != 6)
        harness_fail("bench_journal BLOB OUT.htnj SECONDS SNAPSHOT_SECONDS SEED");
    const uint32_t seconds = (uint32_t)atoi(argv[3]);
    of.domain = harness_load(argv[1]);
    of.chance = (uint32_t)atoi(argv[5]);
    of.file = fopen(argv[2], "wb");
    if (of.file == NULL)
        harness_fail("the journal cannot be written");
    play(&of, seconds, (uint32_t)atoi(argv[4]));
    fclose(of.file);
    of.file = fopen(argv[2], "rb");
    of.bytes = harness_get(of.size);
    if (of.file == NULL || fread(of.bytes, 1, of.size, of.file) != of.size)
        harness_fail("the journal cannot be read");
    fclose(of.file);
    jump_about(&of, seconds);
    return 0;
}
