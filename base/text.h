/*
 * A text that grows: what a line of output is put together in before it is printed. One text, many
 * appends, one free. Where memory runs out the program ends: the tool has nothing to say without it.
 */
#pragma once

#include "base/printf_like.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct base_text {
    char *bytes; /* NUL-ended once something was added; NULL before */
    size_t length, capacity;
} base_text;

void base_text_add(base_text *text, const char *format, ...) BASE_PRINTF(2, 3);
void base_text_add_list(base_text *text, const char *format, va_list arguments) BASE_PRINTF(2, 0);
void base_text_add_bytes(base_text *text, const char *bytes, size_t count);
void base_text_add_number(base_text *text, uint32_t number); /* as "%u" does, in a tenth of the time */

/*
 * The same, and what is no UTF-8 becomes U+FFFD, byte by byte. JSON, XML and HTML must be UTF-8; a file name may be any bytes.
 */
void base_text_add_utf8(base_text *text, const char *bytes, size_t count);
void base_text_add_file(base_text *text, FILE *file); /* all of it, from its beginning */
void base_text_clear(base_text *text);                /* keeps the memory */
void base_text_free(base_text *text);

/* What was added so far; never NULL. */
const char *base_text_of(const base_text *text);

/* Whether two texts are the same but for the case of the letters A to Z. */
bool base_is_same_but_case(const char *a, const char *b);

/* Columns that UTF-8 text takes on a terminal, escape sequences not counted. */
size_t base_columns(const char *text);

/* How many blanks make it `width` columns wide; 0 if it is wider. For `%s%*s`. */
int base_padding(const char *text, int width);

/* "1 step", "2 steps", "1,024 branches": appended. */
void base_text_add_count(base_text *text, unsigned long long count, const char *one, const char *many);

/* A string between quotes, as a source would write it: appended. */
void base_text_add_quoted(base_text *text, const char *string);

/* The exit status where memory runs out. */
enum { BASE_EXIT_OUT_OF_MEMORY = 3 };

/* malloc and realloc that end the program where there is no memory. */
void *base_allocate(size_t size);
void *base_reallocate(void *memory, size_t size);

/* Copies, to be freed: of an array's elements of `size` bytes each (never NULL), of a text (NULL: of none). */
void *base_copy_array(const void *from, size_t count, size_t size);
char *base_duplicate_text(const char *text);

/* Makes room for one more element of `size` bytes in an array of `count`; returns the array. */
void *base_grow_array(void *array, size_t count, size_t *capacity, size_t size);
