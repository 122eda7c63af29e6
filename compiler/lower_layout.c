/*
 * Where properties lie in the world state: in the order of their declaration, each at a multiple of
 * its width, in the smallest storage that holds its type.
 */
#include "lower.h"

static htn_storage storage_of(const htnc_type *type)
{
    if (type->low >= 0 && type->high <= UINT8_MAX)
        return HTN_STORAGE_U8;
    if (type->low >= INT8_MIN && type->high <= INT8_MAX)
        return HTN_STORAGE_S8;
    return HTN_STORAGE_S32;
}

void htnc_layout(htnc_lowering *lowering)
{
    htnc_code *code = lowering->code;
    const htnc_model *model = lowering->model;
    uint32_t end = 0;
    code->addresses = htnc_alloc_array(lowering->arena, model->property_count, sizeof *code->addresses);
    code->storages = htnc_alloc_array(lowering->arena, model->property_count, sizeof *code->storages);
    for (const htnc_property *property = model->properties; property != NULL; property = property->next) {
        htn_storage storage = storage_of(property->type);
        uint32_t width = storage == HTN_STORAGE_S32 ? 4 : 1;
        end = (end + width - 1) / width * width;
        code->addresses[property->index] = end;
        code->storages[property->index] = storage;
        end += width;
        if (end > HTN_MAX_WORLD) {
            htnc_subject(lowering, property->declaration->name.span);
            htnc_too_large(lowering, "the world state has more bytes than a blob can address");
            break;
        }
    }
    code->world_bytes = (end + 3) / 4 * 4;
}

bool htnc_has_byte_operand(const htnc_lowering *lowering, const htnc_property *property)
{
    return lowering->code->storages[property->index] == HTN_STORAGE_U8 &&
           lowering->code->addresses[property->index] <= UINT16_MAX;
}
