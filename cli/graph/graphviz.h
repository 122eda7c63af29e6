/* Graphviz, which lays out pictures, as a program that may be installed. */
#pragma once

#include "base/text.h"

/*
 * Appends what `dot -Tsvg` makes of a text, with dark colours beside the light ones and without anything from other hosts. False:
 * `problem` says why, in a sentence.
 */
bool graphviz_add_svg(base_text *svg, const base_text *dot, base_text *problem);
