/*
 * Tuples of derived conditions (docs/language.md, "Conditions that use themselves"): which are known, and those whose bodies are being
 * evaluated. The machine asks with DERIVE and answers with ANSWER; a block that runs alone does too (single_block.h).
 *
 * An asking wants one tuple, the top tuple. It evaluates bodies in passes: a tuple that is needed while its own body is being
 * evaluated counts as false, and so does one that this pass has found false. If some tuple became true in a pass in which a tuple
 * in progress was needed, that may have been too early, and there is another pass.
 *
 * The region: an htni_tuples, an htni_cycle for each cycle, buckets of a hash table, tuples. Tuples are only added, until all are
 * dropped. Numbers of tuples are offsets in the region in words, so a locals pointer can point into a tuple.
 */
#pragma once

#include "planner_block.h"

/* The words of a tuple, which lie in front of its locals. Its arguments are the first locals. */
enum {
    HTNI_TUPLE_NEXT,    /* the tuple before it in its bucket; 0: none */
    HTNI_TUPLE_DERIVED, /* the derived condition */
    HTNI_TUPLE_ROUND,   /* of its cycle, when its state was set: in another one nothing is known of it */
    HTNI_TUPLE_STATE,   /* htni_tuple_state */
    HTNI_TUPLE_TOP,     /* the top tuple of its asking */
    HTNI_TUPLE_PC,      /* where to go on with the answer, */
    HTNI_TUPLE_FRAME,   /* in which frame, */
    HTNI_TUPLE_LOCAL,   /* and which local of it gets the answer */
    HTNI_TUPLE_FALSE,   /* the tuple that this pass found false before it; 0: none */
    HTNI_TUPLE_AROUND,  /* of a top tuple: the top of the asking around its own; 0: none */
    HTNI_TUPLE_PASS,    /* of a top tuple: HTNI_PASS_* */
    HTNI_TUPLE_LAST,    /* of a top tuple: the last tuple that this pass found false; 0: none */
    HTNI_TUPLE_LOCALS
};

typedef enum htni_tuple_state {
    HTNI_TUPLE_UNKNOWN,
    HTNI_TUPLE_IN_PROGRESS,
    HTNI_TUPLE_IS_FALSE,
    HTNI_TUPLE_IS_TRUE
} htni_tuple_state;

/* What has happened in a pass: a tuple became true; a tuple in progress was needed. */
enum { HTNI_PASS_TRUE = 1, HTNI_PASS_NEEDED = 2, HTNI_PASS_AGAIN = HTNI_PASS_TRUE | HTNI_PASS_NEEDED };

/* What is known of a cycle. */
typedef struct htni_cycle {
    uint32_t round; /* of what is known; a new one forgets it */
    uint32_t stamp; /* of the state of the world that it is about */
} htni_cycle;

typedef struct htni_tuples {
    uint32_t capacity; /* limits.tuples */
    uint32_t count;    /* of tuples */
    uint32_t most;     /* the highest count since the planner was made */
    uint32_t buckets;  /* a power of two */
    uint32_t width;    /* words of a tuple */
    uint32_t cycles;
    uint32_t top;       /* of the asking under way; 0: none */
    uint32_t restarted; /* the outermost asking has begun again, because the region was full */
    uint32_t stamp;     /* the last one given */
} htni_tuples;

/* Where control goes on. */
typedef struct htni_asked {
    enum { HTNI_ASKED_KNOWN, HTNI_ASKED_BODY, HTNI_ASKED_FULL } what; /* with the answer; in a body; the branch fails */
    uint32_t tuple;                                                   /* BODY: in whose locals */
    bool answer;                                                      /* KNOWN: the answer, ... */
    uint32_t pc;                                                      /* ... and behind ANSWER where it goes, */
    uint32_t frame;                                                   /* in which frame, */
    uint32_t local;                                                   /* to which local */
} htni_asked;

/* NULL: the domain has no derived condition. */
static inline htni_tuples *htni_tuples_of(const htn_planner *planner)
{
    return planner->machine.tuples_at == 0 ? NULL : htni_region(&planner->machine, planner->machine.tuples_at);
}

static inline uint32_t *htni_tuple_locals(htni_tuples *tuples, uint32_t tuple)
{
    return (uint32_t *)(void *)tuples + tuple + HTNI_TUPLE_LOCALS;
}

/* The frame that stands for a tuple in the machine: LOCALS are the tuple's. Back: the tuple of such a frame. */
static inline uint32_t htni_tuple_frame(const htn_planner *planner, uint32_t tuple)
{
    return (planner->machine.tuples_at - planner->machine.frames_at) / (uint32_t)sizeof(uint32_t) + tuple +
           HTNI_TUPLE_LOCALS - HTNI_FRAME_LOCALS;
}

static inline uint32_t htni_frame_tuple(const htn_planner *planner, uint32_t frame)
{
    return frame + HTNI_FRAME_LOCALS - HTNI_TUPLE_LOCALS -
           (planner->machine.tuples_at - planner->machine.frames_at) / (uint32_t)sizeof(uint32_t);
}

/* Bytes of the region, for `capacity` tuples; how many cycles there are. */
uint64_t htni_tuples_bytes(const htn_domain *domain, uint32_t capacity);
uint32_t htni_cycles(const htn_domain *domain);

/* Makes an empty region. Drops all tuples: a search or a block begins, or a block has written. */
void htni_tuples_init(htni_tuples *tuples, const htn_domain *domain, uint32_t capacity);
void htni_tuples_reset(htni_tuples *tuples);

/*
 * Needs a tuple. `stamps`: the stamp of each cycle; NULL: the world does not change. `pc`, `frame`, `local`: where the answer goes.
 */
htni_asked htni_tuples_ask(htni_tuples *tuples, const htn_domain *domain, const uint8_t *stamps, uint32_t derived,
                           const int32_t *arguments, const htni_asked *to);

/* The body of a tuple has come to its end. */
htni_asked htni_tuples_answer(htni_tuples *tuples, uint32_t tuple, bool answer);

/* --- Stamps: behind the sums of the plan, and on the trail like these --------------------------------- */

/* The world may have changed for a cycle (HTN_NONE: for all cycles). False: the trail is full. */
bool htni_forget(const htn_planner *planner, htni_registers *now, uint32_t room, uint32_t cycle);

/* The same for all cycles, not on the trail. */
void htni_forget_untrailed(const htn_planner *planner);

/* Where the stamps lie; 4 bytes for each cycle. */
uint32_t htni_stamps_at(const htn_domain *domain);
