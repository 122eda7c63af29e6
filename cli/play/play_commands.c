/* The commands of a play; see play_commands.h. */
#include "cli/play/play_commands.h"
#include "base/printf_like.h"
#include "cli/actor/actor.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_session.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_task.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_group.h"
#include "cli/play/play_memory.h"
#include "cli/play/play_orders.h"
#include "cli/play/play_players.h"
#include "cli/play/play_reload.h"
#include "cli/play/play_rows.h"
#include "cli/play/play_save.h"
#include "cli/play/play_trees.h"
#include "cli/play/play_undo.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef play_result carry_out(play_model *model, const char *argument, base_text *answer);

typedef struct play_word {
    const char *name;
    const char *argument; /* "" for none */
    const char *help;
    carry_out *function;
} play_word;

/* --- Actions ------------------------------------------------------------------------------------ */

BASE_PRINTF(2, 3)
static play_result wrong(base_text *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(answer, format, arguments);
    va_end(arguments);
    base_text_add(answer, "\n");
    return PLAY_WRONG;
}

typedef bool action(play_model *model, const char *text, base_text *problem);

static play_result act(play_model *model, action *how, const char *text, base_text *answer)
{
    base_text problem = {0};
    const bool done = how(model, text, &problem);
    if (!done)
        wrong(answer, "%s", base_text_of(&problem));
    base_text_free(&problem);
    return done ? PLAY_DONE : PLAY_WRONG;
}

/* `PROP = VALUE`, without the blanks around the `=`. */
static play_result set(play_model *model, const char *argument, base_text *answer)
{
    const char *equals = strchr(argument, '=');
    base_text text = {0};
    if (equals == NULL)
        return wrong(answer, "` = VALUE` is missing after `set %s`", argument);
    size_t length = (size_t)(equals - argument);
    while (length > 0 && isspace((unsigned char)argument[length - 1]))
        length--;
    equals++;
    equals += *equals == '='; /* `==`, as in a condition */
    while (isspace((unsigned char)*equals))
        equals++;
    base_text_add(&text, "%.*s=%s", (int)length, argument, equals);
    const play_result result = act(model, play_set, base_text_of(&text), answer);
    base_text_free(&text);
    return result;
}

static play_result spawn(play_model *model, const char *argument, base_text *answer)
{
    return act(model, play_spawn, argument, answer);
}

static play_result despawn(play_model *model, const char *argument, base_text *answer)
{
    return act(model, play_despawn, argument, answer);
}

static play_result order(play_model *model, const char *argument, base_text *answer)
{
    return act(model, play_order, argument, answer);
}

/* `take back 3` */
static play_result take(play_model *model, const char *argument, base_text *answer)
{
    const bool back = strncmp(argument, "back", 4) == 0 && (argument[4] == '\0' || isspace((unsigned char)argument[4]));
    argument += back ? 4 : 0;
    argument += strspn(argument, " \t");
    if (!back || argument[0] == '\0')
        return wrong(answer, "write `take back 3`, by the number of an order, or `take back all`");
    return act(model, play_take_back, argument, answer);
}

/* The steps in progress: `Sneak(), Walk(Home)`. Returns how many there are. */
static uint32_t add_steps(base_text *text, const play_model *model)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->now->actor.step_count; i++) {
        if (model->now->actor.steps[i].aborting)
            continue;
        base_text_add(text, "%s%s", count == 0 ? "" : ", ", model->now->actor.steps[i].text);
        count++;
    }
    return count;
}

static play_result end(play_model *model, const char *argument, base_text *answer, htn_outcome outcome)
{
    uint32_t index = 0, found;
    base_text steps = {0};
    const uint32_t running = add_steps(&steps, model);
    play_result result = PLAY_DONE;
    found = argument[0] == '\0' ? running : cli_actor_find(&model->now->actor, HTN_NONE, argument, &index);
    if (running == 0)
        result = wrong(answer, "no step is in progress");
    else if (found == 0)
        result = wrong(answer, "no step in progress is called `%s`; in progress: %s", argument, base_text_of(&steps));
    else if (found > 1)
        result = wrong(answer, "say which step; in progress: %s", base_text_of(&steps));
    else
        play_end(model, index, outcome);
    base_text_free(&steps);
    return result;
}

static play_result succeed(play_model *model, const char *argument, base_text *answer)
{
    return end(model, argument, answer, HTN_SUCCEEDED);
}

static play_result fail(play_model *model, const char *argument, base_text *answer)
{
    return end(model, argument, answer, HTN_FAILED);
}

/* --- Time ----------------------------------------------------------------------------------------- */

enum { LONGEST = 3600 * 1000 };

/* `2`, `1.5s`, `250ms`: seconds, as all times of a play, unless it says otherwise. 0: the text is no time. */
static uint32_t read_time(const char *text)
{
    char *rest;
    const double number = strtod(text, &rest);
    const bool milliseconds = strcmp(rest, "ms") == 0;
    if (!milliseconds && strcmp(rest, "s") != 0 && *rest != '\0')
        return 0;
    const double time = milliseconds ? number : number * 1000;
    return rest != text && time >= 1 && time <= LONGEST ? (uint32_t)(time + 0.5) : 0;
}

static play_result pass(play_model *model, const char *argument, base_text *answer, uint32_t usual, bool ends)
{
    const uint32_t time = argument[0] == '\0' ? usual : read_time(argument);
    if (time == 0)
        return wrong(answer, "`%s` is no time from 1ms to an hour, such as 250ms or 2s", argument);
    play_pass(model, time, ends);
    return PLAY_DONE;
}

static play_result tick(play_model *model, const char *argument, base_text *answer)
{
    return pass(model, argument, answer, model->options->tick != 0 ? model->options->tick : PLAY_TICK, false);
}

static play_result let_time_run(play_model *model, const char *argument, base_text *answer)
{
    return pass(model, argument, answer, 1000, true);
}

static play_result go(play_model *model, const char *argument, base_text *answer, bool back)
{
    char *end = NULL;
    const unsigned long long count = argument[0] == '\0' ? 1 : strtoull(argument, &end, 10);
    if (count == 0 || count > UINT32_MAX ||
        (argument[0] != '\0' && (!isdigit((unsigned char)argument[0]) || *end != '\0')))
        return wrong(answer, "`%s` is not a number of actions, such as 1 or 20", argument);
    const uint32_t before = model->now->state->time;
    const uint32_t gone = back ? play_undo(model, (uint32_t)count) : play_redo(model, (uint32_t)count);
    if (gone == 0 && model->now->state->time == before)
        return wrong(answer, back ? "there is nothing to undo" : "there is nothing to do again");
    play_watch_files(model, &model->session->subject, model->path); /* it may be before or behind a reload */
    base_text_add(answer, back ? "undone: " : "done again: ");
    if (gone == 0) /* ticks in which nothing happened go with the action before them; here there is none */
        base_text_add(answer, "time that passed");
    else
        base_text_add_count(answer, gone, "action", "actions");
    base_text_add(answer, "; the time is %u.%u s\n", model->now->state->time / 1000,
                  model->now->state->time % 1000 / 100);
    return PLAY_DONE;
}

static play_result undo(play_model *model, const char *argument, base_text *answer)
{
    return go(model, argument, answer, true);
}

static play_result redo(play_model *model, const char *argument, base_text *answer)
{
    return go(model, argument, answer, false);
}

/* The name of a file at the beginning of `argument`, to be freed; with blanks it stands in quotes, of either kind. `*rest` is what follows
   it. NULL: the quote is not closed. */
static char *read_path(const char *argument, const char **rest, base_text *answer)
{
    const char quote[] = {argument[0], '\0'};
    const bool quoted = argument[0] == '"' || argument[0] == '\'';
    const char *from = argument + quoted;
    const size_t length = strcspn(from, quoted ? quote : " \t");
    *rest = from + length;
    if (quoted && *(*rest)++ != quote[0]) {
        wrong(answer, "the quote is not closed after %s", argument);
        return NULL;
    }
    *rest += strspn(*rest, " \t");
    char *path = base_duplicate_text(from);
    path[length] = '\0';
    return path;
}

/* Without quotes all of `argument` is the name, which may have blanks: nothing follows it. */
static play_result reload(play_model *model, const char *argument, base_text *answer)
{
    const bool quoted = argument[0] == '"' || argument[0] == '\'';
    const char *rest = "";
    char *path = quoted                ? read_path(argument, &rest, answer)
                 : argument[0] != '\0' ? base_duplicate_text(argument)
                                       : NULL;
    if (quoted && path == NULL)
        return PLAY_WRONG;
    const bool done = rest[0] == '\0' && play_reload(model, path, answer);
    if (rest[0] != '\0')
        wrong(answer, "reload takes one file; `%s` is one too many", rest);
    free(path);
    return done ? PLAY_DONE : PLAY_WRONG;
}

/* `save troll.test.htn the trunk breaks` */
static play_result save(play_model *model, const char *argument, base_text *answer)
{
    const char *name;
    char *path = read_path(argument, &name, answer);
    if (path == NULL)
        return PLAY_WRONG;
    const bool done = play_save(model, path, name[0] != '\0' ? name : NULL, answer);
    free(path);
    return done ? PLAY_DONE : PLAY_WRONG;
}

/* --- Showing ------------------------------------------------------------------------------------ */

static play_result unknown_property(const play_model *model, const char *name, base_text *answer)
{
    const uint32_t count = htn_domain_count(model->now->actor.domain, HTN_SECTION_PROPERTIES);
    wrong(answer, "there is no property `%s`%s; `world` lists all", name,
          cli_did_you_mean_of(model->now->actor.domain, name, count, htn_property_name));
    return PLAY_WRONG;
}

static play_result show_world(play_model *model, const char *argument, base_text *answer)
{
    const uint32_t count = htn_domain_count(model->now->actor.domain, HTN_SECTION_PROPERTIES);
    const htn_property property = htn_property_find(model->now->actor.domain, argument);
    size_t width = 0;
    if (argument[0] != '\0' && property == HTN_NONE)
        return unknown_property(model, argument, answer);
    bool *unfolded = base_allocate((count + 1) * sizeof *unfolded);
    if (property != HTN_NONE)
        unfolded[property] = true;
    play_world_rows rows = play_rows_of_world(model, unfolded);
    for (size_t i = 0; i < rows.count; i++)
        if ((property == HTN_NONE || rows.rows[i].property == property) && base_columns(rows.rows[i].name) > width)
            width = base_columns(rows.rows[i].name);
    for (size_t i = 0; i < rows.count; i++) {
        const play_world_row *row = &rows.rows[i];
        if (property == HTN_NONE || row->property == property)
            base_text_add(answer, "%c %s%*s  %s\n", row->changed ? '*' : ' ', row->name,
                          base_padding(row->name, (int)width), "", row->value);
    }
    play_world_rows_free(&rows);
    free(unfolded);
    return PLAY_DONE;
}

static void add_plan_row(base_text *answer, const play_plan_row *row)
{
    static const char marks[] = {[PLAY_MARK_NONE] = ' ',
                                 [PLAY_MARK_TODO] = ' ',
                                 [PLAY_MARK_RUNNING] = '>',
                                 [PLAY_MARK_DONE] = 'x',
                                 [PLAY_MARK_ABORTING] = '!'};
    base_text_add(answer, "%c %*s%s", marks[row->mark], (int)row->depth * 2, "", row->text);
    if (row->mark == PLAY_MARK_RUNNING)
        base_text_add(answer, "  %u.%u of %u.%u s", row->elapsed / 1000, row->elapsed % 1000 / 100,
                      row->duration / 1000, row->duration % 1000 / 100);
    base_text_add(answer, "\n");
}

static play_result show_plan(play_model *model, const char *argument, base_text *answer)
{
    (void)argument;
    for (uint32_t i = 0; i < model->layer_count; i++) {
        play_plan_rows rows = play_rows_of_plan(model, i);
        base_text status = {0};
        play_add_status(&status, model, i);
        base_text_add(answer, "%s%s%s\n", cli_layer_name(model->now->actor.domain, i), status.length > 0 ? ": " : "",
                      base_text_of(&status));
        for (size_t k = 0; k < rows.count; k++)
            add_plan_row(answer, &rows.rows[k]);
        play_plan_rows_free(&rows);
        base_text_free(&status);
    }
    return PLAY_DONE;
}

static void add_tree(const play_model *model, uint32_t layer, base_text *answer)
{
    const play_tree *tree = play_tree_of(model, layer);
    if (tree == NULL || tree->count == 0)
        base_text_add(answer, "%s: %s\n", cli_layer_name(model->now->actor.domain, layer), play_without_tree(tree));
    for (size_t i = 0; tree != NULL && i < tree->count; i++) {
        base_text_add(answer, "%s", tree->lines[i].text);
        if (tree->lines[i].source != NULL)
            base_text_add(answer, "   %s%s%s", model->style.faint, tree->lines[i].source, model->style.plain);
        base_text_add(answer, "\n");
    }
    base_text lapsed = {0};
    play_add_lapsed(&lapsed, model, layer);
    if (lapsed.length > 0)
        base_text_add(answer, "%s\n", base_text_of(&lapsed));
    base_text_free(&lapsed);
}

/* Which layer explains a task: one whose search reaches it; else one with the task below its root; else the first. */
typedef enum concern { CONCERN_REACHED, CONCERN_BELOW, CONCERN_ANY } concern;

/* Explains a task by a search from a layer's root in the current world. False: the layer is not of the kind `least`. */
static bool add_task(play_model *model, uint32_t layer, uint32_t task, concern least, base_text *answer)
{
    cli_session *session = model->session;
    explain_search search;
    explain_page page = {.search = &search, .style = &model->style};
    htn_request request = session->request;
    htn_plan plan;
    request.root = layer;
    explain_search_init(&search, session, false);
    search.root = layer;
    search.focus = task;
    htn_plan_begin(session->planner, &session->world, &request);
    const htn_status status = explain_search_run(&search, session->planner, &plan);
    page.found = status == HTN_OK;
    const bool concerned = least == CONCERN_REACHED ? search.records[task].entered > 0
                           : least == CONCERN_BELOW ? explain_is_below_root(&search, task)
                                                    : true;
    if (concerned) {
        explain_show_task(&page, task, status);
        explain_page_draw(&page);
        for (size_t i = 0; i < page.count; i++)
            base_text_add(answer, "%s%s%s\n", page.lines[i].text, page.lines[i].source != NULL ? "   " : "",
                          page.lines[i].source != NULL ? page.lines[i].source : "");
    }
    explain_page_free(&page);
    explain_search_free(&search);
    return concerned;
}

static void add_task_of_any_layer(play_model *model, uint32_t task, base_text *answer)
{
    for (concern least = CONCERN_REACHED; least <= CONCERN_ANY; least++)
        for (uint32_t i = 0; i < model->layer_count; i++)
            if (add_task(model, i, task, least, answer))
                return;
}

static play_result unknown_task(const play_model *model, const char *name, base_text *answer)
{
    const uint32_t count = htn_domain_count(model->now->actor.domain, HTN_SECTION_TASKS);
    wrong(answer, "there is no task `%s`%s", name,
          cli_did_you_mean_of(model->now->actor.domain, name, count, htn_task_name));
    return PLAY_WRONG;
}

static play_result why(play_model *model, const char *argument, base_text *answer)
{
    const htn_task task = htn_task_find(model->now->actor.domain, argument);
    const uint32_t root = htn_root_find(model->now->actor.domain, argument);
    if (argument[0] == '\0') {
        for (uint32_t i = 0; i < model->layer_count; i++)
            add_tree(model, i, answer);
    } else if (root != HTN_NONE) {
        add_tree(model, root, answer);
    } else if (task == HTN_NONE) {
        return unknown_task(model, argument, answer);
    } else {
        base_text_add(answer, "if the agent planned now:\n");
        add_task_of_any_layer(model, task, answer);
    }
    return PLAY_DONE;
}

/* --- Several agents ------------------------------------------------------------------------------- */

static play_result agents(play_model *model, const char *argument, base_text *answer)
{
    if (argument[0] != '\0')
        return act(model, play_come, argument, answer);
    play_add_players(answer, model);
    return model->group != NULL ? PLAY_DONE : PLAY_WRONG;
}

static play_result leave(play_model *model, const char *argument, base_text *answer)
{
    return act(model, play_leave, argument, answer);
}

/* `of bert`: the next commands are about bert; `of bert succeed`: only this one is. */
static play_result of(play_model *model, const char *argument, base_text *answer)
{
    const size_t length = strcspn(argument, " \t");
    const char *command = argument + length + strspn(argument + length, " \t");
    const uint32_t before = model->chosen;
    base_text problem = {0};
    play_result result = PLAY_DONE;
    char *name = base_duplicate_text(argument);
    name[length] = '\0';
    const uint32_t player = play_find_player(model, name, &problem);
    free(name);
    if (player == HTN_NONE)
        result = wrong(answer, "%s", base_text_of(&problem));
    base_text_free(&problem);
    if (player == HTN_NONE)
        return result;
    play_turn(model, model->chosen = player);
    if (command[0] == '\0')
        return PLAY_DONE;
    result = play_command(model, command, answer);
    model->chosen = before;
    play_turn_back(model);
    return result;
}

static play_result show_memory(play_model *model, const char *argument, base_text *answer)
{
    (void)argument;
    play_add_memory(answer, model);
    return PLAY_DONE;
}

static play_result quit(play_model *model, const char *argument, base_text *answer)
{
    (void)model, (void)argument, (void)answer;
    return PLAY_QUIT;
}

/* --- Reading -------------------------------------------------------------------------------------- */

static play_result help(play_model *model, const char *argument, base_text *answer);

static const play_word words[] = {
    {"set", "PROP = VALUE", "change the world, or the answer of a query; `set` may be left out", set},
    {"succeed", "[STEP]", "the step in progress succeeds; name it if there are several", succeed},
    {"fail", "[STEP]", "the step in progress fails", fail},
    {"order", "TASK()", "queue an order, such as `order Go(B)`; `order only Go(B)` replaces all", order},
    {"take", "back N", "take back an order by its number; `take back all`", take},
    {"agents", "[NAME...]", "show the agents of --agents; with names: these come, too", agents},
    {"of", "NAME [CMD]", "go on with another agent; with a command: only for that one", of},
    {"leave", "NAME", "an agent leaves", leave},
    {"tick", "[TIME]", "let time pass, 100ms by default, `tick 2` is 2s; no step ends by itself", tick},
    {"run", "[TIME]", "let time pass, 1s by default, `run 2` is 2s; steps end after their Duration", let_time_run},
    {"spawn", "TYPE[=N]", "create an instance of an open type, or N of them", spawn},
    {"despawn", "INSTANCE", "remove an instance, such as `despawn Enemy#0`", despawn},
    {"undo", "[N]", "undo the last action, or the last N; also a reload", undo},
    {"redo", "[N]", "do again what was undone, if nothing was done since", redo},
    {"world", "[PROP]", "show the world state, or a property; of a table all cells", show_world},
    {"plan", "", "show each layer's plan: x done, > in progress", show_plan},
    {"why", "[TASK]", "show how the plans were found, or why a task is not in them", why},
    {"save", "FILE [NAME]", "write what was played as a scenario into FILE, a source", save},
    {"reload", "[FILE]", "compile the source, or FILE, and go on in the new domain", reload},
    {"memory", "", "show what searches have used of the agent's memory", show_memory},
    {"help", "", "show these commands", help},
    {"quit", "", "leave", quit},
};
enum { WORDS = sizeof words / sizeof *words };

static play_result help(play_model *model, const char *argument, base_text *answer)
{
    (void)model, (void)argument;
    for (size_t i = 0; i < WORDS; i++)
        base_text_add(answer, "%-8s%-14s%s\n", words[i].name, words[i].argument, words[i].help);
    return PLAY_DONE;
}

static const play_word *find_word(const char *name, size_t length)
{
    for (size_t i = 0; i < WORDS; i++)
        if (strlen(words[i].name) == length && memcmp(words[i].name, name, length) == 0)
            return &words[i];
    return NULL;
}

static play_result unknown_word(const char *name, size_t length, base_text *answer)
{
    const char *names[WORDS];
    char *word = base_allocate(length + 1);
    for (size_t i = 0; i < WORDS; i++)
        names[i] = words[i].name;
    memcpy(word, name, length);
    wrong(answer, "there is no command `%s`%s; `help` lists all", word, cli_did_you_mean(word, names, WORDS));
    free(word);
    return PLAY_WRONG;
}

/* A line without blanks at its ends and without a comment, which begins with a `#` that begins a word. The caller frees it. */
static char *strip(const char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    char *text = base_duplicate_text(line);
    for (size_t i = 0; text[i] != '\0'; i++)
        if (text[i] == '#' && (i == 0 || isspace((unsigned char)text[i - 1])))
            text[i--] = '\0';
    for (size_t length = strlen(text); length > 0 && isspace((unsigned char)text[length - 1]);)
        text[--length] = '\0';
    return text;
}

play_result play_command(play_model *model, const char *line, base_text *answer)
{
    char *text = strip(line);
    const size_t length = strcspn(text, " \t=");
    const char *argument = text + length + strspn(text + length, " \t");
    const play_word *word = argument[0] == '=' ? NULL : find_word(text, length);
    play_result result;
    if (text[0] == '\0')
        result = PLAY_DONE;
    else if (word == NULL && strchr(text, '=') != NULL)
        result = set(model, text, answer);
    else if (word == NULL)
        result = unknown_word(text, length, answer);
    else if (argument[0] != '\0' && word->argument[0] == '\0')
        result = wrong(answer, "`%s` takes no argument", word->name);
    else if (argument[0] == '\0' && word->argument[0] != '\0' && word->argument[0] != '[')
        result = wrong(answer, "`%s` needs an argument: %s", word->name, word->argument);
    else
        result = word->function(model, argument, answer);
    free(text);
    return result;
}

const char *play_command_name(uint32_t index)
{
    return index < WORDS ? words[index].name : NULL;
}
