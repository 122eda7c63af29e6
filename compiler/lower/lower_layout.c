/*
 * Properties lie in the order of their indexes, each at a multiple of its width, in the smallest storage that holds its type. The
 * cells of a table are consecutive. Behind the properties is a presence byte for each instance of an open type. Then follow, in the
 * same way, the properties and presence bytes that a group of agents shares.
 */
#include "compiler/lower/lower_layout.h"
#include "runtime/blob/storage.h"

/* A large static table with few facts is not in the world state: the machine searches its facts for a cell. */
static bool is_stored_as_facts(const htnc_property *property)
{
    return property->is_static && property->parameter_count > 1 && property->cells > HTNC_DENSE_CELLS &&
           (property->cells > HTN_MAX_WORLD || property->cells / HTNC_DENSE_CELLS_PER_FACT > property->fact_count);
}

static htn_storage storage_of(const htnc_property *property)
{
    const htnc_type *type = property->type;
    if (is_stored_as_facts(property))
        return HTN_STORAGE_FACTS;
    uint32_t storage = type->kind == HTNC_TYPE_FIXED ? HTN_STORAGE_S32 : HTN_STORAGE_U8;
    while (!htni_storage_holds(storage, htnc_lowest(type), type->high) ||
           (storage == HTN_STORAGE_S16 && type->kind != HTNC_TYPE_ENTITIES)) /* ranges of numbers skip it */
        storage++;
    return (htn_storage)storage;
}

static bool fits(htnc_subject *subject, uint64_t end, base_span span)
{
    if (end <= HTN_MAX_WORLD)
        return true;
    htnc_begin_subject(subject, span);
    htnc_too_large(subject, "the world state has more bytes than a blob can address");
    return false;
}

static uint64_t round_up(uint64_t size, uint32_t unit)
{
    return (size + unit - 1) / unit * unit;
}

/*
 * Assigns addresses from `end` on to the properties from `*next` on whose `shared` is as given, and sets `*next` behind them. Returns
 * the end of their bytes.
 */
static uint64_t lay_out_properties(htnc_subject *subject, htnc_code *code, const htnc_property **next, bool shared,
                                   uint64_t end)
{
    for (; *next != NULL && (*next)->declaration->shared == shared; *next = (*next)->next) {
        const htnc_property *property = *next;
        htn_storage storage = storage_of(property);
        uint32_t width = htni_storage_bytes(storage);
        end = round_up(end, width == 0 ? 1 : width);
        code->addresses[property->index] = (uint32_t)end;
        code->storages[property->index] = storage;
        end += property->cells * width;
        if (!fits(subject, end, property->declaration->name.span)) {
            *next = NULL;
            break;
        }
    }
    return end;
}

static const htnc_type *outermost(const htnc_type *type)
{
    while (type->parent != NULL)
        type = type->parent;
    return type;
}

/*
 * By index: the outermost types of values and parameters of shared properties, and those whose instances can be reserved. All agents
 * of a group must see the same instances of such a type, so its presence bytes are shared too.
 */
static bool *find_shared_types(base_arena *arena, const htnc_model *model)
{
    bool *shared = base_alloc_array(arena, model->type_count, sizeof *shared);
    for (const htnc_property *each = model->properties; each != NULL; each = each->next) {
        if (!each->declaration->shared)
            continue;
        shared[outermost(each->type)->index] = true;
        for (const htnc_variable *index = each->declaration->parameters; index != NULL; index = index->next)
            shared[outermost(index->type)->index] = true;
    }
    for (const htnc_held *each = model->held; each != NULL; each = each->next)
        shared[each->family->index] = true;
    return shared;
}

/* Whether there are presence bytes to share without a shared property. */
static bool shares_instances(const htnc_model *model)
{
    for (const htnc_held *each = model->held; each != NULL; each = each->next)
        if (each->family->open)
            return true;
    return false;
}

/* The instances of a subtype are among those of its parent, which comes first in the model's list. */
static uint64_t lay_out_presence(htnc_subject *subject, const htnc_model *model, uint32_t *presence, const bool *shared,
                                 bool wanted, uint64_t end)
{
    for (const htnc_type *type = model->types; type != NULL; type = type->next) {
        if (type->kind != HTNC_TYPE_ENTITIES || !type->open || shared[outermost(type)->index] != wanted)
            continue;
        if (type->parent != NULL) {
            presence[type->index] = presence[type->parent->index] + (uint32_t)(type->low - type->parent->low);
            continue;
        }
        presence[type->index] = (uint32_t)end;
        end += type->value_count;
        if (!fits(subject, end, type->span))
            break;
    }
    return end;
}

/* The blob numbers types in the model's order, without that of symbols. */
static void number_types(const htnc_model *model, htnc_code *code)
{
    uint32_t index = 0;
    for (const htnc_type *type = model->types; type != NULL; type = type->next) {
        code->type_indexes[type->index] = htnc_traits(type)->stored ? index++ : HTN_NONE;
        code->presence[type->index] = HTN_NONE;
    }
}

void htnc_layout(htnc_subject *subject, const htnc_model *model, htnc_code *code)
{
    base_arena *arena = subject->arena;
    const htnc_property *next = model->properties;
    const bool *shared = find_shared_types(arena, model);
    code->addresses = base_alloc_array(arena, model->property_count, sizeof *code->addresses);
    code->storages = base_alloc_array(arena, model->property_count, sizeof *code->storages);
    code->type_indexes = base_alloc_array(arena, model->type_count, sizeof *code->type_indexes);
    code->presence = base_alloc_array(arena, model->type_count, sizeof *code->presence);
    number_types(model, code);
    uint64_t end = lay_out_properties(subject, code, &next, false, 0);
    end = lay_out_presence(subject, model, code->presence, shared, false, end);
    end = round_up(end, next != NULL || shares_instances(model) ? 8 : 4);
    code->shared_at = (uint32_t)end;
    end = lay_out_properties(subject, code, &next, true, end);
    code->world_bytes = (uint32_t)round_up(lay_out_presence(subject, model, code->presence, shared, true, end), 4);
}

bool htnc_has_byte_operand(const htnc_code *code, const htnc_property *property)
{
    return code->storages[property->index] == HTN_STORAGE_U8 && code->addresses[property->index] <= UINT16_MAX;
}
