/*
 * Names of a domain as identifiers of C and other languages. A name of ASCII letters, digits and `_` stays; each other character
 * becomes `_uXXXX`, its code point. A word that is reserved in the language gets a `_` behind it. Where another name of the domain has
 * that identifier already, a number follows.
 */
#pragma once

#include "compiler/names/model.h"
#include <htn/domain.h>

typedef struct htnc_constant_names htnc_constant_names;

/*
 * Collects all names that a game refers to. `domain`: the loaded blob, which has the sensors. `reserved`: words between spaces, also
 * one at either end (" if else "); `__*`: a name that begins with `__` gets a `u` before it. The arena owns the result.
 */
htnc_constant_names *htnc_constant_names_of(base_arena *arena, const htnc_model *model, const htn_domain *domain,
                                            const char *reserved);

/* The identifier of one of them. */
const char *htnc_constant_name(const htnc_constant_names *names, const char *name);

/* An identifier, with a `_` behind it if it is one of the reserved words. */
const char *htnc_unreserved(base_arena *arena, const char *identifier, const char *reserved);

/* A text as part of an identifier; other ASCII characters become `_`. */
const char *htnc_constant_identifier(base_arena *arena, const char *text, size_t length);
