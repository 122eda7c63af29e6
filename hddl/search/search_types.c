/* The queue that explores: see search_types.h. */
#include "hddl/search/search_types.h"

static uint64_t type_hash(const void *user, uint32_t index)
{
    return hddl_mix(((const search_types *)user)->types[index].key);
}

/* The type with this key; NULL: no memory. */
static search_type *find(search_types *types, hddl_budget *budget, uint64_t key)
{
    if (!search_table_reserve(&types->table, budget, type_hash, types))
        return NULL;
    size_t slot = search_table_first(&types->table, hddl_mix(key));
    for (; types->table.slots[slot] != HDDL_NONE; slot = search_table_next(&types->table, slot))
        if (types->types[types->table.slots[slot]].key == key)
            return &types->types[types->table.slots[slot]];
    if (!search_grow(budget, (void **)&types->types, &types->capacity, (size_t)types->count + 1,
                     sizeof *types->types) ||
        !search_grow(budget, (void **)&types->filled, &types->filled_capacity, (size_t)types->count + 1,
                     sizeof *types->filled))
        return NULL;
    types->types[types->count] = (search_type){.key = key};
    search_table_place(&types->table, slot, types->count);
    return &types->types[types->count++];
}

bool search_types_add(search_types *types, hddl_budget *budget, uint64_t key, uint32_t value)
{
    search_type *type = find(types, budget, key);
    if (!type ||
        !search_grow(budget, (void **)&type->values, &type->capacity, (size_t)type->count + 1, sizeof *type->values))
        return false;
    if (!type->count) {
        type->place = types->filled_count;
        types->filled[types->filled_count++] = (uint32_t)(type - types->types);
    }
    type->values[type->count++] = value;
    return true;
}

static uint32_t lot(search_types *types, uint32_t below)
{
    types->lot += UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hddl_mix(types->lot) % below);
}

uint32_t search_types_draw(search_types *types)
{
    if (!types->filled_count)
        return HDDL_NONE;
    search_type *type = &types->types[types->filled[lot(types, types->filled_count)]];
    uint32_t drawn = lot(types, type->count), value = type->values[drawn];
    type->values[drawn] = type->values[--type->count];
    if (!type->count) {
        uint32_t last = types->filled[--types->filled_count];
        types->filled[type->place] = last;
        types->types[last].place = type->place;
    }
    return value;
}

void search_types_free(search_types *types, hddl_budget *budget)
{
    for (uint32_t i = 0; i < types->count; i++)
        search_drop(budget, (void **)&types->types[i].values, &types->types[i].capacity,
                    sizeof *types->types[i].values);
    search_drop(budget, (void **)&types->types, &types->capacity, sizeof *types->types);
    search_drop(budget, (void **)&types->filled, &types->filled_capacity, sizeof *types->filled);
    search_table_free(&types->table, budget);
}
