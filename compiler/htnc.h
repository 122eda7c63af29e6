/*
 * The compiler as a library: source text in, diagnostics and a blob out. It prints nothing, exits
 * nothing and keeps no state between calls. Passes, in order, one file each:
 *
 *     scan + parse (grammar/)  load.c     files, imports            -> AST
 *     names.c                  declarations, scopes                 -> model
 *     types.c                  types, inference, constant folding
 *     lint.c                   warnings
 *     lower.c                  model -> instructions
 *     blob.c                   instructions and tables -> bytes
 *
 * A pass runs only if the one before reported no error. Beside them: hddl/hddl.h reads problems of the planning competition,
 * hddl/translate.h makes sources of them, native/native_text.h writes a compiled domain as C.
 */
#ifndef HTNC_H
#define HTNC_H

#include "base/arena.h"
#include "base/diagnostic.h"
#include "compiler/names/model.h"
#include <stddef.h>

/* Reads a file for the compiler: the main file, and imports by their path relative to the importing one. */
typedef struct htnc_reader {
    /*
     * On success sets `*text` (which release() takes back) and `*length`, and returns NULL; else returns
     * why not, as a constant text ("No such file or directory").
     */
    const char *(*read)(void *user, const char *path, char **text, size_t *length);
    void (*release)(void *user, char *text);
    void *user;
} htnc_reader;

typedef struct htnc_options {
    const htnc_reader *reader;       /* NULL: the file system */
    const base_allocator *allocator; /* NULL: malloc */
    const char *const *switches;     /* "-W" options without the "-W"; see base_diagnostics_switch() */
    size_t switch_count;
    bool no_debug;   /* leave the debug sections out */
    bool check_only; /* stop before lowering */
    bool parse_only; /* stop before names are resolved */
} htnc_options;

typedef enum htnc_result {
    HTNC_DONE,       /* no errors (there may be warnings) */
    HTNC_REJECTED,   /* errors; see the diagnostics */
    HTNC_UNREADABLE, /* the main file cannot be read; `problem` says why */
    HTNC_OUT_OF_MEMORY,
    HTNC_BAD_SWITCH /* `problem` is the -W switch that no diagnostic has */
} htnc_result;

/* One compilation and all that it made. */
typedef struct htnc_compilation {
    base_arena arena;
    base_sources sources;
    base_diagnostics diagnostics;
    htnc_file *files;  /* as parsed, the main file last; NULL where that cannot be read */
    htnc_model *model; /* NULL until names.c has run without errors */
    uint8_t *blob;     /* NULL unless DONE and not check_only */
    size_t blob_size;
    const char *problem;
} htnc_compilation;

/* Compiles the file at `path`. Whatever the result, htnc_free() gives everything back. NULL options: defaults. */
htnc_result htnc_compile(htnc_compilation *compilation, const char *path, const htnc_options *options);
void htnc_free(htnc_compilation *compilation);

/* The paths that were read, main file included, one call each, in the order of opening. */
typedef void htnc_visit_path(void *user, const char *path);
void htnc_dependencies(const htnc_compilation *compilation, htnc_visit_path *visit, void *user);

#endif
