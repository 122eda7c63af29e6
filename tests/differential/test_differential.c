/*
 * The runtime against the reference planner. Without arguments: all groups, as TAP. Else
 *
 *     --seed N [--shrink]        one random domain, in full; --shrink prints a smaller one that still fails
 *     --count N [--from SEED]    so many random domains only
 *     --print N                  the text of one random domain
 *     --features N               behind these: which constructs random domains have, see generate.h
 *     --goals                    behind these: domains that only achieve something
 *     --askings                  behind these: domains of derived conditions without loops, whose work is compared exactly
 *     --trees                    behind these: domains without recursion, whose default limits have room for all
 *     --resume BLOB BLOCK        for processes.c
 *
 * HTN_LONG=1 in the environment makes all groups longer.
 */
#define _POSIX_C_SOURCE 200809L
#include "dice.h"
#include "generate.h"
#include "groups.h"
#include "session.h"
#include "shrink.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WORLDS_PER_DOMAIN = 4,
    DOMAINS = 10000,
    CHEAPEST_DOMAINS = 2000,
    GOALS = 2000,
    ASKINGS = 1500,
    TREES = 1500,
    PLAIN = 5000,
    LONG_DOMAINS = 20000,
    LONG = 20
};

static uint64_t features = FEATURES_ALL;

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* --- Random domains ------------------------------------------------------------------------------ */

/*
 * Random searches prove little if they are all alike. Of all searches that the reference finished: at
 * least one in eight finds a plan of three steps or more after backtracking (partial ones are short), one in eleven a plan for
 * which solutions of binders were given up (two thirds of the domains have binders), one in twenty a plan with a parallel
 * group, one in thirty a plan with several items of an Each, one in ten asks queries, one in five a plan with values of `let`, and
 * each outcome has its part. From one 1,500 domains to the next such shares vary by a tenth.
 */
static bool diverse(const match_statistics *statistics, uint64_t wanted)
{
    const uint64_t *outcomes = statistics->outcomes;
    uint64_t partial = outcomes[REFERENCE_PARTIAL_PLAN], empty = outcomes[REFERENCE_EMPTY_PLAN];
    uint64_t none = outcomes[REFERENCE_NO_PLAN];
    uint64_t limit = outcomes[REFERENCE_LIMIT_STEPS] + outcomes[REFERENCE_LIMIT_DEPTH];
    uint64_t all = outcomes[REFERENCE_PLAN] + partial + empty + none + limit;

    return statistics->non_trivial * 8 >= all &&
           (!(wanted & FEATURE_PARALLEL) || (statistics->grouped * 20 >= all && statistics->nested * 100 >= all)) &&
           (!(wanted & FEATURE_LET) || (statistics->lets * 5 >= all && statistics->kept_lets * 20 >= all)) &&
           (!(wanted & FEATURE_EACH) || (statistics->items * 30 >= all && statistics->items_left * 200 >= all &&
                                         statistics->items_replaced * 100 >= all)) &&
           (!(wanted & FEATURE_CHOICES) ||
            (statistics->choices[0] * 20 >= all && statistics->choices[1] * 20 >= all)) &&
           (!(wanted & FEATURE_SELECT) || statistics->elses * 200 >= all) &&
           (!(wanted & FEATURE_QUERIES) || statistics->asked * 100 >= 10 * all) &&
           (!(wanted & FEATURE_BINDERS) || statistics->chosen * 11 >= all) && empty * 100 >= all &&
           none * 100 >= 3 * all && limit * 100 >= all && outcomes[REFERENCE_GAVE_UP] * 100 <= 5 * all &&
           statistics->full * 100 <= all && statistics->replan_outcomes[REFERENCE_STANDS] * 100 >= 10 * all &&
           statistics->broken * 100 >= 5 * all;
}

/* Behind splits too: plans that end there and others, continuations that are replaced, instances that are gone. */
static bool diverse_behind_splits(const match_statistics *statistics)
{
    const uint64_t *outcomes = statistics->go_on_outcomes;
    uint64_t all = statistics->passed[CHECK_GO_ON];

    return statistics->outcomes[REFERENCE_PARTIAL_PLAN] * 10 >= statistics->outcomes[REFERENCE_PLAN] &&
           outcomes[REFERENCE_PLAN] * 100 >= 3 * all && outcomes[REFERENCE_PARTIAL_PLAN] * 100 >= 10 * all &&
           outcomes[REFERENCE_NO_PLAN] * 100 >= 3 * all && statistics->continued * 10 >= all &&
           statistics->replaced_parts * 100 >= statistics->continued && statistics->stale > 0;
}

/* Of given tasks: lists of one and of several, with and without a plan, and replans of their plans. */
static bool diverse_given(const match_statistics *statistics)
{
    return statistics->given * 10 >= statistics->domains && statistics->given_several * 5 >= statistics->given &&
           statistics->given_found * 3 >= statistics->given &&
           (statistics->given - statistics->given_found) * 5 >= statistics->given &&
           statistics->given_replans * 2 >= statistics->given;
}

/* Of all plans: one search in eight has several, and most come to the answer behind the last one. */
static bool diverse_all_plans(const match_statistics *statistics)
{
    return statistics->all_several * 8 >= statistics->all_searches &&
           statistics->all_ended * 2 >= statistics->all_searches &&
           statistics->all_same_cost * 50 >= statistics->cheapest;
}

/* The same of searches for the cheapest plan: one in eight has three plans or more to choose from. */
static bool diverse_costs(const match_statistics *statistics)
{
    uint64_t several = 0;
    int i;

    for (i = 3; i < BUCKETS; i++)
        several += statistics->all_plans[i];
    return several * 8 >= statistics->cheapest && diverse_all_plans(statistics) &&
           statistics->cheapest_gave_up * 20 <= statistics->cheapest && statistics->dearer > 0 &&
           statistics->beyond > 0;
}

/*
 * Goals that are achieved, by several steps, are what proves something about Achieve: one search in six of a root; given tasks are
 * short. Half of the domains have actions and goals that are tried without running their code.
 */
static bool diverse_goals(const match_statistics *statistics)
{
    uint64_t several = 0, all = 0;
    int i;

    for (i = 3; i < BUCKETS; i++)
        several += statistics->lengths[i];
    for (i = 0; i < REFERENCE_OUTCOMES; i++)
        all += statistics->outcomes[i];
    return several * 6 >= all - statistics->given &&
           statistics->outcomes[REFERENCE_NO_PLAN] * 10 >= statistics->domains &&
           statistics->uses.in[REFERENCE_ACHIEVE_SIMPLE_KNOWN] * 2 >= statistics->domains &&
           statistics->uses.in[REFERENCE_ACHIEVE_SIMPLE_GOALS] * 2 >= statistics->domains;
}

/* Of derived conditions: searches evaluate several bodies, and some askings need more than one pass. */
static bool diverse_askings(const match_statistics *statistics)
{
    return statistics->bodies >= 10 * statistics->domains && statistics->passes * 100 >= statistics->domains &&
           statistics->outcomes[REFERENCE_NO_PLAN] * 20 >= statistics->domains &&
           statistics->non_trivial * 40 >= statistics->domains;
}

/* Few domains with a recursion, and none with an Achieve, have bounds. */
static bool is_rare(int check, uint64_t wanted)
{
    return check == CHECK_DEFAULTS && !(wanted & NO_RECURSION);
}

static bool diverse_trees(const match_statistics *statistics)
{
    return statistics->passed[CHECK_DEFAULTS] * 4 >= statistics->domains &&
           statistics->non_trivial * 10 >= statistics->domains;
}

static void random_domains(reference_planner *reference, uint64_t from, uint64_t count, uint64_t wanted,
                           const char *what)
{
    static char text[GENERATED_SIZE];
    static match_state match;
    static match_statistics statistics;
    static const match_statistics none;
    double start = seconds();
    char name[256];
    bool exercised;
    uint64_t i;
    int check;

    statistics = none;
    match.reference = reference;
    match.statistics = &statistics;
    match.worlds = WORLDS_PER_DOMAIN;
    match.only_initial = 1;
    match.bodies = (wanted & ONLY_ASKINGS) != 0;
    for (i = 0; i < count; i++) {
        generate_domain(from + i, wanted, text);
        match_run(&match, "random.htn", text, from + i);
        if ((i + 1) % 100000 == 0)
            printf("# %llu domains, %.0f s\n", (unsigned long long)(i + 1), seconds() - start);
    }
    print_statistics(&statistics);
    exercised = uses_print(&statistics.uses, USES_OF_DOMAINS, (unsigned)wanted);
    start = seconds() - start;
    printf("# %llu domains in %.1f s: %.0f a second\n", (unsigned long long)count, start,
           start > 0 ? (double)count / start : 0.0);
    for (check = 0; check < CHECKS; check++) {
        snprintf(name, sizeof name, "%s: %s (%llu times, %llu not)", what, check_name((match_check)check),
                 (unsigned long long)statistics.passed[check], (unsigned long long)statistics.failed[check]);
        session_case(statistics.failed[check] == 0 &&
                         (statistics.passed[check] > 0 || is_rare(check, wanted) || count == 0),
                     name);
    }
    snprintf(name, sizeof name, "%s: the searches are of all kinds", what);
    if (count >= 500)
        session_case(wanted & ONLY_ASKINGS      ? diverse_askings(&statistics)
                     : wanted & NO_RECURSION    ? diverse_trees(&statistics)
                     : wanted & ONLY_GOALS      ? diverse_goals(&statistics)
                     : wanted & ALWAYS_CHEAPEST ? diverse_costs(&statistics)
                                                : diverse(&statistics, wanted) && diverse_given(&statistics) &&
                                                      diverse_all_plans(&statistics) && exercised &&
                                                      (!(wanted & FEATURE_SPLIT) || diverse_behind_splits(&statistics)),
                     name);
}

/* A text with errors does not count as failing; one whose blob is refused does, if that is the failure. */
static bool still_fails(void *user, const char *text)
{
    match_state *match = user;
    bool refused = match->refused;
    bool fails =
        !match_run(match, "shrunk.htn", text, match->seed) && match->rejected == refused && match->refused == refused;

    match->refused = refused;
    return fails;
}

static int one_seed(uint64_t seed, bool shrink)
{
    static char text[GENERATED_SIZE];
    static match_state match;
    static match_statistics statistics;

    match.reference = reference_new();
    match.statistics = &statistics;
    match.worlds = WORLDS_PER_DOMAIN;
    match.only_initial = 1;
    match.bodies = (features & ONLY_ASKINGS) != 0;
    generate_domain(seed, features, text);
    if (shrink) {
        match.quiet = true;
        if (!match_run(&match, "shrunk.htn", text, seed))
            shrink_domain(still_fails, &match, text);
        match.quiet = false;
        memset(&statistics, 0, sizeof statistics);
    }
    session_case(match_run(&match, "random.htn", text, seed), "one random domain");
    print_statistics(&statistics);
    reference_free(match.reference);
    return session_end();
}

/* --- Domains in files ---------------------------------------------------------------------------- */

static void one_file(reference_planner *reference, const char *program, const char *path, bool must_compile)
{
    static match_state match;
    static match_statistics statistics;
    uint32_t compared = 0;
    char name[512];

    memset(&statistics, 0, sizeof statistics);
    match.reference = reference;
    match.statistics = &statistics;
    match.worlds = (uint32_t)dice_rounds(100, 100 * LONG);
    match.only_initial = 1;
    match.quiet = !must_compile;
    match_run(&match, path, NULL, 1);
    if (match.rejected && !must_compile)
        return;
    if (match.failed && match.quiet) {
        match.quiet = false;
        match_run(&match, path, NULL, 1);
    }
    snprintf(name, sizeof name, "%s: %llu searches, %llu replans", path,
             (unsigned long long)statistics.passed[CHECK_PLAN], (unsigned long long)statistics.passed[CHECK_REPLAN]);
    session_case(!match.failed, name);
    if (match.rejected)
        return;
    match.failed = !group_other_process(program, path, (uint32_t)dice_rounds(5, 5 * LONG), &compared);
    snprintf(name, sizeof name, "%s: %u searches gone on with in another process", path, (unsigned)compared);
    session_case(!match.failed, name);
}

static void files(reference_planner *reference, const char *program, const char *pattern, bool must_compile)
{
    glob_t found;
    size_t i;

    if (glob(pattern, 0, NULL, &found) != 0) {
        session_case(false, pattern);
        return;
    }
    for (i = 0; i < found.gl_pathc; i++)
        one_file(reference, program, found.gl_pathv[i], must_compile);
    globfree(&found);
}

/* --- All of it ----------------------------------------------------------------------------------- */

static int all_groups(const char *program)
{
    reference_planner *reference = reference_new();
    uint64_t compared = 0;
    char name[128];
    bool good;

    random_domains(reference, 1, dice_rounds(DOMAINS, LONG_DOMAINS), features, "random domains");
    random_domains(reference, 1, dice_rounds(CHEAPEST_DOMAINS, LONG_DOMAINS), features | ALWAYS_CHEAPEST,
                   "all plans gone through");
    random_domains(reference, 1, dice_rounds(TREES, LONG_DOMAINS), features | NO_RECURSION, "default limits");
    random_domains(reference, 1, dice_rounds(PLAIN, LONG_DOMAINS), FEATURE_CHEAPEST, "numbers and recursion");
    random_domains(reference, 1, dice_rounds(GOALS, LONG_DOMAINS), features | ONLY_GOALS, "goals");
    random_domains(reference, 1, dice_rounds(ASKINGS, LONG_DOMAINS), features | ONLY_ASKINGS, "derived conditions");
    good = group_arithmetic(reference, (uint32_t)dice_rounds(150, 150 * LONG), &compared);
    snprintf(name, sizeof name, "arithmetic: %llu values are those of wide integers", (unsigned long long)compared);
    session_case(good, name);
    session_case(group_every_size(), "a block of any size works, or is refused with the region that is too small");
    session_case(group_tiny_limits(), "with every limit tiny there is an answer and no harm");
    session_case(group_large_world(), "a world too large for 16-bit addresses is tested and changed like any other");
    session_case(group_sparse_facts(),
                 "a table of thousands of millions of cells, most without a fact, is what its facts say");
    files(reference, program, "domains/*.htn", true);
    files(reference, program, "tests/notation/*.htn", false);
    reference_free(reference);
    return session_end();
}

int main(int count, char **arguments)
{
    static char text[GENERATED_SIZE];
    const char *mode = count > 1 ? arguments[1] : "";

    setvbuf(stdout, NULL, _IOLBF, 0);
    features = session_option(count, arguments, "--features", FEATURES_ALL) |
               (session_has_flag(count, arguments, "--goals") ? (unsigned)ONLY_GOALS : 0u) |
               (session_has_flag(count, arguments, "--askings") ? ONLY_ASKINGS : 0u) |
               (session_has_flag(count, arguments, "--trees") ? NO_RECURSION : 0u);
    if (strcmp(mode, "--resume") == 0 && count == 4)
        return resume_search(arguments[2], arguments[3]);
    if (strcmp(mode, "--print") == 0 && count >= 3) {
        generate_domain(session_option(count, arguments, "--print", 1), features, text);
        fputs(text, stdout);
        return 0;
    }
    if (strcmp(mode, "--seed") == 0 && count >= 3)
        return one_seed(session_option(count, arguments, "--seed", 1), session_has_flag(count, arguments, "--shrink"));
    if (strcmp(mode, "--count") == 0 && count >= 3) {
        random_domains(reference_new(), session_option(count, arguments, "--from", 1),
                       session_option(count, arguments, "--count", 1), features, "random domains");
        return session_end();
    }
    if (count > 1) {
        fprintf(stderr, "usage: test_differential [--count N [--from SEED] | --seed N [--shrink] | --print N]\n");
        return 2;
    }
    return all_groups(arguments[0]);
}
