/* Conjuncts and binders; see translate_conjuncts.h. */
#include "hddl/convert/translate_conjuncts.h"
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_types.h"

void translate_flatten(translation *tr, translated_conjuncts *all, const hddl_formula *formula,
                       const translated_variable *variables)
{
    if (translate_known(tr, formula, variables) != TRANSLATE_OPEN)
        return;
    for (uint32_t i = 0; formula->kind == HDDL_AND && i < formula->part_count; i++)
        translate_flatten(tr, all, formula->parts[i], variables);
    if (formula->kind == HDDL_AND)
        return;
    all->parts = base_grow_by_one(tr->arena, all->parts, all->count, sizeof *all->parts);
    all->parts[all->count++] = formula;
}

static uint32_t count_unbound(const translation *tr, const hddl_formula *formula, const hddl_schema *schema,
                              const translated_variable *variables)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < schema->parameter_count; v++)
        count += !variables[v].is_bound && translate_mentions(tr, formula, variables, v);
    return count;
}

/* The next conjunct: the first that needs no binder, or else the first atom, or else the first. */
static uint32_t choose(const translation *tr, const translated_conjuncts *all, const hddl_schema *schema,
                       const translated_variable *variables)
{
    uint32_t best = HDDL_NONE;
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->parts[i] == NULL)
            continue;
        if (count_unbound(tr, all->parts[i], schema, variables) == 0)
            return i;
        if (best == HDDL_NONE || (all->parts[best]->kind != HDDL_ATOM && all->parts[i]->kind == HDDL_ATOM))
            best = i;
    }
    return best;
}

void translate_binder(translation *tr, translated_list *list, translated_variable *variable)
{
    const size_t begin = tr->text.length;
    base_buffer_format(&tr->text, "any %s : %s", variable->name, translate_use_type(tr, variable->cover));
    translate_guards(tr, variable, " where ");
    translate_take_item(tr, list, begin);
    variable->is_bound = true;
}

/* Adds binders for the unbound variables of a conjunct. The conjunct becomes the `where` of the last binder. */
static void write_conjunct(translation *tr, translated_list *list, const hddl_formula *part, const hddl_schema *schema,
                           translated_variable *variables)
{
    uint32_t unbound = count_unbound(tr, part, schema, variables);
    const translated_variable *last = NULL;
    for (uint32_t v = 0; v < schema->parameter_count && unbound > 0; v++)
        if (!variables[v].is_bound && translate_mentions(tr, part, variables, v)) {
            translate_binder(tr, list, &variables[v]);
            last = &variables[v];
            unbound--;
        }
    const size_t begin = tr->text.length;
    if (last != NULL)
        base_buffer_format(&tr->text, "%s%s", list->items[--list->count], last->guard_count > 0 ? " and " : " where ");
    if (last != NULL && last->guard_count > 0)
        translate_operand(tr, part, variables);
    else
        translate_condition(tr, part, variables);
    translate_take_item(tr, list, begin);
}

void translate_conjuncts(translation *tr, translated_list *list, const hddl_formula *const *formulas, uint32_t count,
                         const hddl_schema *schema, translated_variable *variables)
{
    translated_conjuncts all = {0};
    for (uint32_t i = 0; i < count; i++)
        translate_flatten(tr, &all, formulas[i], variables);
    for (uint32_t left = all.count; left > 0; left--) {
        const uint32_t next = choose(tr, &all, schema, variables);
        const hddl_formula *part = all.parts[next];
        all.parts[next] = NULL;
        write_conjunct(tr, list, part, schema, variables);
    }
}
