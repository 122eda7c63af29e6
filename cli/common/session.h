/*
 * What `htn plan` and `htn explain` share: FILE, a world with what --set says, and a planner in a block of its
 * own. The outcome is worded here too, so that both say the same of a limit.
 */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/common/answers.h"
#include "cli/common/options.h"
#include "cli/common/subject.h"
#include "base/text.h"
#include <cjson/cJSON.h>
#include <htn/planner.h>

typedef struct cli_session_options {
    cli_list set, spawn;
    cli_list switches;
    const char *root;
    uint32_t seed, horizon;
    uint32_t max_steps, max_depth, max_work, max_nodes; /* 0: the default */
    cli_bytes memory;                                   /* 0: as much as the limits need */
    uint32_t colour;
    bool json;
} cli_session_options;

/* Their lines of the option table. `o`: a cli_session_options. The world; what bounds a search; and what plan and explain share. */
#define CLI_WORLD_OPTIONS(o)                                                                                        \
    {"set",                                                                                                         \
     0,                                                                                                             \
     CLI_OPTION_LIST,                                                                                               \
     &(o).set,                                                                                                      \
     "PROP=VALUE",                                                                                                  \
     "give a property another value than its initial one; repeatable.\nVALUE: a number, true, false, or a value's " \
     "name; of a table: `Prop(a,b)=VALUE`,\nwhich also gives the answer of a query: `Query(a,b)=VALUE`"},           \
    {                                                                                                               \
        "spawn", 0, CLI_OPTION_LIST, &(o).spawn, "TYPE=N",                                                          \
            "put N instances of an open Entities type there: TYPE#0 to TYPE#N-1;\nrepeatable"                       \
    }
#define CLI_SEARCH_OPTIONS(o)                                                                                            \
    {"seed", 0, CLI_OPTION_SEED, &(o).seed, "N", "of draws, in tasks with `Select [random]` (default 0)"},               \
        {"horizon",    0,    CLI_OPTION_NUMBER,                                                                          \
         &(o).horizon, "MS", "plan no further than steps that take so long, in milliseconds (default: to the end)"},     \
        {"max-steps", 0, CLI_OPTION_NUMBER, &(o).max_steps, "N", "steps of a plan (default 256)"},                       \
        {"max-depth", 0, CLI_OPTION_NUMBER, &(o).max_depth, "N", "recursive tasks nested in one another (default 256)"}, \
        {"max-work",    0,   CLI_OPTION_NUMBER,                                                                          \
         &(o).max_work, "N", "methods taken, steps appended and instances gone through in all (default 1000000)"},       \
    {                                                                                                                    \
        "max-nodes", 0, CLI_OPTION_NUMBER, &(o).max_nodes, "N", "states that one Achieve may reach (default 4096)"       \
    }
/* `memory_is`: what --memory is, besides. */
#define CLI_SESSION_OPTIONS(o, memory_is)                                                                   \
    CLI_WORLD_OPTIONS(o),                                                                                   \
        {"root", 0, CLI_OPTION_TEXT, &(o).root, "NAME", "the root to plan from (default: the first)"},      \
        CLI_SEARCH_OPTIONS(o),                                                                              \
        {"memory",                                                                                          \
         0,                                                                                                 \
         CLI_OPTION_BYTES,                                                                                  \
         &(o).memory,                                                                                       \
         "BYTES",                                                                                           \
         "the planner's block (default: what the limits need);\nK, M and G multiply, as in 64K" memory_is}, \
        {"json", 0, CLI_OPTION_FLAG, &(o).json, NULL, "the result as JSON; docs/tool.md describes it"},     \
        CLI_OPTION_COLOUR(&(o).colour), CLI_OPTION_WARNINGS(&(o).switches)

typedef struct cli_session {
    const char *command;
    bool plays; /* the world is an agent's, who lives on: that a value is as --set said is nothing to tell */
    cli_subject subject;
    htn_world world;
    void *world_memory;
    bool *set; /* per property: --set gave its value */
    cli_answers answers;
    htn_limits limits;
    htn_request request;
    void *block;
    htn_planner *planner;
} cli_session;

/* CLI_EXIT_YES, ready for htn_plan_begin(); or another status, after saying why. Close it in either case. */
int cli_session_open(cli_session *session, const char *command, const char *path, const cli_session_options *options);
/* The same with a subject that is open already, and `command` set. */
int cli_session_prepare(cli_session *session, const cli_session_options *options);
void cli_session_close(cli_session *session);

/* settings.c: the type that an instance of an open type is most of: `Troll` for one of `Creature`'s; HTN_NONE: no such instance. */
uint32_t cli_instance_type(const htn_domain *domain, uint32_t type, int32_t instance);

/* Whether it ended with a plan: whole, partial or empty. */
bool cli_is_found(htn_status status);

/*
 * The exit status for how a search ended. Says on stderr what a limit was and what to do, and that a plan was
 * found only after a cut.
 */
int cli_session_report(const cli_session *session, htn_status status, const htn_plan *plan);

/* The same as one sentence without a full stop, for an outcome that is a limit. */
void cli_add_limit(base_text *text, const cli_session *session, htn_status status);

/* `Name(arg, arg)`, values by name where they have one; a value of type HTN_NONE is a symbol, written as a string. */
void cli_add_step(base_text *text, const htn_domain *domain, htn_task task, const int32_t *values);
void cli_add_value(base_text *text, const htn_domain *domain, uint32_t type, int32_t value);

/* `WsLocation`, `Distance(Enemy#0)`: a property, or a cell of a table by its place in it. */
void cli_add_cell(base_text *text, const htn_domain *domain, htn_property property, uint32_t cell);

/* plan_text.c: a line for each step and each group, `Parallel [A(), [B(), C()]]`; the spans as JSON, the caller's. */
void cli_add_plan(base_text *text, const htn_domain *domain, const htn_plan *plan);
/* The same on one line, with what makes it partial: `A(), Parallel [B(), C()], Split`. */
void cli_add_plan_line(base_text *text, const htn_domain *domain, const htn_plan *plan);
cJSON *cli_spans_json(const htn_plan *plan);
/* `Split`, `Horizon`: why the plan is partial; NULL: it is whole. */
const char *cli_partial_name(const htn_plan *plan);

/* `[0, 1, 0]` */
void cli_add_record(base_text *text, const htn_plan *plan);

/* The outcome and the plan as JSON; the caller's. */
cJSON *cli_plan_json(const cli_session *session, htn_status status, const htn_plan *plan);

/* A value as JSON: true, a name, or a number. */
cJSON *cli_value_json(const htn_domain *domain, uint32_t type, int32_t value);

/* Prints and deletes it. */
void cli_print_json(cJSON *json);

#endif
