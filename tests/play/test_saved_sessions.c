/*
 * A session that is saved is a scenario that passes: random sessions over the domains of domains/ and over random ones, with everything that
 * a person can type, reloads of the same source included. play_save() plays a scenario before it writes it, and refuses one that fails; here it may refuse only what a scenario
 * cannot say. At the end `htn test` plays all that was saved. And the journal of a session, without what was undone, can be replayed.
 *
 *     test_saved_sessions [--count N] [--seed N]     --seed: only that session, which is printed
 */
#define _XOPEN_SOURCE 700
#include "cli/common/value_text.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_open.h"
#include "cli/play/play_recording.h"
#include "cli/play/play_save.h"
#include "tests/differential/dice.h"
#include "tests/differential/generate.h"
#include <glob.h>
#include <htn/replay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 90, MANY = 3000, MOST_MOVES = 24 };

typedef struct session {
    play_model model;
    dice_state dice;
    base_text script;
    uint32_t come; /* agents that were let come, so that each has a name of its own */
    bool shown;
} session;

typedef struct tally {
    uint64_t saved, unsaid, moves, refused, reloads, groups;
} tally;

static uint32_t type_field(const htn_domain *domain, uint32_t type, uint32_t field)
{
    return htn_domain_field(domain, HTN_SECTION_TYPES, type, field);
}

/* --- What a person types -------------------------------------------------------------------------- */

/* A value of a type; of an open type an instance that exists or, if `none` is allowed and there is none, that. False: there is no value. */
static bool add_value(session *of, base_text *line, uint32_t type, bool none)
{
    const htn_domain *domain = of->model.now->actor.domain;
    const int32_t low = (int32_t)type_field(domain, type, HTN_TYPES_LOW);
    const int32_t high = (int32_t)type_field(domain, type, HTN_TYPES_HIGH);
    int32_t value = dice_percent(&of->dice, 80) ? dice_between(&of->dice, low, high < low + 20 ? high : low + 20)
                                                : dice_between(&of->dice, low, high);
    if (type_field(domain, type, HTN_TYPES_KIND) == HTN_TYPE_BOOL)
        value = (int32_t)dice_below(&of->dice, 2);
    if (htn_type_is_open(domain, type)) {
        const htn_world *world = htn_agent_world(of->model.now->actor.agent);
        uint32_t tries = 0;
        while (!htn_world_exists(world, type, value) && tries++ < 50)
            value = dice_between(&of->dice, low, high);
        if (!htn_world_exists(world, type, value) || (none && dice_percent(&of->dice, 20))) {
            base_text_add(line, "none");
            return none;
        }
    }
    cli_add_value(line, domain, type, value);
    return true;
}

static bool add_arguments(session *of, base_text *line, uint32_t first, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        base_text_add(line, i == 0 ? "(" : ", ");
        good = add_value(
            of, line,
            htn_domain_field(of->model.now->actor.domain, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE),
            false);
    }
    base_text_add(line, count > 0 ? ")" : "");
    return good;
}

static bool set_property(session *of, base_text *line)
{
    const htn_domain *domain = of->model.now->actor.domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    const htn_property property = dice_below(&of->dice, count);
    if (count == 0 || strchr(htn_property_name(domain, property), '(') != NULL ||
        htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FLAGS) &
            (HTN_PROPERTY_STATIC | HTN_PROPERTY_HELD))
        return false;
    base_text_add(line, "%s", htn_property_name(domain, property));
    if (!add_arguments(of, line,
                       htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER),
                       htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT)))
        return false;
    base_text_add(line, " = ");
    return add_value(of, line, htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_TYPE), true);
}

static bool answer_query(session *of, base_text *line)
{
    const htn_domain *domain = of->model.now->actor.domain;
    const uint32_t count = htn_query_count(domain), query = dice_below(&of->dice, count);
    if (count == 0)
        return false;
    base_text_add(line, "%s", htn_query_name(domain, query));
    if (!add_arguments(of, line, htn_domain_field(domain, HTN_SECTION_QUERIES, query, HTN_QUERIES_FIRST_PARAMETER),
                       htn_query_parameters(domain, query)))
        return false;
    const bool proposes = htn_query_candidates(domain, query) > 0;
    base_text_add(line, proposes ? "%s = [" : "%s = ", htn_query_parameters(domain, query) == 0 ? "()" : "");
    if (!proposes && dice_percent(&of->dice, 20))
        base_text_add(line, "later");
    else if (!add_value(of, line, htn_query_type(domain, query), !proposes))
        return false;
    base_text_add(line, proposes ? "]" : "");
    return true;
}

static bool spawn_or_despawn(session *of, base_text *line, bool spawn)
{
    const htn_domain *domain = of->model.now->actor.domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_TYPES), type = dice_below(&of->dice, count);
    if (count == 0 || !htn_type_is_open(domain, type))
        return false;
    base_text_add(line, spawn ? "spawn " : "despawn ");
    if (!spawn)
        return add_value(of, line, type, false);
    base_text_add(line, "%s", htn_domain_text(domain, HTN_SECTION_STRINGS, type_field(domain, type, HTN_TYPES_NAME)));
    if (dice_percent(&of->dice, 30))
        base_text_add(line, "=%u", 1 + dice_below(&of->dice, 3));
    return true;
}

static bool order(session *of, base_text *line)
{
    const htn_domain *domain = of->model.now->actor.domain;
    const uint32_t task = dice_below(&of->dice, htn_domain_count(domain, HTN_SECTION_TASKS));
    const uint32_t layer = dice_below(&of->dice, of->model.layer_count);
    if (strpbrk(htn_task_name(domain, task), " .") != NULL)
        return false;
    base_text_add(line, "order %s%s", dice_percent(&of->dice, 70) ? "only " : "", htn_task_name(domain, task));
    if (htn_task_parameters(domain, task) == 0)
        base_text_add(line, "()");
    for (uint32_t i = 0; i < htn_task_parameters(domain, task); i++)
        if (htn_task_parameter_type(domain, task, i) == HTN_NONE)
            return false;
    if (!add_arguments(of, line, htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_FIRST_PARAMETER),
                       htn_task_parameters(domain, task)))
        return false;
    if (of->model.layer_count > 1)
        base_text_add(line, " in %s", cli_layer_name(domain, layer));
    return true;
}

static bool end_step(session *of, base_text *line)
{
    const uint32_t count = of->model.now->actor.step_count;
    if (count == 0)
        return false;
    const char *end = dice_percent(&of->dice, 75) ? "succeed" : "fail";
    base_text_add(line, "%s %s", end, of->model.now->actor.steps[dice_below(&of->dice, count)].text);
    return true;
}

/* `of anna`, at most in front of another command; or agents come and leave. */
static void change_agents(session *of, base_text *line)
{
    const play_model *model = &of->model;
    const uint32_t any = dice_below(&of->dice, model->player_count), what = dice_below(&of->dice, 100);
    const char *name = model->players[any]->name;
    if (what < 70)
        base_text_add(line, "of %s", name); /* perhaps one who is not here */
    else if (what < 85)
        base_text_add(line, "agents guest%u", ++of->come);
    else
        base_text_add(line, "leave %s", name);
}

static bool compose(session *of, base_text *line)
{
    const uint32_t what = dice_below(&of->dice, 100);
    if (of->model.group != NULL && dice_percent(&of->dice, 35)) {
        change_agents(of, line);
        return true;
    }
    if (what < 30)
        return set_property(of, line);
    if (what < 38)
        return answer_query(of, line);
    if (what < 48)
        return spawn_or_despawn(of, line, what < 44);
    if (what < 68)
        return end_step(of, line);
    if (what < 80)
        base_text_add(line, "run %ums", 1 + dice_below(&of->dice, 1500));
    else if (what < 88)
        base_text_add(line, "tick %ums", 1 + dice_below(&of->dice, 300));
    else if (what < 92)
        base_text_add(line, "undo %u", 1 + dice_below(&of->dice, 3));
    else if (what < 93 && dice_percent(&of->dice, 50))
        base_text_add(line, "take back all");
    else if (what < 93)
        base_text_add(line, "take back %u", 1 + dice_below(&of->dice, 5));
    else if (what < 94)
        base_text_add(line, "reload");
    else if (what < 96)
        base_text_add(line, "redo %u", 1 + dice_below(&of->dice, 2));
    else
        return order(of, line);
    return true;
}

/* The agent goes on and on without time passing: a scenario fails there, and each moment would take long. */
static bool is_restless(const play_model *model)
{
    for (size_t i = 0; i < model->log_count; i++)
        if (model->log[i].kind == PLAY_PROBLEM)
            return true;
    return false;
}

/* --- A session ------------------------------------------------------------------------------------ */

static void play(session *of, tally *counts)
{
    const uint32_t moves = 1 + dice_below(&of->dice, MOST_MOVES);
    for (uint32_t i = 0; i < moves && !is_restless(&of->model); i++) {
        base_text line = {0}, answer = {0};
        if (compose(of, &line)) {
            const play_result result = play_command(&of->model, base_text_of(&line), &answer);
            base_text_add(&of->script, "%s%s\n", result == PLAY_WRONG ? "# " : "", base_text_of(&line));
            counts->moves += result == PLAY_DONE;
            counts->reloads += result == PLAY_DONE && strcmp(base_text_of(&line), "reload") == 0;
            counts->refused += result == PLAY_WRONG;
        }
        base_text_free(&line);
        base_text_free(&answer);
    }
}

/* A scenario cannot say it, or it fails as every scenario would: the agent's planning reached a limit, or never rests. */
static bool may_refuse(const session *of, const char *said)
{
    for (size_t i = 0; i < of->model.move_count; i++)
        if (of->model.moves[i].kind == PLAY_MOVE_UNSAID)
            return true;
    return strstr(said, "reached a limit") != NULL || strstr(said, "not come to rest") != NULL;
}

static bool save(session *of, const char *path, tally *counts)
{
    base_text said = {0};
    const bool saved = play_save(&of->model, path, NULL, &said);
    const bool good = saved || may_refuse(of, base_text_of(&said));
    counts->saved += saved;
    counts->unsaid += !saved;
    if (!good || of->shown)
        printf("%s%s", base_text_of(&of->script), base_text_of(&said));
    base_text_free(&said);
    return good;
}

/* The journals of --journal with a run behind each reload, and the blobs of before, by `htn replay`. */
static bool replays_runs(const play_model *model, const char *name)
{
    const char *built = getenv("CHECKED"), *journal = model->options->journal;
    const char *between = name != NULL ? "-" : "";
    base_text command = {0}, own = {0};
    base_text_add(&own, "%.*s%s%s.htnj", (int)(strlen(journal) - 5), journal, between, name != NULL ? name : "");
    base_text_add(&command, "%s/htn replay '%s' '%s'-*.htnb '%s' > '%s.said' 2>&1 || { cat '%s.said'; false; }",
                  built != NULL ? built : "build/asan", model->path, journal, own.bytes, own.bytes, own.bytes);
    const bool good = system(base_text_of(&command)) == 0;
    base_text_free(&command);
    base_text_free(&own);
    return good;
}

/* One that came behind the last reload has a single run. */
static bool has_runs(const play_model *model, const play_player *player)
{
    bool come = false, reloaded = false;
    for (size_t i = 0; i < model->move_count; i++) {
        const play_move *move = &model->moves[i];
        come |= player->name == NULL || move->kind == PLAY_MOVE_START ||
                (move->kind == PLAY_MOVE_COME && strcmp(move->text, player->name) == 0);
        reloaded |= come && move->kind == PLAY_MOVE_RELOAD;
    }
    return reloaded;
}

/* The journal of --journal, given to a new agent. */
static bool replays_one(const play_model *model, const play_player *player)
{
    if (has_runs(model, player))
        return play_write_recording(model) == 0 && replays_runs(model, player->name);
    const void *bytes = base_text_of(&player->recording);
    const size_t size = player->recording.length;
    htn_replay_report report;
    htn_status status = htn_replay(model->now->actor.domain, bytes, size, NULL, 0, &report);
    for (int i = 0; i < 8 && status == HTN_TOO_SMALL; i++) {
        const size_t room = report.memory;
        void *memory = base_allocate(room);
        status = htn_replay(model->now->actor.domain, bytes, size, memory, room, &report);
        free(memory);
    }
    if (status != HTN_OK)
        printf("# the journal of %s: %s, event %u: %s\n", player->name != NULL ? player->name : "the agent",
               htn_status_text(status), (unsigned)report.events, report.reason);
    return status == HTN_OK;
}

static bool replays(const play_model *model)
{
    bool good = true;
    for (uint32_t i = 0; i < model->player_count; i++)
        if (model->players[i]->state->here || model->players[i]->state->left)
            good = replays_one(model, model->players[i]) && good;
    return good;
}

static const char *nothing_to_warn_of[] = {"none"};

/* Plays the session of a seed and saves it in the folder. */
static bool session_of(uint64_t seed, const char *folder, const glob_t *domains, bool shown, tally *counts)
{
    static char text[GENERATED_SIZE];
    session of = {.dice = dice_for(seed, 77), .shown = shown};
    play_options options = {
        .session.switches = {nothing_to_warn_of, 1},
    };
    char path[256], test[256], journal[256];
    snprintf(path, sizeof path, "%s/%llu.htn", folder, (unsigned long long)seed);
    snprintf(test, sizeof test, "%s/%llu.test.htn", folder, (unsigned long long)seed);
    snprintf(journal, sizeof journal, "%s/%llu.htnj", folder, (unsigned long long)seed);
    options.journal = journal;
    options.agents = dice_percent(&of.dice, 40) ? "anna, bert" : NULL;
    counts->groups += options.agents != NULL;
    const char *played = path;
    if (seed % 3 == 0) {
        played = domains->gl_pathv[dice_below(&of.dice, (uint32_t)domains->gl_pathc)];
    } else {
        const size_t size =
            generate_domain(seed, options.agents != NULL ? FEATURES_ALL | MUCH_SHARED : FEATURES_ALL, text);
        FILE *file = fopen(path, "w");
        fwrite(text, 1, size, file);
        fclose(file);
    }
    bool good = play_open(&of.model, "run", played, &options) == 0;
    if (good) {
        play(&of, counts);
        good = save(&of, test, counts);
        good = replays(&of.model) && good;
    }
    if (!good)
        printf("# session %llu of %s\n", (unsigned long long)seed, played);
    play_close(&of.model);
    base_text_free(&of.script);
    return good;
}

/* --- All of them ---------------------------------------------------------------------------------- */

/* `htn test` on what was saved. */
static bool all_pass(const char *folder)
{
    const char *built = getenv("CHECKED");
    base_text command = {0};
    base_text_add(&command, "%s/htn test -Wnone %s/*.test.htn > %s/said 2>&1 || { cat %s/said; false; }",
                  built != NULL ? built : "build/asan", folder, folder, folder);
    const int status = system(base_text_of(&command));
    base_text_free(&command);
    return status == 0;
}

static void remove_folder(const char *folder)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        printf("# %s stays\n", folder);
}

int main(int argc, char **argv)
{
    uint64_t first = 1, count = dice_rounds(COUNT, MANY), failed = 0;
    char folder[] = "/tmp/htn-sessions-XXXXXX";
    tally counts = {0};
    glob_t domains = {0};
    bool shown = false;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--count") == 0)
            count = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0) {
            first = strtoull(argv[i + 1], NULL, 10);
            count = 1;
            shown = true;
        }
    }
    if (mkdtemp(folder) == NULL || glob("domains/*[a-z].htn", 0, NULL, &domains) != 0)
        return 2;
    for (uint64_t seed = first; seed < first + count; seed++)
        failed += !session_of(seed, folder, &domains, shown, &counts);
    const bool passed = counts.saved == 0 || all_pass(folder);
    printf(
        "# %llu sessions saved, %llu of several agents, %llu not, of %llu moves, %llu of them reloads; %llu refused\n",
        (unsigned long long)counts.saved, (unsigned long long)counts.groups, (unsigned long long)counts.unsaid,
        (unsigned long long)counts.moves, (unsigned long long)counts.reloads, (unsigned long long)counts.refused);
    printf("1..3\n%sok 1 - every session is saved, or has what a scenario cannot say; every journal is replayed\n",
           failed == 0 ? "" : "not ");
    printf("%sok 2 - htn test: all that were saved pass\n", passed ? "" : "not ");
    const bool enough = count < 50 || (counts.saved > counts.unsaid * 2 && counts.moves > count * 3);
    printf("%sok 3 - enough was played and saved\n", enough ? "" : "not ");
    if (!shown)
        remove_folder(folder);
    globfree(&domains);
    return failed != 0 || !passed || !enough;
}
