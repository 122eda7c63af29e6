/*
 * What the files that save and load share: the format's primitives, and what a load has found out (docs/saving.md has the
 * format). save.c, save_plan.c write; load_agent.c, load_world.c, load_plan.c, load_exact.c read; reload.c does both.
 *
 * A load goes over the save twice: once to see that all of it can be taken over, once to do so. Both are the same code; it
 * writes where `applies` says so, and what it tests does not depend on what it has written.
 */
#ifndef HTNI_SAVING_H
#define HTNI_SAVING_H

#include "../agent/agent_inside.h"
#include <htn/save.h>

/* Byte offsets of the header's fields. */
enum {
    HTNI_SAVE_MAGIC = 0,
    HTNI_SAVE_MAJOR = 4,        /* u16 */
    HTNI_SAVE_MINOR = 6,        /* u16 */
    HTNI_SAVE_TOTAL = 8,        /* u32: bytes of the whole save */
    HTNI_SAVE_CHECKSUM = 12,    /* u32: htn_blob_checksum() of all that follows this field */
    HTNI_SAVE_BLOB = 16,        /* u32: checksum of the blob that it was made with */
    HTNI_SAVE_FINGERPRINT = 20, /* u32: fingerprint of that blob */
    HTNI_SAVE_HEADER = 24
};

/* What a type's values are. */
typedef enum htni_saved_kind {
    HTNI_SAVED_BOOL,
    HTNI_SAVED_INTEGER,
    HTNI_SAVED_ENUM,
    HTNI_SAVED_CLOSED, /* instances that have names */
    HTNI_SAVED_OPEN,   /* instances that come and go */
    HTNI_SAVED_KINDS
} htni_saved_kind;

/* A layer's flags. */
enum {
    HTNI_SAVED_CHANGED = 1,
    HTNI_SAVED_ASKED = 2,
    HTNI_SAVED_DUE = 4,
    HTNI_SAVED_RUNNING = 8,
    HTNI_SAVED_PARTIAL = 16,
    HTNI_SAVED_BROKEN = 32,
    HTNI_SAVED_VALID = 64,    /* the running plan was found to hold in the world as it is */
    HTNI_SAVED_WAITS = 128,   /* a search is under way, or is to begin as soon as there is something to spend on it */
    HTNI_SAVED_STRANGE = 256, /* the running plan is of another build: it has no record */
    HTNI_SAVED_FLAGS = 511
};

htni_saved_kind htni_saved_kind_of(const htn_domain *domain, uint32_t type);

/* How a search ended, as a number that does not change when statuses do. */
uint32_t htni_number_of_result(htn_status result);
htn_status htni_result_of_number(uint32_t number);

/* The type of an open family that an instance is of itself; HTN_NONE: it is of none. */
uint32_t htni_leaf(const htn_domain *domain, uint32_t type, int32_t instance);

/* --- Writing ------------------------------------------------------------------------------------ */

/* What goes beyond `size` is counted only. */
typedef struct htni_saving {
    uint8_t *out;
    size_t size, used;
} htni_saving;

void htni_put_number(htni_saving *to, uint32_t number); /* LEB128 */
void htni_put_signed(htni_saving *to, int32_t number);  /* likewise, the sign in the lowest bit */
void htni_put_bytes(htni_saving *to, const void *bytes, uint32_t count);
void htni_put_text(htni_saving *to, const char *text); /* NUL-ended */

/* A part is a u32, its size, and that many bytes: a reader that knows less of them skips the rest. */
size_t htni_begin_part(htni_saving *to);
void htni_end_part(htni_saving *to, size_t part);

/* A value of a type (HTN_NONE: a symbol): an open type's instance as that type and its place in it. */
void htni_put_value(htni_saving *to, const htn_domain *domain, uint32_t type, int32_t value);

/* The types of a run of parameters, their number first. */
void htni_put_types(htni_saving *to, const htn_domain *domain, uint32_t first, uint32_t count);

/* A property as it is known by: its name, its type, its parameters' types. */
void htni_put_property(htni_saving *to, const htn_domain *domain, uint32_t property);

/* save_plan.c: one layer. */
void htni_save_layer(htni_saving *to, const htn_agent *agent, const htni_layer *layer);

/* --- Reading ------------------------------------------------------------------------------------ */

typedef struct htni_loading {
    const uint8_t *bytes;
    uint32_t size;    /* of the whole */
    uint32_t at, end; /* of what is being read */
    uint32_t types;   /* where the list of types begins ... */
    uint32_t type_count, types_end;
    uint64_t looked_through;  /* bytes of types and names */
    const htn_domain *domain; /* that is loaded into */
    htn_world *world;
    htn_agent *agent; /* NULL: only a world is loaded */
    bool same_types;  /* types, properties, tasks and operators are those of the domain, number by number */
    bool exact;       /* so is the code */
    bool applies;
    htn_status status; /* OK so far; else everything reads as 0 */
    htn_load_report report;
} htni_loading;

/* Refuses the save, unless it has been refused already. Always false. */
bool htni_refuse(htni_loading *in, htn_status status, const char *reason);
bool htni_damaged(htni_loading *in);

static inline bool htni_goes_on(const htni_loading *in)
{
    return in->status == HTN_OK;
}

/* What cannot be read is 0, and the save is refused. */
uint32_t htni_get_number(htni_loading *in);
uint32_t htni_get_below(htni_loading *in, uint32_t limit); /* one that must be less than `limit` */
uint32_t htni_get_count(htni_loading *in);                 /* of things that take a byte each, at least */
int32_t htni_get_signed(htni_loading *in);
const uint8_t *htni_get_bytes(htni_loading *in, uint32_t count);

/* A NUL-ended text, in the save; never NULL. */
const char *htni_get_text(htni_loading *in);

/* Reads on within a part, until it is left for what comes behind it: give back what was returned. */
uint32_t htni_enter_part(htni_loading *in);
void htni_leave_part(htni_loading *in, uint32_t outer);

/*
 * A value of type `saved` of the save's, as one of `type` of the domain (HTN_NONE as saved or type: a symbol). False: it has no
 * counterpart there, or the save is refused.
 */
bool htni_get_value(htni_loading *in, uint32_t saved, uint32_t type, int32_t *value);

/* A type of the save's, or HTN_NONE: a symbol. */
uint32_t htni_get_type(htni_loading *in);

/* Whether that is an open type. */
bool htni_is_saved_open(htni_loading *in, uint32_t saved);

/* Types of parameters in a save: how many are left to be read, and where. */
typedef struct htni_saved_types {
    uint32_t count, at;
    bool alike; /* they are of the same kinds as those of the domain that they were compared with */
} htni_saved_types;

/* Reads them past, comparing with the domain's run of parameters; `count` HTN_NONE: with nothing. */
htni_saved_types htni_get_types(htni_loading *in, uint32_t first, uint32_t count);
uint32_t htni_next_type(htni_loading *in, htni_saved_types *types);

/* A property that a save speaks of. */
typedef struct htni_saved_property {
    uint32_t property; /* the domain's; HTN_NONE: none is like it */
    uint32_t type;     /* of its values, of the save's */
    htni_saved_types parameters;
    uint32_t cells;
} htni_saved_property;

/* `hint`: which of the domain's it is, most likely. */
htni_saved_property htni_get_property(htni_loading *in, uint32_t hint);

/*
 * A value that a property holds: a number that is out of its range now becomes the nearest end of that, and is counted. False: it
 * has no counterpart.
 */
bool htni_get_held(htni_loading *in, const htni_saved_property *saved, int32_t *value);

/* The domain's cell for one of the save's; HTN_NONE: none. */
uint32_t htni_map_cell(htni_loading *in, const htni_saved_property *saved, uint32_t cell);

/* load_world.c: the parts with types, and with instances and values. */
void htni_load_types(htni_loading *in);
void htni_load_world(htni_loading *in);

/* load_plan.c: one layer; `root` HTN_NONE: there is none of that name. */
void htni_load_layer(htni_loading *in, uint32_t root);

/* A plan, into a part of the layer's planner that nobody looks at yet; false: it has no counterpart. */
bool htni_load_plan(htni_loading *in, htn_planner *planner, htni_part *part);

/* load_exact.c: what is good with the very same code only: records, and what remains behind a split. */
void htni_load_exact(htni_loading *in, htn_planner *planner, bool planned);

#endif
