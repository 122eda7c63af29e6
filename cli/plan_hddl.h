/* `htn plan DOMAIN.hddl PROBLEM.hddl`, behind the options; command_plan.c has those. */
#ifndef HTN_CLI_PLAN_HDDL_H
#define HTN_CLI_PLAN_HDDL_H

#include "options.h"

typedef struct htn_hddl_plan_options {
    double time, cpu_time; /* seconds; 0: no limit. One of them at most */
    htn_bytes memory;      /* a bare number: megabytes; 0: three quarters of what the machine has */
    bool stats;
    uint32_t colour;
    htn_list switches;
} htn_hddl_plan_options;

/* Prints the plan, or `no plan`, on stdout; returns the exit status. */
int htn_plan_hddl(const char *command, const char *domain, const char *problem, const htn_hddl_plan_options *options);

#endif
