/*
 * Arithmetic from source text to plan: random expressions as arguments, conditions, effects, costs, durations and
 * operators' arguments, against the same in 128 bits (numbers.c). Each domain is written three times: over properties,
 * over the numbers that these hold at that point, which the compiler folds, and over some of each. TAP on stdout.
 */
#include "numbers.h"
#include "under_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 10, WRITES = 3, WORLDS = 8, DOMAINS = 1000, LONG = 20, STEPS = 64 };

typedef struct property_facts {
    const char *type;
    int32_t low, high;
} property_facts;

/* Each storage, and a range that is a single number beside the least and the greatest. */
static const property_facts properties[NUMBER_PROPERTIES] = {
    {"int", INT32_MIN, INT32_MAX}, {"int", INT32_MIN, INT32_MAX},        {"0..255", 0, 255},
    {"-100..100", -100, 100},      {"-70000..1000000", -70000, 1000000}, {"5..9", 5, 9},
};

typedef enum part_kind { PART_SAY, PART_IF, PART_DO } part_kind;

typedef struct part_write {
    int property;
    char op; /* in front of the equals sign; ' ' for none */
    number_tree value;
} part_write;

/* A subtask of the root: says a number, chooses by a truth, or changes the world and then says what it is. */
typedef struct part {
    part_kind kind;
    number_tree value;
    number_tree cost, duration, argument; /* DO */
    part_write writes[WRITES];
    int write_count;
} part;

typedef struct expected_plan {
    uint32_t steps, records;
    int32_t values[STEPS][NUMBER_PROPERTIES]; /* arguments of a step ... */
    uint32_t counts[STEPS];                   /* ... and how many; 0: of a DO */
    uint16_t record[PARTS + 1];
    int32_t cost, duration;
} expected_plan;

typedef struct trial {
    dice_state dice;
    part parts[PARTS];
    number_world before[PARTS]; /* as the first plan finds it */
    number_text text;
    expected_plan expected;
    number_statistics statistics;
    uint64_t plans, values;
} trial;

/* --- Making a domain -------------------------------------------------------------------------------- */

static void make_parts(trial *t)
{
    int i, k;

    for (i = 0; i < PARTS; i++) {
        part *each = &t->parts[i];

        each->kind = (part_kind)dice_below(&t->dice, 3);
        if (each->kind == PART_IF)
            truth_make(&each->value, &t->dice);
        else
            number_make(&each->value, &t->dice);
        number_make(&each->cost, &t->dice);
        number_make(&each->duration, &t->dice);
        number_make(&each->argument, &t->dice);
        each->write_count = 1 + (int)dice_below(&t->dice, WRITES);
        for (k = 0; k < each->write_count; k++) {
            each->writes[k].property = (int)dice_below(&t->dice, NUMBER_PROPERTIES);
            each->writes[k].op = " +-*"[dice_below(&t->dice, 4)];
            number_make(&each->writes[k].value, &t->dice);
        }
    }
}

static void print_tree(trial *t, const number_tree *tree, int at, uint32_t percent)
{
    number_print(&t->text, tree, &t->before[at], percent, &t->dice);
}

static void print_do(trial *t, int at, uint32_t percent)
{
    const part *each = &t->parts[at];
    int k;

    number_say(&t->text, "Primitive Task [Do%d]\n    Operator [Act(", at);
    number_print(&t->text, &each->argument, &t->before[0], percent, &t->dice);
    number_say(&t->text, ")]\n    Cost [");
    print_tree(t, &each->cost, at, percent);
    number_say(&t->text, "]\n    Duration [(");
    print_tree(t, &each->duration, at, percent);
    number_say(&t->text, ") * 1ms]\n    Effects [");
    for (k = 0; k < each->write_count; k++) {
        number_say(&t->text, "%sP%d ", k ? ", " : "", each->writes[k].property);
        number_say(&t->text, each->writes[k].op == ' ' ? "= " : "%c= ", each->writes[k].op);
        print_tree(t, &each->writes[k].value, at, percent);
    }
    number_say(&t->text, "]\n");
}

static void print_part(trial *t, int at, uint32_t percent)
{
    const part *each = &t->parts[at];

    if (each->kind == PART_DO) {
        print_do(t, at, percent);
    } else if (each->kind == PART_IF) {
        number_say(&t->text, "Compound Task [If%d]\n    Method [", at);
        print_tree(t, &each->value, at, percent);
        number_say(&t->text, "]\n        Subtasks [Say(1)]\n    Method [true]\n        Subtasks [Say(0)]\n");
    }
}

static void print_subtask(trial *t, int at, uint32_t percent)
{
    const part *each = &t->parts[at];

    if (each->kind == PART_IF) {
        number_say(&t->text, "If%d()", at);
    } else if (each->kind == PART_SAY) {
        number_say(&t->text, "Say(");
        print_tree(t, &each->value, at, percent);
        number_say(&t->text, ")");
    } else {
        number_say(&t->text, "Do%d(), Tell(P0, P1, P2, P3, P4, P5)", at);
    }
}

static void print_domain(trial *t, const number_world *world, uint32_t percent)
{
    int i;

    t->text.length = 0;
    t->text.variables = 0;
    number_say(&t->text, "Entities [Item] Values [A, B, C, D, E]\nWorld State [Number(Item) : int,\n");
    for (i = 0; i < NUMBER_PROPERTIES; i++)
        number_say(&t->text, "    P%d : %s = %d,\n", i, properties[i].type, (int)world->properties[i]);
    number_say(&t->text, "]\nCompound Task [Root]\n    Method [true]\n        Subtasks [");
    for (i = 0; i < PARTS; i++) {
        number_say(&t->text, i ? ", " : "");
        print_subtask(t, i, percent);
    }
    number_say(&t->text, "]\nPrimitive Task [Say(n : int)] Operator [Say(n)] Cost [0]\n"
                         "Primitive Task [Tell(a : int, b : int, c : int, d : int, e : int, f : int)]\n"
                         "    Operator [Tell(a, b, c, d, e, f)] Cost [0]\n");
    for (i = 0; i < PARTS; i++)
        print_part(t, i, percent);
}

/* --- What is to come of it -------------------------------------------------------------------------- */

static int32_t value_of(trial *t, const number_tree *tree, const number_world *world)
{
    return number_evaluate(tree, world, &t->statistics);
}

static int32_t limited(wide_number value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : (int32_t)value;
}

/* What is added is below 0 for neither. */
static int32_t sum(int32_t so_far, int32_t more)
{
    return limited((wide_number)so_far + (more < 0 ? 0 : more), 0, INT32_MAX);
}

static void write_all(trial *t, const part *each, number_world *world)
{
    const number_world before = *world;
    int k;

    for (k = 0; k < each->write_count; k++) {
        const part_write *write = &each->writes[k];
        wide_number value = value_of(t, &write->value, &before), held = world->properties[write->property];

        value = write->op == '+'   ? held + value
                : write->op == '-' ? held - value
                : write->op == '*' ? held * value
                                   : value;
        world->properties[write->property] =
            limited(value, properties[write->property].low, properties[write->property].high);
    }
}

static void expect_step(trial *t, const int32_t *values, uint32_t count)
{
    memcpy(t->expected.values[t->expected.steps], values, count * sizeof *values);
    t->expected.counts[t->expected.steps++] = count;
}

/* `keep`: notes the world that each part finds. */
static void expect(trial *t, const number_world *initial, bool keep)
{
    number_world world = *initial;
    int i;

    memset(&t->expected, 0, sizeof t->expected);
    t->expected.records = 1;
    for (i = 0; i < PARTS; i++) {
        const part *each = &t->parts[i];
        int32_t value = value_of(t, &each->value, &world);

        if (keep)
            t->before[i] = world;
        if (each->kind == PART_DO) {
            expect_step(t, &value, 0);
            t->expected.cost = sum(t->expected.cost, value_of(t, &each->cost, &world));
            t->expected.duration = sum(t->expected.duration, value_of(t, &each->duration, &world));
            write_all(t, each, &world);
            expect_step(t, world.properties, NUMBER_PROPERTIES);
        } else {
            expect_step(t, &value, 1);
            if (each->kind == PART_IF)
                t->expected.record[t->expected.records++] = value ? 0 : 1;
        }
    }
}

/* --- Comparing -------------------------------------------------------------------------------------- */

static bool same_plan(const trial *t, const htn_plan *plan)
{
    uint32_t i;

    if (plan->step_count != t->expected.steps || plan->record_count != t->expected.records ||
        memcmp(plan->record, t->expected.record, plan->record_count * sizeof *plan->record) != 0 ||
        plan->cost != t->expected.cost || plan->duration != t->expected.duration)
        return false;
    for (i = 0; i < plan->step_count; i++)
        if (memcmp(plan->values + plan->steps[i].arguments, t->expected.values[i],
                   t->expected.counts[i] * sizeof(int32_t)) != 0)
            return false;
    return true;
}

/* Operators' arguments are evaluated in the world as it is. */
static bool same_arguments(trial *t, const subject_state *subject, const number_world *world)
{
    int i;

    for (i = 0; i < PARTS; i++) {
        char name[16];
        htn_argument argument;
        uint32_t count;

        if (t->parts[i].kind != PART_DO)
            continue;
        snprintf(name, sizeof name, "Do%d", i);
        if (htn_operator_arguments(&subject->world, htn_task_find(&subject->domain, name), NULL, NULL, NULL, &argument,
                                   1, &count) != HTN_OK ||
            argument.value != value_of(t, &t->parts[i].argument, world))
            return false;
        t->values++;
    }
    return true;
}

static void set_world(subject_state *subject, const number_world *world)
{
    htn_property number = htn_property_find(&subject->domain, "Number");
    int32_t i;

    for (i = 0; i < NUMBER_ITEMS; i++)
        htn_world_set_at(&subject->world, number, &i, 1, world->items[i]);
    for (i = 0; i < NUMBER_PROPERTIES; i++) {
        char name[16];

        snprintf(name, sizeof name, "P%d", (int)i);
        htn_world_set(&subject->world, htn_property_find(&subject->domain, name), world->properties[i]);
    }
}

static bool compare_world(trial *t, subject_state *subject, const number_world *world)
{
    htn_plan plan;

    set_world(subject, world);
    if (htn_plan_find(subject->planner, &subject->world, NULL) != HTN_OK)
        return false;
    htn_planner_plan(subject->planner, &plan);
    t->plans++;
    t->values += t->expected.steps + t->expected.records + 1;
    return same_plan(t, &plan) && same_arguments(t, subject, world);
}

/* --- Worlds and domains ----------------------------------------------------------------------------- */

static number_world random_world(dice_state *dice)
{
    number_world world;
    int i;

    for (i = 0; i < NUMBER_ITEMS; i++)
        world.items[i] = number_random(dice);
    for (i = 0; i < NUMBER_PROPERTIES; i++)
        world.properties[i] = limited(number_random(dice), properties[i].low, properties[i].high);
    return world;
}

static bool one_text(trial *t, const number_world *first, uint32_t percent)
{
    static const htn_limits limits = {0};
    static char problem[4096];
    subject_state subject;
    number_world world = *first;
    bool good;
    int i;

    print_domain(t, first, percent);
    good = subject_open(&subject, "numbers.htn", t->text.text, false, &limits, problem, sizeof problem);
    if (!good)
        printf("# %s\n", problem);
    for (i = 0; good && i < (percent == 0 ? WORLDS : 1); i++) {
        if (i > 0)
            world = random_world(&t->dice);
        expect(t, &world, false);
        good = compare_world(t, &subject, &world);
    }
    subject_close(&subject);
    return good;
}

static bool one_domain(trial *t, uint64_t seed)
{
    static const uint32_t percents[] = {0, 50, 100};
    number_world first;
    size_t i;

    t->dice = dice_for(seed, 9);
    make_parts(t);
    first = random_world(&t->dice);
    expect(t, &first, true);
    for (i = 0; i < sizeof percents / sizeof *percents; i++)
        if (!one_text(t, &first, percents[i])) {
            printf("# seed %llu, %u of 100 known:\n%s\n", (unsigned long long)seed, (unsigned)percents[i],
                   t->text.text);
            return false;
        }
    return true;
}

/* Every kind, its saturation where it can saturate, and division by zero have come up. */
static bool print_statistics(const number_statistics *s)
{
    static const number_kind saturating[] = {NUMBER_ADD,    NUMBER_SUBTRACT, NUMBER_MULTIPLY, NUMBER_DIVIDE,
                                             NUMBER_NEGATE, NUMBER_ABS,      NUMBER_SUM};
    bool good = s->by_zero[NUMBER_DIVIDE] > 100 && s->by_zero[NUMBER_REMAINDER] > 100;
    int kind;
    size_t i;

    for (kind = 0; kind < NUMBER_KINDS; kind++) {
        good = good && s->evaluated[kind] > 100;
        printf("# %-15s %9llu evaluated, %8llu saturated, %7llu by zero\n", number_kind_name((number_kind)kind),
               (unsigned long long)s->evaluated[kind], (unsigned long long)s->saturated[kind],
               (unsigned long long)s->by_zero[kind]);
    }
    for (i = 0; i < sizeof saturating / sizeof *saturating; i++)
        good = good && s->saturated[saturating[i]] > 10;
    return good;
}

int main(int count, char **arguments)
{
    static trial t;
    uint64_t domains = dice_whole_rounds(DOMAINS, DOMAINS * LONG),
             seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    bool good = true;

    if (count > 1)
        domains = seed;
    for (; good && seed <= domains; seed++)
        good = one_domain(&t, seed);
    printf("%sok 1 - %llu plans, %llu values are those of wide integers, constants folded or not\n", good ? "" : "not ",
           (unsigned long long)t.plans, (unsigned long long)t.values);
    if (count == 1)
        printf("%sok 2 - every operator came up, saturated and divided by zero\n",
               print_statistics(&t.statistics) ? "" : "not ");
    printf("1..%d\n", count == 1 ? 2 : 1);
    return !good;
}
