/* The layout of the world state: addresses and storages of properties, presence bytes of instances. */
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/lower_subject.h"
#include "compiler/names/model.h"

enum {
    HTNC_DENSE_CELLS = 1024,       /* a static table with at most so many cells lies in the world state, */
    HTNC_DENSE_CELLS_PER_FACT = 16 /* and so does a larger one with at most so many cells for each fact */
};

/* Sets addresses, storages, type_indexes, presence, world_bytes and shared_at of the code. Reports a world that is too large. */
void htnc_layout(htnc_subject *subject, const htnc_model *model, htnc_code *code);

/* Whether the property fits the fused instructions (_U8): one unsigned byte at an address of 16 bits. */
bool htnc_has_byte_operand(const htnc_code *code, const htnc_property *property);
