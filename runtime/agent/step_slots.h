/*
 * Steps in progress. A step that has begun and not ended has a slot. A slot outlives its plan while
 * the step's abort takes time; from then on it knows nothing of that plan.
 */
#pragma once

#include <htn/agent.h>
#include <htn/blob.h>

typedef enum htni_slot_state {
    HTNI_SLOT_FREE,
    HTNI_SLOT_RUNNING,
    HTNI_SLOT_ABORTING,
    HTNI_SLOT_ORPHANED, /* loaded without its plan, which the domain's new build does not have: aborted in the next tick */
    HTNI_SLOT_TIMED_OUT, /* its Timeout is over: its operator aborts it, and then it fails. In progress as if RUNNING */
    HTNI_SLOT_STATES
} htni_slot_state;

/* The greatest htn_activity.id. Ids count from 1 to there, and again. A save has them plus 1, behind 0 for the end (save_holds.c). */
#define HTNI_LAST_ID (UINT32_MAX - 1)

static inline bool htni_is_id(uint32_t id)
{
    return id != 0 && id <= HTNI_LAST_ID;
}

typedef struct htni_step_slot {
    uint32_t state; /* htni_slot_state */
    uint32_t id;    /* htn_activity.id */
    uint32_t step;  /* of the running plan; HTN_NONE while ABORTING or ORPHANED: htni_slot_is_of_plan() */
    uint32_t task;
    uint32_t reported;                /* htn_outcome from htn_agent_report(), used in the next tick; RUNNING: none */
    uint32_t news;                    /* unread news: bits 1 << htn_news_kind */
    uint32_t news_at[HTN_NEWS_KINDS]; /* when each happened: agent->news then */
    uint32_t next_step; /* while a plan is adopted: its step as which this one goes on; HTN_NONE: it ends */
    bool called;        /* in this tick, by `start` or `update` */
    bool leaves;        /* while a plan is adopted: this step is to be aborted */
    uint32_t argument_count;
} htni_step_slot;

/* A layer's slots, and what belongs to each. */
typedef struct htni_slots {
    htni_step_slot *slots;
    uint32_t count;          /* options.running */
    htn_argument *arguments; /* agent_class->arguments for each slot */
    uint16_t *generations;   /* as many: of the instance that the argument is */
    uint8_t *memories;       /* agent_class->memory bytes for each slot */
} htni_slots;

static inline uint32_t htni_slot_index(const htni_slots *of, const htni_step_slot *slot)
{
    return (uint32_t)(slot - of->slots);
}

/* Whether the slot's step is one of the running plan, in progress: RUNNING or TIMED_OUT. */
static inline bool htni_slot_is_of_plan(const htni_step_slot *slot)
{
    return slot->state == HTNI_SLOT_RUNNING || slot->state == HTNI_SLOT_TIMED_OUT;
}

/* Of the running plan's steps in progress the lowest from `step` on; NULL: none. */
htni_step_slot *htni_slots_next_running(const htni_slots *of, uint32_t step);

/* The slot that is not FREE with the lowest id from `id` on; NULL: none. */
htni_step_slot *htni_slots_next(const htni_slots *of, uint64_t id);

/* A FREE slot; NULL: none. */
htni_step_slot *htni_slots_free(const htni_slots *of);

/* Whether some slot's step is being aborted, or is to be: neither FREE nor RUNNING. */
bool htni_slots_are_leaving(const htni_slots *of);

/* Whether some slot is ABORTING. */
bool htni_slots_are_aborting(const htni_slots *of);

/* Whether a step is running with Interrupt [never]. */
bool htni_slot_is_uninterruptible(const htn_domain *domain, const htni_step_slot *slot);

/* Whether some slot's is. The second looks at all slots: only for domains that have such tasks. */
bool htni_some_slot_is_uninterruptible(const htn_domain *domain, const htni_slots *of);
static inline bool htni_slots_are_uninterruptible(const htn_domain *domain, const htni_slots *of)
{
    return (domain->task_flags & HTN_TASK_NO_INTERRUPT) != 0 && htni_some_slot_is_uninterruptible(domain, of);
}
