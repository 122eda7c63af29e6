/* How a value lies in the bytes of a world: reading and writing each HTN_STORAGE_*. */
#ifndef HTNI_STORAGE_H
#define HTNI_STORAGE_H

#include <htn/blob.h>
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

/* Bytes of one cell. */
static inline uint32_t htni_storage_bytes(uint32_t storage)
{
    static const uint8_t bytes[HTN_STORAGES] = {1, 1, 2, 4, 0};
    return bytes[storage];
}

#endif
