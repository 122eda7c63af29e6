/* The last pass: a model and its code as the bytes of a blob. */
#pragma once

#include "base/source.h"
#include "compiler/lower/code.h"
#include "compiler/names/model.h"
#include <stddef.h>

/*
 * Returns the bytes, which lie in the arena, and sets `*size`. `debug`: with the debug sections. Texts are added to
 * code->strings.
 */
uint8_t *htnc_write_blob(base_arena *arena, base_sources *sources, const htnc_model *model, htnc_code *code, bool debug,
                         size_t *size);
