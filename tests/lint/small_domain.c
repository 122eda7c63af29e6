/* Writes small random domains: five properties, a named condition, up to four compound tasks and three primitive ones. */
#include "small_domain.h"
#include <stdarg.h>
#include <stdio.h>

typedef struct writer {
    uint64_t state;
    char *text;
    size_t used;
} writer;

static uint32_t below(writer *w, uint32_t count)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(w->state >> 33) % count;
}

static void put(writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->used, SMALL_TEXT - w->used, format, arguments);
    va_end(arguments);
    w->used += length > 0 && (size_t)length < SMALL_TEXT - w->used ? (size_t)length : 0;
}

static const char *pick(writer *w, const char *const *words, uint32_t count)
{
    return words[below(w, count)];
}

static const char *comparison(writer *w, bool ordered)
{
    static const char *const words[] = {"==", "!=", "<", "<=", ">", ">="};
    return pick(w, words, ordered ? 6 : 2);
}

static const char *value(writer *w)
{
    static const char *const words[] = {"Low", "Mid", "High"};
    return pick(w, words, 3);
}

static void put_comparison(writer *w)
{
    static const char *const flags[] = {"A", "B", "A == true", "B != true", "A == B", "true"};
    static const char *const numbers[] = {"N",     "M",         "N + M",  "N - M",
                                          "N * M", "min(N, M)", "abs(M)", "curve(N, 0:0, 3:2)"};
    switch (below(w, 4)) {
    case 0: put(w, "%s", pick(w, flags, 6)); break;
    case 1: put(w, "E %s ", comparison(w, true)), put(w, "%s", value(w)); break;
    case 2: put(w, "AtLeast(%u)", below(w, 5)); break;
    default:
        put(w, "%s ", pick(w, numbers, below(w, 2) ? 2 : 8));
        put(w, "%s ", comparison(w, true));
        put(w, below(w, 4) ? "%d" : "N", (int)below(w, 7) - 2);
        break;
    }
}

static void put_condition(writer *w, int depth)
{
    uint32_t kind = below(w, 8);
    if (depth > 0 && kind == 0) {
        put(w, "(not ");
        put_condition(w, depth - 1);
        put(w, ")");
    } else if (depth > 0 && kind <= 2) {
        put(w, "(");
        put_condition(w, depth - 1);
        put(w, kind == 1 ? " and " : " or ");
        put_condition(w, depth - 1);
        put(w, ")");
    } else {
        put_comparison(w);
    }
}

static void put_conditions(writer *w)
{
    uint32_t count = below(w, 4);
    for (uint32_t i = 0; i < count; i++) {
        put(w, i ? ", " : "");
        put_condition(w, 2);
    }
    put(w, "]\n");
}

static void put_effects(writer *w, const char *part)
{
    uint32_t count = below(w, 3);
    put(w, "    %s [", part);
    for (uint32_t i = 0; i < count; i++)
        switch (below(w, 4)) {
        case 0: put(w, "%s = %s, ", below(w, 2) ? "A" : "B", below(w, 2) ? "true" : "false"); break;
        case 1: put(w, "E = %s, ", value(w)); break;
        case 2: put(w, "%s %c= 1, ", below(w, 2) ? "N" : "M", below(w, 2) ? '+' : '-'); break;
        default: put(w, "N = %u, ", below(w, 4)); break;
        }
    put(w, "]\n");
}

static void put_subtask(writer *w, uint32_t compounds, uint32_t primitives, uint32_t depth)
{
    uint32_t kind = below(w, 12);
    if (depth < 3 && kind == 11) {
        put(w, "Parallel [");
        for (uint32_t members = below(w, 4); members > 0; members--)
            put_subtask(w, compounds, primitives, depth + 1);
        put(w, "], ");
    } else if (kind < 4) {
        put(w, "T%u(), ", below(w, compounds));
    } else {
        put(w, "P%u(), ", below(w, primitives));
    }
}

static void put_subtasks(writer *w, uint32_t compounds, uint32_t primitives)
{
    put(w, "        Subtasks [");
    for (uint32_t count = below(w, 4); count > 0; count--)
        put_subtask(w, compounds, primitives, 0);
    put(w, "]\n");
}

void small_domain(uint64_t seed, char text[SMALL_TEXT])
{
    writer w = {seed * 0x9E3779B97F4A7C15u + 1, text, 0};
    uint32_t compounds, primitives;
    bool cheapest = seed % 4 == 0;
    for (int i = 0; i < 8; i++)
        below(&w, 2);
    compounds = 1 + below(&w, 4);
    primitives = 1 + below(&w, 3);
    put(&w, "Enum [Level] Values [Low, Mid, High]\n");
    put(&w, "World State [A : bool, B : bool, N : 0..3, M : -1..1, E : Level]\n");
    put(&w, "Condition [AtLeast(n : int)] [N >= n]\n");
    put(&w, cheapest ? "Root [T0] Select [cheapest]\n" : "");
    for (uint32_t i = 0; i < compounds; i++) {
        uint32_t methods = 1 + below(&w, 4);
        put(&w, "Compound Task [T%u]\n", i);
        for (uint32_t j = 0; j < methods; j++) {
            put(&w, "    Method [");
            put_conditions(&w);
            put_subtasks(&w, compounds, primitives);
        }
    }
    for (uint32_t i = 0; i < primitives; i++) {
        put(&w, "Primitive Task [P%u]\n", i);
        if (below(&w, 3) == 0) {
            put(&w, "    Preconditions [");
            put_conditions(&w);
        }
        put_effects(&w, "Effects");
        if (below(&w, 4) == 0)
            put_effects(&w, "ExpectedEffects");
        if (cheapest && below(&w, 2))
            put(&w, "    Cost [%u]\n", below(&w, 3));
    }
}
