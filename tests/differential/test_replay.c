/*
 * Journals replayed: random games (random_game.h) leave journals that a new agent writes again, byte for byte; what is changed in one
 * is noticed where it is; damaged ones are refused, or come to something else.
 */
#include "random_game.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 420, TICKS = 60, LONG = 30, ROOM = 1 << 26 };

/* Games that were replayed wrongly once; they are played first. */
static const uint32_t known[] = {6980, 7892, 8580};

enum { KNOWN = sizeof known / sizeof *known };

static uint32_t games(void)
{
    return (uint32_t)dice_whole_rounds(GAMES, GAMES * LONG);
}

/* In memory that is as large as it must be. */
static htn_status replay(const htn_domain *domain, const uint8_t *bytes, size_t size, htn_replay_report *report)
{
    void *memory = NULL;
    size_t room = 0;
    htn_status status;
    while ((status = htn_replay(domain, bytes, size, memory, room, report)) == HTN_TOO_SMALL && report->memory < ROOM) {
        assert_true(report->memory > room);
        free(memory);
        room = report->memory;
        memory = subject_memory(room);
    }
    free(memory);
    return status;
}

/* A game played to its end. */
static void play(random_game *game, uint64_t seed)
{
    char problem[4096] = "";
    if (!random_game_begin(game, seed, problem, sizeof problem))
        fail_msg("seed %llu: %s", (unsigned long long)seed, problem);
    for (uint32_t i = 0; i < TICKS; i++)
        random_game_tick(game);
}

static void print_event(const char *what, const uint8_t *bytes, size_t size, size_t offset)
{
    htn_journal_event event;
    if (htn_journal_next(bytes, size, &offset, &event) != HTN_OK) {
        print_message("%s: no event\n", what);
        return;
    }
    print_message("%s: %s", what, htn_journal_name(event.kind));
    for (uint32_t i = 0; i < event.count; i++)
        print_message(" %u", event.numbers[i]);
    print_message("\n");
}

static void say_difference(const random_game *game, const htn_replay_report *report)
{
    size_t offset = 0, last[8] = {0};
    uint32_t count = 0;
    htn_journal_event event;
    while (offset < report->offset && htn_journal_next(game->bytes, game->size, &offset, &event) == HTN_OK)
        last[count++ % 8] = event.offset;
    for (uint32_t i = count < 8 ? 0 : count - 8; i < count; i++)
        print_event("before", game->bytes, game->size, last[i % 8]);
    print_event("journal", game->bytes, game->size, report->offset);
    print_event("instead", report->instead, report->instead_size, 0);
}

static void assert_replayed(const random_game *game)
{
    htn_replay_report report;
    const htn_status status = replay(game->domain, game->bytes, game->size, &report);
    if (status != HTN_OK) {
        say_difference(game, &report);
        fail_msg("seed %llu: %s: %s", (unsigned long long)game->seed, htn_status_text(status), report.reason);
    }
    assert_int_equal(report.offset, game->size);
    assert_false(report.other_build);
}

/* How many events the journal has, those of each kind in `seen` (may be NULL). */
static uint32_t count_events(const random_game *game, uint64_t *seen)
{
    size_t offset = 0;
    uint32_t events = 0;
    htn_journal_event event;
    for (; htn_journal_next(game->bytes, game->size, &offset, &event) == HTN_OK; events++)
        if (seen != NULL)
            seen[event.kind]++;
    assert_int_equal(offset, game->size);
    return events;
}

/* What one game of one agent does not leave. */
static bool is_of_others(htn_journal_kind kind)
{
    return kind == HTN_JOURNAL_LOST || kind == HTN_JOURNAL_DROP || kind == HTN_JOURNAL_RECOVER ||
           kind == HTN_JOURNAL_MICROSECONDS || kind == HTN_JOURNAL_OVERWRITTEN || kind == HTN_JOURNAL_OTHERS ||
           kind == HTN_JOURNAL_BENEATH || kind == HTN_JOURNAL_REVOKE;
}

static void every_game_is_replayed_bit_for_bit(void **state)
{
    uint64_t seen[HTN_JOURNAL_KINDS] = {0};
    (void)state;
    for (uint32_t i = 0; i < KNOWN + games(); i++) {
        random_game game;
        play(&game, i < KNOWN ? known[i] : i - KNOWN);
        assert_replayed(&game);
        count_events(&game, seen);
        random_game_end(&game);
    }
    for (uint32_t kind = 1; kind < HTN_JOURNAL_KINDS; kind++)
        if (!is_of_others((htn_journal_kind)kind) && seen[kind] == 0)
            fail_msg("no game has left a %s", htn_journal_name((htn_journal_kind)kind));
}

/* What the agent's game, or its group, has brought about: if that is changed, it may be only what follows that differs. */
static bool is_input(htn_journal_kind kind)
{
    return kind < HTN_JOURNAL_REQUEST || kind == HTN_JOURNAL_MICROSECONDS || kind == HTN_JOURNAL_TIMER ||
           kind == HTN_JOURNAL_SHARE || kind == HTN_JOURNAL_GRANT || kind == HTN_JOURNAL_ORDERS ||
           kind == HTN_JOURNAL_ORDER || kind == HTN_JOURNAL_TAKE_BACK || kind == HTN_JOURNAL_CANDIDATES;
}

/* The `wanted`-th event of the journal. */
static void find_event(const random_game *game, uint32_t wanted, htn_journal_event *event)
{
    size_t offset = 0;
    for (uint32_t i = 0; i <= wanted; i++)
        assert_int_equal(htn_journal_next(game->bytes, game->size, &offset, event), HTN_OK);
}

/* The last byte of an event ends a number, whose lowest bits it has or its highest ones. */
static void what_is_changed_of_an_outcome_is_noticed_where_it_is(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        random_game game;
        htn_journal_event event;
        htn_replay_report report;
        play(&game, seed);
        const uint32_t events = count_events(&game, NULL);
        for (uint32_t tries = 0; tries < 8; tries++) {
            find_event(&game, dice_below(&game.dice, events), &event);
            if (is_input(event.kind) || is_of_others(event.kind))
                continue;
            uint8_t *last = &game.bytes[event.offset + event.size - 1];
            *last ^= 1;
            const htn_status status = replay(game.domain, game.bytes, game.size, &report);
            assert_true(status == HTN_DIFFERS || status == HTN_BAD_JOURNAL);
            assert_int_equal(report.offset, event.offset);
            assert_non_null(report.reason);
            *last ^= 1;
        }
        random_game_end(&game);
    }
}

static void a_journal_that_ends_early_is_replayed_to_its_end(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        random_game game;
        htn_journal_event event;
        htn_replay_report report;
        play(&game, seed);
        find_event(&game, dice_below(&game.dice, count_events(&game, NULL)), &event);
        if (event.kind != HTN_JOURNAL_BEGIN && event.kind != HTN_JOURNAL_BYTES) { /* half a save is none */
            assert_int_equal(replay(game.domain, game.bytes, event.offset, &report), HTN_OK);
            assert_int_equal(replay(game.domain, game.bytes, event.offset + event.size - 1, &report), HTN_BAD_JOURNAL);
            assert_int_equal(report.offset, event.offset);
        }
        random_game_end(&game);
    }
}

/* Somewhere behind the first BEGIN, and in no other: with other limits on work a search may take its time. */
static uint32_t place_to_damage(random_game *game)
{
    htn_journal_event event;
    uint32_t at;
    do {
        size_t offset = 0;
        at = dice_below(&game->dice, (uint32_t)game->size);
        while (offset <= at)
            assert_int_equal(htn_journal_next(game->bytes, game->size, &offset, &event), HTN_OK);
    } while (event.kind == HTN_JOURNAL_BEGIN);
    return at;
}

/* A byte is changed, left out or put in. */
static uint8_t *damaged_copy(random_game *game)
{
    uint8_t *copy = subject_memory(game->size);
    const uint32_t at = place_to_damage(game);
    const size_t left = game->size - at - 1;
    memcpy(copy, game->bytes, game->size);
    switch (dice_below(&game->dice, 3)) {
    case 0: copy[at] = (uint8_t)dice_below(&game->dice, 256); break;
    case 1: memmove(copy + at, copy + at + 1, left); break;
    default: memmove(copy + at + 1, copy + at, left); break;
    }
    return copy;
}

/* Whatever comes of it, the sanitizers have nothing to say. */
static void damaged_journals_do_no_harm(void **state)
{
    uint32_t refused = 0, different = 0;
    (void)state;
    for (uint32_t seed = 0; seed < games(); seed++) {
        random_game game;
        htn_replay_report report;
        play(&game, seed);
        for (uint32_t tries = 0; tries < 8; tries++) {
            uint8_t *copy = damaged_copy(&game);
            const htn_status status = replay(game.domain, copy, game.size, &report);
            refused += status == HTN_BAD_JOURNAL;
            different += status == HTN_DIFFERS;
            assert_true(report.offset <= game.size);
            free(copy);
        }
        random_game_end(&game);
    }
    assert_true(refused > games());
    assert_true(different > games());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_replayed_bit_for_bit),
        cmocka_unit_test(what_is_changed_of_an_outcome_is_noticed_where_it_is),
        cmocka_unit_test(a_journal_that_ends_early_is_replayed_to_its_end),
        cmocka_unit_test(damaged_journals_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
