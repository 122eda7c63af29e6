/* The syntax tree as text, one node to a line with its place: a window into the parser, and what its tests compare. */
#pragma once

#include "compiler/syntax/ast.h"
#include <stdio.h>

/* Writes one file's declarations as parsed: `line:column kind name`, parts indented under what they belong to. */
void htnc_dump_ast(FILE *to, const htnc_file *file);
