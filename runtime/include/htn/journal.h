/*
 * Journals: what an agent was given, what it decided and why, as a stream of small events (docs/traces.md). They go into a ring
 * buffer of the caller's, the oldest are overwritten, and the caller reads them whenever it likes. Read from its beginning
 * without a loss, a journal can be replayed: the inputs in it, given to a new agent, make it write the same bytes (`htn replay`).
 *
 * An event is its length in bytes, a byte for its kind, and numbers, all of them LEB128 varints; signed ones zigzag. Nothing in it
 * depends on the host. One agent writes a journal, and whoever reads it does so on the agent's thread, between ticks.
 */
#ifndef HTN_JOURNAL_H
#define HTN_JOURNAL_H

#include <htn/agent.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HTN_JOURNAL_MAGIC = 0x4A4E5448, /* "HTNJ" */
    HTN_JOURNAL_VERSION =
        1, /* raised where a reader of the one before would misread it: also by other numbers of htn_status */
    HTN_JOURNAL_BEGIN_NUMBERS = 22, /* of a BEGIN ... */
    HTN_JOURNAL_BEGIN_FLAGS = 4,    /* ... of which this one is the flags */
    HTN_JOURNAL_NUMBERS = 260,      /* of an event, at most */
    HTN_JOURNAL_MIN_BYTES = 1320    /* bytes: room for any event */
};

/* The kinds of events: journal.def. */
typedef enum htn_journal_kind {
    HTN_JOURNAL_NONE,
#define HTN_JOURNAL_KIND(name, least, numbers, meaning) HTN_JOURNAL_##name,
#include <htn/journal.def>
#undef HTN_JOURNAL_KIND
    HTN_JOURNAL_KINDS
} htn_journal_kind;

/* `by`: who writes a cell or asks for something; and what `id` is then. */
typedef enum htn_journal_by {
    HTN_BY_GAME,     /* between ticks; 0 */
    HTN_BY_SENSOR,   /* the sensor */
    HTN_BY_OPERATOR, /* from inside a callback; the run of the step, htn_activity.id */
    HTN_BY_EFFECTS,  /* of a step that has succeeded; its task */
    HTN_BY_DURING,   /* of a step that starts; its task */
    HTN_BY_SET_BACK, /* what a During had made true is over; the task */
    HTN_BY_COOLDOWN, /* begins or ends; the method */
    HTN_BY_GROUP,    /* taken over from the group; 0 */
    HTN_BY_COUNT
} htn_journal_by;

/* REQUEST: bits of `reasons`. */
enum {
    HTN_REASON_CHANGED = 1,  /* something outside the plan has changed a value */
    HTN_REASON_ANSWERS = 2,  /* answers of queries may have changed */
    HTN_REASON_ASKED = 4,    /* htn_agent_ask() */
    HTN_REASON_INTERVAL = 8, /* interval_ms is over */
    HTN_REASON_NO_PLAN = 16, /* there is none, as it has ended or failed, or was never sought */
    HTN_REASON_FAILED = 32   /* ... because it has failed */
};

/* REQUEST: `quest`, what the search is for. */
typedef enum htn_search_purpose {
    HTN_PURPOSE_PLAN = 1,    /* none runs */
    HTN_PURPOSE_BETTER,      /* in place of the one that runs */
    HTN_PURPOSE_CONTINUATION /* what remains behind a Split or the horizon */
} htn_search_purpose;

/* FAIL: `why`, and what `step` and `method` then are. */
typedef enum htn_journal_why {
    HTN_WHY_OPERATOR = 1,  /* said that its step failed; the step */
    HTN_WHY_PRECONDITIONS, /* of a step do not hold, or an instance that it was given is gone; the step */
    HTN_WHY_WHILE,         /* of a method does not hold; a step that came from it, the method */
    HTN_WHY_CONTEXT,       /* of a step that was to start does not hold; the step */
    HTN_WHY_CONTINUATION,  /* nothing was found behind a Split or the horizon */
    HTN_WHY_TROUBLE,       /* a limit was hit, or a region is full: see TROUBLE before */
    HTN_WHY_COUNT
} htn_journal_why;

/* BEGIN: bits of `flags`; OPERATOR: bits of `functions`. ANSWER: `function` is one of the latter. */
enum {
    HTN_BEGIN_FRESH = 1,    /* the agent had not been ticked: the journal can be replayed */
    HTN_BEGIN_ANSWERED = 2, /* queries are answered by the game */
    HTN_BEGIN_JOINED = 4,   /* the agent is in a group */
    HTN_BEGIN_LISTENED = 8, /* its searches are listened to */
    HTN_BEGIN_REPLANS = 16  /* it replans always */
};
enum { HTN_CALL_START = 1, HTN_CALL_UPDATE = 2, HTN_CALL_ABORT = 4, HTN_CALL_RESUME = 8 };

/* Caller's memory; the fields are the runtime's. */
typedef struct htn_journal {
    uint8_t *memory;
    uint32_t size;
    uint32_t first;                                   /* where the oldest event lies */
    uint32_t used;                                    /* bytes */
    uint32_t lost;                                    /* events overwritten since the last read */
    uint8_t begin[HTN_JOURNAL_BEGIN_NUMBERS * 5 + 3]; /* a BEGIN that was overwritten before it was read */
    uint32_t begin_size;                              /* 0: none was */
    /* Where it is not NULL events go here, and not into the ring: a replay's. */
    void (*sink)(void *user, const uint8_t *event, uint32_t size);
    void *sink_user;
} htn_journal;

/* Makes an empty journal in `memory`, which must outlive it, at least HTN_JOURNAL_MIN_BYTES bytes. OK | BAD_ARGUMENT | TOO_SMALL. */
htn_status htn_journal_init(htn_journal *journal, void *memory, size_t size);

/*
 * From now on the agent writes to the journal, which must outlive it, beginning with a BEGIN; NULL: to none, which is what an
 * agent begins with. Give it before the first tick, so that the journal can be replayed. OK | BAD_ARGUMENT | BUSY.
 */
htn_status htn_agent_journal(htn_agent *agent, htn_journal *journal);

/*
 * Moves whole events, the oldest first, to `out`, as many as `size` bytes hold; their bytes. Read until it answers 0, in pieces of at least
 * HTN_JOURNAL_MIN_BYTES bytes: none smaller is certain to hold an event. Put one behind the other they are the journal. Where events were
 * overwritten a LOST comes first, and before that the BEGIN, if it was among them.
 */
size_t htn_journal_read(htn_journal *journal, void *out, size_t size);

/* An event, taken apart. */
typedef struct htn_journal_event {
    htn_journal_kind kind;
    uint32_t count;                        /* of numbers */
    uint32_t numbers[HTN_JOURNAL_NUMBERS]; /* signed ones: htn_journal_signed() */
    size_t offset, size;                   /* where it lies, its length included */
} htn_journal_event;

/*
 * The event at `*offset` of a journal of `size` bytes, and `*offset` moves behind it. OK | NOT_FOUND (there are no more) | BAD_ARGUMENT |
 * BAD_JOURNAL (that is no event: the journal is damaged, or cut short, at `*offset`). Events of kinds that this runtime
 * does not know are passed over. What the numbers mean for a domain is not checked.
 */
htn_status htn_journal_next(const void *bytes, size_t size, size_t *offset, htn_journal_event *event);

/* A signed number of an event. */
int32_t htn_journal_signed(uint32_t number);

/*
 * What lies at an address of the world: a property's cell, or whether an instance of an open type is there; or neither, how often the
 * instance's slot has been given out. False: nothing does.
 */
typedef struct htn_journal_location {
    htn_property property; /* HTN_NONE: none */
    uint32_t cell;         /* of the property */
    uint32_t type;         /* HTN_NONE: none; else the type that has the instance as its own */
    int32_t instance;
} htn_journal_location;
bool htn_journal_locate(const htn_domain *domain, uint32_t address, htn_journal_location *location);

/* A WRITE's or a COPY's value at the place. */
int32_t htn_journal_value_at(const htn_domain *domain, const htn_journal_location *location, uint32_t number);

/* The index of a property's cell, one value per parameter, as many as it has (HTN_MAX_LOCALS at most); their number. */
uint32_t htn_journal_index(const htn_domain *domain, const htn_journal_location *location, int32_t *index);

/* The kind's name, `REQUEST`; never NULL, "" where it is none. */
const char *htn_journal_name(htn_journal_kind kind);

#ifdef __cplusplus
}
#endif

#endif
