/* The names pass: all declarations become one model, and every name in them refers to its declaration. */
#pragma once

#include "base/diagnostic.h"
#include "base/intern.h"
#include "compiler/names/model.h"

/*
 * Makes the model of the files that htnc_load() returned. Never returns NULL. If an error was reported, the model is not complete.
 */
htnc_model *htnc_resolve(base_arena *arena, base_interner *interner, base_diagnostics *diagnostics, htnc_file *files);
