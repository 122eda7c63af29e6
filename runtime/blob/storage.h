/* How a value lies in the bytes of a world: reading and writing each HTN_STORAGE_*. */
#pragma once

#include <htn/blob.h>
#include <stdbool.h>
#include <string.h>

static inline int32_t htni_load(const uint8_t *bytes, uint32_t address, uint32_t storage)
{
    int16_t wide;
    int32_t whole;
    switch (storage) {
    case HTN_STORAGE_U8: return bytes[address];
    case HTN_STORAGE_S8: return (int8_t)bytes[address];
    case HTN_STORAGE_S16: memcpy(&wide, bytes + address, sizeof wide); return wide;
    default: memcpy(&whole, bytes + address, sizeof whole); return whole;
    }
}

/* The value must be one that the storage holds. */
static inline void htni_store(uint8_t *bytes, uint32_t address, uint32_t storage, int32_t value)
{
    int16_t wide = (int16_t)value;
    switch (storage) {
    case HTN_STORAGE_U8:
    case HTN_STORAGE_S8: bytes[address] = (uint8_t)value; break;
    case HTN_STORAGE_S16: memcpy(bytes + address, &wide, sizeof wide); break;
    default: memcpy(bytes + address, &value, sizeof value); break;
    }
}

/* Bytes of one cell; 0: it is not in the world. */
static inline uint32_t htni_storage_bytes(uint32_t storage)
{
    static const uint8_t sizes[HTN_STORAGES] = {
#define HTN_STORAGE(name, bytes, low, high, meaning) bytes,
#include <htn/blob.def>
    };
    return sizes[storage];
}

/* Whether a storage holds all values from `low` to `high`. */
static inline bool htni_storage_holds(uint32_t storage, int32_t low, int32_t high)
{
    static const int32_t ends[HTN_STORAGES][2] = {
#define HTN_STORAGE(name, bytes, least, most, meaning) {least, most},
#include <htn/blob.def>
    };
    return low >= ends[storage][0] && high <= ends[storage][1];
}
