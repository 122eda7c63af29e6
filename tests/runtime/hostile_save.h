/*
 * What an attacker does who knows the format (docs/saving.md): any number of a good save is replaced by another, and sizes and checksum are
 * made right again. Neighbour: test_save_damage.c.
 */
#pragma once

#include "fixture.h"

/* Makes size and checksum of a save right. */
void seal_save(uint8_t *save, size_t size);

/*
 * A copy of an agent's save, over `domain`, in which number `occurrence` (from 0) of those called `field` is `value`; the caller frees
 * it. NULL: there are not so many. What the numbers are called stands in hostile_save.c.
 */
uint8_t *hostile_save(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                      uint32_t occurrence, uint32_t value, size_t *changed_size);

/* Such a number as it is in the save; `field` NULL: of whatever name. False: there are not so many. */
typedef struct hostile_number {
    const char *name;
    size_t at, end; /* of its bytes */
    uint32_t value;
} hostile_number;
bool hostile_number_at(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                       uint32_t occurrence, hostile_number *found);

/* The same with any bytes in its place. */
uint8_t *hostile_bytes(const htn_domain *domain, const uint8_t *save, size_t size, const char *field,
                       uint32_t occurrence, const uint8_t *bytes, size_t count, size_t *changed_size);
