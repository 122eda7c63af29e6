/* The variables of one schema while its formulas are simplified; see normal_scope.h. */
#include "hddl/normal/normal_scope.h"

uint32_t normal_scope_add(normal_scope *scope, uint32_t first, uint32_t count, bool quantified)
{
    const uint32_t number = (uint32_t)scope->types.count;
    for (uint32_t i = 0; i < count; i++) {
        scope->values[first + i] = (hddl_term)(number + i);
        hddl_numbers_add(scope->pool, &scope->types, scope->schema->variables.items[first + i].type);
        hddl_numbers_add(scope->pool, &scope->quantified, quantified);
    }
    return number;
}

void normal_scope_open(normal_scope *scope, hddl_pool *pool, const normal_static_facts *facts,
                       const hddl_schema *schema)
{
    *scope = (normal_scope){.pool = pool, .facts = facts, .schema = schema};
    scope->values = hddl_pool_zeroed(pool, schema->variables.count, sizeof *scope->values);
    normal_scope_add(scope, 0, schema->parameter_count, false);
}
