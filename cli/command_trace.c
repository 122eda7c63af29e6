/* `htn trace`: prints a journal in words or as JSON. Neighbours: trace_reader.h reads it, trace_lines.h and trace_json.h print it. */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/result_file.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_text.h"
#include "cli/trace/trace_chrome.h"
#include "cli/trace/trace_json.h"
#include "cli/trace/trace_last.h"
#include "cli/common/value_read.h"
#include "cli/trace/trace_lines.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_runs.h"
#include "cli/trace/trace_state.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "FILE is the source (.htn) or blob (.htnb) that the game ran with. JOURNAL is what its agent wrote\n"
    "(docs/traces.md). One of them may be `-` for standard input. If the journal has several runs, give all builds of "
    "the\n"
    "domain that the game ran with. Each line has the time in milliseconds, the layer "
    "if\n"
    "there are several, and what happened; after `<-` it says why, or who did it.\n\n"
    "  htn trace domains/troll.htn troll.htnj\n"
    "  htn trace domains/troll.htn troll.htnj --why SeesEnemy  who changed it, and when it made the troll replan\n"
    "  htn trace domains/troll.htn troll.htnj --last SeesEnemy --at 12.4s   when it changed last by then, and who did "
    "it";

typedef struct trace_options {
    const char *layer, *why, *chrome, *last, *at;
    uint64_t time_us; /* of --at */
    bool steps, all, json;
    trace_chrome timeline; /* for --chrome */
} trace_options;

static int find_layer(const trace_reader *reader, const char *name, uint32_t *layer)
{
    *layer = HTN_NONE;
    if (name == NULL)
        return CLI_EXIT_YES;
    *layer = htn_root_find(reader->domain, name);
    if (*layer != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(reader->command, "--layer %s: the domain has no such layer%s", name,
                           cli_did_you_mean_of(reader->domain, name, reader->layer_count, cli_layer_name));
}

static int find_property(const trace_reader *reader, const char *name, htn_property *property)
{
    const uint32_t count = htn_domain_count(reader->domain, HTN_SECTION_PROPERTIES);
    *property = HTN_NONE;
    if (name == NULL)
        return CLI_EXIT_YES;
    *property = htn_property_find(reader->domain, name);
    if (*property != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(reader->command, "--why %s: the domain has no such property%s", name,
                           cli_did_you_mean_of(reader->domain, name, count, htn_property_name));
}

/* Prints when what is named has changed last. */
static int print_last(trace_reader *reader, const trace_options *o)
{
    trace_subject subject;
    int status;
    if (trace_find_subject(&subject, reader, o->last)) {
        const htn_status ended = trace_print_last(reader, &subject, o->last, o->time_us);
        fflush(stdout);
        status = ended == HTN_OK          ? CLI_EXIT_YES
                 : ended == HTN_NOT_FOUND ? CLI_EXIT_NO
                                          : trace_report_damage(reader, "the journal is damaged or cut short here");
    } else if (subject.task != HTN_NONE) {
        status = cli_usage_error(
            reader->command,
            "--last %s: a journal has steps and layers, but no compound tasks; `htn explain --journal` explains them",
            o->last);
    } else {
        status = cli_usage_error(
            reader->command, "--last %s: the domain has no such property, primitive task or layer%s", o->last,
            cli_did_you_mean_of(reader->domain, o->last, htn_domain_count(reader->domain, HTN_SECTION_PROPERTIES),
                                htn_property_name));
    }
    trace_free_subject(&subject);
    return status;
}

/* Prints one run. `user`: trace_options. */
static int trace_run_of(trace_reader *reader, trace_turn *turn, void *user)
{
    trace_options *o = user;
    trace_filter filter = {.steps = o->steps, .all = o->all};
    int status = o->chrome != NULL ? cli_check_result(reader->command, "--chrome", o->chrome, NULL, reader->subject)
                                   : CLI_EXIT_YES;
    if (status != CLI_EXIT_YES)
        o->chrome = NULL; /* nor is it written at the end */
    else
        status = find_layer(reader, o->layer, &filter.layer);
    if (status == CLI_EXIT_YES)
        status = find_property(reader, o->why, &filter.property);
    if (status != CLI_EXIT_YES)
        return status;
    if (!o->json && o->chrome == NULL && turn->count > 1)
        printf("%srun %" PRIu32 " of %" PRIu32 ": %s\n", turn->number > 1 ? "\n" : "", turn->number, turn->count,
               reader->subject->input.name);
    if (o->last != NULL)
        return print_last(reader, o);
    const htn_status ended = o->chrome != NULL
                                 ? trace_chrome_add(&o->timeline, reader, reader->subject->input.name, turn->number)
                             : o->json ? trace_print_json(reader, turn->number == 1, turn->number == turn->count)
                                       : trace_print_lines(reader, &filter);
    fflush(stdout); /* so that the error message comes after it */
    return ended == HTN_NOT_FOUND ? CLI_EXIT_YES
                                  : trace_report_damage(reader, "the journal is damaged or cut short here");
}

static int trace_journal(const cli_call *call, void *options)
{
    trace_options *o = options;
    const char *command = call->usage->command;
    if (o->chrome != NULL && (o->json || o->layer != NULL || o->why != NULL || o->steps || o->all))
        return cli_usage_error(command, "--chrome has every event, so it cannot be used with another option");
    if (o->json && (o->layer != NULL || o->why != NULL || o->steps || o->all))
        return cli_usage_error(command, "--json prints every event, so it cannot be used with another option");
    if (o->steps && o->why != NULL)
        return cli_usage_error(command,
                               "--steps and --why cannot be used together: no event of a step is about a property");
    if (o->at != NULL && o->last == NULL)
        return cli_usage_error(command,
                               "--at is for --last; `htn explain --journal` explains what an agent did at a time");
    if (o->last != NULL && (o->json || o->chrome != NULL || o->layer != NULL || o->why != NULL || o->steps || o->all))
        return cli_usage_error(command, "--last prints one event, so only --at can be used with it");
    o->time_us = UINT64_MAX;
    if (o->at != NULL && !cli_read_moment(o->at, &o->time_us))
        return cli_usage_error(
            command, "--at takes a time since the run began, from 0s to 2147483s, such as 12.4s or 12400ms, not '%s'",
            o->at);
    int status = trace_each_run(command, &call->operands, trace_run_of, options);
    if (o->chrome != NULL && o->timeline.text.length > 0) { /* of a damaged journal, what could be read */
        base_text text = {0};
        trace_chrome_finish(&text, &o->timeline);
        const int written = cli_write_result(command, "--chrome", o->chrome, &text, &call->operands, NULL);
        status = status != CLI_EXIT_YES ? status : written;
        base_text_free(&text);
    }
    trace_chrome_free(&o->timeline);
    return status;
}

int cli_command_trace(int argc, char **argv)
{
    trace_options o = {0};
    const cli_option options[] = {
        {"layer", 0, CLI_OPTION_TEXT, &o.layer, "NAME", "show only the layer of that root, and the world"},
        {"why", 0, CLI_OPTION_TEXT, &o.why, "PROPERTY",
         "show only who changed the property, and the searches that this led to"},
        {"last", 0, CLI_OPTION_TEXT, &o.last, "NAME",
         "print only the last change of a property, a cell, an instance, the steps of\na primitive task, or a layer's "
         "plan"},
        {"at", 0, CLI_OPTION_TEXT, &o.at, "TIME",
         "with --last: by this time, such as 12.4s or 12400ms (default: the end)"},
        {"steps", 0, CLI_OPTION_FLAG, &o.steps, NULL, "show only how steps start and end"},
        {"all", 0, CLI_OPTION_FLAG, &o.all, NULL,
         "show also searches that were not needed, and the answers of queries"},
        {"json", 0, CLI_OPTION_FLAG, &o.json, NULL, "print every event as JSON (docs/tool.md)"},
        {"chrome", 0, CLI_OPTION_TEXT, &o.chrome, "OUT.json",
         "write a timeline for ui.perfetto.dev; `-` is standard output"},
    };
    const cli_usage usage = {argv[0],
                             "FILE... JOURNAL",
                             "Shows what an agent did and why: the journal that it wrote, in words.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             2,
                             0};
    return cli_options_run(&usage, argc, argv, trace_journal, &o);
}
