/*
 * The subject: the piece of source that is being lowered, such as one condition or one subtask. Its limits are counted, and what
 * exceeds one is reported where the subject stands in the source.
 *
 * A task's frame is a row of locals: its parameters, then what its conditions bind, then temporaries (state of loops, results of
 * quantifiers). Each subject may use all temporaries.
 */
#pragma once

#include "base/printf_like.h"
#include "base/arena.h"
#include "base/diagnostic.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    HTNC_NODE_LIMIT = 65536,   /* nodes of one subject, and instructions made of them */
    HTNC_NESTING_LIMIT = 3000, /* depth of a subject's nodes, and of the expressions that they are made of */
};

typedef struct htnc_subject {
    base_arena *arena;
    base_diagnostics *diagnostics;
    base_span span;       /* where errors are reported */
    bool reported;        /* there is at most one report for each subject */
    uint32_t nodes;       /* made for it so far */
    uint32_t levels;      /* depth of the expression that is being read, with named conditions expanded */
    uint32_t temporaries; /* the first local of the frame that a subject may use */
    uint32_t free_local;  /* the first one that this subject does not use yet */
    uint32_t locals;      /* size of the frame so far */
} htnc_subject;

/* Begins a subject: errors are reported at `span`, its limits are unused, and all temporaries are free. */
void htnc_begin_subject(htnc_subject *subject, base_span span);

/* Reports that the subject exceeds a limit, once for each subject. The code is then not used, so any code will do. */
void htnc_too_large(htnc_subject *subject, const char *format, ...) BASE_PRINTF(2, 3);

/* Takes `count` consecutive locals for the subject and returns the first. Reports a frame that is full. */
uint32_t htnc_new_locals(htnc_subject *subject, uint32_t count);
