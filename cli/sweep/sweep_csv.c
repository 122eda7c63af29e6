/* Sweeps as CSV; see sweep_csv.h. */
#include "cli/sweep/sweep_csv.h"
#include <string.h>

/* A field; in quotes where it has a comma, a quote or a line end. */
static void add_field(base_text *text, const char *field)
{
    if (strpbrk(field, ",\"\r\n") == NULL) {
        base_text_add(text, "%s", field);
        return;
    }
    base_text_add(text, "\"");
    for (; *field != '\0'; field++)
        base_text_add(text, *field == '"' ? "\"\"" : "%c", *field);
    base_text_add(text, "\"");
}

static void add_head(base_text *text, const sweep_result *sweep)
{
    static const char *const names[] = {"method", "step", "plan"};
    base_text name = {0};
    for (uint32_t i = 0; i < sweep->axis_count; i++) {
        add_field(text, sweep->axes[i].name);
        base_text_add(text, ",");
    }
    base_text_add(text, "%s,first step", names[sweep->by]);
    for (uint32_t i = 0; sweep->scores && i < sweep->methods; i++) {
        base_text_clear(&name);
        base_text_add(&name, "%s of ", sweep->weights ? "weight" : "utility");
        sweep_add_method(&name, sweep, i);
        base_text_add(text, ",");
        add_field(text, base_text_of(&name));
    }
    base_text_add(text, "\r\n");
    base_text_free(&name);
}

static void add_point(base_text *text, const sweep_result *sweep, uint32_t x, uint32_t y)
{
    const sweep_point *point = sweep_point_at(sweep, x, y);
    const uint32_t at[2] = {x, y};
    base_text value = {0};
    for (uint32_t i = 0; i < sweep->axis_count; i++) {
        base_text_clear(&value);
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): there are one or two axes */
        sweep_axis_add_value(&value, &sweep->axes[i], sweep->axes[i].samples[at[i]]);
        add_field(text, base_text_of(&value));
        base_text_add(text, ",");
    }
    add_field(text, sweep->outcomes[point->outcome].name);
    base_text_add(text, ",");
    add_field(text, sweep->texts[point->step]);
    for (uint32_t i = 0; sweep->scores && i < sweep->methods; i++) {
        base_text_add(text, ",");
        if (sweep_score(sweep, x, y, i) != SWEEP_NO_SCORE)
            sweep_add_score(text, sweep, sweep_score(sweep, x, y, i));
    }
    base_text_add(text, "\r\n");
    base_text_free(&value);
}

void sweep_add_csv(base_text *text, const sweep_result *sweep)
{
    add_head(text, sweep);
    for (uint32_t y = 0; y < sweep->rows_done; y++)
        for (uint32_t x = 0; x < sweep->axes[0].count; x++)
            add_point(text, sweep, x, y);
}
