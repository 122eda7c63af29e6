/*
 * What a person says of a world in words: `WsTrunkHealth=2`, `Distance(Enemy#0)=5`, of a query `HasPath(Home,Cave)=true`, and
 * `Enemy=3` for instances. --set and --spawn take it, and whoever else lets a world be changed by typing.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/common/answers.h"
#include "base/text.h"
#include <htn/world.h>

/* What is changed. */
typedef struct cli_settings {
    const htn_domain *domain;
    htn_world *world;
    cli_answers *answers;
    bool *set;         /* per property: its value was given in this way; NULL: nobody asks */
    const char *spawn; /* what stands in front of `Enemy=1` where that is advised: "--spawn " */
} cli_settings;

/* `PROP=VALUE`, `PROP(A,B)=VALUE`, `QUERY(A)=VALUE`. False: nothing has changed, and `problem` has got a sentence that says why. */
bool cli_settings_set(const cli_settings *settings, const char *text, base_text *problem);

/* `TYPE` or `TYPE=N`: N more instances. False: `problem` says why; some of them may be there. */
bool cli_settings_spawn(const cli_settings *settings, const char *text, base_text *problem);

/* `Enemy#0` goes. False: `problem` says why. */
bool cli_settings_despawn(const cli_settings *settings, const char *text, base_text *problem);

#endif
