/* Axes: ranges of numbers and lists of values; see sweep_axis.h. */
#include "cli/sweep/sweep_axis.h"
#include "base/decimal.h"
#include "cli/common/records.h"
#include "cli/common/value_read.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 1000000 };

/* The type of a property, of a table's cells or of a query's answer; HTN_NONE: there is no such name. */
static uint32_t type_of(const htn_domain *domain, const char *name)
{
    htn_property property = htn_property_find(domain, name);
    char *head = base_duplicate_text(name);
    head[strcspn(head, "(")] = '\0';
    if (property == HTN_NONE)
        property = htn_property_find(domain, head);
    const htn_query query = property == HTN_NONE ? htn_query_find(domain, head) : HTN_NONE;
    free(head);
    return property != HTN_NONE ? htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_TYPE)
           : query != HTN_NONE  ? htn_query_type(domain, query)
                                : HTN_NONE;
}

void sweep_axis_add_value(base_text *text, const sweep_axis *axis, int32_t value)
{
    if (!axis->numbers)
        base_text_add(text, "%s", axis->texts[value]);
    else if (axis->fixed)
        cli_add_decimal(text, value);
    else
        base_text_add(text, "%d", (int)value);
}

void sweep_axis_add_values(base_text *text, const sweep_axis *axis, int32_t first, int32_t last)
{
    sweep_axis_add_value(text, axis, first);
    if (axis->numbers && last != first) {
        base_text_add(text, "..");
        sweep_axis_add_value(text, axis, last);
    }
    for (int32_t i = first + 1; !axis->numbers && i <= last; i++) {
        base_text_add(text, ", ");
        sweep_axis_add_value(text, axis, i);
    }
}

static bool try_text(const sweep_axis *axis, const cli_settings *settings, const char *value, base_text *problem)
{
    base_text setting = {0};
    base_text_add(&setting, "%s=%s", axis->name, value);
    const bool set = cli_settings_set(settings, base_text_of(&setting), problem);
    base_text_free(&setting);
    return set;
}

void sweep_axis_set(const sweep_axis *axis, const cli_settings *settings, int32_t value)
{
    base_text text = {0}, problem = {0};
    sweep_axis_add_value(&text, axis, value);
    try_text(axis, settings, base_text_of(&text), &problem);
    base_text_free(&text);
    base_text_free(&problem);
}

/* --- Lists -------------------------------------------------------------------------------------------- */

static void add_text(sweep_axis *axis, const char *text, size_t length)
{
    axis->texts = base_reallocate((void *)axis->texts, (axis->count + (size_t)1) * sizeof *axis->texts);
    axis->samples = base_reallocate(axis->samples, (axis->count + (size_t)1) * sizeof *axis->samples);
    axis->texts[axis->count] = base_allocate(length + 1);
    memcpy(axis->texts[axis->count], text, length);
    axis->texts[axis->count][length] = '\0';
    axis->samples[axis->count] = (int32_t)axis->count;
    axis->count++;
}

/* Whether two values are the same, but for blanks and a number's needless zeros. */
static bool is_same_value(const char *a, const char *b)
{
    int32_t x, y;
    if (base_decimal_read(a, &x) && base_decimal_read(b, &y))
        return x == y;
    for (;; a++, b++) {
        a += strspn(a, " \t");
        b += strspn(b, " \t");
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

/* Whether the last value is none of those before. */
static bool is_new(const sweep_axis *axis, base_text *problem)
{
    const char *last = axis->texts[axis->count - 1];
    for (uint32_t i = 0; i + 1 < axis->count; i++)
        if (is_same_value(axis->texts[i], last)) {
            base_text_add(problem, "the value %s is there twice", last);
            return false;
        }
    return true;
}

/* `Calm, Angry`; commas between brackets belong to a value: `[Wall], [Wall, Crates]`. */
static bool read_list(sweep_axis *axis, const cli_settings *settings, const char *list, base_text *problem)
{
    while (true) {
        size_t length = 0;
        list += strspn(list, " \t");
        for (int depth = 0; list[length] != '\0' && (list[length] != ',' || depth > 0); length++)
            depth += (list[length] == '[') - (list[length] == ']');
        const char *behind = list + length;
        while (length > 0 && strchr(" \t", list[length - 1]) != NULL)
            length--;
        add_text(axis, list, length);
        if (!try_text(axis, settings, axis->texts[axis->count - 1], problem) || !is_new(axis, problem))
            return false;
        if (*behind == '\0')
            return true;
        list = behind + 1;
    }
}

/* All values of a type that has no numbers; of an open one `none` and the instances that exist. */
static bool list_all(sweep_axis *axis, const cli_settings *settings, uint32_t type, base_text *problem)
{
    const htn_domain *domain = settings->domain;
    const bool open = htn_type_is_open(domain, type);
    const int32_t low = (int32_t)CLI_FIELD(domain, TYPES, type, LOW),
                  high = (int32_t)CLI_FIELD(domain, TYPES, type, HIGH);
    base_text value = {0};
    bool good = true;
    if (open)
        add_text(axis, "none", 4);
    for (int32_t v = low; v <= high; v++) {
        if (open && !htn_world_exists(settings->world, type, v))
            continue;
        base_text_clear(&value);
        cli_add_value(&value, domain, type, v);
        add_text(axis, base_text_of(&value), value.length);
    }
    for (uint32_t i = 0; i < axis->count && good; i++)
        good = try_text(axis, settings, axis->texts[i], problem);
    base_text_free(&value);
    return good;
}

/* --- Ranges ------------------------------------------------------------------------------------------- */

static bool read_number(const sweep_axis *axis, const char *text, int32_t *value)
{
    char *end;
    if (axis->fixed)
        return base_decimal_read(text, value);
    const long long number = strtoll(text, &end, 10);
    *value = (int32_t)number;
    return end != text && *end == '\0' && number >= INT32_MIN && number <= INT32_MAX;
}

/* The least of 1, 2, 5, 10, 20, 50 and so on with which a range has at most `most` samples. */
static int32_t round_step(uint64_t values, uint32_t most)
{
    static const uint64_t factors[] = {1, 2, 5};
    uint64_t unit = 1;
    for (uint32_t i = 0;; i = (i + 1) % 3) {
        const uint64_t step = factors[i] * unit;
        if ((values - 1 + step - 1) / step + 1 <= most)
            return (int32_t)step;
        unit *= i == 2 ? 10 : 1;
    }
}

/* `step` 0: each value, or if there are more than `most`, fewer. */
static bool make_samples(sweep_axis *axis, int32_t low, int32_t high, int32_t step, uint32_t most, base_text *problem)
{
    const uint64_t values = (uint64_t)((int64_t)high - low) + 1;
    if (low > high) {
        base_text_add(problem, "the range ends before it begins");
        return false;
    }
    axis->chosen = step == 0 && values > most;
    axis->step = step != 0 ? step : axis->chosen ? round_step(values, most) : 1;
    const uint64_t count = (uint64_t)((int64_t)high - low) / (uint64_t)axis->step + 1;
    const uint64_t with_last = count + ((uint64_t)((int64_t)high - low) % (uint64_t)axis->step != 0);
    if (with_last > MOST_SAMPLES) {
        base_text_add(problem,
                      "%llu values are too many, at most %d are possible; write a larger step behind the range, as in "
                      "0..1000:10",
                      (unsigned long long)with_last, MOST_SAMPLES);
        return false;
    }
    axis->samples = base_allocate((size_t)with_last * sizeof *axis->samples);
    for (uint64_t i = 0; i < count; i++)
        axis->samples[axis->count++] = (int32_t)(low + (int64_t)i * axis->step);
    if (axis->samples[axis->count - 1] != high)
        axis->samples[axis->count++] = high;
    return true;
}

/* `0..100` or `0..100:5`. Cuts `text` apart. */
static bool read_range(sweep_axis *axis, const cli_settings *settings, char *text, uint32_t most, base_text *problem)
{
    char *dots = strstr(text, ".."), *colon = strchr(text, ':');
    const uint32_t type = type_of(settings->domain, axis->name);
    int32_t low, high, step = 0;
    if (colon != NULL && colon < dots) {
        base_text_add(problem, "the step stands behind the range: write %s=%.*s..%.*s:%.*s", axis->name,
                      (int)(colon - text), text, (int)strcspn(dots + 2, ":"), dots + 2, (int)(dots - colon - 1),
                      colon + 1);
        return false;
    }
    if (strchr(text, ',') != NULL) {
        base_text_add(problem, "a range and a list cannot be mixed; write one range, as in 0..60, or each value of a "
                               "list, as in 0,30,60");
        return false;
    }
    *dots = '\0';
    if (colon != NULL)
        *colon = '\0';
    if (!try_text(axis, settings, text, problem) || !try_text(axis, settings, dots + 2, problem))
        return false;
    const uint32_t kind = type != HTN_NONE ? CLI_FIELD(settings->domain, TYPES, type, KIND) : HTN_TYPE_BOOL;
    axis->numbers = kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED;
    axis->fixed = kind == HTN_TYPE_FIXED;
    if (!axis->numbers) {
        base_text_add(problem, "only numbers have ranges; write the values with commas between them, as in %s=%s,%s",
                      axis->name, text, dots + 2);
        return false;
    }
    if (!cli_read_value(settings->domain, type, text, &low) || !cli_read_value(settings->domain, type, dots + 2, &high))
        return false;
    if (colon != NULL && (!read_number(axis, colon + 1, &step) || step <= 0)) {
        base_text_add(problem, "the step behind the colon must be %s",
                      axis->fixed ? "a number in 0.001..2147483.647, with at most three digits behind the point"
                                  : "a whole number in 1..2147483647");
        return false;
    }
    return make_samples(axis, low, high, step, most, problem);
}

static bool take_all(sweep_axis *axis, const cli_settings *settings, uint32_t most, base_text *problem)
{
    const htn_domain *domain = settings->domain;
    const uint32_t type = type_of(domain, axis->name);
    if (type == HTN_NONE)
        return try_text(axis, settings, "true", problem); /* which says what is wrong */
    const uint32_t kind = CLI_FIELD(domain, TYPES, type, KIND);
    if (kind != HTN_TYPE_INTEGER && kind != HTN_TYPE_FIXED)
        return list_all(axis, settings, type, problem);
    base_text least = {0};
    cli_add_value(&least, domain, type, (int32_t)CLI_FIELD(domain, TYPES, type, LOW));
    axis->numbers = try_text(axis, settings, base_text_of(&least), problem);
    axis->fixed = kind == HTN_TYPE_FIXED;
    base_text_free(&least);
    return axis->numbers && make_samples(axis, (int32_t)CLI_FIELD(domain, TYPES, type, LOW),
                                         (int32_t)CLI_FIELD(domain, TYPES, type, HIGH), 0, most, problem);
}

/* Without the blanks at both ends. */
static char *trimmed(const char *from, size_t length)
{
    while (length > 0 && strchr(" \t", *from) != NULL)
        from++, length--;
    while (length > 0 && strchr(" \t", from[length - 1]) != NULL)
        length--;
    char *text = base_allocate(length + 1);
    memcpy(text, from, length);
    text[length] = '\0';
    return text;
}

bool sweep_axis_read(sweep_axis *axis, const cli_settings *settings, const char *text, uint32_t most,
                     base_text *problem)
{
    const size_t name = strcspn(text, "=");
    *axis = (sweep_axis){.name = trimmed(text, name)};
    if (text[name] == '\0') {
        const bool all = take_all(axis, settings, most, problem);
        axis->place = *settings->place;
        return all;
    }
    char *values = trimmed(text + name + 1, strlen(text + name + 1));
    const bool good = strstr(values, "..") != NULL ? read_range(axis, settings, values, most, problem)
                                                   : read_list(axis, settings, values, problem);
    axis->place = *settings->place;
    free(values);
    return good;
}

void sweep_axis_free(sweep_axis *axis)
{
    for (uint32_t i = 0; axis->texts != NULL && i < axis->count; i++)
        free(axis->texts[i]);
    free((void *)axis->texts);
    free(axis->samples);
    free(axis->name);
}
