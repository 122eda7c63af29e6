/*
 * The data of an agent: struct htn_agent, its layers, and the parts that both consist of. Types
 * only; what works on a part is named behind it. All of it lies in the agent's block, which agent.c
 * lays out.
 */
#pragma once

#include "../world/during_list.h"
#include "../world/timers.h"
#include "agent_class.h"
#include "step_slots.h"
#include "time_slicing.h"
#include <htn/crowd.h>

/* --- A layer ------------------------------------------------------------------------------------ */

/* What the layer runs: plan_check.c, plan_runner.c, step_attempts.c, plan_end.c. The planner has the steps. */
typedef struct htni_running_plan {
    uint8_t *done;            /* by step: HTNI_STEP_*. Behind it: step_attempts.h, background.c */
    uint32_t cost_left;       /* of the steps that were not done when the plan was last checked */
    uint32_t checked_changes; /* world.changes when the plan was last checked */
    uint32_t checked_answers; /* changes.answers then */
    bool unchecked; /* a step has succeeded since the last check: what it was expected to do may not have happened */
    bool excused;   /* the last check has excused a step that it could not ask, so there is to be another one */
    bool active;    /* there is a plan, and it has steps that are not done */
    bool partial;   /* this plan, or the one just done, has a continuation that is to be planned */
    bool foreign;   /* a foreign plan: taken over from another build, without record and continuation */
    bool verified;  /* known to hold: checked since its adoption, its last success and the last overlap of Durings */
    bool owed;      /* a step with Interrupt [never] has put a search off that has not been made since */
    bool started;   /* adopted in this tick */
    bool settled;   /* no step can start, and the plan cannot be done, before a step in progress ends */
    bool tried;     /* a step that may be retried has started in this tick */
    bool rounds;    /* a Background has begun a round in this tick */
    bool broken;    /* it has failed, and is dropped when its last Interrupt [never] step has ended */
} htni_running_plan;

/* What a search is for. The numbers are those of htn_search_purpose. */
typedef enum htni_purpose {
    HTNI_PURPOSE_NONE,
    HTNI_PURPOSE_PLAN,        /* no plan is running */
    HTNI_PURPOSE_BETTER,      /* a plan to replace the running one */
    HTNI_PURPOSE_CONTINUATION /* the continuation of a partial plan whose steps are done */
} htni_purpose;

/* What has become of the request for what the plan found reserves, in a LATER group: hold_requests.h. */
typedef enum htni_request {
    HTNI_REQUEST_NONE,
    HTNI_REQUEST_WAITS, /* for the agent's share */
    HTNI_REQUEST_GRANTED,
    HTNI_REQUEST_REFUSED
} htni_request;

/* A layer's search, under way or the last one: layer_search.c, layer_result.c. */
typedef struct htni_search {
    uint32_t purpose;  /* htni_purpose of the search under way; NONE: there is none */
    uint32_t request;  /* htni_request of the plan found, which is not adopted yet; counts while there is a purpose */
    htn_status result; /* SUSPENDED or WAITS while it is under way; else of the last one */
    htn_status known_result; /* of the next search, unless the footprint changes; NOT_BEGUN: unknown */
    uint32_t begun_changes;  /* world.changes when it began */
    uint32_t begun_answers;  /* changes.answers when it began, or when the plan failed */
    uint32_t most_work;      /* of any search that has ended */
    bool empty;              /* result is OK, but the plan has no steps: there is nothing to do */
    bool waiting_for_budget; /* there is reason for a search, but no budget: it has not begun */
    bool judging;            /* it has found a plan; an answer is late that says whether it still holds */
    bool followed;           /* in a replay: a listener hears of it, from its beginning to its end */
} htni_search;

/* What the layer knows of changes in the world: world_changes.c. */
typedef struct htni_changes {
    uint32_t seen;         /* world.changes up to which own and outside changes are told apart */
    uint32_t answers;      /* how often the game has said that answers of queries may have changed */
    uint32_t answers_seen; /* how many of these have been counted as changes from outside */
    uint32_t cause;        /* for the journal: address + 1 of what has changed from outside; 0: nothing */
    bool from_outside;     /* something from outside the plan has changed since the last search began */
} htni_changes;

/* When the layer plans next: layer_search.c, back_off.c. Times are agent->time. */
typedef struct htni_schedule {
    uint32_t failures;      /* of plans and searches, in a row, without a step done in between */
    uint32_t retry_at;      /* from the second failure on: no attempt before this time */
    uint32_t next_interval; /* when options.interval_ms is over */
    uint32_t plans_started; /* so far: advances the seed of draws */
    bool asked;             /* the game has asked for a replan */
    bool due;               /* the first search is due, or the plan has ended or failed */
} htni_schedule;

typedef struct htni_layer {
    uint32_t index; /* of its root */
    htn_planner *planner;
    htni_slots steps; /* in progress */
    htni_running_plan plan;
    htni_search search;
    htni_changes changes;
    htni_schedule schedule;
} htni_layer;

/* --- The agent ---------------------------------------------------------------------------------- */

/* For the journal: who is writing to the world, or asking for something. agent_journal.c */
typedef struct htni_writer_mark {
    uint32_t by;    /* htn_journal_by */
    uint32_t id;    /* of whom, see htn_journal_by */
    uint32_t layer; /* whose own change it is; HTN_NONE: a change from outside for all layers */
} htni_writer_mark;

/* Who watches the agent. */
typedef struct htni_observers {
    htn_listener *listener; /* of searches; NULL: none */
    void *listener_user;
    htn_journal *journal; /* NULL: none */
    htni_writer_mark writer;
    bool replays; /* the listener is a replay's own: the searches are sliced as they were, and no journal knows of it */
    const uint32_t
        *build; /* a replay's: the checksum of the blob that the recorded agent had; NULL: that of the agent's own */
} htni_observers;

/* sensors.c */
typedef struct htni_sensors {
    uint32_t *due; /* by sensor: agent->time of its next run */
} htni_sensors;

/* An agent's neighbours in one of its crowd's lists; NULL: none. */
typedef struct htni_crowd_link {
    htn_agent *before, *after;
} htni_crowd_link;

/* crowd.c */
typedef struct htni_membership {
    htn_crowd *crowd; /* NULL: in none */
    htni_crowd_link links[HTN_CROWD_LISTS];
    uint32_t ticked; /* crowd->frame of the agent's last tick, or when it was added */
    uint32_t since;  /* crowd->frame when it was last given its share, or began to wait */
    bool waits;      /* it is in the list HTN_CROWD_WAITING */
    bool tells;      /* it is in the list HTN_CROWD_NEWS */
    uint32_t news;   /* agent->news when the crowd last looked */
    uint32_t number; /* in the order of all agents that were ever added */
    uint32_t period; /* htn_agent_set_period(); 0 is the same as 1 */
    uint64_t missed; /* microseconds of frames without a tick since the last tick */
} htni_membership;

/* What every tick uses comes first, and what a tick uses together lies together: a crowd's agents are seldom in a cache. */
struct htn_agent {
    const htn_agent_class *agent_class;
    const htn_domain *domain;
    htni_layer *layers;
    uint32_t layer_count;
    uint32_t time;       /* milliseconds of all ticks, modulo 2^32: agent_clock.c */
    uint64_t elapsed_us; /* microseconds of this tick */
    htni_budget budget;
    htni_sensors sensors;
    struct htni_sharing *sharing; /* group_state.h; NULL: the domain shares nothing */
    uint16_t remainder_us;        /* microseconds of all ticks that are not in `time`: less than 1000 */
    bool inside;                  /* a callback of the game is running */
    bool sensors_ran;             /* all sensors have run once */
    uint32_t ticking;             /* the layer that is being ticked */
    htn_status trouble;           /* this tick's first limit reached or full region; OK: none */
    uint32_t trouble_layer;       /* whose that is; HTN_NONE: nobody's */
    const htn_activity *calling;  /* what the operator's function that runs was given; NULL: none runs */
    htni_observers observers;
    uint32_t news;    /* how many pieces of news there have been: news.c */
    uint32_t next_id; /* htn_activity.id of the next step that starts: from 1 to HTNI_LAST_ID, and again */
    htn_counts counts;
    htni_membership membership;
    htn_agent_options options; /* defaults filled in */
    htn_planner *walker;       /* a small planner that runs single steps of plans, for checks and effects */
    uint32_t *cooldown_end;    /* by method: when its cooldown is over; only if domain->cools: cooldown.c */
    htni_during_list durings;  /* of the world */
    htn_world world;
};

static inline uint32_t htni_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Whether `time` has reached `due`, both modulo 2^32. */
static inline bool htni_is_due(uint32_t time, uint32_t due)
{
    return time - due < UINT32_C(1) << 31;
}
