/*
 * Journals: what an agent was given, what it decided and why, as a stream of small events
 * (docs/traces.md).
 *
 * A journal is a ring of memory. The agent appends events and overwrites the oldest ones when the
 * ring is full; the game reads whenever it likes. `htn trace` shows a journal in words. A journal
 * that was read from its beginning without a loss can be replayed (replay.h, `htn replay`): the
 * inputs in it, given to a new agent, make that write the same bytes again.
 *
 * To keep one: htn_journal_init(), htn_agent_journal() (agent.h), htn_journal_read(). To take one
 * apart: htn_journal_next().
 *
 * An event is its length in bytes, one byte for its kind, and numbers: LEB128 varints, signed ones
 * zigzag. Nothing in it depends on the host. One agent writes a journal. Whoever reads it does so
 * on the agent's thread, between ticks.
 */
#ifndef HTN_JOURNAL_H
#define HTN_JOURNAL_H

#include <htn/api.h>
#include <htn/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- The format --------------------------------------------------------------------------------- */

enum {
    /* First number of a BEGIN: "HTNJ". */
    HTN_JOURNAL_MAGIC = 0x4A4E5448,

    /* Second number of a BEGIN. Raised when a reader of the version before would misread a journal,
       also by new numbers of htn_status. */
    HTN_JOURNAL_VERSION = 2,

    /* How many numbers a BEGIN has, and the index of its flags among them. */
    HTN_JOURNAL_BEGIN_NUMBERS = 22,
    HTN_JOURNAL_BEGIN_FLAGS = 4,

    /* How many numbers any event has at most. */
    HTN_JOURNAL_NUMBERS = 260,

    /*
     * Bytes that any event fits in: the least size of a ring, and of a buffer for
     * htn_journal_read().
     */
    HTN_JOURNAL_MIN_BYTES = 1320
};

/* The kinds of events and their numbers: journal.def. */
typedef enum htn_journal_kind {
    HTN_JOURNAL_NONE,
#define HTN_JOURNAL_KIND(name, min_numbers, numbers, meaning) HTN_JOURNAL_##name,
#include <htn/journal.def>
#undef HTN_JOURNAL_KIND
    HTN_JOURNAL_KINDS
} htn_journal_kind;

/* The number `by`: who writes a cell, or asks for something. It says what the number `id` is. */
typedef enum htn_journal_by {
    HTN_BY_GAME = 0,          /* the game, between ticks; 0 */
    HTN_BY_SENSOR = 1,        /* a sensor; its index */
    HTN_BY_OPERATOR = 2,      /* an operator, from inside a callback; the run of the step, htn_activity.id */
    HTN_BY_EFFECTS = 3,       /* the effects of a step that has succeeded; its task */
    HTN_BY_DURING = 4,        /* the During of a step that starts; its task */
    HTN_BY_SET_BACK = 5,      /* the end of a step, which restores what its During had overwritten; its task */
    HTN_BY_COOLDOWN = 6,      /* a Cooldown that begins or ends; its method */
    HTN_BY_GROUP = 7,         /* the group, whose changes the agent takes over; 0 */
    HTN_BY_FAIL_EFFECTS = 8,  /* the FailEffects of a step that has failed; its task */
    HTN_BY_ABORT_EFFECTS = 9, /* the AbortEffects of a step whose abort has ended; its task */
    HTN_BY_HOLD = 10,         /* a layer that holds an instance from now on, or no longer; its index */
    HTN_BY_EXPIRY = 11,       /* a value that expires; 0 */
    HTN_BY_ORDER = 12,        /* the function that hears of an order's end; that order */
    HTN_BY_COUNT
} htn_journal_by;

/* REQUEST: bits of `reasons`. */
enum {
    HTN_REASON_CHANGED = 1,  /* something outside the plan has changed a value */
    HTN_REASON_ANSWERS = 2,  /* answers of queries may have changed */
    HTN_REASON_ASKED = 4,    /* htn_agent_ask() */
    HTN_REASON_INTERVAL = 8, /* options.interval_ms is over */
    HTN_REASON_NO_PLAN = 16, /* there is no plan: it has ended or failed, or this is the first search */
    HTN_REASON_FAILED = 32   /* the plan has failed; together with NO_PLAN */
};

/* REQUEST: `quest`, what the search is for. */
typedef enum htn_search_purpose {
    HTN_PURPOSE_PLAN = 1,        /* a plan, as none is running */
    HTN_PURPOSE_BETTER = 2,      /* a better plan than the one that is running */
    HTN_PURPOSE_CONTINUATION = 3 /* the continuation of a plan that ended at a Split or at the horizon */
} htn_search_purpose;

/*
 * FAIL: `why` the plan has failed. It says what `step` and `method` are; those not mentioned are 0.
 */
typedef enum htn_journal_why {
    HTN_WHY_OPERATOR = 1,      /* an operator has said so; its step */
    HTN_WHY_PRECONDITIONS = 2, /* the preconditions of a step do not hold; that step */
    HTN_WHY_WHILE = 3,   /* the While of a method does not hold; a step that came from the method, and the method */
    HTN_WHY_CONTEXT = 4, /* the Context of a step that was to start does not hold; that step */
    HTN_WHY_CONTINUATION = 5, /* there is no continuation behind a Split or the horizon */
    HTN_WHY_TROUBLE = 6,      /* a limit was reached, or a region is full; see the TROUBLE before */
    HTN_WHY_TIMEOUT = 7,      /* a step has taken longer than its Timeout; that step */
    HTN_WHY_ENTER = 8,        /* the Enter of a method does not hold; its first step, and the method */
    HTN_WHY_RESERVATION = 9,  /* the plan has lost a hold; no step */
    HTN_WHY_REMOVED = 10,     /* an instance that a step was given has been removed; that step */
    HTN_WHY_COUNT
} htn_journal_why;

/* BEGIN: bits of `flags`. */
enum {
    HTN_BEGIN_FRESH = 1,    /* the agent had not been ticked: the journal can be replayed */
    HTN_BEGIN_ANSWERED = 2, /* the game answers queries */
    HTN_BEGIN_JOINED = 4,   /* the agent is in a group */
    HTN_BEGIN_LISTENED = 8, /* a listener follows its searches */
    HTN_BEGIN_REPLANS = 16, /* options.replan_always */
    HTN_BEGIN_SNAPSHOT = 32 /* of htn_agent_snapshot(): the agent is what it was at the end of what lies before */
};

/*
 * OPERATOR: bits of `functions`, the functions that the game has bound; POLLED: the operator is
 * polled. ANSWER: `function` is one of them.
 */
enum { HTN_CALL_START = 1, HTN_CALL_UPDATE = 2, HTN_CALL_ABORT = 4, HTN_CALL_RESUME = 8, HTN_CALL_POLLED = 16 };

/* --- Keeping a journal -------------------------------------------------------------------------- */

/* Caller's memory. The fields are the runtime's. */
typedef struct htn_journal {
    uint8_t *memory;
    uint32_t size;
    uint32_t first; /* where the oldest event lies */
    uint32_t used;  /* bytes */
    uint32_t lost;  /* events that were overwritten since the last read */

    /*
     * A BEGIN that was overwritten before it was read: kept, as the rest makes no sense without it.
     */
    uint8_t begin[HTN_JOURNAL_BEGIN_NUMBERS * 5 + 3];
    uint32_t begin_size; /* 0: there is none */

    /* Where events go instead of into the ring; NULL: into the ring. For replays. */
    void (*sink)(void *user, const uint8_t *event, uint32_t size);
    void *sink_user;
} htn_journal;

/*
 * Makes an empty journal in `memory`, at least HTN_JOURNAL_MIN_BYTES, which must outlive it. Give
 * it to an agent with htn_agent_journal(). BAD_ARGUMENT | TOO_SMALL.
 */
HTN_API htn_status htn_journal_init(htn_journal *journal, void *memory, size_t size);

/*
 * Moves whole events, the oldest first, to `out`, as many as `size` bytes hold. Returns how many
 * bytes it has written. Call it until it returns 0, with at least HTN_JOURNAL_MIN_BYTES; less might
 * not hold an event, and returns 0. The pieces one after the other are the journal. If events were
 * overwritten, the piece begins with a LOST, and before that with the BEGIN if it was among them.
 */
HTN_API size_t htn_journal_read(htn_journal *journal, void *out, size_t size);

/* --- Taking a journal apart --------------------------------------------------------------------- */

/* An event. */
typedef struct htn_journal_event {
    htn_journal_kind kind;

    /* The numbers. Signed ones: htn_journal_signed(). */
    uint32_t count;
    uint32_t numbers[HTN_JOURNAL_NUMBERS];

    /* Where it lies in the journal, and its size, the length itself included; in bytes. */
    size_t offset, size;
} htn_journal_event;

/*
 * Decodes the event at `*offset` of a journal of `size` bytes, and moves `*offset` behind it. Skips
 * events of kinds that this runtime does not know. Trusts no byte; but what the numbers mean for a
 * domain is not checked. BAD_ARGUMENT | NOT_FOUND (the journal ends here) | BAD_JOURNAL (there is
 * no event at `*offset`: damaged or cut short).
 */
HTN_API htn_status htn_journal_next(const void *bytes, size_t size, size_t *offset, htn_journal_event *event);

/* A signed number of an event. */
HTN_API int32_t htn_journal_signed(uint32_t number);

/*
 * What lies at an address of the world: a cell of a property; or whether an instance of an open
 * type exists; or, if both `property` and `type` are HTN_NONE, the generation of an instance's
 * slot.
 */
typedef struct htn_journal_location {
    /* HTN_NONE: no property. `cell` is the index of its cell. */
    htn_property property;
    uint32_t cell;

    /* HTN_NONE: no instance. Else the type, not a supertype of it, that `instance` belongs to. */
    uint32_t type;
    int32_t instance;
} htn_journal_location;

/* Finds out what lies at an address. False: nothing does. */
HTN_API bool htn_journal_locate(const htn_domain *domain, uint32_t address, htn_journal_location *location);

/* The value at the location, from the number of a WRITE or COPY. */
HTN_API int32_t htn_journal_value_at(const htn_domain *domain, const htn_journal_location *location, uint32_t number);

/*
 * The index of a property's cell: one value per parameter, at most HTN_MAX_LOCALS. Returns how
 * many. 0, too, where there is no property at the location.
 */
HTN_API uint32_t htn_journal_index(const htn_domain *domain, const htn_journal_location *location, int32_t *index);

/* The name of an event's kind, `REQUEST`. A constant; "" if there is no such kind. */
HTN_API const char *htn_journal_name(htn_journal_kind kind);

#ifdef __cplusplus
}
#endif

#endif
