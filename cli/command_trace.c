/* `htn trace`: a journal in words, or as JSON. Neighbours: trace.h reads it, trace_lines.c and trace_json.c print it. */
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_text.h"
#include "cli/trace/trace_json.h"
#include "cli/trace/trace_lines.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_state.h"
#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "FILE is the source (.htn) or blob (.htnb) that the game ran with, JOURNAL what its agent wrote (docs/traces.md);\n"
    "`-` in place of one of them is standard input. Each line has the time in milliseconds, the layer where there are\n"
    "several, and what happened; `<-` says why, or who it was.\n\n"
    "  htn trace troll.htn troll.htnj\n"
    "  htn trace troll.htn troll.htnj --why SeesEnemy     who wrote it, and when it made the troll replan";

typedef struct trace_options {
    const char *layer, *why;
    bool steps, all, json;
} trace_options;

static int find_layer(const trace_reader *reader, const char *name, uint32_t *layer)
{
    *layer = HTN_NONE;
    if (name == NULL)
        return CLI_EXIT_YES;
    *layer = htn_root_find(reader->domain, name);
    if (*layer != HTN_NONE)
        return CLI_EXIT_YES;
    return cli_usage_error(reader->command, "--layer %s: there is no such layer%s", name,
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
    return cli_usage_error(reader->command, "--why %s: there is no such property%s", name,
                           cli_did_you_mean_of(reader->domain, name, count, htn_property_name));
}

static int run(const cli_call *call, void *options)
{
    const trace_options *o = options;
    const char *command = call->usage->command;
    const cli_list *files = &call->operands;
    trace_reader reader;
    trace_filter filter = {.steps = o->steps, .all = o->all};
    if (o->json && (o->layer != NULL || o->why != NULL || o->steps || o->all))
        return cli_usage_error(command, "--json has every event: it goes with no other option");
    if (o->steps && o->why != NULL)
        return cli_usage_error(command, "--steps and --why exclude each other: no step's event is a property's");
    int status = trace_open(&reader, command, files->items[0], files->items[1]);
    if (status == CLI_EXIT_YES)
        status = find_layer(&reader, o->layer, &filter.layer);
    if (status == CLI_EXIT_YES)
        status = find_property(&reader, o->why, &filter.property);
    if (status == CLI_EXIT_YES) {
        const htn_status ended = o->json ? trace_print_json(&reader) : trace_print_lines(&reader, &filter);
        fflush(stdout); /* so that what is wrong with it stands behind it */
        if (ended != HTN_NOT_FOUND)
            status = trace_report_damage(&reader, "the journal is damaged here, or cut short");
    }
    trace_close(&reader);
    return status;
}

int cli_command_trace(int argc, char **argv)
{
    trace_options o = {0};
    const cli_option options[] = {
        {"layer", 0, CLI_OPTION_TEXT, &o.layer, "NAME",
         "only what happens in the layer of that root, and in the world"},
        {"why", 0, CLI_OPTION_TEXT, &o.why, "PROPERTY",
         "only who wrote the property, and the searches that this led to"},
        {"steps", 0, CLI_OPTION_FLAG, &o.steps, NULL, "only how steps start and end"},
        {"all", 0, CLI_OPTION_FLAG, &o.all, NULL, "also searches that were not needed, and what queries answered"},
        {"json", 0, CLI_OPTION_FLAG, &o.json, NULL, "every event as JSON; docs/tool.md describes it"},
    };
    const cli_usage usage = {argv[0],
                             "FILE JOURNAL",
                             "Shows what an agent did, and why: the journal that it wrote, in words.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             2,
                             2};
    return cli_options_run(&usage, argc, argv, run, &o);
}
