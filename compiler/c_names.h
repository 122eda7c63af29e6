/*
 * Names of a domain as identifiers of C. A name of ASCII letters, digits and `_` stays; each other character becomes `_uXXXX`, its
 * code point. Where another name of the domain has that identifier already, a number follows.
 */
#pragma once

#include "compiler/names/model.h"
#include <htn/domain.h>

typedef struct htnc_c_names htnc_c_names;

/* Collects all names that a game refers to. `domain`: the loaded blob, which has the sensors. The arena owns it. */
htnc_c_names *htnc_c_names_of(base_arena *arena, const htnc_model *model, const htn_domain *domain);

/* The identifier of one of them. */
const char *htnc_c_name(const htnc_c_names *names, const char *name);

/* A text as part of an identifier; other ASCII characters become `_`. */
const char *htnc_c_identifier(base_arena *arena, const char *text, size_t length);
