/*
 * Tiny random problems: the lifted search, with its incomplete checks of loops, without them, and in drawn orders, against exhaustive.h. A
 * plan has to be one (naive_check.h), and a proof that there is none must not be contradicted. An unsolvable problem may be searched for
 * ever: a search that runs out of its nodes is no failure, unless it happens too often. TAP on stdout.
 */
#define _POSIX_C_SOURCE 200809L
#include "exhaustive.h"
#include "naive_check.h"
#include "random_problem.h"
#include "solve/lifted.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS = 400, PROBLEMS_LONG = 20000, VARIANTS = 3 };

static const lifted_options variants[VARIANTS] = {{.seed = 0}, {.loops_free = true}, {.seed = 5}};

typedef struct tally {
    unsigned refused, too_large, plans, proofs, open, wrong;
} tally;

/* --- Reading from memory ------------------------------------------------------------------------------------------ */

typedef struct files {
    htn_text domain, problem;
} files;

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const files *f = user;
    const char *content = htn_text_of(path[0] == 'd' ? &f->domain : &f->problem);
    *length = strlen(content);
    *text = malloc(*length + 1);
    if (*text == NULL)
        return "no memory";
    memcpy(*text, content, *length + 1);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

/* --- One problem --------------------------------------------------------------------------------------------------- */

static bool is_plan(const hddl_problem *problem, solve_search *search)
{
    solve_plan plan = {0};
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (to == NULL || !search->plan(search, &plan) || !solve_plan_write(problem, &plan, to))
        abort();
    fclose(to);
    const bool valid = naive_check(problem, text);
    if (!valid)
        printf("# no plan:\n%s\n", text);
    free(text);
    solve_plan_free(&plan);
    return valid;
}

/* `*outcome` is what the search says. False: that is wrong. */
static bool search_it(const hddl_problem *problem, const lifted_options *options, exhaustive_answer expected,
                      solve_outcome *outcome)
{
    solve_clock clock = {.end = INFINITY, .slice_end = INFINITY, .cpu = true, .memory_most = SIZE_MAX};
    htnc_arena arena;
    htnc_arena_init(&arena, NULL);
    if (setjmp(arena.failed) != 0)
        abort();
    solve_search *search = lifted_new(normal_make(&arena, problem), options, &clock);
    if (search == NULL)
        abort();
    /* The clock is asked every thousand nodes: each run is that long. */
    clock.slice_end = 0;
    *outcome = SOLVE_TIME;
    for (unsigned i = 0; i < 20 && *outcome == SOLVE_TIME; i++)
        *outcome = search->run(search, &clock);
    bool right = true;
    if (*outcome == SOLVE_PLAN)
        right = is_plan(problem, search) && expected == EXHAUSTIVE_PLAN;
    else if (*outcome == SOLVE_NONE)
        right = expected == EXHAUSTIVE_NONE;
    else
        right = *outcome == SOLVE_TIME || *outcome == SOLVE_GIVE_UP;
    search->free(search);
    htnc_arena_free(&arena);
    return right && clock.memory_used == 0;
}

static void count(tally *counts, solve_outcome outcome)
{
    counts->plans += outcome == SOLVE_PLAN;
    counts->proofs += outcome == SOLVE_NONE;
    counts->open += outcome != SOLVE_PLAN && outcome != SOLVE_NONE;
}

static void compare(const hddl_problem *problem, uint64_t seed, const files *f, tally *counts)
{
    const exhaustive_answer expected = exhaustive_solve(problem);
    if (expected == EXHAUSTIVE_TOO_LARGE) {
        counts->too_large++;
        return;
    }
    for (unsigned i = 0; i < VARIANTS; i++) {
        solve_outcome outcome;
        const bool right = search_it(problem, &variants[i], expected, &outcome);
        count(&counts[i], outcome);
        if (right)
            continue;
        printf("# seed %llu, variant %u: the search says %d, there is %s\n%s\n%s\n", (unsigned long long)seed, i,
               (int)outcome, expected == EXHAUSTIVE_PLAN ? "a plan" : "none", htn_text_of(&f->domain),
               htn_text_of(&f->problem));
        counts[i].wrong++;
    }
}

static void try_seed(uint64_t seed, tally *counts)
{
    files f = {0};
    const htnc_reader reader = {read_text, release_text, &f};
    const htnc_options options = {.reader = &reader};
    htnc_compilation compilation;
    const hddl_problem *problem;
    random_problem(seed, &f.domain, &f.problem);
    if (hddl_read(&compilation, "domain", "problem", &options, &problem) == HTNC_DONE)
        compare(problem, seed, &f, counts);
    else
        counts->refused++;
    htnc_free(&compilation);
    htn_text_free(&f.domain);
    htn_text_free(&f.problem);
}

int main(void)
{
    static const char *const names[VARIANTS] = {"as it comes", "with the exact check of loops alone",
                                                "in drawn orders"};
    tally counts[VARIANTS] = {{0}};
    const unsigned problems = getenv("HTN_LONG") != NULL ? PROBLEMS_LONG : PROBLEMS;
    const char *first = getenv("HTN_SEED");
    const uint64_t begin = first != NULL ? strtoull(first, NULL, 10) : 1;
    unsigned failures = 0;
    for (uint64_t seed = begin; seed < begin + problems; seed++)
        try_seed(seed, counts);
    for (unsigned i = 0; i < VARIANTS; i++) {
        const tally *c = &counts[i];
        const bool ok =
            c->wrong == 0 && c->plans > problems / 10 && c->proofs > problems / 20 && c->open < problems / 10;
        printf("%s %u - the lifted search %s agrees with trying everything\n", ok ? "ok" : "not ok", i + 1, names[i]);
        printf("# %u plans, %u proofs that there is none, %u left open, %u wrong; %u problems refused, %u too large\n",
               c->plans, c->proofs, c->open, c->wrong, counts->refused, counts->too_large);
        failures += !ok;
    }
    printf("1..%d\n", (int)VARIANTS);
    return failures != 0;
}
