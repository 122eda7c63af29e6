/*
 * The domains of the scaling benchmark. Places form a ring. Each has a road to the next and to the seventh next place, so the
 * number of roads of a place does not grow. The answer lies in the middle, so a scan would look at half of the places.
 */
#include "scaling.h"

static void print_places(FILE *to, uint32_t n)
{
    fprintf(to, "Entities [Place] Values [");
    for (uint32_t i = 0; i < n; i++)
        fprintf(to, "%sP%u", i == 0 ? "" : i % 16 == 0 ? ",\n    " : ", ", i);
    fprintf(to, "]\n");
}

static void print_roads(FILE *to, uint32_t n)
{
    fprintf(to, "World State [Road(Place, Place) : bool]\nFacts [\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(to, "    Road(P%u, P%u) = true, Road(P%u, P%u) = true,\n", i, (i + 1) % n, i, (i + 7) % n);
    fprintf(to, "]\n");
}

static void print_walk(FILE *to)
{
    fprintf(to, "Primitive Task [Walk(to : Place)] Operator [Walk(to)]\n");
}

static int32_t middle(uint32_t n)
{
    return (int32_t)(n / 2);
}

static void print_fact(FILE *to, uint32_t n)
{
    print_places(to, n);
    fprintf(to, "World State [Guarded(Place) : bool]\nFacts [Guarded(P%u) = true]\n", n / 2);
    fprintf(to, "Compound Task [Be] Method [any p : Place where Guarded(p)] Subtasks [Walk(p)]\n");
    print_walk(to);
}

static void print_value(FILE *to, uint32_t n)
{
    print_places(to, n);
    fprintf(to, "World State [Height(Place) : 0..100, Wanted : 0..100 = 70, Here : Place]\nFacts [\n");
    for (uint32_t i = 0; i < n; i++)
        fprintf(to, "    Height(P%u) = %u,\n", i, i == n / 2 ? 70 : i % 7);
    fprintf(to, "]\nCompound Task [Be]\n"
                "    Method [any p : Place where Height(p) > 90] Subtasks [Walk(p)]\n"
                "    Method [any p : Place where Height(p) == Wanted, any q : Place where q == Here, q != p]\n"
                "        Subtasks [Walk(p), Note(q)]\n"
                "Primitive Task [Note(place : Place)]\n");
    print_walk(to);
}

/* Only the last condition fails, and it depends on no bound variable. */
static void print_early(FILE *to, uint32_t n)
{
    print_places(to, n);
    fprintf(to, "World State [Guarded(Place) : bool = true, Open : bool]\nFacts [Guarded(P%u) = false]\n", n / 2);
    fprintf(to, "Compound Task [Be]\n"
                "    Method [any p : Place, any q : Place where Guarded(p), Guarded(q), Open] Subtasks [Walk(p)]\n"
                "    Method [any p : Place, any q : Place where not Guarded(p), p != q] Subtasks [Walk(p)]\n");
    print_walk(to);
}

static void print_chain(FILE *to, uint32_t n)
{
    print_places(to, n);
    print_roads(to, n);
    fprintf(to, "World State [Here : Place = P%u, Goal(Place) : bool]\nFacts [Goal(P%u) = true]\n", n / 2,
            (n / 2 + 15) % n);
    fprintf(to, "Compound Task [Be]\n"
                "    Method [any a : Place where Road(Here, a), any b : Place where Road(a, b),\n"
                "            any c : Place where Road(b, c) and Goal(c)]\n"
                "        Subtasks [Walk(c)]\n");
    print_walk(to);
}

static int32_t end_of_chain(uint32_t n)
{
    return (int32_t)((n / 2 + 15) % n);
}

/* From the other end, with both ends known, negated, nested, and in a primitive task's preconditions. */
static void print_reverse(FILE *to, uint32_t n)
{
    print_places(to, n);
    print_roads(to, n);
    fprintf(to, "World State [Here : Place = P%u, Shut(Place, Place) : bool = true]\n", n / 2);
    fprintf(to, "Facts [Shut(P%u, P%u) = false, Shut(P%u, P%u) = false]\n", n / 2, n / 2 - 1, n / 2, n / 2 - 2);
    fprintf(to, "Compound Task [Be] Method [true] Subtasks [Leave()]\n"
                "Primitive Task [Leave]\n"
                "    Preconditions [any p : Place, not (Shut(Here, p) or not Road(p, Here)),\n"
                "                   any q : Place where q != p and (Road(q, Here) and Road(q, p) == false)]\n"
                "    Effects [Here = p]\n");
}

static int32_t before_middle(uint32_t n)
{
    return (int32_t)(n / 2 - 1);
}

static void print_exists(FILE *to, uint32_t n)
{
    print_places(to, n);
    print_roads(to, n);
    fprintf(to, "World State [Here : Place = P%u, Open : bool, Lit(Place) : bool = true]\n", n / 2);
    fprintf(
        to,
        "Compound Task [Be]\n"
        "    Method [exists(p : Place where p != Here and Open)] Subtasks [Walk(P0)]\n"
        "    Method [exists(p : Place where Lit(p) and Road(p, Here)), every(p : Place where Road(Here, p) : Lit(p)),\n"
        "            none(p : Place where Road(Here, p) and exists(q : Place where Road(p, q) and not Lit(q))),\n"
        "            count(p : Place where Road(Here, p)) == 2]\n"
        "        Subtasks [Walk(P%u), Turn(Here)]\n"
        "Primitive Task [Turn(at : Place)] Effects [Open = true, Lit(at) = false]\n",
        n / 2 - 1);
    print_walk(to);
}

static void print_enemies(FILE *to, uint32_t n)
{
    fprintf(to, "Entities [Enemy] Max [%u]\nWorld State [Seen(Enemy) : bool, Distance(Enemy) : 0..1000000]\n", n);
}

static void print_count(FILE *to, uint32_t n)
{
    print_enemies(to, n);
    fprintf(to, "Compound Task [Be] Method [true] Subtasks [Report(count(e : Enemy where Seen(e)))]\n"
                "Primitive Task [Report(number : int)] Operator [Report(number)]\n");
}

static void print_nearest(FILE *to, uint32_t n)
{
    print_enemies(to, n);
    fprintf(to, "Compound Task [Be]\n"
                "    Method [any e : Enemy where Seen(e)]\n        Prefer [lowest Distance(e)]\n"
                "        Subtasks [Attack(e)]\n"
                "Primitive Task [Attack(e : Enemy)] Operator [Attack(e)]\n");
}

/* The domain plans over a small part of a large world. */
static void print_unrelated(FILE *to, uint32_t n)
{
    print_places(to, n);
    print_enemies(to, n);
    fprintf(to, "World State [Stock(Place) : int, Rumour(Place) : Place, Known(Place) : bool, Alarm : bool = true]\n"
                "Entities [Guard] Values [Ann, Bob, Cid]\n"
                "World State [Awake(Guard) : bool, Told(Guard) : bool]\nFacts [Awake(Bob) = true]\n"
                "Compound Task [Be]\n"
                "    Method [Alarm, any g : Guard where Awake(g)] Subtasks [Call(g), Tell(g)]\n"
                "Primitive Task [Call(g : Guard)] Operator [Call(g)] Effects [Alarm = false]\n"
                "Primitive Task [Tell(g : Guard)] Effects [Told(g) = true]\n");
}

static int32_t the_first(uint32_t n)
{
    (void)n;
    return 1;
}

int32_t scaling_distance(uint32_t i)
{
    return (int32_t)((i + 1) * 7919u % 100003u); /* no order, no repetition */
}

uint8_t scaling_seen(uint32_t i)
{
    return (uint8_t)(i * 2654435761u >> 31); /* about half of them */
}

const scaling_case scaling_cases[] = {
    {"fact", "one binder; one static fact of N holds", print_fact, middle, NULL, 0},
    {"value", "one binder for the one static value of N that is asked for, one bound by ==", print_value, middle, NULL,
     0},
    {"early", "two binders; what fails depends on neither, or on the first", print_early, middle, NULL, 0},
    {"chain", "three binders along a list of roads between N places", print_chain, end_of_chain, NULL, 0},
    {"reverse", "the same roads from their other end, negated facts of two arguments, in preconditions", print_reverse,
     before_middle, NULL, 0},
    {"exists", "quantifiers over N places by their roads", print_exists, before_middle, NULL, 0},
    {"count", "how many of N are seen", print_count, NULL, count_by_hand, 1},
    {"nearest", "the nearest seen of N: any, where, Prefer", print_nearest, NULL, nearest_by_hand, 1},
    {"few", "the nearest seen, ten of N present", print_nearest, NULL, nearest_by_hand, 10},
    {"unrelated", "N places, N enemies and 5 * N cells beside what is planned with", print_unrelated, the_first, NULL,
     0},
};
const uint32_t scaling_case_count = sizeof scaling_cases / sizeof scaling_cases[0];
