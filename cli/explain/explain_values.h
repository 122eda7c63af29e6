/*
 * Values that conditions see, and where each comes from. They are looked up at the moment when a condition fails, by the
 * records of what it reads (DEBUG_READS).
 */
#pragma once

#include "cli/explain/explain_questions.h"
#include "cli/explain/explain_tuples.h"

/* What is looked at. */
typedef struct explain_values {
    cli_session *session;
    const htn_domain *domain;
    explain_questions questions;
    explain_tuples *tuples; /* owned */
    htn_world initial;      /* with the declared values, if --set changed any */
    void *initial_memory;
} explain_values;

void explain_values_init(explain_values *values, cli_session *session);
void explain_values_free(explain_values *values);

/* How many instances a type has: the same all through a search. */
int32_t explain_instances(const explain_values *values, uint32_t type);

/*
 * Adds what the item's conditions see now to the `count` values in `out`, which has room for EXPLAIN_MAX_SEEN. Returns their
 * number then. What a quantifier found is seen only where it decided: at the test `decided` (HTN_NONE: nowhere).
 */
uint32_t explain_look(const explain_values *values, const htn_planner *planner, uint32_t item, uint32_t decided,
                      explain_seen *out, uint32_t count);

/* What the latest of the instructions in [first, end) has asked or needed; false: nothing, or it is forgotten. */
bool explain_look_at_asked(const explain_values *values, uint32_t first, uint32_t end, explain_seen *seen);

/* `Distance(Enemy#1)`, `Stamina`, `e`: the name of what was seen. Returns its type. */
uint32_t explain_add_name(base_text *text, const htn_domain *domain, const explain_seen *seen);

/* `WsStamina was 0 (written by step 2 Sprint), WsAlert was false (initial)`; of one of a reason's conditions, or of all. */
#define EXPLAIN_EVERY UINT32_MAX
void explain_add_seen(base_text *text, const explain_values *values, const explain_seen *seen, uint32_t count,
                      uint32_t failure);
