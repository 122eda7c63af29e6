/*
 * Watching a search: everything that the planner tries, in order. For tools. A traced search runs in a copy of
 * the machine's loop, so that other searches pay nothing for it.
 *
 * The events are those of the machine. A listener that wants the task tree keeps, for each frame and each
 * choice point, the node of the tree that was current when it was made.
 */
#ifndef HTN_TRACE_H
#define HTN_TRACE_H

#include <htn/api.h>
#include <htn/planner.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a search, or a part of it, begins with. */
typedef enum htn_beginning {
    HTN_BEGIN_ROOT = 0,         /* the root: there is no running plan, or it does not hold */
    HTN_BEGIN_BETTER = 1,       /* the root, for a plan with priority over the running one: its record is followed */
    HTN_BEGIN_CONTINUATION = 2, /* the continuation of the running plan */
    /* the continuation that the running plan began with, for a plan with priority over it */
    HTN_BEGIN_BETTER_CONTINUATION = 3
} htn_beginning;

/* What an event's `pc` and `index` mean is said where they mean anything. `pc` is the instruction unless something else is said. */
typedef enum htn_event_kind {
    /* a search begins: `index` htn_beginning, `pc` the root's entry, of given tasks HTN_SLOT_VALID, for other beginnings nothing */
    HTN_EVENT_BEGIN = 0,
    HTN_EVENT_ENTER = 1,  /* a call, or (at HTN_SLOT_VALID) a given task: `index` the task that is entered */
    HTN_EVENT_FRAME = 2,  /* the task that was just entered made a frame: `index` its id */
    HTN_EVENT_REJECT = 3, /* a condition did not hold, or a loop has no instance left */
    /* a loop binds its next instance: `pc` its NEXT_ instruction, `index` the local that holds it */
    HTN_EVENT_BIND = 4,
    HTN_EVENT_QUERY = 5,     /* query `index` has an answer: the game's, or the default without asking */
    HTN_EVENT_CANDIDATE = 6, /* a ranking has its next candidate, of method `index`: its locals have rank and weight */
    HTN_EVENT_METHOD = 7,    /* method `index` is taken; it leaves a choice point if the instruction is HTN_OP_METHOD */
    HTN_EVENT_FOLLOW = 8,    /* the same method as in the running plan is taken; it leaves no choice point */
    HTN_EVENT_CHOICE = 9,    /* a primitive task's bindings leave a choice point */
    HTN_EVENT_STEP = 10,     /* a step is appended: `index` the task */
    /* a parallel group ends: the effects of step `index` are applied again, in the group's world */
    HTN_EVENT_APPLY = 11,
    HTN_EVENT_RETURN = 12,       /* a task is done; control goes on in frame `index` (the root's: 0) */
    HTN_EVENT_LOOP = 13,         /* the loop guard fails this branch: `index` the task */
    HTN_EVENT_LIMIT = 14,        /* a limit fails this branch: `index` HTN_REACHED_* */
    HTN_EVENT_ACHIEVE = 15,      /* Achieve `index` begins. No events for what its search tries */
    HTN_EVENT_ACHIEVED = 16,     /* it found its steps, which are entered next, or needs none */
    HTN_EVENT_UNACHIEVABLE = 17, /* nothing achieves the goal */
    HTN_EVENT_SPLIT = 18,        /* the plan is partial, and the search ends: `index` htn_partial */
    /* with Select [cheapest]: no plan on this branch costs less than `index`, the bound */
    HTN_EVENT_EXCEEDS_BOUND = 19,
    /* with Select [cheapest]: the best plan so far, of cost `index`; the search backtracks, unless that is 0 */
    HTN_EVENT_FOUND = 20,
    HTN_EVENT_BACKTRACK = 21, /* back to the latest choice point, which is taken off: `pc` the alternative */
    HTN_EVENT_MEMBER = 22, /* a member of a parallel group is planned; the next one begins at the group's beginning */
    HTN_EVENT_WAIT = 23,   /* the answer of query `index` is late: the search waits, and asks again when it goes on */
    /* the body of a tuple of derived condition `index` begins; once more for each pass. Also while an Achieve searches */
    HTN_EVENT_TUPLE = 24,
    HTN_EVENT_TUPLE_DONE = 25, /* its body has given its answer: `pc` the DERIVE that needs it */
    /* a tuple has an answer without its body: it is known, or in progress, which counts as false. `pc` and `index` likewise */
    HTN_EVENT_TUPLE_KNOWN = 26,
    HTN_EVENT_PROPOSED = 27 /* query `index` has proposed candidates: the game has, or there are none without asking */
} htn_event_kind;

typedef struct htn_event {
    htn_event_kind kind;
    uint32_t pc;
    uint32_t index;
} htn_event;

/* Called for each event, in the middle of the search. It may call the htn_trace_ functions, and no others. */
typedef void htn_listener(void *user, const htn_planner *planner, const htn_event *event);

/* The same as htn_plan_step() with budget 0; tells `listener`. A search that has waited goes on without another HTN_EVENT_BEGIN. */
HTN_API htn_status htn_plan_trace(htn_planner *planner, htn_listener *listener, void *user);

/* The value of a property in the working world, at this moment. */
HTN_API int32_t htn_trace_get(const htn_planner *planner, htn_property property);

/*
 * The value of a table's cell at `index`, one value per parameter; the default of its type if there is no such
 * cell.
 */
HTN_API int32_t htn_trace_get_at(const htn_planner *planner, htn_property property, const int32_t *index,
                                 uint32_t count);

/* The index of the root that is planned. */
HTN_API uint32_t htn_trace_root(const htn_planner *planner);

/* Local `slot` of the current frame (a task's parameters come first); 0: there is none. */
HTN_API int32_t htn_trace_local(const htn_planner *planner, uint32_t slot);

/*
 * During HTN_EVENT_QUERY, HTN_EVENT_PROPOSED and HTN_EVENT_WAIT: the query's arguments, and in `*answer` (may be NULL) its answer, or
 * its default while it is late; 0 for candidates. During HTN_EVENT_TUPLE, TUPLE_DONE and TUPLE_KNOWN: the tuple's arguments, and its
 * answer (0 while it has none). NULL at any other time.
 */
HTN_API const int32_t *htn_trace_question(const htn_planner *planner, int32_t *answer);

/*
 * The candidates of an HTN_EVENT_PROPOSED, while it is told. `*count` gets their number. The values that the planner skips are not
 * among them. NULL at any other time.
 */
HTN_API const int32_t *htn_trace_candidates(const htn_planner *planner, const htn_event *event, uint32_t *count);

/* The step of the plan so far that wrote the property last; HTN_NONE: none. */
HTN_API uint32_t htn_trace_writer(const htn_planner *planner, htn_property property);

/* What the search of the latest Achieve has found. */
typedef struct htn_achievement {
    uint32_t index;    /* index in the domain's Achieves */
    uint32_t states;   /* that it reached, including the first one */
    uint32_t explored; /* whose actions it tried */
    uint32_t steps;    /* that it found */
    uint64_t cost;     /* of these steps */
    uint32_t met;      /* bit i: item i of the goal held in some state; for the first 32 items */
} htn_achievement;
HTN_API void htn_trace_achievement(const htn_planner *planner, htn_achievement *achievement);
/* The same for the cell of a table at `index`. */
HTN_API uint32_t htn_trace_writer_at(const htn_planner *planner, htn_property property, const int32_t *index,
                                     uint32_t count);

/* The plan so far. */
HTN_API void htn_trace_plan(const htn_planner *planner, htn_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
