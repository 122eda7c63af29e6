/*
 * A stage for scenarios: one agent over one domain, who plans, carries out steps as he is told that they
 * ended, and plans again when the world changes (docs/language.md, "What planning means"; what running
 * means is in "Replanning" there). It plays sequential plans of one root, and stops with a complaint at
 * what it does not know. values.c evaluates, agent.c plans and runs, play.c reads the scenario.
 */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include <htn/htn.h>
#include <setjmp.h>
#include "htnc.h"

enum { STAGE_TEXT = 512 };

/* A variable and what it stands for. */
typedef struct scope {
    const struct scope *next;
    const htnc_variable *variable;
    int32_t value;
} scope;

typedef struct stage {
    const htnc_compilation *compilation;
    const htnc_model *model;
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    void *world_memory, *planner_memory;
    const scope *instances; /* the scenario's `g : Enemy` */

    bool running;            /* there is a plan under way; its step `done` has started, once settled */
    bool started;            /* that step */
    bool waiting;            /* without a plan, or with an empty one, until something changes */
    bool no_plan;            /* the last search found none */
    uint32_t done, seed;     /* steps that have succeeded; plans taken up so far */
    char plan[STAGE_TEXT];   /* the plan last taken up, as a scenario writes it, between the brackets */
    char record[STAGE_TEXT]; /* its record, likewise */

    jmp_buf curtain; /* where a complaint goes */
    char complaint[STAGE_TEXT * 3];
    const htnc_clause *clause; /* the one being played */
} stage;

/* Ends the scenario: what was expected, what is. Does not return. */
_Noreturn void complain(stage *on, const char *format, ...);

/* --- values.c --- */

/* The value of an expression in the real world. */
int32_t value_of(stage *on, const htnc_expr *expression, const scope *known);

/* Whether all of a list of conditions hold; binders are not among what it knows. */
bool all_hold(stage *on, const htnc_expr *conditions, const scope *known);

/* Changes the world by a list of effects, which read it as it was before. Says whether anything has another value now. */
bool change_world(stage *on, const htnc_effect *effects, const scope *known);

/* Adds a value as it is written in a scenario. */
void add_value(stage *on, char *text, const htnc_type *type, int32_t value);
void add_text(char *text, const char *format, ...);

/* --- agent.c --- */

/* Plans where there is nothing to do, starts steps, does bookkeeping at once: until all waits for the game. */
void settle(stage *on);

/* The world has changed from outside: the running plan is looked at anew. */
void look_again(stage *on);

/* The running step ends. */
void end_step(stage *on, bool succeeded);

/* The task of the running step; NULL: there is none. Its arguments, as text. */
const htnc_task *running_task(stage *on);
void add_running_step(stage *on, char *text);

/* --- play.c --- */

/* Plays one scenario; false: `complaint` says what went wrong, `clause` where. */
bool play(stage *on, const htnc_compilation *compilation, const htnc_scenario *scenario);

#endif
