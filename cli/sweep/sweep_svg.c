/* Sweeps as SVG; see sweep_svg.h. Values of numbers are drawn to scale, so that borders are where they are. */
#include "cli/sweep/sweep_svg.h"
#include "cli/common/markup.h"
#include "cli/sweep/sweep_text.h"
#include <stdlib.h>

enum {
    COLOURS = 12,
    LEFT = 72,
    TOP = 56,
    WIDE = 600,
    HIGH = 480,
    STRIP = 44,
    CHART = 300,
    LEGEND_LINE = 40,
    MOST_ENTRIES = 40,
    LEGEND = 290,
    TICKS = 5,
    GREY = COLOURS
};

static const char style[] =
    "<style>\n"
    "text { font: 13px system-ui, sans-serif; fill: #1c1c1c } .big { font-size: 16px; font-weight: 600 }\n"
    ".small { font-size: 11px; fill: #595959 } .on { fill: #000; font-weight: 600; pointer-events: none }\n"
    ".paper { fill: #fff } .edge { fill: none; stroke: #767676 } .grid { stroke: #d0d0d0 }\n"
    ".line { fill: none; stroke-width: 2.5; stroke-linejoin: round }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "text { fill: #e8e8e8 } .small { fill: #b0b0b0 } .on { fill: #000 } .paper { fill: #181a1b }\n"
    ".edge { stroke: #8a8a8a } .grid { stroke: #3a3d3f }\n}\n"
    "</style>\n";

/* All of them are light enough for black text, and stand out from white and from black paper. */
static const char *const colours[COLOURS + 1] = {"#56a8e0", "#e8a33d", "#4fb587", "#d9849f", "#c9bd3a",
                                                 "#9a8fe0", "#e0765a", "#5cc0c0", "#a9c46c", "#c98fd0",
                                                 "#b39169", "#7f9fd0", "#a0a0a0"};

static uint32_t colour_of(const sweep_result *sweep, uint32_t outcome)
{
    const sweep_outcome *each = &sweep->outcomes[outcome];
    return !each->plan ? GREY : each->method != HTN_NONE ? each->method % COLOURS : outcome % COLOURS;
}

static void add_text_at(base_text *text, double x, double y, const char *attributes, const char *words)
{
    base_text_add(text, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    cli_add_escaped(text, words, false);
    base_text_add(text, "</text>\n");
}

/* Where a value of an axis begins, as a part of its length: 0 the first one, 1 behind the last one. */
static double place(const sweep_axis *axis, int64_t value)
{
    const double low = axis->samples[0], high = axis->samples[axis->count - 1];
    return ((double)value - low) / (high - low + 1);
}

static double x_of(const sweep_result *sweep, int64_t value)
{
    return LEFT + WIDE * place(&sweep->axes[0], value);
}

/* Numbers go upwards, lists downwards. */
static double y_of(const sweep_axis *axis, int64_t value)
{
    return TOP + HIGH * (axis->numbers ? 1 - place(axis, value) : place(axis, value));
}

/* --- Axes --------------------------------------------------------------------------------------------- */

/* Some samples of an axis: all of a short list, about TICKS of others. Returns the next one behind `x`. */
static uint32_t next_tick(const sweep_axis *axis, uint32_t x)
{
    const uint32_t most = axis->numbers ? TICKS : 16;
    const uint32_t stride = axis->count <= most ? 1 : (axis->count - 1 + most - 1) / most;
    return x + stride < axis->count || x + 1 == axis->count ? x + stride : axis->count - 1;
}

static void add_x_axis(base_text *text, const sweep_result *sweep, double y)
{
    const sweep_axis *axis = &sweep->axes[0];
    base_text value = {0};
    for (uint32_t i = 0; i < axis->count; i = next_tick(axis, i)) {
        base_text_clear(&value);
        sweep_axis_add_value(&value, axis, axis->samples[i]);
        const double middle = (x_of(sweep, axis->samples[i]) + x_of(sweep, (int64_t)axis->samples[i] + 1)) / 2;
        add_text_at(text, middle, y + 16, "text-anchor=\"middle\"", base_text_of(&value));
    }
    add_text_at(text, LEFT + WIDE / 2.0, y + 36, "text-anchor=\"middle\"", axis->name);
    base_text_free(&value);
}

static void add_y_axis(base_text *text, const sweep_axis *axis)
{
    base_text value = {0};
    for (uint32_t i = 0; i < axis->count; i = next_tick(axis, i)) {
        base_text_clear(&value);
        sweep_axis_add_value(&value, axis, axis->samples[i]);
        const double middle = (y_of(axis, axis->samples[i]) + y_of(axis, (int64_t)axis->samples[i] + 1)) / 2;
        add_text_at(text, LEFT - 8, middle + 4, "text-anchor=\"end\"", base_text_of(&value));
    }
    add_text_at(text, LEFT, TOP - 16, "text-anchor=\"middle\"", axis->name);
    base_text_free(&value);
}

/* --- Areas -------------------------------------------------------------------------------------------- */

typedef struct area {
    double x, y, width, height;
    uint32_t outcome;
} area;

static void add_area(base_text *text, const sweep_result *sweep, const area *a, const sweep_run *run,
                     const char *behind)
{
    const sweep_outcome *outcome = &sweep->outcomes[a->outcome];
    base_text title = {0};
    base_text_add(&title, "%s ", sweep->axes[0].name);
    sweep_axis_add_values(&title, &sweep->axes[0], run->first, run->last);
    base_text_add(&title, "%s: %s", behind, outcome->name);
    base_text_add(text, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"><title>", a->x, a->y,
                  a->width, a->height, colours[colour_of(sweep, a->outcome)]);
    cli_add_escaped(text, base_text_of(&title), false);
    base_text_add(text, "</title></rect>\n");
    base_text_free(&title);
}

/* Keeps for each outcome its largest area, which gets its name. */
static void keep_largest(area *largest, const area *a)
{
    area *best = &largest[a->outcome];
    const double now = a->width > 24 * a->height ? 24 * a->height * a->height : a->width * a->height;
    const double before =
        best->width > 24 * best->height ? 24 * best->height * best->height : best->width * best->height;
    if (now > before)
        *best = *a;
}

static void add_names(base_text *text, const sweep_result *sweep, const area *largest)
{
    for (uint32_t i = 0; i < sweep->outcome_count; i++) {
        const area *a = &largest[i];
        const double room = 8.0 * (double)base_columns(sweep->outcomes[i].name) + 6;
        if (a->width >= room && a->height >= 15)
            add_text_at(text, a->x + a->width / 2, a->y + a->height / 2 + 4, "class=\"on\" text-anchor=\"middle\"",
                        sweep->outcomes[i].name);
    }
}

static bool is_same_row(const sweep_row *a, const sweep_row *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++)
        same = a->runs[i].outcome == b->runs[i].outcome && a->runs[i].first == b->runs[i].first;
    return same;
}

/* The rows from `first` to `last`, which are the same. */
static void add_rows(base_text *text, const sweep_result *sweep, uint32_t first, uint32_t last, area *largest)
{
    const sweep_axis *axis = &sweep->axes[1];
    const sweep_row *row = &sweep->rows[first];
    const int64_t end = last + 1 < axis->count ? axis->samples[last + 1] : (int64_t)axis->samples[last] + 1;
    const double a = y_of(axis, axis->samples[first]), b = y_of(axis, end);
    base_text behind = {0};
    base_text_add(&behind, ", %s ", axis->name);
    sweep_axis_add_values(&behind, axis, axis->samples[first], axis->samples[last]);
    for (uint32_t i = 0; i < row->count; i++) {
        const double x = x_of(sweep, row->runs[i].first), right = x_of(sweep, (int64_t)row->runs[i].last + 1);
        const area each = {x, a < b ? a : b, right - x, a < b ? b - a : a - b, row->runs[i].outcome};
        add_area(text, sweep, &each, &row->runs[i], base_text_of(&behind));
        keep_largest(largest, &each);
    }
    base_text_free(&behind);
}

static void add_map(base_text *text, const sweep_result *sweep)
{
    area *largest = base_allocate((sweep->outcome_count + (size_t)1) * sizeof *largest);
    base_text_add(text, "<g shape-rendering=\"crispEdges\">\n");
    for (uint32_t y = 0, end; y < sweep->rows_done; y = end) {
        for (end = y + 1; end < sweep->rows_done && is_same_row(&sweep->rows[y], &sweep->rows[end]);)
            end++;
        add_rows(text, sweep, y, end - 1, largest);
    }
    base_text_add(text, "</g>\n<rect class=\"edge\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", LEFT, TOP, WIDE,
                  HIGH);
    add_names(text, sweep, largest);
    add_x_axis(text, sweep, TOP + HIGH);
    add_y_axis(text, &sweep->axes[1]);
    free(largest);
}

/* --- One property ------------------------------------------------------------------------------------- */

static void add_score_text(base_text *text, const sweep_result *sweep, double y, int32_t score)
{
    base_text value = {0};
    sweep_add_score(&value, sweep, score);
    base_text_add(text, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, LEFT + WIDE);
    add_text_at(text, LEFT - 8, y + 4, "text-anchor=\"end\"", base_text_of(&value));
    base_text_free(&value);
}

/* The scores of a method, as a line; broken where it has none. */
static void add_line(base_text *text, const sweep_result *sweep, uint32_t method, int32_t low, int32_t high)
{
    const sweep_axis *axis = &sweep->axes[0];
    bool drawing = false;
    base_text name = {0};
    sweep_add_method(&name, sweep, method);
    base_text_add(text, "<path class=\"line\" stroke=\"%s\" d=\"", colours[method % COLOURS]);
    for (uint32_t x = 0; x < axis->count; x++) {
        const int32_t score = sweep_score(sweep, x, 0, method);
        const bool given = score != SWEEP_NO_SCORE;
        const double middle = (x_of(sweep, axis->samples[x]) + x_of(sweep, (int64_t)axis->samples[x] + 1)) / 2;
        const double y = TOP + CHART - CHART * ((double)score - low) / ((double)high - low);
        if (given)
            base_text_add(text, "%s%.1f %.1f", drawing ? "L" : "M", middle, y);
        if (given && !drawing)
            base_text_add(text, "h0.1");
        drawing = given;
    }
    base_text_add(text, "\"><title>");
    cli_add_escaped(text, base_text_of(&name), false);
    base_text_add(text, "</title></path>\n");
    base_text_free(&name);
}

/* The lines of all methods. False: there are no scores. */
static bool add_chart(base_text *text, const sweep_result *sweep)
{
    int32_t low = INT32_MAX, high = SWEEP_NO_SCORE;
    for (uint32_t x = 0; sweep->scores && x < sweep->axes[0].count; x++)
        for (uint32_t i = 0; i < sweep->methods; i++) {
            const int32_t score = sweep_score(sweep, x, 0, i);
            low = score != SWEEP_NO_SCORE && score < low ? score : low;
            high = score > high ? score : high;
        }
    if (high == SWEEP_NO_SCORE)
        return false;
    low = low > 0 ? 0 : low;
    high = high == low ? low + 1 : high;
    for (int i = 0; i <= 4; i++) {
        const int32_t score = (int32_t)(low + ((int64_t)high - low) * i / 4);
        add_score_text(text, sweep, TOP + CHART - CHART * ((double)score - low) / ((double)high - low), score);
    }
    for (uint32_t i = 0; i < sweep->methods; i++)
        add_line(text, sweep, i, low, high);
    add_text_at(text, LEFT, TOP - 16, "text-anchor=\"middle\"", sweep->weights ? "weight" : "utility");
    return true;
}

/* The strip of outcomes at `top`, and the value at which each begins. */
static void add_strip(base_text *text, const sweep_result *sweep, double top)
{
    const sweep_row *row = &sweep->rows[0];
    area *largest = base_allocate((sweep->outcome_count + (size_t)1) * sizeof *largest);
    base_text value = {0};
    double behind = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        const double x = x_of(sweep, row->runs[i].first), right = x_of(sweep, (int64_t)row->runs[i].last + 1);
        const area each = {x, top, right - x, STRIP, row->runs[i].outcome};
        add_area(text, sweep, &each, &row->runs[i], "");
        keep_largest(largest, &each);
    }
    base_text_add(text, "<rect class=\"edge\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%d\"/>\n", LEFT, top, WIDE,
                  STRIP);
    add_names(text, sweep, largest);
    for (uint32_t i = 1; i < row->count && sweep->axes[0].numbers; i++) {
        const double x = x_of(sweep, row->runs[i].first);
        base_text_clear(&value);
        sweep_axis_add_value(&value, &sweep->axes[0], row->runs[i].first);
        base_text_add(text, "<path class=\"edge\" d=\"M%.1f %.1fv%d\"/>\n", x, top - 4, STRIP + 8);
        const double half = 4.0 * (double)base_columns(base_text_of(&value));
        if (x - half > behind)
            add_text_at(text, x, top - 8, "class=\"small\" text-anchor=\"middle\"", base_text_of(&value));
        behind = x + half;
    }
    add_x_axis(text, sweep, top + STRIP);
    base_text_free(&value);
    free(largest);
}

/* --- The whole picture -------------------------------------------------------------------------------- */

static void add_entry(base_text *text, double y, uint32_t colour, const char *name, const char *below)
{
    base_text_add(text, "<rect x=\"%d\" y=\"%.1f\" width=\"16\" height=\"16\" rx=\"3\" fill=\"%s\"/>\n",
                  LEFT + WIDE + 24, y, colours[colour]);
    add_text_at(text, LEFT + WIDE + 48, y + 13, "", name);
    add_text_at(text, LEFT + WIDE + 48, y + 28, "class=\"small\"", below);
}

/* Whether a method has a score somewhere but is taken nowhere: it has a line, and no area. */
static bool is_beaten(const sweep_result *sweep, uint32_t method)
{
    bool beaten = false;
    for (uint32_t x = 0; x < sweep->axes[0].count && sweep->axis_count == 1; x++)
        beaten = beaten || sweep_score(sweep, x, 0, method) != SWEEP_NO_SCORE;
    for (uint32_t i = 0; i < sweep->outcome_count && beaten; i++)
        beaten = sweep->outcomes[i].method != method || sweep->outcomes[i].count == 0;
    return beaten;
}

/* Returns where it ends. */
static double add_legend(base_text *text, const sweep_result *sweep)
{
    const double all = (double)sweep->rows_done * sweep->axes[0].count;
    double y = TOP;
    uint32_t shown = 0;
    base_text line = {0};
    for (uint32_t i = 0; i < sweep->outcome_count; i++) {
        const sweep_outcome *each = &sweep->outcomes[i];
        if (each->count == 0 || shown++ >= MOST_ENTRIES)
            continue;
        base_text_clear(&line);
        base_text_add(&line, "%s, %.1f %%", each->name, 100.0 * (double)each->count / all);
        add_entry(text, y, colour_of(sweep, i), base_text_of(&line),
                  each->method != HTN_NONE ? sweep->texts[each->step] : "");
        y += LEGEND_LINE;
    }
    for (uint32_t i = 0; sweep->scores && i < sweep->methods; i++) {
        if (!is_beaten(sweep, i))
            continue;
        base_text_clear(&line);
        sweep_add_method(&line, sweep, i);
        add_entry(text, y, i % COLOURS, base_text_of(&line), "never taken");
        y += LEGEND_LINE;
    }
    base_text_clear(&line);
    base_text_add_count(&line, shown > MOST_ENTRIES ? shown - MOST_ENTRIES : 0, "more", "more");
    if (shown > MOST_ENTRIES)
        add_text_at(text, LEFT + WIDE + 48, y + 13, "", base_text_of(&line));
    base_text_free(&line);
    return y + LEGEND_LINE;
}

void sweep_add_svg(base_text *text, const sweep_result *sweep)
{
    base_text body = {0}, title = {0};
    uint32_t height = TOP + HIGH + 56;
    const uint32_t width = LEFT + WIDE + LEGEND;
    if (sweep->axis_count > 1) {
        add_map(&body, sweep);
    } else {
        const bool chart = add_chart(&body, sweep);
        add_strip(&body, sweep, TOP + (chart ? CHART + 32 : 16));
        height = TOP + (chart ? CHART + 32 : 16) + STRIP + 56;
    }
    const uint32_t least = (uint32_t)add_legend(&body, sweep);
    height = height < least ? least : height;
    base_text_add(text,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                  "role=\"img\">\n",
                  width, height, width, height);
    sweep_add_subject(&title, sweep);
    base_text_add(&title, " by %s", sweep->axes[0].name);
    if (sweep->axis_count > 1)
        base_text_add(&title, " and %s", sweep->axes[1].name);
    base_text_add(text, "<title>");
    cli_add_escaped(text, base_text_of(&title), false);
    base_text_add(text, "</title>\n");
    base_text_add(text, "%s", style);
    base_text_add(text, "<rect class=\"paper\" width=\"%u\" height=\"%u\"/>\n", width, height);
    add_text_at(text, 16, 24, "class=\"big\"", base_text_of(&title));
    base_text_add_bytes(text, base_text_of(&body), body.length);
    base_text_add(text, "</svg>\n");
    base_text_free(&body);
    base_text_free(&title);
}
