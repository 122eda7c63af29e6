/* `htn plan DOMAIN.hddl PROBLEM.hddl`, behind the options; command_plan.c has those. */
#ifndef CLI_PLAN_HDDL_H
#define CLI_PLAN_HDDL_H

#include "cli/common/options.h"

typedef struct cli_hddl_plan_options {
    double time, cpu_time; /* seconds; 0: no limit. One of them at most */
    cli_bytes memory;      /* a bare number: megabytes; 0: three quarters of what the machine has */
    bool stats;
    uint32_t colour;
    cli_list switches;
} cli_hddl_plan_options;

/* Prints the plan, or `no plan`, on stdout; returns the exit status. */
int cli_plan_hddl(const char *command, const char *domain, const char *problem, const cli_hddl_plan_options *options);

#endif
