/* A plan is tried as it stands, line for line; see naive_check.h. */
#include "naive_check.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 512, MOST_WORDS = 64, MOST_VALUES = 64, MOST_FACTS = 4096, MOST_ARITY = 8 };
#define NOTHING UINT32_MAX

typedef struct fact {
    uint32_t predicate, objects[MOST_ARITY];
} fact;

typedef struct line {
    char *words[MOST_WORDS];
    uint32_t count;
    uint32_t uses; /* how often it is somebody's subtask */
} line;

typedef struct checker {
    const hddl_problem *problem;
    char *copy;
    line lines[MOST_LINES];
    uint32_t line_count;
    line *root;
    fact facts[MOST_FACTS];
    uint32_t fact_count;
    uint32_t next_step; /* a line */
} checker;

/* What a schema's variables are; one for each check of a schema. */
typedef uint32_t values[MOST_VALUES];

/* --- Text ------------------------------------------------------------------------------------------------------- */

static bool is_id(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0' && strlen(word) <= 18;
}

static bool is_arrow(const char *word)
{
    return strcmp(word, "->") == 0;
}

static uint32_t arrow_of(const line *l)
{
    uint32_t i = 0;
    while (i < l->count && !is_arrow(l->words[i]))
        i++;
    return i;
}

static bool is_step(const line *l)
{
    return arrow_of(l) == l->count;
}

static void split(line *l, char *text)
{
    *l = (line){.count = 0};
    for (char *word = strtok(text, " \t\r"); word != NULL && l->count < MOST_WORDS; word = strtok(NULL, " \t\r"))
        l->words[l->count++] = word;
}

/* The lines between the marks; false: they are not both there, or a line is none. */
static bool read_lines(checker *c)
{
    bool begun = false;
    for (char *at = c->copy, *end; *at != '\0'; at = end) {
        line l;
        end = at + strcspn(at, "\n");
        if (*end != '\0')
            *end++ = '\0';
        split(&l, at);
        if (l.count == 1 && strcmp(l.words[0], "==>") == 0 && !begun) {
            begun = true;
        } else if (l.count == 1 && strcmp(l.words[0], "<==") == 0 && begun) {
            return c->root != NULL;
        } else if (begun && l.count > 0) {
            const bool root = strcmp(l.words[0], "root") == 0;
            if (c->line_count == MOST_LINES || (root ? c->root != NULL : !is_id(l.words[0]) || l.count < 2))
                return false;
            c->lines[c->line_count] = l;
            c->root = root ? &c->lines[c->line_count] : c->root;
            c->line_count++;
        }
    }
    return false;
}

static line *find_line(checker *c, const char *id)
{
    line *found = NULL;
    for (uint32_t i = 0; i < c->line_count; i++) {
        line *l = &c->lines[i];
        if (l == c->root || strtoull(l->words[0], NULL, 10) != strtoull(id, NULL, 10))
            continue;
        if (found != NULL)
            return NULL;
        found = l;
    }
    return found;
}

/* --- Objects and types ------------------------------------------------------------------------------------------ */

static uint32_t find_object(const checker *c, const char *name)
{
    for (uint32_t i = 0; i < c->problem->object_count; i++)
        if (strcmp(c->problem->objects[i].name, name) == 0)
            return i;
    return NOTHING;
}

/* Whether what is of type `of` is of type `type`, too. */
static bool is_kind(const checker *c, uint32_t of, uint32_t type)
{
    const hddl_type *t = &c->problem->types[of], *wanted = &c->problem->types[type];
    if (of == type || type == 0)
        return true;
    for (uint32_t i = 0; i < wanted->member_count; i++)
        if (is_kind(c, of, wanted->members[i]))
            return true;
    for (uint32_t i = 0; i < t->parent_count; i++)
        if (is_kind(c, t->parents[i], type))
            return true;
    for (uint32_t i = 0; i < t->member_count; i++) /* declared `either`: it is of all of them */
        if (is_kind(c, t->members[i], type))
            return true;
    return false;
}

static bool fits(const checker *c, uint32_t object, const hddl_variable *variable)
{
    return is_kind(c, c->problem->objects[object].type, variable->type);
}

/* --- Conditions ------------------------------------------------------------------------------------------------- */

static uint32_t value(hddl_term term, const uint32_t *v)
{
    return hddl_is_object(term) ? hddl_object_of(term) : v[term];
}

static fact fact_of(const checker *c, const hddl_atom *atom, const uint32_t *v)
{
    fact f;
    memset(&f, 0, sizeof f);
    f.predicate = atom->predicate;
    for (uint32_t i = 0; i < c->problem->predicates[atom->predicate].parameters.count; i++)
        f.objects[i] = value(atom->terms[i], v);
    return f;
}

static uint32_t find_fact(const checker *c, const fact *f)
{
    for (uint32_t i = 0; i < c->fact_count; i++)
        if (memcmp(&c->facts[i], f, sizeof *f) == 0)
            return i;
    return NOTHING;
}

static bool holds(const checker *c, const hddl_schema *s, const hddl_formula *f, uint32_t *v);

/* Whether some (or, with `all`, every) value of the quantifier's variables from `at` on makes its part true. */
static bool quantified(const checker *c, const hddl_schema *s, const hddl_formula *f, uint32_t at, bool all,
                       uint32_t *v)
{
    if (at == f->first + f->count)
        return holds(c, s, f->parts[0], v);
    for (uint32_t object = 0; object < c->problem->object_count; object++) {
        v[at] = object;
        if (fits(c, object, &s->variables.items[at]) && quantified(c, s, f, at + 1, all, v) != all)
            return !all;
    }
    return all;
}

static bool holds(const checker *c, const hddl_schema *s, const hddl_formula *f, uint32_t *v)
{
    bool any = false, all = true;
    if (f == NULL)
        return true;
    if (f->kind == HDDL_FORALL || f->kind == HDDL_EXISTS)
        return quantified(c, s, f, f->first, f->kind == HDDL_FORALL, v);
    for (uint32_t i = 0; i < f->part_count; i++) {
        const bool one = holds(c, s, f->parts[i], v);
        any |= one;
        all &= one;
    }
    if (f->kind == HDDL_ATOM) {
        const fact wanted = fact_of(c, &f->atom, v);
        return find_fact(c, &wanted) != NOTHING;
    }
    switch (f->kind) {
    case HDDL_EQUAL: return value(f->left, v) == value(f->right, v);
    case HDDL_SORT: return is_kind(c, c->problem->objects[value(f->left, v)].type, f->type);
    case HDDL_NOT: return !any;
    case HDDL_AND: return all;
    case HDDL_OR: return any;
    default: return !holds(c, s, f->parts[0], v) || holds(c, s, f->parts[1], v);
    }
}

/* --- Steps ------------------------------------------------------------------------------------------------------ */

typedef struct change_list {
    fact facts[MOST_FACTS];
    uint32_t count;
} change_list;

static void collect(const checker *c, const hddl_schema *s, const hddl_effect *e, uint32_t at, uint32_t *v,
                    change_list *list)
{
    if (at < e->first + e->count) {
        for (uint32_t object = 0; object < c->problem->object_count; object++) {
            v[at] = object;
            if (fits(c, object, &s->variables.items[at]))
                collect(c, s, e, at + 1, v, list);
        }
    } else if (list->count < MOST_FACTS && holds(c, s, e->when, v)) {
        list->facts[list->count++] = fact_of(c, &e->atom, v);
    }
}

static bool do_step(checker *c, const line *l, const hddl_action *action)
{
    change_list *changes = calloc(2, sizeof *changes); /* deletes, adds */
    values v;
    bool good;
    if (changes == NULL)
        abort();
    for (uint32_t i = 0; i < action->schema.parameter_count; i++)
        v[i] = find_object(c, l->words[2 + i]);
    good = holds(c, &action->schema, action->precondition, v);
    for (uint32_t i = 0; i < action->effect_count && good; i++)
        collect(c, &action->schema, &action->effects[i], action->effects[i].first, v,
                &changes[action->effects[i].adds]);
    for (uint32_t i = 0; i < changes[0].count; i++) {
        const uint32_t at = find_fact(c, &changes[0].facts[i]);
        if (at != NOTHING)
            c->facts[at] = c->facts[--c->fact_count];
    }
    for (uint32_t i = 0; i < changes[1].count && c->fact_count < MOST_FACTS; i++)
        if (find_fact(c, &changes[1].facts[i]) == NOTHING)
            c->facts[c->fact_count++] = changes[1].facts[i];
    free(changes);
    return good;
}

/* --- Decomposition ---------------------------------------------------------------------------------------------- */

/* Whether a line names this schema, with arguments of its types in front of `end`. */
static bool is_call(const checker *c, const line *l, const hddl_schema *schema, uint32_t end)
{
    if (strcmp(l->words[1], schema->name) != 0 || end != 2 + schema->parameter_count)
        return false;
    for (uint32_t i = 0; i < schema->parameter_count; i++) {
        const uint32_t object = find_object(c, l->words[2 + i]);
        if (object == NOTHING || !fits(c, object, &schema->variables.items[i]))
            return false;
    }
    return true;
}

/* A network and what it hangs on, with the lines that it is said to be. */
typedef struct decomposition {
    const hddl_schema *schema;
    const hddl_term *head; /* NULL: none */
    uint32_t head_count;
    const line *task;
    const hddl_network *network;
    line *subtasks[MOST_WORDS];
    const hddl_formula *conditions[2];
} decomposition;

static bool agrees(const checker *c, hddl_term term, const char *word, const uint32_t *v, uint32_t bound)
{
    return (!hddl_is_object(term) && (uint32_t)term >= bound) || value(term, v) == find_object(c, word);
}

/* Whether all terms whose variables are below `bound` are what the lines say. */
static bool all_agree(const checker *c, const decomposition *d, const uint32_t *v, uint32_t bound)
{
    for (uint32_t i = 0; i < d->head_count; i++)
        if (!agrees(c, d->head[i], d->task->words[2 + i], v, bound))
            return false;
    for (uint32_t i = 0; i < d->network->count; i++) {
        const hddl_subtask *s = &d->network->subtasks[i];
        const uint32_t count = s->primitive ? c->problem->actions[s->index].schema.parameter_count
                                            : c->problem->tasks[s->index].schema.parameter_count;
        for (uint32_t k = 0; k < count; k++)
            if (!agrees(c, s->terms[k], d->subtasks[i]->words[2 + k], v, bound))
                return false;
    }
    return true;
}

static bool has_values(const checker *c, const decomposition *d, uint32_t at, uint32_t *v)
{
    if (!all_agree(c, d, v, at))
        return false;
    if (at == d->schema->parameter_count)
        return holds(c, d->schema, d->conditions[0], v) && holds(c, d->schema, d->conditions[1], v);
    for (uint32_t object = 0; object < c->problem->object_count; object++) {
        v[at] = object;
        if (fits(c, object, &d->schema->variables.items[at]) && has_values(c, d, at + 1, v))
            return true;
    }
    return false;
}

/* Whether the words from `first` on are the lines of the network's subtasks, by kind and name. */
static bool find_subtasks(checker *c, decomposition *d, const line *l, uint32_t first)
{
    if (l->count - first != d->network->count)
        return false;
    for (uint32_t i = 0; i < d->network->count; i++) {
        const hddl_subtask *s = &d->network->subtasks[i];
        line *found = is_id(l->words[first + i]) ? find_line(c, l->words[first + i]) : NULL;
        if (found == NULL || is_step(found) != s->primitive ||
            !is_call(c, found,
                     s->primitive ? &c->problem->actions[s->index].schema : &c->problem->tasks[s->index].schema,
                     arrow_of(found)))
            return false;
        d->subtasks[i] = found;
    }
    return true;
}

static bool follow(checker *c, line *l, uint32_t depth);

static bool follow_all(checker *c, const decomposition *d, uint32_t depth)
{
    for (uint32_t i = 0; i < d->network->count; i++)
        if (d->subtasks[i]->uses++ > 0 || !follow(c, d->subtasks[i], depth + 1))
            return false;
    return true;
}

/* A task's or a step's line, whose name and arguments have been looked at. */
static bool follow(checker *c, line *l, uint32_t depth)
{
    const uint32_t arrow = arrow_of(l);
    values v;
    if (depth > c->line_count)
        return false;
    if (arrow == l->count) {
        while (&c->lines[c->next_step] == c->root || !is_step(&c->lines[c->next_step]))
            c->next_step++;
        for (uint32_t i = 0; i < c->problem->action_count; i++)
            if (strcmp(c->problem->actions[i].schema.name, l->words[1]) == 0)
                return l == &c->lines[c->next_step++] && do_step(c, l, &c->problem->actions[i]);
        return false;
    }
    for (uint32_t i = 0; i < c->problem->method_count && arrow + 1 < l->count; i++) {
        const hddl_method *m = &c->problem->methods[i];
        decomposition d = {.schema = &m->schema,
                           .head = m->terms,
                           .task = l,
                           .network = &m->network,
                           .head_count = c->problem->tasks[m->task].schema.parameter_count,
                           .conditions = {m->precondition, m->constraints}};
        if (strcmp(m->schema.name, l->words[arrow + 1]) == 0 &&
            strcmp(c->problem->tasks[m->task].schema.name, l->words[1]) == 0 && find_subtasks(c, &d, l, arrow + 2) &&
            has_values(c, &d, 0, v))
            return follow_all(c, &d, depth);
    }
    return false;
}

static bool check(checker *c)
{
    const hddl_initial *initial = &c->problem->initial;
    decomposition d = {.schema = &initial->schema, .network = &initial->network, .conditions = {initial->constraints}};
    values v;
    if (c->problem->fact_count > MOST_FACTS)
        abort(); /* not for such problems */
    for (uint32_t i = 0; i < c->problem->fact_count; i++)
        c->facts[c->fact_count++] = fact_of(c, &c->problem->facts[i], NULL);
    if (!read_lines(c) || !find_subtasks(c, &d, c->root, 1) || !has_values(c, &d, 0, v) || !follow_all(c, &d, 0))
        return false;
    for (uint32_t i = 0; i < c->line_count; i++)
        if (&c->lines[i] != c->root && c->lines[i].uses != 1)
            return false;
    return holds(c, &c->problem->goal_schema, c->problem->goal, v);
}

bool naive_check(const hddl_problem *problem, const char *text)
{
    checker *c = calloc(1, sizeof *c);
    const size_t length = strlen(text);
    if (c == NULL || (c->copy = malloc(length + 1)) == NULL)
        abort();
    memcpy(c->copy, text, length + 1);
    c->problem = problem;
    const bool is = check(c);
    free(c->copy);
    free(c);
    return is;
}
