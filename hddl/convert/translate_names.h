/*
 * Names of HDDL as .htn can write them. Every character that is no
 * letter, digit or `_` becomes `_`. A number at the end makes a name unique.
 */
#pragma once

#include "hddl/convert/translation.h"

/* A new name made of `text`. Unique in its family. */
const char *translate_name(translation *tr, translate_family family, const char *text);

/* A name for a variable: no value has it, and none of the first `count` of `others`. */
const char *translate_variable_name(translation *tr, const hddl_variable *variable, const translated_variable *others,
                                    uint32_t count);
