/*
 * Conditions in .htn. What is known of a condition in every state is not written: the compiler would point it out. Terms of
 * types that have nothing in common make an atom false, and an equality too.
 */
#include "hddl/convert/translate_inside.h"

#include <string.h>

enum { WIDTH = 120 };

/* How tightly an operator holds what it stands before, in .htn. */
typedef enum level { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_TERM } level;

/* --- What is known ------------------------------------------------------------------------------ */

static uint32_t cover_of(const translation *tr, hddl_term term, const tr_variable *variables)
{
    return hddl_is_object(term) ? tr->places[hddl_object_of(term)] : variables[term].cover;
}

/* The object that a term is in every binding, or HDDL_NONE. */
static uint32_t constant_of(const translation *tr, hddl_term term, const tr_variable *variables)
{
    if (hddl_is_object(term))
        return hddl_object_of(term);
    if (variables[term].object != HDDL_NONE)
        return variables[term].object;
    const tr_type *cover = &tr->types[variables[term].cover];
    return cover->placed == 1 ? cover->only : HDDL_NONE;
}

static bool is_fact(const translation *tr, const hddl_atom *atom, const tr_variable *variables)
{
    const hddl_problem *problem = tr->problem;
    const uint32_t arity = problem->predicates[atom->predicate].parameters.count;
    for (uint32_t f = 0; f < problem->fact_count; f++) {
        uint32_t i = 0;
        while (problem->facts[f].predicate == atom->predicate && i < arity &&
               hddl_object_of(problem->facts[f].terms[i]) == constant_of(tr, atom->terms[i], variables))
            i++;
        if (problem->facts[f].predicate == atom->predicate && i == arity)
            return true;
    }
    return false;
}

bool hddl_tr_atom_fits(const translation *tr, const hddl_atom *atom, const tr_variable *variables)
{
    const hddl_predicate *predicate = &tr->problem->predicates[atom->predicate];
    for (uint32_t i = 0; i < predicate->parameters.count; i++) {
        const uint32_t cover = tr->types[predicate->parameters.items[i].type].cover;
        if (cover == HDDL_NONE || !hddl_tr_meet(tr, cover, cover_of(tr, atom->terms[i], variables)))
            return false;
    }
    return true;
}

static tr_truth known_atom(const translation *tr, const hddl_atom *atom, const tr_variable *variables)
{
    const hddl_predicate *predicate = &tr->problem->predicates[atom->predicate];
    if (!tr->predicates[atom->predicate].can_hold || !hddl_tr_atom_fits(tr, atom, variables))
        return TR_FALSE;
    for (uint32_t i = 0; i < predicate->parameters.count; i++)
        if (constant_of(tr, atom->terms[i], variables) == HDDL_NONE)
            return TR_OPEN;
    return !predicate->is_static ? TR_OPEN : is_fact(tr, atom, variables) ? TR_TRUE : TR_FALSE;
}

static tr_truth known_equality(const translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    const uint32_t left = constant_of(tr, formula->left, variables);
    const uint32_t right = constant_of(tr, formula->right, variables);
    if (formula->left == formula->right)
        return TR_TRUE;
    if (left != HDDL_NONE && right != HDDL_NONE)
        return left == right ? TR_TRUE : TR_FALSE;
    return hddl_tr_meet(tr, cover_of(tr, formula->left, variables), cover_of(tr, formula->right, variables)) ? TR_OPEN
                                                                                                             : TR_FALSE;
}

static tr_truth known_sort(const translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    const tr_type *type = &tr->types[formula->type];
    const uint32_t cover = cover_of(tr, formula->left, variables);
    const uint32_t object = constant_of(tr, formula->left, variables);
    if (type->cover == HDDL_NONE || !hddl_tr_meet(tr, cover, type->cover))
        return TR_FALSE;
    if (object != HDDL_NONE)
        return hddl_is_of(tr->problem, object, formula->type) ? TR_TRUE : TR_FALSE;
    return type->is_exact && hddl_tr_is_within(tr, cover, type->cover) ? TR_TRUE : TR_OPEN;
}

/* Of `and`: false where one is, true where all are; of `or` the other way round. */
static tr_truth known_parts(const translation *tr, const hddl_formula *formula, const tr_variable *variables,
                            tr_truth decides)
{
    tr_truth all = decides == TR_FALSE ? TR_TRUE : TR_FALSE;
    for (uint32_t i = 0; i < formula->part_count; i++) {
        const tr_truth part = hddl_tr_known(tr, formula->parts[i], variables);
        if (part == decides)
            return decides;
        all = part == TR_OPEN ? TR_OPEN : all;
    }
    return all;
}

static tr_truth opposite(tr_truth truth)
{
    return truth == TR_OPEN ? TR_OPEN : truth == TR_TRUE ? TR_FALSE : TR_TRUE;
}

static tr_truth known_quantifier(const translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    for (uint32_t v = formula->first; v < formula->first + formula->count; v++)
        if (variables[v].is_impossible)
            return formula->kind == HDDL_FORALL ? TR_TRUE : TR_FALSE;
    return hddl_tr_known(tr, formula->parts[0], variables); /* there is an object of each type */
}

tr_truth hddl_tr_known(const translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    if (formula == NULL)
        return TR_TRUE;
    switch (formula->kind) {
    case HDDL_ATOM: return known_atom(tr, &formula->atom, variables);
    case HDDL_EQUAL: return known_equality(tr, formula, variables);
    case HDDL_SORT: return known_sort(tr, formula, variables);
    case HDDL_NOT: return opposite(hddl_tr_known(tr, formula->parts[0], variables));
    case HDDL_AND: return known_parts(tr, formula, variables, TR_FALSE);
    case HDDL_OR: return known_parts(tr, formula, variables, TR_TRUE);
    case HDDL_IMPLY: {
        const tr_truth left = opposite(hddl_tr_known(tr, formula->parts[0], variables));
        const tr_truth right = hddl_tr_known(tr, formula->parts[1], variables);
        return left == TR_TRUE || right == TR_TRUE ? TR_TRUE
               : left == TR_FALSE                  ? right
               : right == TR_FALSE                 ? left
                                                   : TR_OPEN;
    }
    default: return known_quantifier(tr, formula, variables);
    }
}

bool hddl_tr_mentions(const translation *tr, const hddl_formula *formula, const tr_variable *variables,
                      uint32_t variable)
{
    const hddl_term term = (hddl_term)variable;
    if (hddl_tr_known(tr, formula, variables) != TR_OPEN)
        return false;
    switch (formula->kind) {
    case HDDL_EQUAL: return formula->left == term || formula->right == term;
    case HDDL_SORT: return formula->left == term;
    case HDDL_ATOM:
        for (uint32_t i = 0; i < tr->problem->predicates[formula->atom.predicate].parameters.count; i++)
            if (formula->atom.terms[i] == term)
                return true;
        return false;
    default:
        for (uint32_t i = 0; i < formula->part_count; i++)
            if (hddl_tr_mentions(tr, formula->parts[i], variables, variable))
                return true;
        return false;
    }
}

void hddl_tr_prepare(translation *tr, const hddl_formula *formula, const hddl_schema *schema, tr_variable *variables)
{
    for (uint32_t i = 0; formula != NULL && i < formula->part_count; i++)
        hddl_tr_prepare(tr, formula->parts[i], schema, variables);
    for (uint32_t v = formula != NULL ? formula->first : 0; formula != NULL && v < formula->first + formula->count;
         v++) {
        variables[v].cover = HDDL_NONE;
        variables[v].object = HDDL_NONE;
        hddl_tr_narrow(tr, &variables[v], schema->variables.items[v].type, HDDL_NONE);
    }
}

/* --- Text --------------------------------------------------------------------------------------- */

void hddl_tr_write_term(translation *tr, hddl_term term, const tr_variable *variables)
{
    const uint32_t object = hddl_is_object(term) ? hddl_object_of(term) : variables[term].object;
    if (object != HDDL_NONE)
        hddl_tr_use_type(tr, tr->places[object]);
    base_buffer_text(&tr->text, object != HDDL_NONE ? tr->objects[object] : variables[term].name);
}

void hddl_tr_write_atom(translation *tr, const hddl_atom *atom, const tr_variable *variables)
{
    const uint32_t arity = tr->problem->predicates[atom->predicate].parameters.count;
    tr->predicates[atom->predicate].is_used = true;
    base_buffer_text(&tr->text, tr->predicates[atom->predicate].name);
    for (uint32_t i = 0; i < arity; i++) {
        base_buffer_text(&tr->text, i == 0 ? "(" : ", ");
        hddl_tr_write_term(tr, atom->terms[i], variables);
    }
    base_buffer_text(&tr->text, arity > 0 ? ")" : "");
}

static void write_formula(translation *tr, const hddl_formula *formula, const tr_variable *variables, level around);

static void write_not(translation *tr, const hddl_formula *inner, const tr_variable *variables, level around)
{
    if (inner->kind == HDDL_EQUAL) {
        hddl_tr_write_term(tr, inner->left, variables);
        base_buffer_text(&tr->text, " != ");
        hddl_tr_write_term(tr, inner->right, variables);
        return;
    }
    if (inner->kind == HDDL_NOT) {
        write_formula(tr, inner->parts[0], variables, around);
        return;
    }
    base_buffer_text(&tr->text, around > LEVEL_NOT ? "(not " : "not ");
    write_formula(tr, inner, variables, LEVEL_NOT);
    base_buffer_text(&tr->text, around > LEVEL_NOT ? ")" : "");
}

static uint32_t count_open(const translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++)
        count += hddl_tr_known(tr, formula->parts[i], variables) == TR_OPEN;
    return count;
}

static void write_joined(translation *tr, const hddl_formula *formula, const tr_variable *variables, level around)
{
    const level own = formula->kind == HDDL_AND ? LEVEL_AND : LEVEL_OR;
    const uint32_t count = count_open(tr, formula, variables);
    const bool brackets = count > 1 && around > own;
    const char *between = "";
    base_buffer_text(&tr->text, brackets ? "(" : "");
    for (uint32_t i = 0; i < formula->part_count; i++) {
        if (hddl_tr_known(tr, formula->parts[i], variables) != TR_OPEN)
            continue;
        base_buffer_text(&tr->text, between);
        if (formula->kind == HDDL_IMPLY && i == 0)
            write_not(tr, formula->parts[0], variables, count > 1 ? LEVEL_OR : around);
        else
            write_formula(tr, formula->parts[i], variables, count > 1 ? (level)(own + 1) : around);
        between = own == LEVEL_AND ? " and " : " or ";
    }
    base_buffer_text(&tr->text, brackets ? ")" : "");
}

/* The types of a variable that are to be tested, joined; whether there are any. */
static bool write_guards(translation *tr, const tr_variable *variable)
{
    for (uint32_t g = 0; g < variable->guard_count; g++)
        base_buffer_format(&tr->text, "%s%s(%s)", g == 0 ? "" : " and ", hddl_tr_use_guard(tr, variable->guards[g]),
                           variable->name);
    return variable->guard_count > 0;
}

/* Variables that nothing inside names are left out: there is an object of each type. */
static void write_quantifier(translation *tr, const hddl_formula *formula, const tr_variable *variables, level around)
{
    uint32_t open = 0;
    bool guarded = false; /* the last one: its type is tested in front of the rest */
    for (uint32_t v = formula->first; v < formula->first + formula->count; v++) {
        const tr_variable *variable = &variables[v];
        if (!hddl_tr_mentions(tr, formula->parts[0], variables, v))
            continue;
        base_buffer_format(&tr->text, "%s(%s : %s", formula->kind == HDDL_FORALL ? "every" : "exists", variable->name,
                           hddl_tr_use_type(tr, variable->cover));
        base_buffer_text(&tr->text, formula->kind == HDDL_EXISTS || variable->guard_count > 0 ? " where " : "");
        if (write_guards(tr, variable) && formula->kind == HDDL_EXISTS)
            base_buffer_text(&tr->text, " and ");
        base_buffer_text(&tr->text, formula->kind == HDDL_FORALL ? " : " : "");
        guarded = variable->guard_count > 0 && formula->kind == HDDL_EXISTS;
        open++;
    }
    write_formula(tr, formula->parts[0], variables, open == 0 ? around : guarded ? LEVEL_AND : LEVEL_OR);
    while (open-- > 0)
        base_buffer_text(&tr->text, ")");
}

/* `sort`: an index of a table that is no instance of the parameter's type finds nothing there. */
static void write_sort(translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    base_buffer_format(&tr->text, "%s(", hddl_tr_use_guard(tr, formula->type));
    hddl_tr_write_term(tr, formula->left, variables);
    base_buffer_text(&tr->text, ")");
}

static void write_formula(translation *tr, const hddl_formula *formula, const tr_variable *variables, level around)
{
    switch (formula->kind) {
    case HDDL_ATOM: hddl_tr_write_atom(tr, &formula->atom, variables); break;
    case HDDL_SORT: write_sort(tr, formula, variables); break;
    case HDDL_NOT: write_not(tr, formula->parts[0], variables, around); break;
    case HDDL_FORALL:
    case HDDL_EXISTS: write_quantifier(tr, formula, variables, around); break;
    case HDDL_EQUAL:
        hddl_tr_write_term(tr, formula->left, variables);
        base_buffer_text(&tr->text, " == ");
        hddl_tr_write_term(tr, formula->right, variables);
        break;
    default: write_joined(tr, formula, variables, around); break;
    }
}

void hddl_tr_write_condition(translation *tr, const hddl_formula *formula, const tr_variable *variables)
{
    write_formula(tr, formula, variables, LEVEL_OR);
}

/* --- Lists -------------------------------------------------------------------------------------- */

void hddl_tr_take_item(translation *tr, tr_list *list, size_t begin)
{
    if (list->count == list->capacity) {
        const uint32_t capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
        list->items =
            base_grow(tr->arena, list->items, list->count * sizeof *list->items, capacity * sizeof *list->items);
        list->capacity = capacity;
    }
    list->items[list->count++] = base_copy_text(
        tr->arena, begin < tr->text.length ? (const char *)tr->text.bytes + begin : "", tr->text.length - begin);
    tr->text.length = begin;
}

void hddl_tr_write_list(translation *tr, uint32_t indent, const char *head, const tr_list *list, bool fills)
{
    size_t width = indent + strlen(head) + 3;
    for (uint32_t i = 0; i < list->count && width <= WIDTH; i++)
        width += strlen(list->items[i]) + 2;
    base_buffer_format(&tr->text, "%*s%s [", (int)indent, "", head);
    if (width <= WIDTH) {
        for (uint32_t i = 0; i < list->count; i++)
            base_buffer_format(&tr->text, "%s%s", i == 0 ? "" : ", ", list->items[i]);
        base_buffer_text(&tr->text, "]\n");
        return;
    }
    const size_t full = fills ? WIDTH : 0;
    width = full;
    for (uint32_t i = 0; i < list->count; i++) {
        const size_t own = strlen(list->items[i]) + 2;
        const bool breaks = width + own > full;
        width = breaks ? indent + 4 + own : width + own;
        if (breaks)
            base_buffer_format(&tr->text, "\n%*s", (int)indent + 4, "");
        base_buffer_format(&tr->text, "%s%s,", breaks ? "" : " ", list->items[i]);
    }
    base_buffer_format(&tr->text, "\n%*s]\n", (int)indent, "");
}

/* --- Conjunctions with binders ------------------------------------------------------------------ */

void hddl_tr_flatten(translation *tr, tr_conjuncts *all, const hddl_formula *formula, const tr_variable *variables)
{
    if (hddl_tr_known(tr, formula, variables) != TR_OPEN)
        return;
    for (uint32_t i = 0; formula->kind == HDDL_AND && i < formula->part_count; i++)
        hddl_tr_flatten(tr, all, formula->parts[i], variables);
    if (formula->kind == HDDL_AND)
        return;
    if (all->count == all->capacity) {
        const uint32_t capacity = all->capacity == 0 ? 16 : 2 * all->capacity;
        all->parts = base_grow(tr->arena, all->parts, all->count * sizeof *all->parts, capacity * sizeof *all->parts);
        all->capacity = capacity;
    }
    all->parts[all->count++] = formula;
}

static uint32_t count_unbound(const translation *tr, const hddl_formula *formula, const hddl_schema *schema,
                              const tr_variable *variables)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < schema->parameter_count; v++)
        count += !variables[v].is_bound && hddl_tr_mentions(tr, formula, variables, v);
    return count;
}

/* What comes next: the first that needs no binder, or else the first atom, or else the first. */
static uint32_t choose(const translation *tr, const tr_conjuncts *all, const hddl_schema *schema,
                       const tr_variable *variables)
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

void hddl_tr_write_binder(translation *tr, tr_list *list, tr_variable *variable)
{
    const size_t begin = tr->text.length;
    base_buffer_format(&tr->text, "any %s : %s", variable->name, hddl_tr_use_type(tr, variable->cover));
    if (variable->guard_count > 0)
        base_buffer_text(&tr->text, " where ");
    write_guards(tr, variable);
    hddl_tr_take_item(tr, list, begin);
    variable->is_bound = true;
}

/* One conjunct, behind binders for what it names; the last of them takes it along as its `where`. */
static void write_conjunct(translation *tr, tr_list *list, const hddl_formula *part, const hddl_schema *schema,
                           tr_variable *variables)
{
    uint32_t unbound = count_unbound(tr, part, schema, variables);
    const tr_variable *last = NULL;
    for (uint32_t v = 0; v < schema->parameter_count && unbound > 0; v++)
        if (!variables[v].is_bound && hddl_tr_mentions(tr, part, variables, v)) {
            hddl_tr_write_binder(tr, list, &variables[v]);
            last = &variables[v];
            unbound--;
        }
    const size_t begin = tr->text.length;
    if (last != NULL)
        base_buffer_format(&tr->text, "%s%s", list->items[--list->count], last->guard_count > 0 ? " and " : " where ");
    write_formula(tr, part, variables, last != NULL && last->guard_count > 0 ? LEVEL_AND : LEVEL_OR);
    hddl_tr_take_item(tr, list, begin);
}

void hddl_tr_write_conjuncts(translation *tr, tr_list *list, const hddl_formula *const *formulas, uint32_t count,
                             const hddl_schema *schema, tr_variable *variables)
{
    tr_conjuncts all = {0};
    for (uint32_t i = 0; i < count; i++)
        hddl_tr_flatten(tr, &all, formulas[i], variables);
    for (uint32_t left = all.count; left > 0; left--) {
        const uint32_t next = choose(tr, &all, schema, variables);
        const hddl_formula *part = all.parts[next];
        all.parts[next] = NULL;
        write_conjunct(tr, list, part, schema, variables);
    }
}
