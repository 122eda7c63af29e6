/*
 * Agents against the reference runner: random domains, driven for some hundreds of ticks by random changes, outcomes and
 * aborts. Each story is lived through by the reference and by agents in several ways, and after each tick all must have
 * done the same and stand the same. Without arguments: so many stories, as TAP. Else
 *
 *     --seed N [--shrink]        one story, with what happened up to the difference
 *     --count N [--from SEED]    so many stories only
 *
 * HTN_LONG=1 in the environment makes it longer.
 */
#include "dice.h"
#include "generate.h"
#include "match.h"
#include "session.h"
#include "shrink.h"
#include "teller.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORIES = 1000, LONG_STORIES = 10000, MOST_REPORTS = 3 };

/* A story that fails is made smaller as long as this is different. */
typedef struct shrinking {
    teller_state *teller;
    char wanted[128];
} shrinking;

/* --- Telling many ---------------------------------------------------------------------------------- */

/* What is different, without when. */
static const char *difference(const teller_state *teller)
{
    const char *behind = strchr(teller->problem.text, ':');

    return behind ? behind : teller->problem.text;
}

static bool still_fails(void *user, const char *text)
{
    shrinking *of = user;

    return !tell(of->teller, text) && !of->teller->rejected &&
           strncmp(difference(of->teller), of->wanted, strlen(of->wanted)) == 0;
}

/* Nothing comes from outside in so many ticks from `tick` on. */
static void mute(cast_state *cast, uint32_t tick, uint32_t length)
{
    uint32_t agent, i;

    for (agent = 0; agent < cast->agents; agent++)
        for (i = tick; i < tick + length && i < STORY_TICKS; i++)
            cast->stories[agent].muted[i] = true;
}

/* A story that fails with fewer agents, and with fewer ticks in which anything comes from outside. */
static void shrink_story(shrinking *of, const char *text)
{
    cast_state *cast = &of->teller->cast;
    uint32_t length, tick;

    while (cast->agents > 1) {
        cast->agents--;
        if (still_fails(of, text))
            continue;
        cast->agents++;
        break;
    }
    for (length = 32; length > 0; length /= 2)
        for (tick = 0; tick < cast->stories[0].ticks; tick += length) {
            const cast_state before = *cast;

            mute(cast, tick, length);
            if (!still_fails(of, text))
                *cast = before;
            else if (of->teller->tick + 1 < cast->stories[0].ticks)
                cast->stories[0].ticks = of->teller->tick + 1;
        }
}

static void report(teller_state *teller, const char *text)
{
    printf("# FAILED; again: test_stories --seed %llu\n", (unsigned long long)teller->seed);
    print_comment(text);
    teller->verbose = true;
    tell(teller, text);
    teller->verbose = false;
    print_comment(teller->problem.length ? teller->problem.text : "(once more, nothing was different)\n");
}

/* True where nothing was different. `shrink` and `print`: what to do otherwise. */
static bool one_seed(teller_state *teller, uint64_t seed, bool shrink, bool print)
{
    static char text[GENERATED_SIZE];

    teller->seed = seed;
    cast_begin(&teller->cast, seed, 100 + (uint32_t)(seed % 3) * 50);
    generate_domain(seed,
                    FEATURES_ALL | (seed % 2 ? (unsigned)MANY_PARTS : 0u) |
                        (teller->cast.homes ? (unsigned)MUCH_SHARED : 0u) |
                        (teller->cast.stories[0].calm ? (unsigned)NOTHING_BY_ITSELF : 0u) |
                        (teller->cast.stories[0].prompt && seed % 4 == 0 ? (unsigned)NOTHING_COUNTS_TICKS : 0u) |
                        (teller->cast.later ? (unsigned)NO_SHARED_DURING : 0u),
                    text);
    if (tell(teller, text))
        return true;
    if (shrink && !teller->rejected) {
        shrinking of = {teller, ""};

        snprintf(of.wanted, sizeof of.wanted, "%.*s", (int)strcspn(difference(teller), "\n"), difference(teller));
        shrink_domain(still_fails, &of, text);
        shrink_story(&of, text);
        shrink_domain(still_fails, &of, text);
    }
    if (print)
        report(teller, text);
    return false;
}

/* --- Statistics ------------------------------------------------------------------------------------ */

typedef struct share {
    const char *name;
    size_t at;      /* in runner_counts */
    uint32_t least; /* so many in a million ticks */
} share;

#define SHARE(name, member, least)                   \
    {                                                \
        name, offsetof(runner_counts, member), least \
    }
static const share shares[] = {
    SHARE("searches", searches, 260000),
    SHARE("plans taken up", plans, 140000),
    SHARE("... in place of another", replaced, 2000),
    SHARE("... that were what was left of another", left, 100),
    SHARE("... behind a split", continued, 60000),
    SHARE("... in place of a continuation", instead, 5),
    SHARE("... with groups", grouped, 20000),
    SHARE("empty plans", empty, 10000),
    SHARE("steps started", starts, 90000),
    SHARE("... that succeeded", succeeded, 60000),
    SHARE("... that failed", failed, 20000),
    SHARE("... that were aborted", aborted, 7000),
    SHARE("... which took time", slow_aborts, 2000),
    SHARE("steps without an operator", bookkeeping, 90000),
    SHARE("steps that could not start", refused_starts, 10000),
    SHARE("steps that waited for room", waited_for_room, 4000),
    SHARE("plans that failed", failures, 40000),
    SHARE("... since they held no longer", broken, 1000),
    SHARE("... and waited for their back-off", backed_off, 500),
    SHARE("cooldowns", cooldowns, 1000),
    SHARE("... of methods taken in front of a split", cooled_behind, 50),
    SHARE("... after success", cooled_done, 760),
    SHARE("... of methods that no other plan goes on with", cooled_dropped, 5),
    SHARE("... of single solutions", cooled_solutions, 100),
    SHARE("methods of failed plans whose part was over", not_cooled, 350),
    SHARE("cells written by During", during_written, 3000),
    SHARE("... and not set back, as they were written since", during_kept, 200),
    SHARE("entries of Durings that ended and showed or hid another", during_hidden, 1540),
    SHARE("steps asked whether a removal was their success", asked_removed, 50),
    SHARE("... and it was", success_by_removal, 10),
    SHARE("steps that went on in another plan", handed_over, 500),
    SHARE("searches put off by what is not to be interrupted", owed, 19120),
    SHARE("... which the next such step waited for", waited_for_search, 100),
    SHARE("instances held", holds, 5230),
    SHARE("... while an abort went on", kept_by_aborts, 100),
    SHARE("requests for holds", requests, 400),
    SHARE("... that were refused", requests_refused, 10),
    SHARE("... granted to plans that did not hold any more", requests_in_vain, 0),
    SHARE("instances that others held when an agent joined", lost_holds, 0),
    SHARE("ticks that took over what other agents hold", takes_of_holds, 1230),
    SHARE("times that such a step has ended", caught_up, 10500),
    SHARE("steps whose Timeout was over", timed_out, 2000),
    SHARE("... whose abort took time", timed_out_later, 500),
    SHARE("steps that failed and were tried again", retried, 2000),
    SHARE("... in vain", retried_in_vain, 100),
    SHARE("... and could not start again", retry_refused, 5),
    SHARE("steps that could not start because of a While or an Enter", not_entered, 200),
    SHARE("failures with FailEffects", fail_effects, 1000),
    SHARE("aborts with AbortEffects", abort_effects, 500),
    SHARE("values that expired", expired, 2000),
    SHARE("rounds of Backgrounds after the first", rounds, 1000),
    SHARE("Backgrounds that ended with their group", rounds_ended, 1000),
    SHARE("... and steps aborted by that", rounds_stopped, 500),
    SHARE("... and times that one waited for what is not to be interrupted", rounds_waited, 100),
    SHARE("Backgrounds that could not begin again", rounds_refused, 1),
    SHARE("times that an end waited for what is not to be interrupted", postponed, 10000),
    SHARE("ticks that took something over from a home", takes, 10000),
    SHARE("ticks with the time of several frames", late_ticks, 10000),
    SHARE("orders given", orders, 5000),
    SHARE("... that were done", order_ends[HTN_ORDER_DONE], 500),
    SHARE("... without a plan", order_ends[HTN_ORDER_NO_PLAN], 500),
    SHARE("... that reached a limit", order_ends[HTN_ORDER_LIMIT], 10),
    SHARE("... that failed too often", order_ends[HTN_ORDER_FAILED], 50),
    SHARE("... about an instance that was removed", order_ends[HTN_ORDER_GONE], 10),
    SHARE("... that were replaced", order_ends[HTN_ORDER_REPLACED], 100),
    SHARE("... that were taken back", order_ends[HTN_ORDER_TAKEN], 100),
    SHARE("gates that closed", gates_closed, 1000),
    SHARE("... over a running order", gates_closed_over_plans, 150),
    SHARE("... with other orders behind it", gates_closed_over_others, 70),
    SHARE("... between two steps", gates_closed_in_between, 1),
    SHARE("gates that opened again", gates_opened, 300),
    SHARE("plans dropped with their order", dropped_plans, 100),
    SHARE("ticks that a function of the game did not return to", recovered, 1000),
    SHARE("... and steps that ended with them", recovered_steps, 500),
};

/* Stories prove little if nothing happens in them. */
static bool print_shares(const teller_statistics *of)
{
    bool good = true;
    size_t i;

    for (i = 0; i < sizeof shares / sizeof *shares; i++) {
        const uint64_t *count = (const uint64_t *)(const void *)((const char *)&of->counts + shares[i].at);

        bool often = *count * 1000000 >= shares[i].least * of->ticks;

        printf("#   %s: %llu%s\n", shares[i].name, (unsigned long long)*count, often ? "" : " (too few)");
        good = good && often;
    }
    good = good && of->skipped * 20 >= of->counts.searches && of->resumed >= of->stories && of->slices >= of->stories &&
           of->events >= of->stories && of->made_fixed * 20 >= of->stories && of->made_whole * 100 >= of->stories;
    return good && of->gave_up * 10 <= of->stories && of->full * 100 <= of->stories && of->asked * 10 >= of->stories;
}

static void print_told(const teller_statistics *of)
{
    printf("# %llu stories, %llu ticks; the reference gave up in %llu, an agent had no room in %llu, queries in %llu, "
           "with "
           "late answers: %llu\n",
           (unsigned long long)of->stories, (unsigned long long)of->ticks, (unsigned long long)of->gave_up,
           (unsigned long long)of->full, (unsigned long long)of->asked, (unsigned long long)of->late);
    printf("# of them in groups: %llu; homes saved: %llu; branches in changed domains: %llu, with %llu steps in "
           "progress\n",
           (unsigned long long)of->grouped, (unsigned long long)of->saved_homes, (unsigned long long)of->branches,
           (unsigned long long)of->branched_steps);
    printf("# by a hot reload: %llu; journals replayed: %llu; steps of polled operators with memory resumed: %llu\n",
           (unsigned long long)of->reloads, (unsigned long long)of->replayed, (unsigned long long)of->polled_resumed);
    printf("# steps carried over of which the time was looked at: %llu; that were tried again there: %llu\n",
           (unsigned long long)of->branched_timeouts, (unsigned long long)of->branched_retries);
    printf("# integers that became fixed numbers there: %llu; fixed numbers that became integers: %llu\n",
           (unsigned long long)of->made_fixed, (unsigned long long)of->made_whole);
    printf("# joins: %llu, moves from home to home: %llu, leaves: %llu; of more than %d changes at once: %llu\n",
           (unsigned long long)of->joins, (unsigned long long)of->moves, (unsigned long long)of->leaves, HTN_WORLD_LOG,
           (unsigned long long)of->bursts);
    printf(
        "# instances of homes told to come before anybody has joined: %llu, after: %llu; to go: %llu, %llu; to go from "
        "inside a callback: %llu\n",
        (unsigned long long)of->came_before, (unsigned long long)of->came_after, (unsigned long long)of->went_before,
        (unsigned long long)of->went_after, (unsigned long long)of->went_inside);
    printf("# events listened to: %llu, steps resumed after a load: %llu, ticks for searches alone: %llu, searches "
           "passed over: "
           "%llu\n",
           (unsigned long long)of->events, (unsigned long long)of->resumed, (unsigned long long)of->slices,
           (unsigned long long)of->skipped);
}

/* --- All of it ------------------------------------------------------------------------------------- */

static void tell_many(teller_state *teller, uint64_t from, uint64_t count)
{
    uint64_t failed = 0, i;
    char name[128];
    bool good;
    int mode;

    for (i = 0; i < count; i++) {
        failed += !one_seed(teller, from + i, false, failed < MOST_REPORTS);
        if ((i + 1) % 10000 == 0)
            printf("# %llu stories\n", (unsigned long long)(i + 1));
    }
    print_told(&teller->statistics);
    snprintf(name, sizeof name, "%llu stories: agents do what the reference does (%llu not)", (unsigned long long)count,
             (unsigned long long)failed);
    session_case(failed == 0, name);
    for (mode = 0; mode < PLAYER_MODES; mode++) {
        snprintf(name, sizeof name, "%s: %llu stories", player_mode_name((player_mode)mode),
                 (unsigned long long)teller->statistics.modes[mode]);
        session_case(count < 100 || teller->statistics.modes[mode] * 20 >= count,
                     name); /* of a few there may be none */
    }
    good = print_shares(&teller->statistics);
    good = uses_print(&teller->statistics.uses, USES_OF_STORIES, FEATURES_ALL) && good;
    if (count >= 500 && from == 1) /* how often something must happen is known of these */
        session_case(good, "the stories are of all kinds");
}

int main(int count, char **arguments)
{
    static teller_state teller;
    const char *mode = count > 1 ? arguments[1] : "";

    setvbuf(stdout, NULL, _IOLBF, 0);
    teller.reference = reference_new();
    if (strcmp(mode, "--seed") == 0 && count >= 3)
        session_case(one_seed(&teller, session_option(count, arguments, "--seed", 1),
                              session_has_flag(count, arguments, "--shrink"), true),
                     "one story");
    else if (strcmp(mode, "--count") == 0 && count >= 3)
        tell_many(&teller, session_option(count, arguments, "--from", 1),
                  session_option(count, arguments, "--count", 1));
    else if (count == 1)
        tell_many(&teller, 1, dice_rounds(STORIES, LONG_STORIES));
    else
        fprintf(stderr, "usage: test_stories [--count N [--from SEED] | --seed N [--shrink]]\n");
    reference_free(teller.reference);
    return session_end();
}
