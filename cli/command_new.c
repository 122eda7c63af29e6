/*
 * `htn new`: a folder with a domain to begin with. Its files are those of cli/template, which cli/template.awk puts into the tool; `NAME` in
 * them becomes the name. Either all of them are written or none.
 */
#include "base/host_files.h"
#include "base/text.h"
#include "base/unicode.h"
#include "cli/commands.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/option_table.h"
#include "cli/common/options.h"
#include "cli/common/output_files.h"
#include "cli/common/shell_word.h"
#include "cli/common/usage_error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char description[] =
    "NAME is that of a folder, which must not exist; with a path, as in ai/guard, its last part is the domain's name, "
    "and\n"
    "folders that are missing are made. A name begins with a letter, and has letters, digits, `-`, `_` and `.`.\n"
    "The folder gets NAME.htn, a small domain with comments; NAME.test.htn, its scenarios; a Makefile, which plays "
    "these\n"
    "and compiles the domain with a header for C; and settings for editors.\n\n"
    "  htn new guard && cd guard && htn test guard.test.htn && htn run guard.htn";

static const struct {
    const char *path, *text;
} template[] = {
#include "template.inc"
};
enum { FILES = sizeof template / sizeof *template };

/* Adds a text in which `NAME` becomes the name. */
static void add_named(base_text *to, const char *text, const char *name)
{
    for (const char *at; (at = strstr(text, "NAME")) != NULL; text = at + strlen("NAME"))
        base_text_add(to, "%.*s%s", (int)(at - text), text, name);
    base_text_add(to, "%s", text);
}

/* NULL: the name will do. Else why not. */
static const char *fault_of(const char *name)
{
    size_t left = strlen(name);
    const base_character first = base_decode(name, left > 0 ? left : 1);
    if (left == 0)
        return "the name of the domain is missing: a path ends with it, as in ai/guard";
    if (first.code == '_' || !base_may_begin_name(first.code))
        return "a name begins with a letter";
    if (cli_name_ends_with(name, ".htn"))
        return "the name of the folder and of the domain is without .htn";
    while (left > 0) {
        const base_character each = base_decode(name, left);
        if (!base_may_continue_name(each.code) && each.code != '-' && each.code != '.')
            return "a name has letters, digits, `-`, `_` and `.`, so that build tools take it";
        name += each.bytes;
        left -= each.bytes;
    }
    return NULL;
}

/* Makes the folder at `path` and those above it that are missing: `made`, by the length of their paths. */
static bool make_folders(char *path, bool *made)
{
    bool good = true;
    base_file_facts facts;
    for (size_t end = 0; good && path[end] != '\0';) {
        end += 1 + strcspn(path + end + 1, "/");
        const char cut = path[end];
        path[end] = '\0';
        const bool there = cut != '\0' && (base_look_at_file(path, &facts) || path[end - 1] == ':');
        made[end] = !there && base_make_folder(path);
        good = there || made[end];
        path[end] = cut;
    }
    return good;
}

static void remove_folders(char *path, const bool *made)
{
    for (size_t end = strlen(path); end > 0; end--) {
        const char cut = path[end];
        path[end] = '\0';
        if (made[end])
            base_remove_folder(path);
        path[end] = cut;
    }
}

static bool write_all(cli_output *outputs, char *folder, const char *command)
{
    base_text editor = {0};
    const char *failed = folder, *problem;
    bool *made = base_allocate((strlen(folder) + 1) * sizeof *made);
    base_text_add(&editor, "%s/.vscode", folder);
    const bool there = make_folders(folder, made);
    bool good = there && base_make_folder(editor.bytes);
    const int error = errno;
    problem = strerror(error);
    good = good && cli_write_files(outputs, FILES, &failed, &problem);
    if (!good && !there && error == EEXIST)
        fprintf(stderr, "htn %s: '%s' exists already; nothing was written\n", command, folder);
    else if (!good)
        fprintf(stderr, "htn %s: cannot make '%s': %s\n", command, failed, problem);
    if (!good && there)
        base_remove_folder(editor.bytes);
    if (!good)
        remove_folders(folder, made);
    free(made);
    base_text_free(&editor);
    return good;
}

static bool write_template(char *folder, const char *name, const char *command)
{
    cli_output outputs[FILES];
    base_text paths[FILES] = {{0}}, texts[FILES] = {{0}};
    for (size_t i = 0; i < FILES; i++) {
        base_text_add(&paths[i], "%s/", folder);
        add_named(&paths[i], template[i].path, name);
        add_named(&texts[i], template[i].text, name);
        outputs[i] = (cli_output){.path = paths[i].bytes, .bytes = texts[i].bytes, .size = texts[i].length};
    }
    const bool good = write_all(outputs, folder, command);
    for (size_t i = 0; i < FILES; i++) {
        if (good)
            printf("%s\n", paths[i].bytes);
        base_text_free(&paths[i]);
        base_text_free(&texts[i]);
    }
    return good;
}

static int make_new(const cli_call *call, void *options)
{
    const char *command = call->usage->command;
    char *folder = base_duplicate_text(call->operands.items[0]);
    (void)options; /* there are none */
    base_use_slashes(folder);
    for (size_t end = strlen(folder); end > 1 && folder[end - 1] == '/';)
        folder[--end] = '\0';
    const char *name = base_name_in(folder);
    int status = CLI_EXIT_USAGE;
    if (fault_of(name) != NULL)
        cli_usage_error(command, "'%s': %s", folder, fault_of(name));
    else if (write_template(folder, name, command))
        status = CLI_EXIT_YES;
    if (status == CLI_EXIT_YES) {
        base_text quoted = {0};
        cli_add_word(&quoted, folder);
        printf("\nnext:\n  cd %s\n  htn test %s.test.htn\n  htn run %s.htn\n", base_text_of(&quoted), name, name);
        base_text_free(&quoted);
    }
    free(folder);
    return status;
}

int cli_command_new(int argc, char **argv)
{
    const cli_usage usage = {argv[0], "NAME", "Makes a folder with a domain to begin with.", description, NULL, 0,
                             1,       1};
    return cli_options_run(&usage, argc, argv, make_new, NULL);
}
