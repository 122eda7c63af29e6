/*
 * Names of HDDL as .htn can write them. A name keeps the letter case of its declaration. Every character that is no
 * letter, digit or `_` becomes `_`. A number at the end makes a name unique.
 */
#pragma once

#include "hddl/convert/translation.h"

/* A new name for what is written at `span`, or for `text` if nothing is written there. Unique in its family. */
const char *translate_name(translation *tr, translate_family family, const char *text, base_span span);

/* A name for a variable: no value has it, and none of the first `count` of `others`. */
const char *translate_variable_name(translation *tr, const hddl_variable *variable, const translated_variable *others,
                                    uint32_t count);
