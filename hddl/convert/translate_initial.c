/*
 * The root: the initial network, and the goal as a task without steps behind it. Its parameters are free choices. Where there
 * are many, each is made in front of the first subtask that is given it: a row of tasks, each of which does one subtask and leaves the
 * rest to the next. A root of a thousand choices would have to go back through all of them, and .htn takes 255.
 */
#include "hddl/convert/translate_inside.h"

enum { MOST_CHOICES = 12 };

typedef struct initial {
    const hddl_initial *of;
    tr_variable *variables;
    tr_conjuncts constraints; /* what is written is taken out: NULL */
    const char *root, *goal;  /* names of tasks; goal NULL: there is none */
} initial;

static const base_span nowhere = {0, 0};

/* --- The goal ----------------------------------------------------------------------------------- */

static void write_goal(translation *tr, const char *name, tr_variable *variables)
{
    const hddl_schema *schema = &tr->problem->goal_schema;
    tr_list list = {0};
    for (uint32_t v = 0; v < schema->variables.count; v++)
        variables[v].name = hddl_tr_variable_name(tr, &schema->variables.items[v], variables, v);
    base_buffer_format(&tr->text, "\nCompound Task [%s]\n", name);
    hddl_tr_write_conjuncts(tr, &list, &tr->problem->goal, 1, schema, variables);
    hddl_tr_write_list(tr, 4, "Method", &list, false);
    base_buffer_text(&tr->text, "        Subtasks []\n");
}

static void write_impossible(translation *tr, const char *root)
{
    const char *name = hddl_tr_name(tr, TR_VALUES, "solvable", nowhere);
    base_buffer_format(&tr->text,
                       "\n// No plan can be: what has to be done is impossible, whatever the state.\n"
                       "World State [%s : bool]\n\nCompound Task [%s]\n    Method [%s]\n        Subtasks []\n",
                       name, root, name);
}

/* --- Choices ------------------------------------------------------------------------------------ */

static bool is_chosen_for(const translation *tr, const initial *i, uint32_t first, uint32_t end, uint32_t variable)
{
    for (uint32_t s = first; s < end; s++)
        if (hddl_tr_passes_on(tr, &i->of->network.subtasks[s], (hddl_term)variable))
            return true;
    return false;
}

/* Whether all that a constraint names is chosen before the subtask `end`. */
static bool is_ripe(const translation *tr, const initial *i, const hddl_formula *constraint, uint32_t end)
{
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (!i->variables[v].is_bound && !is_chosen_for(tr, i, 0, end, v) &&
            hddl_tr_mentions(tr, constraint, i->variables, v))
            return false;
    return true;
}

/* The method that chooses for the subtasks from `first` to `end`, and those; end_part() writes them. */
static void write_part(translation *tr, initial *i, uint32_t first, uint32_t end, tr_list *subtasks)
{
    const hddl_network *network = &i->of->network;
    tr_list list = {0};
    for (uint32_t c = 0; c < i->constraints.count; c++)
        if (i->constraints.parts[c] != NULL &&
            (end == network->count || is_ripe(tr, i, i->constraints.parts[c], end))) {
            hddl_tr_write_conjuncts(tr, &list, &i->constraints.parts[c], 1, &i->of->schema, i->variables);
            i->constraints.parts[c] = NULL;
        }
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (!i->variables[v].is_bound &&
            (is_chosen_for(tr, i, first, end, v) || (end == network->count && i->variables[v].guard_count > 0)))
            hddl_tr_write_binder(tr, &list, &i->variables[v]);
    for (uint32_t s = first; s < end; s++)
        hddl_tr_take_subtask(tr, subtasks, &network->subtasks[s], i->variables);
    hddl_tr_write_list(tr, 4, "Method", &list, false);
}

static void end_part(translation *tr, tr_list *subtasks, const char *call)
{
    if (call != NULL) {
        const size_t begin = tr->text.length;
        base_buffer_text(&tr->text, call);
        hddl_tr_take_item(tr, subtasks, begin);
    }
    hddl_tr_write_list(tr, 8, "Subtasks", subtasks, false);
}

/* What has been chosen before the subtask `next` and is asked for by it, by one behind it or by a constraint that is left. */
static bool is_handed_on(const translation *tr, const initial *i, uint32_t next, uint32_t variable)
{
    bool asked = is_chosen_for(tr, i, next, i->of->network.count, variable);
    for (uint32_t c = 0; !asked && c < i->constraints.count; c++)
        asked =
            i->constraints.parts[c] != NULL && hddl_tr_mentions(tr, i->constraints.parts[c], i->variables, variable);
    return asked && i->variables[variable].is_bound;
}

/* `name(x, y)` or, with types, `name(x : T, y : U)`. */
static const char *rest_of(translation *tr, const initial *i, uint32_t next, const char *name, bool types)
{
    const size_t begin = tr->text.length;
    const char *between = "(";
    base_buffer_text(&tr->text, name);
    for (uint32_t v = 0; v < i->of->schema.parameter_count; v++)
        if (is_handed_on(tr, i, next, v)) {
            base_buffer_format(&tr->text, "%s%s", between, i->variables[v].name);
            if (types)
                base_buffer_format(&tr->text, " : %s", hddl_tr_use_type(tr, i->variables[v].cover));
            between = ", ";
        }
    base_buffer_text(&tr->text, between[0] == ',' ? ")" : types ? "" : "()");
    tr_list list = {0};
    hddl_tr_take_item(tr, &list, begin);
    return list.items[0];
}

static void write_row(translation *tr, initial *i, const char *goal)
{
    const uint32_t count = i->of->network.count;
    const char *head = i->root;
    for (uint32_t s = 0; s < count; s++) {
        tr_list subtasks = {0};
        const bool last = s + 1 == count;
        const char *rest = last ? goal : NULL;
        base_buffer_format(&tr->text, "\nCompound Task [%s]\n", head);
        write_part(tr, i, s, s + 1, &subtasks);
        if (!last) {
            const char *name = hddl_tr_name(tr, TR_TASKS, base_format(tr->arena, "Solve_%u", s + 2), nowhere);
            head = rest_of(tr, i, s + 1, name, true);
            rest = rest_of(tr, i, s + 1, name, false);
        }
        end_part(tr, &subtasks, rest);
    }
}

/* --- The whole ---------------------------------------------------------------------------------- */

static void name_choices(translation *tr, initial *i)
{
    const hddl_schema *schema = &i->of->schema;
    for (uint32_t v = 0; v < schema->variables.count; v++)
        i->variables[v].name = hddl_tr_variable_name(tr, &schema->variables.items[v], i->variables, v);
    hddl_tr_flatten(tr, &i->constraints, i->of->constraints, i->variables);
}

bool hddl_tr_write_initial(translation *tr)
{
    const hddl_problem *problem = tr->problem;
    initial i = {.of = &problem->initial,
                 .variables = tr->initial.variables,
                 .root = hddl_tr_name(tr, TR_TASKS, "Solve", nowhere)};
    tr_variable *variables = base_alloc_array(tr->arena, problem->goal_schema.variables.count, sizeof *variables);
    hddl_tr_prepare(tr, problem->goal, &problem->goal_schema, variables);
    const tr_truth goal = hddl_tr_known(tr, problem->goal, variables);
    if (!tr->initial.is_usable || goal == TR_FALSE) {
        write_impossible(tr, i.root);
        return false;
    }
    i.goal = goal == TR_OPEN ? hddl_tr_name(tr, TR_TASKS, "Goal", nowhere) : NULL;
    const char *call = i.goal != NULL ? base_format(tr->arena, "%s()", i.goal) : NULL;
    name_choices(tr, &i);
    if (i.of->schema.parameter_count > MOST_CHOICES && i.of->network.count > 1) {
        write_row(tr, &i, call);
    } else {
        tr_list subtasks = {0};
        base_buffer_format(&tr->text, "\nCompound Task [%s]\n", i.root);
        write_part(tr, &i, 0, i.of->network.count, &subtasks);
        end_part(tr, &subtasks, call);
    }
    if (i.goal != NULL)
        write_goal(tr, i.goal, variables);
    return true;
}
