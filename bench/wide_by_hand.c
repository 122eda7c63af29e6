/* Backtracking over combinations, and roots with many methods. */
#include "workloads.h"
#include <string.h>

/* --- Combinations: a function per choice, each calls the next, because a later one may fail ----------------- */

HAND_TASK accept(hand_planner *p)
{
    for (uint32_t i = 0; i < CHOICES; i++)
        if (p->world[i] != CHOICE_METHODS - 1)
            return false;
    return hand_append(p, CHOICES * CHOICE_METHODS);
}

/* Each of these is a task of its own. The next method overwrites what it sets. */
#define CHOICE(name, number, next)                       \
    HAND_TASK name(hand_planner *p)                      \
    {                                                    \
        for (uint32_t i = 0; i < CHOICE_METHODS; i++) {  \
            hand_append(p, (number)*CHOICE_METHODS + i); \
            p->world[number] = (uint8_t)i;               \
            if (next(p))                                 \
                return true;                             \
            p->step_count--;                             \
        }                                                \
        return false;                                    \
    }
CHOICE(choice_7, 7, accept)
CHOICE(choice_6, 6, choice_7)
CHOICE(choice_5, 5, choice_6)
CHOICE(choice_4, 4, choice_5)
CHOICE(choice_3, 3, choice_4)
CHOICE(choice_2, 2, choice_3)
CHOICE(choice_1, 1, choice_2)
CHOICE(choice_0, 0, choice_1)

bool combinations_by_hand(hand_planner *p, const uint8_t *world)
{
    memcpy(p->world, world, CHOICES);
    p->step_count = 0;
    return choice_0(p);
}

/* --- A thousand methods ------------------------------------------------------------------------------------------- */

HAND_TASK act(hand_planner *p)
{
    return hand_append(p, 0);
}

HAND_TASK act_last(hand_planner *p)
{
    return hand_append(p, 1);
}

#define TEN(of, i) \
    of((i)) of((i) + 1) of((i) + 2) of((i) + 3) of((i) + 4) of((i) + 5) of((i) + 6) of((i) + 7) of((i) + 8) of((i) + 9)
#define HUNDRED(of, i) \
    TEN(of, (i))       \
    TEN(of, (i) + 10)  \
    TEN(of, (i) + 20)  \
    TEN(of, (i) + 30)  \
    TEN(of, (i) + 40) TEN(of, (i) + 50) TEN(of, (i) + 60) TEN(of, (i) + 70) TEN(of, (i) + 80) TEN(of, (i) + 90)
#define THOUSAND(of) \
    HUNDRED(of, 0)   \
    HUNDRED(of, 100) \
    HUNDRED(of, 200) \
    HUNDRED(of, 300) \
    HUNDRED(of, 400) HUNDRED(of, 500) HUNDRED(of, 600) HUNDRED(of, 700) HUNDRED(of, 800) HUNDRED(of, 900)

#define TAKE(p, i) ((i) == WIDE_METHODS - 1 ? act_last(p) : act(p))

#define WIDE(i)                                                     \
    if (world[3 * (i)] && world[3 * (i) + 1] && world[3 * (i) + 2]) \
        return TAKE(p, i);

HAND_TASK wide(hand_planner *p, const uint8_t *world)
{
    THOUSAND(WIDE)
    return false;
}

bool wide_by_hand(hand_planner *p, const uint8_t *world)
{
    p->step_count = 0;
    return wide(p, world);
}

/* The mode lies behind the other properties. It is read each time; otherwise gcc would make a switch, which nobody wrote. */
#define MODE(i)                                                                                    \
    if (*mode == (i) / MODE_METHODS && world[3 * (i)] && world[3 * (i) + 1] && world[3 * (i) + 2]) \
        return TAKE(p, i);

HAND_TASK modes(hand_planner *p, const uint8_t *world)
{
    const volatile uint8_t *const mode = world + WIDE_PROPERTIES;
    THOUSAND(MODE)
    return false;
}

bool modes_by_hand(hand_planner *p, const uint8_t *world)
{
    p->step_count = 0;
    return modes(p, world);
}
