/* Backtracking over combinations, and roots with many methods. */
#include "workloads.h"
#include <string.h>

/* --- Combinations: a function per choice, each calls the next, because a later one may fail ----------------- */

/* The world lies at known places, so the compiler may keep it in registers; the number of steps is known at each. */
static inline bool accept(hand_planner *p)
{
    for (uint32_t i = 0; i < CHOICES; i++)
        if (p->world[i] != CHOICE_METHODS - 1)
            return false;
    p->steps[CHOICES] = (hand_step){CHOICES * CHOICE_METHODS, 0};
    p->step_count = CHOICES + 1;
    return true;
}

/* Each of these is a task of its own. The next method overwrites what it sets. NOTE keeps the record. */
#define CHOICE(name, number, next, NOTE)                                              \
    static inline bool name(hand_planner *p)                                          \
    {                                                                                 \
        for (uint32_t i = 0; i < CHOICE_METHODS; i++) {                               \
            NOTE((number) + 1, i);                                                    \
            p->steps[number] = (hand_step){(uint32_t)(number)*CHOICE_METHODS + i, 0}; \
            p->world[number] = (uint8_t)i;                                            \
            if (next(p))                                                              \
                return true;                                                          \
        }                                                                             \
        return false;                                                                 \
    }
#define CHOICES_OF(name, NOTE)          \
    CHOICE(name##_7, 7, accept, NOTE)   \
    CHOICE(name##_6, 6, name##_7, NOTE) \
    CHOICE(name##_5, 5, name##_6, NOTE) \
    CHOICE(name##_4, 4, name##_5, NOTE) \
    CHOICE(name##_3, 3, name##_4, NOTE) \
    CHOICE(name##_2, 2, name##_3, NOTE) \
    CHOICE(name##_1, 1, name##_2, NOTE) \
    CHOICE(name##_0, 0, name##_1, NOTE)
#define NO_NOTE(entry, method) ((void)0)
#define NOTE(entry, method)    (p->record[entry] = (uint16_t)(method))
CHOICES_OF(choice, NO_NOTE)
CHOICES_OF(recorded, NOTE)

bool combinations_by_hand(hand_planner *p, const uint8_t *world)
{
    memcpy(p->world, world, CHOICES);
    return choice_0(p);
}

bool combinations_recorded(hand_planner *p, const uint8_t *world)
{
    memcpy(p->world, world, CHOICES);
    p->record[0] = 0;
    p->record_count = CHOICES + 1;
    return recorded_0(p);
}

/* --- A thousand methods ------------------------------------------------------------------------------------------- */

static inline bool act(hand_planner *p)
{
    return hand_append(p, 0);
}

static inline bool act_last(hand_planner *p)
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

static bool wide(hand_planner *p, const uint8_t *world)
{
    THOUSAND(WIDE)
    return false;
}

#define WIDE_RECORDED(i)                                            \
    if (world[3 * (i)] && world[3 * (i) + 1] && world[3 * (i) + 2]) \
        return NOTE(0, i), TAKE(p, i);

static bool wide_and_record(hand_planner *p, const uint8_t *world)
{
    THOUSAND(WIDE_RECORDED)
    return false;
}

bool wide_recorded(hand_planner *p, const uint8_t *world)
{
    p->step_count = 0;
    p->record_count = 1;
    return wide_and_record(p, world);
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

static bool modes(hand_planner *p, const uint8_t *world)
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
