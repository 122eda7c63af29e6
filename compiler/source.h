/*
 * Source files and positions in them. All files of a compilation share one space of byte offsets, so
 * that a span is two numbers; file, line and column are worked out only when something is printed.
 */
#ifndef HTNC_SOURCE_H
#define HTNC_SOURCE_H

#include "arena.h"
#include <stdbool.h>
#include <stdint.h>

/* [begin, end) in the compilation's space of offsets. 0, 0: nowhere. */
typedef struct htnc_span {
    uint32_t begin;
    uint32_t end;
} htnc_span;

typedef struct htnc_source {
    struct htnc_source *next;
    const char *path; /* as opened, forward slashes */
    const char *text; /* NUL-ended, byte-order mark taken off */
    uint32_t length;
    uint32_t base;   /* offset of text[0] in the space; the first file's is 1 */
    bool is_made;    /* by the compiler: there is no such file */
    uint32_t *lines; /* offsets in `text` of line starts; made when first asked for */
    uint32_t line_count;
} htnc_source;

typedef struct htnc_sources {
    htnc_arena *arena;
    htnc_source *first, *last;
    uint32_t end; /* the next file's base */
} htnc_sources;

typedef struct htnc_position {
    const htnc_source *source; /* NULL for the span 0, 0 */
    uint32_t line;             /* 1-based */
    uint32_t column;           /* 1-based, in bytes */
} htnc_position;

/* Adds a file's text (copied). NULL where the space of offsets (2 GiB) is full. */
htnc_source *htnc_source_add(htnc_sources *sources, const char *path, const char *text, size_t length);

htnc_position htnc_source_position(htnc_sources *sources, uint32_t offset);

/* The text of a line without its line end; `*length` its bytes. */
const char *htnc_source_line(htnc_source *source, uint32_t line, uint32_t *length);

htnc_span htnc_span_join(htnc_span a, htnc_span b);

#endif
