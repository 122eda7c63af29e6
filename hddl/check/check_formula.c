/*
 * Conditions. Where all variables are bound they are evaluated as they stand. Where some are open, values are searched for: the
 * condition as a list of conjuncts, of which those are evaluated that have become bound, and the most selective atom among the others
 * gives the next values, from the facts that match it. A universal quantifier is the lack of a counterexample.
 * Neighbours: verify_facts.h has the facts.
 */
#include "hddl/check/check_inside.h"
#include <stdlib.h>

/* One search under way. */
typedef struct search {
    verifier *v;
    size_t first_conjunct; /* its conjuncts are those from here on */
    size_t conjunct_end;
    verify_each *each; /* NULL: one solution is enough */
    void *user;
} search;

static bool evaluate(verifier *v, const hddl_formula *f, bool positive);
static bool step(search *s, uint32_t depth);

void verify_bind_schema(verifier *v, const hddl_schema *schema)
{
    v->binding.schema = schema;
    for (uint32_t i = 0; i < schema->variables.count; i++) {
        v->binding.values[i] = VERIFY_UNBOUND;
        v->binding.is_open[i] = false;
    }
}

/* --- Bound ------------------------------------------------------------------------------------------------------ */

static bool atom_holds(const verifier *v, const hddl_atom *atom)
{
    const uint32_t count = v->problem->predicates[atom->predicate].parameters.count;
    for (uint32_t i = 0; i < count; i++)
        v->objects[i] = verify_value(v, atom->terms[i]);
    const uint32_t fact = verify_facts_find(&v->facts, atom->predicate, v->objects);
    return fact != VERIFY_NONE && v->facts.items[fact].holds;
}

static bool is_of(const verifier *v, uint32_t object, uint32_t type)
{
    return hddl_is_of(v->problem, object, type);
}

static void open_variables(verifier *v, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        v->binding.values[i] = VERIFY_UNBOUND;
        v->binding.is_open[i] = true;
    }
    v->open_count += count;
    v->too_hard |= v->open_count > VERIFY_MOST_OPEN;
}

static void close_variables(verifier *v, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        v->binding.values[i] = VERIFY_UNBOUND;
        v->binding.is_open[i] = false;
    }
    v->open_count -= count;
}

/* A quantifier whose variables are not open is taken apart where it says that there is something. */
static bool is_existential(const hddl_formula *f, bool positive)
{
    return f->kind == (positive ? HDDL_EXISTS : HDDL_FORALL);
}

static void add_conjunct(verifier *v, const hddl_formula *f, bool positive)
{
    v->conjuncts = base_grow_array(v->conjuncts, v->conjunct_count, &v->conjunct_capacity, sizeof *v->conjuncts);
    v->conjuncts[v->conjunct_count++] = (verify_conjunct){f, positive, 0};
}

/* Takes a condition apart into what must hold together; the variables of what it says to exist become open. */
static void add_conjuncts(verifier *v, const hddl_formula *f, bool positive)
{
    if (f->kind == HDDL_NOT) {
        add_conjuncts(v, f->parts[0], !positive);
    } else if (f->kind == (positive ? HDDL_AND : HDDL_OR)) {
        for (uint32_t i = 0; i < f->part_count; i++)
            add_conjuncts(v, f->parts[i], positive);
    } else if (f->kind == HDDL_IMPLY && !positive) {
        add_conjuncts(v, f->parts[0], true);
        add_conjuncts(v, f->parts[1], false);
    } else if (is_existential(f, positive)) {
        open_variables(v, f->first, f->count);
        add_conjuncts(v, f->parts[0], positive);
    } else {
        add_conjunct(v, f, positive);
    }
}

/* Closes what add_conjuncts() has opened. */
static void close_inner(verifier *v, const hddl_formula *f, bool positive)
{
    if (f->kind == HDDL_NOT) {
        close_inner(v, f->parts[0], !positive);
    } else if (f->kind == (positive ? HDDL_AND : HDDL_OR)) {
        for (uint32_t i = 0; i < f->part_count; i++)
            close_inner(v, f->parts[i], positive);
    } else if (f->kind == HDDL_IMPLY && !positive) {
        close_inner(v, f->parts[0], true);
        close_inner(v, f->parts[1], false);
    } else if (is_existential(f, positive)) {
        close_variables(v, f->first, f->count);
        close_inner(v, f->parts[0], positive);
    }
}

static bool run_search(verifier *v, const hddl_formula *const *formulas, size_t count, bool positive, verify_each *each,
                       void *user)
{
    search s = {v, v->conjunct_count, 0, each, user};
    for (size_t i = 0; i < count; i++)
        if (formulas[i] != NULL)
            add_conjuncts(v, formulas[i], positive);
    s.conjunct_end = v->conjunct_count;
    const bool found = !v->too_hard && step(&s, 1);
    for (size_t i = 0; i < count; i++)
        if (formulas[i] != NULL)
            close_inner(v, formulas[i], positive);
    v->conjunct_count = s.first_conjunct;
    return found;
}

static bool evaluate_all(verifier *v, const hddl_formula *f, bool positive)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!evaluate(v, f->parts[i], positive))
            return false;
    return true;
}

static bool evaluate_any(verifier *v, const hddl_formula *f, bool positive)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        if (evaluate(v, f->parts[i], positive))
            return true;
    return false;
}

/* Whether `f`, or with `positive` false its negation, holds. */
static bool evaluate(verifier *v, const hddl_formula *f, bool positive)
{
    switch (f->kind) {
    case HDDL_ATOM: return atom_holds(v, &f->atom) == positive;
    case HDDL_EQUAL: return (verify_value(v, f->left) == verify_value(v, f->right)) == positive;
    case HDDL_SORT: return is_of(v, verify_value(v, f->left), f->type) == positive;
    case HDDL_NOT: return evaluate(v, f->parts[0], !positive);
    case HDDL_AND: return positive ? evaluate_all(v, f, true) : evaluate_any(v, f, false);
    case HDDL_OR: return positive ? evaluate_any(v, f, true) : evaluate_all(v, f, false);
    case HDDL_IMPLY:
        return positive ? evaluate(v, f->parts[0], false) || evaluate(v, f->parts[1], true)
                        : evaluate(v, f->parts[0], true) && evaluate(v, f->parts[1], false);
    default: /* a quantifier */
        return is_existential(f, positive) ? run_search(v, &f, 1, positive, NULL, NULL)
                                           : !run_search(v, &f, 1, !positive, NULL, NULL);
    }
}

bool verify_holds(verifier *v, const hddl_formula *formula)
{
    return formula == NULL || evaluate(v, formula, true);
}

const hddl_formula *verify_culprit(verifier *v, const hddl_formula *formula)
{
    if (verify_holds(v, formula))
        return NULL;
    while (formula->kind == HDDL_AND) {
        uint32_t i = 0;
        while (evaluate(v, formula->parts[i], true))
            i++;
        formula = formula->parts[i];
    }
    return formula;
}

/* --- Open ------------------------------------------------------------------------------------------------------- */

static bool is_open(const verifier *v, hddl_term term)
{
    return !hddl_is_object(term) && v->binding.values[term] == VERIFY_UNBOUND && v->binding.is_open[term];
}

/* A variable of the formula that is being searched for and has no value; VERIFY_NONE: none. */
static uint32_t open_variable(const verifier *v, const hddl_formula *f)
{
    if (f->kind == HDDL_ATOM) {
        for (uint32_t i = 0; i < v->problem->predicates[f->atom.predicate].parameters.count; i++)
            if (is_open(v, f->atom.terms[i]))
                return (uint32_t)f->atom.terms[i];
    } else if (f->kind == HDDL_EQUAL || f->kind == HDDL_SORT) {
        if (is_open(v, f->left))
            return (uint32_t)f->left;
        if (f->kind == HDDL_EQUAL && is_open(v, f->right))
            return (uint32_t)f->right;
    }
    for (uint32_t i = 0; i < f->part_count; i++) {
        const uint32_t open = open_variable(v, f->parts[i]);
        if (open != VERIFY_NONE)
            return open;
    }
    return VERIFY_NONE;
}

/* The shortest list that has all facts which match the atom; NULL: there is none. */
static const verify_list *shortest_list(const verifier *v, const hddl_atom *atom)
{
    const verify_list *shortest = verify_facts_of(&v->facts, atom->predicate);
    for (uint32_t i = 0; i < v->problem->predicates[atom->predicate].parameters.count; i++) {
        if (is_open(v, atom->terms[i]))
            continue;
        const verify_list *list = verify_facts_with(&v->facts, atom->predicate, i, verify_value(v, atom->terms[i]));
        if (list == NULL)
            return NULL;
        if (list->count < shortest->count)
            shortest = list;
    }
    return shortest;
}

/* Binds the open terms of an atom to a fact's objects; false: they do not fit. `bound` has those that it has bound. */
static bool match(verifier *v, const hddl_atom *atom, const verify_fact *fact, uint32_t *bound, uint32_t *bound_count)
{
    const uint32_t *objects = v->facts.objects + fact->first;
    for (uint32_t i = 0; i < v->problem->predicates[atom->predicate].parameters.count; i++) {
        const hddl_term term = atom->terms[i];
        if (!is_open(v, term)) {
            if (verify_value(v, term) != objects[i])
                return false;
        } else if (is_of(v, objects[i], v->binding.schema->variables.items[term].type)) {
            v->binding.values[term] = objects[i];
            bound[(*bound_count)++] = (uint32_t)term;
        } else {
            return false;
        }
    }
    return true;
}

static void unbind(verifier *v, const uint32_t *bound, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        v->binding.values[bound[i]] = VERIFY_UNBOUND;
}

/* Goes on with each fact that matches the atom. */
static bool try_facts(search *s, const hddl_atom *atom, uint32_t depth)
{
    verifier *v = s->v;
    const verify_list *found = shortest_list(v, atom);
    if (found == NULL)
        return false;
    const verify_list list = *found; /* `each` may give facts numbers, and move the lists */
    uint32_t *bound = base_allocate((v->problem->predicates[atom->predicate].parameters.count + 1) * sizeof *bound);
    bool done = false;
    for (uint32_t i = list.head; i != VERIFY_NONE && !done; i = verify_facts_next(&v->facts, &list, i)) {
        uint32_t bound_count = 0;
        const verify_fact fact = v->facts.items[i];
        if (fact.holds && match(v, atom, &fact, bound, &bound_count))
            done = step(s, depth);
        unbind(v, bound, bound_count);
    }
    free(bound);
    return done;
}

static bool try_objects(search *s, uint32_t variable, uint32_t depth)
{
    verifier *v = s->v;
    const hddl_type *type = &v->problem->types[v->binding.schema->variables.items[variable].type];
    bool done = false;
    for (uint32_t i = 0; i < type->object_count && !done; i++) {
        v->binding.values[variable] = type->objects[i];
        done = step(s, depth);
    }
    v->binding.values[variable] = VERIFY_UNBOUND;
    return done;
}

/* An equality with one open side gives that side its value, if the types allow it. */
static bool try_equal(search *s, const hddl_formula *f, uint32_t depth)
{
    verifier *v = s->v;
    const bool left_is_open = is_open(v, f->left);
    const uint32_t variable = (uint32_t)(left_is_open ? f->left : f->right);
    const uint32_t value = verify_value(v, left_is_open ? f->right : f->left);
    if (!is_of(v, value, v->binding.schema->variables.items[variable].type))
        return false;
    v->binding.values[variable] = value;
    const bool done = step(s, depth);
    v->binding.values[variable] = VERIFY_UNBOUND;
    return done;
}

/* What no conjunct says anything about: any object of its type. */
static bool bind_rest(search *s, uint32_t depth)
{
    verifier *v = s->v;
    for (uint32_t i = 0; i < v->binding.schema->variables.count; i++)
        if (is_open(v, (hddl_term)i))
            return try_objects(s, i, depth);
    if (s->each != NULL)
        s->each(v, s->user);
    return s->each == NULL;
}

/* The conjunct to go on with. */
typedef struct choice {
    const hddl_formula *formula; /* NULL: none is left */
    uint32_t variable;           /* an open one of it */
    size_t cost;                 /* how many values it gives at most; SIZE_MAX: it gives none */
} choice;

static void consider(const verifier *v, const verify_conjunct *conjunct, uint32_t variable, choice *best)
{
    const hddl_formula *f = conjunct->formula;
    size_t cost = SIZE_MAX;
    if (conjunct->positive && f->kind == HDDL_ATOM) {
        const verify_list *list = shortest_list(v, &f->atom);
        cost = list != NULL ? list->count : 0;
    } else if (conjunct->positive && f->kind == HDDL_EQUAL && !(is_open(v, f->left) && is_open(v, f->right))) {
        cost = 1;
    }
    if (best->formula == NULL || cost < best->cost)
        *best = (choice){f, variable, cost};
}

/* Decides what has become bound; false: something is false. */
static bool decide(search *s, uint32_t depth, choice *best)
{
    verifier *v = s->v;
    for (size_t i = s->first_conjunct; i < s->conjunct_end; i++) {
        const verify_conjunct conjunct = v->conjuncts[i];
        if (conjunct.done_at != 0)
            continue;
        const uint32_t variable = open_variable(v, conjunct.formula);
        if (variable != VERIFY_NONE)
            consider(v, &conjunct, variable, best);
        else if (!evaluate(v, conjunct.formula, conjunct.positive))
            return false;
        else
            v->conjuncts[i].done_at = depth;
    }
    return true;
}

/* True: found, and no more is wanted. */
static bool step(search *s, uint32_t depth)
{
    verifier *v = s->v;
    choice best = {NULL, VERIFY_NONE, SIZE_MAX};
    bool done = false;
    if (decide(s, depth, &best)) {
        if (best.formula == NULL)
            done = bind_rest(s, depth + 1);
        else if (best.cost == SIZE_MAX)
            done = try_objects(s, best.variable, depth + 1);
        else if (best.formula->kind == HDDL_ATOM)
            done = try_facts(s, &best.formula->atom, depth + 1);
        else
            done = try_equal(s, best.formula, depth + 1);
    }
    for (size_t i = s->first_conjunct; i < s->conjunct_end; i++)
        if (v->conjuncts[i].done_at == depth)
            v->conjuncts[i].done_at = 0;
    return done;
}

bool verify_can_hold(verifier *v, const hddl_formula *const *formulas, size_t count)
{
    bool all_bound = true;
    for (uint32_t i = 0; i < v->binding.schema->parameter_count; i++) {
        if (v->binding.values[i] == VERIFY_UNBOUND) {
            open_variables(v, i, 1);
            all_bound = false;
        }
    }
    if (all_bound) {
        for (size_t i = 0; i < count; i++)
            if (!verify_holds(v, formulas[i]))
                return false;
        return true;
    }
    const bool found = run_search(v, formulas, count, true, NULL, NULL);
    for (uint32_t i = 0; i < v->binding.schema->parameter_count; i++)
        if (v->binding.is_open[i])
            close_variables(v, i, 1);
    return found;
}

void verify_for_all(verifier *v, uint32_t first, uint32_t count, const hddl_formula *when, verify_each *each,
                    void *user)
{
    if (count == 0) {
        if (verify_holds(v, when))
            each(v, user);
        return;
    }
    open_variables(v, first, count);
    run_search(v, &when, 1, true, each, user);
    close_variables(v, first, count);
}
