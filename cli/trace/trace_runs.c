/* The runs of a journal; see trace_runs.h. */
#include "cli/trace/trace_runs.h"
#include "base/workspace.h"
#include "cli/common/exit_status.h"
#include "cli/common/input.h"
#include "cli/common/subject.h"
#include "cli/common/terminal.h"
#include "cli/common/usage_error.h"
#include "cli/trace/trace_reader.h"
#include <htn/blob.h>
#include <htn/domain.h>
#include <htn/journal.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct one_run {
    trace_bytes journal;
    uint32_t fingerprint, checksum; /* of its domain */
    cli_subject *subject;           /* one of `journal_runs.subjects` */
    bool other_build;
} one_run;

typedef struct journal_runs {
    const char *command;
    cli_subject *subjects;
    uint32_t *builds; /* by subject: the checksum of its blob */
    size_t subject_count;
    cli_input journal;
    one_run *runs;
    uint32_t run_count;
    size_t run_capacity;
} journal_runs;

static void forget(journal_runs *all)
{
    for (size_t i = 0; i < all->subject_count; i++)
        cli_subject_close(&all->subjects[i]);
    free(all->subjects);
    free(all->builds);
    free(all->runs);
    cli_input_close(&all->journal);
}

/* The checksum in the domain's header, which names the build. */
static uint32_t build_of(const htn_domain *domain)
{
    return htn_blob_checksum(domain->blob + HTN_HEADER_FINGERPRINT, domain->size - HTN_HEADER_FINGERPRINT);
}

static int open_domains(journal_runs *all, const cli_list *files)
{
    static const char *none[] = {"none"}; /* no warnings: they are for the author of the domain */
    const cli_list switches = {none, 1};
    size_t standard = 0;
    for (size_t i = 0; i < files->count; i++)
        standard += cli_input_is_standard(files->items[i]);
    if (standard > 1)
        return cli_usage_error(all->command, "only one of the files can be standard input");
    all->subjects = base_allocate((files->count - 1) * sizeof *all->subjects);
    all->builds = base_allocate((files->count - 1) * sizeof *all->builds);
    int status = CLI_EXIT_YES;
    while (status == CLI_EXIT_YES && all->subject_count < files->count - 1) {
        const size_t i = all->subject_count++;
        status = cli_subject_open(&all->subjects[i], all->command, files->items[i], &switches, CLI_COLOUR_AUTO);
        if (status == CLI_EXIT_YES)
            all->builds[i] = build_of(&all->subjects[i].domain);
    }
    return status;
}

/* Appends the run that `event`, a BEGIN, begins. */
static void add_run(journal_runs *all, const htn_journal_event *event)
{
    all->runs = base_grow_array(all->runs, all->run_count, &all->run_capacity, sizeof *all->runs);
    one_run *run = &all->runs[all->run_count++];
    memset(run, 0, sizeof *run);
    run->journal = (trace_bytes){all->journal.name, (const uint8_t *)all->journal.bytes + event->offset,
                                 all->journal.size - event->offset, event->offset};
    run->fingerprint = event->numbers[2];
    run->checksum = event->numbers[3];
    if (all->run_count > 1)
        run[-1].journal.size = event->offset - run[-1].journal.at;
}

/* A snapshot is part of the run that it was taken in. */
static bool goes_on(const journal_runs *all, const htn_journal_event *event)
{
    const one_run *run = all->run_count == 0 ? NULL : &all->runs[all->run_count - 1];
    return run != NULL && (event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0 &&
           event->numbers[2] == run->fingerprint && event->numbers[3] == run->checksum;
}

/*
 * Finds where the runs begin. If the journal is damaged, the last run is what remains of it, and its reader says so. The
 * journal must begin with a run.
 */
static int find_runs(journal_runs *all)
{
    size_t offset = 0;
    htn_journal_event event;
    while (htn_journal_next(all->journal.bytes, all->journal.size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_BEGIN && event.numbers[1] != HTN_JOURNAL_VERSION) {
            fprintf(stderr, "htn %s: '%s' is a journal of version %u; this tool reads version %d\n", all->command,
                    all->journal.name, event.numbers[1], HTN_JOURNAL_VERSION);
            return CLI_EXIT_USAGE;
        }
        if (event.kind == HTN_JOURNAL_BEGIN && !goes_on(all, &event))
            add_run(all, &event);
        else if (all->run_count == 0)
            break;
    }
    if (all->run_count > 0)
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: '%s' is no journal: it does not begin like one\n", all->command, all->journal.name);
    return CLI_EXIT_USAGE;
}

/* Finds a run's own build among the domains, or else the first one that means the same. */
static int find_domain(journal_runs *all, uint32_t number)
{
    one_run *run = &all->runs[number];
    for (size_t i = 0; i < all->subject_count; i++) {
        const htn_domain *domain = &all->subjects[i].domain;
        const bool same_build = all->builds[i] == run->checksum;
        if (domain->fingerprint != run->fingerprint || !(run->subject == NULL || (run->other_build && same_build)))
            continue;
        run->subject = &all->subjects[i];
        run->other_build = !same_build;
    }
    if (run->subject != NULL)
        return CLI_EXIT_YES;
    if (all->run_count == 1 && all->subject_count == 1)
        fprintf(
            stderr,
            "htn %s: '%s' is the journal of another domain than '%s', or of a version that differs too much; give the "
            "source or blob that the game ran with\n",
            all->command, all->journal.name, all->subjects[0].input.name);
    else
        fprintf(stderr,
                "htn %s: '%s', offset %zu: run %" PRIu32 " of %" PRIu32
                " was made with none of the given domains; give each source or blob that the game ran with, before the "
                "journal\n",
                all->command, all->journal.name, run->journal.at, number + 1, all->run_count);
    return CLI_EXIT_USAGE;
}

static int open_all(journal_runs *all, const cli_list *files)
{
    int status = open_domains(all, files);
    if (status != CLI_EXIT_YES)
        return status;
    if (!cli_input_open(&all->journal, files->items[files->count - 1]))
        return cli_report_unreadable(&all->journal, all->command);
    status = find_runs(all);
    for (uint32_t i = 0; i < all->run_count && status == CLI_EXIT_YES; i++)
        status = find_domain(all, i);
    return status;
}

int trace_each_run(const char *command, const cli_list *files, trace_show *show, void *user)
{
    journal_runs all = {.command = command};
    trace_turn turn = {0};
    int status = open_all(&all, files);
    for (uint32_t i = 0; i < all.run_count && status == CLI_EXIT_YES; i++) {
        trace_reader reader;
        turn.number = i + 1;
        turn.count = all.run_count;
        turn.other_build = all.runs[i].other_build;
        trace_begin(&reader, command, all.runs[i].subject, &all.runs[i].journal);
        status = show(&reader, &turn, user);
        trace_end(&reader);
    }
    forget(&all);
    return status;
}
