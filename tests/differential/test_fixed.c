/*
 * Fixed numbers from source text to plan: random expressions of whole and of fixed numbers as arguments, conditions and effects, against
 * the same in 128 bits. The trees are this test's own: which operand converts and which operation rounds is decided here from
 * docs/language.md, not from what the compiler made of the text. Each domain is written twice: over properties, and over the numbers that
 * these hold, which the compiler folds. TAP on stdout.
 */
#include "dice.h"
#include "under_test.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 wide;

enum { FIXEDS = 4, INTS = 3, NODES = 64, PARTS = 8, DOMAINS = 1500, LONG = 20, WORLDS = 4, TEXT = 1 << 16, ONE = 1000 };

typedef enum kind {
    LITERAL,
    PROPERTY,
    ADD,
    SUBTRACT,
    REMAINDER,
    MULTIPLY,
    DIVIDE,
    NEGATE,
    LEAST,
    MOST,
    ABSOLUTE,
    CLAMPED,
    TO_FIXED, /* of an int */
    TO_ROUND, /* of a fixed number, and the next two */
    TO_FLOOR,
    TO_CEIL,
    KINDS
} kind;

static const char *const names[KINDS] = {"literal", "property", "+",   "-",     "%",     "*",     "/",     "-x",
                                         "min",     "max",      "abs", "clamp", "fixed", "round", "floor", "ceil"};

typedef struct node {
    kind kind;
    bool fixed;
    int32_t value; /* of a literal; which property */
    int count;
    const struct node *operands[3];
} node;

/* By how their types are written; the ends are thousandths, or whole numbers. */
typedef struct property_facts {
    const char *type;
    int32_t low, high;
} property_facts;

static const property_facts fixeds[FIXEDS] = {{"fixed", INT32_MIN, INT32_MAX},
                                              {"0.0..9.9", 0, 9900},
                                              {"-1.5..1.5", -1500, 1500},
                                              {"-1000..1000000.0", -1000000, 1000000000}};
static const property_facts ints[INTS] = {
    {"int", INT32_MIN, INT32_MAX}, {"0..100", 0, 100}, {"-7..2147483", -7, 2147483}};

typedef struct numbers {
    int32_t fixeds[FIXEDS], ints[INTS];
} numbers;

typedef struct part {
    int kind; /* 0: says a fixed number; 1: says an int; 2: chooses by a comparison; 3: changes property `property` by `op` */
    const node *left, *right;
    int property, comparison;
    char op;
} part;

static struct {
    dice_state dice;
    node nodes[PARTS * NODES];
    int used;
    part parts[PARTS];
    char text[TEXT];
    size_t length;
    uint64_t evaluated[KINDS][2], rounded, beyond, by_zero, values;
} t;

/* --- Making ----------------------------------------------------------------------------------------- */

static bool percent(uint32_t chance)
{
    return dice_percent(&t.dice, chance);
}

static int32_t random_fixed(void)
{
    static const int32_t edges[] = {0,    1,     -1,  500, -500,      1000,      -1000,
                                    1500, -2500, 333, 667, INT32_MAX, INT32_MIN, 46341000};

    if (percent(50))
        return edges[dice_below(&t.dice, sizeof edges / sizeof *edges)];
    return percent(70) ? (int32_t)dice_between(&t.dice, -20000, 20000)
                       : (int32_t)dice_between(&t.dice, INT32_MIN, INT32_MAX);
}

static int32_t random_int(bool small)
{
    static const int32_t edges[] = {0, 1, -1, 2, 3, 7, -3, 1000, -1000, INT32_MAX, INT32_MIN, 46341};
    int32_t most = INT32_MAX / ONE;
    int32_t value =
        percent(60) ? edges[dice_below(&t.dice, small ? 9 : 12)] : (int32_t)dice_between(&t.dice, -most, most);

    return value;
}

static const node *make(bool fixed, int depth);

/* An int whose range is known to fit: it converts by itself. */
static const node *make_small(void)
{
    node *made = &t.nodes[t.used++];

    *made = (node){.kind = percent(50) ? LITERAL : PROPERTY};
    made->value = made->kind == LITERAL ? random_int(true) : 1 + (int32_t)dice_below(&t.dice, 2);
    return made;
}

static const node *make_leaf(bool fixed)
{
    node *made = &t.nodes[t.used++];

    *made = (node){.kind = percent(35) ? LITERAL : PROPERTY, .fixed = fixed};
    if (made->kind == PROPERTY)
        made->value = (int32_t)dice_below(&t.dice, fixed ? FIXEDS : INTS);
    else
        made->value = fixed ? random_fixed() : random_int(false);
    return made;
}

/* One of several operands that must be of one unit; the first is fixed. */
static const node *make_alike(bool fixed, int which, int depth)
{
    return fixed && which > 0 && percent(25) ? make_small() : make(fixed, depth);
}

static const node *make(bool fixed, int depth)
{
    node *made;
    kind what;
    int i;

    if (depth == 0 || percent(15) || t.used > PARTS * NODES - 64)
        return make_leaf(fixed);
    made = &t.nodes[t.used++];
    what = (kind)(ADD + (int)dice_below(&t.dice, KINDS - ADD));
    if (percent(30))
        what = percent(50) ? MULTIPLY : DIVIDE;
    if (fixed && what > TO_FIXED)
        what = TO_FIXED;
    if (!fixed && what == TO_FIXED)
        what = TO_ROUND;
    *made = (node){.kind = what, .fixed = fixed, .count = 2};
    if (what >= TO_FIXED || what == NEGATE || what == ABSOLUTE)
        made->count = 1;
    else if (what == CLAMPED)
        made->count = 3;
    if (what >= TO_FIXED) {
        made->operands[0] = make(!fixed, depth - 1);
        return made;
    }
    for (i = 0; i < made->count; i++)
        made->operands[i] = make_alike(fixed, i, depth - 1);
    if (fixed && what == MULTIPLY && percent(40)) /* one factor is any int */
        made->operands[dice_below(&t.dice, 2)] = make(false, depth - 1);
    if (fixed && what == MULTIPLY && !made->operands[0]->fixed && !made->operands[1]->fixed)
        made->operands[0] = make(true, depth - 1);
    if (fixed && what == DIVIDE && percent(40))
        made->operands[1] = make(false, depth - 1);
    else if (fixed && what == DIVIDE && percent(20) && made->operands[1]->fixed)
        made->operands[0] = make_small();
    return made;
}

/* --- Evaluating ------------------------------------------------------------------------------------- */

static int32_t saturated(wide exact)
{
    t.beyond += exact < INT32_MIN || exact > INT32_MAX;
    return exact < INT32_MIN ? INT32_MIN : exact > INT32_MAX ? INT32_MAX : (int32_t)exact;
}

static wide size_of(wide x)
{
    return x < 0 ? -x : x;
}

/* The quotient of the sizes, one more where the rest is half of the divisor or more, then the sign. */
static wide nearest(wide x, wide y)
{
    wide size = size_of(x) / size_of(y), rest = size_of(x) % size_of(y);

    t.rounded += rest != 0;
    size += 2 * rest >= size_of(y);
    return (x < 0) != (y < 0) ? -size : size;
}

static wide floor_of(wide x, wide y)
{
    return x >= 0 ? x / y : -((-x + y - 1) / y);
}

static wide compute(const node *of, const wide *x)
{
    const bool both = of->count == 2 && of->operands[0]->fixed && of->operands[1]->fixed;

    if ((of->kind == DIVIDE || of->kind == REMAINDER) && x[1] == 0) {
        t.by_zero++;
        return 0;
    }
    switch (of->kind) {
    case ADD: return x[0] + x[1];
    case SUBTRACT: return x[0] - x[1];
    case REMAINDER: return x[0] % x[1];
    case MULTIPLY: return both ? nearest(x[0] * x[1], ONE) : x[0] * x[1];
    case DIVIDE:
        if (!of->fixed)
            return x[0] / x[1];
        return of->operands[1]->fixed ? nearest(x[0] * ONE, x[1]) : nearest(x[0], x[1]);
    case NEGATE: return -x[0];
    case LEAST: return x[0] < x[1] ? x[0] : x[1];
    case MOST: return x[0] > x[1] ? x[0] : x[1];
    case ABSOLUTE: return size_of(x[0]);
    case CLAMPED: return x[0] < x[1] ? x[1] : x[0] > x[2] ? x[2] : x[0];
    case TO_FIXED: return x[0] * ONE;
    case TO_ROUND: return nearest(x[0], ONE);
    case TO_FLOOR: return floor_of(x[0], ONE);
    default: return -floor_of(-x[0], ONE);
    }
}

static int32_t evaluate(const node *of, const numbers *world)
{
    wide x[3] = {0, 0, 0};
    int i;

    t.evaluated[of->kind][of->fixed]++;
    if (of->kind == LITERAL)
        return of->value;
    if (of->kind == PROPERTY)
        return of->fixed ? world->fixeds[of->value] : world->ints[of->value];
    for (i = 0; i < of->count; i++) {
        const node *operand = of->operands[i];
        const bool factor = of->kind == MULTIPLY || (of->kind == DIVIDE && i == 1);

        x[i] = evaluate(operand, world);
        if (of->fixed && !operand->fixed && of->kind != TO_FIXED && !factor)
            x[i] *= ONE;
    }
    return saturated(compute(of, x));
}

static bool holds(const part *of, const numbers *world)
{
    wide x = evaluate(of->left, world), y = evaluate(of->right, world);

    if (!of->right->fixed)
        y *= ONE;
    switch (of->comparison) {
    case 0: return x == y;
    case 1: return x != y;
    case 2: return x < y;
    case 3: return x <= y;
    case 4: return x > y;
    default: return x >= y;
    }
}

static void change(const part *of, numbers *world)
{
    wide held = world->fixeds[of->property], value = evaluate(of->left, world);
    const bool fixed = of->left->fixed;

    value = of->op == '+'   ? held + (fixed ? value : value * ONE)
            : of->op == '-' ? held - (fixed ? value : value * ONE)
            : of->op == '*' ? (fixed ? nearest(held * value, ONE) : held * value)
                            : (fixed ? value : value * ONE);
    value = value < fixeds[of->property].low    ? fixeds[of->property].low
            : value > fixeds[of->property].high ? fixeds[of->property].high
                                                : value;
    world->fixeds[of->property] = (int32_t)value;
}

/* --- Writing ---------------------------------------------------------------------------------------- */

static void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    t.length += (size_t)vsnprintf(t.text + t.length, TEXT - t.length, format, arguments);
    va_end(arguments);
    if (t.length >= TEXT)
        abort();
}

static void say_decimal(int32_t thousandths)
{
    int64_t size = thousandths < 0 ? -(int64_t)thousandths : thousandths;

    say("%s%d.%03d%s", thousandths < 0 ? "(-" : "", (int)(size / ONE), (int)(size % ONE), thousandths < 0 ? ")" : "");
}

/* `known`: the numbers that stand in the place of properties; NULL: names do. */
static void say_node(const node *of, const numbers *known)
{
    int i;

    if (of->kind == PROPERTY && !known) {
        say("%c%d", of->fixed ? 'F' : 'N', (int)of->value);
    } else if (of->kind <= PROPERTY) {
        int32_t value = of->kind == LITERAL ? of->value : of->fixed ? known->fixeds[of->value] : known->ints[of->value];

        if (of->fixed)
            say_decimal(value);
        else
            say("(%d)", (int)value);
    } else if (of->count == 2 && of->kind != LEAST && of->kind != MOST) {
        say("(");
        say_node(of->operands[0], known);
        say(" %s ", names[of->kind]);
        say_node(of->operands[1], known);
        say(")");
    } else {
        say("%s(", of->kind == NEGATE ? "-" : names[of->kind]);
        for (i = 0; i < of->count; i++) {
            say(i ? ", " : "");
            say_node(of->operands[i], known);
        }
        say(")");
    }
}

static void say_part(int at, const numbers *known)
{
    static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
    const part *of = &t.parts[at];

    if (of->kind == 2) {
        say("Compound Task [If%d]\n    Method [", at);
        say_node(of->left, known);
        say(" %s ", comparisons[of->comparison]);
        say_node(of->right, known);
        say("]\n        Subtasks [Whole(1)]\n    Method [true]\n        Subtasks [Whole(0)]\n");
    } else if (of->kind == 3) {
        say("Primitive Task [Do%d] Effects [F%d ", at, of->property);
        say(of->op == ' ' ? "= " : "%c= ", of->op);
        say_node(of->left, known);
        say("%s]\n", at % 2 ? " when true == Yes" : ""); /* a deferred write */
    }
}

/* A change is the last part where numbers are known: the others would not know what it makes of them. */
static void say_domain(const numbers *world, bool known)
{
    int i;

    t.length = 0;
    say("World State [Yes : bool = true,\n");
    for (i = 0; i < FIXEDS; i++) {
        say("    F%d : %s = ", i, fixeds[i].type);
        say_decimal(world->fixeds[i]);
        say(",\n");
    }
    for (i = 0; i < INTS; i++)
        say("    N%d : %s = %d,\n", i, ints[i].type, (int)world->ints[i]);
    say("]\nCompound Task [Root]\n    Method [true]\n        Subtasks [");
    for (i = 0; i < PARTS; i++) {
        say(i ? ", " : "");
        if (t.parts[i].kind == 2) {
            say("If%d()", i);
        } else if (t.parts[i].kind == 3) {
            say("Do%d(), Tell(F%d)", i, t.parts[i].property);
        } else {
            say(t.parts[i].kind == 0 ? "Tell(" : "Whole(");
            say_node(t.parts[i].left, known ? world : NULL);
            say(")");
        }
    }
    say("]\nPrimitive Task [Tell(x : fixed)] Operator [Tell(x)]\nPrimitive Task [Whole(n : int)] Operator "
        "[Whole(n)]\n");
    for (i = 0; i < PARTS; i++)
        say_part(i, known ? world : NULL);
}

/* --- One domain ------------------------------------------------------------------------------------- */

static numbers random_world(void)
{
    numbers world;
    int i;

    for (i = 0; i < FIXEDS; i++) {
        int32_t value = random_fixed();
        world.fixeds[i] = value < fixeds[i].low ? fixeds[i].low : value > fixeds[i].high ? fixeds[i].high : value;
    }
    for (i = 0; i < INTS; i++) {
        int32_t value = random_int(false);
        world.ints[i] = value < ints[i].low ? ints[i].low : value > ints[i].high ? ints[i].high : value;
    }
    return world;
}

static void make_parts(bool changes)
{
    int i;

    t.used = 0;
    for (i = 0; i < PARTS; i++) {
        part *made = &t.parts[i];

        *made = (part){.kind = (int)dice_below(&t.dice, changes ? 4 : 3), .comparison = (int)dice_below(&t.dice, 6)};
        made->property = (int)dice_below(&t.dice, FIXEDS);
        made->op = " +-*"[dice_below(&t.dice, 4)];
        made->left = make(made->kind != 1, 1 + (int)dice_below(&t.dice, 3));
        made->right = made->kind == 2 ? make_alike(true, 1, 2) : NULL;
        if (made->kind == 3 && percent(20))
            made->left = made->op == '*' ? make(false, 2) : make_small();
    }
}

static bool same_plan(const htn_plan *plan, const numbers *first)
{
    numbers world = *first;
    uint32_t step = 0;
    int i;

    for (i = 0; i < PARTS; i++) {
        const part *of = &t.parts[i];
        int32_t value;

        if (of->kind == 3) {
            change(of, &world);
            step++;
        }
        value = of->kind == 2   ? holds(of, &world)
                : of->kind == 3 ? world.fixeds[of->property]
                                : evaluate(of->left, &world);
        if (step >= plan->step_count || plan->values[plan->steps[step].arguments] != value) {
            printf("# part %d: %d expected\n", i, (int)value);
            return false;
        }
        step++;
        t.values++;
    }
    return step == plan->step_count;
}

static void set_world(subject_state *subject, const numbers *world)
{
    char name[16];
    int i;

    for (i = 0; i < FIXEDS + INTS; i++) {
        snprintf(name, sizeof name, "%c%d", i < FIXEDS ? 'F' : 'N', i < FIXEDS ? i : i - FIXEDS);
        htn_world_set(&subject->world, htn_property_find(&subject->domain, name),
                      i < FIXEDS ? world->fixeds[i] : world->ints[i - FIXEDS]);
    }
}

static bool one_text(const numbers *first, bool known)
{
    static const htn_limits limits = {0};
    static char problem[4096];
    subject_state subject;
    numbers world = *first;
    bool good;
    int i;

    say_domain(first, known);
    good = subject_open(&subject, "fixed.htn", t.text, false, &limits, problem, sizeof problem);
    if (!good)
        printf("# %s\n", problem);
    for (i = 0; good && i < (known ? 1 : WORLDS); i++) {
        htn_plan plan;

        if (i > 0)
            world = random_world();
        set_world(&subject, &world);
        good = htn_plan_find(subject.planner, &subject.world, NULL) == HTN_OK;
        if (good)
            htn_planner_plan(subject.planner, &plan);
        good = good && same_plan(&plan, &world);
    }
    subject_close(&subject);
    return good;
}

static bool one_domain(uint64_t seed)
{
    numbers first;
    const bool known = seed % 2 == 0;

    t.dice = dice_for(seed, 12);
    make_parts(!known);
    first = random_world();
    if (one_text(&first, false) && (!known || one_text(&first, true)))
        return true;
    printf("# seed %llu:\n%s\n", (unsigned long long)seed, t.text);
    return false;
}

/* Every operation, with fixed numbers and with ints; what is not exact, too large, and divided by zero. */
static bool print_counts(void)
{
    bool good = t.rounded > 1000 && t.beyond > 1000 && t.by_zero > 1000;
    int i;

    for (i = 0; i < KINDS; i++) {
        const bool of_ints = i != TO_FIXED, of_fixed = i < TO_ROUND;

        printf("# %-8s %8llu whole, %8llu fixed\n", names[i], (unsigned long long)t.evaluated[i][0],
               (unsigned long long)t.evaluated[i][1]);
        good = good && (!of_ints || t.evaluated[i][0] > 300) && (!of_fixed || t.evaluated[i][1] > 300);
    }
    printf("# not exact: %llu, beyond 32 bits: %llu, by zero: %llu\n", (unsigned long long)t.rounded,
           (unsigned long long)t.beyond, (unsigned long long)t.by_zero);
    return good;
}

int main(int count, char **arguments)
{
    uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    uint64_t last = count > 1 ? seed : dice_rounds(DOMAINS, DOMAINS * LONG);
    bool good = true, complete = last == 1;

    for (; good && seed <= last; seed++)
        good = one_domain(seed);
    printf("%sok 1 - %llu fixed numbers are those of wide integers, constants folded or not\n", good ? "" : "not ",
           (unsigned long long)t.values);
    complete = print_counts() || last < DOMAINS;
    printf("%sok 2 - every operation came up\n1..2\n", complete ? "" : "not ");
    return !good;
}
