/*
 * `htn explain --journal --at` prints what could have been printed then: random games (random_game.h) are played with a listener
 * that changes nothing and explains each search where it ends. Later each moment is looked up in the journal, and the texts are
 * the same. Two thirds of the journals hold snapshots at random ticks: to a reader they are one run.
 *
 *     test_past_searches [--count N] [--from SEED]
 */
#include "base/text.h"
#include "cli/explain/explain_outcome.h"
#include "cli/explain/explain_page.h"
#include "cli/explain/explain_tree.h"
#include "cli/moment/moment_replay.h"
#include "tests/differential/random_game.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 25, TICKS = 40, LAYERS = 8, WIDTH = 80, MAX_EVENT = HTN_JOURNAL_MIN_BYTES };

/* Games that were explained wrongly once. */
static const uint64_t known[] = {48, 157, 171, 227, 451, 10305};

/* A search as text, and how it ended. */
typedef struct told {
    base_text text;
    htn_status status;
} told;

typedef struct game {
    random_game game;
    cli_subject subject;
    moment_replay followed[LAYERS];
    told told[LAYERS]; /* the latest search of each layer that has ended */
    uint32_t layers;
} game;

/* What was known after a tick. */
typedef struct tick {
    size_t run, end; /* of the run in the journal, as far as it goes then */
    uint64_t time_us;
    char *texts[LAYERS]; /* NULL: a search is under way, or there has been none */
    htn_status status[LAYERS];
} tick;

static uint64_t compared, under_way, kept, without, snapshots;

/* --- Explaining ----------------------------------------------------------------------------------- */

static void tell(void *user, moment_replay *moment, const htn_plan *plan)
{
    told *to = user;
    const explain_style style = explain_style_of(false, false);
    explain_page page = {.search = &moment->search, .style = &style, .width = WIDTH, .found = moment->status == HTN_OK};
    to->status = moment->status;
    base_text_clear(&to->text);
    base_text_add(&to->text, "%d\n", (int)moment->status);
    if (!moment->follows)
        return;
    explain_show_outcome(&page, moment->status, plan);
    explain_show_tree(&page);
    explain_page_draw(&page);
    explain_page_add(&to->text, &page);
    explain_page_free(&page);
}

/* --- The game ------------------------------------------------------------------------------------- */

static void follow_agent(game *of)
{
    for (uint32_t i = 0; i < of->layers; i++) {
        moment_replay *moment = &of->followed[i];
        moment_replay_end(moment);
        *moment = (moment_replay){.conclude = tell, .user = &of->told[i]};
        moment->search.focus = HTN_NONE;
        base_text_clear(&of->told[i].text);
        of->told[i].status = HTN_NOT_BEGUN;
        moment_follow(moment, "test", &of->subject, of->game.agent, htn_agent_world(of->game.agent), i);
    }
}

static void hear(void *user, const htn_planner *planner, const htn_event *event)
{
    game *of = user;
    for (uint32_t i = 0; i < of->layers; i++)
        moment_listen(&of->followed[i], planner, event);
}

/* The BEGIN goes on with the run before. */
static bool is_snapshot(const htn_journal_event *event)
{
    return (event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) != 0;
}

/* The journal's sink. */
static void take_event(void *user, const uint8_t *bytes, uint32_t size)
{
    game *of = user;
    htn_journal_event event;
    size_t offset = 0;
    of->game.bytes = base_reallocate(of->game.bytes, of->game.size + size);
    memcpy(of->game.bytes + of->game.size, bytes, size);
    of->game.size += size;
    if (htn_journal_next(bytes, size, &offset, &event) != HTN_OK)
        abort();
    if (event.kind == HTN_JOURNAL_BEGIN && !is_snapshot(&event))
        follow_agent(of);
    for (uint32_t i = 0; i < of->layers; i++)
        moment_watch(&of->followed[i], of->game.agent, &event);
}

static void take_beginning(game *of)
{
    size_t read;
    do {
        of->game.bytes = base_reallocate(of->game.bytes, of->game.size + MAX_EVENT);
        read = htn_journal_read(&of->game.journal, of->game.bytes + of->game.size, MAX_EVENT);
        of->game.size += read;
    } while (read != 0);
    of->game.journal.sink = take_event;
    of->game.journal.sink_user = of;
}

static void take_tick(game *of, tick *to)
{
    htn_journal_event event;
    size_t offset = 0;
    while (htn_journal_next(of->game.bytes, of->game.size, &offset, &event) == HTN_OK) {
        if (event.kind == HTN_JOURNAL_BEGIN && !is_snapshot(&event))
            *to = (tick){.run = event.offset};
        if (event.kind == HTN_JOURNAL_MICROSECONDS)
            to->time_us += event.numbers[0];
        if (event.kind == HTN_JOURNAL_TICK)
            to->time_us += (uint64_t)event.numbers[0] * 1000;
    }
    to->end = of->game.size;
    for (uint32_t i = 0; i < of->layers; i++) {
        const bool ended = of->followed[i].status != HTN_SUSPENDED && of->told[i].text.length > 0;
        to->texts[i] = ended ? base_duplicate_text(base_text_of(&of->told[i].text)) : NULL;
        to->status[i] = of->followed[i].status;
    }
}

/* --- Comparing ------------------------------------------------------------------------------------ */

/* Whether the journal explains the layer's search as the game did. */
static bool is_same(game *of, const tick *at, uint32_t layer, size_t run_end)
{
    const trace_bytes journal = {"journal", of->game.bytes + at->run, run_end - at->run, at->run};
    told past = {.status = HTN_NOT_BEGUN};
    moment_replay moment = {.conclude = tell, .user = &past};
    moment_search found;
    trace_reader reader;
    trace_begin(&reader, "test", &of->subject, &journal);
    bool same = moment_find_search(&found, &reader, layer, at->time_us) == HTN_OK &&
                moment_replay_to(&moment, &reader, &found, layer, HTN_NONE, at->time_us) == HTN_OK &&
                found.searched == (at->status[layer] != HTN_NOT_BEGUN);
    if (at->texts[layer] != NULL)
        same = same && strcmp(base_text_of(&past.text), at->texts[layer]) == 0;
    else if (at->status[layer] == HTN_SUSPENDED)
        same = same && (past.status == HTN_SUSPENDED || past.status == HTN_WAITS);
    compared += at->texts[layer] != NULL;
    under_way += at->status[layer] == HTN_SUSPENDED;
    kept += at->status[layer] == HTN_STANDS;
    without += at->status[layer] == HTN_NO_PLAN;
    if (!same)
        printf("# seed %" PRIu64 ", layer %u, at %" PRIu64 " us: the game:\n%s# the journal (%s):\n%s", of->game.seed,
               layer, at->time_us, at->texts[layer] != NULL ? at->texts[layer] : "under way\n",
               moment.report.reason != NULL ? moment.report.reason : "", base_text_of(&past.text));
    base_text_free(&found.why);
    moment_replay_end(&moment);
    base_text_free(&past.text);
    trace_end(&reader);
    return same;
}

/* Of ticks that end at the same time, the last one is the moment. */
static bool is_moment(const tick *ticks, uint32_t i)
{
    return i + 1 == TICKS || ticks[i + 1].run != ticks[i].run || ticks[i + 1].time_us != ticks[i].time_us;
}

static size_t end_of_run(const tick *ticks, uint32_t i, size_t size)
{
    for (uint32_t k = i; k < TICKS; k++)
        if (ticks[k].run != ticks[i].run)
            return ticks[k].run;
    return size;
}

static bool compare_all(game *of, const tick *ticks)
{
    for (uint32_t i = 0; i < TICKS; i++)
        for (uint32_t layer = 0; is_moment(ticks, i) && layer < of->layers; layer++)
            if (!is_same(of, &ticks[i], layer, end_of_run(ticks, i, of->game.size)))
                return false;
    return true;
}

static bool play(uint64_t seed)
{
    char problem[4096] = "";
    static game of;
    tick ticks[TICKS];
    memset(&of, 0, sizeof of);
    bool same = random_game_begin(&of.game, seed, problem, sizeof problem);
    if (same) {
        of.subject.domain = *of.game.domain;
        of.subject.input.name = "random.htn";
        of.layers = htn_agent_layers(of.game.agent) < LAYERS ? htn_agent_layers(of.game.agent) : LAYERS;
        of.game.spy = hear;
        of.game.spy_user = &of;
        of.game.snapshot_percent = seed % 3 == 0 ? 0 : 8;
        follow_agent(&of);
        take_beginning(&of);
        for (uint32_t i = 0; i < TICKS; i++) {
            random_game_tick(&of.game);
            take_tick(&of, &ticks[i]);
        }
        snapshots += of.game.snapshots;
        same = compare_all(&of, ticks);
        for (uint32_t i = 0; i < TICKS; i++)
            for (uint32_t layer = 0; layer < of.layers; layer++)
                free(ticks[i].texts[layer]);
    } else {
        printf("# seed %" PRIu64 ": %s\n", seed, problem);
    }
    for (uint32_t i = 0; i < of.layers; i++) {
        moment_replay_end(&of.followed[i]);
        base_text_free(&of.told[i].text);
    }
    random_game_end(&of.game);
    return same;
}

int main(int argc, char **argv)
{
    uint64_t count = COUNT, from = 0, failed = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        count = strcmp(argv[i], "--count") == 0 ? strtoull(argv[i + 1], NULL, 10) : count;
        from = strcmp(argv[i], "--from") == 0 ? strtoull(argv[i + 1], NULL, 10) : from;
    }
    for (size_t i = 0; argc == 1 && i < sizeof known / sizeof *known; i++)
        failed += !play(known[i]);
    for (uint64_t seed = from; seed < from + count; seed++)
        failed += !play(seed);
    printf("%sok 1 - %" PRIu64 " random journals explain each moment as the game could have\n",
           failed != 0 ? "not " : "", count);
    printf("# %" PRIu64 " searches compared, %" PRIu64 " under way, %" PRIu64 " that kept a plan, %" PRIu64
           " without one; %" PRIu64 " snapshots\n",
           compared, under_way, kept, without, snapshots);
    const bool rich =
        count < COUNT || (compared > count && under_way > 0 && kept > 0 && without > 0 && snapshots > count);
    printf("%sok 2 - searches that end, go on, keep a plan and find none are among them\n1..2\n", rich ? "" : "not ");
    return failed != 0 || !rich;
}
