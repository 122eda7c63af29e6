/*
 * Journals gone through with a cursor: random games (random_game.h) are looked at after each tick, and a listener that changes
 * nothing follows all of their searches. The cursor finds the same agents and hears of the same searches, forwards, backwards,
 * by time, by place and from kept moments. Two thirds of the journals hold snapshots at random ticks.
 */
#include "random_game.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 150, LONG_GAMES = 1000, TICKS = 60, JUMPS = 12, KEPT = 4, ROOM = 1 << 26 };

static uint32_t games(void)
{
    return (uint32_t)dice_whole_rounds(GAMES, LONG_GAMES);
}

/* --- Looking at an agent -------------------------------------------------------------------------- */

/* FNV-1a. */
static void mix(uint64_t *sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        *sum = (*sum ^ at[i]) * UINT64_C(0x100000001B3);
}

static void mix_number(uint64_t *sum, uint64_t number)
{
    mix(sum, &number, sizeof number);
}

static void mix_plan(uint64_t *sum, const htn_agent *agent, uint32_t layer)
{
    htn_plan plan;
    const uint8_t *done;
    if (!htn_agent_plan(agent, layer, &plan, &done))
        return;
    mix(sum, done, plan.step_count);
    mix_number(sum, (uint64_t)plan.cost);
    mix(sum, plan.record, plan.record_count * sizeof *plan.record);
    for (uint32_t i = 0; i < plan.step_count; i++) {
        const htn_domain *domain = htn_agent_domain(agent);
        const uint32_t count =
            htn_domain_field(domain, HTN_SECTION_TASKS, plan.steps[i].task, HTN_TASKS_PARAMETER_COUNT);
        mix_number(sum, plan.steps[i].task);
        mix(sum, plan.values + plan.steps[i].arguments, count * sizeof *plan.values);
    }
}

static void mix_layer(uint64_t *sum, const htn_agent *agent, uint32_t layer)
{
    htn_activity activity;
    htn_order order;
    mix_number(sum, (uint64_t)htn_agent_result(agent, layer));
    mix_plan(sum, agent, layer);
    for (uint32_t i = 0; htn_agent_activity(agent, layer, i, &activity); i++) {
        mix_number(sum, activity.id);
        mix_number(sum, activity.task);
        mix_number(sum, activity.step);
    }
    for (uint32_t i = 0; htn_agent_order_at(agent, layer, i, &order); i++)
        mix_number(sum, order.id);
}

/* All that can be seen of an agent: its world, holds, layers, and, if that is counted through, how much it has searched. */
static uint64_t sum_of(const htn_agent *agent, const htn_world *world, bool counts_through)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    htn_counts counts;
    htn_hold hold;
    mix(&sum, world->bytes, htn_world_bytes(htn_agent_domain(agent)));
    for (uint32_t i = 0; i < htn_agent_layers(agent); i++)
        mix_layer(&sum, agent, i);
    for (uint32_t i = 0; htn_agent_hold(agent, i, &hold); i++) {
        mix_number(&sum, hold.type);
        mix_number(&sum, (uint64_t)hold.instance);
    }
    htn_agent_counts(agent, &counts);
    if (counts_through) {
        mix_number(&sum, counts.work);
        mix_number(&sum, counts.searches);
    }
    return sum;
}

/* What searches told. */
typedef struct heard {
    const htn_domain *domain;
    uint64_t sum, events;
} heard;

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    heard *of = user;
    htn_plan plan;
    int32_t answer = 0;
    const int32_t *arguments = htn_trace_question(planner, &answer);
    htn_trace_plan(planner, &plan);
    of->events++;
    mix_number(&of->sum, event->kind);
    mix_number(&of->sum, event->pc);
    mix_number(&of->sum, event->index);
    mix_number(&of->sum, htn_trace_root(planner));
    mix_number(&of->sum, plan.step_count);
    mix_number(&of->sum, (uint64_t)htn_trace_local(planner, 0));
    if (arguments != NULL)
        mix_number(&of->sum, (uint64_t)answer);
    if (event->kind == HTN_EVENT_REJECT)
        for (uint32_t i = 0; i < htn_domain_count(of->domain, HTN_SECTION_PROPERTIES); i++)
            mix_number(&of->sum, (uint64_t)htn_trace_get(planner, i));
}

/* --- A game and its moments ----------------------------------------------------------------------- */

/* What was seen of the game after a tick. */
typedef struct moment {
    size_t run;    /* where the run begins in the journal */
    size_t offset; /* in the run */
    uint64_t time_us;
    uint32_t ticks;
    uint64_t sum;
    uint64_t heard; /* in this tick */
} moment;

typedef struct story {
    random_game game;
    heard heard;
    moment moments[TICKS];
} story;

/* The run that the journal's end belongs to, and its ticks and time. */
static void take_moment(story *of, moment *to)
{
    htn_journal_event event;
    size_t offset = 0;
    while (htn_journal_next(of->game.bytes, of->game.size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_BEGIN && !(event.numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT))
            *to = (moment){.run = event.offset};
        if (event.kind == HTN_JOURNAL_MICROSECONDS)
            to->time_us += event.numbers[0];
        if (event.kind == HTN_JOURNAL_TICK) {
            to->time_us += (uint64_t)event.numbers[0] * 1000;
            to->ticks++;
        }
    }
    to->offset = of->game.size - to->run;
    to->sum = sum_of(of->game.agent, htn_agent_world(of->game.agent), of->game.snapshot_percent == 0);
    to->heard = of->heard.sum;
}

static void play(story *of, uint64_t seed)
{
    char problem[4096] = "";
    if (!random_game_begin(&of->game, seed, problem, sizeof problem))
        fail_msg("seed %" PRIu64 ": %s", seed, problem);
    of->game.snapshot_percent = seed % 3 == 0 ? 0 : 8;
    of->heard = (heard){.domain = of->game.domain};
    of->game.spy = hear;
    of->game.spy_user = &of->heard;
    for (uint32_t i = 0; i < TICKS; i++) {
        of->heard.sum = 0;
        random_game_tick(&of->game);
        take_moment(of, &of->moments[i]);
    }
}

/* --- A cursor ------------------------------------------------------------------------------------- */

typedef struct cursor {
    htn_replay_cursor *at;
    void *memory;
    heard heard;
    uint32_t watched; /* events */
} cursor;

static void watch(void *user, const htn_agent *agent, const htn_journal_event *event)
{
    cursor *of = user;
    (void)event;
    of->watched++;
    assert_non_null(agent);
}

static htn_status try_to_open(cursor *of, const story *in, size_t run, htn_replay_report *report)
{
    size_t room = 0;
    htn_status status;
    *of = (cursor){.heard.domain = in->game.domain};
    while ((status = htn_replay_open(&of->at, in->game.domain, in->game.bytes + run, in->game.size - run, of->memory,
                                     room, report)) == HTN_TOO_SMALL &&
           report->memory < ROOM) {
        assert_null(of->at);
        assert_true(report->memory > room);
        free(of->memory);
        room = report->memory;
        of->memory = subject_memory(room);
    }
    return status;
}

static void open_cursor(cursor *of, const story *in, size_t run)
{
    htn_replay_report report;
    const htn_status status = try_to_open(of, in, run, &report);
    if (status != HTN_OK)
        fail_msg("seed %" PRIu64 ": %s: %s", in->game.seed, htn_status_text(status), report.reason);
}

static void assert_there(const story *in, const cursor *of, const moment *wanted, const char *how)
{
    const htn_replay_moment now = htn_replay_now(of->at);
    const htn_replay_report *report = htn_replay_how(of->at);
    if (now.offset != wanted->offset || now.ticks != wanted->ticks || now.time_us != wanted->time_us || now.cut ||
        sum_of(htn_replay_agent(of->at), htn_replay_world(of->at), in->game.snapshot_percent == 0) != wanted->sum)
        fail_msg("seed %" PRIu64 ", %s: at %zu, tick %u, %" PRIu64 " us; wanted %zu, tick %u, %" PRIu64
                 " us: %s; or another state",
                 in->game.seed, how, now.offset, now.ticks, now.time_us, wanted->offset, wanted->ticks, wanted->time_us,
                 report->reason == NULL ? "" : report->reason);
}

/* --- Tests ---------------------------------------------------------------------------------------- */

static void forwards_each_tick_is_as_it_was_and_so_are_its_searches(void **state)
{
    static story of;
    uint64_t searched = 0;
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        cursor with = {0};
        play(&of, seed);
        for (uint32_t i = 0; i < TICKS; i++) {
            const moment *wanted = &of.moments[i];
            if (i == 0 || wanted->run != wanted[-1].run) {
                free(with.memory);
                open_cursor(&with, &of, wanted->run);
                assert_int_equal(htn_replay_listen(with.at, hear, &with.heard), HTN_OK);
                assert_int_equal(htn_replay_watch(with.at, watch, &with), HTN_OK);
            }
            with.heard.sum = 0;
            assert_int_equal(htn_replay_to(with.at, wanted->offset), HTN_OK);
            assert_there(&of, &with, wanted, "forwards");
            if (with.heard.sum != wanted->heard)
                fail_msg("seed %u: the searches of tick %u are not the same", seed, wanted->ticks);
        }
        searched += with.heard.events;
        assert_true(with.watched > 0);
        free(with.memory);
        random_game_end(&of.game);
    }
    assert_true(searched > games());
}

/* The last moment of a run that a time reaches. */
static uint32_t last_by(const story *of, uint32_t from)
{
    uint32_t last = from;
    for (uint32_t i = from; i < TICKS && of->moments[i].run == of->moments[from].run; i++)
        if (of->moments[i].time_us <= of->moments[from].time_us)
            last = i;
    return last;
}

static void jump(story *of, cursor *with, uint32_t to, dice_state *dice)
{
    const moment *wanted = &of->moments[to];
    const bool by_place = dice_percent(dice, 50);
    const htn_status status =
        by_place ? htn_replay_to(with->at, wanted->offset) : htn_replay_until(with->at, wanted->time_us);
    if (status != HTN_OK)
        fail_msg("seed %" PRIu64 ": at %zu: %s", of->game.seed, htn_replay_now(with->at).offset,
                 htn_replay_how(with->at)->reason);
    assert_there(of, with, by_place ? wanted : &of->moments[last_by(of, to)], by_place ? "by place" : "by time");
}

static void jumps_arrive_from_anywhere(void **state)
{
    static story of;
    uint32_t kept = 0;
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        cursor with = {0};
        dice_state dice = dice_for(seed, 5);
        void *copy = NULL;
        uint32_t copied = 0;
        play(&of, seed);
        const size_t run = of.moments[dice_below(&dice, TICKS)].run;
        open_cursor(&with, &of, run);
        for (uint32_t i = 0; i < JUMPS; i++) {
            uint32_t to = dice_below(&dice, TICKS);
            while (of.moments[to].run != run)
                to = (to + 1) % TICKS;
            htn_replay_listen(with.at, dice_percent(&dice, 30) ? hear : NULL, &with.heard);
            jump(&of, &with, to, &dice);
            if (copy == NULL && dice_percent(&dice, 40)) {
                const size_t size = htn_replay_kept_bytes(with.at);
                const htn_replay_moment now = htn_replay_now(with.at);
                for (copied = to; of.moments[copied].offset != now.offset;)
                    copied++;
                copy = subject_memory(size);
                assert_int_equal(htn_replay_keep(with.at, copy, size - 1), HTN_TOO_SMALL);
                assert_int_equal(htn_replay_keep(with.at, copy, size), HTN_OK);
            } else if (copy != NULL && dice_percent(&dice, 40)) {
                assert_int_equal(htn_replay_back(with.at, copy, htn_replay_kept_bytes(with.at)), HTN_OK);
                assert_there(&of, &with, &of.moments[copied], "kept");
                kept++;
            }
        }
        const htn_replay_moment end = htn_replay_end(with.at);
        if (htn_replay_until(with.at, UINT64_MAX) != HTN_OK)
            fail_msg("seed %u: at %zu: %s", seed, htn_replay_now(with.at).offset, htn_replay_how(with.at)->reason);
        assert_int_equal(htn_replay_now(with.at).ticks, end.ticks);
        assert_true(htn_replay_now(with.at).time_us == end.time_us);
        assert_int_equal(htn_replay_until(with.at, 0), HTN_OK);
        free(copy);
        free(with.memory);
        random_game_end(&of.game);
    }
    assert_true(kept > games() / 2);
}

/* A byte is changed: the cursor stops somewhere, says why, and still goes back to where all is well. */
static void damage_ends_a_run_and_not_the_cursor(void **state)
{
    static story of;
    uint32_t stopped = 0;
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        cursor with = {0};
        htn_replay_report report;
        dice_state dice = dice_for(seed, 6);
        play(&of, seed);
        const moment first = of.moments[0];
        const size_t sound = first.run + first.offset;
        const size_t at = sound + dice_below(&dice, (uint32_t)(of.game.size - sound));
        of.game.bytes[at] ^= (uint8_t)(1 + dice_below(&dice, 255));
        if (try_to_open(&with, &of, first.run, &report) == HTN_OK) { /* what is bound is looked up in all of the run */
            if (seed % 2 == 0) /* else it may begin at a snapshot behind the damage */
                htn_replay_watch(with.at, watch, &with);
            const htn_status status = htn_replay_until(with.at, UINT64_MAX);
            stopped += status != HTN_OK;
            assert_true(status == HTN_OK || htn_replay_how(with.at)->reason != NULL);
            assert_int_equal(htn_replay_to(with.at, 0), HTN_OK);
            assert_int_equal(htn_replay_to(with.at, first.offset), HTN_OK);
            assert_there(&of, &with, &first, "before the damage");
        }
        free(with.memory);
        random_game_end(&of.game);
    }
    assert_true(stopped > games() / 3);
}

static void a_journal_that_ends_in_a_tick_says_so(void **state)
{
    static story of;
    uint32_t cut = 0, ended = 0;
    (void)state;
    for (uint32_t seed = 0; seed < games() / 4; seed++) {
        cursor with = {0};
        htn_journal_event event;
        play(&of, seed);
        const moment *last = &of.moments[TICKS - 1];
        size_t offset = last[-1].run == last->run ? last[-1].run + last[-1].offset : 0, tick = 0;
        while (offset != 0 && htn_journal_next(of.game.bytes, of.game.size, &offset, &event) == HTN_OK)
            if (event.kind == HTN_JOURNAL_TICK)
                tick = offset;
        if (tick != 0 && tick < of.game.size) {
            of.game.size = tick;
            open_cursor(&with, &of, last->run);
            assert_int_equal(htn_replay_until(with.at, UINT64_MAX), HTN_OK);
            cut += htn_replay_now(with.at).cut;
            assert_int_equal(htn_replay_to(with.at, last[-1].offset), HTN_OK);
            assert_there(&of, &with, &last[-1], "before the cut");
            free(with.memory);
            ended++;
        }
        random_game_end(&of.game);
    }
    assert_true(cut > ended / 2); /* it cannot be known where the agent would not have written more */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forwards_each_tick_is_as_it_was_and_so_are_its_searches),
        cmocka_unit_test(jumps_arrive_from_anywhere),
        cmocka_unit_test(damage_ends_a_run_and_not_the_cursor),
        cmocka_unit_test(a_journal_that_ends_in_a_tick_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
