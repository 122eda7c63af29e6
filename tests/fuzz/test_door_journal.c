/* The door for journals: read, replayed over the domain that they were made with and over another build of it, and told in words. */
#define _XOPEN_SOURCE 700
#include "base/text.h"
#include "cli/common/exit_status.h"
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

enum { MOST_MEMORY = 1 << 24 };

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
