/* See random_problem.h. What cannot be of the right type is drawn anew a few times; the reader refuses what is left. */
#include "random_problem.h"

enum { TYPES = 4, OBJECTS = 3, PREDICATES = 4, ACTIONS = 3, TASKS = 3, MOST_VARIABLES = 12 };

static const char *const type_names[TYPES] = {"object", "a", "b", "c"};
static const unsigned object_types[OBJECTS] = {1, 2, 3};
static const unsigned arities[PREDICATES] = {0, 1, 0, 2};

typedef struct writer {
    uint64_t random;
    htn_text *text;
    unsigned types[MOST_VARIABLES]; /* of the variables in scope, ?v0 ... */
    unsigned variables;
    unsigned action_arity[ACTIONS], action_types[ACTIONS][2], task_arity[TASKS], task_types[TASKS][2];
} writer;

static unsigned draw(writer *w, unsigned count)
{
    w->random += 0x9E3779B97F4A7C15u;
    uint64_t z = w->random;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ (z >> 31)) >> 33) % count;
}

/* c is an a, and all are objects. */
static bool fits(unsigned left, unsigned right)
{
    return left == right || left == 0 || right == 0 || (left == 1 && right == 3) || (left == 3 && right == 1);
}

static void term(writer *w, unsigned type)
{
    for (unsigned tries = 0;; tries++) {
        const bool object = w->variables == 0 || draw(w, 5) == 0;
        const unsigned which = draw(w, object ? OBJECTS : w->variables);
        if (tries < 8 && !fits(object ? object_types[which] : w->types[which], type))
            continue;
        htn_text_add(w->text, object ? " o%u" : " ?v%u", which);
        return;
    }
}

static void variable(writer *w, unsigned type)
{
    htn_text_add(w->text, " ?v%u - %s", w->variables, type_names[type]);
    w->types[w->variables++] = type;
}

static void atom(writer *w)
{
    const unsigned predicate = draw(w, PREDICATES);
    htn_text_add(w->text, " (p%u", predicate);
    for (unsigned i = 0; i < arities[predicate]; i++)
        term(w, 0);
    htn_text_add(w->text, ")");
}

static void formula(writer *w, unsigned depth);

static void quantified(writer *w, unsigned depth)
{
    const unsigned before = w->variables;
    htn_text_add(w->text, draw(w, 2) == 0 ? " (forall (" : " (exists (");
    for (unsigned count = 1 + draw(w, 2); count > 0 && w->variables < MOST_VARIABLES; count--)
        variable(w, draw(w, TYPES));
    htn_text_add(w->text, ")");
    formula(w, depth);
    htn_text_add(w->text, ")");
    w->variables = before;
}

static void formula(writer *w, unsigned depth)
{
    static const char *const joints[] = {"and", "or", "imply", "not"};
    const unsigned kind = depth == 0 ? draw(w, 5) : draw(w, 10);
    if (kind <= 2) {
        atom(w);
    } else if (kind == 3) {
        htn_text_add(w->text, " (not");
        atom(w);
        htn_text_add(w->text, ")");
    } else if (kind == 4) {
        htn_text_add(w->text, draw(w, 2) == 0 ? " (not (=" : " (and (=");
        term(w, 0);
        term(w, 0);
        htn_text_add(w->text, "))");
    } else if (kind == 5) {
        quantified(w, depth - 1);
    } else {
        const unsigned joint = kind == 6 ? draw(w, 4) : draw(w, 2) * draw(w, 2);
        htn_text_add(w->text, " (%s", joints[joint]);
        for (unsigned parts = joint == 3 ? 1 : 2; parts > 0; parts--)
            formula(w, depth - 1);
        htn_text_add(w->text, ")");
    }
}

static void literal(writer *w)
{
    const bool negative = draw(w, 3) == 0;
    htn_text_add(w->text, negative ? " (not" : "");
    atom(w);
    htn_text_add(w->text, negative ? ")" : "");
}

static void effect(writer *w)
{
    const unsigned kind = draw(w, 8), before = w->variables;
    if (kind == 0) {
        htn_text_add(w->text, " (forall (");
        variable(w, draw(w, TYPES));
        htn_text_add(w->text, ")");
    }
    if (kind <= 1) {
        htn_text_add(w->text, " (when");
        formula(w, 1);
    }
    literal(w);
    htn_text_add(w->text, "%s%s", kind <= 1 ? ")" : "", kind == 0 ? ")" : "");
    w->variables = before;
}

static void action(writer *w, unsigned index)
{
    w->variables = 0;
    htn_text_add(w->text, "(:action act%u :parameters (", index);
    for (unsigned i = 0; i < w->action_arity[index]; i++)
        variable(w, w->action_types[index][i]);
    htn_text_add(w->text, ")\n  :precondition ");
    formula(w, 2);
    htn_text_add(w->text, "\n  :effect (and");
    for (unsigned count = 1 + draw(w, 3); count > 0; count--)
        effect(w);
    htn_text_add(w->text, "))\n");
}

static void subtasks(writer *w, unsigned most)
{
    htn_text_add(w->text, " :ordered-subtasks (and");
    for (unsigned count = draw(w, most + 1); count > 0; count--) {
        const bool primitive = draw(w, 2) == 0;
        const unsigned which = draw(w, primitive ? ACTIONS : TASKS);
        htn_text_add(w->text, primitive ? " (act%u" : " (task%u", which);
        for (unsigned i = 0; i < (primitive ? w->action_arity[which] : w->task_arity[which]); i++)
            term(w, primitive ? w->action_types[which][i] : w->task_types[which][i]);
        htn_text_add(w->text, ")");
    }
    htn_text_add(w->text, ")");
}

static void method(writer *w, unsigned task, unsigned index)
{
    w->variables = 0;
    htn_text_add(w->text, "(:method m%u_%u :parameters (", task, index);
    for (unsigned i = 0; i < w->task_arity[task]; i++)
        variable(w, draw(w, 4) == 0 ? draw(w, TYPES) : w->task_types[task][i]);
    for (unsigned count = draw(w, 3); count > 0; count--)
        variable(w, draw(w, TYPES));
    htn_text_add(w->text, ") :task (task%u", task);
    for (unsigned i = 0; i < w->task_arity[task]; i++) {
        if (draw(w, 6) == 0)
            term(w, w->task_types[task][i]);
        else
            htn_text_add(w->text, " ?v%u", i);
    }
    htn_text_add(w->text, ")");
    if (draw(w, 3) != 0) {
        htn_text_add(w->text, "\n  :precondition");
        formula(w, draw(w, 3));
    }
    htn_text_add(w->text, "\n ");
    subtasks(w, 3);
    if (draw(w, 4) == 0) {
        htn_text_add(w->text, "\n  :constraints (not (=");
        term(w, 0);
        term(w, 0);
        htn_text_add(w->text, "))");
    }
    htn_text_add(w->text, ")\n");
}

static void domain(writer *w)
{
    htn_text_add(w->text, "(define (domain random)\n(:requirements :typing :hierarchy)\n(:types a b - object c - a)\n"
                          "(:constants o0 - a o1 - b o2 - c)\n(:predicates");
    for (unsigned i = 0; i < PREDICATES; i++)
        htn_text_add(w->text, " (p%u%s%s)", i, arities[i] > 0 ? " ?x - object" : "",
                     arities[i] > 1 ? " ?y - object" : "");
    htn_text_add(w->text, ")\n");
    for (unsigned i = 0; i < ACTIONS; i++)
        w->action_arity[i] = draw(w, 3);
    for (unsigned i = 0; i < TASKS; i++) {
        w->task_arity[i] = draw(w, 3);
        htn_text_add(w->text, "(:task task%u :parameters (", i);
        for (unsigned k = 0; k < 2; k++) {
            w->action_types[i][k] = draw(w, 2) * draw(w, TYPES);
            w->task_types[i][k] = draw(w, 2) * draw(w, TYPES);
        }
        for (unsigned k = 0; k < w->task_arity[i]; k++)
            htn_text_add(w->text, " ?x%u - %s", k, type_names[w->task_types[i][k]]);
        htn_text_add(w->text, "))\n");
    }
    for (unsigned i = 0; i < TASKS; i++)
        for (unsigned count = 1 + draw(w, 3); count > 0; count--)
            method(w, i, count);
    for (unsigned i = 0; i < ACTIONS; i++)
        action(w, i);
    htn_text_add(w->text, ")\n");
}

static void facts(writer *w)
{
    for (unsigned predicate = 0; predicate < PREDICATES; predicate++)
        for (unsigned i = 0; i < (arities[predicate] > 0 ? OBJECTS : 1); i++)
            for (unsigned k = 0; k < (arities[predicate] > 1 ? OBJECTS : 1); k++)
                if (draw(w, 3) == 0) {
                    htn_text_add(w->text, " (p%u", predicate);
                    htn_text_add(w->text, arities[predicate] > 0 ? " o%u" : "", i);
                    htn_text_add(w->text, arities[predicate] > 1 ? " o%u)" : ")", k);
                }
}

void random_problem(uint64_t seed, htn_text *domain_text, htn_text *problem_text)
{
    writer w = {.random = seed, .text = domain_text};
    domain(&w);
    w.text = problem_text;
    w.variables = 0;
    htn_text_add(w.text, "(define (problem p) (:domain random)\n(:htn :parameters (");
    for (unsigned count = draw(&w, 2); count > 0; count--)
        variable(&w, draw(&w, TYPES));
    htn_text_add(w.text, ")");
    subtasks(&w, 2);
    htn_text_add(w.text, ")\n(:init");
    facts(&w);
    w.variables = 0;
    htn_text_add(w.text, ")\n(:goal");
    formula(&w, 1);
    htn_text_add(w.text, "))\n");
}
