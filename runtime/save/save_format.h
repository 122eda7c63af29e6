/*
 * What saving and loading agree on: the header, and the numbers that stand for things.
 * docs/saving.md has the whole format.
 */
#pragma once

#include <htn/save.h>

/* Byte offsets of the header's fields. */
enum {
    HTNI_SAVE_MAGIC = 0,
    HTNI_SAVE_MAJOR = 4,        /* u16 */
    HTNI_SAVE_MINOR = 6,        /* u16 */
    HTNI_SAVE_TOTAL = 8,        /* u32: bytes of the whole save */
    HTNI_SAVE_CHECKSUM = 12,    /* u32: htn_blob_checksum() of all that follows this field */
    HTNI_SAVE_BLOB = 16,        /* u32: checksum of the blob that the save was made with */
    HTNI_SAVE_FINGERPRINT = 20, /* u32: fingerprint of that blob */
    HTNI_SAVE_HEADER = 24
};

/* The first minor version with a list of Durings, and with holds; in 1.0 each step has what it is to restore. */
enum { HTNI_SAVE_DURINGS = 1 };

/* What a save is of: what follows its world. */
enum { HTNI_SAVE_OF_WORLD, HTNI_SAVE_OF_AGENT, HTNI_SAVE_OF_GROUP, HTNI_SAVE_SUBJECTS };
/* Flags of an instance that a layer holds. */
enum {
    HTNI_SAVED_LOST = 1,      /* it has lost the hold */
    HTNI_SAVED_BY_METHOD = 2, /* a method of its plan reserves it */
    HTNI_SAVED_FREED =
        4, /* it is reserved, but not held since its instance was removed; it is there again, in another home */
    HTNI_SAVED_HOLD_FLAGS = 7
};

/* What a type's values are. */
typedef enum htni_saved_kind {
    HTNI_SAVED_BOOL,
    HTNI_SAVED_INTEGER,
    HTNI_SAVED_ENUM,
    HTNI_SAVED_CLOSED, /* instances that have names */
    HTNI_SAVED_OPEN,   /* instances that come and go */
    HTNI_SAVED_FIXED,  /* thousandths */
    HTNI_SAVED_KINDS
} htni_saved_kind;

/* The number of the result of a search that has found an empty plan. */
enum { HTNI_SAVED_EMPTY = 2 };

/* A layer's flags. */
enum {
    HTNI_SAVED_CHANGED = 1,       /* changes.from_outside */
    HTNI_SAVED_ASKED = 2,         /* schedule.asked */
    HTNI_SAVED_DUE = 4,           /* schedule.due */
    HTNI_SAVED_RUNNING = 8,       /* plan.active */
    HTNI_SAVED_PARTIAL = 16,      /* plan.partial */
    HTNI_SAVED_BROKEN = 32,       /* plan.broken */
    HTNI_SAVED_VALID = 64,        /* the running plan was found to hold in the world as it is */
    HTNI_SAVED_WAITS = 128,       /* a search is under way, or waits for budget */
    HTNI_SAVED_FOREIGN = 256,     /* plan.foreign */
    HTNI_SAVED_OWED = 512,        /* plan.owed */
    HTNI_SAVED_FIXED_COST = 1024, /* the plan's cost is in thousandths */
    HTNI_SAVED_FLAGS = 2047
};

htni_saved_kind htni_saved_kind_of(const htn_domain *domain, uint32_t type);

/*
 * How a search ended, as a number that stays the same when statuses are renumbered. NOT_BEGUN for
 * numbers of no result. OK has two more numbers; one of them is HTNI_SAVED_EMPTY.
 */
uint32_t htni_number_of_result(htn_status result);
htn_status htni_result_of_number(uint32_t number);

/*
 * The type that an instance belongs to itself, not as one of a subtype. `type` is any open type
 * that has the instance. HTN_NONE: no type.
 */
uint32_t htni_leaf_type(const htn_domain *domain, uint32_t type, int32_t instance);
