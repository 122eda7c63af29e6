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
#include "player.h"
#include "session.h"
#include "shrink.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORIES = 1000, LONG_STORIES = 100000, EFFORT = 5000, MOST_REPORTS = 3 };

typedef struct teller_statistics {
    uint64_t stories, ticks, gave_up, full;
    uint64_t modes[PLAYER_MODES]; /* stories lived through in this way */
    uint64_t slices, events, asked, resumed, skipped;
    runner_counts counts;
} teller_statistics;

typedef struct teller_state {
    reference_planner *reference;
    uint64_t seed;
    const char *text;
    subject_state subject;
    story_state story;
    reference_runner runner;
    chronicle_state calls, layers; /* the reference's */
    uint32_t tick, elapsed;
    player_state players[PLAYER_MODES];
    bool in_use[PLAYER_MODES];
    twin_world twin;
    bool verbose; /* print each tick */
    bool rejected;
    char wanted[128]; /* shrinking: what was different */
    text_buffer problem;
    teller_statistics statistics;
} teller_state;

/* --- The reference's side -------------------------------------------------------------------------- */

static void change(teller_state *teller, story_place place, uint32_t number)
{
    story_change changes[STORY_CHANGES];
    uint32_t count = story_changes(&teller->story, teller->reference, teller->subject.compilation.model, teller->tick,
                                   place, number, changes);
    uint32_t i;

    for (i = 0; i < count; i++)
        if (changes[i].kind == STORY_SET)
            runner_set(&teller->runner, changes[i].property, changes[i].cell, changes[i].value);
        else if (changes[i].kind == STORY_SPAWN)
            runner_spawn(&teller->runner, changes[i].type);
        else
            runner_despawn(&teller->runner, changes[i].type, changes[i].value);
}

static htn_outcome start(void *user, uint32_t layer, const runner_active *active)
{
    teller_state *teller = user;

    chronicle_runner_call(&teller->calls, &teller->runner, CALL_START, layer, active, 0);
    change(teller, STORY_OPERATOR, active->id);
    return story_start(&teller->story, teller->tick, active->id);
}

static htn_outcome update(void *user, uint32_t layer, const runner_active *active)
{
    teller_state *teller = user;

    chronicle_runner_call(&teller->calls, &teller->runner, CALL_UPDATE, layer, active, teller->elapsed);
    change(teller, STORY_OPERATOR, active->id);
    return story_update(&teller->story, teller->tick, active->id);
}

static htn_outcome stop(void *user, uint32_t layer, const runner_active *active, bool first)
{
    teller_state *teller = user;

    chronicle_runner_call(&teller->calls, &teller->runner, CALL_ABORT, layer, active, first ? 0 : teller->elapsed);
    change(teller, STORY_OPERATOR, active->id);
    return story_abort(&teller->story, teller->tick, active->id, first);
}

static void sense(void *user, uint32_t sensor)
{
    teller_state *teller = user;

    chronicle_sense(&teller->calls, sensor);
    change(teller, STORY_SENSOR, sensor);
}

static void reference_tick(teller_state *teller)
{
    const story_state *story = &teller->story;
    uint32_t layer, i;

    teller->calls.count = teller->layers.count = 0;
    teller->calls.full = teller->layers.full = false;
    teller->elapsed = story_elapsed(story, teller->tick);
    teller->subject.answers.seed = story_answers(story, teller->tick);
    change(teller, STORY_OUTSIDE, 0);
    if (story_asks(story, teller->tick, teller->runner.layer_count, &layer))
        runner_ask(&teller->runner, layer);
    if (teller->tick > 0 && story_answers(story, teller->tick) != story_answers(story, teller->tick - 1))
        runner_answers_changed(&teller->runner);
    for (i = 0; i < teller->runner.sensor_count; i++)
        if (story_senses(story, teller->tick, i))
            sense(teller, i);
    runner_tick(&teller->runner, teller->elapsed);
    chronicle_runner(&teller->layers, &teller->runner);
}

/* --- Comparing ------------------------------------------------------------------------------------- */

static bool differs(teller_state *teller, const char *what, player_mode mode)
{
    teller->problem.length = 0;
    add_text(&teller->problem, "tick %u: %s (%s)\n", (unsigned)teller->tick, what, player_mode_name(mode));
    return false;
}

/* How the last search ended. Where the cheapest plan is looked for, a limit may be as good as another end. */
static bool same_result(const runner_layer *layer, htn_status status)
{
    if (!layer->searched)
        return status == HTN_NOT_BEGUN;
    if (layer->cheapest_cut)
        return true;
    return status == status_of_outcome(layer->outcome);
}

static bool same_results(teller_state *teller, const player_state *player)
{
    uint32_t i;

    for (i = 0; i < teller->runner.layer_count; i++) {
        const runner_layer *layer = &teller->runner.layers[i];

        if (!same_result(layer, htn_agent_result(player->agent, i))) {
            differs(teller, "a search ended differently", player->mode);
            add_text(&teller->problem, "layer %u: %s, and here %s\n", (unsigned)i,
                     layer->searched ? reference_outcome_name(layer->outcome) : "none",
                     htn_status_text(htn_agent_result(player->agent, i)));
            return false;
        }
    }
    return teller->runner.unsure || (player->status == HTN_OK) == !teller->runner.limited ||
           differs(teller, "the tick's status is another", player->mode);
}

/* What there was reason to look for, be it that its outcome was known. */
static bool same_searches(const teller_state *teller, const player_state *player)
{
    htn_counts counts;

    htn_agent_counts(player->agent, &counts);
    return counts.searches + counts.skipped == teller->runner.counts.searches;
}

static bool same_world(teller_state *teller, player_state *player)
{
    memcpy(teller->twin.world, teller->runner.world.seen,
           reference_cells(teller->reference) * sizeof *teller->twin.world);
    teller->twin.reference = teller->reference;
    teller->twin.subject = &teller->subject;
    teller->twin.runtime = htn_agent_world(player->agent);
    return world_is_same(&teller->twin);
}

static bool same_tick(teller_state *teller, player_mode mode)
{
    player_state *player = &teller->players[mode];
    bool called = mode != PLAYER_POLLED && mode != PLAYER_SLICED;

    if (player->problem)
        return differs(teller, player->problem, mode);
    if (called && !chronicle_same(&teller->calls, &player->calls))
        return differs(teller, "other calls", mode);
    if (!chronicle_same(&teller->layers, &player->layers))
        return differs(teller, "the layers stand differently", mode);
    if (!same_world(teller, player)) {
        differs(teller, "another world", mode);
        add_text(&teller->problem, "%s", teller->twin.problem);
        return false;
    }
    if (!same_results(teller, player))
        return false;
    if (mode != PLAYER_SAVED && !same_searches(teller, player))
        return differs(teller, "another number of searches", mode);
    if (teller->subject.answers.asked_about_none)
        return differs(teller, "a query was asked about what its parameter's type does not have", mode);
    return true;
}

/* --- Telling --------------------------------------------------------------------------------------- */

/* What is as it was in the tick before is not told again. */
static void print_tick(teller_state *teller)
{
    const htn_domain *domain = &teller->subject.domain;
    static text_buffer text, world, last_world;
    int mode;

    text.length = world.length = 0;
    add_text(&text, "tick %u, %u us\n", (unsigned)teller->tick, (unsigned)teller->elapsed);
    describe_calls(&text, domain, &teller->calls);
    describe_layers(&text, domain, &teller->layers);
    for (mode = 0; mode < PLAYER_MODES; mode++) {
        player_state *player = &teller->players[mode];

        if (!teller->in_use[mode] || player->tick != teller->tick || chronicle_same(&teller->layers, &player->layers))
            continue;
        add_text(&text, "  %s:\n", player_mode_name((player_mode)mode));
        describe_calls(&text, domain, &player->calls);
        describe_layers(&text, domain, &player->layers);
    }
    describe_world(&world, teller->reference, teller->subject.compilation.model, teller->runner.world.seen);
    print_comment(text.text);
    if (teller->tick == 0 || strcmp(world.text, last_world.text) != 0)
        print_comment(world.text);
    last_world = world;
}

/* False: it cannot be gone on with, be it that something was different (`problem` has length then). */
static bool one_tick(teller_state *teller)
{
    bool same = true;
    int mode;

    reference_tick(teller);
    if (teller->runner.gave_up) {
        teller->statistics.gave_up++;
        return false;
    }
    for (mode = 0; mode < PLAYER_MODES && same; mode++) {
        player_state *player = &teller->players[mode];

        if (!teller->in_use[mode])
            continue;
        player_tick(player, teller->tick);
        if (is_full(player->status)) {
            teller->statistics.full++;
            return false;
        }
        same = same_tick(teller, (player_mode)mode);
    }
    teller->statistics.ticks++;
    if (teller->verbose)
        print_tick(teller);
    return same;
}

static htn_limits choose_limits(const teller_state *teller)
{
    dice_state dice = dice_for(teller->seed, 3);
    htn_limits limits = {0};
    bool cheapest = strstr(teller->text, "[cheapest]") != NULL;

    limits.steps = cheapest ? 3 + dice_below(&dice, 6) : dice_percent(&dice, 10) ? 2 + dice_below(&dice, 4) : 32;
    limits.depth = cheapest ? 1 + dice_below(&dice, 3) : 1 + dice_below(&dice, 8);
    limits.record = 256;
    limits.choices = 256;
    limits.trail = 2048;
    limits.spans = 256;
    limits.frames = 2048;
    limits.nodes = 2 * REFERENCE_STATES;
    limits.continuation = 1024;
    limits.work = 1 << 30; /* the reference does not count what an Achieve does: no search here may end by that */
    return limits;
}

static void run_ticks(teller_state *teller)
{
    for (teller->tick = 0; teller->tick < teller->story.ticks; teller->tick++)
        if (!one_tick(teller))
            return;
}

static bool open_players(teller_state *teller, const htn_limits *limits)
{
    int mode;

    for (mode = 0; mode < PLAYER_MODES; mode++) {
        teller->in_use[mode] = player_may((player_mode)mode, &teller->story, teller->subject.compilation.model);
        teller->statistics.modes[mode] += teller->in_use[mode];
        if (teller->in_use[mode] && !player_open(&teller->players[mode], (player_mode)mode, &teller->story,
                                                 teller->reference, &teller->subject, limits))
            return differs(teller, "the agent was refused", (player_mode)mode);
    }
    return true;
}

static uint64_t skipped_by(const player_state *player)
{
    htn_counts counts;

    htn_agent_counts(player->agent, &counts);
    return counts.skipped;
}

static void close_players(teller_state *teller)
{
    int mode;

    for (mode = 0; mode < PLAYER_MODES; mode++)
        if (teller->in_use[mode]) {
            teller->statistics.slices += teller->players[mode].slices;
            teller->statistics.events += teller->players[mode].events;
            teller->statistics.resumed += teller->players[mode].resumed;
            if (mode == PLAYER_CALLED)
                teller->statistics.skipped += skipped_by(&teller->players[mode]);
            player_close(&teller->players[mode]);
        }
}

static void add_counts(runner_counts *to, const runner_counts *from)
{
    const uint64_t *numbers = (const uint64_t *)(const void *)from;
    uint64_t *sums = (uint64_t *)(void *)to;
    size_t i;

    for (i = 0; i < sizeof *to / sizeof *sums; i++)
        sums[i] += numbers[i];
}

/*
 * A back-off ends when what the failed search has read changes, of which the reference knows nothing: so only where nothing does, be
 * it by another layer or by the end of a cooldown.
 */
static bool may_back_off(const htnc_model *model)
{
    const htnc_property *property;

    for (property = model->properties; property; property = property->next)
        if (property->declaration->cooling)
            return false;
    return model->root_count == 1;
}

static void live(teller_state *teller)
{
    const htnc_model *model = teller->subject.compilation.model;
    const htn_limits limits = choose_limits(teller);
    const runner_game game = {start, update, stop, sense, teller};
    runner_options options = {0};

    if (!may_back_off(model))
        teller->story.back_off_ms = 0;
    options.limits = (reference_limits){limits.steps, limits.depth, EFFORT, 0, 0};
    options.interval_ms = teller->story.interval_ms;
    options.back_off_ms = teller->story.back_off_ms;
    options.horizon_ms = teller->story.horizon_ms;
    options.seed = teller->story.seed_of_draws;
    options.stagger = teller->story.stagger;
    options.running = teller->story.running;
    memset(teller->in_use, 0, sizeof teller->in_use);
    reference_answers(teller->reference, answer_reference, &teller->subject.answers);
    if (!runner_begin(&teller->runner, teller->reference, model, &options, &game)) {
        teller->statistics.gave_up++;
        return;
    }
    if (open_players(teller, &limits))
        run_ticks(teller);
    close_players(teller);
    teller->statistics.asked += teller->subject.answers.asked > 0;
    add_counts(&teller->statistics.counts, &teller->runner.counts);
}

/* One story over a domain; true where nothing was different. */
static bool tell(teller_state *teller, const char *text)
{
    char problem[4096];
    const htn_limits none = {0};

    teller->text = text;
    teller->problem.length = 0;
    teller->statistics.stories++;
    teller->rejected = !subject_open(&teller->subject, "story.htn", text, false, &none, problem, sizeof problem) ||
                       !reference_use(teller->reference, teller->subject.compilation.model);
    if (teller->rejected)
        add_text(&teller->problem, "%s", problem);
    else
        live(teller);
    subject_close(&teller->subject);
    return teller->problem.length == 0;
}

/* --- Telling many ---------------------------------------------------------------------------------- */

/* What is different, without when. */
static const char *difference(const teller_state *teller)
{
    const char *behind = strchr(teller->problem.text, ':');

    return behind ? behind : teller->problem.text;
}

static bool still_fails(void *user, const char *text)
{
    teller_state *teller = user;

    return !tell(teller, text) && !teller->rejected &&
           strncmp(difference(teller), teller->wanted, strlen(teller->wanted)) == 0;
}

/* A story that fails with fewer ticks in which anything comes from outside. */
static void shrink_story(teller_state *teller, const char *text)
{
    uint32_t length, tick, i;

    for (length = 32; length > 0; length /= 2)
        for (tick = 0; tick < teller->story.ticks; tick += length) {
            const story_state before = teller->story;

            for (i = tick; i < tick + length && i < STORY_TICKS; i++)
                teller->story.muted[i] = true;
            if (!still_fails(teller, text))
                teller->story = before;
            else if (teller->tick + 1 < teller->story.ticks)
                teller->story.ticks = teller->tick + 1;
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
    generate_domain(seed, FEATURES_ALL | (seed % 2 ? (unsigned)MANY_PARTS : 0u), text);
    story_begin(&teller->story, seed, 100 + (uint32_t)(seed % 3) * 50);
    if (tell(teller, text))
        return true;
    if (shrink && !teller->rejected) {
        snprintf(teller->wanted, sizeof teller->wanted, "%.*s", (int)strcspn(difference(teller), "\n"),
                 difference(teller));
        shrink_domain(still_fails, teller, text);
        shrink_story(teller, text);
        shrink_domain(still_fails, teller, text);
    }
    if (print)
        report(teller, text);
    return false;
}

/* --- Statistics ------------------------------------------------------------------------------------ */

typedef struct share {
    const char *name;
    size_t at;      /* in runner_counts */
    uint32_t least; /* so many in ten thousand ticks */
} share;

#define SHARE(name, member, least)                   \
    {                                                \
        name, offsetof(runner_counts, member), least \
    }
static const share shares[] = {
    SHARE("searches", searches, 2600),
    SHARE("plans taken up", plans, 1400),
    SHARE("... in place of another", replaced, 20),
    SHARE("... that were what was left of another", left, 1),
    SHARE("... behind a split", continued, 600),
    SHARE("... in place of a continuation", instead, 0),
    SHARE("... with groups", grouped, 200),
    SHARE("empty plans", empty, 100),
    SHARE("steps started", starts, 900),
    SHARE("... that succeeded", succeeded, 600),
    SHARE("... that failed", failed, 200),
    SHARE("... that were aborted", aborted, 70),
    SHARE("... which took time", slow_aborts, 20),
    SHARE("steps without an operator", bookkeeping, 900),
    SHARE("steps that could not start", refused_starts, 100),
    SHARE("steps that waited for room", waited_for_room, 60),
    SHARE("plans that failed", failures, 400),
    SHARE("... since they held no longer", broken, 10),
    SHARE("... and waited for their back-off", backed_off, 5),
    SHARE("cooldowns", cooldowns, 10),
    SHARE("... of methods taken in front of a split", cooled_behind, 0),
    SHARE("methods of failed plans whose part was over", not_cooled, 0),
    SHARE("cells written by During", during_written, 30),
    SHARE("... and not set back, as they were written since", during_kept, 2),
    SHARE("entries of Durings that ended and showed or hid another", during_hidden, 0),
    SHARE("steps asked whether a removal was their success", asked_removed, 0),
    SHARE("... and it was", success_by_removal, 0),
    SHARE("steps that went on in another plan", handed_over, 0),
    SHARE("searches put off by what is not to be interrupted", owed, 0),
    SHARE("... which the next such step waited for", waited_for_search, 0),
    SHARE("times that such a step has ended", caught_up, 0),
    SHARE("times that an end waited for what is not to be interrupted", postponed, 100),
};

/* Stories prove little if nothing happens in them. */
static bool print_shares(const teller_statistics *of)
{
    bool good = true;
    size_t i;

    for (i = 0; i < sizeof shares / sizeof *shares; i++) {
        const uint64_t *count = (const uint64_t *)(const void *)((const char *)&of->counts + shares[i].at);

        printf("#   %s: %llu\n", shares[i].name, (unsigned long long)*count);
        good = good && *count * 10000 >= shares[i].least * of->ticks;
    }
    good = good && of->skipped * 20 >= of->counts.searches && of->resumed >= of->stories && of->slices >= of->stories &&
           of->events >= of->stories;
    return good && of->gave_up * 10 <= of->stories && of->full * 100 <= of->stories && of->asked * 10 >= of->stories;
}

static void print_told(const teller_statistics *of)
{
    printf("# %llu stories, %llu ticks; the reference gave up in %llu, an agent had no room in %llu, queries in %llu\n",
           (unsigned long long)of->stories, (unsigned long long)of->ticks, (unsigned long long)of->gave_up,
           (unsigned long long)of->full, (unsigned long long)of->asked);
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
        session_case(teller->statistics.modes[mode] * 20 >= count, name);
    }
    good = print_shares(&teller->statistics);
    if (count >= 500)
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
