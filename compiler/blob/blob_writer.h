/* The sections of a blob while they grow. blob.c puts them together at the end. */
#pragma once

#include "base/buffer.h"
#include "base/source.h"
#include "compiler/lower/code.h"
#include "compiler/names/model.h"
#include <htn/blob.h>

typedef struct htnc_section {
    base_buffer bytes;
    uint32_t element; /* size of one element in bytes */
} htnc_section;

typedef struct htnc_writer {
    base_arena *arena;
    const htnc_model *model;
    htnc_code *code;
    base_sources *sources;
    htnc_section sections[HTN_SECTION_LIMIT]; /* by id; until the end, the strings are in code->strings */
} htnc_writer;

void htnc_writer_init(htnc_writer *to, base_arena *arena);

/* How many elements a section has so far. That is the index of the next one. */
uint32_t htnc_section_count(const htnc_writer *to, htn_section id);

/* Appends a record: as many fields as a record of the section has. */
void htnc_section_add(htnc_writer *to, htn_section id, const uint32_t *fields);

/* Appends an array of `count` records: structures that hold the section's fields in their order, each as a uint32_t. */
void htnc_section_add_all(htnc_writer *to, htn_section id, const void *records, uint32_t count);
