/* `htn plan --all` and `--next N`: a domain's plans one after the other, and what is behind the last one. */
#pragma once

#include "cli/common/plan_session.h"

typedef struct cli_all_options {
    uint32_t most; /* how many plans to print; 0: all */
    bool distinct; /* leave out plans with the steps of one that has been printed */
    bool json;
} cli_all_options;

/* Prints the plans of a session that is open. Returns the exit status. */
int cli_plan_all(cli_session *session, const cli_all_options *options);
