/*
 * What the files of lowering share: the model that is read, the code that is made, and the subject, which is the piece of source
 * that is being lowered. Each member that belongs to one file names it; other files leave it alone.
 *
 * A task's frame is a row of locals: its parameters, then what its conditions bind, then temporaries (state of loops, results of
 * quantifiers), which each subject may use afresh.
 */
#ifndef HTNC_LOWER_STATE_H
#define HTNC_LOWER_STATE_H

#include "base/arena.h"
#include "base/diagnostic.h"
#include "compiler/lower/code.h"
#include "compiler/names/model.h"

struct htnc_emitter;
struct htnc_fragment;
struct htnc_byte_ranges;
struct htnc_static_index;
struct htnc_noting;

enum {
    HTNC_NODE_LIMIT = 65536,   /* nodes of one subject, and instructions made of them */
    HTNC_NESTING_LIMIT = 3000, /* depth of a subject's nodes, and of the expressions that they are made of */
};

typedef struct htnc_lowering {
    base_arena *arena;
    base_diagnostics *diagnostics;
    htnc_model *model;
    htnc_code *code;
    struct htnc_emitter *to; /* lower_emit.h: where instructions go: `fragments` or `program` */
    struct htnc_emitter *fragments, *program;
    struct htnc_noting *noting;        /* debug_notes.h: what the emitted code belongs to */
    struct htnc_fragment *fragment_of; /* lower_primitive.h: by index of a primitive task */
    bool *acts;                        /* lower_action.h: by task index: some Achieve uses it */
    bool *condition_loops;             /* lower_has_loops.h: by index: the named condition has loops */
    struct htnc_byte_ranges *ranges;   /* lower_redundant_test.c */
    struct htnc_static_index *indexes; /* lower_static_index.h: those that have been made */
    uint32_t *written; /* lower_effect.h: by property index: the last list of effects that writes it ... */
    uint32_t list;     /* ... as lists are numbered from 1 */
    const htnc_property **properties; /* by index */
    const htnc_query **queries;       /* by index */
    bool has_static;                  /* some table is static, so loops may need the state of a static index */
    /* The subject. */
    base_span subject; /* where its errors are reported */
    bool complained;   /* an error of it was reported: there is one for each subject */
    uint32_t nodes;    /* made for it so far */
    uint32_t levels;   /* of the expression that is being read, named conditions expanded */
    /* The frame. */
    uint32_t temporaries; /* the first local that a subject may use */
    uint32_t free_local;  /* the first one that the current subject does not use yet */
    uint32_t locals;      /* size of the frame so far */
} htnc_lowering;

/* Begins a subject: errors are reported at `span`, its limits are unused, and all temporaries are free. */
void htnc_subject(htnc_lowering *lowering, base_span span);

/* Reports that the subject exceeds a limit, once for each subject. The code is then not used, so any code will do. */
void htnc_too_large(htnc_lowering *lowering, const char *what);

/* Takes `count` consecutive locals for the subject and returns the first. Reports a frame that is full. */
uint32_t htnc_new_locals(htnc_lowering *lowering, uint32_t count);

#endif
