/*
 * See play_save.h. Neighbours: play_clauses.h writes the scenario, cli/scenario plays it before it is saved.
 */
#include "cli/play/play_save.h"
#include "base/host_files.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/output_files.h"
#include "cli/common/shell_word.h"
#include "cli/common/subject.h"
#include "cli/play/play_clauses.h"
#include "cli/scenario/scenario_play.h"
#include "compiler/format/format.h"
#include <stdlib.h>
#include <string.h>

/* --- The path of the import ----------------------------------------------------------------------- */

/* Whether a path begins at a root or on a drive. A backslash and a colon are letters of a name where the host does not divide paths there. */
static bool is_rooted(const char *path)
{
    return path[0] == '/' || (path[0] == '\\' && base_name_in("\\")[0] == '\0') ||
           (path[0] != '\0' && path[1] == ':' && base_name_in("C:")[0] == '\0');
}

/* The path from the root, with `/` only and without `.` and `..`. The caller frees it. */
static char *absolute(const char *path)
{
    base_text whole = {0};
    char *folder = is_rooted(path) ? NULL : base_real_path(".");
    if (folder != NULL)
        base_text_add(&whole, "%s/", folder);
    base_text_add(&whole, "%s", path);
    base_use_slashes(whole.bytes);
    free(folder);
    char *to = whole.bytes;
    for (char *from = whole.bytes; *from != '\0';) {
        size_t length = strcspn(from, "/");
        const char *next = from + length + (from[length] != '\0');
        if (length == 2 && memcmp(from, "..", 2) == 0) {
            while (to > whole.bytes && *--to != '/')
                continue;
            while (to > whole.bytes && to[-1] != '/')
                to--;
        } else if (length > 0 && !(length == 1 && from[0] == '.')) {
            memmove(to, from, length);
            to += length;
            if (from[length] != '\0')
                *to++ = '/';
        } else if (from == whole.bytes) {
            *to++ = '/';
        }
        from = (char *)(uintptr_t)next;
    }
    *to = '\0';
    return whole.bytes;
}

/* `../ai/troll.htn`: the path to a file from the folder of another. */
static void add_relative(base_text *text, const char *from, const char *to)
{
    char *folder = absolute(from), *file = absolute(to);
    size_t same = 0;
    for (size_t i = 0; folder[i] != '\0' && folder[i] == file[i]; i++)
        same = folder[i] == '/' ? i + 1 : same;
    for (const char *rest = folder + same; (rest = strchr(rest, '/')) != NULL; rest++)
        base_text_add(text, "../");
    base_text_add(text, "%s", same > 0 ? file + same : file);
    free(folder);
    free(file);
}

/* --- The text ------------------------------------------------------------------------------------- */

/* `a session`, or `a session 2` where the text has a scenario of that name. The caller frees it. */
static char *free_name(const char *before)
{
    base_text name = {0}, heading = {0};
    for (uint32_t i = 1; name.length == 0 || strstr(before, base_text_of(&heading)) != NULL; i++) {
        base_text_clear(&name);
        base_text_clear(&heading);
        base_text_add(&name, "a session");
        if (i > 1)
            base_text_add(&name, " %u", i);
        base_text_add(&heading, "Scenario [%s]", name.bytes);
    }
    base_text_free(&heading);
    return name.bytes;
}

/* The options of this play that `htn test` needs, too; "" for none. */
static void add_options(base_text *text, const play_model *model)
{
    const cli_session_options *o = &model->options->session;
    const struct {
        const char *name;
        uint32_t value;
    } numbers[] = {{"seed", o->seed},           {"horizon", o->horizon},   {"max-steps", o->max_steps},
                   {"max-depth", o->max_depth}, {"max-work", o->max_work}, {"max-nodes", o->max_nodes}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value != 0)
            base_text_add(text, " --%s %u", numbers[i].name, numbers[i].value);
}

/* The file as it shall be. False: `said` says why it cannot be. */
static bool compose(base_text *whole, const play_model *model, const char *path, const char *before, const char *name,
                    base_text *said)
{
    base_text scenario = {0}, options = {0}, problem = {0};
    const bool good = play_add_scenario(&scenario, model, name, &problem);
    if (!good)
        base_text_add(said, "not saved: %s\n", base_text_of(&problem));
    base_text_add(whole, "%s", before);
    if (before[0] == '\0') {
        base_text import = {0};
        add_relative(&import, path, model->path);
        base_text_add(whole, "Import [");
        base_text_add_quoted(whole, base_text_of(&import));
        base_text_add(whole, "]\n");
        base_text_free(&import);
    } else if (before[strlen(before) - 1] != '\n') {
        base_text_add(whole, "\n");
    }
    add_options(&options, model);
    base_text_add(whole, "\n");
    if (options.length > 0)
        base_text_add(whole, "// htn test%s\n", options.bytes);
    htnc_formatted laid_out;
    if (htnc_format(&laid_out, base_text_of(&scenario), scenario.length, NULL) == BASE_DONE)
        base_text_add_bytes(whole, laid_out.text, laid_out.length);
    else
        base_text_add(whole, "%s", base_text_of(&scenario));
    htnc_formatted_free(&laid_out);
    base_text_free(&scenario);
    base_text_free(&options);
    base_text_free(&problem);
    return good;
}

/* --- Playing it ----------------------------------------------------------------------------------- */

static void add_failure(base_text *said, htnc_compilation *compilation, const scenario_failure *failure)
{
    const base_position at = base_source_position(&compilation->workspace.sources, failure->span.begin);
    uint32_t length;
    const char *line = base_source_line((base_source *)(uintptr_t)at.source, at.line, &length);
    base_text_add(said, "not saved: the scenario would fail: %s\n", base_text_of(&failure->message));
    base_text_add(said, "%.*s\n", (int)length, line);
    if (failure->actual.length > 0)
        base_text_add(said, "    actual: %s\n", failure->actual.bytes);
}

static bool plays(htnc_compilation *compilation, const play_model *model, base_text *said)
{
    const cli_session_options *o = &model->options->session;
    const htn_agent_options agent = {
        .limits = {.steps = o->max_steps, .depth = o->max_depth, .work = o->max_work, .nodes = o->max_nodes},
        .seed = o->seed,
        .horizon_ms = o->horizon};
    const htnc_scenario *last = compilation->model->main->scenarios;
    scenario_failure failure = {0};
    scenario_cast cast;
    while (last->next != NULL)
        last = last->next;
    bool passed = scenario_cast_open(&cast, compilation, &agent) == HTN_OK && scenario_play(&cast, last, &failure);
    if (!passed)
        add_failure(said, compilation, &failure);
    scenario_failure_free(&failure);
    scenario_cast_close(&cast);
    return passed;
}

/* Compiles the text as the file at `path`, and plays its last scenario. */
static bool passes(const play_model *model, const char *path, const base_text *whole, base_text *said)
{
    const cli_list *switches = &model->options->session.switches;
    htnc_options options = {.workspace.switches = switches->items, .workspace.switch_count = switches->count};
    cli_input input = {.name = path, .bytes = base_duplicate_text(whole->bytes), .size = whole->length};
    htnc_compilation compilation;
    bool good = cli_input_compile(&input, &compilation, &options) == BASE_DONE;
    if (!good) {
        base_text_add(said, "not saved: %s would have errors. It keeps what it has, and must import %s:\n", path,
                      model->path);
        cli_text_add_diagnostics(said, &compilation.workspace.diagnostics);
    }
    good = good && plays(&compilation, model, said);
    htnc_free(&compilation);
    cli_input_close(&input);
    return good;
}

/* --- The whole ------------------------------------------------------------------------------------ */

static bool refuse(base_text *said, const char *path, const char *why)
{
    base_text_add(said, "not saved: '%s' %s\n", path, why);
    return false;
}

/* Reads what the file has so far, "" if there is none. NULL: `said` says why it cannot be added to. */
static char *read_before(const char *path, base_text *said)
{
    const char *problem = NULL;
    size_t size;
    if (!cli_name_ends_with(path, ".htn")) {
        refuse(said, path, "is no name of a source: it ends with .htn, as in troll.test.htn");
        return NULL;
    }
    if (cli_file_stamp(path) == 0)
        return base_duplicate_text("");
    char *before = cli_read_file(path, &size, &problem);
    if (before == NULL)
        base_text_add(said, "not saved: cannot read '%s': %s\n", path, problem);
    return before;
}

static bool write_file(const char *path, const base_text *whole, const char *name, const play_model *model,
                       base_text *said)
{
    cli_output output = {.path = path, .bytes = whole->bytes, .size = whole->length};
    const char *failed, *problem;
    base_text options = {0};
    if (!cli_write_files(&output, 1, &failed, &problem)) {
        base_text_add(said, "not saved: cannot write '%s': %s\n", failed, problem);
        return false;
    }
    add_options(&options, model);
    base_text_add(said, "saved as the scenario `%s`; `htn test%s ", name, base_text_of(&options));
    cli_add_word(said, path);
    base_text_add(said, "` plays it\n");
    base_text_free(&options);
    return true;
}

bool play_save(play_model *model, const char *path, const char *name, base_text *said)
{
    base_text whole = {0};
    bool reloaded = false;
    if (!model->session->subject.is_source)
        return refuse(said, model->path, "is a blob, which a scenario cannot import; play the source");
    char *before = read_before(path, said);
    if (before == NULL)
        return false;
    char *named = name != NULL ? base_duplicate_text(name) : free_name(before);
    const bool good = strpbrk(named, "[]") != NULL
                          ? refuse(said, named, "is no name of a scenario: it has a bracket")
                          : compose(&whole, model, path, before, named, said) && passes(model, path, &whole, said);
    for (size_t i = 0; i < model->move_count; i++)
        reloaded |= model->moves[i].kind == PLAY_MOVE_RELOAD;
    if (!good && reloaded)
        base_text_add(said, "the domain was reloaded while you played, and a scenario is about one domain\n");
    const bool saved = good && write_file(path, &whole, named, model, said);
    free(named);
    free(before);
    base_text_free(&whole);
    return saved;
}
