/* Random problems (random_hddl.h). Terms are drawn for the type that a place wants, at times for one that only overlaps. */
#include "random_hddl.h"
#include "draw.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TASKS = 3, ACTIONS = RANDOM_COSTED, MOST_VARIABLES = 6, MOST_PLACES = RANDOM_PLACES };

typedef struct symbol {
    const char *name;
    uint32_t count, types[MOST_PLACES];
} symbol;

static const symbol statics[] = {{"link", 2, {TYPE_A, TYPE_C}}, {"big", 1, {TYPE_A}}, {"odd", 2, {TYPE_ANY, TYPE_ANY}}};
static const symbol fluents[] = {{"on", 1, {TYPE_A}}, {"at", 1, {TYPE_C}}, {"go", 0, {0}}};

typedef struct scope {
    uint32_t count, types[MOST_VARIABLES];
    symbol tasks[TASKS], actions[ACTIONS];
} scope;

static uint32_t draw(random_hddl *r, uint32_t count)
{
    return draw_below(&r->random, count);
}

static bool one_in(random_hddl *r, uint32_t count)
{
    return draw(r, count) == 0;
}

static void put(random_hddl *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(r->text + r->length, RANDOM_HDDL_MOST - r->length, format, arguments);
    va_end(arguments);
    r->length += length > 0 && r->length + (uint32_t)length < RANDOM_HDDL_MOST ? (uint32_t)length : 0;
}

/* Costs, as text. */
static void put_text(random_hddl *r, base_text *text)
{
    put(r, "%s", base_text_of(text));
    base_text_free(text);
}

static void put_variables(random_hddl *r, const scope *s)
{
    put(r, "(");
    for (uint32_t i = 0; i < s->count; i++) {
        put(r, i ? " ?v%u - %s" : "?v%u - %s", i, random_type_name(s->types[i]));
    }
    put(r, ")");
}

/* `exact`: of the type wanted or one under it. */
static void put_term(random_hddl *r, const scope *s, uint32_t type, bool exact)
{
    uint32_t begin = draw(r, MOST_VARIABLES);
    for (uint32_t i = 0; i < s->count && !one_in(r, 8); i++) {
        uint32_t variable = (begin + i) % s->count;
        if (random_is_under(s->types[variable], type) ||
            (!exact && one_in(r, 4) && random_is_under(type, s->types[variable]))) {
            put(r, " ?v%u", variable);
            return;
        }
    }
    begin = draw(r, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t object = (begin + i) % 4;
        if (!(r->alike && object == 3) && random_is_under(random_object_type(object), type)) {
            put(r, " %s", random_object_name(object));
            return;
        }
    }
}

static void put_atom(random_hddl *r, const scope *s, const symbol *of, bool exact)
{
    put(r, "(%s", of->name);
    for (uint32_t i = 0; i < of->count; i++) {
        put_term(r, s, of->types[i], exact);
    }
    put(r, ")");
}

static void put_literal(random_hddl *r, const scope *s)
{
    bool negative = one_in(r, 3);
    put(r, negative ? " (not " : " ");
    if (one_in(r, 6)) {
        put(r, "(=");
        put_term(r, s, TYPE_ANY, true);
        put_term(r, s, TYPE_ANY, true);
        put(r, ")");
    } else if (one_in(r, 4)) {
        put_atom(r, s, &statics[draw(r, 3)], true);
    } else {
        put_atom(r, s, &fluents[draw(r, 3)], true);
    }
    put(r, negative ? ")" : "");
}

/* One of the conditions that are more than a literal. */
static void put_formula(random_hddl *r, const scope *s)
{
    static const char *const heads[] = {" (or", " (imply", " (exists (?v%u - %s) (and", " (forall (?v%u - %s) (or"};
    uint32_t kind = draw(r, 4);
    scope inner = *s;
    if (kind > 1 && s->count < MOST_VARIABLES) {
        inner.types[inner.count++] = draw(r, RANDOM_TYPES);
        put(r, heads[kind], s->count, random_type_name(inner.types[s->count]));
    } else {
        put(r, "%s", heads[kind &= 1]);
    }
    put_literal(r, &inner);
    put_literal(r, &inner);
    put(r, kind > 1 ? "))" : ")");
}

static void put_condition(random_hddl *r, const scope *s, uint32_t most)
{
    put(r, "(and");
    for (uint32_t i = draw(r, most + 1); i > 0; i--) {
        if (one_in(r, 6)) {
            put_formula(r, s);
        } else {
            put_literal(r, s);
        }
    }
    put(r, ")");
}

static void put_effect(random_hddl *r, const scope *s)
{
    bool negative = one_in(r, 2), when = one_in(r, 5), forall = s->count < MOST_VARIABLES && one_in(r, 8);
    scope inner = *s;
    if (forall) {
        inner.types[inner.count++] = TYPE_A + draw(r, RANDOM_TYPES - 1);
        put(r, " (forall (?v%u - %s)", s->count, random_type_name(inner.types[s->count]));
    }
    if (when) {
        put(r, " (when ");
        put_condition(r, &inner, 2);
    }
    put(r, negative ? " (not " : " ");
    put_atom(r, &inner, &fluents[draw(r, 3)], true);
    put(r, "%s%s%s", negative ? ")" : "", when ? ")" : "", forall ? ")" : "");
}

static void draw_variables(random_hddl *r, scope *s, uint32_t count)
{
    for (s->count = 0; s->count < count; s->count++) {
        s->types[s->count] = one_in(r, 6) ? TYPE_ANY : TYPE_A + draw(r, RANDOM_TYPES - 1);
    }
}

static void put_action(random_hddl *r, scope *s, uint32_t index)
{
    draw_variables(r, s, s->actions[index].count);
    memcpy(s->types, s->actions[index].types, s->count * sizeof *s->types);
    put(r, "(:action %s :parameters ", s->actions[index].name);
    put_variables(r, s);
    put(r, "\n  :precondition ");
    put_condition(r, s, 1);
    put(r, "\n  :effect (and");
    for (uint32_t i = draw(r, 3) + 1; i > 0; i--) {
        put_effect(r, s);
    }
    base_text costs = {0};
    random_costs_add_effects(&r->costs, index, &costs);
    put_text(r, &costs);
    put(r, "))\n");
}

static void put_subtasks(random_hddl *r, const scope *s, uint32_t least, uint32_t most)
{
    put(r, " :ordered-subtasks (and");
    for (uint32_t i = least + draw(r, most - least + 1); i > 0; i--) {
        const symbol *of = one_in(r, 2) ? &s->tasks[draw(r, TASKS)] : &s->actions[draw(r, ACTIONS)];
        put(r, " ");
        put_atom(r, s, of, true);
    }
    put(r, ")");
}

static void put_method(random_hddl *r, scope *s, uint32_t task, uint32_t number)
{
    draw_variables(r, s, draw(r, 4));
    put(r, "(:method m%u_%u :parameters ", task, number);
    uint32_t own = s->count;
    for (uint32_t i = 0; i < s->tasks[task].count && s->count < MOST_VARIABLES; i++) {
        s->types[s->count++] = s->tasks[task].types[i] == TYPE_A && one_in(r, 4) ? TYPE_B : s->tasks[task].types[i];
    }
    put_variables(r, s);
    put(r, "\n  :task (%s", s->tasks[task].name);
    for (uint32_t i = 0; i < s->tasks[task].count; i++) {
        if (one_in(r, 6)) {
            put_term(r, s, s->tasks[task].types[i], true); /* a constant, or a variable that comes twice */
        } else {
            put(r, " ?v%u", own + i);
        }
    }
    put(r, ")\n  :precondition ");
    put_condition(r, s, 2);
    put(r, "\n ");
    put_subtasks(r, s, 0, 3);
    put(r, ")\n");
}

static void put_symbols(random_hddl *r, const symbol *of, uint32_t count, const char *before, const char *after)
{
    for (uint32_t i = 0; i < count; i++) {
        put(r, "%s%s", before, of[i].name);
        for (uint32_t place = 0; place < of[i].count; place++) {
            put(r, " ?x%u - %s", place, random_type_name(of[i].types[place]));
        }
        put(r, "%s", after);
    }
}

static void make_domain(random_hddl *r, scope *s)
{
    static const char *const task_names[] = {"t0", "t1", "t2"}, *const action_names[] = {"p0", "p1", "p2", "p3"};
    for (uint32_t i = 0; i < TASKS + ACTIONS; i++) {
        symbol *of = i < TASKS ? &s->tasks[i] : &s->actions[i - TASKS];
        *of = (symbol){i < TASKS ? task_names[i] : action_names[i - TASKS], draw(r, 3), {0}};
        for (uint32_t place = 0; place < of->count; place++) {
            of->types[place] = TYPE_A + draw(r, RANDOM_TYPES - 1);
        }
    }
    const uint32_t parameters[ACTIONS] = {s->actions[0].count, s->actions[1].count, s->actions[2].count,
                                          s->actions[3].count};
    random_costs_draw(&r->costs, r->seed, parameters);
    put(r, "(define (domain d)\n(:requirements :typing :hierarchy :negative-preconditions :equality "
           ":method-preconditions)\n");
    put(r, "(:types a c - object b - a)\n(:constants k - b)\n(:predicates");
    put_symbols(r, statics, 3, " (", ")");
    put_symbols(r, fluents, 3, " (", ")");
    put(r, ")\n");
    base_text functions = {0};
    random_costs_add_functions(&r->costs, &functions);
    put_text(r, &functions);
    for (uint32_t i = 0; i < TASKS; i++) {
        put(r, "(:task %s :parameters (", s->tasks[i].name);
        for (uint32_t place = 0; place < s->tasks[i].count; place++) {
            put(r, " ?x%u - %s", place, random_type_name(s->tasks[i].types[place]));
        }
        put(r, "))\n");
    }
}

/* What holds of the two that nothing else names, mostly the same of both. */
static void put_alike(random_hddl *r)
{
    static const char *const facts[][2] = {{" (at c2)", " (at c3)"},
                                           {" (link k c2)", " (link k c3)"},
                                           {" (odd c2 k)", " (odd c3 k)"},
                                           {" (odd c2 c2)", " (odd c3 c3)"}};
    for (uint32_t i = 0; i < 4; i++) {
        bool both = one_in(r, 2);
        put(r, "%s", both || one_in(r, 8) ? facts[i][0] : "");
        put(r, "%s", both || one_in(r, 16) ? facts[i][1] : "");
    }
}

void random_hddl_make(random_hddl *made, uint64_t seed)
{
    random_hddl *r = made;
    scope s = {0};
    memset(r, 0, sizeof *r);
    r->seed = seed;
    r->random = seed * 0x9E3779B97F4A7C15u + 1;
    r->alike = seed % 3 == 0;
    r->text = r->domain;
    make_domain(r, &s);
    for (uint32_t task = 0; task < TASKS; task++) {
        for (uint32_t i = draw(r, 3) + 2; i > 0; i--) {
            put_method(r, &s, task, i);
        }
    }
    for (uint32_t i = 0; i < ACTIONS; i++) {
        put_action(r, &s, i);
    }
    put(r, ")\n");
    r->text = r->problem;
    r->length = 0;
    put(r, "(define (problem p) (:domain d)\n(:objects a1 - a c1 c2%s - c)\n(:htn :parameters ", r->alike ? " c3" : "");
    /* Constants of the domain alone stand in it; the problem may name all. */
    draw_variables(r, &s, draw(r, 2));
    put_variables(r, &s);
    put_subtasks(r, &s, 1, 4);
    put(r, ")\n(:init");
    s.count = 0;
    for (uint32_t i = 3 + draw(r, 9); i > 0; i--) {
        put(r, " ");
        put_atom(r, &s, one_in(r, 3) ? &fluents[draw(r, 3)] : &statics[draw(r, 3)], true);
    }
    if (r->alike) {
        put_alike(r);
    }
    base_text numbers = {0};
    random_costs_add_numbers(&r->costs, &numbers);
    put_text(r, &numbers);
    put(r, ")\n");
    if (one_in(r, 2)) {
        put(r, "(:goal ");
        put_condition(r, &s, 2);
        put(r, ")\n");
    }
    put(r, ")\n");
}
