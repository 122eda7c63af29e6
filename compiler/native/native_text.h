/* A compiled domain as C: what `htn compile --emit-c` writes (docs/native.md). */
#pragma once

#include "compiler/htnc.h"

/*
 * The tasks whose code becomes C, besides the primitive tasks that they call. The machine runs the others. The names
 * of no task are ignored. NULL, or no names: all tasks.
 */
typedef struct htnc_native_hot {
    const char *const *names;
    size_t count;
} htnc_native_hot;

/*
 * The text of a C file with the blob and its code as functions, which defines `const htn_native NAME_native`, NAME
 * being the prefix of the domain's header. The same blob gives the same text. It lives as long as the compilation,
 * which must be DONE with a blob. `*length` is its length. NULL where memory runs out.
 */
const char *htnc_native_text(htnc_compilation *compilation, const htnc_native_hot *hot, size_t *length);

/*
 * The same of any sound blob; NULL where it is not sound. `prefix`: as above; `source`: of the opening comment. In an
 * arena that is ready to fail.
 */
const char *htnc_native_text_of(base_arena *arena, const void *blob, size_t size, const char *prefix,
                                const char *source, const htnc_native_hot *hot, size_t *length);
