/* `htn replay`: gives the inputs in a journal to a new agent, and says where that agent does something else. See htn/replay.h. */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_runs.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_state.h"
#include <htn/replay.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "FILE is the source (.htn) or blob (.htnb) that the game ran with. JOURNAL is what its agent wrote\n"
    "(docs/traces.md). One of them may be `-` for standard input. With a changed domain this answers: does the agent\n"
    "still do the same?\n\n"
    "A game that reloads or loads begins a new run in the same journal. Give all builds of the domain that it ran "
    "with;\n"
    "each run is repeated with its own.\n\n"
    "exit status: 0 the same; 1 something differs; 2 the journal cannot be replayed";

enum { MOST_MEMORY = 1 << 30 };

/* Replays in as much memory as is needed, which is known only after a try. */
static htn_status replay(const trace_reader *reader, htn_replay_report *report)
{
    void *memory = NULL;
    size_t size = 0;
    htn_status status;
    while ((status = htn_replay(reader->domain, reader->journal.bytes, reader->journal.size, memory, size, report)) ==
               HTN_TOO_SMALL &&
           report->memory <= MOST_MEMORY) {
        free(memory);
        size = report->memory;
        memory = base_allocate(size);
    }
    free(memory);
    return status;
}

/* Prints an event: its kind, its numbers and, if it has one, its sentence. */
static void print_event(const char *who, const trace_reader *reader, const htn_journal_event *event)
{
    base_text text = {0};
    printf("  %s  %s", who, htn_journal_name(event->kind));
    for (uint32_t i = 0; i < event->count; i++)
        printf(" %" PRIu32, event->numbers[i]);
    trace_add_event(&text, reader, event);
    if (text.length == 0 && event->kind == HTN_JOURNAL_RESULT)
        base_text_add(&text, "%s",
                      event->numbers[1] == HTN_OK ? "a plan" : htn_status_text((htn_status)event->numbers[1]));
    printf("%s%s\n", text.length > 0 ? ": " : "", base_text_of(&text));
    base_text_free(&text);
}

/* Reads on to the event that differs, as its sentence depends on the events before it. */
static void print_difference(trace_reader *reader, const htn_replay_report *report)
{
    htn_journal_event instead;
    size_t offset = 0;
    htn_status status = HTN_OK;
    while (reader->offset < report->offset && (status = trace_next(reader)) == HTN_OK)
        trace_learn(reader);
    if (status == HTN_OK)
        status = trace_next(reader);
    printf("tick %" PRIu32 ", at %" PRIu64 " ms, event %" PRIu32 " (offset %zu): %s\n", reader->ticks, reader->time,
           report->events + 1, report->offset, report->reason);
    if (status == HTN_OK)
        print_event("the journal ", reader, &reader->event);
    if (htn_journal_next(report->instead, report->instead_size, &offset, &instead) == HTN_OK)
        print_event("the replay  ", reader, &instead);
}

/* Replays one run. Behind the last one it says how many events all had. */
static int replay_run(trace_reader *reader, trace_turn *turn, void *user)
{
    htn_replay_report report;
    int status = CLI_EXIT_YES;
    const htn_status ended = replay(reader, &report);
    (void)user;
    turn->events += report.events;
    if (ended == HTN_OK) {
        if (turn->number == turn->count && turn->count > 1)
            printf("the same: %" PRIu32 " events in %" PRIu32 " runs\n", turn->events, turn->count);
        else if (turn->number == turn->count)
            printf("the same: %" PRIu32 " events\n", turn->events);
    } else if (ended == HTN_DIFFERS) {
        if (turn->count > 1)
            printf("run %" PRIu32 " of %" PRIu32 ", %s: ", turn->number, turn->count, reader->subject->input.name);
        print_difference(reader, &report);
        status = CLI_EXIT_NO;
    } else {
        reader->offset = report.offset;
        status = trace_report_damage(reader, report.reason);
    }
    fflush(stdout);
    if (turn->other_build)
        fprintf(stderr, "htn %s: note: '%s' is not the build of the domain that the journal was made with\n",
                reader->command, reader->subject->input.name);
    return status;
}

static int replay_journal(const cli_call *call, void *options)
{
    (void)options; /* there are none */
    return trace_each_run(call->usage->command, &call->operands, replay_run, NULL);
}

int cli_command_replay(int argc, char **argv)
{
    const cli_usage usage = {argv[0],
                             "FILE... JOURNAL",
                             "Repeats the inputs in a journal with a new agent, and compares the results.",
                             description,
                             NULL,
                             0,
                             2,
                             0};
    return cli_options_run(&usage, argc, argv, replay_journal, NULL);
}
