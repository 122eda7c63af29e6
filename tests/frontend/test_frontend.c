/*
 * The front end as a library: the order in which files are taken in, paths, readers that fail, limits, -W
 * switches, the nearest name, spans and positions. What it says of wrong texts is tested in tests/language/.
 */
#include "compiler/syntax/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Files in memory ---------------------------------------------------------------------------- */

typedef struct memory_file {
    const char *path, *text;
} memory_file;

typedef struct memory_files {
    const memory_file *files; /* ended by a NULL path; NULL: every file imports one more, by so many paths */
    unsigned reads, releases, paths;
} memory_files;

static char *copy(const char *text)
{
    char *made = malloc(strlen(text) + 1);
    assert_non_null(made);
    strcpy(made, text);
    return made;
}

static const char *read_memory(void *user, const char *path, char **text, size_t *length)
{
    memory_files *memory = user;
    if (memory->files == NULL) {
        char made[64];
        snprintf(made, sizeof made, "Import [\"file%u.htn\"]", memory->reads + 1);
        if (memory->paths == 2)
            snprintf(made, sizeof made, "Import [\"a/file.htn\"] Import [\"b/file.htn\"]");
        *text = copy(made);
        *length = strlen(made);
        memory->reads++;
        return NULL;
    }
    for (const memory_file *file = memory->files; file->path != NULL; file++) {
        if (strcmp(file->path, path) == 0) {
            *text = copy(file->text);
            *length = strlen(file->text);
            memory->reads++;
            return NULL;
        }
    }
    return "No such file or directory";
}

static void release_memory(void *user, char *text)
{
    memory_files *memory = user;
    memory->releases++;
    free(text);
}

/* --- One load ----------------------------------------------------------------------------------- */

typedef struct load {
    base_workspace workspace;
    base_interner interner;
    htnc_file *files;
} load;

typedef struct reading {
    load *to;
    const char *path;
    const base_reader *reader;
} reading;

static base_result read_it(base_workspace *workspace, void *user)
{
    const reading *work = user;
    work->to->interner.arena = &workspace->arena;
    work->to->files = htnc_load(workspace, &work->to->interner, work->path, work->reader);
    return BASE_DONE;
}

typedef bool identifier(void *user, const char *path, base_file_identity *identity);

static load *load_file_by(const char *path, memory_files *memory, identifier *identify)
{
    load *made = calloc(1, sizeof *made);
    assert_non_null(made);
    base_reader reader = {read_memory, release_memory, memory, identify};
    reading work = {made, path, &reader};
    assert_int_equal(base_workspace_open(&made->workspace, NULL, read_it, &work), BASE_DONE);
    assert_int_equal(memory->reads, memory->releases);
    return made;
}

static load *load_file(const char *path, memory_files *memory)
{
    return load_file_by(path, memory, NULL);
}

static void free_load(load *made)
{
    base_workspace_close(&made->workspace);
    free(made);
}

static void assert_paths(const htnc_file *file, const char *const *paths)
{
    for (; *paths != NULL; paths++, file = file->next) {
        assert_non_null(file);
        assert_string_equal(file->source->path, *paths);
    }
    assert_null(file);
}

/* --- Imports ------------------------------------------------------------------------------------ */

static void files_are_taken_in_once_imports_first(void **state)
{
    static const memory_file files[] = {
        {"game/main.htn", "Import [\"a.htn\"] Import [\"sub/b.htn\"] Import [\"./a.htn\"]"},
        {"game/a.htn", "Import [\"sub/../sub/c.htn\"]"},
        {"game/sub/b.htn", "Import [\"c.htn\"] Import [\"..\\\\..\\\\game//a.htn\"]"},
        {"game/sub/c.htn", "Domain [C]"},
        {NULL, NULL},
    };
    static const char *const order[] = {"game/sub/c.htn", "game/a.htn", "game/sub/b.htn", "game/main.htn", NULL};
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("game/main.htn", &memory);
    assert_int_equal(made->workspace.diagnostics.errors, 0);
    assert_int_equal(memory.reads, 4);
    assert_paths(made->files, order);
    free_load(made);
}

static void a_path_with_a_drive_is_relative_to_no_folder(void **state)
{
    static const memory_file files[] = {
        {"game/main.htn", "Import [\"A:/a.htn\"] Import [\"Z:/a.htn\"] Import [\"a:/a.htn\"] Import [\"z:/a.htn\"] "
                          "Import [\"{:/a.htn\"] Import [\"@:/a.htn\"] Import [\"zz:/a.htn\"]"},
        {"A:/a.htn", ""},
        {"Z:/a.htn", ""},
        {"a:/a.htn", ""},
        {"z:/a.htn", ""},
        {"game/{:/a.htn", ""},
        {"game/@:/a.htn", ""},
        {"game/zz:/a.htn", ""},
        {NULL, NULL},
    };
    static const char *const order[] = {"A:/a.htn",      "Z:/a.htn",       "a:/a.htn",      "z:/a.htn", "game/{:/a.htn",
                                        "game/@:/a.htn", "game/zz:/a.htn", "game/main.htn", NULL};
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("game/main.htn", &memory);
    assert_int_equal(made->workspace.diagnostics.errors, 0);
    assert_paths(made->files, order);
    free_load(made);
}

static void paths_above_the_first_folder_stay_above_it(void **state)
{
    static const memory_file files[] = {
        {"main.htn", "Import [\"../x/../y/a.htn\"] Import [\"/root/./b.htn\"]"},
        {"../y/a.htn", "Import [\"../../z.htn\"]"},
        {"../../z.htn", ""},
        {"/root/b.htn", "Import [\"../../../c.htn\"]"},
        {"/c.htn", ""},
        {NULL, NULL},
    };
    static const char *const order[] = {"../../z.htn", "../y/a.htn", "/c.htn", "/root/b.htn", "main.htn", NULL};
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("main.htn", &memory);
    assert_int_equal(made->workspace.diagnostics.errors, 0);
    assert_paths(made->files, order);
    free_load(made);
}

static void a_circle_of_imports_is_shown_in_full(void **state)
{
    static const memory_file files[] = {
        {"a.htn", "Import [\"b.htn\"]"},
        {"b.htn", "Import [\"c.htn\"]"},
        {"c.htn", "Import [\"a.htn\"]"},
        {NULL, NULL},
    };
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("a.htn", &memory);
    const base_diagnostic *cycle = made->workspace.diagnostics.first;
    assert_int_equal(made->workspace.diagnostics.errors, 1);
    assert_int_equal(cycle->id, BASE_DIAG_IMPORT_CYCLE);
    assert_string_equal(cycle->notes->message, "`c.htn` is imported here");
    assert_string_equal(cycle->notes->next->message, "`b.htn` is imported here");
    assert_null(cycle->notes->next->next);
    free_load(made);
}

static void a_chain_of_imports_without_end_is_cut(void **state)
{
    (void)state;
    memory_files memory = {NULL, 0, 0, 1};
    load *made = load_file("file0.htn", &memory);
    assert_int_equal(made->workspace.diagnostics.errors, 1);
    assert_int_equal(made->workspace.diagnostics.first->id, BASE_DIAG_NESTING_TOO_DEEP);
    free_load(made);
}

static bool identify_memory(void *user, const char *path, base_file_identity *identity)
{
    const memory_files *memory = user;
    *identity = (base_file_identity){memory->paths, 1 + (strstr(path, "file.htn") == NULL)};
    return true;
}

/* Nobody says that a/file.htn, a/a/file.htn, a/b/file.htn and so on are the same file: 2^100 paths are not tried. */
static void a_tree_of_imports_without_end_is_cut(void **state)
{
    (void)state;
    memory_files memory = {NULL, 0, 0, 2};
    load *made = load_file("file.htn", &memory);
    assert_int_equal(made->workspace.diagnostics.errors, 2);
    assert_int_equal(made->workspace.diagnostics.first->id, BASE_DIAG_NESTING_TOO_DEEP);
    assert_int_equal(made->workspace.diagnostics.first->next->id, BASE_DIAG_TOO_LARGE);
    assert_int_equal(memory.reads, 10000);
    free_load(made);
}

/* The reader says so: the second path leads to the file that is being read. */
static void a_file_is_what_its_reader_says(void **state)
{
    (void)state;
    memory_files memory = {NULL, 0, 0, 2};
    load *made = load_file_by("file.htn", &memory, identify_memory);
    assert_int_equal(made->workspace.diagnostics.errors, 2);
    assert_int_equal(made->workspace.diagnostics.first->id, BASE_DIAG_IMPORT_CYCLE);
    assert_string_equal(made->workspace.diagnostics.first->message, "this file imports itself");
    assert_int_equal(memory.reads, 1);
    free_load(made);
}

static void a_main_file_that_cannot_be_read_is_a_problem(void **state)
{
    static const memory_file files[] = {{NULL, NULL}};
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("main.htn", &memory);
    assert_null(made->files);
    assert_string_equal(made->workspace.problem, "No such file or directory");
    free_load(made);
}

/* --- Spans -------------------------------------------------------------------------------------- */

static void methods_and_tasks_span_their_parts(void **state)
{
    static const char text[] = "Compound Task [A]\n  Method x [true]\n    Subtasks []\n  Utility [3]\nDomain [D]\n";
    static const memory_file files[] = {{"main.htn", text}, {NULL, NULL}};
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("main.htn", &memory);
    const htnc_task *task = made->files->tasks;
    const htnc_method *method = task->methods;
    const char *end = strstr(text, "\nDomain");
    assert_int_equal(task->span.begin, 1);
    assert_int_equal(task->span.end, 1 + (end - text));
    assert_int_equal(method->span.begin, 1 + (strstr(text, "Method") - text));
    assert_int_equal(method->span.end, task->span.end);
    assert_int_equal(method->head.end, 1 + (strstr(text, "\n    Subtasks") - text));
    assert_string_equal(method->label.text, "x");
    base_position place = base_source_position(&made->workspace.sources, method->span.begin);
    assert_int_equal(place.line, 2);
    assert_int_equal(place.column, 3);
    free_load(made);
}

static void equal_names_are_one_pointer(void **state)
{
    static const memory_file files[] = {
        {"main.htn", "Enum [Wait] Values [Wait, Root]\nConstant [Root = Wait]"},
        {NULL, NULL},
    };
    (void)state;
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("main.htn", &memory);
    const char *wait = made->files->types->name.text;
    assert_int_equal(made->workspace.diagnostics.errors, 0);
    assert_ptr_equal(made->files->types->values->name.text, wait);
    assert_ptr_equal(made->files->constants->value->name.text, wait);
    assert_ptr_equal(made->files->types->values->next->name.text, made->files->constants->name.text);
    free_load(made);
}

/* --- Diagnostics -------------------------------------------------------------------------------- */

static void errors_beyond_the_limit_are_counted_only(void **state)
{
    static const char line[] = "Root []\n";
    (void)state;
    char *text = calloc(60, sizeof line);
    assert_non_null(text);
    for (int i = 0; i < 60; i++) {
        strcat(text, line);
    }
    const memory_file files[] = {{"main.htn", text}, {NULL, NULL}};
    memory_files memory = {files, 0, 0, 1};
    load *made = load_file("main.htn", &memory);
    unsigned kept = 0;
    for (const base_diagnostic *each = made->workspace.diagnostics.first; each != NULL; each = each->next) {
        kept++;
    }
    assert_int_equal(made->workspace.diagnostics.errors, 60);
    assert_int_equal(kept, 50);
    free_load(made);
    free(text);
}

static void switches_turn_warnings_and_nothing_else(void **state)
{
    (void)state;
    base_diagnostics made;
    const base_severity *severity = made.severity;
    base_diagnostics_init(&made, NULL, NULL);
    assert_false(base_diagnostics_switch(&made, "no-such-thing"));
    assert_false(base_diagnostics_switch(&made, "error=no-such-thing"));
    assert_false(base_diagnostics_switch(&made, "no-syntax"));
    assert_int_equal(severity[BASE_DIAG_SYNTAX], BASE_ERROR);
    assert_true(base_diagnostics_switch(&made, "no-unused-task"));
    assert_int_equal(severity[BASE_DIAG_UNUSED_TASK], BASE_IGNORED);
    assert_true(base_diagnostics_switch(&made, "unused-task"));
    assert_int_equal(severity[BASE_DIAG_UNUSED_TASK], BASE_WARNING);
    assert_true(base_diagnostics_switch(&made, "error"));
    assert_int_equal(severity[BASE_DIAG_UNUSED_TASK], BASE_ERROR);
    assert_int_equal(severity[BASE_DIAG_NEVER_READ], BASE_IGNORED);
    assert_true(base_diagnostics_switch(&made, "no-error=unused-task"));
    assert_int_equal(severity[BASE_DIAG_UNUSED_TASK], BASE_WARNING);
    assert_true(base_diagnostics_switch(&made, "none"));
    assert_int_equal(severity[BASE_DIAG_UNUSED_TASK], BASE_IGNORED);
    assert_int_equal(severity[BASE_DIAG_SINGLE_EQUALS], BASE_IGNORED);
    assert_int_equal(severity[BASE_DIAG_SYNTAX], BASE_ERROR);
    assert_true(base_diagnostics_switch(&made, "error=single-equals"));
    assert_int_equal(severity[BASE_DIAG_SINGLE_EQUALS], BASE_ERROR);
    assert_true(base_diagnostics_switch(&made, "all"));
    assert_int_equal(severity[BASE_DIAG_NEVER_READ], BASE_WARNING);
}

static void the_nearest_name_is_near(void **state)
{
    static const char *const names[] = {"DoRecover", "WsTrunkHealth", "Idle", "A", "AB"};
    const size_t count = sizeof names / sizeof names[0];
    (void)state;
    assert_string_equal(base_nearest("DoRecovery", names, count), "DoRecover");
    assert_string_equal(base_nearest("WsTurnkHealth", names, count), "WsTrunkHealth");
    assert_string_equal(base_nearest("wstrunkhealth", names, count), "WsTrunkHealth");
    assert_string_equal(base_nearest("idle", names, count), "Idle");
    assert_string_equal(base_nearest("a", names, count), "A");
    assert_null(base_nearest("B", names, count));
    assert_null(base_nearest("NavigateToEnemy", names, count));
    assert_null(base_nearest("", names, count));
    assert_null(base_nearest("Idle", names, 0));
}

static void texts_share_one_space_of_offsets(void **state)
{
    (void)state;
    base_arena arena;
    base_arena_init(&arena, NULL);
    if (setjmp(arena.failed) != 0) {
        fail_msg("out of memory");
    }
    base_sources sources;
    base_sources_init(&sources, &arena);
    base_source *first = base_source_add(&sources, "first",
                                         "\xEF\xBB\xBF"
                                         "a\r\n\nb",
                                         8);
    base_source *second = base_source_add(&sources, "second", "", 0);
    assert_int_equal(first->base, 1);
    assert_int_equal(first->length, 5);
    assert_int_equal(second->base, 7);
    base_position end = base_source_position(&sources, 6);
    assert_ptr_equal(end.source, first);
    assert_int_equal(end.line, 3);
    assert_int_equal(end.column, 2);
    uint32_t length = 9;
    assert_memory_equal(base_source_line(first, 1, &length), "a", 1);
    assert_int_equal(length, 1);
    assert_ptr_equal(base_source_position(&sources, 7).source, second);
    assert_null(base_source_position(&sources, 0).source);
    assert_null(base_source_position(&sources, 8).source);
    base_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_taken_in_once_imports_first),
        cmocka_unit_test(a_path_with_a_drive_is_relative_to_no_folder),
        cmocka_unit_test(paths_above_the_first_folder_stay_above_it),
        cmocka_unit_test(a_circle_of_imports_is_shown_in_full),
        cmocka_unit_test(a_chain_of_imports_without_end_is_cut),
        cmocka_unit_test(a_tree_of_imports_without_end_is_cut),
        cmocka_unit_test(a_file_is_what_its_reader_says),
        cmocka_unit_test(a_main_file_that_cannot_be_read_is_a_problem),
        cmocka_unit_test(methods_and_tasks_span_their_parts),
        cmocka_unit_test(equal_names_are_one_pointer),
        cmocka_unit_test(errors_beyond_the_limit_are_counted_only),
        cmocka_unit_test(switches_turn_warnings_and_nothing_else),
        cmocka_unit_test(the_nearest_name_is_near),
        cmocka_unit_test(texts_share_one_space_of_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
