/*
 * Writes a large domain to standard output: `bench_generate LINES`. The same number gives the same text. The mixture
 * resembles hand-written domains: properties of every type, named conditions, constants, compound tasks of two to four methods,
 * primitive tasks with preconditions, effects, operators with arguments, and now and then parameters, costs, expected effects.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t seed = 1;
static long lines;

/* A number below `limit`; a linear congruence is random enough for a mixture. */
static unsigned pick(unsigned limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

static void end_line(void)
{
    putchar('\n');
    lines++;
}

#define LINE(...) (printf(__VA_ARGS__), end_line())

typedef struct counts {
    unsigned flags, numbers, modes; /* properties of each kind */
    unsigned primitives, compounds;
} counts;

static void print_condition(const counts *c)
{
    switch (pick(6)) {
    case 0: printf("WsFlag%u == %s", pick(c->flags), pick(2) ? "true" : "false"); break;
    case 1: printf("not WsFlag%u", pick(c->flags)); break;
    case 2: printf("WsNumber%u > %u", pick(c->numbers), pick(90)); break;
    case 3: printf("WsNumber%u + WsNumber%u <= %u", pick(c->numbers), pick(c->numbers), pick(200)); break;
    case 4: printf("WsMode%u != Mode%u", pick(c->modes), pick(8)); break;
    default: printf("(WsFlag%u or WsNumber%u < Threshold%u)", pick(c->flags), pick(c->numbers), pick(16)); break;
    }
}

static void print_effect(const counts *c)
{
    switch (pick(4)) {
    case 0: printf("WsFlag%u = %s", pick(c->flags), pick(2) ? "true" : "false"); break;
    case 1: printf("WsNumber%u += %u", pick(c->numbers), 1 + pick(9)); break;
    case 2: printf("WsNumber%u = WsNumber%u - 1", pick(c->numbers), pick(c->numbers)); break;
    default: printf("WsMode%u = Mode%u", pick(c->modes), pick(8)); break;
    }
}

static void print_list(const counts *c, void (*item)(const counts *), unsigned count)
{
    for (unsigned i = 0; i < count; ++i) {
        if (i > 0)
            printf(", ");
        item(c);
    }
}

static void print_world(const counts *c)
{
    LINE("Domain [Generated]");
    LINE("Enum [Mode] Values [Mode0, Mode1, Mode2, Mode3, Mode4, Mode5, Mode6, Mode7]");
    LINE("World State [");
    for (unsigned i = 0; i < c->flags; ++i)
        LINE("    WsFlag%u : bool,", i);
    for (unsigned i = 0; i < c->numbers; ++i)
        LINE("    WsNumber%u : 0..100 = %u,", i, pick(101));
    for (unsigned i = 0; i < c->modes; ++i)
        LINE("    WsMode%u : Mode = Mode%u,", i, pick(8));
    LINE("]");
    for (unsigned i = 0; i < 16; ++i)
        LINE("Constant [Threshold%u = %u]", i, 5 + 5 * i);
}

static void print_primitive(const counts *c, unsigned index)
{
    int has_parameter = index % 8 == 0;
    LINE("Primitive Task [Act%u%s]", index, has_parameter ? "(amount : 0..100)" : "");
    if (pick(3) > 0) {
        printf("    Preconditions [");
        print_list(c, print_condition, 1 + pick(3));
        LINE("]");
    }
    LINE("    Operator [Do%u(\"clip%u\", %s)]", pick(200), pick(50), has_parameter ? "amount" : "0");
    if (pick(5) > 0) {
        printf("    Effects [");
        print_list(c, print_effect, 1 + pick(3));
        if (has_parameter)
            printf(", WsNumber%u = amount", pick(c->numbers));
        LINE("]");
    }
    if (pick(10) == 0)
        LINE("    ExpectedEffects [WsFlag%u = true]", pick(c->flags));
    if (pick(10) == 0)
        LINE("    Cost [%u]", 1 + pick(20));
    LINE("%s", "");
}

static void print_subtask(const counts *c, unsigned caller)
{
    unsigned index;
    if (pick(4) == 0 && caller + 1 < c->compounds) {
        printf("Be%u()", caller + 1 + pick(c->compounds - caller - 1));
        return;
    }
    index = pick(c->primitives);
    if (index % 8 == 0)
        printf("Act%u(%u)", index, pick(101));
    else
        printf("Act%u()", index);
}

static void print_compound(const counts *c, unsigned index)
{
    unsigned methods = 2 + pick(3);
    LINE("Compound Task [Be%u]", index);
    for (unsigned i = 0; i < methods; ++i) {
        printf("    Method [");
        print_list(c, print_condition, 1 + pick(3));
        LINE("]");
        printf("        Subtasks [");
        for (unsigned k = 0, count = 1 + pick(4); k < count; ++k) {
            if (k > 0)
                printf(", ");
            print_subtask(c, index);
        }
        LINE("]");
    }
    LINE("%s", "");
}

int main(int argc, char **argv)
{
    long target = argc == 2 ? atol(argv[1]) : 0;
    unsigned tasks =
        target > 1000 ? (unsigned)((target - 400) * 10 / 127) : 10; /* 12.6 lines to a pair of tasks, on average */
    counts c = {100, 100, 50, 0, 0};
    unsigned compound = 0, primitive = 0;
    if (target <= 0)
        return 2;
    c.compounds = tasks;
    c.primitives = tasks;
    print_world(&c);
    while (compound < c.compounds || primitive < c.primitives) {
        if (compound < c.compounds)
            print_compound(&c, compound++);
        if (primitive < c.primitives)
            print_primitive(&c, primitive++);
    }
    while (lines < target)
        LINE("// the rest is silence");
    return 0;
}
