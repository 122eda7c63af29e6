/*
 * The door for journals: read, replayed over the domain that they were made with and over another build of it, jumped about in with a cursor,
 * explained, and told in words.
 */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "cli/common/exit_status.h"
#include "cli/moment/moment_explain.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_runs.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_state.h"
#include "fuzz.h"
#include "mutations.h"
#include <htn/replay.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_MEMORY = 1 << 24, JUMPS = 6 };

static void replay_over(const htn_domain *domain, const uint8_t *journal, size_t size)
{
    htn_replay_report report = {0};
    void *memory = NULL;
    size_t given = 0;
    while (htn_replay(domain, journal, size, memory, given, &report) == HTN_TOO_SMALL && report.memory < MOST_MEMORY) {
        fuzz_expect(report.memory > given, "a replay that has what it asks for, and asks for it");
        free(memory);
        given = report.memory;
        memory = must_allocate(given);
    }
    fuzz_expect(report.offset <= size, "a replay behind the journal's end");
    free(memory);
}

/* Looks at a cursor's agent. */
static void look_at(const htn_replay_cursor *cursor)
{
    const htn_agent *agent = htn_replay_agent(cursor);
    const htn_replay_moment now = htn_replay_now(cursor), end = htn_replay_end(cursor);
    htn_activity activity;
    fuzz_expect(now.offset <= end.offset && now.ticks <= end.ticks && now.time_us <= end.time_us,
                "a moment behind the end");
    if (agent == NULL) /* a snapshot in it is not sound */
        return;
    for (uint32_t layer = 0; layer < htn_agent_layers(agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &activity); i++)
            fuzz_expect(activity.task < htn_domain_count(htn_agent_domain(agent), HTN_SECTION_TASKS),
                        "a step of no task");
}

static void jump(htn_replay_cursor *cursor, uint64_t *state, void **kept)
{
    const htn_replay_moment end = htn_replay_end(cursor);
    const uint32_t how = random_below(state, 4);
    const size_t size = htn_replay_kept_bytes(cursor);
    if (how == 0 && *kept != NULL && htn_replay_agent(cursor) != NULL) {
        fuzz_expect(htn_replay_back(cursor, *kept, MOST_MEMORY) == HTN_OK, "not back");
    } else if (how == 1 && *kept == NULL && htn_replay_agent(cursor) != NULL) {
        *kept = must_allocate(MOST_MEMORY); /* as much as any cursor here has */
        fuzz_expect(htn_replay_keep(cursor, *kept, size) == HTN_OK, "not kept");
    } else if (how == 2) {
        htn_replay_to(cursor, random_below(state, (uint32_t)end.offset + 2));
    } else {
        htn_replay_until(cursor, (uint64_t)random_below(state, (uint32_t)(end.time_us / 1000 % 1000000) + 2) * 1000);
    }
    look_at(cursor);
}

/* False: no cursor opens. */
static bool jump_about(const htn_domain *domain, const uint8_t *journal, size_t size)
{
    htn_replay_report report = {0};
    htn_replay_cursor *cursor = NULL;
    void *memory = NULL, *kept = NULL;
    size_t given = 0;
    uint64_t state = size;
    while (htn_replay_open(&cursor, domain, journal, size, memory, given, &report) == HTN_TOO_SMALL &&
           report.memory < MOST_MEMORY) {
        fuzz_expect(report.memory > given, "a cursor that has what it asks for, and asks for it");
        free(memory);
        given = report.memory;
        memory = must_allocate(given);
    }
    for (uint32_t i = 0; cursor != NULL && i < JUMPS; i++)
        jump(cursor, &state, &kept);
    free(kept);
    free(memory);
    return cursor != NULL;
}

static void explain(const trace_reader *run)
{
    moment_question question = {.task = HTN_NONE, .time_us = run->journal.size * UINT64_C(10000), .form = MOMENT_JSON};
    trace_reader reader;
    trace_begin(&reader, "explain", (cli_subject *)run->subject, &run->journal);
    cJSON_Delete(moment_explain(NULL, &reader, &question).json);
    trace_end(&reader);
}

/* The files that the tool reads: the domain's blob, once, and the journal. */
static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, path);
}

static int tell_run(trace_reader *reader, trace_turn *turn, void *user)
{
    base_text text = {0};
    (void)turn;
    (void)user;
    if (jump_about(reader->domain, reader->journal.bytes, reader->journal.size))
        explain(reader);
    while (trace_next(reader) == HTN_OK) {
        trace_add_event(&text, reader, &reader->event);
        trace_learn(reader);
    }
    base_text_free(&text);
    return CLI_EXIT_YES;
}

static void tell(const uint8_t *journal, size_t size)
{
    char blob[] = "/tmp/htn-fuzz-domain-XXXXXX", path[] = "/tmp/htn-fuzz-journal-XXXXXX";
    const char *files[] = {blob, path};
    close(mkstemp(blob));
    close(mkstemp(path));
    write_file(blob, fuzz_domain()->blob, fuzz_domain()->size);
    write_file(path, journal, size);
    trace_each_run("trace", &(cli_list){files, 2}, tell_run, NULL);
    remove(blob);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    htn_journal_event event;
    size_t offset = 0;
    while (htn_journal_next(data, size, &offset, &event) == HTN_OK)
        fuzz_expect(event.offset + event.size == offset && offset <= size, "events that do not follow one another");
    replay_over(fuzz_domain(), data, size);
    replay_over(fuzz_other_build(), data, size);
    tell(data, size);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

/* Half of the changes keep the form. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    uint64_t state = seed;
    if (random_below(&state, 2))
        return LLVMFuzzerMutate(data, size, most);
    return fuzz_mutate_journal(data, size, most, &state);
}

#endif
