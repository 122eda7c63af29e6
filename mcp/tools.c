/* The tools; see tools.h. A call becomes the command line of a command, so that answers are those of `htn`. */
#include "mcp/tools.h"

#include "base/host_files.h"
#include "cli/common/exit_status.h"
#include "cli/common/output_files.h"
#include "mcp/tool_answers.h"
#include "mcp/embedded_documents.h"
#include "mcp/fixes.h"
#include "mcp/words_of_tools.h"
#include "rpc/json_members.h"
#include <stdlib.h>
#include <string.h>

typedef enum parameter_kind { TEXT, FLAG, TEXTS } parameter_kind;

typedef struct parameter {
    const char *name;
    parameter_kind kind;
    bool is_required;
    const char *option; /* of the command; NULL: none */
    const char *description;
} parameter;

enum { MOST_PARAMETERS = 4, MOST_TEXTS = 200, LARGEST_SOURCE = 4 << 20, LONGEST_PATH = 1000 };

typedef struct tool_call {
    const mcp_commands *commands;
    const struct tool *tool;
    const cJSON *arguments;
    const char *path;  /* NULL: the tool takes none */
    char *own_path;    /* malloc'ed, where it is another text */
    base_text printed; /* what commands wrote */
} tool_call;

typedef struct tool {
    const char *name, *description;
    cJSON *(*answer)(tool_call *call);
    parameter parameters[MOST_PARAMETERS];
} tool;

/* --- Command lines -------------------------------------------------------------------------------- */

typedef struct command_line {
    char **items;
    size_t count, capacity;
} command_line;

static void add_argument(command_line *line, const char *option, const char *value)
{
    base_text text = {0};
    base_text_add(&text, "%s%s", option != NULL ? option : "", value);
    line->items = base_grow_array(line->items, line->count, &line->capacity, sizeof *line->items);
    line->items[line->count++] = base_duplicate_text(base_text_of(&text));
    base_text_free(&text);
}

static void add_parameters(command_line *line, const tool_call *call)
{
    for (const parameter *each = call->tool->parameters;
         each < call->tool->parameters + MOST_PARAMETERS && each->name != NULL; each++) {
        const cJSON *given = rpc_member(call->arguments, each->name), *item;
        if (each->option == NULL || given == NULL)
            continue;
        if (each->kind == TEXT)
            add_argument(line, each->option, given->valuestring);
        else if (each->kind == FLAG && cJSON_IsTrue(given))
            add_argument(line, each->option, "");
        else if (each->kind == TEXTS)
            cJSON_ArrayForEach(item, given) add_argument(line, each->option, item->valuestring);
    }
}

/* Options that the tool has are its parameters. `--json` is for fix(), which reads it. */
static void say_as_tool(tool_call *call, size_t begin)
{
    char options[MOST_PARAMETERS][32], names[MOST_PARAMETERS][32];
    mcp_word words[MOST_PARAMETERS];
    size_t count = 0;
    for (const parameter *each = call->tool->parameters;
         each < call->tool->parameters + MOST_PARAMETERS && each->name != NULL; each++) {
        if (each->option == NULL)
            continue;
        snprintf(options[count], sizeof *options, "%.*s", (int)strcspn(each->option, "="), each->option);
        snprintf(names[count], sizeof *names, "`%s`", each->name);
        words[count] = (mcp_word){options[count], names[count]};
        count++;
    }
    mcp_say_as_tool(&call->printed, begin, words, count);
}

/* Runs a command on the file with the options of the call, and `extra` unless that is NULL. Returns the exit status. */
static int run(tool_call *call, mcp_command *command, const char *name, const char *extra, const char *operand)
{
    command_line line = {0};
    add_argument(&line, NULL, name);
    if (extra != NULL)
        add_argument(&line, NULL, extra);
    add_parameters(&line, call);
    if (operand != NULL)
        add_argument(&line, NULL, operand);
    const int count = (int)line.count;
    line.items = base_grow_array(line.items, line.count, &line.capacity, sizeof *line.items);
    line.items[count] = NULL;
    const size_t begin = call->printed.length;
    const int status = mcp_capture(command, count, line.items, &call->printed);
    if (extra == NULL || strcmp(extra, "--json") != 0)
        say_as_tool(call, begin);
    for (int i = 0; i < count; i++)
        free(line.items[i]);
    free(line.items);
    if (status < 0)
        base_text_add(&call->printed, "no temporary file can be made here\n");
    return status < 0 ? CLI_EXIT_USAGE : status;
}

/* The answer for an exit status. `no` is for a source without errors. */
static cJSON *answer_of(tool_call *call, int status, const char *yes, const char *no)
{
    static const char errors[] =
        "Next: correct the errors, the first one first. `fix` applies the corrections that stand below the "
        "marks (^~~). `look_up` explains an [id].";
    const bool has_errors = strstr(base_text_of(&call->printed), ": error: ") != NULL;
    switch (status) {
    case CLI_EXIT_YES: return mcp_answer(&call->printed, yes, false);
    case CLI_EXIT_NO: return mcp_answer(&call->printed, has_errors ? errors : no, false);
    case CLI_EXIT_LIMIT:
        return mcp_answer(&call->printed,
                          "Next: a limit was reached, so the answer is not known. Look for a task that repeats itself, "
                          "or give fewer instances.",
                          false);
    default: return mcp_answer(&call->printed, NULL, true);
    }
}

/* --- Tools ---------------------------------------------------------------------------------------- */

static cJSON *check(tool_call *call)
{
    const size_t before = call->printed.length;
    const int status = run(call, call->commands->check, "check", NULL, call->path);
    if (call->printed.length == before)
        base_text_add(&call->printed, "no errors, no warnings\n");
    return answer_of(call, status, "Next: `test` plays scenarios of this file; `plan` shows a plan of it.",
                     "Next: correct the errors above. `look_up` explains an [id].");
}

static cJSON *fix(tool_call *call)
{
    int status = run(call, call->commands->check, "check", "--json", call->path);
    const char *json = strchr(base_text_of(&call->printed), '{');
    cJSON *checked = json != NULL && status <= CLI_EXIT_NO ? cJSON_ParseWithOpts(json, NULL, false) : NULL;
    if (checked == NULL)
        return mcp_answer(&call->printed, NULL, true);
    base_text_clear(&call->printed);
    const int applied = mcp_apply_fixes(checked, &call->printed);
    cJSON_Delete(checked);
    if (applied < 0)
        return mcp_answer(&call->printed, NULL, true);
    if (applied == 0)
        base_text_add(&call->printed, "there is no correction to apply\n");
    return check(call);
}

/* Whether `write` makes such a file. */
static bool is_source(const char *path)
{
    const size_t length = strlen(base_name_in(path));
    return length > 4 && strcmp(base_name_in(path) + length - 4, ".htn") == 0;
}

static cJSON *write_source(tool_call *call)
{
    const char *text = rpc_string(call->arguments, "text"), *failed, *problem;
    const size_t length = strlen(text);
    if (!is_source(call->path))
        return mcp_failure("`%s` is no source: give a path that ends with .htn", call->path);
    if (length > LARGEST_SOURCE)
        return mcp_failure("the text has more than 4 MiB");
    cli_output output = {.path = call->path, .bytes = text, .size = length};
    if (!cli_write_files(&output, 1, &failed, &problem))
        return mcp_failure("cannot write `%s`: %s", failed, problem);
    return check(call);
}

static cJSON *format(tool_call *call)
{
    const int would = run(call, call->commands->fmt, "fmt", "--check", call->path);
    const bool changes = would == CLI_EXIT_NO;
    base_text_clear(&call->printed);
    const int status = changes ? run(call, call->commands->fmt, "fmt", NULL, call->path) : would;
    if (status == CLI_EXIT_YES)
        base_text_add(&call->printed, "%s\n", changes ? "laid out" : "its layout is right already");
    return answer_of(call, status, "Next: `check`.", NULL);
}

static cJSON *plan(tool_call *call)
{
    const int status = run(call, call->commands->plan, "plan", NULL, call->path);
    if (status == CLI_EXIT_YES && call->printed.length == 0)
        base_text_add(&call->printed, "nothing to do: the plan is empty\n");
    return answer_of(call, status, "Next: `explain` with the same values says why; a scenario makes it a `test`.",
                     "Next: `explain` with the same values says which conditions failed.");
}

static cJSON *explain(tool_call *call)
{
    const int status = run(call, call->commands->explain, "explain", "--ascii", call->path);
    return answer_of(call, status, "Next: if another plan is wanted, change a condition above, then `test`.",
                     "Next: change a condition that was rejected, or give other values in `set`; then `test`.");
}

static cJSON *test(tool_call *call)
{
    const char *no =
        "Next: `explain` with the values that the scenario gives; then correct the domain, or what it expects.";
    const int status = run(call, call->commands->test, "test", NULL, call->path);
    if (strstr(base_text_of(&call->printed), "there are no scenarios to play") != NULL)
        no = "Next: `write` scenarios as NAME.test.htn that import the domain (`look_up` Scenarios), and `test` that "
             "file.";
    else if (strstr(base_text_of(&call->printed), "`filter` matches none of") != NULL)
        no = "Next: give another `filter`, or none.";
    return answer_of(call, status,
                     rpc_flag(call->arguments, "coverage") ? "Next: write scenarios for what is not covered."
                                                           : "Next: `coverage` says what no scenario exercises.",
                     no);
}

static cJSON *look_up(tool_call *call)
{
    static const char around[] = " \t\r\n`[]"; /* an id as messages have it, a name as the reference has it */
    char *topic = base_duplicate_text(rpc_string(call->arguments, "topic"));
    memmove(topic, topic + strspn(topic, around), strlen(topic + strspn(topic, around)) + 1);
    for (size_t end = strlen(topic); end > 0 && strchr(around, topic[end - 1]) != NULL;)
        topic[--end] = '\0';
    char *arguments[] = {(char[]){"help"}, topic, NULL};
    bool is_id = topic[0] != '\0' && strchr(topic, '-') != topic;
    for (const char *at = topic; *at != '\0'; at++)
        is_id &= (*at >= 'a' && *at <= 'z') || *at == '-';
    const bool found = is_id && mcp_capture(call->commands->help, 2, arguments, &call->printed) == CLI_EXIT_YES;
    if (!found)
        base_text_clear(&call->printed);
    const bool known = found || mcp_look_up_topic(topic, &call->printed);
    cJSON *answer =
        known ? mcp_answer(&call->printed, NULL, false)
              : mcp_failure("nothing is known about `%.100s`; name a construct (`Achieve`, `Scenario`), or the [id] of "
                            "a message",
                            topic);
    free(topic);
    return answer;
}

#define PATH                                                                   \
    {                                                                          \
        "path", TEXT, true, NULL, "a file below the folder, such as troll.htn" \
    }
#define SET                                                                                                            \
    {                                                                                                                  \
        "set", TEXTS, false, "--set=", "values of properties, as \"SeesEnemy = true\"; others have their initial ones" \
    }
#define ROOT                                                                         \
    {                                                                                \
        "root", TEXT, false, "--root=", "the root to plan from (default: the first)" \
    }

static const tool tools[] = {
    {"write",
     "Writes a source (.htn), and checks it.",
     write_source,
     {PATH, {"text", TEXT, true, NULL, "all of the source"}}},
    {"check",
     "Reports errors and warnings of a source, each with its place and, often, the correction.",
     check,
     {PATH}},
    {"fix", "Applies the corrections that `check` proposes, and checks again.", fix, {PATH}},
    {"format", "Lays a source out.", format, {PATH}},
    {"plan",
     "Prints the plan of a domain for a world state: one step per line.",
     plan,
     {PATH, SET, ROOT, {"tasks", TEXTS, false, "--task=", "plan these tasks in place of a root, as \"Travel(Park)\""}}},
    {"explain",
     "Says how a plan was found, and why other methods were not taken.",
     explain,
     {PATH, SET, ROOT, {"task", TEXT, false, "--task=", "only about this task: why it is in the plan, or is not"}}},
    {"test",
     "Plays the scenarios of a file (usually NAME.test.htn), and says which pass.",
     test,
     {PATH,
      {"coverage", FLAG, false, "--coverage", "also say which tasks, methods and conditions no scenario exercises"},
      {"filter", TEXT, false, "--filter=", "only scenarios with this text in their names"}}},
    {"look_up",
     "Shows what the language reference says about a construct, or what the [id] of a message means.",
     look_up,
     {{"topic", TEXT, true, NULL, "`Achieve`, `Scenario`, `unknown-name`"}}},
};
enum { TOOLS = sizeof tools / sizeof *tools };

/* --- Lists and calls ------------------------------------------------------------------------------ */

static cJSON *schema_of(const tool *of)
{
    static const char *const types[] = {"string", "boolean", "array"};
    cJSON *schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties"), *required = cJSON_CreateArray();
    for (const parameter *each = of->parameters; each < of->parameters + MOST_PARAMETERS && each->name != NULL;
         each++) {
        cJSON *property = cJSON_AddObjectToObject(properties, each->name);
        cJSON_AddStringToObject(property, "type", types[each->kind]);
        cJSON_AddStringToObject(property, "description", each->description);
        if (each->kind == TEXTS)
            cJSON_AddStringToObject(cJSON_AddObjectToObject(property, "items"), "type", "string");
        if (each->is_required)
            cJSON_AddItemToArray(required, cJSON_CreateString(each->name));
    }
    cJSON_AddItemToObject(schema, "required", required);
    cJSON_AddBoolToObject(schema, "additionalProperties", false);
    return schema;
}

cJSON *mcp_list_tools(void)
{
    cJSON *result = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(result, "tools");
    for (size_t i = 0; i < TOOLS; i++) {
        cJSON *each = cJSON_CreateObject();
        cJSON_AddItemToArray(list, each);
        cJSON_AddStringToObject(each, "name", tools[i].name);
        cJSON_AddStringToObject(each, "description", tools[i].description);
        cJSON_AddItemToObject(each, "inputSchema", schema_of(&tools[i]));
    }
    return result;
}

static bool is_of_kind(const cJSON *given, parameter_kind kind)
{
    const cJSON *item;
    if (kind == TEXT)
        return cJSON_IsString(given);
    if (kind == FLAG)
        return cJSON_IsBool(given);
    if (!cJSON_IsArray(given) || cJSON_GetArraySize(given) > MOST_TEXTS)
        return false;
    cJSON_ArrayForEach(item, given) if (!cJSON_IsString(item)) return false;
    return true;
}

static const parameter *parameter_at(const tool *of, const char *name)
{
    for (size_t i = 0; i < MOST_PARAMETERS && of->parameters[i].name != NULL; i++)
        if (name != NULL && strcmp(of->parameters[i].name, name) == 0)
            return &of->parameters[i];
    return NULL;
}

static cJSON *refuse_parameter(const tool *of, const char *name)
{
    base_text taken = {0};
    for (size_t i = 0; i < MOST_PARAMETERS && of->parameters[i].name != NULL; i++)
        base_text_add(&taken, "%s`%s`", i > 0 ? ", " : "", of->parameters[i].name);
    cJSON *answer = mcp_failure("`%s` takes no `%.100s`, but %s", of->name, name, base_text_of(&taken));
    base_text_free(&taken);
    return answer;
}

/* NULL: the arguments are those that the tool takes. */
static cJSON *refuse_arguments(const tool *of, const cJSON *arguments)
{
    static const char *const kinds[] = {"a string", "true or false", "an array of at most 200 strings"};
    const cJSON *given;
    if (arguments != NULL && !cJSON_IsObject(arguments))
        return mcp_failure("the arguments of `%s` are no object", of->name);
    cJSON_ArrayForEach(given, arguments)
    {
        const parameter *known = parameter_at(of, given->string);
        if (known == NULL)
            return refuse_parameter(of, given->string);
        if (!is_of_kind(given, known->kind))
            return mcp_failure("`%s` of `%s` must be %s", known->name, of->name, kinds[known->kind]);
    }
    for (size_t i = 0; i < MOST_PARAMETERS && of->parameters[i].name != NULL; i++)
        if (of->parameters[i].is_required && rpc_member(arguments, of->parameters[i].name) == NULL)
            return mcp_failure("`%s` needs `%s`: %s", of->name, of->parameters[i].name, of->parameters[i].description);
    return NULL;
}

/* Why a path leads to nothing that the tool may use: a folder below the root is missing on the way, or the path leads elsewhere. */
static cJSON *refuse_outside(const char *path)
{
    char folder[LONGEST_PATH + 3];
    base_file_facts facts;
    for (size_t i = 1; path[i] != '\0'; i++) {
        if (path[i] != '/')
            continue;
        snprintf(folder, sizeof folder, "%.*s", (int)i, path);
        if (base_is_outside(folder) || (base_look_at_file(folder, &facts) && facts.kind == BASE_FOLDER))
            continue;
        return mcp_failure("`%.300s` is %s; no tool makes folders, so name one that is there, or a file without one",
                           folder, facts.kind == BASE_NO_FILE ? "not there" : "no folder");
    }
    return mcp_failure("`%.300s` is not below the folder; give a path relative to it", path);
}

/* Whether what the path names could be in a folder. Windows takes `FILE/.` for FILE, so a file passes for a folder below the root there. */
static bool has_folder(const char *path)
{
    char folder[LONGEST_PATH + 3];
    base_file_facts facts;
    const char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path)
        return true;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return base_look_at_file(folder, &facts) && facts.kind == BASE_FOLDER;
}

/* NULL: the path leads to what the tool may use. A path never reads as an option, or as `-`, standard input. */
static cJSON *refuse_path(tool_call *call)
{
    const char *given = rpc_string(call->arguments, "path");
    base_file_facts facts;
    if (parameter_at(call->tool, "path") == NULL)
        return NULL;
    if (given[0] == '\0')
        return mcp_failure("`path` is empty; give a file below the folder, such as troll.htn");
    if (strlen(given) > LONGEST_PATH)
        return mcp_failure("`path` has more than %d bytes", LONGEST_PATH);
    base_text path = {0};
    base_text_add(&path, "%s%s", given[0] == '-' ? "./" : "", given);
    call->own_path = base_duplicate_text(base_text_of(&path));
    base_text_free(&path);
    base_use_slashes(call->own_path);
    call->path = call->own_path;
    if (base_is_outside(call->path) || !has_folder(call->path))
        return refuse_outside(call->path);
    const bool exists = base_look_at_file(call->path, &facts);
    if (exists && facts.kind != BASE_REGULAR_FILE)
        return mcp_failure("`%.300s` is %s", given,
                           facts.kind == BASE_FOLDER ? "a folder; name a file in it" : "no file");
    if (!exists && call->tool->answer != write_source)
        return mcp_failure("`%.300s` is not there%s", given,
                           is_source(call->path) ? "; `write` makes it"
                                                 : "; `write` makes only files that end with .htn");
    return NULL;
}

cJSON *mcp_call_tool(const mcp_commands *commands, const char *name, const cJSON *arguments)
{
    tool_call made = {.commands = commands, .arguments = arguments};
    for (size_t i = 0; i < TOOLS; i++)
        if (strcmp(tools[i].name, name) == 0)
            made.tool = &tools[i];
    if (made.tool == NULL)
        return NULL;
    cJSON *answer = refuse_arguments(made.tool, arguments);
    if (answer == NULL)
        answer = refuse_path(&made);
    if (answer == NULL)
        answer = made.tool->answer(&made);
    free(made.own_path);
    base_text_free(&made.printed);
    return answer;
}
