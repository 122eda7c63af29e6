/*
 * The state of lowering a model, for the files that lower tasks. They read expressions with `build` and emit instructions with
 * `to`; files that need only one of the two are given only that.
 */
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/lower_subject.h"
#include "compiler/names/model.h"

struct htnc_builder;
struct htnc_emitter;
struct htnc_fragment;

typedef struct htnc_lowering {
    base_arena *arena;
    const htnc_model *model;
    htnc_code *code;
    htnc_subject *subject;
    struct htnc_builder *build;               /* lower_node.h: makes nodes */
    struct htnc_emitter *to;                  /* lower_emit.h: where instructions go: `fragments` or `program` */
    struct htnc_emitter *fragments, *program; /* primitive tasks by themselves; all code */
    struct htnc_fragment *fragment_of;        /* lower_primitive.h: by index of a primitive task */
    const bool *is_action;                    /* by task index: some Achieve uses it (lower_action.h) */
    const bool *condition_loops;              /* by index: the named condition has loops (lower_has_loops.h) */
    uint32_t *written;    /* lower_effect.c: by property index: the last list of effects that writes it ... */
    uint32_t effect_list; /* ... where lists are numbered from 1 */
} htnc_lowering;
