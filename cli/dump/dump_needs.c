/*
 * The memory of an agent with the default limits. These follow from the domain: where its code says how long a plan can be at most,
 * there is room for that plan and no more. See dump_needs.h.
 */
#include "cli/dump/dump_needs.h"
#include "base/text.h"
#include <htn/agent.h>
#include <stdio.h>
#include <stdlib.h>

static htn_limits default_limits(const htn_domain *domain)
{
    const size_t size = htn_planner_bytes(domain, NULL);
    void *memory = base_allocate(size + 1);
    htn_planner *planner = NULL;
    htn_limits limits = {0};
    if (htn_planner_init(&planner, domain, NULL, memory, size) == HTN_OK)
        htn_planner_limits(planner, &limits);
    free(memory);
    return limits;
}

/* Without what the game adds: the memory that its operators ask for. */
static size_t agent_bytes(const htn_domain *domain)
{
    const size_t size = htn_agent_class_bytes(domain);
    void *memory = base_allocate(size + 1);
    htn_agent_class *agent_class = NULL;
    size_t bytes = 0;
    if (htn_agent_class_init(&agent_class, domain, NULL, memory, size, NULL) == HTN_OK)
        bytes = htn_agent_bytes(agent_class, NULL);
    free(memory);
    return bytes;
}

static void print_limit(const char *name, uint32_t limit, bool is_used)
{
    if (is_used)
        printf("         %-14s%10u\n", name, limit);
}

void dump_needs(const htn_domain *domain)
{
    const htn_limits limits = default_limits(domain);
    const uint32_t layers = htn_domain_count(domain, HTN_SECTION_ROOTS);
    print_limit("steps", limits.steps, true);
    print_limit("depth", limits.depth, true);
    print_limit("record", limits.record, true);
    print_limit("frames", limits.frames, true);
    print_limit("choices", limits.choices, true);
    print_limit("trail", limits.trail, true);
    print_limit("spans", limits.spans, (domain->flags & HTN_BLOB_SPANS) != 0);
    print_limit("nodes", limits.nodes, limits.nodes != 0);
    print_limit("solutions", limits.solutions, (domain->flags & HTN_BLOB_EACH) != 0);
    print_limit("tuples", limits.tuples, limits.tuples != 0);
    print_limit("continuation", limits.continuation, (domain->flags & HTN_BLOB_PARTIAL) != 0);
    printf("         in all %zu bytes with %u %s\n", agent_bytes(domain), layers, layers == 1 ? "layer" : "layers");
}
