/*
 * Files: reads the main file and what it imports, each once, by its path relative to the importing one. A
 * file's imports come before it in the list. The reader's memory is given back even where the arena runs
 * out between reading and copying, which is why this file catches the arena's jump.
 */
#include "compiler/passes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_IMPORT = 100 };

/* A file that was met: in progress (`parent` is who imports it) or taken in. */
typedef struct loaded {
    struct loaded *next;
    const char *path; /* normalized */
    htnc_file *file;  /* NULL while its text could not be read */
    bool in_progress;
    const struct loaded *parent;
    base_span import; /* in the parent */
} loaded;

typedef struct load_state {
    htnc_compilation *compilation;
    base_interner *interner;
    const htnc_reader *reader;
    loaded *files;
    htnc_file *first;
    htnc_file **end;
    unsigned depth;
} load_state;

/* --- The file system ---------------------------------------------------------------------------- */

static const char *explain_errno(int error)
{
    switch (error) {
    case ENOENT: return "No such file or directory";
    case EACCES: return "Permission denied";
    case EISDIR: return "Is a directory";
    case ENOMEM: return "Not enough memory";
    default: return "Input/output error";
    }
}

/* Far more than any source has; what goes on beyond it is a device, or no source. */
enum { LARGEST_FILE = 256 << 20 };

/* Reads to the end of a stream of unknown length. Returns why not, or NULL. */
static const char *read_all(FILE *stream, char **text, size_t *length)
{
    size_t capacity = 64 * 1024;
    size_t used = 0;
    char *memory = malloc(capacity);
    while (memory != NULL) {
        used += fread(memory + used, 1, capacity - used, stream);
        if (ferror(stream)) {
            int error = errno;
            free(memory);
            return explain_errno(error);
        }
        if (used < capacity) {
            *text = memory;
            *length = used;
            return NULL;
        }
        if (capacity >= LARGEST_FILE) {
            free(memory);
            return "It is larger than 256 MiB";
        }
        capacity *= 2;
        char *larger = realloc(memory, capacity);
        if (larger == NULL) {
            free(memory);
        }
        memory = larger;
    }
    return explain_errno(ENOMEM);
}

static const char *read_file(void *user, const char *path, char **text, size_t *length)
{
    (void)user;
    errno = 0;
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        return explain_errno(errno);
    }
    const char *problem = read_all(stream, text, length);
    fclose(stream);
    return problem;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static const htnc_reader file_system = {read_file, release_text, NULL};

/* --- Paths -------------------------------------------------------------------------------------- */

static bool is_absolute(const char *path)
{
    bool drive = ((path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z')) && path[1] == ':';
    return path[0] == '/' || drive;
}

/* Takes `.` and `folder/..` out, in place; `path` has forward slashes. */
static void normalize(char *path)
{
    char *to = path + (path[0] == '/');
    char *floor = to; /* what `..` may not take away */
    const char *from = to;
    const char *end = to + strlen(to); /* where a slash may stand in for the end meanwhile */
    while (from < end) {
        size_t length = strcspn(from, "/");
        size_t step = length + (from[length] == '/');
        bool up = length == 2 && from[0] == '.' && from[1] == '.';
        if (up && to > floor) {
            to--;
            while (to > floor && to[-1] != '/') {
                to--;
            }
        } else if (up && path[0] == '/') {
            /* there is nothing above the root */
        } else if (length != 0 && !(length == 1 && from[0] == '.')) {
            memmove(to, from, length);
            to += length;
            *to++ = '/';
            if (up) {
                floor = to;
            }
        }
        from += step;
    }
    if (to > path + 1) {
        to--; /* the slash after the last part */
    }
    *to = '\0';
}

/* The path of an import: relative to the folder of the file that it stands in. */
static char *resolve(base_arena *arena, const char *importer, const char *path)
{
    const char *slash = strrchr(importer, '/');
    int folder = slash == NULL || is_absolute(path) ? 0 : (int)(slash - importer + 1);
    char *joined = base_format(arena, "%.*s%s", folder, importer, path);
    for (char *character = joined; *character != '\0'; character++) {
        if (*character == '\\') {
            *character = '/';
        }
    }
    normalize(joined);
    return joined;
}

static loaded *find(load_state *loader, const char *path)
{
    for (loaded *file = loader->files; file != NULL; file = file->next) {
        if (strcmp(file->path, path) == 0) {
            return file;
        }
    }
    return NULL;
}

/* --- Reading ------------------------------------------------------------------------------------ */

/* Copies a text into the sources and gives it back to its reader, even where the arena runs out. */
static base_source *adopt(htnc_compilation *compilation, const htnc_reader *reader, const char *path, char *text,
                          size_t length)
{
    base_arena *arena = &compilation->arena;
    jmp_buf outer;
    memcpy(&outer, &arena->failed, sizeof outer);
    if (setjmp(arena->failed) != 0) {
        reader->release(reader->user, text);
        memcpy(&arena->failed, &outer, sizeof outer);
        longjmp(arena->failed, 1);
    }
    base_source *source = base_source_add(&compilation->sources, path, text, length);
    memcpy(&arena->failed, &outer, sizeof outer);
    reader->release(reader->user, text);
    return source;
}

const char *htnc_read_source(htnc_compilation *compilation, const char *path, const htnc_reader *reader,
                             base_source **source)
{
    char *text = NULL;
    size_t length = 0;
    reader = reader == NULL ? &file_system : reader;
    const char *problem = reader->read(reader->user, path, &text, &length);
    if (problem != NULL) {
        return problem; /* cppcheck-suppress returnDanglingLifetime ; it is a constant text, says htnc.h */
    }
    *source = adopt(compilation, reader, path, text, length);
    return *source == NULL ? "File too large" : NULL;
}

/* Reads and parses one file, without its imports. Returns why not, or NULL. */
static const char *read_one(load_state *loader, loaded *file, const char *path)
{
    base_source *source = NULL;
    const char *problem = htnc_read_source(loader->compilation, path, loader->reader, &source);
    if (problem != NULL) {
        return problem;
    }
    file->file = htnc_parse(&loader->compilation->arena, loader->interner, &loader->compilation->diagnostics, source);
    return NULL;
}

static void report_cycle(load_state *loader, const loaded *importer, const htnc_import *import, const loaded *target)
{
    base_diagnostics *diagnostics = &loader->compilation->diagnostics;
    if (importer == target) {
        base_report(diagnostics, BASE_DIAG_IMPORT_CYCLE, import->path.span, "this file imports itself");
        return;
    }
    base_diagnostic *made = base_report(diagnostics, BASE_DIAG_IMPORT_CYCLE, import->path.span,
                                        "importing `%s` goes round in a circle", import->path.text);
    for (const loaded *file = importer; file != target; file = file->parent) {
        base_report_note(diagnostics, made, file->import, "`%s` is imported here", file->file->source->path);
    }
}

static void load_imports(load_state *loader, loaded *file);

static void load_import(load_state *loader, loaded *importer, const htnc_import *import)
{
    base_arena *arena = &loader->compilation->arena;
    base_diagnostics *diagnostics = &loader->compilation->diagnostics;
    char *path = resolve(arena, importer->path, import->path.text);
    loaded *known = find(loader, path);
    if (known != NULL) {
        if (known->in_progress) {
            report_cycle(loader, importer, import, known);
        }
        return;
    }
    if (loader->depth == DEEPEST_IMPORT) {
        base_report(diagnostics, BASE_DIAG_NESTING_TOO_DEEP, import->path.span,
                    "imports nested too deep: no more than %d levels are taken", DEEPEST_IMPORT);
        return;
    }
    loaded *file = BASE_NEW(arena, loaded);
    *file = (loaded){.next = loader->files, .path = path, .parent = importer, .import = import->path.span};
    loader->files = file;
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
    for (const htnc_import *import = file->file->imports; import != NULL; import = import->next) {
        load_import(loader, file, import);
    }
    loader->depth--;
    file->in_progress = false;
    *loader->end = file->file;
    loader->end = &file->file->next;
}

htnc_file *htnc_load(htnc_compilation *compilation, base_interner *interner, const char *path,
                     const htnc_reader *reader, const char **problem)
{
    load_state loader = {.compilation = compilation, .interner = interner, .reader = reader};
    loader.end = &loader.first;
    loaded *main_file = BASE_NEW(&compilation->arena, loaded);
    main_file->path = resolve(&compilation->arena, "", path);
    loader.files = main_file;
    *problem = read_one(&loader, main_file, path);
    if (*problem != NULL) {
        return NULL;
    }
    load_imports(&loader, main_file);
    return loader.first;
}
