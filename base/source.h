/*
 * Source files and positions in them. All files of a compilation share one space of byte offsets, so
 * that a span is two numbers; file, line and column are worked out only when something is printed.
 */
#pragma once

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

/* [begin, end) in the compilation's space of offsets. 0, 0: nowhere. */
typedef struct base_span {
    uint32_t begin;
    uint32_t end;
} base_span;

typedef struct base_source {
    struct base_source *next;
    const char *path; /* as opened, forward slashes */
    const char *text; /* NUL-ended, byte-order mark taken off */
    uint32_t length;
    uint32_t base;   /* offset of text[0] in the space; the first file's is 1 */
    uint32_t index;  /* in the order of adding, from 0 */
    bool is_made;    /* by the compiler: there is no such file */
    uint32_t *lines; /* offsets in `text` of line starts; made when first asked for */
    uint32_t line_count;
} base_source;

typedef struct base_sources {
    base_arena *arena;
    base_source *first, *last;
    uint32_t end; /* the next file's base */
} base_sources;

typedef struct base_position {
    const base_source *source; /* NULL for the span 0, 0 */
    uint32_t line;             /* 1-based */
    uint32_t column;           /* 1-based, in bytes */
} base_position;

void base_sources_init(base_sources *sources, base_arena *arena);

/* Adds a file's text (copied). NULL where the space of offsets (2 GiB) is full. */
base_source *base_source_add(base_sources *sources, const char *path, const char *text, size_t length);

base_position base_source_position(base_sources *sources, uint32_t offset);

/* The text of a line without its line end; `*length` its bytes. */
const char *base_source_line(base_source *source, uint32_t line, uint32_t *length);

/* A copy of the text of a span. If it is longer than `most` bytes: its beginning, and `...`. */
char *base_source_excerpt(base_arena *arena, const base_source *source, base_span span, uint32_t most);

base_span base_span_join(base_span a, base_span b);
