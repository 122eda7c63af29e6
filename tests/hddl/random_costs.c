/* Costs of random problems; see random_costs.h. */
#include "random_costs.h"
#include "draw.h"
#include <stdlib.h>
#include <string.h>

/* --- Drawing ---------------------------------------------------------------------------------------------------- */

static int32_t draw_number(uint64_t *random, bool decimals)
{
    static const int32_t some[] = {0, 1000, 2000, 3000, 7000, 20000, 250000, -1000, -4000};
    static const int32_t parts[] = {500, 250, 125, 1, 40};
    int32_t number = some[draw_below(random, 9)];

    return decimals && draw_below(random, 2) == 0 ? number + parts[draw_below(random, 5)] : number;
}

/* A number may be given for objects that are of other types than the function's: nothing can look it up. */
static void draw_function(random_function *function, uint32_t count, bool decimals, uint64_t *random)
{
    const uint32_t share = draw_below(random, 4); /* of the numbers: none, or so many quarters */
    uint32_t i, k;

    function->count = count;
    for (i = 0; i < count; i++)
        function->types[i] = draw_below(random, 4) == 0 ? (uint32_t)TYPE_ANY : TYPE_A + draw_below(random, 3);
    for (i = 0; i < (count > 0 ? RANDOM_OBJECTS - 1u : 1u); i++)
        for (k = 0; k < (count > 1 ? RANDOM_OBJECTS - 1u : 1u); k++) {
            function->given[i][k] = draw_below(random, 4) < share;
            function->thousandths[i][k] = draw_number(random, decimals);
        }
}

/* Terms that are parameters may be of other types than the function's. */
static void draw_cost(random_cost *cost, uint32_t parameters, bool decimals, uint64_t *random)
{
    uint32_t i, k;

    cost->thousandths = draw_below(random, 2) == 0 ? 0 : draw_number(random, decimals);
    cost->calls = draw_below(random, RANDOM_CALLS + 1);
    for (i = 0; i < cost->calls; i++) {
        cost->functions[i] = draw_below(random, RANDOM_FUNCTIONS);
        for (k = 0; k < RANDOM_PLACES; k++)
            cost->terms[i][k] = parameters > 0 && draw_below(random, 5) > 0 ? draw_below(random, parameters)
                                                                            : (uint32_t)RANDOM_PLACES + RANDOM_CONSTANT;
    }
    cost->changes = draw_below(random, 12) == 0 ? draw_below(random, RANDOM_FUNCTIONS) : (uint32_t)RANDOM_FUNCTIONS;
}

void random_costs_draw(random_costs *costs, uint64_t seed, const uint32_t *parameters)
{
    uint64_t random = seed * 0x9E3779B97F4A7C15u + 77;
    bool decimals;
    uint32_t i;

    memset(costs, 0, sizeof *costs);
    costs->used = draw_below(&random, 8) > 0;
    decimals = draw_below(&random, 2) == 0;
    for (i = 0; i < RANDOM_FUNCTIONS; i++)
        draw_function(&costs->functions[i], i == 0 ? 0 : 1 + i % 2, decimals, &random);
    for (i = 0; i < RANDOM_COSTED; i++) {
        draw_cost(&costs->actions[i], parameters[i], decimals, &random);
        if (costs->actions[i].changes < RANDOM_FUNCTIONS)
            costs->functions[costs->actions[i].changes].changed = true;
    }
}

/* --- Writing ---------------------------------------------------------------------------------------------------- */

static void add_number(base_text *text, int32_t thousandths)
{
    const int32_t size = abs(thousandths);

    base_text_add(text, thousandths < 0 ? "-%d" : "%d", (int)(size / 1000));
    if (size % 1000 != 0)
        base_text_add(text, ".%03d", (int)(size % 1000));
}

void random_costs_add_functions(const random_costs *costs, base_text *text)
{
    uint32_t i, k;

    if (!costs->used)
        return;
    base_text_add(text, "(:functions (total-cost) - number");
    for (i = 0; i < RANDOM_FUNCTIONS; i++) {
        base_text_add(text, " (f%u", (unsigned)i);
        for (k = 0; k < costs->functions[i].count; k++)
            base_text_add(text, " ?x%u - %s", (unsigned)k, random_type_name(costs->functions[i].types[k]));
        base_text_add(text, ") - number");
    }
    base_text_add(text, ")\n");
}

static void add_call(const random_costs *costs, uint32_t function, const uint32_t *terms, base_text *text)
{
    uint32_t i;

    base_text_add(text, "(f%u", (unsigned)function);
    for (i = 0; i < costs->functions[function].count; i++)
        if (terms[i] >= RANDOM_PLACES)
            base_text_add(text, " %s", random_object_name(terms[i] - RANDOM_PLACES));
        else
            base_text_add(text, " ?v%u", (unsigned)terms[i]);
    base_text_add(text, ")");
}

void random_costs_add_effects(const random_costs *costs, uint32_t action, base_text *text)
{
    static const uint32_t constant[RANDOM_PLACES] = {RANDOM_PLACES + RANDOM_CONSTANT, RANDOM_PLACES + RANDOM_CONSTANT};
    const random_cost *cost = &costs->actions[action];
    uint32_t i;

    if (!costs->used)
        return;
    if (cost->thousandths != 0) {
        base_text_add(text, " (increase (total-cost) ");
        add_number(text, cost->thousandths);
        base_text_add(text, ")");
    }
    for (i = 0; i < cost->calls; i++) {
        base_text_add(text, " (increase (total-cost) ");
        add_call(costs, cost->functions[i], cost->terms[i], text);
        base_text_add(text, ")");
    }
    if (cost->changes < RANDOM_FUNCTIONS) {
        base_text_add(text, " (decrease ");
        add_call(costs, cost->changes, constant, text);
        base_text_add(text, " 1)");
    }
}

void random_costs_add_numbers(const random_costs *costs, base_text *text)
{
    uint32_t f, i, k;

    if (!costs->used)
        return;
    for (f = 0; f < RANDOM_FUNCTIONS; f++)
        for (i = 0; i < RANDOM_OBJECTS; i++)
            for (k = 0; k < RANDOM_OBJECTS; k++) {
                const uint32_t terms[RANDOM_PLACES] = {RANDOM_PLACES + i, RANDOM_PLACES + k};

                if (!costs->functions[f].given[i][k])
                    continue;
                base_text_add(text, " (= ");
                add_call(costs, f, terms, text);
                base_text_add(text, " ");
                add_number(text, costs->functions[f].thousandths[i][k]);
                base_text_add(text, ")");
            }
    base_text_add(text, " (= (total-cost) 0)");
}

/* --- What a step costs ------------------------------------------------------------------------------------------ */

/* The number of a function for these objects; false: it has none. */
static bool find_number(const random_function *function, const uint32_t *objects, int32_t *thousandths)
{
    const uint32_t first = function->count > 0 ? objects[0] : 0, second = function->count > 1 ? objects[1] : 0;
    uint32_t i;

    for (i = 0; i < function->count; i++)
        if (!random_is_under(random_object_type(objects[i]), function->types[i]))
            return false;
    *thousandths = function->thousandths[first][second];
    return !function->changed && function->given[first][second];
}

random_step_cost random_costs_of(const random_costs *costs, uint32_t action, const uint32_t *objects)
{
    const random_cost *cost = &costs->actions[action];
    random_step_cost step = {cost->thousandths, false, false, false};
    uint32_t i, k;

    if (!costs->used)
        return (random_step_cost){1000, false, false, false};
    for (i = 0; i < cost->calls; i++) {
        uint32_t meant[RANDOM_PLACES];
        int32_t thousandths = 0;

        for (k = 0; k < RANDOM_PLACES; k++)
            meant[k] = cost->terms[i][k] < RANDOM_PLACES ? objects[cost->terms[i][k]]
                                                         : cost->terms[i][k] - (uint32_t)RANDOM_PLACES;
        if (!find_number(&costs->functions[cost->functions[i]], meant, &thousandths)) {
            step.absent = true;
            continue;
        }
        step.looked_up |= thousandths != 0;
        step.thousandths += thousandths;
    }
    step.below_zero = step.thousandths < 0;
    if (step.below_zero)
        step.thousandths = 0;
    return step;
}
