/*
 * A match: one domain, the runtime and the reference planner over the same random worlds, every answer
 * compared. Failures print a report as TAP comments, with all that is needed to see them again.
 */
#pragma once

#include "compare.h"
#include "match_given.h"
#include "uses.h"
#include "worlds.h"

typedef enum match_check {
    CHECK_COMPILES,
    CHECK_INITIAL,
    CHECK_INSTANCES,
    CHECK_PLAN,
    CHECK_BUDGET,
    CHECK_MOVED,
    CHECK_TRACED,
    CHECK_WORK,
    CHECK_ANYTIME,
    CHECK_COPIED,
    CHECK_DEFAULTS,
    CHECK_ARGUMENTS,
    CHECK_ANSWERS,
    CHECK_WORLD,
    CHECK_VALIDATE,
    CHECK_REPLAN,
    CHECK_REPLAN_BUDGET,
    CHECK_GO_ON,
    CHECK_GO_ON_BUDGET,
    CHECK_GIVEN,
    CHECK_ALL,
    CHECKS
} match_check;

const char *check_name(match_check check);

enum { BUCKETS = 8 }; /* 0, 1, 2, 3..4, 5..8, 9..16, 17..32, more */

typedef struct match_statistics {
    uint64_t domains;
    uint64_t passed[CHECKS], failed[CHECKS];
    uint64_t outcomes[REFERENCE_OUTCOMES], replan_outcomes[REFERENCE_OUTCOMES], go_on_outcomes[REFERENCE_OUTCOMES];
    uint64_t continued;      /* replans while a continuation ran */
    uint64_t replaced_parts; /* of them: those that found another continuation */
    uint64_t stale;          /* times that a subtask failed since an instance that it mentions was gone */
    uint64_t broken;         /* replans of a running plan that no longer held */
    uint64_t full;           /* searches that a region of the block had no room for: not compared */
    uint64_t lengths[BUCKETS], records[BUCKETS], backtracks[BUCKETS], passed_over[BUCKETS]; /* of plans found */
    uint64_t cut;         /* plans found after a limit had cut a branch */
    uint64_t non_trivial; /* plans of at least three steps, found after backtracking */
    uses_state uses;      /* of constructs, by domain */
    uint64_t asked;       /* worlds in which queries were asked */
    uint64_t proposed;    /* worlds in which candidates were asked for */
    uint64_t late;        /* worlds in which some answers were late */
    uint64_t cheapest, dearer,
        cheapest_gave_up;        /* searches for the cheapest; those that passed a dearer plan on the way; ...
                                                    that the reference did not finish */
    uint64_t beyond;             /* found to be the cheapest within wider limits too */
    uint64_t all_plans[BUCKETS]; /* of them: how many plans there were */
    uint64_t chosen;             /* plans found after solutions of binders had been given up */
    uint64_t lets, kept_lets;    /* plans found in searches with values of `let`; replans that kept such values */
    uint64_t bodies, passes;     /* of derived conditions, evaluated by searches; passes behind the first one */
    uint64_t choices[2];         /* plans found in searches with Optionals; with AnyOrders */
    uint64_t elses;              /* plans found in searches that came to the Else of a Select */
    uint64_t grouped;            /* plans with a parallel group of at least two members */
    uint64_t nested;             /* those with one in another one */
    uint64_t items;              /* plans with two items of Eaches or more */
    uint64_t items_left;         /* partial plans that leave items of an Each */
    uint64_t items_replaced;     /* plans found by a replan, with an Each */
    uint64_t given, given_several, given_cheapest, given_found,
        given_replans; /* searches and replans of given tasks; not in what is above */
    uint64_t all_searches, all_several, all_answers,
        all_ended;          /* for all plans; with several; plans; up to the last answer */
    uint64_t all_same_cost; /* of them: plans that cost the same as the one before, where the cheapest is wanted */
    uint64_t apart;         /* replans where the steps done are not the first ones */
} match_statistics;

typedef struct match_state {
    reference_planner *reference; /* the caller's */
    match_statistics *statistics; /* the caller's */
    bool quiet;                   /* print nothing */
    uint32_t worlds;              /* how many to try */
    uint32_t only_initial;        /* worlds that start as declared and change little */
    bool bodies;                  /* of derived conditions are compared: a domain of generate_askings.c */

    /* filled in by match_run() */
    uint64_t seed;
    const char *path, *text;
    subject_state subject;
    uint32_t root, seed_of_draws; /* what to plan */
    dice_state dice, all_dice;    /* the second: for all plans, so that the rest is the same without these */
    twin_world twin;
    uint32_t horizon;
    match_given given; /* in place of the root */
    reference_plan expected;
    reference_run running;
    uint8_t done[REFERENCE_STEPS]; /* which steps of the running plan have succeeded */
    bool failed, rejected;
    bool refused; /* rejected, but not because of what the text says */
} match_state;

/*
 * Runs all checks over one domain (`text` NULL: the file `path`). False where one failed; `rejected` says
 * whether that is because it did not compile and load.
 */
bool match_run(match_state *match, const char *path, const char *text, uint64_t seed);

/* Whether the exact work of its searches is not known. */
bool match_has_loops(const match_state *match);

void print_statistics(const match_statistics *statistics);

/* Prints text as TAP comments. */
void print_comment(const char *text);
