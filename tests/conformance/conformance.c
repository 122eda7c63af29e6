/* A conformance case: its text, its memory, its world; see conformance.h. */
#include "conformance_inside.h"
#include <string.h>

enum { MOST_PARAMETERS = 255 };

/* --- Text --------------------------------------------------------------------------------------- */

void put_text(conformance_case *a_case, const char *text)
{
    for (; *text != '\0'; text++) {
        if (a_case->used == a_case->size) {
            a_case->failed = true;
            return;
        }
        a_case->out[a_case->used++] = *text;
    }
}

void put_word(conformance_case *a_case, const char *text)
{
    put_text(a_case, " ");
    put_text(a_case, text);
}

void put_number(conformance_case *a_case, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        digits[--at] = '-';
    put_word(a_case, digits + at);
}

void put_bytes(conformance_case *a_case, const uint8_t *bytes, size_t size)
{
    char pair[3] = "";
    put_text(a_case, " ");
    for (size_t i = 0; i < size; i++) {
        pair[0] = "0123456789abcdef"[bytes[i] >> 4];
        pair[1] = "0123456789abcdef"[bytes[i] & 15];
        put_text(a_case, pair);
    }
}

/* --- Memory ------------------------------------------------------------------------------------- */

void *take_memory(conformance_case *a_case, size_t size)
{
    const size_t rounded = (size + 7) & ~(size_t)7;
    if (rounded > a_case->memory_left || a_case->failed) {
        a_case->failed = true;
        return NULL;
    }
    uint8_t *taken = a_case->memory;
    a_case->memory += rounded;
    a_case->memory_left -= rounded;
    memset(taken, 0xA5, rounded);
    return taken;
}

htn_limits conformance_limits(void)
{
    return (htn_limits){.steps = 20, .depth = 12, .work = 3000, .nodes = 64};
}

/* --- The world ---------------------------------------------------------------------------------- */

static uint32_t field(const conformance_case *a_case, htn_section section, uint32_t index, uint32_t which)
{
    return htn_domain_field(&a_case->domain, section, index, which);
}

/* Mostly small ones: those are what conditions ask about. */
static int32_t value_between(conformance_case *a_case, int32_t low, int32_t high)
{
    if (low <= 0 && high >= 4 && dice_percent(&a_case->dice, 70))
        return dice_between(&a_case->dice, 0, 4);
    return dice_between(&a_case->dice, low, high);
}

static void write_something(conformance_case *a_case, htn_world *world)
{
    int32_t index[MOST_PARAMETERS];
    const uint32_t properties = htn_domain_count(&a_case->domain, HTN_SECTION_PROPERTIES);
    if (properties == 0)
        return;
    const uint32_t property = dice_below(&a_case->dice, properties);
    const uint32_t count = field(a_case, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_PARAMETER_COUNT);
    const uint32_t first = field(a_case, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FIRST_PARAMETER);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t type = field(a_case, HTN_SECTION_PARAMETERS, first + i, HTN_PARAMETERS_TYPE);
        index[i] = dice_between(&a_case->dice, (int32_t)field(a_case, HTN_SECTION_TYPES, type, HTN_TYPES_LOW),
                                (int32_t)field(a_case, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH));
    }
    const int32_t low = (int32_t)field(a_case, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_LOW);
    const int32_t high = (int32_t)field(a_case, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_HIGH);
    htn_world_set_at(world, property, index, count, value_between(a_case, low, high));
}

static void crowd(conformance_case *a_case, htn_world *world)
{
    int32_t instance;
    const uint32_t types = htn_domain_count(&a_case->domain, HTN_SECTION_TYPES);
    if (types == 0)
        return;
    const uint32_t type = dice_below(&a_case->dice, types);
    if (dice_percent(&a_case->dice, 60))
        htn_world_spawn(world, type, &instance);
    else
        htn_world_despawn(world, type,
                          dice_between(&a_case->dice, (int32_t)field(a_case, HTN_SECTION_TYPES, type, HTN_TYPES_LOW),
                                       (int32_t)field(a_case, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH)));
}

void change_world(conformance_case *a_case, htn_world *world, uint32_t writes)
{
    for (uint32_t i = 0; i < writes; i++)
        if (dice_percent(&a_case->dice, 80))
            write_something(a_case, world);
        else
            crowd(a_case, world);
}

void put_world(conformance_case *a_case, const htn_world *world)
{
    const size_t size = htn_world_save_bytes(world);
    uint8_t *save = take_memory(a_case, size);
    if (save == NULL)
        return;
    put_text(a_case, "world");
    put_word(a_case, htn_status_text(htn_world_save(world, save, size, NULL)));
    put_number(a_case, (int64_t)size);
    put_number(a_case, htn_blob_checksum(save, size));
    put_text(a_case, "\n");
}

htn_status answer_query(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    const conformance_case *a_case = user;
    dice_state dice = dice_for(a_case->seed, 100 + (uint64_t)question->query);
    (void)count;
    for (uint32_t i = 0; i < question->argument_count; i++)
        dice = dice_for(dice_bits(&dice) ^ (uint32_t)question->arguments[i], i);
    answers[0] = dice_percent(&dice, 80) ? dice_between(&dice, -1, 3) : dice_between(&dice, INT32_MIN, INT32_MAX);
    return HTN_OK;
}

/* --- The case ----------------------------------------------------------------------------------- */

size_t conformance_answer(const void *blob, size_t blob_size, uint64_t seed, void *memory, size_t memory_size,
                          char *out, size_t out_size)
{
    htn_fault fault;
    conformance_case a_case = {.dice = dice_for(seed, 1), .seed = seed};
    a_case.memory = memory;
    a_case.memory_left = memory_size;
    a_case.out = out;
    a_case.size = out_size;
    const htn_status status = htn_domain_load(&a_case.domain, blob, blob_size, &fault);
    put_text(&a_case, "domain");
    put_word(&a_case, htn_status_text(status));
    if (status == HTN_OK) {
        put_number(&a_case, a_case.domain.fingerprint);
        put_text(&a_case, "\n");
        conformance_searches(&a_case);
        conformance_life(&a_case);
    } else {
        put_word(&a_case, fault.reason);
        put_text(&a_case, "\n");
    }
    return a_case.failed ? 0 : a_case.used;
}
