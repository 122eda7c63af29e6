/* `htn plan DOMAIN.hddl PROBLEM.hddl`, without its command line, which command_plan.c parses. */
#pragma once

#include "cli/common/options.h"

typedef struct cli_hddl_plan_options {
    double time, cpu_time; /* seconds; 0: no limit. At most one of them is given */
    cli_bytes memory;      /* a number without a unit is megabytes; 0: three quarters of the machine's memory */
    bool stats, json;
    uint32_t colour;
    cli_list switches;
} cli_hddl_plan_options;

/* Prints the plan or `no plan` on stdout. Returns the exit status. */
int cli_plan_hddl(const char *command, const char *domain, const char *problem, const cli_hddl_plan_options *options);
