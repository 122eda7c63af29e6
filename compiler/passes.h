/* The passes' entries, for compile.c and the tests of single passes. Each reports what it finds. */
#ifndef HTNC_PASSES_H
#define HTNC_PASSES_H

#include "base/intern.h"
#include "compiler/htnc.h"
#include "compiler/lower/lower.h"
#include "compiler/types/fold_operators.h"

/* grammar/: parses one source into a file. Never NULL; what could not be parsed is left out and reported. */
htnc_file *htnc_parse(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, base_source *source);

/* load.c: reads and parses the main file and its imports. NULL where the main file cannot be read (`*problem`). */
htnc_file *htnc_load(htnc_compilation *compilation, base_interner *interner, const char *path,
                     const htnc_reader *reader, const char **problem);

/* load.c: reads one file into the compilation's sources. Returns why not, as a constant text, or NULL. NULL reader: the file system. */
const char *htnc_read_source(htnc_compilation *compilation, const char *path, const htnc_reader *reader,
                             base_source **source);

/*
 * compile.c: sets a compilation up and does the work, from where the arena may jump; then there is HTNC_OUT_OF_MEMORY. No
 * blob stays but of what is HTNC_DONE. `options` may be NULL; the work gets them, and `user`.
 */
typedef htnc_result htnc_work(htnc_compilation *compilation, const htnc_options *options, void *user);
htnc_result htnc_compile_with(htnc_compilation *compilation, const htnc_options *options, htnc_work *work, void *user);

/* compile.c: compiles a text that was made and not written, as a source of that name. Nothing is warned about. */
htnc_result htnc_compile_text(htnc_compilation *compilation, const char *name, const char *text,
                              const htnc_options *options);

/* names.c: declarations into a model, every name resolved. `files`: as htnc_load() returns them. */
htnc_model *htnc_resolve(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, htnc_file *files);

/* types.c: types of all expressions and parameters, constants folded. */
void htnc_type_check(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);

/* What a property of the type holds until something is said of it; what a table gives where there is no cell. */
int32_t htnc_default_value(const htnc_type *type);

/* lint.c: warnings about what compiles. */
void htnc_lint(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);

#endif
