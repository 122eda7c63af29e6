/*
 * Damaged blobs: every single bit flipped, every truncation, and random changes of whole bytes and words;
 * with the checksum left as it was, where nothing may be accepted, and mended, so that the verifier is what
 * stands between the damage and the machine.
 */
#include "damage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put32(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    at[2] = (uint8_t)(value >> 16);
    at[3] = (uint8_t)(value >> 24);
}

static void mend_checksum(uint8_t *blob, size_t size)
{
    if (size >= HTN_HEADER_FINGERPRINT)
        put32(blob + HTN_HEADER_CHECKSUM,
              htn_blob_checksum(blob + HTN_HEADER_FINGERPRINT, size - HTN_HEADER_FINGERPRINT));
}

/* A greater minor version is no damage: readers accept it, and the checksum does not cover it. */
static bool is_minor_version(size_t byte)
{
    return byte == HTN_HEADER_MINOR || byte == HTN_HEADER_MINOR + 1;
}

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Where the sections begin that no plan depends on: they are the last ones. */
static size_t debug_begins(const uint8_t *blob, size_t size)
{
    const uint8_t *entry = blob + HTN_HEADER_SIZE,
                  *end = entry + HTN_SECTION_ENTRY_SIZE * get32(blob + HTN_HEADER_SECTIONS);

    for (; entry < end; entry += HTN_SECTION_ENTRY_SIZE)
        if (get32(entry) >= HTN_SECTION_DEBUG_SUBTASKS)
            return get32(entry + 4);
    return size;
}

static bool flip_bits(const char *name, uint8_t *blob, size_t size, uint32_t stride)
{
    size_t bit, refused = 0, accepted = 0, debug = debug_begins(blob, size);

    for (bit = 0; bit < size * 8; bit += stride) {
        htn_status status;

        watch(name, bit);
        blob[bit / 8] ^= (uint8_t)(1 << bit % 8);
        status = exercise_names(blob, size);
        if (status == HTN_OK && !is_minor_version(bit / 8)) {
            printf("# %s: bit %llu flipped, checksum wrong, and accepted\n", name, (unsigned long long)bit);
            return false;
        }
        mend_checksum(blob, size);
        if ((bit / 8 < debug ? exercise(blob, size) : exercise_names(blob, size)) == HTN_OK)
            accepted++;
        else
            refused++;
        blob[bit / 8] ^= (uint8_t)(1 << bit % 8);
        mend_checksum(blob, size);
    }
    printf("# %s: bits flipped with the checksum mended: %llu refused, %llu planned with\n", name,
           (unsigned long long)refused, (unsigned long long)accepted);
    return true;
}

static bool truncate_blob(const char *name, const uint8_t *blob, size_t size)
{
    size_t length;

    for (length = 0; length < size; length++) {
        uint8_t *shorter = must_allocate(length);
        htn_status plain, mended = HTN_BAD_BLOB;

        watch(name, length);
        memcpy(shorter, blob, length);
        plain = exercise(shorter, length);
        if (length >= HTN_HEADER_SIZE) {
            put32(shorter + HTN_HEADER_TOTAL, (uint32_t)length);
            mend_checksum(shorter, length);
            mended = exercise(shorter, length);
        }
        free(shorter);
        if (plain == HTN_OK || mended == HTN_OK) {
            printf("# %s: accepted when cut to %llu bytes\n", name, (unsigned long long)length);
            return false;
        }
    }
    return true;
}

/* One random change of a byte, of an aligned word, or of an instruction's worth of bytes to those of another. */
static void change(uint8_t *blob, size_t size, uint64_t *state)
{
    static const uint32_t words[] = {0, 1, 2, 3, 4, 8, 255, 256, 65535, 0x7fffffff, 0x80000000u, 0xffffffffu};
    uint32_t at = random_below(state, (uint32_t)size), from = random_below(state, (uint32_t)size);

    switch (random_below(state, 4)) {
    case 0: blob[at] = (uint8_t)random_below(state, 256); break;
    case 1: put32(blob + at / 4 * 4, words[random_below(state, sizeof words / sizeof *words)]); break;
    case 2: blob[at] = (uint8_t)(blob[at] + (random_below(state, 2) ? 1 : 255)); break;
    default: memmove(blob + at / 8 * 8, blob + from / 8 * 8, 8); break;
    }
}

static void change_at_random(const char *name, const uint8_t *blob, size_t size, uint32_t cases)
{
    uint8_t *changed = must_allocate(size);
    uint64_t state = 7;
    uint32_t i, times, accepted = 0;

    for (i = 0; i < cases; i++) {
        watch(name, i);
        memcpy(changed, blob, size);
        for (times = 1 + random_below(&state, 3); times; times--)
            change(changed, size, &state);
        mend_checksum(changed, size);
        accepted += exercise(changed, size) == HTN_OK;
    }
    printf("# %s: %u random changes, %u of them planned with\n", name, (unsigned)cases, (unsigned)accepted);
    free(changed);
}

/*
 * Instructions of parallel groups are sound wherever they stand behind a method: in any order they must not lead the
 * machine astray. Some are exchanged for one another, or for steps that are inlined.
 */
static void disorder_groups(const char *name, const uint8_t *blob, size_t size, uint32_t cases)
{
    enum { MOST = 256 };
    uint8_t *changed = must_allocate(size), moved[HTN_INSTRUCTION_SIZE];
    size_t places[MOST], first;
    uint32_t count = 0, accepted = 0, i, times;
    uint64_t state = 11;
    htn_domain domain;

    if (htn_domain_load(&domain, blob, size, NULL) != HTN_OK)
        return;
    first = (size_t)(domain.sections[HTN_SECTION_CODE].data - blob);
    for (i = 0; i < htn_domain_count(&domain, HTN_SECTION_CODE) && count < MOST; i++) {
        uint8_t op = blob[first + (size_t)i * HTN_INSTRUCTION_SIZE];

        if ((op >= HTN_OP_GROUP && op <= HTN_OP_GROUP_END) || op == HTN_OP_STEP)
            places[count++] = first + (size_t)i * HTN_INSTRUCTION_SIZE;
    }
    for (i = 0; i < cases && count > 0; i++) {
        watch(name, i);
        memcpy(changed, blob, size);
        for (times = 1 + random_below(&state, 6); times; times--) {
            uint8_t *a = changed + places[random_below(&state, count)],
                    *b = changed + places[random_below(&state, count)];

            memcpy(moved, a, sizeof moved);
            memcpy(a, b, sizeof moved);
            if (random_below(&state, 2))
                memcpy(b, moved, sizeof moved);
        }
        mend_checksum(changed, size);
        accepted += exercise(changed, size) == HTN_OK;
    }
    printf("# %s: %u disorders of groups, %u of them planned with\n", name, (unsigned)cases, (unsigned)accepted);
    free(changed);
}

bool damage_blob(const char *name, const uint8_t *blob, size_t size, uint32_t stride, uint32_t random_cases)
{
    uint8_t *copy = must_allocate(size);
    bool good;

    memcpy(copy, blob, size);
    printf("# %s: a blob of %llu bytes\n", name, (unsigned long long)size);
    watch(name, 0);
    good = exercise(copy, size) == HTN_OK;
    if (!good)
        printf("# %s: refused though it is sound\n", name);
    good = good && flip_bits(name, copy, size, stride) && truncate_blob(name, blob, size);
    if (good) {
        change_at_random(name, blob, size, random_cases);
        disorder_groups(name, blob, size, random_cases);
    }
    free(copy);
    return good;
}
