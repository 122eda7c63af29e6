/*
 * A session of `htn plan` or `htn explain`: FILE as a domain, a world state in which --set and --spawn have changed what they
 * name, and a planner in a memory block of its own. Neighbours: subject.h opens FILE, settings.h reads --set and --spawn,
 * given_answers.h answers queries, plan_outcome.h says how the search ended.
 */
#pragma once

#include "cli/common/given_answers.h"
#include "cli/common/tasks_to_plan.h"
#include "cli/common/hddl_subject.h"
#include "cli/common/option_table.h"
#include "cli/common/subject.h"
#include <htn/planner.h>

typedef struct cli_session_options {
    cli_list set, spawn;
    cli_list switches; /* -W */
    cli_list tasks;    /* given tasks, with their arguments; empty: the root's task */
    bool cheapest;     /* with them: the cheapest plan */
    const char *root;  /* NULL: the first */
    uint32_t seed, horizon;
    uint32_t max_steps, max_depth, max_work, max_nodes; /* 0: the default */
    cli_bytes memory;                                   /* 0: as much as the limits need */
    uint32_t colour;                                    /* a CLI_COLOUR_* */
    bool json;
} cli_session_options;

/* The lines of the option table for cli_session_options `o`, in groups. The world state: */
#define CLI_WORLD_OPTIONS(o)                                                                                  \
    {"set",                                                                                                   \
     0,                                                                                                       \
     CLI_OPTION_LIST,                                                                                         \
     &(o).set,                                                                                                \
     "PROP=VALUE",                                                                                            \
     "give a property another value than its initial one; repeatable.\nVALUE: a number, true, false, or the " \
     "name of a value. A cell of a table: `Prop(a,b)=VALUE`.\nThe answer of a query: `Query(a,b)=VALUE` or "  \
     "`=later`.\nThe candidates of a query: `Query(a,b)=[VALUE, VALUE]`"},                                    \
    {                                                                                                         \
        "spawn", 0, CLI_OPTION_LIST, &(o).spawn, "TYPE=N",                                                    \
            "create N instances of an open Entities type, TYPE#0 to TYPE#N-1; repeatable"                     \
    }

/* What bounds a search. */
#define CLI_SEARCH_OPTIONS(o)                                                                                          \
    {"seed", 0, CLI_OPTION_SEED, &(o).seed, "N", "seed of random draws, in tasks with `Select [random]` (default 0)"}, \
        {"horizon", 0, CLI_OPTION_NUMBER, &(o).horizon, "MS", "plan only the next MS milliseconds (default: all)"},    \
        {"max-steps",    0,   CLI_OPTION_NUMBER,                                                                       \
         &(o).max_steps, "N", "limit: steps of a plan (default: 64 to 4096, by the domain)"},                          \
        {"max-depth",    0,   CLI_OPTION_NUMBER,                                                                       \
         &(o).max_depth, "N", "limit: recursive tasks nested in one another\n(default: 32 to 4096, by the domain)"},   \
        {"max-work",    0,   CLI_OPTION_NUMBER,                                                                        \
         &(o).max_work, "N", "limit: methods, steps and instances tried (default 1000000)"},                           \
    {                                                                                                                  \
        "max-nodes", 0, CLI_OPTION_NUMBER, &(o).max_nodes, "N",                                                        \
            "limit: states that one Achieve may reach (default 4096)"                                                  \
    }

/* Beside --task, which each command describes itself. */
#define CLI_GIVEN_OPTIONS(o)                                                                                 \
    {                                                                                                        \
        "cheapest", 0, CLI_OPTION_FLAG, &(o).cheapest, NULL, "with --task: the cheapest plan, not the first" \
    }

/* What plan and explain share. `memory_is`: appended to the help of --memory. */
#define CLI_SESSION_OPTIONS(o, memory_is)                                                                              \
    CLI_WORLD_OPTIONS(o), {"root", 0, CLI_OPTION_TEXT, &(o).root, "NAME", "plan from this root (default: the first)"}, \
        CLI_SEARCH_OPTIONS(o),                                                                                         \
        {"memory",                                                                                                     \
         0,                                                                                                            \
         CLI_OPTION_BYTES,                                                                                             \
         &(o).memory,                                                                                                  \
         "BYTES",                                                                                                      \
         "size of the planner's memory (default: what the limits need);\nK, M and G multiply: 64K" memory_is},         \
        {"json", 0, CLI_OPTION_FLAG, &(o).json, NULL, "print the result as JSON (docs/tool.md)"},                      \
        CLI_OPTION_COLOUR(&(o).colour), CLI_OPTION_WARNINGS(&(o).switches)

typedef struct cli_session {
    const char *command;
    bool plays; /* the world is that of a living agent, so --set did not give the values that it has now */
    const struct htn_agent *agent; /* with `plays`: that agent; else NULL */
    cli_subject subject;
    cli_hddl hddl; /* holds the subject's blob if the domain is in HDDL */
    htn_world world;
    void *world_memory;
    bool *set; /* by property: --set gave its value */
    cli_answers answers;
    htn_limits limits;
    cli_given_tasks given;
    htn_request request;
    void *block; /* the planner's memory */
    htn_planner *planner;
} cli_session;

/*
 * Opens FILE and prepares the session for htn_plan_begin(). Returns CLI_EXIT_YES, or another exit status after printing
 * why. Call cli_session_close() in either case.
 */
int cli_session_open(cli_session *session, const char *command, const char *path, const cli_session_options *options);

/* The same for a domain and a problem in HDDL, by way of their translation to .htn. */
int cli_session_open_hddl(cli_session *session, const char *command, const char *domain, const char *problem,
                          const cli_session_options *options);

/* The same for a session whose `subject` is open and whose `command` is set. */
int cli_session_prepare(cli_session *session, const cli_session_options *options);
void cli_session_close(cli_session *session);
