/*
 * Small random domains for the test of the lint, and a plain search over the compiler's model that
 * notes all that it does. The worlds are few enough to try them all. See test_lint_is_exact.c.
 */
#pragma once

#include "../../compiler/htnc.h"

enum { SMALL_TEXT = 16384, SMALL_PROPERTIES = 5, SMALL_CALLS = 256 };

/* Writes a domain; the same seed gives the same text. */
void small_domain(uint64_t seed, char text[SMALL_TEXT]);

/* The next of all world states of the model, from `world` all at their lowest; false after the last. */
bool small_next_world(const htnc_model *model, int32_t *world);

/* Whether all items of a list hold. */
bool small_list_holds(const htnc_expr *items, const int32_t *world);
bool small_item_holds(const htnc_expr *item, const int32_t *world);

/* What searches have done, over any number of worlds. */
typedef struct small_notes {
    const void *methods[SMALL_CALLS]; /* htnc_method: taken */
    const void *calls[SMALL_CALLS];   /* htnc_subtask: of compound tasks, that the loop guard let in */
    const void *again[SMALL_CALLS];   /* htnc_task: entered below themselves */
    uint32_t method_count, call_count, again_count;
    bool stopped; /* the last search was given up: too deep or too long */
    int64_t cost; /* of the last search for the cheapest plan: that plan's; -1: none was found */
} small_notes;

/* Plans from the first root; goes through all plans where that takes the cheapest. Without `guard` recursion ends only by giving up. */
void small_search(const htnc_model *model, const int32_t *world, bool guard, small_notes *notes);
