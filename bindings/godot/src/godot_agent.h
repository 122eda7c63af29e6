/* The node HtnAgent and the resource HtnDomain, as the engine registers them. */
#pragma once

#include "godot_extension.h"
#include <htn/htn.h>

/* HtnDomain: a blob, verified. `loaded` is false where it is empty or was refused. */
typedef struct domain_resource {
    void *object;
    unsigned char *blob; /* malloc'ed, aligned */
    size_t size;
    uint32_t users; /* agents that run on it: it does not change meanwhile */
    bool loaded;
    htn_domain domain;
} domain_resource;

void register_domain(void);
void register_agent(void);

/* The domain of an HtnDomain: NULL for another object, and for a domain that is not loaded. */
domain_resource *domain_of(void *object);

/* A value of the type as the engine has it, and back. False: it has none such, and an error was printed. */
gd_variant value_to_engine(const htn_domain *domain, uint32_t type, int32_t value);
bool value_from_engine(const htn_domain *domain, uint32_t type, const gd_variant *value, int32_t *number);
