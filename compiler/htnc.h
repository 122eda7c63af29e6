/*
 * The compiler as a library: source text in, diagnostics and a blob out. It prints nothing, never exits and keeps no state between
 * calls, so several threads may compile at once, each with a compilation of its own. Example:
 *
 *     htnc_compilation compilation;
 *     if (htnc_compile(&compilation, "guard.htn", NULL) == BASE_DONE)
 *         use(compilation.blob, compilation.blob_size);
 *     base_diagnostics_print(&compilation.workspace.diagnostics, stderr, false);
 *     htnc_free(&compilation);
 *
 * The passes, in order; each runs only if the one before reported no error:
 *
 *     syntax/  files and imports -> syntax tree      lint/   model -> warnings
 *     names/   syntax tree -> model                  lower/  model -> instructions
 *     types/   types and constants, into the model   blob/   model and instructions -> bytes
 *
 * What is made of a finished compilation: constants.h (indexes for C and other languages), depfile.h (make), native/native_text.h (the domain as C).
 */
#pragma once

#include "base/workspace.h"
#include "compiler/names/model.h"
#include <stddef.h>

/* All zero: the defaults. */
typedef struct htnc_options {
    base_options workspace; /* how files are read, where memory comes from, which warnings are on */
    bool no_debug;          /* leave out the debug sections, which `htn explain` and traces use */
    bool check_only;        /* stop after the lint: there is no blob */
    bool parse_only;        /* stop after parsing: there is no model either */
    bool lenient; /* for editors: go on to the types despite errors. What then follows from them is not reported */
} htnc_options;

/* One compilation and everything that it made. The caller owns the struct; read its members as you like. */
typedef struct htnc_compilation {
    /* Sources and diagnostics, in an arena in which everything below lies too. */
    base_workspace workspace;
    /* The files as parsed, linked by `next`, the main file last. NULL where the main file cannot be read. */
    htnc_file *files;
    /*
     * The checked domain. NULL before all names are resolved without errors. With `lenient` it is there whatever was reported, and
     * holds what could be resolved: a name that stands for nothing is HTNC_REF_UNKNOWN, its task NULL.
     */
    htnc_model *model;
    /* What htn_domain_load() takes. NULL unless the result is BASE_DONE and the options do not stop before. */
    uint8_t *blob;
    size_t blob_size;
} htnc_compilation;

/*
 * Compiles the file at `path` and what it imports. NULL options: the defaults. Returns
 *
 *     BASE_DONE           there are no errors; there may be warnings
 *     BASE_REJECTED       there are errors: see workspace.diagnostics
 *     BASE_UNREADABLE     the main file cannot be read: workspace.problem says why
 *     BASE_OUT_OF_MEMORY
 *     BASE_BAD_SWITCH     workspace.problem is the -W switch that names no warning
 *
 * Whatever the result, call htnc_free() afterwards.
 */
base_result htnc_compile(htnc_compilation *compilation, const char *path, const htnc_options *options);

/*
 * Compiles a text that a program made, as a source of the name `name`. It is called by work in compilation->workspace, which is
 * open (base_workspace_open()); the other members are NULL before. Warnings are off, since nobody wrote the text. Returns
 * BASE_DONE, BASE_REJECTED, or BASE_UNREADABLE for a text that is too large.
 */
base_result htnc_compile_text(htnc_compilation *compilation, const char *name, const char *text,
                              const htnc_options *options);

/* Gives everything back that the compilation holds, and clears it. */
void htnc_free(htnc_compilation *compilation);

/* Calls `visit` with the path of each file that was read, the main file included, in the order of opening. */
typedef void htnc_visit_path(void *user, const char *path);
void htnc_dependencies(const htnc_compilation *compilation, htnc_visit_path *visit, void *user);
