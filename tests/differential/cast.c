/* Who lives through a story; see cast.h. */
#include "cast.h"
#include "dice.h"

typedef enum purpose { BEGIN = 300, ORDER, TICKED, SHARES, MOVES, CHANGE, CALLBACK, CROWD } purpose;

static dice_state dice_of(const cast_state *cast, purpose what, uint32_t tick, uint32_t number)
{
    dice_state dice = dice_for(cast->seed, what);

    dice = dice_for(dice_bits(&dice), tick);
    return dice_for(dice_bits(&dice), number);
}

bool cast_has_groups(uint64_t seed)
{
    return seed % 5 == 3;
}

/* What all agents of a story have in common: who lives through it in which way depends on that. */
static void agree(story_state *story, const story_state *first)
{
    story->polite = first->polite;
    story->calm = first->calm;
    story->prompt = first->prompt;
    story->back_off_ms = first->back_off_ms;
    story->throws = first->throws;
}

/* A crowd needs no more of the story than that its agents may be ticked in a fixed order. */
static void crowd(cast_state *cast, uint32_t ticks)
{
    dice_state dice = dice_of(cast, CROWD, 0, 0);
    uint32_t i;

    cast->crowded = (cast->homes == 0 || cast->later) && dice_percent(&dice, cast->later ? 40 : 15);
    cast->turn = dice_below(&dice, ticks);
    for (i = 0; i < CAST_AGENTS; i++) {
        cast->periods[i][0] = 1 + (dice_percent(&dice, 50) ? dice_below(&dice, 4) : 0);
        cast->periods[i][1] = 1 + (dice_percent(&dice, 50) ? dice_below(&dice, 4) : 0);
    }
    if (cast->crowded)
        cast->missing = 0;
}

void cast_begin(cast_state *cast, uint64_t seed, uint32_t ticks)
{
    static const cast_state empty;
    dice_state dice = dice_for(seed, BEGIN);
    uint32_t i;

    *cast = empty;
    cast->seed = seed;
    cast->agents = 1;
    story_begin(&cast->stories[0], seed, ticks);
    if (!cast_has_groups(seed)) {
        crowd(cast, ticks);
        return;
    }
    cast->agents = dice_percent(&dice, 15) ? 1 : 2 + dice_below(&dice, CAST_AGENTS - 1);
    cast->homes = dice_percent(&dice, 60) ? 1 : CAST_HOMES;
    cast->later = dice_percent(&dice, 50);
    cast->crowding = dice_percent(&dice, 20) ? 1 : 5 + dice_below(&dice, 60);
    cast->moving = dice_percent(&dice, 40) ? 0 : 5 + dice_below(&dice, 60);
    cast->missing = dice_percent(&dice, 50) ? 0 : dice_below(&dice, 50);
    for (i = 0; i < cast->agents; i++) {
        story_begin(&cast->stories[i], i ? dice_bits(&dice) : seed, ticks / cast->agents);
        agree(&cast->stories[i], &cast->stories[0]);
        cast->stories[i].grouped = true;
    }
    crowd(cast, ticks / cast->agents);
}

/* --- Frames -------------------------------------------------------------------------------------- */

static bool may_happen(const cast_state *cast, uint32_t tick)
{
    return !cast->stories[0].muted[tick];
}

void cast_order(const cast_state *cast, uint32_t tick, bool of_shares, uint32_t *order)
{
    dice_state dice = dice_of(cast, ORDER, tick, of_shares);
    uint32_t i, with, agent;
    bool shuffled = may_happen(cast, tick) && dice_percent(&dice, 30);

    for (i = 0; i < cast->agents; i++)
        order[i] = i;
    for (i = cast->agents; shuffled && i > 1; i--) {
        with = dice_below(&dice, i);
        agent = order[i - 1];
        order[i - 1] = order[with];
        order[with] = agent;
    }
}

uint32_t cast_period(const cast_state *cast, uint32_t tick, uint32_t agent)
{
    return cast->crowded ? cast->periods[agent][tick >= cast->turn] : 1;
}

uint32_t cast_elapsed(const cast_state *cast, uint32_t tick, uint32_t agent)
{
    return story_elapsed(&cast->stories[cast->crowded ? 0 : agent], tick);
}

/* The frames of a crowd count from 1; agents of one period take turns in the order in which they were added. */
bool cast_is_ticked(const cast_state *cast, uint32_t tick, uint32_t agent)
{
    dice_state dice = dice_of(cast, TICKED, tick, agent);

    if (cast->crowded)
        return (tick + 1 + agent) % cast_period(cast, tick, agent) == 0;
    return !may_happen(cast, tick) || !dice_percent(&dice, cast->missing);
}

bool cast_shares(const cast_state *cast, uint32_t tick, uint32_t agent)
{
    dice_state dice = dice_of(cast, SHARES, tick, agent);

    return !may_happen(cast, tick) || !dice_percent(&dice, cast->missing);
}

uint32_t cast_home(const cast_state *cast, uint32_t tick, uint32_t agent, uint32_t home)
{
    dice_state dice = dice_of(cast, MOVES, tick, agent);
    uint32_t chance = cast->moving;

    if (cast->homes == 0)
        return CAST_HOMES;
    if (home == CAST_HOMES)
        chance = tick == 0 && dice_percent(&dice, 80) ? 1000 : 100; /* some join late */
    if (tick > 0 && !may_happen(cast, tick))
        return home;
    if (dice_below(&dice, 1000) >= chance)
        return home;
    if (home != CAST_HOMES && dice_percent(&dice, 50))
        return CAST_HOMES;
    return dice_below(&dice, cast->homes);
}

/* --- Changes of homes ------------------------------------------------------------------------------ */

uint32_t cast_changes(const cast_state *cast, reference_planner *reference, const htnc_model *model, uint32_t tick,
                      uint32_t home, cast_moment moment, uint32_t number, story_change *changes)
{
    dice_state dice = dice_of(cast, CHANGE, tick, (number * CAST_HOMES + home) * 3 + (uint32_t)moment);

    if (!may_happen(cast, tick) || cast->stories[0].calm ||
        !dice_percent(&dice, moment == CAST_BEFORE ? cast->crowding : cast->crowding / 3))
        return 0;
    return story_draw_changes(reference, model, &dice, true, true, changes);
}

uint32_t cast_callback_changes(const cast_state *cast, reference_planner *reference, const htnc_model *model,
                               uint32_t tick, uint32_t agent, uint32_t number, story_change *changes)
{
    dice_state dice = dice_of(cast, CALLBACK, tick, agent * 100000 + number);

    if (cast->later || cast->homes == 0 || !may_happen(cast, tick) || cast->stories[0].calm ||
        cast->stories[0].polite || !dice_percent(&dice, 8))
        return 0;
    return story_draw_changes(reference, model, &dice, true, true, changes);
}

uint32_t cast_pause(uint32_t tick)
{
    static const uint32_t lengths[] = {0, 50, 1, 300, 50, 99, 1000};

    return lengths[tick % 7];
}
