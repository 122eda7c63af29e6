/* Numbers are written whole where they can be, so that a domain without decimals has none; see translate_costs.h. */
#include "hddl/convert/translate_costs.h"
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_names.h"
#include "hddl/convert/translate_types.h"

void translate_name_functions(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    tr->functions = base_alloc_array(tr->arena, (size_t)problem->function_count + 1, sizeof *tr->functions);
    for (uint32_t a = 0; a < problem->action_count; a++)
        for (uint32_t i = 0; i < problem->actions[a].cost_count; i++) {
            const uint32_t f = problem->actions[a].costs[i].function;
            if (tr->functions[f].name == NULL)
                tr->functions[f].name = translate_name(tr, TRANSLATE_VALUES, problem->functions[f].name);
        }
}

/* Both kinds of numbers have 32 bits; what is larger is cut. */
static int64_t limited(int64_t thousandths)
{
    const int64_t most = thousandths % 1000 == 0 ? 1000 * (int64_t)INT32_MAX : INT32_MAX;
    return thousandths < -most ? -most : thousandths > most ? most : thousandths;
}

/* `3`, `2.5`, `-0.125` */
static void add_number(translation *tr, int64_t number)
{
    const int64_t thousandths = limited(number), size = thousandths < 0 ? -thousandths : thousandths;
    int64_t digits = size % 1000;
    int places = 3;
    base_buffer_format(&tr->text, "%s%lld", thousandths < 0 ? "-" : "", (long long)(size / 1000));
    for (; digits != 0 && digits % 10 == 0; digits /= 10)
        places--;
    if (digits != 0)
        base_buffer_format(&tr->text, ".%0*lld", places, (long long)digits);
}

void translate_cost(translation *tr, const hddl_action *action, const translated_variable *variables)
{
    const size_t begin = tr->text.length;
    int64_t constant = action->cost;
    bool looked_up = false;
    base_buffer_text(&tr->text, "    Cost [");
    for (uint32_t i = 0; i < action->cost_count; i++) {
        const hddl_cost *cost = &action->costs[i];
        const hddl_function *function = &tr->problem->functions[cost->function];
        if (function->parameters.count == 0)
            constant += function->numbers[0].thousandths;
        if (function->parameters.count == 0 || !translate_terms_fit(tr, &function->parameters, cost->terms, variables))
            continue; /* no number is of such objects */
        tr->functions[cost->function].is_used = true;
        base_buffer_format(&tr->text, "%s%s", looked_up ? " + " : "", tr->functions[cost->function].name);
        for (uint32_t k = 0; k < function->parameters.count; k++) {
            base_buffer_text(&tr->text, k == 0 ? "(" : ", ");
            translate_term(tr, cost->terms[k], variables);
        }
        base_buffer_text(&tr->text, ")");
        looked_up = true;
    }
    if (!looked_up && constant == 1000) {
        tr->text.length = begin;
        return;
    }
    if (!looked_up)
        add_number(tr, constant < 0 ? 0 : constant);
    else if (constant != 0) {
        base_buffer_text(&tr->text, constant < 0 ? " - " : " + ");
        add_number(tr, constant < 0 ? -constant : constant);
    }
    base_buffer_text(&tr->text, "]\n");
}

/* `length(Place, Place) : 0..45`. Where :init gives no number, it is 0. */
static void add_table(translation *tr, translated_list *list, const hddl_function *function, const char *name)
{
    const size_t begin = tr->text.length;
    int64_t low = 0, high = 0;
    bool whole = true;
    for (uint32_t i = 0; i < function->number_count; i++) {
        const int64_t number = limited(function->numbers[i].thousandths);
        low = number < low ? number : low;
        high = number > high ? number : high;
        whole &= number % 1000 == 0;
    }
    base_buffer_text(&tr->text, name);
    for (uint32_t i = 0; i < function->parameters.count; i++)
        base_buffer_format(&tr->text, "%s%s", i == 0 ? "(" : ", ",
                           translate_use_type(tr, tr->types[function->parameters.items[i].type].cover));
    base_buffer_text(&tr->text, ") : ");
    add_number(tr, low);
    base_buffer_text(&tr->text, !whole && low % 1000 == 0 ? ".0.." : "..");
    add_number(tr, high == low ? low + 1000 : high);
    translate_take_item(tr, list, begin);
}

void translate_add_functions(translation *tr, translated_list *properties)
{
    for (uint32_t f = 0; f < tr->problem->function_count; f++)
        if (tr->functions[f].is_used)
            add_table(tr, properties, &tr->problem->functions[f], tr->functions[f].name);
}

void translate_add_numbers(translation *tr, translated_list *facts)
{
    for (uint32_t f = 0; f < tr->problem->function_count; f++) {
        const hddl_function *function = &tr->problem->functions[f];
        for (uint32_t i = 0; tr->functions[f].is_used && i < function->number_count; i++) {
            const size_t begin = tr->text.length;
            if (function->numbers[i].thousandths == 0)
                continue;
            base_buffer_text(&tr->text, tr->functions[f].name);
            for (uint32_t k = 0; k < function->parameters.count; k++) {
                base_buffer_text(&tr->text, k == 0 ? "(" : ", ");
                translate_term(tr, function->numbers[i].terms[k], NULL);
            }
            base_buffer_text(&tr->text, ") = ");
            add_number(tr, function->numbers[i].thousandths);
            translate_take_item(tr, facts, begin);
        }
    }
}
