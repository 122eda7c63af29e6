/* Deferred writes: a list of Effects computes all its values before it writes the first one. */
#pragma once

#include <htn/native.h>

/* Defers a write; commits the deferred writes, in order. `how`: HTN_WRITE_*. False: the trail is full. */
bool htni_defer(const htni_machine *machine, htni_registers *now, uint32_t room, uint32_t how, uint32_t property,
                uint32_t cell, int32_t value);
bool htni_commit(const htni_machine *machine, htni_registers *now, uint32_t room);

/* The new value of a cell that holds `held`, by a write of `value`. `how`: HTN_WRITE_*. */
int32_t htni_combine(uint32_t how, int32_t held, int32_t value);
