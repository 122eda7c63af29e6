/*
 * The languages that a domain's constants can be written in: one record of texts for each. constants.c puts these texts together,
 * and knows no language.
 *
 * In a text, `$(WORD)` stands for:
 *
 *     prefix, PREFIX     the domain's name as an identifier, and in upper case
 *     source             the name of the source, safe in a comment
 *     fingerprint        of the blob, eight hexadecimal digits
 *     comment, note      what a group of constants is, and which function of C takes it
 *     kind, Kind         of a constant: property, entities, value, task, operator, query, sensor, root; the second with a capital
 *     id, Id             the same, but `type` for entities and other types
 *     group, plural      of C: the group's name, and what its members are together
 *     name               the constant's, as an identifier
 *     text               the same, as it is in the domain
 *     type               of a value: its type's name, as it is in the domain
 *     index              the constant
 *     remark             what the language writes for it, or nothing
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct htnc_constant_language {
    const char *option; /* `cs`: of `htn compile` */
    const char *file;   /* `FILE.cs` */
    const char *help;

    /* Words that no identifier of the domain may be: see constant_names.h. */
    const char *reserved;

    /* The file up to the first group. */
    const char *begin;

    /* A group of constants: what is before, each constant, and what is behind. `value`: NULL, if
       values are written like other constants. In `remark`, `comment` is the remark. */
    const char *group, *constant, *value, *group_end;
    const char *remark;

    /* The values of all types are one group, and the remark of each is its type. False: a group for each type. */
    bool values_together;

    /* The struct of ids: what is before, each id, and each value. */
    const char *ids, *id, *value_id;

    /* The function that finds them: what is before, the statement for each id, and for each value, and what is behind. */
    const char *find, *find_id, *find_value, *find_end;

    /* The file's end. */
    const char *end;
} htnc_constant_language;

enum { HTNC_CONSTANT_LANGUAGES = 8 };

/* All of them, C first. */
const htnc_constant_language *htnc_constant_languages(void);
