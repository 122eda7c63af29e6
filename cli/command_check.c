/*
 * `htn check`: errors and warnings of sources, and nothing else. Several sources are checked one by one,
 * all of them whatever the first ones have. Neighbours: subject.h compiles, diagnostics_json.h is --json.
 */
#include "commands.h"
#include "diagnostics_json.h"
#include "dump_ast.h"
#include "platform.h"
#include "subject.h"
#include <stdio.h>

static const char description[] =
    "Diagnostics and a summary go to stderr; stdout stays empty but for --json and --dump-ast.\n"
    "docs/diagnostics.md says what each warning means.\n\n"
    "  htn check troll.htn -Werror=unused-task";

typedef struct check_options {
    htn_list switches;
    uint32_t colour;
    bool json;
    bool dump_ast;
} check_options;

/* Over all sources. */
typedef struct tally {
    uint32_t errors, warnings;
    int status;
    cJSON *diagnostics; /* NULL without --json */
    cJSON *unreadable;
} tally;

static bool checked(int status)
{
    return status == HTN_EXIT_YES || status == HTN_EXIT_NO;
}

static void add_unreadable(tally *t, const char *path, const char *problem)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "file", path);
    cJSON_AddStringToObject(json, "message", problem != NULL ? problem : "");
    cJSON_AddItemToArray(t->unreadable, json);
}

/* What the parser made of a source, without what that imports. */
static void dump(const htnc_file *file)
{
    while (file->next != NULL) /* the main file is the last */
        file = file->next;
    htnc_dump_ast(stdout, file);
}

static void compile(tally *t, const char *command, const char *path, const check_options *o)
{
    htnc_compilation compilation;
    htnc_options options = {.check_only = true,
                            .parse_only = o->dump_ast,
                            .switches = o->switches.items,
                            .switch_count = o->switches.count};
    htnc_result result = htnc_compile(&compilation, path, &options);
    int status = htn_report_result(result, &compilation, command, path);
    if (checked(status)) {
        t->errors += compilation.diagnostics.errors;
        t->warnings += compilation.diagnostics.warnings;
        if (o->json)
            htn_diagnostics_to_json(t->diagnostics, &compilation);
        else
            htnc_diagnostics_print(&compilation.diagnostics, stderr, htn_wants_colour(stderr, o->colour));
    } else if (o->json && status == HTN_EXIT_USAGE) {
        add_unreadable(t, path, compilation.problem);
    }
    if (checked(status) && o->dump_ast)
        dump(compilation.files);
    if (status > t->status)
        t->status = status;
    htnc_free(&compilation);
}

static int run(const char *command, const htn_list *sources, const check_options *o)
{
    tally t = {.status = HTN_EXIT_YES};
    cJSON *json = NULL;
    if (o->json) {
        json = cJSON_CreateObject();
        t.diagnostics = cJSON_AddArrayToObject(json, "diagnostics");
        t.unreadable = cJSON_AddArrayToObject(json, "unreadable");
    }
    for (size_t i = 0; i < sources->count; i++)
        compile(&t, command, sources->items[i], o);
    if (o->json) {
        cJSON_AddNumberToObject(json, "errors", t.errors);
        cJSON_AddNumberToObject(json, "warnings", t.warnings);
        char *text = cJSON_Print(json);
        if (text != NULL)
            printf("%s\n", text);
        cJSON_free(text);
        cJSON_Delete(json);
    }
    fflush(stdout);
    htn_print_summary(t.errors, t.warnings);
    return t.status;
}

int htn_command_check(int argc, char **argv)
{
    check_options o = {0};
    const htn_option options[] = {
        {"json", 0, HTN_OPTION_FLAG, &o.json, NULL, "the diagnostics as JSON on stdout; docs/tool.md describes it"},
        {"dump-ast", 0, HTN_OPTION_FLAG, &o.dump_ast, NULL,
         "print the syntax tree, and report only what the parser finds"},
        HTN_OPTION_COLOUR(&o.colour),
        HTN_OPTION_WARNINGS(&o.switches),
    };
    const htn_usage usage = {argv[0],
                             "SRC.htn...",
                             "Reports errors and warnings of sources, and nothing else.",
                             description,
                             options,
                             sizeof options / sizeof *options,
                             1,
                             0};
    htn_list operands;
    int status = htn_options_parse(&usage, argc, argv, &operands);
    if (status == HTN_OPTIONS_PARSED)
        status = o.json && o.dump_ast ? htn_usage_error(argv[0], "--json and --dump-ast exclude each other")
                                      : run(argv[0], &operands, &o);
    htn_options_free(&usage, &operands);
    return status;
}
