/*
 * The alternatives of a compound task: its methods whose conditions can hold. A method that can never be taken gets no code, but
 * keeps its index.
 */
#pragma once

#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_method_filter.h"

struct htnc_alternative;

/* Alternatives in a row, up to `end`, that can be skipped together; see lower_method_skip.c. */
typedef struct htnc_skip {
    const htnc_property *property; /* that decides; NULL: nothing is skipped */
    int32_t value;
    uint32_t count; /* alternatives, or groups of them */
    const struct htnc_alternative *end;
} htnc_skip;

typedef struct htnc_alternative {
    struct htnc_alternative *next;
    htnc_method *method;
    htnc_list list;            /* its conditions */
    htnc_skip groups, group;   /* that begin here */
    htnc_method_filter filter; /* for SEEK */
} htnc_alternative;

/*
 * Reads the conditions of all methods. Locals from `first` on are free. `selects`: the caller ranks solutions, so `Prefer` needs
 * no locals of its own. Sets the methods' bindings. NULL: no method can be taken.
 */
htnc_alternative *htnc_alternatives_of(htnc_builder *build, const htnc_task *task, uint32_t first, bool selects);

/*
 * Emits the choice of a method whose conditions hold. `again`: where its next solution, or the next method, is looked for;
 * NULL: there is none. At `check` control arrives
 * with the bindings of the running plan's own method, which are tested. Both ways continue behind.
 */
void htnc_emit_choice(htnc_emitter *to, const htnc_alternative *taken, bool ranked, htnc_label *again,
                      htnc_label *check);

/* Emits the choice of a method without solutions to go on with. `next`: the next alternative; NULL: it was the last one. */
void htnc_emit_method(htnc_emitter *to, const htnc_method *method, htnc_label *next);
