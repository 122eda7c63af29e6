/*
 * A story: what happens to an agent over some hundreds of ticks. Everything is a function of the story's seed and of when and
 * to whom it happens, so that any number of agents, and the reference runner, live through the same, and leaving
 * one thing out changes no other.
 */
#pragma once

#include "reference.h"
#include <htn/agent.h>

enum { STORY_TICKS = 300, STORY_CHANGES = 160, STORY_BURST = 120 };

typedef struct story_state {
    uint64_t seed;
    uint32_t ticks;
    bool muted[STORY_TICKS]; /* ticks in which nothing comes from outside: for shrinking */
    bool
        polite; /* operators neither end in the tick in which they start or begin to be aborted, nor write: polling can do it */
    bool smooth;  /* ticks take whole milliseconds */
    bool calm;    /* nothing changes from outside: a back-off lasts */
    bool grouped; /* the agent may join groups: numbers are added too, and now and then much changes at once */
    bool throws;  /* now and then an operator or a sensor does not return */
    bool
        sensors_throw; /* sensors too: not where values expire, as a save gives an end that one has held up a millisecond */
    bool prompt;       /* no abort takes time: a search that takes several ticks makes no difference */
    uint32_t ending, failing, changing, slow; /* in a hundred */
    uint32_t interval_ms, back_off_ms, horizon_ms, seed_of_draws, stagger;
    uint32_t orders;  /* that each layer can have */
    uint32_t running; /* steps in progress in each layer; 0: as many as the domain needs by default */
} story_state;

/* Draws a story. `groups`: the domain has some. */
void story_begin(story_state *story, uint64_t seed, uint32_t ticks);

/* How many microseconds a tick takes; before it, whether the game asks (HTN_NONE - 1: not) for which layer, and how it answers queries. */
uint32_t story_elapsed(const story_state *story, uint32_t tick);
bool story_asks(const story_state *story, uint32_t tick, uint32_t layers, uint32_t *layer);
uint32_t story_answers(const story_state *story, uint32_t tick);

typedef enum story_order_kind {
    STORY_NO_ORDER,
    STORY_QUEUE,
    STORY_REPLACE,
    STORY_TAKE_ONE,
    STORY_TAKE_ALL
} story_order_kind;

/* What the game orders before a tick: a task for a layer, whose instances may not be there; or which open order it takes back. */
typedef struct story_order {
    story_order_kind kind;
    uint32_t layer, index;
    const htnc_task *task;
    int32_t values[REFERENCE_ARGUMENTS];
} story_order;

story_order story_orders(const story_state *story, const htn_domain *domain, const htnc_model *model, uint32_t tick);

/* Whether a sensor is called before a tick, out of turn. */
bool story_senses(const story_state *story, uint32_t tick, uint32_t sensor);

/* How a step goes in a tick. */
htn_outcome story_start(const story_state *story, uint32_t tick, uint32_t id);
htn_outcome story_update(const story_state *story, uint32_t tick, uint32_t id);
htn_outcome story_abort(const story_state *story, uint32_t tick, uint32_t id, bool first);

/* Whether the sensor or operator (`number`: of its step) does not return, after it has done what it does. `again`: how it is called. */
bool story_throws(const story_state *story, uint32_t tick, uint32_t number, uint32_t again);

typedef enum story_change_kind { STORY_SET, STORY_ADD, STORY_SPAWN, STORY_DESPAWN, STORY_RELEASE } story_change_kind;

/* What is written: of ADD (numbers only) what is added; of SPAWN the type, of DESPAWN and RELEASE (only of homes)
 * the type and the instance (`value`). It may not be there. */
typedef struct story_change {
    story_change_kind kind;
    const htnc_property *property;
    uint32_t cell;
    int32_t value;
    int32_t lasts; /* SET: for so many milliseconds; 0: for ever */
    const htnc_type *type;
} story_change;

/* Where changes come from: before a tick; from a sensor; from inside an operator. `number`: which sensor; which step. */
typedef enum story_place { STORY_OUTSIDE, STORY_SENSOR, STORY_OPERATOR } story_place;

/* At most STORY_CHANGES of them; how many. The reference has the model in use. */
uint32_t story_changes(const story_state *story, reference_planner *reference, const htnc_model *model, uint32_t tick,
                       story_place place, uint32_t number, story_change *changes);

/*
 * Any changes, for a home if `home`; the reference has the model in use. `grouped`: as above. At most STORY_CHANGES.
 */
struct dice_state;
uint32_t story_draw_changes(reference_planner *reference, const htnc_model *model, struct dice_state *dice, bool home,
                            bool grouped, story_change *changes);
