/*
 * What the runtime's files share and a game does not see: reading the blob, the planner's block and
 * the machine's registers. Everything in the block is found by offset, so that it can be moved.
 */
#ifndef HTNI_INTERNAL_H
#define HTNI_INTERNAL_H

#include "blob/arithmetic.h"
#include "blob/curve.h"
#include <htn/htn.h>
#include <string.h>

/* A part of a function that is rarely gone through, kept out of where it is called: its registers are not saved there. */
#if defined(__GNUC__)
#define HTNI_APART       __attribute__((noinline))
#define HTNI_INLINE      static inline __attribute__((always_inline)) /* of several callers that are to have their own */
#define HTNI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define HTNI_APART
#define HTNI_INLINE      static inline
#define HTNI_UNLIKELY(x) (x)
#endif

/* --- The blob, little-endian at any alignment --------------------------------------------------- */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint32_t htni_read16(const uint8_t *at)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t htni_read32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
#else
static inline uint32_t htni_read16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static inline uint32_t htni_read32(const uint8_t *at)
{
    return htni_read16(at) | htni_read16(at + 2) << 16;
}
#endif

/* Two's complement, without relying on what a conversion out of range does. */
static inline int32_t htni_signed(uint32_t bits)
{
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Field NAME of record `index` of SECTION; the index is known to be below the section's count. */
#define HTNI_FIELD(domain, SECTION, index, NAME)                 \
    htni_read32((domain)->sections[HTN_SECTION_##SECTION].data + \
                ((size_t)(index)*HTN_##SECTION##_FIELDS + HTN_##SECTION##_##NAME) * 4)

static inline uint32_t htni_count(const htn_domain *domain, htn_section section)
{
    return domain->sections[section].count;
}

static inline const uint8_t *htni_code(const htn_domain *domain)
{
    return domain->sections[HTN_SECTION_CODE].data;
}

/* The task whose code begins at `entry`; HTN_NONE where none does. Tasks are sorted by it. */
uint32_t htni_task_at(const htn_domain *domain, uint32_t entry);

/* The task whose code `pc` lies in; `pc` must be behind the slots. */
uint32_t htni_task_of(const htn_domain *domain, uint32_t pc);

/* verify.c: everything that comes after the section table. False: `*fault` says why. */
bool htni_verify(htn_domain *domain, htn_fault *fault);

/* --- A world's cells ---------------------------------------------------------------------------- */

static inline int32_t htni_load(const uint8_t *bytes, uint32_t address, uint32_t storage)
{
    int16_t wide;
    int32_t whole;
    switch (storage) {
    case HTN_STORAGE_U8: return bytes[address];
    case HTN_STORAGE_S8: return (int8_t)bytes[address];
    case HTN_STORAGE_S16: memcpy(&wide, bytes + address, sizeof wide); return wide;
    default: memcpy(&whole, bytes + address, sizeof whole); return whole;
    }
}

/* The value must be one that the storage holds. */
static inline void htni_store(uint8_t *bytes, uint32_t address, uint32_t storage, int32_t value)
{
    int16_t wide = (int16_t)value;
    switch (storage) {
    case HTN_STORAGE_U8:
    case HTN_STORAGE_S8: bytes[address] = (uint8_t)value; break;
    case HTN_STORAGE_S16: memcpy(bytes + address, &wide, sizeof wide); break;
    default: memcpy(bytes + address, &value, sizeof value); break;
    }
}

/* Bytes of one cell. */
static inline uint32_t htni_storage_bytes(uint32_t storage)
{
    static const uint8_t bytes[HTN_STORAGES] = {1, 1, 2, 4, 0};
    return bytes[storage];
}

/* The number of the cell that a fact is about. */
static inline uint64_t htni_fact_cell(const htn_domain *domain, uint32_t fact)
{
    const uint8_t *highs = domain->sections[HTN_SECTION_FACT_HIGHS].data;
    const uint64_t high = highs == NULL ? 0 : htni_read32(highs + (size_t)fact * 4);
    return high << 32 | HTNI_FIELD(domain, FACTS, fact, CELL);
}

/*
 * The cell of a table at `index` (one value per parameter); HTN_NONE where one of them is no instance of its type. Of a table that
 * is kept as facts, the number of its fact in the section, or that section's count where no fact is about it.
 */
uint32_t htni_cell(const htn_domain *domain, uint32_t property, const int32_t *index);

/* Where a key list has the key that `values` make, one for each of its table's parameters but one; HTN_NONE: nowhere. */
uint32_t htni_find_key(const htn_domain *domain, uint32_t list, const int32_t *values);

/* What a table gives where there is no cell: the default of its type. */
int32_t htni_default(const htn_domain *domain, uint32_t property);

/* Whether a property can have the value: in its range; of an entity type, an instance of that type (there or not) or none. */
bool htni_allows(const htn_domain *domain, uint32_t property, int32_t value);

/* What a cell of a world begins with. */
int32_t htni_initial(const htn_domain *domain, uint32_t property, uint32_t cell);

/* The same of a type: false, 0 or the nearest end of a range, the first value or instance, none of an open type. */
int32_t htni_default_of(const htn_domain *domain, uint32_t type);

/* The value of cell `cell` of a property, by the number that htni_cell() has for it; its default where there is none of that number. */
int32_t htni_load_cell(const htn_domain *domain, const uint8_t *bytes, uint32_t property, uint32_t cell);

/* What a table of one parameter holds at an instance. */
int32_t htni_load_at(const htn_domain *domain, const uint8_t *bytes, uint32_t table, int32_t instance);

/* The first instance of a type after `after` that is there; HTN_NONE where none is. */
uint32_t htni_next_instance(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t after);

/* The first of `count` bytes from `from` on that is not 0; `count` where none is. */
uint32_t htni_next_set(const uint8_t *bytes, uint32_t from, uint32_t count);

/* Whether an instance of a type is there. */
bool htni_is_present(const htn_domain *domain, const uint8_t *bytes, uint32_t type, int32_t instance);

/* The generation of a slot, of those of a world or of a plan. */
static inline uint32_t htni_generation(const uint8_t *generations, uint32_t slot)
{
    return (uint16_t)htni_load(generations, slot * 2, HTN_STORAGE_S16);
}

/* Where an instance of an open type has its generation; slots of outermost types follow each other. */
uint32_t htni_slot(const htn_domain *domain, uint32_t type, int32_t instance);

/* The type of a parameter or variable whose values come and go; HTN_NONE: it has no such type. */
static inline uint32_t htni_open_type(const htn_domain *domain, uint32_t parameter)
{
    const uint32_t type = HTNI_FIELD(domain, PARAMETERS, parameter, TYPE);
    return type == HTN_NONE || HTNI_FIELD(domain, TYPES, type, PRESENCE) == HTN_NONE ? HTN_NONE : type;
}

/*
 * Whether an instance of an open type is there in a world of these bytes, and is not another one in the slot of one that
 * has gone: generations (u16 per slot) as they are, and as they were then.
 */
bool htni_is_still(const htn_domain *domain, const uint8_t *bytes, const uint8_t *now, const uint8_t *then,
                   uint32_t type, int32_t instance);

/* The next instance of a static index: `loop` is the loop's locals, instance, key and position; false: none left. */
bool htni_next_fact(const htn_domain *domain, uint32_t index, uint32_t *loop);

/* query.c: what a query answers about `arguments` in a world of these bytes; `answerer` may be NULL. */
int32_t htni_ask(const htn_domain *domain, const uint8_t *bytes, htn_answerer *answerer, void *user, uint32_t query,
                 const int32_t *arguments);

/* --- The machine -------------------------------------------------------------------------------- */

/*
 * Frames, one after the other in a region of words. Offset 0 is the root's: what remains after the
 * root task is DONE. A frame: where to go on, in which frame, the ancestry, then the locals.
 */
enum { HTNI_FRAME_PC, HTNI_FRAME_PARENT, HTNI_FRAME_ANCESTRY, HTNI_FRAME_LOCALS };

/*
 * An ancestor, in the same region: one per recursive task being decomposed. Offset 0: none; of it the depth can be read, which is 0, the
 * ancestry of the root's frame.
 */
enum {
    HTNI_ANCESTOR_PARENT, /* the next one up in the task tree */
    HTNI_ANCESTOR_TASK,
    HTNI_ANCESTOR_DEPTH, /* how many there are, this one included */
    HTNI_ANCESTOR_FRAME, /* its arguments are there */
    HTNI_ANCESTOR_TRAIL, /* the working world as it was on entry: the trail's top then */
    HTNI_ANCESTOR_WORDS
};
_Static_assert((int)HTNI_ANCESTOR_DEPTH == (int)HTNI_FRAME_ANCESTRY, "at offset 0 they are the same");

/*
 * All that backtracking restores; also how a suspended search is kept. In this order, and of this size, since it is copied by
 * words of 16 bytes, and such a one is not to be had quickly where a part of it has just been written by itself, as `pc` is in a
 * choice point.
 */
typedef struct htni_registers {
    _Alignas(8) uint32_t frame; /* the current frame */
    uint32_t continue_pc;       /* where the current task goes on when it is done ... */
    uint32_t continue_frame;    /* ... and in which frame; a framed task has both in its frame */
    uint32_t ancestry;          /* innermost ancestor */
    uint32_t frames;            /* tops of the regions */
    uint32_t steps;
    uint32_t record;
    uint32_t trail;
    uint32_t pc;        /* in a choice point: the alternative */
    uint32_t following; /* replanning: still on the running plan's path */
    uint32_t pending;   /* writes deferred and not yet committed, at the far end of the trail's region */
} htni_registers;

/* One overwritten value of the working world. */
typedef struct htni_change {
    uint32_t cell; /* address | width << 30 */
    int32_t old;
} htni_change;

/* Where a record entry was made: only in domains whose methods bind variables, or cool down. */
typedef struct htni_place {
    uint32_t pc;
    uint32_t frame;
} htni_place;

enum { HTNI_WIDTH_SHIFT = 30 };
#define HTNI_ADDRESS(cell) ((cell) & ((UINT32_C(1) << HTNI_WIDTH_SHIFT) - 1))

enum htni_width {
    HTNI_WIDTH_U8,
    HTNI_WIDTH_S16,
    HTNI_WIDTH_S32, /* S8 is kept as U8: undoing puts the byte back */
    HTNI_WIDTH_MARK /* no change: an htni_mark in place of the address, made when the plan had `old` steps */
};

typedef enum htni_mark {
    HTNI_MARK_STEP,   /* step `old` begins (traced searches only), or takes effect once more at the end of its group */
    HTNI_MARK_GROUP,  /* a parallel group begins, and its first member */
    HTNI_MARK_MEMBER, /* a member has ended and been undone; the next one begins unless the group ends */
    HTNI_MARK_GROUP_END,
    HTNI_MARK_ACHIEVE, /* an Achieve begins */
    HTNI_MARK_ACHIEVE_END,
    HTNI_MARK_WHILE, /* the subtasks of a method with a While begin */
    HTNI_MARK_WHILE_END
} htni_mark;

/* Sums behind the working world, i32 each and trailed like it: offsets. */
enum {
    HTNI_SUM_COST = 0,
    HTNI_SUM_DURATION = 4,
    HTNI_SUM_GROUPS = 8,    /* parallel groups that are open */
    HTNI_SUM_ACHIEVES = 12, /* how many Achieves have been met */
    HTNI_SUM_LEAST = 16,    /* looking for the cheapest plan: what any plan from here on costs at least */
    HTNI_SUMS = 20
};

static inline uint32_t htni_width(uint32_t storage)
{
    return storage == HTN_STORAGE_S32 ? HTNI_WIDTH_S32 : storage == HTN_STORAGE_S16 ? HTNI_WIDTH_S16 : HTNI_WIDTH_U8;
}

/* How a cell of that width is read and written. */
static inline uint32_t htni_storage_of(uint32_t width)
{
    return width == HTNI_WIDTH_S32 ? HTN_STORAGE_S32 : width == HTNI_WIDTH_S16 ? HTN_STORAGE_S16 : HTN_STORAGE_U8;
}

static inline uint32_t htni_width_bytes(uint32_t width)
{
    return UINT32_C(1) << width;
}

static inline bool htni_is_byte(uint32_t cell)
{
    return cell < UINT32_C(1) << HTNI_WIDTH_SHIFT;
}

/* Makes a cell of one world what it is in another. Most are bytes. */
static inline void htni_copy_cell(uint8_t *to, const uint8_t *from, uint32_t cell)
{
    const uint32_t address = HTNI_ADDRESS(cell);
    if (htni_is_byte(cell))
        to[address] = from[address];
    else
        memcpy(to + address, from + address, htni_width_bytes(cell >> HTNI_WIDTH_SHIFT));
}

/*
 * What an Achieve searches (achieve.c). A node is a state of the world, as far as the tasks that the Achieve uses can
 * change it, and the best way to it that is known. Behind it lie the arguments of that way's last step, then the state.
 */
typedef struct htni_node {
    uint64_t cost;    /* of the way, exact */
    uint32_t steps;   /* of it */
    uint32_t least;   /* what is still to come costs at least this; HTN_NONE: the goal cannot be reached from here */
    uint32_t parent;  /* where the last step was taken; once the goal is found, on the way to it: the next node */
    uint32_t ordinal; /* of that step among all that were found there, in order */
    uint32_t use;     /* which task it is: a record of USES */
    uint32_t chain;   /* the next node of the same bucket */
    uint32_t hash;
    uint32_t place; /* in the heap of open nodes; HTN_NONE: it is not there, or no more */
    uint32_t goal;  /* the goal holds */
} htni_node;

/* An open node: those of the least total first, among equals those of the fewest steps. */
typedef struct htni_open {
    uint64_t total; /* cost of the way and least of what is to come */
    uint32_t steps;
    uint32_t node;
} htni_open;

/* A part of the world that makes up the state. */
typedef struct htni_stretch {
    uint32_t address, length;
} htni_stretch;

/* An Achieve: how far its search is, and what it has found. */
typedef struct htni_achieving {
    uint32_t searching; /* control is in an action, in the tests of the goal or at EXPLORE, nowhere else */
    uint32_t quiet;     /* searching, or at the tests of the goal behind what was enacted: nothing is told */
    uint32_t number;    /* which of the domain's */
    uint32_t pc;        /* of its ACHIEVE: ENACT and the tests of the goal follow */
    uint32_t explore;   /* of its EXPLORE */
    htni_registers start;
    uint32_t choices;                  /* that there were before; one more: the end of the action that is being tried */
    int32_t cost;                      /* of the plan before */
    uint32_t measured;                 /* the node whose goal is being tested; HTN_NONE: none */
    uint32_t unmet, unmet_items;       /* what those tests say does not hold: anything; which of the first 32 items */
    uint32_t hopeless, hopeless_items; /* likewise, for ever */
    uint64_t lack;                     /* how much is missing at least, in units of 1 / 840 */
    uint32_t met;                      /* which of the first 32 items held in some state */
    uint32_t count, open, buckets;     /* nodes, those in the heap, those of the hash table that are in use */
    uint32_t current;                  /* the node that is being explored; HTN_NONE: none */
    uint32_t action, ordinal;          /* how many of its actions have been tried, how many outcomes there were */
    uint32_t explored;
    uint32_t outcome; /* to be told: an htn_event_kind, plus 1; 0: nothing */
    uint32_t next;    /* node of the next step to enact; HTN_NONE: none */
    uint32_t found_steps;
    uint64_t found_cost;
    uint32_t prepared;                            /* which Achieve the following are about, plus 1; 0: none */
    uint32_t runs, state_bytes, stride, state_at; /* of a node: its size, and where its state is */
} htni_achieving;

/* A plan that was kept: its regions, as offsets in the block, and what it is. */
typedef struct htni_part {
    uint32_t steps_at, record_at, values_at, bindings_at, spans_at;
    uint32_t generations_at; /* u16 per slot of open types: those that it was made for */
    uint32_t methods_at;     /* by record entry, an index into methods; only where some cool down */
    uint32_t steps, records, spans, cut, partial, proven;
    int32_t cost, duration;
} htni_part;

/*
 * What remains behind a split: a region with the frames of the tasks that are not done, the root's first and each
 * behind the one that it returns to, as they are to lie in `frames`; and where to go on. In place of its ancestry a frame has
 * the method taken in it (in methods; HTN_NONE: none that binds), for the types of what its locals hold.
 */
typedef struct htni_rest {
    uint32_t at;
    uint32_t words;       /* used */
    uint32_t pc;          /* where to go on ... */
    uint32_t frame;       /* ... and in which frame; or, for a task without one, the frame where it goes on when done */
    uint32_t continue_pc; /* such a task's */
} htni_rest;

/* In a local that was kept over a split: an instance that was gone when planning went on. No instance, and not `none`. */
enum { HTNI_GONE = -2 };

/* Where a search began. */
typedef enum htni_origin {
    HTNI_FROM_ROOT,
    HTNI_FROM_REST, /* of the running plan: what it finds will follow that */
    HTNI_FROM_START /* of the running continuation: what it finds will take its place */
} htni_origin;

typedef enum htni_state { HTNI_IDLE, HTNI_SEARCHING, HTNI_FOUND, HTNI_ENDED } htni_state;

/* A cell that the During of a step has written: it is set back at the step's end, if it still holds what was written. */
typedef struct htni_restore {
    uint32_t slot; /* which of the layer's steps under way ... */
    uint32_t step; /* ... of the running plan; HTN_NONE: it is of no plan any more */
    uint32_t cell; /* address | width << 30 */
    int32_t old, written;
    uint32_t property;
    uint32_t generation; /* of the instance that `old` is, and ... */
    uint32_t about;      /* ... the sum of those that the cell is about: restores.c */
} htni_restore;

/* An agent's planners have two footprints; a planner by itself has one, of the last time that its running plan stood. */
enum { HTNI_FOOTPRINTS = 2, HTNI_STOOD = HTNI_FOOTPRINTS };

struct htn_planner {
    const htn_domain *domain;
    const htn_world *world; /* whose values the working copy has; only compared */
    uint32_t magic;
    uint32_t checksum;                                             /* of the blob, the very same bytes */
    uint32_t size;                                                 /* of the block */
    uint32_t world_changes;                                        /* of `world`, when it was last copied */
    uint32_t world_spawns;                                         /* likewise */
    uint32_t reader;                                               /* of its readers: which one this is */
    htn_limits limits;                                             /* defaults filled in */
    uint32_t most_units;                                           /* htni_most_units() of them */
    uint32_t world_at, steps_at, record_at, frames_at, choices_at; /* regions, as offsets in the block */
    uint32_t places_at;      /* htni_place per record entry; used only where the domain has method bindings */
    uint32_t spans_at;       /* used only where the domain has spans */
    uint32_t generations_at; /* u16 per slot of open types: when the search began */

    uint32_t runs_at, actions_at, tests_at, buckets_at, heap_at,
        nodes_at; /* of Achieves; only where the domain has one */

    htni_registers now; /* while suspended, or after the end */
    union {
        struct {
            uint32_t choice_count;
            uint32_t cut, first_cut;
            uint32_t against_running; /* the search is a replan against a valid running plan */
            uint32_t partial;         /* htn_partial: how the search ended */
            uint32_t origin;          /* htni_origin */
            uint32_t walks_first;     /* the path followed is the first part's, not the running plan's */
            uint32_t walks_on;        /* replanning a continuation: its own path is still to be followed */
            uint32_t cheapest;        /* the search is for the cheapest plan ... */
            uint32_t has_best;        /* ... and has one */
            uint32_t span_count;      /* of the plan found */
            uint32_t
                stood; /* stood.c: the last request was a replan that came to nothing, and HTNI_STOOD says what it read */
        };
        uint32_t fresh[12]; /* all of these: a search begins with zeroes */
    };
    uint32_t state; /* htni_state */
    uint32_t work_left;
    uint32_t seed;    /* of draws */
    uint32_t horizon; /* the request's */
    uint32_t bound;   /* of a search for the cheapest plan, which must cost less than this; HTN_NONE: any */
    htni_achieving achieving;

    htni_part best; /* the best so far; its instances are those of the search */
    uint32_t has_running;
    htni_part running;
    htni_rest rest; /* the running plan's, if it is partial */

    uint32_t continues;   /* the running plan begins behind a split ... */
    htni_rest start;      /* ... with this */
    htni_part first_part; /* of a plan whose continuation runs: what came before its first split */

    htn_answerer *answerer; /* of queries; NULL: nobody */
    void *answerer_user;
    const int32_t *question; /* during HTN_EVENT_QUERY only: on the evaluation stack */
    int32_t answer;

    htn_listener *listener; /* during htn_plan_trace() only */
    void *listener_user;

    uint32_t footprints_at[HTNI_FOOTPRINTS + 1]; /* footprint.h; 0: there is none of that kind */
    uint32_t last;                               /* which of them the search under way marks in, or the last one did */
    uint32_t kept; /* which of them says what the search that found the running plan has read */

    uint32_t noting;       /* stood.c: what is read now is marked in HTNI_STOOD */
    htn_request stood_for; /* what `stood` is about */

    const uint8_t *then;          /* during a walk only: the generations that the plan walked was made for */
    struct htni_walk *walk;       /* during a walk in one run only: how far it is (validate.c) */
    const htni_restore *restores; /* an agent's, while it asks for something: what the steps under way will set back */
    uint32_t restore_count;
};

static inline uint8_t *htni_region(const htn_planner *planner, uint32_t offset)
{
    return (uint8_t *)(uintptr_t)planner + offset;
}

static inline uint32_t *htni_frames(const htn_planner *planner)
{
    return (uint32_t *)(void *)htni_region(planner, planner->frames_at);
}

static inline htni_change *htni_trail(const htn_planner *planner)
{
    return (htni_change *)(void *)htni_region(planner,
                                              sizeof *planner); /* always the first region: that is the quickest */
}

/* One of the sums behind the working world. */
static inline int32_t htni_sum(const htn_planner *planner, uint32_t offset)
{
    return htni_load(htni_region(planner, planner->world_at), planner->domain->world_bytes + offset, HTN_STORAGE_S32);
}

static inline htn_step *htni_steps(const htn_planner *planner)
{
    return (htn_step *)(void *)htni_region(planner, planner->steps_at);
}

static inline uint16_t *htni_record(const htn_planner *planner)
{
    return (uint16_t *)(void *)htni_region(planner, planner->record_at);
}

static inline htni_place *htni_places(const htn_planner *planner)
{
    return (htni_place *)(void *)htni_region(planner, planner->places_at);
}

static inline htni_registers *htni_choices(const htn_planner *planner)
{
    return (htni_registers *)(void *)htni_region(planner, planner->choices_at);
}

/* Puts one cell back to what it was. */
void htni_put_back(uint8_t *world, const htni_change *change);

/* machine.c: undoes the changes behind `mark` of those up to `top`. */
void htni_undo_all(uint8_t *world, const htni_change *top, const htni_change *mark);

/* The same. Most cells are bytes. */
static inline void htni_undo_from(uint8_t *world, const htni_change *top, const htni_change *mark)
{
    for (; top > mark; top--) {
        const uint32_t cell = top[-1].cell;
        if (!htni_is_byte(cell)) {
            htni_undo_all(world, top, mark);
            break;
        }
        world[cell] = (uint8_t)top[-1].old;
    }
}

/* Puts the working world back to what it was when the trail's top was `mark`. */
static inline void htni_undo(const htn_planner *planner, uint32_t top, uint32_t mark)
{
    const htni_change *const trail = htni_trail(planner);
    htni_undo_from(htni_region(planner, planner->world_at), trail + top, trail + mark);
}

static inline const htni_part *htni_followed(const htn_planner *planner)
{
    return planner->walks_first ? &planner->first_part : &planner->running;
}

/* --- rest.c: behind a split ----------------------------------------------------------------------- */

/*
 * At a SPLIT or HORIZON (`why`) in front of `pc`: OK: the search goes on; PLAN: nothing remains; PARTIAL_PLAN: the search
 * ends, and the registers say where planning is to go on; FULL_REST.
 */
htn_status htni_split(htn_planner *planner, htni_registers *now, uint32_t pc, htn_partial why);

/* Whether the code at `pc` is of a task that has a frame; there are addresses of none. */
bool htni_is_framed(const htn_domain *domain, uint32_t pc);

/* Copies what remains of the plan found, which is partial, to planner->rest. Its frames that were there before are start's. */
void htni_keep_rest(htn_planner *planner);

/*
 * Of the methods that remain, those whose While is to hold, number `which` from the innermost: the method, and where its task's
 * locals lie in the rest's region, in words (its frame's; where it has none, anywhere). False: there are not so many.
 */
bool htni_rest_while(const htn_planner *planner, const htni_rest *rest, uint32_t which, uint32_t *method,
                     uint32_t *locals);

/* Marks the instances that are gone since `then`, the generations of its plan, and makes ready to go on from it. */
void htni_take_up(htn_planner *planner, const htni_rest *rest, uint32_t then_at);

/* The limits with the defaults filled in. */
htn_limits htni_fill_in(const htn_domain *domain, const htn_limits *given);

/*
 * Whether a world of the one domain can be read as one of the other: of the same bytes, too, since a blob may bear any
 * fingerprint.
 */
static inline bool htni_same_worlds(const htn_domain *a, const htn_domain *b)
{
    return a == b ||
           (a->fingerprint == b->fingerprint && a->world_bytes == b->world_bytes && a->instances == b->instances);
}

/* Whether the world is one of the planner's domain. */
bool htni_fits(const htn_planner *planner, const htn_world *world);

/* htn_planner_bytes() and htn_planner_init() of a planner with footprints, or without. */
size_t htni_planner_bytes(const htn_domain *domain, const htn_limits *limits, bool footprints);
htn_status htni_planner_init(htn_planner **planner, const htn_domain *domain, const htn_limits *limits, bool footprints,
                             void *memory, size_t size);

/*
 * stood.c: replans by htn_plan_find(). Whether nothing has changed of what the last one has read, which came to STANDS; what the
 * next one reads is noted from here on, if it can be; what it came to.
 */
bool htni_still_stands(htn_planner *planner, htn_world *world, const htn_request *request);
void htni_note_reads(htn_planner *planner, const htn_request *request);
void htni_note_outcome(htn_planner *planner, const htn_request *request, htn_status status);

/* htn_plan_step() of a search under way, by a planner with footprints: what it reads is marked. */
htn_status htni_plan_step_marked(htn_planner *planner, uint32_t budget);

/* Takes back what the last search did to the working world: that is then the one in which it began. */
void htni_take_back(htn_planner *planner);

/* Brings the working world, as it was when the last search began, up to date. */
void htni_follow_world(htn_planner *planner, htn_world *world);

/*
 * Whether the world's log says all that has changed since the working world was last brought up to date. Only a planner that the
 * world knows as a reader may trust it: another world could have been made in the same memory since.
 */
bool htni_can_follow(const htn_planner *planner, const htn_world *world);

/* Gives up what the last search left, and makes the machine ready to run from `pc`. */
void htni_rewind(htn_planner *planner, htn_world *world, uint32_t pc);

/* --- validate.c: plans and steps in the world as it is ------------------------------------- */

/* A plan, whosever it is, and how far it has been done. */
typedef struct htni_walked {
    const htn_plan *plan;
    const uint8_t *generations; /* u16 per slot of open types: those that it was made for */
    const uint8_t *done;        /* one byte per step; NULL: the first steps_done */
    uint32_t steps_done;
    const htni_restore *restores;
    uint32_t restore_count;
} htni_walked;

/* Whether the steps that are not done hold: htn_planner_validate() for any plan. What `planner` searched is given up. */
htn_status htni_walk(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t *failed_step);

/* Runs a step's code from `pc`, one of its task's blocks, in the working world. OK: it came to its end. NO_PLAN: it failed. */
htn_status htni_run_step(htn_planner *planner, const htn_plan *plan, uint32_t step, uint32_t pc);

/* Runs a step from its preconditions on, in the working world. */
htn_status htni_check_step(htn_planner *planner, const htn_plan *plan, uint32_t step);

/* Whether the preconditions of a step hold in the world as it is, and its instances are those that it was given. OK | NO_PLAN | FULL_* */
htn_status htni_step_holds(htn_planner *planner, htn_world *world, const htni_walked *of, uint32_t step);

/* world.c: writes a cell, address | width << 30, and logs it if that changes its value. */
void htni_world_write(htn_world *world, uint32_t cell, int32_t value);

/* Makes a slot of an open type hold an instance of that generation, or none. */
void htni_place_instance(htn_world *world, uint32_t type, int32_t instance, uint32_t generation, bool there);

/* What a cell holds, as changes on the trail have it. */
static inline int32_t htni_load_width(const uint8_t *bytes, uint32_t cell)
{
    return htni_load(bytes, HTNI_ADDRESS(cell), htni_storage_of(cell >> HTNI_WIDTH_SHIFT));
}

/* How many values a step of this task has: parameters, then bindings. */
static inline uint32_t htni_argument_count(const htn_domain *domain, uint32_t task)
{
    return HTNI_FIELD(domain, TASKS, task, PARAMETER_COUNT) + HTNI_FIELD(domain, TASKS, task, BINDINGS);
}

/* groups.c: the trail's mark of the innermost parallel group that is open; HTN_NONE: none is. */
uint32_t htni_group_mark(const htni_change *trail, uint32_t top);

/* spans.c: the spans of the plan found, from the trail's marks into their region. False: no room. */
bool htni_read_spans(htn_planner *planner);

/* The same, in any domain: most have none. */
static inline bool htni_collect_spans(htn_planner *planner)
{
    return !(planner->domain->flags & HTN_BLOB_SPANS) || htni_read_spans(planner);
}

/* The plan that the machine has come to, its spans having been collected: htn_trace_plan() with these. */
void htni_found_plan(const htn_planner *planner, htn_plan *plan);

/* Whether the instances that a step was given are still those that the running plan was made for. */
bool htni_same_instances(const htn_planner *planner, uint32_t task, const int32_t *arguments);

/* achieve.c: the parts of the world that the tasks of an Achieve write, into `runs` (may be NULL); their bytes, rounded up to 8. */
uint32_t htni_state_runs(const htn_domain *domain, uint32_t achieve, htni_stretch *runs, uint32_t *count);

/* actions.c: how many tests are known of a task that has an action; its code may not have been verified yet. */
uint32_t htni_action_tests(const htn_domain *domain, uint32_t task);

/* A node's size but for the state. */
static inline uint32_t htni_node_head(uint32_t arguments)
{
    return (uint32_t)((sizeof(htni_node) + arguments * sizeof(int32_t) + 7) & ~(size_t)7);
}

/* Ends an Achieve's search that is under way: the working world is what it was when that began. */
void htni_achieve_give_up(htn_planner *planner);

/*
 * kept.c: keeps a copy of a plan; which methods the plan just found took, and what they have bound; the same of a plan
 * that was kept; the plan that was kept.
 */
void htni_keep_plan(const htn_planner *planner, const htn_plan *plan, htni_part *to);
void htni_keep_choices(const htn_planner *planner, htni_part *to);
void htni_copy_choices(const htn_planner *planner, const htni_part *from, htni_part *to);
void htni_kept_plan(const htn_planner *planner, const htni_part *part, htn_plan *plan);

/* best.c: the plan that the machine has come to is the best so far: keeps it. False: there is no room for its spans. */
bool htni_keep_best(htn_planner *planner);

/* Begins a search for a plan of `task` that costs less than `bound` (HTN_NONE: for any), the machine having been rewound. */
void htni_begin_cheapest(htn_planner *planner, uint32_t task, uint32_t bound);

/* Runs until the search ends or `budget` (0: none) is spent; `now` says where it stands. */
htn_status htni_run(htn_planner *planner, uint32_t budget);
htn_status htni_run_marked(htn_planner *planner, uint32_t budget); /* of a planner that has footprints */
htn_status htni_run_traced(htn_planner *planner, uint32_t budget);

/* --- What a running plan asks of the world ------------------------------------------------------ */

/*
 * Runs a block of code by itself, without a planner (blocks.c): an operator's arguments, whose values are left on
 * `stack`; conditions; effects. Writes go to `write`, in order, which carries them out before it returns, as the block
 * goes on with the world as it then is; those that are put off wait in `pending`.
 */
typedef void htni_writer(void *user, uint32_t property, uint32_t cell, int32_t value); /* saturating */
typedef struct htni_block {
    const htn_domain *domain;
    const uint8_t *bytes;   /* the world's */
    htn_answerer *answerer; /* of queries; may be NULL */
    void *answerer_user;
    uint32_t end;          /* an address to stop in front of; HTN_NONE: none */
    uint32_t *locals;      /* HTN_MAX_LOCALS */
    int32_t *stack;        /* HTN_MAX_STACK */
    htni_writer *write;    /* NULL: a block that writes is refused as one that fails */
    void *user;            /* for `write` */
    htni_change *pending;  /* two for each write that is put off; may be NULL */
    uint32_t pending_room; /* of those */
} htni_block;

/* OK: it came to its end. NO_PLAN: it failed. LIMIT_WORK: loops over too many instances. FULL_TRAIL: `pending` is. */
htn_status htni_run_block(const htni_block *block, uint32_t pc);

/* An operator's argument, of a type (HTN_NONE: a symbol, by the offset of its text). */
htn_argument htni_argument(const htn_domain *domain, uint32_t type, int32_t value);

/* Whether a step's Context holds in `world`. `values` are its arguments. OK | NO_PLAN | LIMIT_WORK. */
htn_status htni_context_holds(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values);

/*
 * Whether what is to hold while step `step` of the running plan runs does: the While of each method that it came from,
 * also of those taken before a split. OK. NO_PLAN: `*failed` (may be NULL) is the method's index in the domain's
 * methods. NO_RUNNING_PLAN | BAD_ARGUMENT (no such step) | LIMIT_WORK.
 */
htn_status htni_whiles_hold(const htn_planner *planner, const htn_world *world, uint32_t step, uint32_t *failed);

/* The writes of a step's Effects, or of its During, in `world`, through `write`. OK | LIMIT_WORK | FULL_TRAIL. */
typedef enum htni_effects { HTNI_EFFECTS, HTNI_DURING } htni_effects;
htn_status htni_do_effects(const htn_planner *planner, const htn_world *world, htn_task task, const int32_t *values,
                           htni_effects which, const htni_block *how);

/* Writes a cell of a world as htn_world_set_at() does, saturating; what is static, or no cell, is left alone. */
void htni_write_world(htn_world *world, uint32_t property, uint32_t cell, int32_t value);

/* What a pending write makes of the value held. */
int32_t htni_combine(uint32_t how, int32_t held, int32_t value);

#endif
