/* Deferred writes: an Effects list computes all its values first, and writes them afterwards. */
#ifndef HTNI_DEFERRED_WRITES_H
#define HTNI_DEFERRED_WRITES_H

#include <htn/native.h>

/* Puts a write off, or carries out those put off, in order. False: the trail is full. */
bool htni_defer(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t how, uint32_t property,
                uint32_t cell, int32_t value);
bool htni_commit(const htni_machine *machine, htni_registers *now, uint32_t room);

/* What a pending write makes of the value held. */
int32_t htni_combine(uint32_t how, int32_t held, int32_t value);

#endif
