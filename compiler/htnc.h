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

#include "base/workspace.h"
#include "compiler/names/model.h"
#include <stddef.h>

typedef struct htnc_options {
    base_options workspace; /* reader, allocator, warnings */
    bool no_debug;          /* leave the debug sections out */
    bool check_only;        /* stop before lowering */
    bool parse_only;        /* stop before names are resolved */
} htnc_options;

/* One compilation and everything that it made. */
typedef struct htnc_compilation {
    base_workspace workspace; /* arena, sources and diagnostics; everything below lies in its arena */
    htnc_file *files;         /* as parsed, the main file last; NULL where it cannot be read */
    htnc_model *model;        /* NULL until all names are resolved without errors */
    uint8_t *blob;            /* NULL unless the result is BASE_DONE and options do not stop before */
    size_t blob_size;
} htnc_compilation;

/* Compiles the file at `path`. NULL options: the defaults. Whatever the result, htnc_free() gives everything back. */
base_result htnc_compile(htnc_compilation *compilation, const char *path, const htnc_options *options);

/*
 * Compiles a text that a program made, under the name `name`, within work of compilation->workspace, which is open. The
 * other members are NULL before. Warnings are off, since nobody wrote the text.
 */
base_result htnc_compile_text(htnc_compilation *compilation, const char *name, const char *text,
                              const htnc_options *options);

void htnc_free(htnc_compilation *compilation);

/* Calls `visit` with each path that was read, main file included, in the order of opening. */
typedef void htnc_visit_path(void *user, const char *path);
void htnc_dependencies(const htnc_compilation *compilation, htnc_visit_path *visit, void *user);

#endif
