/* The state that the files of the types pass share. It lives as long as htnc_type_check(). */
#ifndef HTNC_CHECKER_H
#define HTNC_CHECKER_H

#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include <string.h>

/* What is known of a named condition when all that it uses has been checked. */
typedef struct htnc_condition_facts {
    bool is_constant;
    int32_t value;
} htnc_condition_facts;

typedef struct htnc_checker {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    struct htnc_range_entry *ranges;  /* uthash: interned lo..hi types */
    htnc_type **types_end;            /* where the next one is linked into the list of the model */
    htnc_condition_facts *conditions; /* by index */
    const char *constant;             /* what the expression being typed is, where that must be constant; else NULL */
    base_span **operator_spans;       /* by operator and argument: where its type came from; 0, 0: not known yet */
} htnc_checker;

#endif
