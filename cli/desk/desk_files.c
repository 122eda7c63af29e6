/* Sources and page of the desk; see desk_files.h. */
#include "cli/desk/desk_files.h"
#include "base/host_files.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

typedef struct gathering {
    cJSON *files;
    size_t folder; /* bytes of the folder in front of the paths */
    const char *main;
    base_text *why;
    bool good;
} gathering;

/* Whether `..` is a part of a path. */
static bool leads_up(const char *path)
{
    for (const char *part = path;; part++) {
        const size_t length = strcspn(part, "/");
        if (length == 2 && strncmp(part, "..", 2) == 0)
            return true;
        part += length;
        if (*part == '\0')
            return false;
    }
}

/* Adds a text to an object of JSON, which must be UTF-8. */
static void add_text(cJSON *to, const char *name, const char *bytes, size_t count)
{
    base_text utf8_name = {0}, utf8 = {0};
    base_text_add_utf8(&utf8_name, name, strlen(name));
    base_text_add_utf8(&utf8, bytes, count);
    cJSON_AddStringToObject(to, base_text_of(&utf8_name), base_text_of(&utf8));
    base_text_free(&utf8_name);
    base_text_free(&utf8);
}

static void add_file(void *user, const char *path)
{
    gathering *to = user;
    const char *name = path + to->folder, *problem = NULL;
    size_t size;
    if (!to->good ||
        (strncmp(path, to->main, to->folder) == 0 && cJSON_GetObjectItemCaseSensitive(to->files, name) != NULL))
        return;
    if (strncmp(path, to->main, to->folder) != 0 || leads_up(name) || name[0] == '/') {
        base_text_add(to->why, "'%s' lies outside of the folder of '%s', and the desk has only that folder", path,
                      to->main);
        to->good = false;
        return;
    }
    char *text = cli_read_file(path, &size, &problem);
    if (text == NULL) {
        base_text_add(to->why, "cannot read '%s': %s", path, problem);
        to->good = false;
    } else if (memchr(text, '\0', size) != NULL) {
        base_text_add(to->why, "'%s' has a NUL character, so it is no source", path);
        to->good = false;
    } else {
        add_text(to->files, name, text, size);
    }
    free(text);
}

/* A source and what it imports, be it with errors. */
static void gather(gathering *to, const char *path)
{
    cli_input input = {0};
    htnc_compilation compilation = {0};
    htnc_options options = {0};
    if (!cli_input_open(&input, path)) {
        base_text_add(to->why, "cannot read '%s': %s", path, input.problem);
        to->good = false;
    } else if (cli_input_kind_of(&input) != CLI_INPUT_SOURCE) {
        base_text_add(to->why, "'%s' is no source", path);
        to->good = false;
    } else {
        add_file(to, path);
        cli_input_compile(&input, &compilation, &options);
        htnc_dependencies(&compilation, add_file, to);
        htnc_free(&compilation);
    }
    cli_input_close(&input);
}

/* `troll.test.htn` beside `troll.htn`, if it is there. */
static void gather_scenarios(gathering *to, const char *path)
{
    base_text test = {0};
    base_file_facts facts;
    const char *dot = strrchr(path, '.');
    if (dot != NULL && !cli_name_ends_with(path, ".test.htn")) {
        base_text_add(&test, "%.*s.test.htn", (int)(dot - path), path);
        if (base_look_at_file(base_text_of(&test), &facts) && facts.kind == BASE_REGULAR_FILE)
            gather(to, base_text_of(&test));
    }
    base_text_free(&test);
}

bool desk_add_files(base_text *json, const char *path, base_text *why)
{
    if (path == NULL) {
        base_text_add(json, "null");
        return true;
    }
    const char *name = base_name_in(path);
    cJSON *made = cJSON_CreateObject();
    add_text(made, "main", name, strlen(name));
    gathering to = {.files = cJSON_AddObjectToObject(made, "files"),
                    .folder = (size_t)(name - path),
                    .main = path,
                    .why = why,
                    .good = true};
    gather(&to, path);
    if (to.good)
        gather_scenarios(&to, path);
    char *text = cJSON_PrintUnformatted(made);
    base_text_add(json, "%s", text);
    free(text);
    cJSON_Delete(made);
    return to.good;
}

bool desk_is_page(const char *folder)
{
    base_text path = {0};
    base_file_facts facts;
    base_text_add(&path, "%s/index.html", folder);
    const bool is = base_look_at_file(base_text_of(&path), &facts) && facts.kind == BASE_REGULAR_FILE;
    base_text_free(&path);
    return is;
}

char *desk_find_page(void)
{
    static const char *const places[] = {"desk/page", "desk", "../desk/page", "../share/htn/desk"};
    char *tool = base_program_path(), *found = NULL;
    if (tool == NULL)
        return NULL;
    for (size_t i = 0; found == NULL && i < sizeof places / sizeof *places; i++) {
        base_text path = {0};
        base_text_add(&path, "%.*s%s", (int)(base_name_in(tool) - tool), tool, places[i]);
        if (desk_is_page(base_text_of(&path)))
            found = base_duplicate_text(base_text_of(&path));
        base_text_free(&path);
    }
    free(tool);
    return found;
}
