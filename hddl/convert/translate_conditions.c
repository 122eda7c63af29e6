/* Conditions as text; see translate_conditions.h. */
#include "hddl/convert/translate_conditions.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_types.h"

/* The precedence of the operators of .htn; a higher level binds more tightly. */
typedef enum level { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_TERM } level;

void translate_term(translation *tr, hddl_term term, const translated_variable *variables)
{
    const uint32_t object = hddl_is_object(term) ? hddl_object_of(term) : variables[term].object;
    if (object != HDDL_NONE)
        translate_use_type(tr, tr->entities[object]);
    base_buffer_text(&tr->text, object != HDDL_NONE ? tr->objects[object] : variables[term].name);
}

void translate_atom(translation *tr, const hddl_atom *atom, const translated_variable *variables)
{
    const uint32_t arity = hddl_arity(tr->problem, atom->predicate);
    tr->predicates[atom->predicate].is_used = true;
    base_buffer_text(&tr->text, tr->predicates[atom->predicate].name);
    for (uint32_t i = 0; i < arity; i++) {
        base_buffer_text(&tr->text, i == 0 ? "(" : ", ");
        translate_term(tr, atom->terms[i], variables);
    }
    base_buffer_text(&tr->text, arity > 0 ? ")" : "");
}

static void write_formula(translation *tr, const hddl_formula *formula, const translated_variable *variables,
                          level around);

static void write_not(translation *tr, const hddl_formula *inner, const translated_variable *variables, level around)
{
    if (inner->kind == HDDL_EQUAL) {
        translate_term(tr, inner->left, variables);
        base_buffer_text(&tr->text, " != ");
        translate_term(tr, inner->right, variables);
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

static uint32_t count_open(const translation *tr, const hddl_formula *formula, const translated_variable *variables)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < formula->part_count; i++)
        count += translate_known(tr, formula->parts[i], variables) == TRANSLATE_OPEN;
    return count;
}

static void write_joined(translation *tr, const hddl_formula *formula, const translated_variable *variables,
                         level around)
{
    const level own = formula->kind == HDDL_AND ? LEVEL_AND : LEVEL_OR;
    const uint32_t count = count_open(tr, formula, variables);
    const bool brackets = count > 1 && around > own;
    const char *between = "";
    base_buffer_text(&tr->text, brackets ? "(" : "");
    for (uint32_t i = 0; i < formula->part_count; i++) {
        if (translate_known(tr, formula->parts[i], variables) != TRANSLATE_OPEN)
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

bool translate_guards(translation *tr, const translated_variable *variable, const char *first)
{
    for (uint32_t g = 0; g < variable->guard_count; g++)
        base_buffer_format(&tr->text, "%s%s(%s)", g == 0 ? first : " and ",
                           translate_use_guard(tr, variable->guards[g]), variable->name);
    return variable->guard_count > 0;
}

/*
 * One `exists` or `every` for each variable. A variable that the condition does not name is left out: every type has an
 * object, so it changes nothing.
 */
static void write_quantifier(translation *tr, const hddl_formula *formula, const translated_variable *variables,
                             level around)
{
    uint32_t open = 0;
    bool guarded = false; /* the last `exists`: the test of its type comes before the condition */
    for (uint32_t v = formula->first; v < formula->first + formula->count; v++) {
        const translated_variable *variable = &variables[v];
        if (!translate_mentions(tr, formula->parts[0], variables, v))
            continue;
        base_buffer_format(&tr->text, "%s(%s : %s", formula->kind == HDDL_FORALL ? "every" : "exists", variable->name,
                           translate_use_type(tr, variable->cover));
        guarded = translate_guards(tr, variable, " where ") && formula->kind == HDDL_EXISTS;
        base_buffer_text(&tr->text, formula->kind == HDDL_FORALL ? " : " : guarded ? " and " : " where ");
        open++;
    }
    write_formula(tr, formula->parts[0], variables, open == 0 ? around : guarded ? LEVEL_AND : LEVEL_OR);
    while (open-- > 0)
        base_buffer_text(&tr->text, ")");
}

/* `sort` becomes the guard of the type. For an index of another type the table holds false. */
static void write_sort(translation *tr, const hddl_formula *formula, const translated_variable *variables)
{
    base_buffer_format(&tr->text, "%s(", translate_use_guard(tr, formula->type));
    translate_term(tr, formula->left, variables);
    base_buffer_text(&tr->text, ")");
}

static void write_formula(translation *tr, const hddl_formula *formula, const translated_variable *variables,
                          level around)
{
    switch (formula->kind) {
    case HDDL_ATOM: translate_atom(tr, &formula->atom, variables); break;
    case HDDL_SORT: write_sort(tr, formula, variables); break;
    case HDDL_NOT: write_not(tr, formula->parts[0], variables, around); break;
    case HDDL_FORALL:
    case HDDL_EXISTS: write_quantifier(tr, formula, variables, around); break;
    case HDDL_EQUAL:
        translate_term(tr, formula->left, variables);
        base_buffer_text(&tr->text, " == ");
        translate_term(tr, formula->right, variables);
        break;
    default: write_joined(tr, formula, variables, around); break;
    }
}

void translate_condition(translation *tr, const hddl_formula *formula, const translated_variable *variables)
{
    write_formula(tr, formula, variables, LEVEL_OR);
}

void translate_operand(translation *tr, const hddl_formula *formula, const translated_variable *variables)
{
    write_formula(tr, formula, variables, LEVEL_AND);
}
