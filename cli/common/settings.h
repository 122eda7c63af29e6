/*
 * Changes of a world state that a person types: `TrunkHealth=2`, `Distance(Enemy#0)=5`, for a query `HasPath(Home,Cave)=true`,
 * and for instances `Enemy=3`. --set and --spawn take these, and so does everything else where a person types a change.
 */
#pragma once

#include "base/text.h"
#include "cli/common/given_answers.h"
#include <htn/world.h>

enum { CLI_MOST_ARGUMENTS = 255 };

/* What a setting was about, however it was spelled: a cell, or a question. What is not used is 0. */
typedef struct cli_place {
    htn_property property; /* HTN_NONE: a query */
    htn_query query;
    int32_t arguments[CLI_MOST_ARGUMENTS];
} cli_place;

/* What the functions below change. */
typedef struct cli_settings {
    const htn_domain *domain;
    htn_world *world;
    cli_answers *answers;
    bool *set;         /* by property: becomes true where its value is given; NULL: not wanted */
    const char *spawn; /* what adds an instance in front of `Enemy=1`: "--spawn "; NULL: nothing. Messages use it */
    cli_place *place;  /* what the last setting was about; NULL: not wanted */
} cli_settings;

/* `PROP=VALUE`, `PROP(A,B)=VALUE` or `QUERY(A)=VALUE`. False: nothing has changed, and `problem` says why in a sentence. */
bool cli_settings_set(const cli_settings *settings, const char *text, base_text *problem);

/* `TYPE` or `TYPE=N`: adds N instances, by default one. False: `problem` says why; some instances may have been added. */
bool cli_settings_spawn(const cli_settings *settings, const char *text, base_text *problem);

/* `Enemy#0`: removes an instance. False: nothing has changed, and `problem` says why. */
bool cli_settings_despawn(const cli_settings *settings, const char *text, base_text *problem);
