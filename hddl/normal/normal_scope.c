/* The variables of one schema while its formulas are simplified; see normal_scope.h. */
#include "hddl/normal/normal_scope.h"

uint32_t normal_scope_count(const normal_scope *scope)
{
    return (uint32_t)(scope->types.length / sizeof(uint32_t));
}

uint32_t normal_scope_type(const normal_scope *scope, uint32_t variable)
{
    return ((const uint32_t *)(const void *)scope->types.bytes)[variable];
}

bool normal_scope_is_quantified(const normal_scope *scope, uint32_t variable)
{
    return scope->quantified.bytes[variable] != 0;
}

uint32_t normal_scope_add(normal_scope *scope, uint32_t first, uint32_t count, bool quantified)
{
    const uint32_t number = normal_scope_count(scope);
    for (uint32_t i = 0; i < count; i++) {
        scope->values[first + i] = (hddl_term)(number + i);
        base_buffer_add(&scope->types, &scope->schema->variables.items[first + i].type, sizeof(uint32_t));
        base_buffer_u8(&scope->quantified, quantified);
    }
    return number;
}

void normal_scope_open(normal_scope *scope, base_arena *arena, const normal_static_facts *facts,
                       const hddl_schema *schema)
{
    *scope = (normal_scope){.arena = arena, .facts = facts, .schema = schema};
    scope->types.arena = scope->quantified.arena = arena;
    scope->values = base_alloc_array(arena, schema->variables.count, sizeof *scope->values);
    normal_scope_add(scope, 0, schema->parameter_count, false);
}
