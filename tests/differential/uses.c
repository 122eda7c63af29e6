/* The table of uses; see uses.h. */
#include "uses.h"
#include "generate.h"
#include <stdio.h>
#include <string.h>

enum { JUDGED = 5 }; /* a row that must be in fewer cases than these is not judged: chance would */

typedef struct row {
    reference_construct_use use;
    const char *construct, *name;
    unsigned feature;  /* that it needs: without it the row is not judged; 0: none */
    uint32_t least[2]; /* cases in a thousand, by kind; 0: such cases have none */
} row;

static const row rows[] = {
    {REFERENCE_GIVEN_TASKS, "given tasks", "planned", 0, {270, 180}},
    {REFERENCE_GIVEN_ARGUMENTS, "given tasks", "... with arguments", FEATURE_ENTITIES, {160, 130}},
    {REFERENCE_EACH_LISTS, "Each", "lists of solutions", FEATURE_EACH, {280, 280}},
    {REFERENCE_EACH_EMPTY, "Each", "... without any", FEATURE_EACH, {190, 200}},
    {REFERENCE_EACH_ITEMS, "Each", "items begun", FEATURE_EACH, {240, 230}},
    {REFERENCE_EACH_KEPT, "Each", "lists that a replan kept", FEATURE_EACH, {110, 110}},
    {REFERENCE_EACH_LEFT, "Each", "lists that went on behind a split", FEATURE_EACH, {25, 25}},
    {REFERENCE_OPTIONAL_DONE, "Optional", "done", FEATURE_CHOICES, {210, 210}},
    {REFERENCE_OPTIONAL_LEFT, "Optional", "left out", FEATURE_CHOICES, {190, 170}},
    {REFERENCE_ANY_ORDER, "AnyOrder", "places filled", FEATURE_CHOICES, {210, 200}},
    {REFERENCE_ANY_ORDER_OTHER,
     "AnyOrder",
     "... by another member than the first one left",
     FEATURE_CHOICES,
     {190, 160}},
    {REFERENCE_ELSE, "Else", "reached", FEATURE_SELECT, {140, 200}},
    {REFERENCE_LETS, "let", "values computed", FEATURE_LET, {430, 420}},
    {REFERENCE_LETS_KEPT, "let", "values that a running plan kept", FEATURE_LET, {140, 130}},
    {REFERENCE_VALUES, "Value", "evaluated", FEATURE_VALUES, {100, 100}},
    {REFERENCE_DERIVED, "derived conditions", "tuples asked for", FEATURE_DERIVED, {160, 160}},
    {REFERENCE_DERIVED_TRUE, "derived conditions", "... that were true", FEATURE_DERIVED, {70, 70}},
    {REFERENCE_DERIVED_SEVERAL, "derived conditions", "... that needed others", FEATURE_DERIVED, {100, 95}},
    {REFERENCE_DERIVED_PASSES, "derived conditions", "passes behind the first one", FEATURE_DERIVED, {1, 2}},
    {REFERENCE_FIXED_PRODUCT, "fixed", "products", FEATURE_FIXED, {55, 60}},
    {REFERENCE_FIXED_QUOTIENT, "fixed", "quotients", FEATURE_FIXED, {55, 60}},
    {REFERENCE_FIXED_BY_INT, "fixed", "divided by an int", FEATURE_FIXED, {50, 55}},
    {REFERENCE_FIXED_FROM_INT, "fixed", "made of ints", FEATURE_FIXED, {130, 120}},
    {REFERENCE_FIXED_WHOLE, "fixed", "made whole", FEATURE_FIXED, {130, 130}},
    {REFERENCE_FIXED_SCALED, "fixed", "scaled by an effect", FEATURE_FIXED, {10, 10}},
    {REFERENCE_FIXED_ROUNDED, "fixed", "not exact", FEATURE_FIXED, {95, 90}},
    {REFERENCE_FIXED_BEYOND, "fixed", "beyond 32 bits", FEATURE_FIXED, {5, 6}},
    {REFERENCE_FIXED_BY_ZERO, "fixed", "divided by zero", FEATURE_FIXED, {35, 40}},
    {REFERENCE_FIXED_UTILITIES, "fixed", "utilities", FEATURE_FIXED | FEATURE_SELECT, {25, 25}},
    {REFERENCE_FIXED_WEIGHTS, "fixed", "weights", FEATURE_FIXED | FEATURE_SELECT, {15, 10}},
    {REFERENCE_FIXED_COSTS, "fixed", "costs of steps", FEATURE_FIXED, {40, 35}},
    {REFERENCE_ALL_PLANS, "all plans", "shown", 0, {300, 0}},
    {REFERENCE_LATE_ANSWERS, "queries", "answers that were late", FEATURE_QUERIES, {140, 20}},
    {REFERENCE_LISTS_BOUND, "candidates", "lists that binders go through", FEATURE_QUERIES, {70, 70}},
    {REFERENCE_LISTS_QUANTIFIED, "candidates", "lists that quantifiers go through", FEATURE_QUERIES, {60, 60}},
    {REFERENCE_PROPOSED, "candidates", "proposed", FEATURE_QUERIES, {70, 65}},
    {REFERENCE_SIFTED, "candidates", "... and left out", FEATURE_QUERIES, {70, 65}},
    {REFERENCE_ACHIEVE_STEPS, "Achieve", "steps tried", FEATURE_ACHIEVE, {45, 40}},
    {REFERENCE_ACHIEVE_SIMPLE_STEPS, "Achieve", "... that test and write constants", FEATURE_ACHIEVE, {40, 35}},
    {REFERENCE_ACHIEVE_SIMPLE_KNOWN, "Achieve", "... and lead to a known state", FEATURE_ACHIEVE, {35, 30}},
    {REFERENCE_ACHIEVE_SIMPLE_GOALS, "Achieve", "goals of such tests, tested", FEATURE_ACHIEVE, {45, 40}},
    {REFERENCE_PROGRESS, "loop guard", "tasks inside themselves that progress", 0, {30, 15}},
    {REFERENCE_NO_PROGRESS, "loop guard", "tasks rejected", 0, {150, 60}},
};

void uses_add(uses_state *uses, reference_planner *reference)
{
    uint64_t *counted = reference_uses(reference);
    int i;

    uses->cases++;
    for (i = 0; i < REFERENCE_USES; i++) {
        uses->times[i] += counted[i];
        uses->in[i] += counted[i] > 0;
        counted[i] = 0;
    }
}

bool uses_print(const uses_state *uses, uses_kind kind, unsigned features)
{
    const char *construct = "";
    bool good = true;
    size_t i;

    printf("# how often each construct was exercised, of %llu %s:\n", (unsigned long long)uses->cases,
           kind == USES_OF_STORIES ? "stories" : "domains");
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *of = &rows[i];
        uint64_t least = of->least[kind] * uses->cases / 1000;
        bool often = uses->in[of->use] >= least || least < JUDGED || (of->feature & features) != of->feature;

        if (of->least[kind] == 0)
            continue;
        if (strcmp(construct, of->construct) != 0)
            printf("#   %s\n", of->construct);
        construct = of->construct;
        printf("#     %-46s %12llu times, in %8llu%s\n", of->name, (unsigned long long)uses->times[of->use],
               (unsigned long long)uses->in[of->use], often ? "" : " (too few)");
        good = good && often;
    }
    return good;
}
