/*
 * The runs of a journal. A game that reloads its domain, or loads a save, makes a new agent, which begins a new run of the
 * journal. Each run names the build of the domain that it was made with; the command line names the builds. Neighbours:
 * trace_reader.h reads one run; command_trace.c and command_replay.c show them.
 */
#pragma once

#include "cli/common/option_table.h"
#include "cli/trace/trace_state.h"

/* One run, and where it stands among all of the journal. */
typedef struct trace_turn {
    uint32_t number, count; /* run `number` of `count`, from 1 */
    uint32_t events;        /* in the runs before it */
    bool other_build;       /* none of the given builds is the run's; the reader's means the same */
} trace_turn;

/* Shows one run. Counts its events in `turn->events`. Returns CLI_EXIT_YES, or the exit status to stop with. */
typedef int trace_show(trace_reader *reader, trace_turn *turn, void *user);

/*
 * Calls `show` for each run of a journal, in order. `files`: the domains, sources or blobs, and last the journal. All are
 * opened and each run has its domain before the first call. Returns the exit status, after printing what is wrong.
 */
int trace_each_run(const char *command, const cli_list *files, trace_show *show, void *user);
