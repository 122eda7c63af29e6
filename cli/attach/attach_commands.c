/* See attach_commands.h. Names become numbers by the domain that the game has sent; the world is that of the replayed journal. */
#include "cli/attach/attach_commands.h"
#include "bindings/attach/htn_attach.h"
#include "base/clock.h"
#include "cli/attach/attach_moment.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/settings.h"
#include "cli/common/tasks_to_plan.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_read.h"
#include "cli/common/value_text.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_EVERY = 150, FIRST_TICK = 2000 }; /* milliseconds */

static const char help_text[] =
    "agents                     their numbers and names\n"
    "choose N | NAME            the agent that all else is about\n"
    "why [TASK] [in LAYER]      the latest search explained, or why TASK is in the plan or not\n"
    "world                      its properties\n"
    "set PROPERTY=VALUE         also of a table: Seen(Enemy#0)=true\n"
    "order [only] TASK(...) [in LAYER]\n"
    "break | continue | step [FRAMES]   stops time, lets it run, or so many frames\n"
    "break at TASK | break when PROPERTY=VALUE | break plan TASK | break never\n"
    "                           stops time by itself: a step starts, a property becomes, a new plan has a step\n"
    "reload                     compiles FILE and sends it; saving it does the same\n"
    "watch | watch off          explains each new search\n"
    "save FILE.htnj             the journal, for htn trace, explain and replay\n"
    "wait TIME | wait stop      before the next line: 500ms, 2s, or until time stops\n"
    "quit\n";

/* --- Helpers -------------------------------------------------------------------------------------- */

static void refuse(attach_session *session, const char *problem)
{
    printf("%s\n", problem);
    session->failed = true;
}

static void await(attach_session *session, attach_waits what)
{
    session->waits = what;
}

/* Sends a command with a ticket in front, and waits for its answer. */
static void command(attach_session *session, uint8_t kind, uint32_t *numbers, uint32_t count, const void *rest,
                    size_t size)
{
    numbers[0] = ++session->ticket;
    session->say(session->user, kind, numbers, count, rest, size);
    await(session, ATTACH_WAITS_ANSWER);
}

/* The moment now, to be ended. False: nothing is known of an agent yet, and the person has been told. */
static bool look(attach_session *session, attach_moment *now)
{
    const char *problem = session->game.chosen == HTN_NONE    ? "choose an agent first"
                          : session->game.journal.length == 0 ? "nothing of this agent has come yet"
                                                              : attach_moment_open(now, &session->game);
    if (problem == NULL)
        return true;
    refuse(session, problem);
    return false;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    for (size_t length = strlen(text); length > 0 && isspace((unsigned char)text[length - 1]);)
        text[--length] = '\0';
    return text;
}

/* Cuts ` in LAYER` off a text. False: there is no such layer, and the person has been told. */
static bool cut_layer(attach_session *session, char *text, uint32_t *layer)
{
    char *in = NULL;
    *layer = 0;
    for (char *at = text; (at = strstr(at, "in ")) != NULL; at++)
        if (at == text || at[-1] == ' ')
            in = at;
    if (in == NULL)
        return true;
    *layer = htn_root_find(&session->game.subject.domain, trim(in + 3));
    *in = '\0';
    trim(text);
    if (*layer == HTN_NONE)
        refuse(session, "the domain has no such layer");
    return *layer != HTN_NONE;
}

/* --- Asking --------------------------------------------------------------------------------------- */

static void explain(attach_session *session, char *text)
{
    attach_asked asked = {
        .command = session->command, .ascii = session->ascii, .colour = session->colour, .task = HTN_NONE};
    attach_moment now;
    base_text out = {0};
    if (!look(session, &now))
        return;
    attach_moment_close(&now);
    if (!cut_layer(session, text, &asked.layer))
        return;
    text = trim(text);
    if (text[0] != '\0')
        asked.task = htn_task_find(&session->game.subject.domain, text);
    if (text[0] != '\0' && asked.task == HTN_NONE) {
        refuse(session, "the domain has no such task");
        return;
    }
    const char *problem = attach_explain(&out, &session->game, &asked);
    if (problem != NULL)
        refuse(session, problem);
    else
        fputs(base_text_of(&out), stdout);
    base_text_free(&out);
}

static void show_world(attach_session *session, char *text)
{
    const htn_domain *domain = &session->game.subject.domain;
    attach_moment now;
    (void)text;
    if (!look(session, &now))
        return;
    base_text out = {0};
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++) {
        if (htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_PARAMETER_COUNT) != 0)
            continue;
        base_text_add(&out, "%s = ", htn_property_name(domain, i));
        cli_add_value(&out, domain, htn_domain_field(domain, HTN_SECTION_PROPERTIES, i, HTN_PROPERTIES_TYPE),
                      htn_world_get(now.world, i));
        base_text_add(&out, "\n");
    }
    fputs(base_text_of(&out), stdout);
    base_text_free(&out);
    attach_moment_close(&now);
}

static void save(attach_session *session, char *text)
{
    FILE *file = session->game.journal.length == 0 ? NULL : fopen(text, "wb");
    const size_t size = session->game.journal.length;
    bool good = file != NULL && fwrite(session->game.journal.bytes, 1, size, file) == size;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    if (!good)
        refuse(session, "the journal cannot be written, or there is none yet");
}

/* --- Changing ------------------------------------------------------------------------------------- */

/* Reads `PROPERTY=VALUE` as numbers: property, value, how many arguments, arguments. */
static bool read_setting(attach_session *session, const char *text, uint32_t *numbers, uint32_t *count)
{
    const htn_domain *domain = &session->game.subject.domain;
    cli_answers answers = {.domain = domain};
    cli_place place;
    attach_moment now;
    base_text problem = {0};
    if (!look(session, &now))
        return false;
    const cli_settings settings = {domain, &now.copy, &answers, NULL, NULL, &place};
    bool good = cli_settings_set(&settings, text, &problem);
    if (good && place.property == HTN_NONE)
        base_text_add(&problem, "the game answers queries by itself");
    good = problem.length == 0;
    if (good) {
        const uint32_t arguments =
            htn_domain_field(domain, HTN_SECTION_PROPERTIES, place.property, HTN_PROPERTIES_PARAMETER_COUNT);
        numbers[0] = place.property;
        numbers[1] =
            (uint32_t)(arguments == 0 ? htn_world_get(&now.copy, place.property)
                                      : htn_world_get_at(&now.copy, place.property, place.arguments, arguments));
        numbers[2] = arguments;
        memcpy(numbers + 3, place.arguments, arguments * sizeof *numbers);
        *count = 3 + arguments;
    } else {
        refuse(session, base_text_of(&problem));
    }
    cli_answers_free(&answers);
    base_text_free(&problem);
    attach_moment_close(&now);
    return good;
}

static void set(attach_session *session, char *text)
{
    uint32_t numbers[3 + 3 + CLI_MOST_ARGUMENTS] = {0, session->game.chosen, session->game.build}, count = 0;
    if (read_setting(session, text, numbers + 3, &count))
        command(session, HTN_ATTACH_SET, numbers, 3 + count, NULL, 0);
}

static void order(attach_session *session, char *text)
{
    cli_given_tasks given = {0};
    attach_moment now;
    base_text problem = {0};
    uint32_t layer = 0;
    const bool only = strncmp(text, "only ", 5) == 0;
    char *end = strrchr(text, ')');
    if (!look(session, &now))
        return;
    if (end == NULL || cut_layer(session, end + 1, &layer)) {
        if (end != NULL && end[1 + strspn(end + 1, " \t")] != '\0') {
            refuse(session, "behind the order may only stand: in LAYER");
            attach_moment_close(&now);
            return;
        }
        if (end != NULL)
            end[1] = '\0';
        if (cli_given_add(&given, &now.copy, trim(only ? text + 5 : text), NULL, &problem)) {
            const htn_given_task *task = &given.tasks[0];
            uint32_t numbers[7 + CLI_MOST_ARGUMENTS] = {0,    session->game.chosen, session->game.build, layer,
                                                        only, task->task,           task->argument_count};
            for (uint32_t i = 0; i < task->argument_count; i++)
                numbers[7 + i] = (uint32_t)task->arguments[i];
            command(session, HTN_ATTACH_ORDER, numbers, 7 + task->argument_count, NULL, 0);
        } else {
            refuse(session, base_text_of(&problem));
        }
    }
    cli_given_free(&given);
    base_text_free(&problem);
    attach_moment_close(&now);
}

static void watch_file(void *user, const char *path)
{
    cli_watch_add(user, path);
}

/* Compiles FILE, and watches what it consists of. */
static int open_file(attach_session *session, cli_subject *subject)
{
    static const char *none[] = {"none"};
    const cli_list switches = {none, 1};
    cli_watch_free(&session->watch);
    session->touched = false;
    cli_watch_add(&session->watch, session->file);
    const int status = cli_subject_open(subject, session->command, session->file, &switches, session->colour);
    if (subject->is_source)
        htnc_dependencies(&subject->compilation, watch_file, &session->watch);
    return status;
}

bool attach_watch(attach_session *session)
{
    cli_subject subject;
    const bool good = open_file(session, &subject) != CLI_EXIT_USAGE || cli_file_stamp(session->file) != 0;
    cli_subject_close(&subject);
    return good;
}

bool attach_is_saved(attach_session *session)
{
    if (session->file == NULL || base_milliseconds() < session->look_at)
        return false;
    session->look_at = base_milliseconds() + LOOK_EVERY;
    const bool changed = cli_watch_changed(&session->watch);
    session->touched = session->touched || changed;
    return session->touched && !changed && cli_file_stamp(session->file) != 0;
}

void attach_reload(attach_session *session)
{
    cli_subject subject;
    uint32_t ticket;
    if (session->file == NULL) {
        refuse(session, "give FILE on the command line to reload it");
        return;
    }
    if (open_file(session, &subject) != CLI_EXIT_YES) {
        session->failed = true;
    } else if (session->game.loaded && subject.domain.size == session->game.blob_size &&
               memcmp(subject.domain.blob, session->game.blob, subject.domain.size) == 0) {
        printf("%s: the game has this build already\n", session->file);
    } else {
        printf("%s: sent\n", session->file);
        command(session, HTN_ATTACH_RELOAD, &ticket, 1, subject.domain.blob, subject.domain.size);
    }
    cli_subject_close(&subject);
}

static void reload(attach_session *session, char *text)
{
    (void)text;
    attach_reload(session);
}

/* --- Time ----------------------------------------------------------------------------------------- */

static void set_pause(attach_session *session, bool on)
{
    uint32_t numbers[] = {0, on};
    command(session, HTN_ATTACH_PAUSE, numbers, 2, NULL, 0);
}

static void go_on(attach_session *session, char *text)
{
    (void)text;
    set_pause(session, false);
}

static void step(attach_session *session, char *text)
{
    char *end = text;
    const long frames = text[0] == '\0' ? 1 : strtol(text, &end, 10);
    uint32_t numbers[] = {0, (uint32_t)frames};
    if (*end != '\0' || frames < 1 || frames > 1000000) {
        refuse(session, "step takes a number of frames, from 1");
        return;
    }
    command(session, HTN_ATTACH_STEP, numbers, 2, NULL, 0);
    session->game.paused = false; /* until the last of them */
}

/* The task that a break is about. HTN_NONE: the person has been told why not. */
static uint32_t task_to_break(attach_session *session, char *name)
{
    const htn_domain *domain = &session->game.subject.domain;
    const bool loaded = session->game.loaded;
    name[strcspn(name, "(")] = '\0';
    const uint32_t task = loaded ? htn_task_find(domain, trim(name)) : HTN_NONE;
    if (task == HTN_NONE)
        refuse(session, loaded ? "the domain has no such task" : "choose an agent first");
    else if (htn_task_kind_of(domain, task) != HTN_TASK_PRIMITIVE)
        refuse(session, "this task is compound: no step starts it; name a primitive one");
    else
        return task;
    return HTN_NONE;
}

/* Numbers of a BREAK from the third on. False: the person has been told why not. */
static bool read_break(attach_session *session, char *text, uint32_t *numbers)
{
    uint32_t setting[3 + CLI_MOST_ARGUMENTS], count = 0;
    if (strncmp(text, "at ", 3) == 0 || strncmp(text, "plan ", 5) == 0) {
        numbers[0] = text[0] == 'a' ? HTN_ATTACH_BREAK_TASK : HTN_ATTACH_BREAK_PLAN;
        numbers[1] = task_to_break(session, text + (text[0] == 'a' ? 3 : 5));
        return numbers[1] != HTN_NONE;
    }
    if (strncmp(text, "when ", 5) == 0) {
        numbers[0] = HTN_ATTACH_BREAK_PROPERTY;
        if (!read_setting(session, trim(text + 5), setting, &count))
            return false;
        memcpy(numbers + 1, setting, 2 * sizeof *numbers);
        if (setting[2] != 0)
            refuse(session, "time can stop for a property, not for a cell of a table");
        return setting[2] == 0;
    }
    if (strcmp(text, "never") != 0)
        refuse(session, "break, break at TASK, break when PROPERTY=VALUE, break plan TASK, or break never");
    return strcmp(text, "never") == 0;
}

static void break_at(attach_session *session, char *text)
{
    uint32_t numbers[5] = {0, session->game.build, HTN_ATTACH_BREAK_NONE};
    if (text[0] == '\0')
        set_pause(session, true);
    else if (read_break(session, text, numbers + 2))
        command(session, HTN_ATTACH_BREAK, numbers, 5, NULL, 0);
}

static void wait_for(attach_session *session, char *text)
{
    int32_t milliseconds = 0;
    if (strcmp(text, "stop") == 0) {
        await(session, ATTACH_WAITS_STOP);
    } else if (cli_read_duration(text, &milliseconds)) {
        session->until = base_milliseconds() + (uint64_t)milliseconds;
        await(session, ATTACH_WAITS_TIME);
    } else {
        refuse(session, "wait takes a time such as 500ms or 2s, or `stop`");
    }
}

/* --- Agents --------------------------------------------------------------------------------------- */

static void list(attach_session *session, char *text)
{
    (void)text;
    session->lists = true;
    session->game.listed = false;
    session->say(session->user, HTN_ATTACH_LIST, NULL, 0, NULL, 0);
    await(session, ATTACH_WAITS_NAMES);
}

static void choose_number(attach_session *session, uint32_t number)
{
    uint32_t numbers[] = {0, number};
    session->game.chosen = number;
    attach_game_forget(&session->game);
    session->chooses = true;
    command(session, HTN_ATTACH_CHOOSE, numbers, 2, NULL, 0);
}

static void choose(attach_session *session, char *text)
{
    char *end;
    const unsigned long number = strtoul(text, &end, 10);
    if (text[0] == '\0') {
        refuse(session, "choose takes an agent's number or name");
    } else if (*end == '\0' && number < HTN_NONE) {
        choose_number(session, (uint32_t)number);
    } else {
        free(session->named);
        session->named = base_duplicate_text(text);
        list(session, text);
        session->lists = false;
    }
}

static void choose_named(attach_session *session)
{
    uint32_t found = HTN_NONE;
    for (uint32_t i = 0; i < session->game.count && found == HTN_NONE; i++)
        if (strcmp(session->game.names[i], session->named) == 0)
            found = i;
    if (found != HTN_NONE)
        choose_number(session, found);
    else
        printf("no agent is called '%s'%s\n", session->named,
               cli_did_you_mean(session->named, (const char *const *)session->game.names, session->game.count));
    session->failed = session->failed || found == HTN_NONE;
    free(session->named);
    session->named = NULL;
}

void attach_greet(attach_session *session)
{
    const uint32_t chosen = session->game.chosen;
    session->game.done = session->ticket;
    session->attached = true;
    await(session, ATTACH_GOES_ON);
    if (chosen != HTN_NONE)
        choose_number(session, chosen);
}

/* --- Lines ---------------------------------------------------------------------------------------- */

static void watch(attach_session *session, char *text)
{
    session->watches = strcmp(text, "off") != 0;
    session->watched = session->game.searches;
}

static void quit(attach_session *session, char *text)
{
    (void)text;
    session->over = true;
}

static void help(attach_session *session, char *text)
{
    (void)session, (void)text;
    fputs(help_text, stdout);
}

typedef struct line_command {
    const char *name;
    void (*run)(attach_session *session, char *text);
    bool local; /* it needs no game: it is about what is known */
} line_command;

static const line_command commands[] = {
    {"agents", list, false},   {"choose", choose, false}, {"why", explain, true},     {"world", show_world, true},
    {"set", set, false},       {"order", order, false},   {"break", break_at, false}, {"continue", go_on, false},
    {"step", step, false},     {"reload", reload, false}, {"watch", watch, true},     {"save", save, true},
    {"wait", wait_for, false}, {"quit", quit, true},      {"help", help, true}};

/* NULL: there is none. `*length`: of its name. */
static const line_command *command_of(const char *line, size_t *length)
{
    *length = strcspn(line, " \t\r\n");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].name) == *length && strncmp(commands[i].name, line, *length) == 0)
            return &commands[i];
    return NULL;
}

bool attach_is_local(const char *line)
{
    size_t length;
    line += strspn(line, " \t");
    const line_command *of = command_of(line, &length);
    return of != NULL && of->local;
}

void attach_do_line(attach_session *session, char *line)
{
    size_t length;
    line = trim(line);
    if (line[0] == '\0' || line[0] == '#')
        return;
    const line_command *of = command_of(line, &length);
    if (of != NULL)
        of->run(session, trim(line + length));
    else
        refuse(session, "there is no such command; `help` lists them");
}

/* --- Waiting -------------------------------------------------------------------------------------- */

static void answered(attach_session *session)
{
    const bool chooses = session->chooses;
    session->chooses = false;
    session->failed = session->failed || !session->game.good;
    if (!session->game.good && chooses)
        session->game.chosen = HTN_NONE;
    session->until = base_milliseconds() + FIRST_TICK;
    await(session, session->game.good && chooses ? ATTACH_WAITS_JOURNAL : ATTACH_GOES_ON);
}

static void listed(attach_session *session)
{
    await(session, ATTACH_GOES_ON);
    for (uint32_t i = 0; session->lists && i < session->game.count; i++)
        printf("%" PRIu32 " %s%s\n", i, session->game.names[i], i == session->game.chosen ? "  (chosen)" : "");
    session->lists = false;
    if (session->named != NULL)
        choose_named(session);
}

void attach_go_on(attach_session *session)
{
    attach_game *game = &session->game;
    const bool has_journal = game->journal.length > 0 && (game->paused || game->ticks > 0);
    fputs(base_text_of(&game->said), stdout);
    const bool said = game->said.length > 0;
    base_text_clear(&game->said);
    switch (session->waits) {
    case ATTACH_WAITS_ANSWER:
        if (game->done == session->ticket)
            answered(session);
        break;
    case ATTACH_WAITS_NAMES:
        if (game->listed)
            listed(session);
        break;
    case ATTACH_WAITS_JOURNAL:
        if (has_journal || said || base_milliseconds() >= session->until) /* it may not be ticked at all */
            await(session, ATTACH_GOES_ON);
        break;
    case ATTACH_WAITS_TIME:
        if (base_milliseconds() >= session->until)
            await(session, ATTACH_GOES_ON);
        break;
    case ATTACH_WAITS_STOP:
        if (game->paused)
            await(session, ATTACH_GOES_ON);
        break;
    case ATTACH_GOES_ON: break;
    }
    if (session->watches && has_journal && game->searches != session->watched) {
        char all[] = "";
        session->watched = game->searches;
        explain(session, all);
    }
    fflush(stdout);
}

void attach_session_end(attach_session *session)
{
    attach_game_end(&session->game);
    cli_watch_free(&session->watch);
    free(session->named);
}
