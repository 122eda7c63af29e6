/*
 * What a person says of a world in words: `WsTrunkHealth=2`, `Distance(Enemy#0)=5`, of a query `HasPath(Home,Cave)=true`, and
 * `Enemy=3` for instances. --set and --spawn take it, and whoever else lets a world be changed by typing.
 */
#ifndef HTN_CLI_SETTINGS_H
#define HTN_CLI_SETTINGS_H

#include "answers.h"
#include "text.h"
#include <htn/world.h>

/* What is changed. */
typedef struct htn_settings {
    const htn_domain *domain;
    htn_world *world;
    htn_answers *answers;
    bool *set;         /* per property: its value was given in this way; NULL: nobody asks */
    const char *spawn; /* what stands in front of `Enemy=1` where that is advised: "--spawn " */
} htn_settings;

/* `PROP=VALUE`, `PROP(A,B)=VALUE`, `QUERY(A)=VALUE`. False: nothing has changed, and `problem` has got a sentence that says why. */
bool htn_settings_set(const htn_settings *settings, const char *text, htn_text *problem);

/* `TYPE` or `TYPE=N`: N more instances. False: `problem` says why; some of them may be there. */
bool htn_settings_spawn(const htn_settings *settings, const char *text, htn_text *problem);

/* `Enemy#0` goes. False: `problem` says why. */
bool htn_settings_despawn(const htn_settings *settings, const char *text, htn_text *problem);

#endif
