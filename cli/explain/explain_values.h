/*
 * Values that conditions see, and where each comes from. They are looked up at the moment when a condition fails, by the
 * records of what it reads (DEBUG_READS).
 */
#ifndef CLI_EXPLAIN_VALUES_H
#define CLI_EXPLAIN_VALUES_H

#include "cli/explain/explain_questions.h"

/* A value that a condition saw. Words only, so that it can be compared as bytes. */
typedef struct explain_seen {
    uint32_t kind;  /* htn_read_kind */
    uint32_t index; /* property, table, local, or number of a question; of a quantifier its type, or HTN_NONE */
    uint32_t count; /* a cell: of its arguments */
    int32_t at[HTN_MAX_READ_ARGUMENTS];
    uint32_t task; /* a local: whose */
    int32_t value;
    uint32_t origin;    /* explain_origin */
    uint32_t step;      /* EXPLAIN_WRITTEN: which step of the plan then */
    uint32_t step_task; /* EXPLAIN_WRITTEN: its task, or HTN_NONE */
    uint32_t failure;   /* which of a reason's conditions saw it */
} explain_seen;

enum { EXPLAIN_MAX_SEEN = 64 };

/* What is looked at. */
typedef struct explain_values {
    cli_session *session;
    const htn_domain *domain;
    explain_questions questions;
    htn_world initial; /* with the declared values, if --set changed any */
    void *initial_memory;
} explain_values;

void explain_values_init(explain_values *values, cli_session *session);
void explain_values_free(explain_values *values);

/*
 * Adds what the item's conditions see now to the `count` values in `out`, which has room for EXPLAIN_MAX_SEEN. Returns their
 * number then. What a quantifier found is seen only where it decided: at the test `decided` (HTN_NONE: nowhere).
 */
uint32_t explain_look(const explain_values *values, const htn_planner *planner, uint32_t item, uint32_t decided,
                      explain_seen *out, uint32_t count);

/* The answer to the last question of the item's conditions. False: they asked none. */
bool explain_look_at_question(const explain_values *values, uint32_t item, explain_seen *seen);

/* `Distance(Enemy#1)`, `Stamina`, `e`: the name of what was seen. Returns its type. */
uint32_t explain_add_name(base_text *text, const explain_values *values, const explain_seen *seen);

/* `WsStamina was 0 (written by step 2 Sprint), WsAlert was false (initial)`; of one of a reason's conditions, or of all. */
#define EXPLAIN_EVERY UINT32_MAX
void explain_add_seen(base_text *text, const explain_values *values, const explain_seen *seen, uint32_t count,
                      uint32_t failure);

#endif
