/* The passes' entries, for compile.c and the tests of single passes. Each reports what it finds. */
#ifndef HTNC_PASSES_H
#define HTNC_PASSES_H

#include "base/intern.h"
#include "compiler/htnc.h"
#include "compiler/blob/texts.h"
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

/* lower.c: instructions and what else the blob needs from them. */
typedef struct htnc_instruction {
    uint8_t op, a;
    uint16_t b;
    uint32_t c;
} htnc_instruction;
typedef struct htnc_item {
    uint32_t first, end, kind, task, method;
    base_span span;
} htnc_item;
typedef struct htnc_task_code {
    uint32_t entry, end, check, context, during, action, effects, expected, arguments, bindings, locals, flags;
    int32_t least; /* what it costs at least */
} htnc_task_code;
typedef struct htnc_index_code {
    uint32_t property, keys, starts, list;
} htnc_index_code; /* a record of INDEXES */
typedef struct htnc_key_list_code {
    uint32_t property, left_out, keys, list;
} htnc_key_list_code; /* a record of KEY_LISTS */
typedef struct htnc_achieve_code {
    uint32_t *uses, *writes; /* indexes of tasks, of properties */
    uint32_t use_count, write_count;
} htnc_achieve_code; /* a record of ACHIEVES, with the runs that it refers to */
typedef struct htnc_code {
    htnc_instruction *instructions;
    uint32_t count;
    bool *leaders;      /* per instruction */
    int32_t *constants; /* pool of CURVE points and of static indexes */
    uint32_t constant_count;
    htnc_index_code *indexes;
    uint32_t index_count;
    htnc_key_list_code *key_lists;
    uint32_t key_list_count;
    htnc_achieve_code *achieves;
    uint32_t achieve_count;
    htnc_item *items; /* by rising first */
    uint32_t item_count;
    htnc_task_code *tasks;  /* by task index of the model; entries rise with it */
    uint32_t *addresses;    /* world-state address by property index of the model; they rise with it */
    uint32_t *storages;     /* htn_storage by property index */
    uint32_t *type_indexes; /* in the blob, by index in the model; HTN_NONE: it is not there */
    uint32_t *presence;     /* by type index in the model: address of an open type's first presence byte, or HTN_NONE */
    uint32_t world_bytes;
    uint32_t shared_at; /* where the part begins that a group shares; world_bytes where there is none */
    uint32_t stack;     /* greatest depth of the evaluation stack */
    bool has_costs;
    bool has_spans;
    bool has_partial;
    htnc_texts strings; /* the blob's strings section so far: PUSH_STRING refers to it */
} htnc_code;
htnc_code *htnc_lower(base_arena *arena, base_diagnostics *diagnostics, htnc_model *model);

/* blob.c: the finished bytes, in the arena. */
uint8_t *htnc_write_blob(base_arena *arena, base_sources *sources, const htnc_model *model, htnc_code *code, bool debug,
                         size_t *size);

#endif
