/* Decompositions are tried depth first, along the steps that are given; see naive_parse.h. */
#include "naive_parse.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTS = 512, MOST_VALUES = 64, MOST_IDLE = 9 /* methods in a row without a step */ };
#define FREE UINT32_MAX

typedef struct fact {
    uint32_t predicate, objects[NAIVE_MOST_ARITY];
} fact;

typedef struct state {
    fact facts[MOST_FACTS];
    uint32_t count;
} state;

/* What is still to be done: a stack of tasks whose arguments are known. */
typedef struct pending {
    const struct pending *rest;
    const hddl_subtask *task;
    uint32_t arguments[NAIVE_MOST_ARITY];
    uint32_t least; /* so many steps it takes, with those behind it */
} pending;

typedef struct parse {
    const hddl_problem *problem;
    const naive_step *steps;
    uint32_t count;
} parse;

/* --- States ------------------------------------------------------------------------------------- */

static uint32_t object_of(hddl_term term, const uint32_t *v)
{
    return hddl_is_object(term) ? hddl_object_of(term) : v[term];
}

static fact fact_of(const parse *p, const hddl_atom *atom, const uint32_t *v)
{
    fact f = {.predicate = atom->predicate};
    for (uint32_t i = 0; i < p->problem->predicates[atom->predicate].parameters.count; i++)
        f.objects[i] = object_of(atom->terms[i], v);
    return f;
}

static uint32_t find(const state *s, const fact *f)
{
    uint32_t i = 0;
    while (i < s->count && memcmp(&s->facts[i], f, sizeof *f) != 0)
        i++;
    return i;
}

static void set(state *s, const fact *f, bool holds)
{
    const uint32_t at = find(s, f);
    if (at < s->count && !holds)
        s->facts[at] = s->facts[--s->count];
    else if (at == s->count && holds && s->count < MOST_FACTS)
        s->facts[s->count++] = *f;
}

/* Calls `then` for all values of the variables [at, end) that are FREE, until it says true. */
typedef bool each_binding(const parse *p, uint32_t *v, void *user);

static bool bind(const parse *p, const hddl_variables *variables, uint32_t at, uint32_t end, uint32_t *v,
                 each_binding *then, void *user)
{
    if (at == end)
        return then(p, v, user);
    const hddl_type *type = &p->problem->types[variables->items[at].type];
    if (v[at] != FREE)
        return hddl_is_of(p->problem, v[at], variables->items[at].type) &&
               bind(p, variables, at + 1, end, v, then, user);
    for (uint32_t i = 0; i < type->object_count && v[at] == FREE; i++) {
        v[at] = type->objects[i];
        if (bind(p, variables, at + 1, end, v, then, user))
            return true;
        v[at] = FREE;
    }
    return false;
}

typedef struct question {
    const state *s;
    const hddl_variables *variables;
    const hddl_formula *formula;
    bool wanted;
} question;

static void free_variables(uint32_t *v, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        v[i] = FREE;
}

static bool holds(const parse *p, const state *s, const hddl_variables *variables, const hddl_formula *f, uint32_t *v);

static bool is_wanted(const parse *p, uint32_t *v, void *user)
{
    const question *q = user;
    return holds(p, q->s, q->variables, q->formula, v) == q->wanted;
}

static bool holds(const parse *p, const state *s, const hddl_variables *variables, const hddl_formula *f, uint32_t *v)
{
    uint32_t good = 0;
    if (f == NULL)
        return true;
    if (f->kind == HDDL_FORALL || f->kind == HDDL_EXISTS) {
        question q = {s, variables, f->parts[0], f->kind == HDDL_EXISTS};
        free_variables(v, f->first, f->count);
        const bool found = bind(p, variables, f->first, f->first + f->count, v, is_wanted, &q);
        return found == q.wanted;
    }
    if (f->kind == HDDL_ATOM) {
        const fact wanted = fact_of(p, &f->atom, v);
        return find(s, &wanted) < s->count;
    }
    for (uint32_t i = 0; i < f->part_count; i++)
        good += holds(p, s, variables, f->parts[i], v);
    switch (f->kind) {
    case HDDL_EQUAL: return object_of(f->left, v) == object_of(f->right, v);
    case HDDL_SORT: return hddl_is_of(p->problem, object_of(f->left, v), f->type);
    case HDDL_NOT: return good == 0;
    case HDDL_AND: return good == f->part_count;
    case HDDL_OR: return good > 0;
    default: return !holds(p, s, variables, f->parts[0], v) || holds(p, s, variables, f->parts[1], v);
    }
}

/* --- Actions ------------------------------------------------------------------------------------ */

typedef struct change {
    const state *before;
    state *after;
    const hddl_action *action;
    const hddl_effect *effect;
} change;

static bool make(const parse *p, uint32_t *v, void *user)
{
    const change *c = user;
    const fact f = fact_of(p, &c->effect->atom, v);
    if (holds(p, c->before, &c->action->schema.variables, c->effect->when, v))
        set(c->after, &f, c->effect->adds);
    return false; /* go on */
}

static void apply(const parse *p, const hddl_action *action, uint32_t *v, const state *before, state *after)
{
    *after = *before;
    for (int adds = 0; adds <= 1; adds++)
        for (uint32_t i = 0; i < action->effect_count; i++) {
            const hddl_effect *effect = &action->effects[i];
            change c = {before, after, action, effect};
            free_variables(v, effect->first, effect->count);
            if (effect->adds == (adds == 1))
                bind(p, &action->schema.variables, effect->first, effect->first + effect->count, v, make, &c);
        }
}

/* --- Decomposition ------------------------------------------------------------------------------ */

static bool go_on(const parse *p, const pending *todo, const state *s, uint32_t at, uint32_t idle);

typedef struct attempt {
    const pending *todo;
    const state *s;
    const hddl_method *method; /* NULL: the initial network */
    uint32_t at, idle;
} attempt;

/* With all variables of a method bound: whether the task, and all that follows, comes to the steps that are left. */
static bool decompose(const parse *p, uint32_t *v, void *user)
{
    const attempt *a = user;
    const hddl_method *m = a->method;
    const hddl_network *network = m != NULL ? &m->network : &p->problem->initial.network;
    const hddl_variables *variables = m != NULL ? &m->schema.variables : &p->problem->initial.schema.variables;
    pending *added = calloc(network->count + 1, sizeof *added);
    bool good = added != NULL &&
                holds(p, a->s, variables, m != NULL ? m->constraints : p->problem->initial.constraints, v) &&
                (m == NULL || holds(p, a->s, variables, m->precondition, v));
    for (uint32_t i = 0; good && m != NULL && i < p->problem->tasks[m->task].schema.parameter_count; i++)
        good = object_of(m->terms[i], v) == a->todo->arguments[i];
    for (uint32_t i = 0; good && i < network->count; i++) {
        const hddl_subtask *task = &network->subtasks[i];
        const hddl_schema *called =
            task->primitive ? &p->problem->actions[task->index].schema : &p->problem->tasks[task->index].schema;
        added[i].task = task;
        added[i].rest = i + 1 < network->count ? &added[i + 1] : a->todo != NULL ? a->todo->rest : NULL;
        for (uint32_t k = 0; good && k < called->parameter_count; k++) {
            added[i].arguments[k] = object_of(task->terms[k], v);
            good = hddl_is_of(p->problem, added[i].arguments[k], called->variables.items[k].type);
        }
    }
    const pending *rest = a->todo != NULL ? a->todo->rest : NULL;
    for (uint32_t i = network->count; good && i-- > 0;)
        added[i].least = added[i].task->primitive + (added[i].rest != NULL ? added[i].rest->least : 0);
    good = good && go_on(p, network->count > 0 ? added : rest, a->s, a->at, a->idle + 1);
    free(added);
    return good;
}

static bool take_step(const parse *p, const pending *todo, const state *s, uint32_t at)
{
    const hddl_action *action = &p->problem->actions[todo->task->index];
    uint32_t v[MOST_VALUES] = {0};
    state *after = malloc(sizeof *after);
    bool good = after != NULL && at < p->count && p->steps[at].action == todo->task->index;
    for (uint32_t i = 0; good && i < action->schema.parameter_count; i++)
        good = (v[i] = todo->arguments[i]) == p->steps[at].arguments[i];
    good = good && holds(p, s, &action->schema.variables, action->precondition, v);
    if (good) {
        apply(p, action, v, s, after);
        good = go_on(p, todo->rest, after, at + 1, 0);
    }
    free(after);
    return good;
}

static bool go_on(const parse *p, const pending *todo, const state *s, uint32_t at, uint32_t idle)
{
    uint32_t v[MOST_VALUES] = {0};
    if (todo == NULL)
        return at == p->count && holds(p, s, &p->problem->goal_schema.variables, p->problem->goal, v);
    if (todo->task->primitive)
        return take_step(p, todo, s, at);
    for (uint32_t m = 0; m < p->problem->method_count && idle < MOST_IDLE && todo->least <= p->count - at; m++) {
        attempt a = {todo, s, &p->problem->methods[m], at, idle};
        if (a.method->task != todo->task->index)
            continue;
        free_variables(v, 0, a.method->schema.variables.count);
        for (uint32_t i = 0; i < p->problem->tasks[todo->task->index].schema.parameter_count; i++)
            if (!hddl_is_object(a.method->terms[i]))
                v[a.method->terms[i]] = todo->arguments[i];
        if (bind(p, &a.method->schema.variables, 0, a.method->schema.parameter_count, v, decompose, &a))
            return true;
    }
    return false;
}

bool naive_parse(const hddl_problem *problem, const naive_step *steps, uint32_t count)
{
    const parse p = {problem, steps, count};
    uint32_t v[MOST_VALUES];
    state *s = calloc(1, sizeof *s);
    attempt a = {NULL, s, NULL, 0, 0};
    if (s == NULL)
        abort();
    free_variables(v, 0, MOST_VALUES);
    for (uint32_t i = 0; i < problem->fact_count; i++) {
        const fact f = fact_of(&p, &problem->facts[i], v);
        set(s, &f, true);
    }
    const hddl_schema *schema = &problem->initial.schema;
    const bool good = bind(&p, &schema->variables, 0, schema->parameter_count, v, decompose, &a);
    free(s);
    return good;
}
