/* The root task; see translate_initial.h. */
#include "hddl/convert/translate_initial.h"
#include "hddl/convert/translate_conjuncts.h"
#include "hddl/convert/translate_known.h"
#include "hddl/convert/translate_names.h"
#include "hddl/convert/translate_subtasks.h"
#include "hddl/convert/translate_types.h"

enum { MOST_CHOICES = 12 };

typedef struct initial {
    const hddl_initial *of;
    translated_variable *variables;
    translated_conjuncts constraints; /* a part becomes NULL when it is written */
    const char *root, *goal;          /* names of tasks. goal NULL: nothing to test */
} initial;

/* --- The goal ----------------------------------------------------------------------------------- */

static void write_goal(translation *tr, const char *name, translated_variable *variables)
{
    const hddl_schema *schema = &tr->problem->goal_schema;
    translated_list list = {0};
    for (uint32_t v = 0; v < schema->variables.count; v++)
        variables[v].name = translate_variable_name(tr, &schema->variables.items[v], variables, v);
    base_buffer_format(&tr->text, "\nCompound Task [%s]\n", name);
    translate_conjuncts(tr, &list, &tr->problem->goal, 1, schema, variables);
    translate_list(tr, 4, "Method", &list, false);
    base_buffer_text(&tr->text, "        Subtasks []\n");
}

static void write_impossible(translation *tr, const char *root)
{
    const char *name = translate_name(tr, TRANSLATE_VALUES, "solvable");
    base_buffer_format(&tr->text,
                       "\n// No plan can be: what has to be done is impossible, whatever the state.\n"
                       "World State [%s : bool]\n\nCompound Task [%s]\n    Method [%s]\n        Subtasks []\n",
                       name, root, name);
}

/* --- Choices ------------------------------------------------------------------------------------ */

static bool is_chosen_for(const translation *tr, const initial *i, uint32_t first, uint32_t end, uint32_t variable)
{
    return translate_passes_on(tr, &i->of->network, first, end, (hddl_term)variable);
}

/* Whether every variable that a constraint names is chosen before the subtask `end`. */
static bool is_testable(const translation *tr, const initial *i, const hddl_formula *constraint, uint32_t end)
{
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (!i->variables[v].is_bound && !is_chosen_for(tr, i, 0, end, v) &&
            translate_mentions(tr, constraint, i->variables, v))
            return false;
    return true;
}

/* Writes the method that chooses values for the subtasks from `first` to `end`. end_part() writes the subtasks. */
static void write_part(translation *tr, initial *i, uint32_t first, uint32_t end, translated_list *subtasks)
{
    const hddl_network *network = &i->of->network;
    translated_list list = {0};
    for (uint32_t c = 0; c < i->constraints.count; c++)
        if (i->constraints.parts[c] != NULL &&
            (end == network->count || is_testable(tr, i, i->constraints.parts[c], end))) {
            translate_conjuncts(tr, &list, &i->constraints.parts[c], 1, &i->of->schema, i->variables);
            i->constraints.parts[c] = NULL;
        }
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (!i->variables[v].is_bound &&
            (is_chosen_for(tr, i, first, end, v) || (end == network->count && i->variables[v].guard_count > 0)))
            translate_binder(tr, &list, &i->variables[v]);
    for (uint32_t s = first; s < end; s++)
        translate_subtask(tr, subtasks, &network->subtasks[s], i->variables);
    translate_list(tr, 4, "Method", &list, false);
}

static void end_part(translation *tr, translated_list *subtasks, const char *call)
{
    if (call != NULL) {
        const size_t begin = tr->text.length;
        base_buffer_text(&tr->text, call);
        translate_take_item(tr, subtasks, begin);
    }
    translate_list(tr, 8, "Subtasks", subtasks, false);
}

/*
 * Whether a variable has its value before the subtask `next`, and this subtask, a later one or a remaining constraint
 * uses it.
 */
static bool is_passed_to_next(const translation *tr, const initial *i, uint32_t next, uint32_t variable)
{
    bool used = is_chosen_for(tr, i, next, i->of->network.count, variable);
    for (uint32_t c = 0; !used && c < i->constraints.count; c++)
        used =
            i->constraints.parts[c] != NULL && translate_mentions(tr, i->constraints.parts[c], i->variables, variable);
    return used && i->variables[variable].is_bound;
}

/* `name(x, y)`, the call of the next task in the row; or with types its head, `name(x : T, y : U)`. */
static const char *call_of(translation *tr, const initial *i, uint32_t next, const char *name, bool types)
{
    const size_t begin = tr->text.length;
    const char *between = "(";
    base_buffer_text(&tr->text, name);
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (is_passed_to_next(tr, i, next, v)) {
            base_buffer_format(&tr->text, "%s%s", between, i->variables[v].name);
            if (types)
                base_buffer_format(&tr->text, " : %s", translate_use_type(tr, i->variables[v].cover));
            between = ", ";
        }
    base_buffer_text(&tr->text, between[0] == ',' ? ")" : types ? "" : "()");
    translated_list list = {0};
    translate_take_item(tr, &list, begin);
    return list.items[0];
}

static void write_row(translation *tr, initial *i, const char *goal)
{
    const uint32_t count = i->of->network.count;
    const char *head = i->root;
    for (uint32_t s = 0; s < count; s++) {
        translated_list subtasks = {0};
        const bool last = s + 1 == count;
        const char *rest = last ? goal : NULL;
        base_buffer_format(&tr->text, "\nCompound Task [%s]\n", head);
        write_part(tr, i, s, s + 1, &subtasks);
        if (!last) {
            const char *name = translate_name(tr, TRANSLATE_TASKS, base_format(tr->arena, "Solve_%u", s + 2));
            head = call_of(tr, i, s + 1, name, true);
            rest = call_of(tr, i, s + 1, name, false);
        }
        end_part(tr, &subtasks, rest);
    }
}

/* --- The root ----------------------------------------------------------------------------------- */

static void name_choices(translation *tr, initial *i)
{
    const hddl_schema *schema = &i->of->schema;
    for (uint32_t v = 0; v < schema->variables.count; v++)
        i->variables[v].name = translate_variable_name(tr, &schema->variables.items[v], i->variables, v);
    translate_flatten(tr, &i->constraints, i->of->constraints, i->variables);
}

bool translate_initial(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    initial i = {.of = &problem->initial,
                 .variables = tr->initial.variables,
                 .root = translate_name(tr, TRANSLATE_TASKS, "Solve")};
    translated_variable *variables =
        base_alloc_array(tr->arena, problem->goal_schema.variables.count, sizeof *variables);
    translate_narrow_quantifiers(tr, problem->goal, &problem->goal_schema, variables);
    const translate_truth goal = translate_known(tr, problem->goal, variables);
    if (!tr->initial.is_usable || goal == TRANSLATE_FALSE) {
        write_impossible(tr, i.root);
        return false;
    }
    i.goal = goal == TRANSLATE_OPEN ? translate_name(tr, TRANSLATE_TASKS, "Goal") : NULL;
    const char *call = i.goal != NULL ? base_format(tr->arena, "%s()", i.goal) : NULL;
    name_choices(tr, &i);
    if (i.of->schema.parameter_count > MOST_CHOICES && i.of->network.count > 1) {
        write_row(tr, &i, call);
    } else {
        translated_list subtasks = {0};
        base_buffer_format(&tr->text, "\nCompound Task [%s]\n", i.root);
        write_part(tr, &i, 0, i.of->network.count, &subtasks);
        end_part(tr, &subtasks, call);
    }
    if (i.goal != NULL)
        write_goal(tr, i.goal, variables);
    return true;
}
