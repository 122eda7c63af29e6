/* Loading: the main file and everything that it imports, parsed. */
#pragma once

#include "base/intern.h"
#include "base/workspace.h"
#include "compiler/syntax/ast.h"

/*
 * Reads and parses the file at `path` and its imports; each file comes after those that it imports, so the main file is
 * the last. What is wrong is in the diagnostics. Returns NULL where the main file cannot be read: workspace->problem
 * says why. A NULL reader is the file system.
 */
htnc_file *htnc_load(base_workspace *workspace, base_interner *interner, const char *path, const base_reader *reader);
