/*
 * What `htn sweep` varies: a property, a cell of a table or a query, and the values that it takes. Neighbours: cli/common/settings
 * gives a value to the world; sweep.h goes through the values.
 */
#pragma once

#include "base/text.h"
#include "cli/common/settings.h"

typedef struct sweep_axis {
    char *name;       /* `Hunger`, `Distance(Goblin)` */
    cli_place place;  /* what that is, however it is spelled */
    bool numbers;     /* a range of numbers; else a list of values that have no order */
    bool fixed;       /* numbers: fixed ones, in thousandths */
    bool chosen;      /* numbers: the step is not the user's, and leaves values out */
    int32_t step;     /* numbers: between two samples; the last one may be nearer */
    int32_t *samples; /* numbers: rising; of a list 0, 1, 2 and so on */
    uint32_t count;
    char **texts; /* of a list: by sample */
} sweep_axis;

/*
 * Reads `Hunger=0..100:5`, `Mood=Calm,Angry`, or a name alone, which means all values. `most`: a range without a step that has more
 * values gets one. False: `problem` says why. Sets the world of `settings` to values of the axis, and its place. Free it in either case.
 */
bool sweep_axis_read(sweep_axis *axis, const cli_settings *settings, const char *text, uint32_t most,
                     base_text *problem);
void sweep_axis_free(sweep_axis *axis);

/* A value of the axis as text, and `Hunger 0..20`: values from `first` to `last`, of a list each. */
void sweep_axis_add_value(base_text *text, const sweep_axis *axis, int32_t value);
void sweep_axis_add_values(base_text *text, const sweep_axis *axis, int32_t first, int32_t last);

/* Gives the world of `settings` a value of the axis. */
void sweep_axis_set(const sweep_axis *axis, const cli_settings *settings, int32_t value);
