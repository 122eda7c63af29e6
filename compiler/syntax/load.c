/*
 * Reads the main file and the files that it imports, each file once, whatever paths lead to it: the reader identifies it. The path of an import is relative to the folder of the file that
 * imports it. In the resulting list, a file comes after the files that it imports.
 */
#include "compiler/syntax/load.h"

#include "compiler/syntax/parse.h"
#include <string.h>

enum { DEEPEST_IMPORT = 100, MOST_FILES = 10000 };

/* A file that was imported. It is in progress while its own imports are loaded; `parent` is the file that imports it. */
typedef struct loaded {
    struct loaded *next;
    const char *path; /* normalized */
    base_file_identity identity;
    bool is_identified;
    htnc_file *file; /* NULL: it could not be read */
    bool in_progress;
    const struct loaded *parent;
    base_span import; /* in the parent */
} loaded;

typedef struct load_state {
    base_workspace *workspace;
    base_interner *interner;
    const base_reader *reader;
    loaded *files;
    htnc_file *first;
    htnc_file **end;
    unsigned depth, file_count;
    bool is_too_deep; /* reported */
} load_state;

/* --- Paths -------------------------------------------------------------------------------------- */

static bool is_absolute(const char *path)
{
    bool drive = ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) && path[1] == ':';
    return path[0] == '/' || drive;
}

/* Removes `.` and `folder/..` from the path, in place. `path` has forward slashes. */
static void normalize(char *path)
{
    const bool elsewhere = path[0] == '/' && path[1] == '/' && path[2] != '/'; /* `//machine/share` on Windows */
    char *to = path + (path[0] == '/') + elsewhere;
    char *floor = to; /* `..` removes nothing before this */
    const char *from = to;
    const char *end = to + strlen(to); /* found once: the loop may overwrite the terminating NUL */
    while (from < end) {
        size_t length = strcspn(from, "/");
        size_t step = length + (from[length] == '/');
        bool up = length == 2 && from[0] == '.' && from[1] == '.';
        if (up && to > floor) {
            to--;
            while (to > floor && to[-1] != '/')
                to--;
        } else if (up && path[0] == '/') {
            /* nothing is above the root */
        } else if (length != 0 && !(length == 1 && from[0] == '.')) {
            memmove(to, from, length);
            to += length;
            *to++ = '/';
            if (up)
                floor = to;
        }
        from += step;
    }
    if (to > path + 1)
        to--; /* the slash after the last part */
    *to = '\0';
}

/* The normalized path of an import. */
static char *resolve(base_arena *arena, const char *importer, const char *path)
{
    const char *slash = strrchr(importer, '/');
    int folder = slash == NULL || is_absolute(path) ? 0 : (int)(slash - importer + 1);
    char *joined = base_format(arena, "%.*s%s", folder, importer, path);
    for (char *character = joined; *character != '\0'; character++)
        if (*character == '\\')
            *character = '/';
    normalize(joined);
    return joined;
}

static void identify(const load_state *loader, loaded *file)
{
    const base_reader *reader = loader->reader == NULL ? &base_file_system : loader->reader;
    file->is_identified = reader->identify != NULL && reader->identify(reader->user, file->path, &file->identity);
}

static bool is_same(const loaded *a, const loaded *b)
{
    return strcmp(a->path, b->path) == 0 ||
           (a->is_identified && b->is_identified && a->identity.device == b->identity.device &&
            a->identity.file == b->identity.file);
}

static loaded *find(load_state *loader, const loaded *wanted)
{
    for (loaded *file = loader->files; file != NULL; file = file->next)
        if (is_same(file, wanted))
            return file;
    return NULL;
}

/* Adds a file to those that were imported. */
static loaded *add(load_state *loader, const loaded *made)
{
    loaded *file = BASE_NEW(&loader->workspace->arena, loaded);
    *file = *made;
    file->next = loader->files;
    loader->files = file;
    loader->file_count++;
    return file;
}

/* --- Reading ------------------------------------------------------------------------------------ */

/* Reads and parses one file, without its imports. Returns what is wrong, or NULL. */
static const char *read_one(load_state *loader, loaded *file, const char *path)
{
    base_source *source = NULL;
    const char *problem = base_source_read(&loader->workspace->sources, path, loader->reader, &source);
    if (problem != NULL)
        return problem;
    file->file = htnc_parse(&loader->workspace->arena, loader->interner, &loader->workspace->diagnostics, source);
    return NULL;
}

static void report_cycle(load_state *loader, const loaded *importer, const htnc_import *import, const loaded *target)
{
    base_diagnostics *diagnostics = &loader->workspace->diagnostics;
    if (importer == target) {
        base_report(diagnostics, BASE_DIAG_IMPORT_CYCLE, import->path.span, "this file imports itself");
        return;
    }
    base_diagnostic *made = base_report(diagnostics, BASE_DIAG_IMPORT_CYCLE, import->path.span,
                                        "importing `%s` makes a cycle", import->path.text);
    for (const loaded *file = importer; file != target; file = file->parent)
        base_report_note(diagnostics, made, file->import, "`%s` is imported here", file->file->source->path);
}

static void load_imports(load_state *loader, loaded *file);

static void load_import(load_state *loader, loaded *importer, const htnc_import *import)
{
    base_arena *arena = &loader->workspace->arena;
    base_diagnostics *diagnostics = &loader->workspace->diagnostics;
    char *path = resolve(arena, importer->path, import->path.text);
    loaded made = {.path = path, .parent = importer, .import = import->path.span};
    if (loader->file_count > MOST_FILES)
        return; /* reported */
    identify(loader, &made);
    loaded *known = find(loader, &made);
    if (known != NULL) {
        if (known->in_progress)
            report_cycle(loader, importer, import, known);
        return;
    }
    if (loader->depth == DEEPEST_IMPORT) {
        if (!loader->is_too_deep)
            base_report(diagnostics, BASE_DIAG_NESTING_TOO_DEEP, import->path.span,
                        "imports nested too deep: at most %d levels are allowed", DEEPEST_IMPORT);
        loader->is_too_deep = true;
        return;
    }
    loaded *file = add(loader, &made);
    if (loader->file_count > MOST_FILES) {
        base_report(diagnostics, BASE_DIAG_TOO_LARGE, import->path.span,
                    "more than %d files: imports may be without end", MOST_FILES);
        return;
    }
    const char *problem = read_one(loader, file, path);
    if (problem != NULL) {
        base_report(diagnostics, BASE_DIAG_CANNOT_READ, import->path.span, "cannot read `%s`: %s", path, problem);
        return;
    }
    load_imports(loader, file);
}

static void load_imports(load_state *loader, loaded *file)
{
    file->in_progress = true;
    loader->depth++;
    for (const htnc_import *import = file->file->imports; import != NULL; import = import->next)
        load_import(loader, file, import);
    loader->depth--;
    file->in_progress = false;
    *loader->end = file->file;
    loader->end = &file->file->next;
}

htnc_file *htnc_load(base_workspace *workspace, base_interner *interner, const char *path, const base_reader *reader)
{
    load_state loader = {.workspace = workspace, .interner = interner, .reader = reader};
    loader.end = &loader.first;
    char *shown = base_copy_text(&workspace->arena, path, strlen(path));
    base_use_slashes(shown);
    loaded made = {.path = resolve(&workspace->arena, "", path)};
    identify(&loader, &made);
    loaded *main_file = add(&loader, &made);
    workspace->problem = read_one(&loader, main_file, shown);
    if (workspace->problem != NULL)
        return NULL;
    load_imports(&loader, main_file);
    return loader.first;
}
