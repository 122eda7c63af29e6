/* What the files of the blob's writer share: the sections as they grow, before they are placed. */
#ifndef HTNC_BLOB_WRITER_H
#define HTNC_BLOB_WRITER_H

#include "compiler/passes.h"
#include <htn/blob.h>

typedef struct htnc_section {
    base_buffer bytes;
    uint32_t element; /* size of one */
} htnc_section;

typedef struct htnc_writer {
    base_arena *arena;
    const htnc_model *model;
    htnc_code *code;
    base_sources *sources;
    htnc_section sections[HTN_SECTION_LIMIT];
} htnc_writer;

/* How many elements a section has so far: where a run begins. */
uint32_t htnc_section_count(const htnc_writer *to, htn_section id);

/* Appends a record: as many fields as records of that section have. */
void htnc_section_add(htnc_writer *to, htn_section id, const uint32_t *fields);

/* blob_tables.c: types to roots; texts go to the code's strings. */
void htnc_write_tables(htnc_writer *to);

/* blob_fingerprint.c: of the tables and strings as they are in the sections */
uint32_t htnc_blob_fingerprint(const htnc_writer *to);

/* blob_debug.c */
void htnc_write_debug(htnc_writer *to);

#endif
