/*
 * Where properties lie in the world state: in the order of their indexes, each at a multiple of its width, in the
 * smallest storage that holds its type; a table's cells follow each other. Behind them a byte for each instance of the
 * open types, which says whether it is there. Places of types in the blob, which has none for symbols.
 */
#include "lower.h"

/* A large static table, mostly of one value, is left out of the world: its facts say all of it. */
static bool is_kept_as_facts(const htnc_property *property)
{
    return property->is_static && property->parameter_count > 1 && property->cells > HTNC_DENSE_CELLS &&
           property->cells / HTNC_DENSE_CELLS_PER_FACT > property->fact_count;
}

static htn_storage storage_of(const htnc_property *property)
{
    const htnc_type *type = property->type;
    if (is_kept_as_facts(property))
        return HTN_STORAGE_FACTS;
    int32_t low = htnc_lowest(type);
    if (low >= 0 && type->high <= UINT8_MAX)
        return HTN_STORAGE_U8;
    if (low >= INT8_MIN && type->high <= INT8_MAX)
        return HTN_STORAGE_S8;
    if (type->kind == HTNC_TYPE_ENTITIES && type->high <= INT16_MAX)
        return HTN_STORAGE_S16;
    return HTN_STORAGE_S32;
}

static bool fits(htnc_lowering *lowering, uint64_t end, htnc_span span)
{
    if (end <= HTN_MAX_WORLD)
        return true;
    htnc_subject(lowering, span);
    htnc_too_large(lowering, "the world state has more bytes than a blob can address");
    return false;
}

static uint64_t place_properties(htnc_lowering *lowering)
{
    static const uint32_t widths[] = {
        [HTN_STORAGE_U8] = 1,  [HTN_STORAGE_S8] = 1,    [HTN_STORAGE_S16] = 2,
        [HTN_STORAGE_S32] = 4, [HTN_STORAGE_FACTS] = 0,
    };
    htnc_code *code = lowering->code;
    uint64_t end = 0;
    for (const htnc_property *property = lowering->model->properties; property != NULL; property = property->next) {
        htn_storage storage = storage_of(property);
        uint64_t alignment = storage == HTN_STORAGE_FACTS ? 1 : widths[storage];
        end = (end + alignment - 1) / alignment * alignment;
        code->addresses[property->index] = (uint32_t)end;
        code->storages[property->index] = storage;
        end += (uint64_t)property->cells * widths[storage];
        if (!fits(lowering, end, property->declaration->name.span))
            break;
    }
    return end;
}

/* Subtypes' instances are among their parent's, which stands before them. */
static uint64_t place_types(htnc_lowering *lowering, uint64_t end)
{
    htnc_code *code = lowering->code;
    uint32_t index = 0;
    for (const htnc_type *type = lowering->model->types; type != NULL; type = type->next) {
        code->type_indexes[type->index] = type->kind == HTNC_TYPE_SYMBOL ? HTN_NONE : index++;
        code->presence[type->index] = HTN_NONE;
        if (type->kind != HTNC_TYPE_ENTITIES || !type->open)
            continue;
        if (type->parent != NULL) {
            code->presence[type->index] =
                code->presence[type->parent->index] + (uint32_t)(type->low - type->parent->low);
            continue;
        }
        code->presence[type->index] = (uint32_t)end;
        end += type->value_count;
        if (!fits(lowering, end, type->span))
            break;
    }
    return end;
}

void htnc_layout(htnc_lowering *lowering)
{
    htnc_code *code = lowering->code;
    const htnc_model *model = lowering->model;
    code->addresses = htnc_alloc_array(lowering->arena, model->property_count, sizeof *code->addresses);
    code->storages = htnc_alloc_array(lowering->arena, model->property_count, sizeof *code->storages);
    code->type_indexes = htnc_alloc_array(lowering->arena, model->type_count, sizeof *code->type_indexes);
    code->presence = htnc_alloc_array(lowering->arena, model->type_count, sizeof *code->presence);
    code->world_bytes = (uint32_t)((place_types(lowering, place_properties(lowering)) + 3) / 4 * 4);
}

bool htnc_has_byte_operand(const htnc_lowering *lowering, const htnc_property *property)
{
    return lowering->code->storages[property->index] == HTN_STORAGE_U8 &&
           lowering->code->addresses[property->index] <= UINT16_MAX;
}
