/*
 * The output of lowering, which the blob's writer reads: instructions and the facts about them for the blob's tables. Indexes of
 * tasks, properties and types are those of the model. HTN_NONE (htn/blob.h) means "none". The arena owns everything.
 *
 * A structure called "a record of X" has the fields of section X of htn/blob.def in the same order, so it is written as it is.
 */
#pragma once

#include "base/buffer.h"
#include "base/source.h"
#include "compiler/lower/texts.h"
#include <htn/blob.h>
#include <stdbool.h>
#include <stdint.h>

/* htn/opcodes.def says for each instruction what its operands a, b and c mean. */
typedef struct htnc_instruction {
    uint8_t op, a;
    uint16_t b;
    uint32_t c;
} htnc_instruction;

/* An item: a condition, effect or subtask of the source, and the instructions [first, end) that it became. */
typedef struct htnc_item {
    uint32_t first, end;
    uint32_t kind; /* htn_item_kind */
    uint32_t task;
    uint32_t method; /* its index in the task; HTN_NONE: the task itself */
    base_span span;
} htnc_item;

/* What lowering knows of a task: fields of its record in TASKS. Addresses are indexes of instructions, or HTN_NONE. */
typedef struct htnc_task_code {
    uint32_t entry, end; /* all of the task's code */
    uint32_t check;      /* tests of a primitive task's preconditions whose bindings are known */
    uint32_t context, during, fail_effects, abort_effects, action, effects, expected, arguments;
    uint32_t bindings;  /* locals that the preconditions bind */
    uint32_t locals;    /* size of the frame */
    uint32_t flags;     /* HTN_TASK_* */
    int32_t cost_bound; /* lower bound of its cost; 0 where no root asks for the cheapest plan */
} htnc_task_code;

/* A record of INDEXES: a static index. `starts` and `list` are indexes of constants. */
typedef struct htnc_index_code {
    uint32_t property, keys, starts, list;
} htnc_index_code;

/* A record of KEY_LISTS: the keys of a static index that have instances. `list` is an index of a constant. */
typedef struct htnc_key_list_code {
    uint32_t property, left_out, keys, list;
} htnc_key_list_code;

/* The body of a derived condition: what becomes its record of DERIVED. */
typedef struct htnc_derived_code {
    const struct htnc_condition *condition;
    uint32_t entry, end;
    uint32_t locals;
} htnc_derived_code;

/* An Achieve: what becomes its record of ACHIEVES and its records of USES and WRITES. */
typedef struct htnc_achieve_code {
    uint32_t *uses;   /* tasks */
    uint32_t *writes; /* properties */
    uint32_t use_count, write_count;
} htnc_achieve_code;

/* A record of DEBUG_TESTS. */
typedef struct htnc_test_note {
    uint32_t at;
    uint32_t outcome; /* htn_test_outcome */
    uint32_t local;
} htnc_test_note;

/* A record of DEBUG_READS; `first_argument` counts in the same emitter's arguments. */
typedef struct htnc_read_note {
    uint32_t at;
    uint32_t kind; /* htn_read_kind */
    uint32_t index, type, first_argument, argument_count;
} htnc_read_note;

/* A record of DEBUG_ARGUMENTS. */
typedef struct htnc_argument_note {
    uint32_t kind; /* htn_argument_kind */
    uint32_t value;
} htnc_argument_note;

/* A record of DEBUG_SUBTASKS. */
typedef struct htnc_subtask_note {
    uint32_t first, end;
    uint32_t kind; /* htn_subtask_kind */
    uint32_t task, method, parent, member;
} htnc_subtask_note;

/* Records of the other debug sections, each by rising address; see debug_notes.h. */
typedef struct htnc_debug_notes {
    htnc_test_note *tests;
    htnc_read_note *reads;
    htnc_argument_note *arguments;
    htnc_subtask_note *subtasks;
    uint32_t test_count, read_count, argument_count, subtask_count;
    uint32_t subtask_room; /* how many subtasks there is room for */
} htnc_debug_notes;

typedef struct htnc_code {
    htnc_instruction *instructions;
    uint32_t count;
    bool *leaders;         /* by instruction: control may arrive here by a jump or from the runtime */
    base_buffer constants; /* i32 each, as in the blob: points of curves, static indexes, key lists, method filters */
    htnc_index_code *indexes;
    uint32_t index_count;
    htnc_key_list_code *key_lists;
    uint32_t key_list_count;
    htnc_derived_code *derived; /* by htnc_condition.derived; entries rise */
    uint32_t derived_count;
    htnc_achieve_code *achieves;
    uint32_t achieve_count;
    htnc_item *items; /* by rising `first` */
    uint32_t item_count;
    htnc_debug_notes notes;
    htnc_task_code *tasks;  /* by task; entries rise */
    uint32_t *addresses;    /* by property: its offset in the world state in bytes; they rise */
    uint32_t *storages;     /* by property: htn_storage */
    uint32_t *type_indexes; /* by type: its index in the blob; HTN_NONE: the type of symbols, which the blob lacks */
    uint32_t *presence;     /* by type: address of an open type's first presence byte, or HTN_NONE */
    uint32_t world_bytes;
    uint32_t shared_at;   /* where the properties begin that a group of agents shares; world_bytes: there are none */
    uint32_t stack;       /* greatest depth of the evaluation stack */
    bool has_costs;       /* the plan's cost is computed */
    int32_t plain_cost;   /* of a step without a Cost: 1, as a fixed number or not */
    bool has_backgrounds; /* some group has a Background */
    bool has_each;        /* some task is an Each */
    bool has_spans;       /* a plan has groups, Achieves, or methods with a While or a Cooldown */
    bool has_cooldowns;   /* some method has a Cooldown */
    bool has_partial;   /* there may be partial plans: planning stops at a Split or the horizon, and continues later */
    htnc_texts strings; /* the blob's strings so far: PUSH_STRING refers to it */
} htnc_code;

/* Appends numbers to the constants; returns the index of the first. */
uint32_t htnc_add_constants(htnc_code *code, const int32_t *values, uint32_t count);
