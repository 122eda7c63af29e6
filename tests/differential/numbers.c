/* See numbers.h. */
#include "numbers.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* How tightly each binds, as the language's page has it: 1 loosest. Operands of a comparison are sums at the loosest. */
enum { LEVEL_OR = 1, LEVEL_AND, LEVEL_NOT, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN, LEVEL_WHOLE };

typedef struct kind_facts {
    const char *name; /* as written */
    int level;
    uint32_t operands;
} kind_facts;

static const kind_facts facts[NUMBER_KINDS] = {
    [NUMBER_LITERAL] = {"literal", LEVEL_WHOLE, 0},
    [NUMBER_PROPERTY] = {"property", LEVEL_WHOLE, 0},
    [NUMBER_ADD] = {"+", LEVEL_SUM, 2},
    [NUMBER_SUBTRACT] = {"-", LEVEL_SUM, 2},
    [NUMBER_MULTIPLY] = {"*", LEVEL_PRODUCT, 2},
    [NUMBER_DIVIDE] = {"/", LEVEL_PRODUCT, 2},
    [NUMBER_REMAINDER] = {"%", LEVEL_PRODUCT, 2},
    [NUMBER_NEGATE] = {"-x", LEVEL_SIGN, 1},
    [NUMBER_MIN] = {"min", LEVEL_WHOLE, 2},
    [NUMBER_MAX] = {"max", LEVEL_WHOLE, 2},
    [NUMBER_ABS] = {"abs", LEVEL_WHOLE, 1},
    [NUMBER_CLAMP] = {"clamp", LEVEL_WHOLE, 3},
    [NUMBER_CURVE] = {"curve", LEVEL_WHOLE, 1},
    [NUMBER_COUNT] = {"count", LEVEL_WHOLE, 1},
    [NUMBER_SUM] = {"sum", LEVEL_WHOLE, 2},
    [NUMBER_LEAST] = {"min", LEVEL_WHOLE, 2},
    [NUMBER_GREATEST] = {"max", LEVEL_WHOLE, 2},
    [TRUTH_EQUAL] = {"==", LEVEL_COMPARISON, 2},
    [TRUTH_UNEQUAL] = {"!=", LEVEL_COMPARISON, 2},
    [TRUTH_LESS] = {"<", LEVEL_COMPARISON, 2},
    [TRUTH_AT_MOST] = {"<=", LEVEL_COMPARISON, 2},
    [TRUTH_GREATER] = {">", LEVEL_COMPARISON, 2},
    [TRUTH_AT_LEAST] = {">=", LEVEL_COMPARISON, 2},
    [TRUTH_AND] = {"and", LEVEL_AND, 2},
    [TRUTH_OR] = {"or", LEVEL_OR, 2},
    [TRUTH_NOT] = {"not ", LEVEL_NOT, 1},
};

const char *number_kind_name(number_kind kind)
{
    return kind == NUMBER_LEAST ? "min over items" : kind == NUMBER_GREATEST ? "max over items" : facts[kind].name;
}

/* --- Making ----------------------------------------------------------------------------------------- */

int32_t number_random(dice_state *dice)
{
    static const int32_t edges[] = {0,     0,     1,      -1,    INT32_MAX, INT32_MIN, INT32_MAX - 1, INT32_MIN + 1,
                                    46340, 46341, -46341, 65536, 1 << 30,   -255,      256,           2};

    if (dice_percent(dice, 50))
        return edges[dice_below(dice, sizeof edges / sizeof *edges)];
    if (dice_percent(dice, 60))
        return dice_between(dice, -20, 20);
    return dice_between(dice, INT32_MIN, INT32_MAX);
}

static number_node *new_node(number_tree *tree, number_kind kind)
{
    number_node *node = &tree->nodes[tree->count++];

    *node = (number_node){.kind = kind};
    return node;
}

static bool is_full(const number_tree *tree)
{
    return tree->count > NUMBER_NODES - 16;
}

static void choose_points(number_node *node, dice_state *dice)
{
    bool far = dice_percent(dice, 40);
    int64_t x = far ? INT32_MIN + (int64_t)dice_below(dice, 3) : dice_between(dice, -30, 0);

    for (node->points = 0; node->points < NUMBER_POINTS && x <= INT32_MAX; node->points++) {
        node->curve[2 * node->points] = (int32_t)x;
        node->curve[2 * node->points + 1] = number_random(dice);
        x += 1 + (int64_t)dice_below(dice, far ? UINT32_C(3000000000) : 15);
        if (dice_percent(dice, 20)) {
            node->points++;
            return;
        }
    }
}

static const number_node *make_number(number_tree *tree, dice_state *dice, int depth)
{
    number_node *node;
    uint32_t i;

    if (depth == 0 || is_full(tree) || dice_percent(dice, 15)) {
        node = new_node(tree, dice_percent(dice, 65) ? NUMBER_PROPERTY : NUMBER_LITERAL);
        node->value =
            node->kind == NUMBER_PROPERTY ? (int32_t)dice_below(dice, NUMBER_PROPERTIES) : number_random(dice);
        return node;
    }
    node = new_node(tree, (number_kind)(NUMBER_ADD + dice_below(dice, NUMBER_GREATEST - NUMBER_ADD + 1)));
    if (node->kind >= NUMBER_COUNT && dice_percent(dice, 50)) /* loops are long */
        node->kind = (number_kind)(NUMBER_ADD + dice_below(dice, 5));
    for (i = 0; i < facts[node->kind].operands; i++)
        node->operands[i] = make_number(tree, dice, depth - 1);
    if (node->kind == NUMBER_CURVE)
        choose_points(node, dice);
    return node;
}

static const number_node *make_truth(number_tree *tree, dice_state *dice, int depth)
{
    number_node *node;
    uint32_t i;
    bool comparison = depth <= 1 || is_full(tree) || dice_percent(dice, 50);

    node =
        new_node(tree, (number_kind)(comparison ? TRUTH_EQUAL + dice_below(dice, 6) : TRUTH_AND + dice_below(dice, 3)));
    for (i = 0; i < facts[node->kind].operands; i++)
        node->operands[i] =
            comparison ? make_number(tree, dice, 1 + (int)dice_below(dice, 3)) : make_truth(tree, dice, depth - 1);
    return node;
}

void number_make(number_tree *tree, dice_state *dice)
{
    tree->count = 0;
    tree->root = make_number(tree, dice, 1 + (int)dice_below(dice, 4));
}

void truth_make(number_tree *tree, dice_state *dice)
{
    tree->count = 0;
    tree->root = make_truth(tree, dice, 1 + (int)dice_below(dice, 3));
}

/* --- Evaluating ------------------------------------------------------------------------------------- */

static wide_number curve_at(const number_node *node, wide_number x)
{
    uint32_t i;

    if (x <= node->curve[0])
        return node->curve[1];
    for (i = 1; i < node->points; i++) {
        wide_number x0 = node->curve[2 * i - 2], y0 = node->curve[2 * i - 1];
        wide_number x1 = node->curve[2 * i], y1 = node->curve[2 * i + 1];

        if (x <= x1)
            return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
    }
    return node->curve[2 * node->points - 1];
}

static int32_t saturated(const number_node *node, wide_number exact, number_statistics *statistics)
{
    statistics->evaluated[node->kind]++;
    if (exact >= INT32_MIN && exact <= INT32_MAX)
        return (int32_t)exact;
    statistics->saturated[node->kind]++;
    return exact < 0 ? INT32_MIN : INT32_MAX;
}

/* Of the items whose number is greater than x: how many, or the sum, least or greatest of number - y. */
static wide_number over_items(const number_node *node, const number_world *world, wide_number x, wide_number y,
                              number_statistics *statistics)
{
    wide_number value = 0;
    int i, seen = 0;

    for (i = 0; i < NUMBER_ITEMS; i++) {
        wide_number body = world->items[i] - y;

        if (world->items[i] <= x)
            continue;
        body = body < INT32_MIN ? INT32_MIN : body > INT32_MAX ? INT32_MAX : body;
        if (node->kind == NUMBER_COUNT)
            value++;
        else if (node->kind == NUMBER_SUM)
            value = saturated(node, value + body, statistics);
        else if (!seen || (node->kind == NUMBER_LEAST ? body < value : body > value))
            value = body;
        seen++;
    }
    return value;
}

static wide_number exact(const number_node *node, const number_world *world, const wide_number *x,
                         number_statistics *statistics)
{
    bool by_zero = (node->kind == NUMBER_DIVIDE || node->kind == NUMBER_REMAINDER) && x[1] == 0;

    statistics->by_zero[node->kind] += by_zero;
    switch (node->kind) {
    case NUMBER_LITERAL: return node->value;
    case NUMBER_PROPERTY: return world->properties[node->value];
    case NUMBER_ADD: return x[0] + x[1];
    case NUMBER_SUBTRACT: return x[0] - x[1];
    case NUMBER_MULTIPLY: return x[0] * x[1];
    case NUMBER_DIVIDE: return by_zero ? 0 : x[0] / x[1];
    case NUMBER_REMAINDER: return by_zero ? 0 : x[0] % x[1];
    case NUMBER_NEGATE: return -x[0];
    case NUMBER_MIN: return x[0] < x[1] ? x[0] : x[1];
    case NUMBER_MAX: return x[0] > x[1] ? x[0] : x[1];
    case NUMBER_ABS: return x[0] < 0 ? -x[0] : x[0];
    case NUMBER_CLAMP: return x[0] < x[1] ? x[1] : x[0] > x[2] ? x[2] : x[0];
    case NUMBER_CURVE: return curve_at(node, x[0]);
    case TRUTH_EQUAL: return x[0] == x[1];
    case TRUTH_UNEQUAL: return x[0] != x[1];
    case TRUTH_LESS: return x[0] < x[1];
    case TRUTH_AT_MOST: return x[0] <= x[1];
    case TRUTH_GREATER: return x[0] > x[1];
    case TRUTH_AT_LEAST: return x[0] >= x[1];
    case TRUTH_AND: return x[0] != 0 && x[1] != 0;
    case TRUTH_OR: return x[0] != 0 || x[1] != 0;
    case TRUTH_NOT: return x[0] == 0;
    default: return over_items(node, world, x[0], x[1], statistics);
    }
}

static int32_t evaluate(const number_node *node, const number_world *world, number_statistics *statistics)
{
    wide_number x[3] = {0, 0, 0};
    uint32_t i;

    for (i = 0; i < facts[node->kind].operands; i++)
        x[i] = evaluate(node->operands[i], world, statistics);
    return saturated(node, exact(node, world, x, statistics), statistics);
}

int32_t number_evaluate(const number_tree *tree, const number_world *world, number_statistics *statistics)
{
    return evaluate(tree->root, world, statistics);
}

/* --- Printing --------------------------------------------------------------------------------------- */

typedef struct printing {
    number_text *to;
    const number_world *known;
    uint32_t percent;
    dice_state *dice;
} printing;

void number_say(number_text *to, const char *format, ...)
{
    va_list arguments;
    int written;

    va_start(arguments, format);
    written = vsnprintf(to->text + to->length, NUMBER_TEXT - to->length, format, arguments);
    va_end(arguments);
    if (written < 0 || (size_t)written >= NUMBER_TEXT - to->length) {
        fprintf(stderr, "a domain of numbers is too long\n");
        abort();
    }
    to->length += (size_t)written;
}

void number_print_literal(number_text *to, int32_t value)
{
    number_say(to, "%d", (int)value);
}

static void print(const printing *p, const number_node *node, int least_level);

static void print_operands(const printing *p, const number_node *node)
{
    uint32_t i;

    for (i = 0; i < facts[node->kind].operands; i++) {
        number_say(p->to, i ? ", " : "");
        print(p, node->operands[i], LEVEL_OR);
    }
    for (i = 0; i < node->points; i++)
        number_say(p->to, ", %d:%d", (int)node->curve[2 * i], (int)node->curve[2 * i + 1]);
}

static void print_over_items(const printing *p, const number_node *node)
{
    uint32_t name = p->to->variables++;

    number_say(p->to, "(i%u : Item where Number(i%u) > ", (unsigned)name, (unsigned)name);
    print(p, node->operands[0], LEVEL_SUM);
    if (node->kind != NUMBER_COUNT) {
        number_say(p->to, " : Number(i%u) - ", (unsigned)name);
        print(p, node->operands[1], LEVEL_PRODUCT);
    }
    number_say(p->to, ")");
}

static void print_leaf(const printing *p, const number_node *node, int least_level)
{
    int32_t value = node->kind == NUMBER_LITERAL ? node->value : p->known->properties[node->value];
    bool signed_in_front = value < 0 && least_level > LEVEL_SIGN;

    if (node->kind == NUMBER_PROPERTY && !dice_percent(p->dice, p->percent)) {
        number_say(p->to, "P%d", (int)node->value);
        return;
    }
    number_say(p->to, signed_in_front ? "(%d)" : "%d", (int)value);
}

static void print_bare(const printing *p, const number_node *node)
{
    static const char *const ands[] = {"and", "&&"}, *const ors[] = {"or", "||"}, *const nots[] = {"not ", "!"};
    int level = facts[node->kind].level;
    const char *name = node->kind == TRUTH_AND   ? ands[dice_below(p->dice, 2)]
                       : node->kind == TRUTH_OR  ? ors[dice_below(p->dice, 2)]
                       : node->kind == TRUTH_NOT ? nots[dice_below(p->dice, 2)]
                                                 : facts[node->kind].name;

    if (node->kind >= NUMBER_COUNT && node->kind <= NUMBER_GREATEST) {
        number_say(p->to, "%s", name);
        print_over_items(p, node);
    } else if (level == LEVEL_WHOLE) {
        number_say(p->to, "%s(", name);
        print_operands(p, node);
        number_say(p->to, ")");
    } else if (facts[node->kind].operands == 1) {
        number_say(p->to, node->kind == NUMBER_NEGATE ? "-" : name);
        print(p, node->operands[0], node->kind == NUMBER_NEGATE ? LEVEL_WHOLE : level);
    } else { /* from left to right, but comparisons do not chain */
        print(p, node->operands[0], level == LEVEL_COMPARISON ? LEVEL_SUM : level);
        number_say(p->to, " %s ", name);
        print(p, node->operands[1], level + 1);
    }
}

static void print(const printing *p, const number_node *node, int least_level)
{
    bool inside = facts[node->kind].level < least_level || dice_percent(p->dice, 5);

    if (node->kind <= NUMBER_PROPERTY) {
        print_leaf(p, node, least_level);
        return;
    }
    number_say(p->to, inside ? "(" : "");
    print_bare(p, node);
    number_say(p->to, inside ? ")" : "");
}

void number_print(number_text *to, const number_tree *tree, const number_world *known, uint32_t percent,
                  dice_state *dice)
{
    const printing p = {to, known, percent, dice};

    print(&p, tree->root, LEVEL_OR);
}
