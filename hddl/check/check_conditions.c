/*
 * Evaluation and search; see check_conditions.h. evaluate() and step() call each other: a quantifier inside a condition
 * is a search of its own.
 */
#include "hddl/check/check_conditions.h"

#include <stdlib.h>

/* A search for values of open variables. */
typedef struct search {
    check_state *c;
    size_t first_conjunct; /* of the search, in `conjuncts` */
    size_t conjunct_end;
    check_visit *each; /* NULL: one solution is enough */
    void *user;
} search;

static bool evaluate(check_state *c, const hddl_formula *f, bool positive);
static bool step(search *s, uint32_t depth);

void check_bind_schema(check_state *c, const hddl_schema *schema)
{
    c->binding.schema = schema;
    for (uint32_t i = 0; i < schema->variables.count; i++) {
        c->binding.values[i] = CHECK_UNBOUND;
        c->binding.is_open[i] = false;
    }
}

/* --- Evaluation -------------------------------------------------------------------------------------------------- */

static bool atom_holds(const check_state *c, const hddl_atom *atom)
{
    const uint32_t count = hddl_arity(c->problem, atom->predicate);
    for (uint32_t i = 0; i < count; i++)
        c->objects[i] = check_value_of(c, atom->terms[i]);
    const uint32_t fact = check_facts_find(&c->facts, atom->predicate, c->objects);
    return fact != HDDL_NONE && c->facts.items[fact].holds;
}

static bool is_of(const check_state *c, uint32_t object, uint32_t type)
{
    return hddl_is_of(c->problem, object, type);
}

static void open_variables(check_state *c, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        c->binding.values[i] = CHECK_UNBOUND;
        c->binding.is_open[i] = true;
    }
    c->open_count += count;
    c->too_hard |= c->open_count > CHECK_MOST_OPEN;
}

static void close_variables(check_state *c, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        c->binding.values[i] = CHECK_UNBOUND;
        c->binding.is_open[i] = false;
    }
    c->open_count -= count;
}

/* Whether a quantifier, or its negation, says that something exists. */
static bool is_existential(const hddl_formula *f, bool positive)
{
    return f->kind == (positive ? HDDL_EXISTS : HDDL_FORALL);
}

static void add_conjunct(check_state *c, const hddl_formula *f, bool positive)
{
    c->conjuncts = base_grow_array(c->conjuncts, c->conjunct_count, &c->conjunct_capacity, sizeof *c->conjuncts);
    c->conjuncts[c->conjunct_count++] = (check_conjunct){f, positive, 0};
}

/*
 * Splits a condition into conjuncts that must hold together. The variables of existential quantifiers become open. With
 * `opens` false it closes them again.
 */
static void split(check_state *c, const hddl_formula *f, bool positive, bool opens)
{
    if (f->kind == HDDL_NOT) {
        split(c, f->parts[0], !positive, opens);
    } else if (f->kind == (positive ? HDDL_AND : HDDL_OR)) {
        for (uint32_t i = 0; i < f->part_count; i++)
            split(c, f->parts[i], positive, opens);
    } else if (f->kind == HDDL_IMPLY && !positive) {
        split(c, f->parts[0], true, opens);
        split(c, f->parts[1], false, opens);
    } else if (is_existential(f, positive)) {
        (opens ? open_variables : close_variables)(c, f->first, f->count);
        split(c, f->parts[0], positive, opens);
    } else if (opens) {
        add_conjunct(c, f, positive);
    }
}

static bool search_values(check_state *c, const hddl_formula *const *formulas, size_t count, bool positive,
                          check_visit *each, void *user)
{
    search s = {c, c->conjunct_count, 0, each, user};
    for (size_t i = 0; i < count; i++)
        if (formulas[i] != NULL)
            split(c, formulas[i], positive, true);
    s.conjunct_end = c->conjunct_count;
    const bool found = !c->too_hard && step(&s, 1);
    for (size_t i = 0; i < count; i++)
        if (formulas[i] != NULL)
            split(c, formulas[i], positive, false);
    c->conjunct_count = s.first_conjunct;
    return found;
}

static bool evaluate_all(check_state *c, const hddl_formula *f, bool positive)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        if (!evaluate(c, f->parts[i], positive))
            return false;
    return true;
}

static bool evaluate_any(check_state *c, const hddl_formula *f, bool positive)
{
    for (uint32_t i = 0; i < f->part_count; i++)
        if (evaluate(c, f->parts[i], positive))
            return true;
    return false;
}

/* Whether `f` holds; with `positive` false, whether its negation does. */
static bool evaluate(check_state *c, const hddl_formula *f, bool positive)
{
    switch (f->kind) {
    case HDDL_ATOM: return atom_holds(c, &f->atom) == positive;
    case HDDL_EQUAL: return (check_value_of(c, f->left) == check_value_of(c, f->right)) == positive;
    case HDDL_SORT: return is_of(c, check_value_of(c, f->left), f->type) == positive;
    case HDDL_NOT: return evaluate(c, f->parts[0], !positive);
    case HDDL_AND: return positive ? evaluate_all(c, f, true) : evaluate_any(c, f, false);
    case HDDL_OR: return positive ? evaluate_any(c, f, true) : evaluate_all(c, f, false);
    case HDDL_IMPLY:
        return positive ? evaluate(c, f->parts[0], false) || evaluate(c, f->parts[1], true)
                        : evaluate(c, f->parts[0], true) && evaluate(c, f->parts[1], false);
    default: /* a quantifier */
        return is_existential(f, positive) ? search_values(c, &f, 1, positive, NULL, NULL)
                                           : !search_values(c, &f, 1, !positive, NULL, NULL);
    }
}

bool check_holds(check_state *c, const hddl_formula *formula)
{
    return formula == NULL || evaluate(c, formula, true);
}

const hddl_formula *check_first_false(check_state *c, const hddl_formula *formula)
{
    if (check_holds(c, formula))
        return NULL;
    while (formula->kind == HDDL_AND) {
        uint32_t i = 0;
        while (evaluate(c, formula->parts[i], true))
            i++;
        formula = formula->parts[i];
    }
    return formula;
}

/* --- Search ----------------------------------------------------------------------------------------------------- */

static bool is_open(const check_state *c, hddl_term term)
{
    return !hddl_is_object(term) && c->binding.values[term] == CHECK_UNBOUND && c->binding.is_open[term];
}

/* An open variable of a formula that has no value yet, or HDDL_NONE. */
static uint32_t open_variable(const check_state *c, const hddl_formula *f)
{
    if (f->kind == HDDL_ATOM) {
        for (uint32_t i = 0; i < hddl_arity(c->problem, f->atom.predicate); i++)
            if (is_open(c, f->atom.terms[i]))
                return (uint32_t)f->atom.terms[i];
    } else if (f->kind == HDDL_EQUAL || f->kind == HDDL_SORT) {
        if (is_open(c, f->left))
            return (uint32_t)f->left;
        if (f->kind == HDDL_EQUAL && is_open(c, f->right))
            return (uint32_t)f->right;
    }
    for (uint32_t i = 0; i < f->part_count; i++) {
        const uint32_t open = open_variable(c, f->parts[i]);
        if (open != HDDL_NONE)
            return open;
    }
    return HDDL_NONE;
}

/* The shortest list that contains all facts that match the atom. NULL: no fact does. */
static const check_list *shortest_list(const check_state *c, const hddl_atom *atom)
{
    const check_list *shortest = check_facts_of(&c->facts, atom->predicate);
    for (uint32_t i = 0; i < hddl_arity(c->problem, atom->predicate); i++) {
        if (is_open(c, atom->terms[i]))
            continue;
        const check_list *list =
            check_facts_with_object(&c->facts, atom->predicate, i, check_value_of(c, atom->terms[i]));
        if (list == NULL)
            return NULL;
        if (list->count < shortest->count)
            shortest = list;
    }
    return shortest;
}

/*
 * Binds the open terms of an atom to the objects of a fact, and lists them in `bound`. Returns false if they do not
 * fit.
 */
static bool match(check_state *c, const hddl_atom *atom, const check_fact *fact, uint32_t *bound, uint32_t *bound_count)
{
    const uint32_t *objects = c->facts.objects + fact->first;
    for (uint32_t i = 0; i < hddl_arity(c->problem, atom->predicate); i++) {
        const hddl_term term = atom->terms[i];
        if (!is_open(c, term)) {
            if (check_value_of(c, term) != objects[i])
                return false;
        } else if (is_of(c, objects[i], c->binding.schema->variables.items[term].type)) {
            c->binding.values[term] = objects[i];
            bound[(*bound_count)++] = (uint32_t)term;
        } else {
            return false;
        }
    }
    return true;
}

static void unbind(check_state *c, const uint32_t *bound, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        c->binding.values[bound[i]] = CHECK_UNBOUND;
}

/* Continues with each fact that matches the atom. */
static bool try_facts(search *s, const hddl_atom *atom, uint32_t depth)
{
    check_state *c = s->c;
    const check_list *found = shortest_list(c, atom);
    if (found == NULL)
        return false;
    const check_list list = *found; /* `each` may add facts, which moves the lists */
    uint32_t *bound = base_allocate((hddl_arity(c->problem, atom->predicate) + 1) * sizeof *bound);
    bool done = false;
    for (uint32_t i = list.head; i != HDDL_NONE && !done; i = check_facts_next(&c->facts, &list, i)) {
        uint32_t bound_count = 0;
        const check_fact fact = c->facts.items[i];
        if (fact.holds && match(c, atom, &fact, bound, &bound_count))
            done = step(s, depth);
        unbind(c, bound, bound_count);
    }
    free(bound);
    return done;
}

static bool try_objects(search *s, uint32_t variable, uint32_t depth)
{
    check_state *c = s->c;
    const hddl_type *type = &c->problem->types[c->binding.schema->variables.items[variable].type];
    bool done = false;
    for (uint32_t i = 0; i < type->object_count && !done; i++) {
        c->binding.values[variable] = type->objects[i];
        done = step(s, depth);
    }
    c->binding.values[variable] = CHECK_UNBOUND;
    return done;
}

/* An equality with one open side gives that side its value, if its type allows it. */
static bool try_equal(search *s, const hddl_formula *f, uint32_t depth)
{
    check_state *c = s->c;
    const bool left_is_open = is_open(c, f->left);
    const uint32_t variable = (uint32_t)(left_is_open ? f->left : f->right);
    const uint32_t value = check_value_of(c, left_is_open ? f->right : f->left);
    if (!is_of(c, value, c->binding.schema->variables.items[variable].type))
        return false;
    c->binding.values[variable] = value;
    const bool done = step(s, depth);
    c->binding.values[variable] = CHECK_UNBOUND;
    return done;
}

/* All conjuncts hold. A variable that none of them names can be any object of its type. */
static bool bind_remaining(search *s, uint32_t depth)
{
    check_state *c = s->c;
    for (uint32_t i = 0; i < c->binding.schema->variables.count; i++)
        if (is_open(c, (hddl_term)i))
            return try_objects(s, i, depth);
    if (s->each != NULL)
        s->each(c, s->user);
    return s->each == NULL;
}

/* The conjunct that binds the next variables. */
typedef struct choice {
    const hddl_formula *formula; /* NULL: all are decided */
    uint32_t variable;           /* one of its open variables */
    size_t cost;                 /* how many values it offers at most; SIZE_MAX: it offers none */
} choice;

static void consider(const check_state *c, const check_conjunct *conjunct, uint32_t variable, choice *best)
{
    const hddl_formula *f = conjunct->formula;
    size_t cost = SIZE_MAX;
    if (conjunct->positive && f->kind == HDDL_ATOM) {
        const check_list *list = shortest_list(c, &f->atom);
        cost = list != NULL ? list->count : 0;
    } else if (conjunct->positive && f->kind == HDDL_EQUAL && !(is_open(c, f->left) && is_open(c, f->right))) {
        cost = 1;
    }
    if (best->formula == NULL || cost < best->cost)
        *best = (choice){f, variable, cost};
}

/*
 * Evaluates the conjuncts that have become bound. Returns false if one is false. `best` gets the cheapest of the
 * others.
 */
static bool decide(search *s, uint32_t depth, choice *best)
{
    check_state *c = s->c;
    for (size_t i = s->first_conjunct; i < s->conjunct_end; i++) {
        const check_conjunct conjunct = c->conjuncts[i];
        if (conjunct.done_at != 0)
            continue;
        const uint32_t variable = open_variable(c, conjunct.formula);
        if (variable != HDDL_NONE)
            consider(c, &conjunct, variable, best);
        else if (!evaluate(c, conjunct.formula, conjunct.positive))
            return false;
        else
            c->conjuncts[i].done_at = depth;
    }
    return true;
}

/* One step of the search: decides, then binds. Returns true when a solution is found and one is enough. */
static bool step(search *s, uint32_t depth)
{
    check_state *c = s->c;
    choice best = {NULL, HDDL_NONE, SIZE_MAX};
    bool done = false;
    if (decide(s, depth, &best)) {
        if (best.formula == NULL)
            done = bind_remaining(s, depth + 1);
        else if (best.cost == SIZE_MAX)
            done = try_objects(s, best.variable, depth + 1);
        else if (best.formula->kind == HDDL_ATOM)
            done = try_facts(s, &best.formula->atom, depth + 1);
        else
            done = try_equal(s, best.formula, depth + 1);
    }
    for (size_t i = s->first_conjunct; i < s->conjunct_end; i++)
        if (c->conjuncts[i].done_at == depth)
            c->conjuncts[i].done_at = 0;
    return done;
}

bool check_can_hold(check_state *c, const hddl_formula *const *formulas, size_t count)
{
    bool all_bound = true;
    for (uint32_t i = 0; i < c->binding.schema->parameter_count; i++) {
        if (c->binding.values[i] == CHECK_UNBOUND) {
            open_variables(c, i, 1);
            all_bound = false;
        }
    }
    if (all_bound) {
        for (size_t i = 0; i < count; i++)
            if (!check_holds(c, formulas[i]))
                return false;
        return true;
    }
    const bool found = search_values(c, formulas, count, true, NULL, NULL);
    for (uint32_t i = 0; i < c->binding.schema->parameter_count; i++)
        if (c->binding.is_open[i])
            close_variables(c, i, 1);
    return found;
}

void check_each_solution(check_state *c, uint32_t first, uint32_t count, const hddl_formula *when, check_visit *each,
                         void *user)
{
    if (count == 0) {
        if (check_holds(c, when))
            each(c, user);
        return;
    }
    open_variables(c, first, count);
    search_values(c, &when, 1, true, each, user);
    close_variables(c, first, count);
}
