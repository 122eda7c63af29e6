/* Sweeps as text; see sweep_text.h. */
#include "cli/sweep/sweep_text.h"
#include "cli/common/debug_info.h"
#include "cli/explain/explain_source.h"
#include <stdlib.h>
#include <string.h>

enum {
    WIDEST = 64,
    HIGHEST = 32 /* of a map, in characters */,
    MOST_BORDERS = 6 /* beside a row */,
    WIDEST_NAME = 32,
    MOST_PARTS = 4,
    MOST_VALUES = 4 /* of an axis, in the legend */
};

void sweep_add_axis(base_text *text, const sweep_axis *axis)
{
    base_text_add(text, "%s ", axis->name);
    sweep_axis_add_values(text, axis, axis->samples[0], axis->samples[axis->count - 1]);
    if (!axis->numbers || axis->count < 2 || axis->step == 1)
        return;
    base_text_add(text, " in steps of ");
    sweep_axis_add_value(text, axis, axis->step);
}

void sweep_add_subject(base_text *text, const sweep_result *sweep)
{
    if (sweep->by == SWEEP_BY_METHOD)
        base_text_add(text, "the method of ");
    if (sweep->by == SWEEP_BY_METHOD)
        explain_add_task_name(text, &sweep->session->subject.domain, sweep->task);
    else
        base_text_add(text, sweep->by == SWEEP_BY_STEP ? "the first step" : "the plan");
}

static void add_head(base_text *text, const sweep_result *sweep)
{
    sweep_add_subject(text, sweep);
    base_text_add(text, ", by ");
    sweep_add_axis(text, &sweep->axes[0]);
    if (sweep->axis_count > 1) {
        base_text_add(text, " (to the right) and ");
        sweep_add_axis(text, &sweep->axes[1]);
        base_text_add(text, " (%s)", sweep->axes[1].numbers ? "upwards" : "downwards");
    }
    base_text_add(text, "\n\n");
}

/* --- Maps --------------------------------------------------------------------------------------------- */

/* The sample that character `at` of `shown` shows. */
static uint32_t sample_at(uint32_t count, uint32_t shown, uint32_t at)
{
    return shown < 2 ? 0 : (uint32_t)((uint64_t)at * (count - 1) / (shown - 1));
}

static char letter_at(const sweep_result *sweep, uint32_t x, uint32_t y)
{
    return sweep->outcomes[sweep_point_at(sweep, x, y)->outcome].letter;
}

/* Characters that a sample takes: more than one where there are few; of a list as many as its texts need. */
static uint32_t stretch_of(const sweep_axis *axis)
{
    size_t longest = 0;
    for (uint32_t i = 0; !axis->numbers && i < axis->count; i++)
        longest = base_columns(axis->texts[i]) > longest ? base_columns(axis->texts[i]) : longest;
    if (longest > 0 && axis->count <= WIDEST / (longest + 1))
        return (uint32_t)longest + 1;
    return axis->count > WIDEST / 2 ? 1 : axis->count > WIDEST / 8 ? 2 : 4;
}

static uint32_t width_of(const sweep_axis *axis)
{
    const uint32_t stretched = axis->count * stretch_of(axis);
    return stretched < WIDEST ? stretched : WIDEST;
}

/* The letters of a row, each sample as wide as it is stretched. */
static void add_letters(base_text *text, const sweep_result *sweep, uint32_t y)
{
    const sweep_axis *axis = &sweep->axes[0];
    const uint32_t stretch = stretch_of(axis), width = width_of(axis);
    for (uint32_t i = 0; i < width; i++) {
        const uint32_t x = stretch > 1 ? i / stretch : sample_at(axis->count, width, i);
        base_text_add(text, "%c", letter_at(sweep, x, y));
    }
}

/* Below a map: the values of the first axis, a few of a range, all of a list. */
static void add_scale(base_text *text, const sweep_result *sweep, int margin)
{
    const sweep_axis *axis = &sweep->axes[0];
    const uint32_t stretch = stretch_of(axis), width = width_of(axis);
    uint32_t filled = 0; /* columns of the line */
    base_text line = {0}, value = {0};
    for (uint32_t i = 0; i < width; i++) {
        const uint32_t x = stretch > 1 ? i / stretch : sample_at(axis->count, width, i);
        const bool last = x + 1 == axis->count && (stretch <= 1 || i % stretch == 0);
        base_text_clear(&value);
        sweep_axis_add_value(&value, axis, axis->samples[x]);
        const bool wanted = stretch > 1 ? i % stretch == 0 : i % 16 == 0 || last;
        if (!wanted || (filled > 0 && i < filled + 1) ||
            (!last && i + base_columns(base_text_of(&value)) + 6 > width && axis->numbers && stretch == 1))
            continue;
        base_text_add(&line, "%*s%s", (int)(i - filled), "", base_text_of(&value));
        filled = i + (uint32_t)base_columns(base_text_of(&value));
    }
    base_text_add(text, "%*s%s\n", margin, "", base_text_of(&line));
    base_text_free(&line);
    base_text_free(&value);
}

/* `R 43 E`: R up to 42, E from 43 on. */
static void add_borders(base_text *text, const sweep_result *sweep, const sweep_row *row)
{
    for (uint32_t i = 0; i < row->count && i <= MOST_BORDERS; i++) {
        base_text_add(text, " ");
        if (i == MOST_BORDERS) {
            base_text_add(text, "...");
            break;
        }
        if (i > 0) {
            sweep_axis_add_value(text, &sweep->axes[0], row->runs[i].first);
            base_text_add(text, " ");
        }
        base_text_add(text, "%c", sweep->outcomes[row->runs[i].outcome].letter);
    }
}

static void add_map(base_text *text, const sweep_result *sweep)
{
    const sweep_axis *axis = &sweep->axes[1];
    const uint32_t rows = sweep->rows_done, shown = rows < HIGHEST || !axis->numbers ? rows : HIGHEST;
    base_text label = {0};
    int margin = 0;
    for (uint32_t i = 0; i < rows; i++) {
        base_text_clear(&label);
        sweep_axis_add_value(&label, axis, axis->samples[i]);
        const int columns = (int)base_columns(base_text_of(&label));
        margin = columns > margin ? columns : margin;
    }
    for (uint32_t i = 0; i < shown; i++) {
        const uint32_t y = sample_at(rows, shown, axis->numbers ? shown - 1 - i : i);
        base_text_clear(&label);
        sweep_axis_add_value(&label, axis, axis->samples[y]);
        base_text_add(text, "%*s%s | ", base_padding(base_text_of(&label), margin), "", base_text_of(&label));
        add_letters(text, sweep, y);
        base_text_add(text, " |");
        add_borders(text, sweep, &sweep->rows[y]);
        base_text_add(text, "\n");
    }
    add_scale(text, sweep, margin + 3);
    base_text_free(&label);
}

static void add_strip(base_text *text, const sweep_result *sweep)
{
    const sweep_row *row = &sweep->rows[0];
    base_text values = {0};
    int width = 0;
    add_letters(text, sweep, 0);
    base_text_add(text, "\n");
    add_scale(text, sweep, 0);
    base_text_add(text, "\n");
    for (uint32_t i = 0; i < row->count; i++) {
        base_text_clear(&values);
        sweep_axis_add_values(&values, &sweep->axes[0], row->runs[i].first, row->runs[i].last);
        const int columns = (int)base_columns(base_text_of(&values));
        width = columns > width && columns <= WIDEST_NAME ? columns : width;
    }
    for (uint32_t i = 0; i < row->count; i++) {
        base_text_clear(&values);
        sweep_axis_add_values(&values, &sweep->axes[0], row->runs[i].first, row->runs[i].last);
        base_text_add(text, "  %s%*s  %s\n", base_text_of(&values), base_padding(base_text_of(&values), width), "",
                      sweep->outcomes[row->runs[i].outcome].name);
    }
    base_text_free(&values);
}

/* --- Legend ------------------------------------------------------------------------------------------- */

/* Marks the samples of an axis at which an outcome is, in some world. */
static void mark_samples(const sweep_result *sweep, uint32_t outcome, uint32_t axis, bool *at)
{
    for (uint32_t y = 0; y < sweep->rows_done; y++)
        for (uint32_t x = 0; x < sweep->axes[0].count; x++)
            if (sweep_point_at(sweep, x, y)->outcome == outcome)
                at[axis == 0 ? x : y] = true;
}

/* `0..3 and 5`, `Calm, Angry`; of very many parts `0..99 in 12 parts`. */
static void add_samples(base_text *text, const sweep_axis *axis, const bool *at, uint32_t from, uint32_t to)
{
    uint32_t parts = 0, taken = 0, shown = 0;
    for (uint32_t i = from; i <= to; i++) {
        taken += at[i];
        parts += at[i] && (i == from || !at[i - 1]);
    }
    if (axis->numbers ? parts > MOST_PARTS : taken > MOST_VALUES) {
        sweep_axis_add_value(text, axis, axis->samples[from]);
        base_text_add(text, axis->numbers ? ".." : " .. ");
        sweep_axis_add_value(text, axis, axis->samples[to]);
        if (parts > 1)
            base_text_add(text, " in %u parts", parts);
        return;
    }
    for (uint32_t first = from, last; first <= to; first = last + 1) {
        for (last = first; at[first] && last < to && at[last + 1];)
            last++;
        if (!at[first])
            continue;
        base_text_add(text, "%s", shown++ == 0 ? "" : axis->numbers ? " and " : ", ");
        sweep_axis_add_values(text, axis, axis->samples[first], axis->samples[last]);
    }
}

static void add_where(base_text *text, const sweep_result *sweep, const sweep_outcome *outcome)
{
    for (uint32_t i = 0; i < sweep->axis_count && outcome->count > 0; i++) {
        const sweep_axis *axis = &sweep->axes[i];
        bool *at = base_allocate(axis->count * sizeof *at);
        mark_samples(sweep, (uint32_t)(outcome - sweep->outcomes), i, at);
        base_text_add(text, "%s%s ", i == 0 ? "" : ", ", axis->name);
        add_samples(text, axis, at, outcome->from[i], outcome->to[i]);
        free(at);
    }
}

static void add_scores(base_text *text, const sweep_result *sweep, const sweep_outcome *outcome)
{
    const char *name = sweep->weights ? "weight" : "utility";
    if (outcome->low == SWEEP_NO_SCORE)
        return;
    base_text_add(text, "; %s ", name);
    sweep_add_score(text, sweep, outcome->low);
    if (outcome->high != outcome->low) {
        base_text_add(text, "..");
        sweep_add_score(text, sweep, outcome->high);
    }
    if (outcome->narrow == SWEEP_NO_SCORE || sweep->weights)
        return;
    if (outcome->narrow < 0) {
        base_text_add(text, ", though another method had up to ");
        sweep_add_score(text, sweep, -outcome->narrow);
        base_text_add(text, " more");
    } else if (outcome->narrow == 0) {
        base_text_add(text, ", somewhere the same as the next method's");
    } else {
        base_text_add(text, ", ahead of the next method by at least ");
        sweep_add_score(text, sweep, outcome->narrow);
    }
}

static void add_method(base_text *text, const sweep_result *sweep, uint32_t method)
{
    const htn_domain *domain = &sweep->session->subject.domain;
    const uint32_t item = cli_method_item(domain, sweep->task, method);
    explain_add_method(text, domain, sweep->task, method);
    explain_add_conditions(text, domain, item);
    if (item == HTN_NONE)
        return;
    base_text_add(text, "  ");
    explain_add_source(text, domain, item);
}

static void add_outcome(base_text *text, const sweep_result *sweep, const sweep_outcome *outcome, int width)
{
    const double all = (double)sweep->rows_done * sweep->axes[0].count;
    base_text_add(text, "  %c  %s%*s  %5.1f %%  ", outcome->letter, outcome->name, base_padding(outcome->name, width),
                  "", 100.0 * (double)outcome->count / all);
    add_where(text, sweep, outcome);
    add_scores(text, sweep, outcome);
    base_text_add(text, "\n");
    if (outcome->method != HTN_NONE) {
        base_text_add(text, "     ");
        add_method(text, sweep, outcome->method);
        const char *step = sweep->texts[outcome->step];
        if (step[0] != '\0')
            base_text_add(text, outcome->steps_differ ? "  such as %s" : "  %s", step);
        base_text_add(text, "\n");
    }
}

/* Methods that no world takes. */
static void add_never(base_text *text, const sweep_result *sweep)
{
    for (uint32_t i = 0; sweep->by == SWEEP_BY_METHOD && i < sweep->methods; i++) {
        bool taken = false;
        for (uint32_t k = 0; k < sweep->outcome_count && !taken; k++)
            taken = sweep->outcomes[k].method == i && sweep->outcomes[k].count > 0;
        if (taken)
            continue;
        base_text_add(text, "never taken: ");
        add_method(text, sweep, i);
        base_text_add(text, "\n");
    }
}

static void add_notes(base_text *text, const sweep_result *sweep)
{
    bool sampled = false;
    for (uint32_t i = 0; i < sweep->axis_count; i++)
        sampled = sampled || (sweep->axes[i].numbers && sweep->axes[i].step > 1);
    if (sweep->axes[0].numbers && sweep->axes[0].step > 1)
        base_text_add(text, "borders of %s are exact; what begins and ends between two samples is not seen\n",
                      sweep->axes[0].name);
    else if (sampled)
        base_text_add(text, "what begins and ends between two samples of %s is not seen\n", sweep->axes[1].name);
}

void sweep_add_text(base_text *text, const sweep_result *sweep)
{
    int width = 0;
    if (sweep->rows_done == 0)
        return;
    add_head(text, sweep);
    if (sweep->axis_count > 1)
        add_map(text, sweep);
    else
        add_strip(text, sweep);
    base_text_add(text, "\n");
    for (uint32_t i = 0; i < sweep->outcome_count; i++)
        width =
            base_columns(sweep->outcomes[i].name) <= WIDEST_NAME && (int)base_columns(sweep->outcomes[i].name) > width
                ? (int)base_columns(sweep->outcomes[i].name)
                : width;
    for (uint32_t i = 0; i < sweep->outcome_count; i++)
        if (sweep->outcomes[i].count > 0)
            add_outcome(text, sweep, &sweep->outcomes[i], width);
    add_never(text, sweep);
    add_notes(text, sweep);
}
