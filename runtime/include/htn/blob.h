/*
 * The blob: a compiled domain as bytes, used in place. Little-endian and position-independent;
 * its address needs no alignment. blob.def, beside this file, lists the sections and their
 * fields, opcodes.def the instructions; this header turns both into constants.
 *
 *     header (HTN_HEADER_SIZE bytes)   u32 fields below
 *     section table                    section count times { id, offset, count, size in bytes }
 *     sections                         by rising id, each at a multiple of 8, zero bytes between
 *
 * A section that would be empty is left out.
 */
#ifndef HTN_BLOB_H
#define HTN_BLOB_H

#include <stdint.h>

#define HTN_BLOB_MAGIC "HTNB"
#define HTN_BLOB_MAJOR 1u
#define HTN_BLOB_MINOR 0u
#define HTN_NONE       UINT32_MAX /* no index, address or slot */

/* Byte offsets of the header's fields. */
enum {
    HTN_HEADER_MAGIC = 0,        /* the four bytes of HTN_BLOB_MAGIC */
    HTN_HEADER_MAJOR = 4,        /* u16: a reader refuses a higher one */
    HTN_HEADER_MINOR = 6,        /* u16: a reader accepts a higher one */
    HTN_HEADER_TOTAL = 8,        /* u32: size of the whole blob in bytes, a multiple of 8 */
    HTN_HEADER_CHECKSUM = 12,    /* u32: htn_blob_checksum() of all that follows this field */
    HTN_HEADER_FINGERPRINT = 16, /* u32: checksum of everything that saved state relies on, except code */
    HTN_HEADER_SECTIONS = 20,    /* u32: number of entries in the section table */
    HTN_HEADER_WORLD = 24,       /* u32: bytes of one agent's world state, a multiple of 4 */
    HTN_HEADER_STACK = 28,       /* u32: maximum depth of the evaluation stack, at most HTN_MAX_STACK */
    HTN_HEADER_FLAGS = 32,       /* u32: HTN_BLOB_* */
    HTN_HEADER_SHARED = 36, /* u32: where the shared part begins, a multiple of 8; HTN_HEADER_WORLD: there is none */
    HTN_HEADER_SIZE = 40
};

enum { HTN_SECTION_ENTRY_SIZE = 16 };

enum {
    HTN_BLOB_LOOPS_FREE = 1, /* Domain [...] Loops [free]: the loop guard only counts depth */
    HTN_BLOB_COSTS = 2,      /* some task has a Cost, or a root takes the cheapest plan: COST says every step's; else
                                each costs 1 */
    HTN_BLOB_SPANS = 4,      /* plans may have spans: some method has a Parallel, an Achieve, a While or a Cooldown */
    HTN_BLOB_PARTIAL = 8,    /* plans may be partial: some method has a Split, or some task a Duration */
    HTN_BLOB_COOLDOWN_SPANS =
        16, /* WHILE and WHILE_END also stand in methods with a Cooldown. Blobs of format 1.0 lack it */
    HTN_BLOB_BACKGROUNDS = 32,  /* some Parallel has a Background member */
    HTN_BLOB_EACH = 64,         /* some task is an Each */
    HTN_BLOB_FIXED_COSTS = 128, /* costs are thousandths: some Cost is a fixed number */
    HTN_BLOB_FLAGS = 255        /* all flags */
};

enum {
    HTN_MAX_STACK = 64,          /* values on the evaluation stack */
    HTN_MAX_ARGUMENTS = 64,      /* arguments of an operator or query: all lie on the evaluation stack at once */
    HTN_MAX_CANDIDATES = 64,     /* candidates that a query proposes at once */
    HTN_MAX_LOCALS = 255,        /* locals of a frame */
    HTN_MAX_INSTANCES = 1 << 20, /* of an entity type, with its subtypes */
    HTN_MAX_METHODS = 65535,     /* methods of a task */
    HTN_MAX_WORLD = 1 << 28      /* bytes of a world state */
};

#define HTN_MAX_CELLS ((uint64_t)1 << 62) /* of a table that is kept as facts; for others HTN_MAX_WORLD is the limit */

typedef enum htn_type_kind {
    HTN_TYPE_BOOL = 0,
    HTN_TYPE_INTEGER = 1, /* `int` and every range */
    HTN_TYPE_ENUM = 2,
    HTN_TYPE_ENTITIES = 3, /* values are instances, numbered as slots of the outermost parent; -1 is none */
    HTN_TYPE_FIXED = 4,    /* `fixed` and every range with decimals; values are thousandths (htn/fixed.h) */
    HTN_TYPE_KINDS
} htn_type_kind;

/* How a value is stored. A property has one storage, so it is always read as it was written. */
typedef enum htn_storage {
#define HTN_STORAGE(name, bytes, low, high, meaning) HTN_STORAGE_##name,
#include <htn/blob.def>
    HTN_STORAGES
} htn_storage;

typedef enum htn_task_kind { HTN_TASK_COMPOUND, HTN_TASK_PRIMITIVE, HTN_TASK_KINDS } htn_task_kind;

enum {
    HTN_TASK_FRAMED = 1,        /* its code begins with FRAME */
    HTN_TASK_RECURSIVE = 2,     /* compound: it can reach itself; GUARD follows FRAME, if any */
    HTN_TASK_NO_INTERRUPT = 4,  /* primitive: nothing ends its step early */
    HTN_TASK_BINDING_TYPES = 8, /* primitive: the types of its bindings follow those of its parameters */
    HTN_TASK_TIMEOUT = 16,      /* primitive: its Timeout is the last of its operator's arguments */
    HTN_TASK_RESTART = 32,      /* primitive: its step never goes on in a plan that replaces its own */
    HTN_TASK_FIXED_RANKS = 64,  /* compound: the utilities of its candidates are thousandths. For diagnosis only */
    HTN_TASK_EACH =
        128, /* compound: an Each. Method 0 is taken for each item and has its values, method 1 at the end */
    HTN_TASK_SPLITS = 256, /* it can reach a Split; only if some root takes the cheapest plan. Older blobs lack it */
    HTN_TASK_PROGRESSES =
        512 /* recursive: inside itself it always finds another world, so its GUARD only counts depth. Older blobs lack it */
};

enum {
    HTN_ROOT_CHEAPEST = 1 /* its plan is the cheapest one, of equal ones the first; else the first one */
};

enum {
    HTN_PROPERTY_STATIC = 1, /* nothing writes it, not even the game: its Facts hold */
    HTN_PROPERTY_SHARED = 2, /* Shared World State: in the part that a group shares */
    HTN_PROPERTY_HELD = 4,   /* by layer (if there are several) and instance: how many others hold it */

    /* Of the property of a Cooldown, which begins when the method's part ... */
    HTN_PROPERTY_AFTER_SUCCESS = 8, /* ... is done ... */
    HTN_PROPERTY_AFTER_ALWAYS =
        16, /* ... or is over in any way. None: when the plan fails while the part is not over */

    HTN_PROPERTY_EXPIRES = 32 /* its values can be set for a time */
};

/*
 * The locals of a ranking (RANK). Positions count candidates from 1; 0 is none. Behind these fields lie, for
 * each key, the values of this candidate, of the best one and of the one taken last. A higher rank comes
 * first; among equal ranks, a higher key.
 */
enum {
    HTN_RANKING_METHOD, /* of the best candidate so far */
    HTN_RANKING_RANK,
    HTN_RANKING_POSITION,
    HTN_RANKING_TAKEN_METHOD, /* of the candidate taken last */
    HTN_RANKING_TAKEN_RANK,
    HTN_RANKING_TAKEN_POSITION,
    HTN_RANKING_THIS_RANK, /* of the current candidate */
    HTN_RANKING_THIS_POSITION,
    HTN_RANKING_THIS_WEIGHT, /* DRAW only */
    HTN_RANKING_FIELDS
};

/* The locals of a list of candidates (PROPOSE). */
enum {
    HTN_LIST_POSITION, /* of the next candidate, from 1 on */
    HTN_LIST_COUNT,    /* candidates */
    HTN_LIST_VALUES    /* the first candidate */
};

/*
 * The locals of an Each, right in front of the values of its item. Its list lies in the region `solutions`: for each item its
 * values, then its keys. Each item has a frame of its own, a copy of the one before with other values.
 */
enum {
    HTN_EACH_BASE,     /* where the list begins */
    HTN_EACH_WIDTH,    /* numbers of an item */
    HTN_EACH_COUNT,    /* items */
    HTN_EACH_BEGUN,    /* items that have begun, this one included */
    HTN_EACH_ENTRY,    /* of the record, of this item; HTN_NONE: none has begun since the search began */
    HTN_EACH_PREVIOUS, /* the same of the item before */
    HTN_EACH_CHOICES,  /* how many choice points there were in front of the Each */
    HTN_EACH_FIELDS
};

/*
 * A row of the instruction SEEK, in the constants: the values that HTN_ROW_BYTES bytes of the world must have
 * for a method to be taken. The world matches if (byte ^ value) & mask is 0 for each byte. The last row of a
 * run has masks of 0.
 */
enum {
    HTN_ROW_ADDRESS,       /* of the first byte */
    HTN_ROW_TARGET,        /* a code address */
    HTN_ROW_MASKS,         /* one byte each, in order */
    HTN_ROW_VALUES = 4,    /* likewise */
    HTN_ROW_CONSTANTS = 6, /* constants of a row */
    HTN_ROW_BYTES = 8
};

/* What a deferred write does (DEFER). */
typedef enum htn_write {
    HTN_WRITE_SET,
    HTN_WRITE_ADD,
    HTN_WRITE_SUBTRACT,
    HTN_WRITE_SCALE,
    HTN_WRITE_SCALE_FIXED,
    HTN_WRITES
} htn_write;

typedef enum htn_item_kind {
    HTN_ITEM_METHOD_CONDITION, /* an item of a method's list */
    HTN_ITEM_PRECONDITION,     /* an item of a primitive task's list */
    HTN_ITEM_EFFECT,           /* an item of Effects */
    HTN_ITEM_EXPECTED_EFFECT,  /* an item of ExpectedEffects */
    HTN_ITEM_METHOD,           /* METHOD and LAST_METHOD */
    HTN_ITEM_SUBTASK,          /* an item of Subtasks, its inlined STEP included */
    HTN_ITEM_GOAL,             /* an item of an Achieve's goal */
    HTN_ITEM_WHILE,            /* an item of a method's While: among its tests, or in its block */
    HTN_ITEM_COOLDOWN,         /* the test that a method is not cooling down */
    HTN_ITEM_RANK,             /* a Utility, a Weight or a key of Prefer */
    HTN_ITEM_CONTEXT,          /* an item of Context */
    HTN_ITEM_DURING,           /* an item of During */
    HTN_ITEM_MARGIN,           /* the test that a Utility exceeds the running plan's by enough */
    HTN_ITEM_FAIL_EFFECT,      /* an item of FailEffects */
    HTN_ITEM_ABORT_EFFECT,     /* an item of AbortEffects */
    HTN_ITEM_ENTER,            /* an item of a method's Enter: among its tests, or in its block */
    HTN_ITEM_RESERVE,          /* the test that nobody else holds an instance of Reserve */
    HTN_ITEM_KINDS
} htn_item_kind;

typedef enum htn_subtask_kind {
    HTN_SUBTASK_TASK, /* a task that is called or inlined */
    HTN_SUBTASK_PARALLEL,
    HTN_SUBTASK_ACHIEVE,
    HTN_SUBTASK_SPLIT,
    HTN_SUBTASK_BACKGROUND, /* a member of a PARALLEL */
    HTN_SUBTASK_KINDS
} htn_subtask_kind;

/* What follows when a test of a list of conditions does not hold. */
typedef enum htn_test_outcome {
    HTN_TEST_NEXT_INSTANCE, /* the list goes on with the next instance of what it binds */
    HTN_TEST_NEXT_METHOD,   /* the method is rejected; its task tries the next one */
    HTN_TEST_FAILS,         /* the branch ends: a precondition, or a condition of the last method */
    HTN_TEST_NO_CANDIDATE,  /* the branch ends: `Select` has no candidate left */
    HTN_TEST_NEVER,         /* no test, but a jump to FAIL: the conditions can never hold */
    HTN_TEST_OUTCOMES
} htn_test_outcome;

/* What a condition reads. Those from RESULT to FIXED are about the test at their address, where that decides against the list. */
typedef enum htn_read_kind {
    HTN_READ_PROPERTY,
    HTN_READ_CELL,
    HTN_READ_LOCAL,       /* a parameter of the task, or a variable of a `let` */
    HTN_READ_QUERY,       /* asked by the instruction at the read's address; at a SELECT: in front of it */
    HTN_READ_RESULT,      /* a local: the number that a quantifier returned */
    HTN_READ_WITNESS,     /* a local: the instance of the type that decided */
    HTN_READ_NONE_PASSED, /* a quantifier's loop ended: no instance of the type passed */
    HTN_READ_NO_INSTANCE, /* a loop that binds ended: if the type has no instance at all, that is why */
    HTN_READ_FIXED,       /* as RESULT: the number is in thousandths */
    HTN_READ_DERIVED,     /* needed by the instruction at the read's address, a DERIVE */
    HTN_READ_KINDS
} htn_read_kind;

typedef enum htn_argument_kind {
    HTN_ARGUMENT_CONSTANT,
    HTN_ARGUMENT_LOCAL,
    HTN_ARGUMENT_PROPERTY,
    HTN_ARGUMENT_LAYER, /* the root that is planned */
    HTN_ARGUMENT_KINDS
} htn_argument_kind;

enum { HTN_MAX_READ_ARGUMENTS = 4 };

typedef enum htn_section {
#define HTN_SECTION(name, id, size, meaning) HTN_SECTION_##name = (id),
#include <htn/blob.def>
    HTN_SECTION_LIMIT = 64 /* all ids are below */
} htn_section;

/* HTN_<SECTION>_<FIELD>: the index of a u32 in its record; HTN_<SECTION>_FIELDS: their number. */
#define HTN_RECORD(section)                     enum {
#define HTN_FIELD(section, name, kind, meaning) HTN_##section##_##name,
#define HTN_RECORD_END(section) \
    HTN_##section##_FIELDS      \
    }                           \
    ;
#include <htn/blob.def>

typedef enum htn_opcode {
#define HTN_OP(name, ...) HTN_OP_##name,
#include <htn/opcodes.def>
    HTN_OPCODES
} htn_opcode;

enum { HTN_INSTRUCTION_SIZE = 8, HTN_SLOT_FAIL = 0, HTN_SLOT_DONE = 1, HTN_SLOT_VALID = 2, HTN_SLOTS = 3 };

#endif
