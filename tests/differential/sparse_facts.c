/*
 * A static table of three places and 2,000 instances, 8,000,000,000 cells of which a few hundred have facts: cells beyond 32 bits,
 * lists of keys, and indexes by each of the three places. What is asked of it goes into the arguments of a step, which must be
 * what going through the facts one by one comes to. The reference holds no world with so many cells.
 */
#include "dice.h"
#include "groups.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 2000, HOT = 5, FACTS = 300, PAIRS = 60, LINE = 64, REST = 1 << 14, USUAL = 4 };

/* The hot ones, first and last instance among them, which most facts are about, so that some keys have several instances. */
static const uint32_t hot[HOT] = {0, 1, 733, 1998, 1999};

typedef struct fact {
    uint32_t at[3];
    int32_t value; /* of Fee; Link is true */
} fact;

typedef struct facts {
    fact list[FACTS];
    uint32_t count;
} facts;

#define ALL_TOLD                                                                                            \
    "Counted(\n"                                                                                            \
    "    count(x : Place where Link(x, A, B)), count(x : Place where Link(A, x, B)),\n"                     \
    "    count(x : Place where Link(A, B, x)), count(x : Place where not Link(A, B, x)),\n"                 \
    "    count(x : Place where Fee(A, x, B) > 4), count(x : Place where Fee(x, A, B) == 4),\n"              \
    "    count(x : Place where Link(x, x, A)), count(x : Place where Link(P733, x, B)),\n"                  \
    "    sum(x : Place where Link(A, x, B) : Fee(A, x, B))),\n"                                             \
    "Asked(Link(A, B, A), not Link(B, A, A), Fee(A, A, B), Link(P0, P1, P1999),\n"                          \
    "    exists(x : Place where Link(x, B, A)), every(x : Place where Link(x, A, B) : Fee(x, A, B) > 2),\n" \
    "    none(x : Place where Link(A, x, B) and Link(B, x, A))), Last(q)]\n"

static const char tasks[] =
    "Compound Task [Go]\n"
    "    Method [any q : Place where Link(B, A, q), not Link(q, B, A),\n"
    "            any p : Place where Link(A, p, B), not Shut, Fee(A, p, B) != 3]\n"
    "        Prefer [highest Fee(A, p, B)]\n"
    "        Subtasks [Tell(p), " ALL_TOLD "    Method [any q : Place where Link(B, A, q), not Link(q, B, A)]\n"
    "        Subtasks [" ALL_TOLD "Primitive Task [Tell(p : Place)]\n"
    "Primitive Task [Counted(a : int, b : int, c : int, d : int, e : int, f : int, g : int, h : int, i : int)]\n"
    "Primitive Task [Asked(a : bool, b : bool, c : int, d : bool, e : bool, f : bool, g : bool)]\n"
    "Primitive Task [Last(q : Place)] Preconditions [any r : Place where Link(B, A, r), r == q]\n";

static const fact *find(const facts *all, uint32_t x, uint32_t y, uint32_t z)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (all->list[i].at[0] == x && all->list[i].at[1] == y && all->list[i].at[2] == z)
            return &all->list[i];
    return NULL;
}

static uint32_t draw_place(dice_state *dice)
{
    return dice_below(dice, 8) == 0 ? dice_below(dice, PLACES) : hot[dice_below(dice, HOT)];
}

static void draw_facts(facts *all, dice_state *dice)
{
    while (all->count < FACTS) {
        fact *next = &all->list[all->count];
        uint32_t free_place = dice_below(dice, 3);

        for (uint32_t i = 0; i < 3; i++)
            next->at[i] = i == free_place ? dice_below(dice, PLACES) : draw_place(dice);
        next->value = (int32_t)dice_below(dice, 10);
        if (find(all, next->at[0], next->at[1], next->at[2]) == NULL)
            all->count++;
    }
}

static char *make_text(const facts *all)
{
    char *text = subject_memory((size_t)PLACES * LINE + (size_t)FACTS * 2 * LINE + REST + sizeof tasks);
    size_t length = (size_t)sprintf(text, "Entities [Place] Values [");

    for (uint32_t i = 0; i < PLACES; i++)
        length += (size_t)sprintf(text + length, "%sP%u", i == 0 ? "" : ", ", (unsigned)i);
    length += (size_t)sprintf(text + length,
                              "]\nWorld State [A : Place, B : Place, Shut : bool, Link(Place, Place, Place) : bool,\n"
                              "    Fee(Place, Place, Place) : 0..9 = %d]\nFacts [\n",
                              USUAL);
    for (uint32_t i = 0; i < all->count; i++) {
        const fact *each = &all->list[i];
        const unsigned x = each->at[0], y = each->at[1], z = each->at[2];
        length += (size_t)sprintf(text + length, "Link(P%u, P%u, P%u) = true, Fee(P%u, P%u, P%u) = %d,\n", x, y, z, x,
                                  y, z, (int)each->value);
    }
    length += (size_t)sprintf(text + length, "]\n");
    memcpy(text + length, tasks, sizeof tasks);
    return text;
}

/* --- The same, naively --------------------------------------------------------------------------------- */

static bool is_linked(const facts *all, uint32_t x, uint32_t y, uint32_t z)
{
    return find(all, x, y, z) != NULL;
}

static int32_t fee(const facts *all, uint32_t x, uint32_t y, uint32_t z)
{
    const fact *found = find(all, x, y, z);
    return found != NULL ? found->value : USUAL;
}

static void add_counted(text_buffer *to, const facts *all, uint32_t a, uint32_t b)
{
    uint32_t n[8] = {0};
    int32_t sum = 0;

    for (uint32_t p = 0; p < PLACES; p++) {
        n[0] += is_linked(all, p, a, b);
        n[1] += is_linked(all, a, p, b);
        n[2] += is_linked(all, a, b, p);
        n[3] += !is_linked(all, a, b, p);
        n[4] += fee(all, a, p, b) > 4;
        n[5] += fee(all, p, a, b) == 4;
        n[6] += is_linked(all, p, p, a);
        n[7] += is_linked(all, 733, p, b);
        sum += is_linked(all, a, p, b) ? fee(all, a, p, b) : 0;
    }
    add_text(to, "    Counted(%u, %u, %u, %u, %u, %u, %u, %u, %d)\n", n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7],
             sum);
}

static void add_asked(text_buffer *to, const facts *all, uint32_t a, uint32_t b)
{
    bool exists = false, every = true, none = true;

    for (uint32_t p = 0; p < PLACES; p++) {
        exists |= is_linked(all, p, b, a);
        every &= !is_linked(all, p, a, b) || fee(all, p, a, b) > 2;
        none &= !is_linked(all, a, p, b) || !is_linked(all, b, p, a);
    }
    add_text(to, "    Asked(%d, %d, %d, %d, %d, %d, %d)\n", is_linked(all, a, b, a), !is_linked(all, b, a, a),
             (int)fee(all, a, a, b), is_linked(all, 0, 1, 1999), exists, every, none);
}

/* The place with the greatest fee, the first of equals; PLACES: there is none. */
static uint32_t told(const facts *all, uint32_t a, uint32_t b)
{
    uint32_t best = PLACES;

    for (uint32_t p = 0; p < PLACES; p++)
        if (is_linked(all, a, p, b) && fee(all, a, p, b) != 3 &&
            (best == PLACES || fee(all, a, p, b) > fee(all, a, best, b)))
            best = p;
    return best;
}

static uint32_t last(const facts *all, uint32_t a, uint32_t b)
{
    for (uint32_t p = 0; p < PLACES; p++)
        if (is_linked(all, b, a, p) && !is_linked(all, p, b, a))
            return p;
    return PLACES;
}

/* The steps by their operators; nothing where there is no plan. */
static void add_expected(text_buffer *to, const facts *all, uint32_t a, uint32_t b)
{
    if (last(all, a, b) == PLACES)
        return;
    if (told(all, a, b) != PLACES)
        add_text(to, "    Tell(%u)\n", told(all, a, b));
    add_counted(to, all, a, b);
    add_asked(to, all, a, b);
    add_text(to, "    Last(%u, %u)\n", last(all, a, b), last(all, a, b)); /* its own, and what its preconditions bind */
}

/* --- Both ---------------------------------------------------------------------------------------------- */

static bool agrees(subject_state *subject, const facts *all, uint32_t a, uint32_t b)
{
    static text_buffer answer, expected;
    htn_plan plan;
    const htn_property first = htn_property_find(&subject->domain, "A"),
                       second = htn_property_find(&subject->domain, "B");

    answer.length = expected.length = 0;
    htn_world_set(&subject->world, first, (int32_t)a);
    htn_world_set(&subject->world, second, (int32_t)b);
    const htn_status status = htn_plan_find(subject->planner, &subject->world, NULL);
    htn_planner_plan(subject->planner, &plan);
    describe_answer(&answer, &subject->domain, status, &plan);
    add_expected(&expected, all, a, b);
    if (expected.length == 0 ? status == HTN_NO_PLAN : strstr(answer.text, expected.text) != NULL)
        return true;
    print_comment(expected.length == 0 ? "no plan" : expected.text);
    print_comment(answer.text);
    return false;
}

/* What the host is told of cells, by their indexes. */
static bool reads_cells(const subject_state *subject, const facts *all)
{
    const htn_property link = htn_property_find(&subject->domain, "Link"),
                       its_fee = htn_property_find(&subject->domain, "Fee");
    bool good = true;

    for (uint32_t i = 0; i < FACTS; i++) {
        const uint32_t *at = all->list[i].at;
        const int32_t index[3] = {(int32_t)at[0], (int32_t)at[1], (int32_t)at[2]};
        const int32_t other[3] = {index[1], index[2], index[0]}, none[3] = {index[0], PLACES, index[2]};

        good = good && htn_world_get_at(&subject->world, link, index, 3) == 1 &&
               htn_world_get_at(&subject->world, its_fee, index, 3) == all->list[i].value &&
               htn_world_get_at(&subject->world, link, other, 3) == is_linked(all, at[1], at[2], at[0]) &&
               htn_world_get_at(&subject->world, its_fee, other, 3) == fee(all, at[1], at[2], at[0]) &&
               htn_world_get_at(&subject->world, its_fee, none, 3) == 0;
    }
    return good;
}

bool group_sparse_facts(void)
{
    static facts all;
    const htn_limits limits = {0};
    char problem[4096];
    dice_state dice = dice_for(1, PLACES);
    subject_state subject;

    draw_facts(&all, &dice);
    char *text = make_text(&all);
    bool good = subject_open(&subject, "sparse.htn", text, false, &limits, problem, sizeof problem);
    if (!good)
        print_comment(problem);
    good = good && htn_domain_count(&subject.domain, HTN_SECTION_KEY_LISTS) > 0 &&
           htn_domain_count(&subject.domain, HTN_SECTION_FACT_HIGHS) > 0 && reads_cells(&subject, &all);
    for (uint32_t i = 0; good && i < PAIRS; i++) {
        const uint32_t from = i < HOT * HOT ? hot[i / HOT] : draw_place(&dice);
        good = agrees(&subject, &all, from, i < HOT * HOT ? hot[i % HOT] : draw_place(&dice));
    }
    subject_close(&subject);
    free(text);
    return good;
}
