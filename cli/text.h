/*
 * A text that grows: what a line of output is put together in before it is printed. One text, many
 * appends, one free. Where memory runs out the program ends: the tool has nothing to say without it.
 */
#ifndef HTN_CLI_TEXT_H
#define HTN_CLI_TEXT_H

#include <stdarg.h>
#include <stddef.h>

typedef struct htn_text {
    char *bytes; /* NUL-ended once something was added; NULL before */
    size_t length, capacity;
} htn_text;

void htn_text_add(htn_text *text, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void htn_text_add_list(htn_text *text, const char *format, va_list arguments)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 0)))
#endif
    ;
void htn_text_add_bytes(htn_text *text, const char *bytes, size_t count);
void htn_text_clear(htn_text *text); /* keeps the memory */
void htn_text_free(htn_text *text);

/* What was added so far; never NULL. */
const char *htn_text_of(const htn_text *text);

/* Columns that UTF-8 text takes on a terminal, escape sequences not counted. */
size_t htn_columns(const char *text);

/* "1 step", "2 steps", "1,024 branches": appended. */
void htn_text_add_count(htn_text *text, unsigned long long count, const char *one, const char *many);

/* A string between quotes, as a source would write it: appended. */
void htn_text_add_quoted(htn_text *text, const char *string);

/* malloc and realloc that end the program where there is no memory. */
void *htn_allocate(size_t size);
void *htn_reallocate(void *memory, size_t size);

/* Copies, to be freed: of an array's elements of `size` bytes each (never NULL), of a text (NULL: of none). */
void *htn_copy_array(const void *from, size_t count, size_t size);
char *htn_copy_text(const char *text);

/* Makes room for one more element of `size` bytes in an array of `count`; returns the array. */
void *htn_grow_array(void *array, size_t count, size_t *capacity, size_t size);

#endif
