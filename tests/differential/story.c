/* What happens in stories; see story.h. */
#include "story.h"
#include "dice.h"
#include "worlds.h"

/* Dice of their own for each thing that may happen. */
typedef enum purpose { BEGIN = 200, ELAPSED, ASK, ANSWERS, SENSE, START, UPDATE, ABORT, CHANGE, THROW, ORDER } purpose;

static dice_state dice_of(const story_state *story, purpose what, uint32_t tick, uint32_t number)
{
    dice_state dice = dice_for(story->seed, what);

    dice = dice_for(dice_bits(&dice), tick);
    return dice_for(dice_bits(&dice), number);
}

void story_begin(story_state *story, uint64_t seed, uint32_t ticks)
{
    static const story_state empty;
    static const uint32_t horizons[] = {1, 3, 500, 2500};
    dice_state dice = dice_for(seed, BEGIN);

    *story = empty;
    story->seed = seed;
    story->ticks = ticks;
    story->polite = dice_percent(&dice, 40);
    story->calm = dice_percent(&dice, 10);
    story->prompt = dice_percent(&dice, 40);
    story->ending = 10 + dice_below(&dice, 70);
    story->failing = dice_percent(&dice, 10) ? 100 : dice_below(&dice, story->calm ? 80 : 40);
    story->changing = dice_percent(&dice, 30) ? 2 + dice_below(&dice, 8) : 10 + dice_below(&dice, 50);
    story->slow = dice_below(&dice, 80);
    story->interval_ms = dice_percent(&dice, 25) ? 1 + dice_below(&dice, 1000) : 0;
    story->back_off_ms = story->calm ? 1 + dice_below(&dice, 2000) : 0;
    story->horizon_ms = dice_percent(&dice, 25) ? horizons[dice_below(&dice, 4)] : 0;
    story->seed_of_draws = dice_below(&dice, 8);
    story->stagger = dice_below(&dice, 5);
    story->running = dice_below(&dice, 6);
    story->smooth = dice_percent(&dice, 50);
    story->throws = !story->polite && !story->prompt && !story->calm && dice_percent(&dice, 20);
    story->orders = dice_percent(&dice, 35) ? 1 + dice_below(&dice, 3) : 0;
}

/* --- Time and the game --------------------------------------------------------------------------- */

uint32_t story_elapsed(const story_state *story, uint32_t tick)
{
    static const uint32_t lengths[] = {0, 1, 10, 49, 50, 100, 300, 999, 1000, 3000};
    dice_state dice = dice_of(story, ELAPSED, tick, 0);
    const uint32_t milliseconds = lengths[dice_below(&dice, 10)];

    return milliseconds * 1000 + (story->smooth ? 0 : dice_below(&dice, 1000));
}

/* Whether something from outside may happen before this tick. */
static bool may_happen(const story_state *story, uint32_t tick)
{
    return !story->muted[tick];
}

bool story_asks(const story_state *story, uint32_t tick, uint32_t layers, uint32_t *layer)
{
    dice_state dice = dice_of(story, ASK, tick, 0);

    *layer = dice_percent(&dice, 50) ? HTN_NONE : dice_below(&dice, layers);
    return may_happen(story, tick) && dice_percent(&dice, 4);
}

/* They change now and then, and then stay as they are. */
uint32_t story_answers(const story_state *story, uint32_t tick)
{
    uint32_t last = tick;

    while (last > 0) {
        dice_state dice = dice_of(story, ANSWERS, last, 0);

        if (!story->calm && may_happen(story, last) && dice_percent(&dice, 6))
            break;
        last--;
    }
    return last;
}

bool story_senses(const story_state *story, uint32_t tick, uint32_t sensor)
{
    dice_state dice = dice_of(story, SENSE, tick, sensor);

    return !story->calm && may_happen(story, tick) && dice_percent(&dice, 5);
}

/* A value of a parameter's type; an instance may not be there. */
static int32_t draw_argument(const htn_domain *domain, uint32_t type, dice_state *dice)
{
    int32_t low = htn_type_low(domain, type), high = htn_type_high(domain, type);

    if (htn_type_is_open(domain, type) && dice_percent(dice, 10))
        return -1;
    if (htn_type_kind_of(domain, type) == HTN_TYPE_INTEGER && (low < -3 || high > 12))
        return dice_between(dice, -3, 12);
    return dice_between(dice, low, high);
}

story_order story_orders(const story_state *story, const htn_domain *domain, const htnc_model *model, uint32_t tick)
{
    dice_state dice = dice_of(story, ORDER, tick, 0);
    const uint32_t root = dice_below(&dice, model->root_count);
    story_order made = {STORY_NO_ORDER, root, dice_below(&dice, 3), NULL, {0}};
    uint32_t i, type;

    if (story->orders == 0 || !may_happen(story, tick) || !dice_percent(&dice, 12))
        return made;
    made.task = model->tasks[dice_below(&dice, model->task_count)];
    if (dice_percent(&dice, 25)) {
        made.kind = dice_percent(&dice, 80) ? STORY_TAKE_ONE : STORY_TAKE_ALL;
        return made;
    }
    if (made.task->parameter_count > REFERENCE_ARGUMENTS || made.task->is_each || made.task->is_gate)
        return made;
    for (i = 0; i < made.task->parameter_count; i++) {
        type = htn_task_parameter_type(domain, made.task->index, i);
        if (type == HTN_NONE)
            return made;
        made.values[i] = draw_argument(domain, type, &dice);
    }
    made.kind = dice_percent(&dice, 70) ? STORY_QUEUE : STORY_REPLACE;
    return made;
}

/* --- Operators ----------------------------------------------------------------------------------- */

static htn_outcome ends(const story_state *story, dice_state *dice)
{
    return dice_percent(dice, story->failing) ? HTN_FAILED : HTN_SUCCEEDED;
}

htn_outcome story_start(const story_state *story, uint32_t tick, uint32_t id)
{
    dice_state dice = dice_of(story, START, tick, id);

    return !story->polite && dice_percent(&dice, 15) ? ends(story, &dice) : HTN_RUNNING;
}

htn_outcome story_update(const story_state *story, uint32_t tick, uint32_t id)
{
    dice_state dice = dice_of(story, UPDATE, tick, id);

    return dice_percent(&dice, story->ending) ? ends(story, &dice) : HTN_RUNNING;
}

htn_outcome story_abort(const story_state *story, uint32_t tick, uint32_t id, bool first)
{
    dice_state dice = dice_of(story, ABORT, tick, id);

    if (first && story->polite && !story->prompt)
        return HTN_RUNNING;
    return !story->prompt && dice_percent(&dice, story->slow) ? HTN_RUNNING : HTN_ABORTED;
}

bool story_throws(const story_state *story, uint32_t tick, uint32_t number, uint32_t again)
{
    dice_state dice = dice_of(story, THROW, tick, number * 4 + again);

    return story->throws && may_happen(story, tick) && dice_percent(&dice, 3);
}

/* --- Changes ------------------------------------------------------------------------------------- */

static bool is_open(const htnc_type *type)
{
    return type->kind == HTNC_TYPE_ENTITIES && type->open;
}

/* Any property that the game writes, cooldowns being the runtime's; NULL: there is none. */
static const htnc_property *pick_property(reference_planner *reference, const htnc_model *model, dice_state *dice,
                                          bool shared)
{
    const htnc_property *property, *picked = NULL;
    uint32_t seen = 0;

    for (property = model->properties; property; property = property->next)
        if (!property->declaration->cooling && !property->declaration->held &&
            !reference_is_static(reference, property) && (!shared || property->declaration->shared) &&
            dice_below(dice, ++seen) == 0)
            picked = property;
    return picked;
}

static const htnc_type *pick_type(const htnc_model *model, dice_state *dice)
{
    const htnc_type *type, *picked = NULL;
    uint32_t seen = 0;

    for (type = model->types; type; type = type->next)
        if (is_open(type) && dice_below(dice, ++seen) == 0)
            picked = type;
    return picked;
}

static int32_t pick_value(reference_planner *reference, const htnc_property *property, dice_state *dice)
{
    int32_t low, high;

    reference_range(reference, property, &low, &high);
    if (property->type->kind != HTNC_TYPE_ENTITIES)
        return random_value(dice, low, high);
    return reference_may_be_none(property) && dice_percent(dice, 12) ? -1 : dice_between(dice, low, high);
}

static bool is_number(const htnc_property *property)
{
    return property->type->kind == HTNC_TYPE_INTEGER || property->type->kind == HTNC_TYPE_FIXED;
}

static int32_t pick_amount(dice_state *dice)
{
    return dice_percent(dice, 90) ? dice_between(dice, -5, 5) : dice_between(dice, INT32_MIN, INT32_MAX);
}

/* How long what the game writes lasts; 0: for ever. */
static int32_t pick_time(const htnc_property *property, dice_state *dice)
{
    static const int32_t times[] = {1, 20, 50, 100, 101, 400, 1000, 2500};

    return property->expires && dice_percent(dice, 60) ? times[dice_below(dice, 8)] : 0;
}

/* Nobody in the group is to hold some instance any more. False: nothing can be held. */
static bool draw_release(const htnc_model *model, dice_state *dice, story_change *change)
{
    const htnc_held *held, *picked = NULL;
    uint32_t seen = 0;

    for (held = model->held; held; held = held->next)
        if (dice_below(dice, ++seen) == 0)
            picked = held;
    if (!picked)
        return false;
    change->kind = STORY_RELEASE;
    change->type = picked->family;
    change->value = dice_between(dice, picked->family->low, picked->family->high);
    return true;
}

static void draw_change(reference_planner *reference, const htnc_model *model, dice_state *dice, bool shared,
                        story_change *change)
{
    const htnc_type *type = dice_percent(dice, 15) ? pick_type(model, dice) : NULL;

    change->type = type;
    change->property = NULL;
    change->cell = 0;
    change->lasts = 0;
    change->value = type ? dice_between(dice, type->low, type->high) : 0;
    change->kind = type ? (dice_percent(dice, 60) ? STORY_SPAWN : STORY_DESPAWN) : STORY_SET;
    if (type)
        return;
    change->property = shared ? pick_property(reference, model, dice, true) : NULL;
    if (!change->property)
        change->property = pick_property(reference, model, dice, false);
    change->cell = dice_below(dice, reference_cell_count(reference, change->property));
    change->value = pick_value(reference, change->property, dice);
    change->lasts = pick_time(change->property, dice);
}

/* So many changes, some of them two: and back, or on to another value. */
static uint32_t draw(reference_planner *reference, const htnc_model *model, dice_state *dice, bool home, bool grouped,
                     uint32_t wanted, story_change *changes)
{
    uint32_t count = 0;

    if (grouped && dice_percent(dice, 4))
        wanted = STORY_BURST;
    for (; wanted > 0 && count + 2 <= STORY_CHANGES; wanted--) {
        bool shared = grouped && dice_percent(dice, home ? 90 : 50);

        draw_change(reference, model, dice, shared, &changes[count++]);
        if (home && model->held && dice_percent(dice, 10) && draw_release(model, dice, &changes[count - 1]))
            continue;
        if (grouped && changes[count - 1].kind == STORY_SET && is_number(changes[count - 1].property) &&
            dice_percent(dice, 25)) {
            changes[count - 1].kind = STORY_ADD;
            changes[count - 1].value = pick_amount(dice);
        } else if (changes[count - 1].kind == STORY_SET && dice_percent(dice, 15)) {
            changes[count] = changes[count - 1];
            changes[count].value = pick_value(reference, changes[count].property, dice);
            count++;
        }
    }
    return count;
}

uint32_t story_draw_changes(reference_planner *reference, const htnc_model *model, struct dice_state *dice, bool home,
                            bool grouped, story_change *changes)
{
    if (!pick_property(reference, model, dice, false))
        return 0;
    return draw(reference, model, dice, home, grouped, 1 + dice_below(dice, 4), changes);
}

static uint32_t chance_of_change(const story_state *story, story_place place)
{
    if (story->calm)
        return 0;
    if (place == STORY_OUTSIDE)
        return story->changing;
    return place == STORY_SENSOR ? 50 : story->polite ? 0 : 5;
}

uint32_t story_changes(const story_state *story, reference_planner *reference, const htnc_model *model, uint32_t tick,
                       story_place place, uint32_t number, story_change *changes)
{
    dice_state dice = dice_of(story, CHANGE, tick, number * 3 + (uint32_t)place);
    uint32_t wanted = 1 + dice_below(&dice, 3);
    bool at_first = tick == 0 && place == STORY_OUTSIDE; /* even in a calm story the worlds are not all as declared */

    if (!may_happen(story, tick) || (!at_first && !dice_percent(&dice, chance_of_change(story, place))) ||
        !pick_property(reference, model, &dice, false))
        return 0;
    return draw(reference, model, &dice, false, story->grouped, wanted, changes);
}
