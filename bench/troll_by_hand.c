/* The troll of domains/grown-troll.htn, as an expert writes it: see troll_search.h. */
#include "by_hand.h"
#include <string.h>

/* Primitive tasks, in the order in which the domain declares them. */
enum {
    CHARGE,
    SLAM,
    PICK_TREE,
    GO_TO_TREE,
    UPROOT,
    LIFT_ROCK,
    THROW_ROCK,
    FOLLOW_TRACKS,
    ROAR,
    PICK_BRIDGE,
    GO_TO_BRIDGE,
    WATCH
};

/* Laid out as the world of the domain. */
typedef struct troll {
    uint8_t sees_enemy, has_tracks, path_clear, trunk_health;
} troll;

#define TASK(name)          name
#define NOTE(entry, method) ((void)0)
#define END_RECORD(entries) ((void)0)
#include "troll_search.h"
#undef TASK
#undef NOTE
#undef END_RECORD
#define TASK(name)          name##_recorded
#define NOTE(entry, method) (p->record[entry] = (method))
#define END_RECORD(entries) (p->record_count = (entries))
#include "troll_search.h"

bool troll_by_hand(hand_planner *p, const uint8_t *world)
{
    troll at;
    memcpy(&at, world, sizeof at);
    p->step_count = be_troll(p, at);
    return true;
}

bool troll_recorded(hand_planner *p, const uint8_t *world)
{
    troll at;
    memcpy(&at, world, sizeof at);
    p->step_count = be_troll_recorded(p, at);
    return true;
}
