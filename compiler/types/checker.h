/* The state that the files of the types pass share. It lives as long as htnc_type_check(). */
#pragma once

#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include "compiler/types/interval.h"
#include <string.h>

/* Whether a named condition is constant. Known once all that it uses was typed. */
typedef struct htnc_condition_facts {
    bool is_constant;
    int32_t value;
    htnc_interval range; /* of a named value that is an int */
} htnc_condition_facts;

typedef struct htnc_checker {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    struct htnc_range_entry *ranges;  /* uthash: interned lo..hi types */
    htnc_type **types_end;            /* where the next range is linked into the model's list of types */
    htnc_condition_facts *conditions; /* by index */
    const char *naming;               /* the name of the Condition whose items are typed; else NULL */
    const char *constant;             /* what the current expression is for, if it must be constant; else NULL */
    base_span *
        *operator_spans; /* by operator and argument: the expression that its type comes from; 0, 0: not known yet */
} htnc_checker;
