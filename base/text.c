/* Growing texts and arrays for the subcommands; see text.h. */
#include "base/text.h"
#include "base/unicode.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *base_reallocate(void *memory, size_t size)
{
    void *larger = realloc(memory, size != 0 ? size : 1);
    if (larger == NULL) {
        fprintf(stderr, "htn: out of memory\n");
        exit(BASE_EXIT_OUT_OF_MEMORY);
    }
    return larger;
}

void *base_allocate(size_t size)
{
    void *memory = base_reallocate(NULL, size);
    memset(memory, 0, size);
    return memory;
}

void *base_copy_array(const void *from, size_t count, size_t size)
{
    void *copied = base_allocate((count + 1) * size);
    if (count > 0)
        memcpy(copied, from, count * size);
    return copied;
}

char *base_duplicate_text(const char *text)
{
    return text == NULL ? NULL : base_copy_array(text, strlen(text), 1);
}

void *base_grow_array(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity == 0 ? 16 : *capacity * 2;
    return base_reallocate(array, *capacity * size);
}

static void reserve(base_text *text, size_t more)
{
    if (text->capacity - text->length > more)
        return;
    text->capacity = (text->length + more + 1) * 2;
    text->bytes = base_reallocate(text->bytes, text->capacity);
}

void base_text_add_bytes(base_text *text, const char *bytes, size_t count)
{
    reserve(text, count);
    memcpy(text->bytes + text->length, bytes, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void base_text_add_number(base_text *text, uint32_t number)
{
    char digits[10];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    base_text_add_bytes(text, digits + first, sizeof digits - first);
}

void base_text_add_file(base_text *text, FILE *file)
{
    char piece[4096];
    rewind(file);
    for (size_t count; (count = fread(piece, 1, sizeof piece, file)) > 0;)
        base_text_add_bytes(text, piece, count);
}

void base_text_add_list(base_text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void base_text_add(base_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    base_text_add_list(text, format, arguments);
    va_end(arguments);
}

void base_text_clear(base_text *text)
{
    text->length = 0;
    if (text->bytes != NULL)
        text->bytes[0] = '\0';
}

void base_text_free(base_text *text)
{
    free(text->bytes);
    *text = (base_text){0};
}

const char *base_text_of(const base_text *text)
{
    return text->bytes != NULL ? text->bytes : "";
}

static char lower_case(char letter)
{
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    return letter;
}

bool base_is_same_but_case(const char *a, const char *b)
{
    while (*a != '\0' && lower_case(*a) == lower_case(*b)) {
        a++;
        b++;
    }
    return lower_case(*a) == lower_case(*b);
}

void base_text_add_utf8(base_text *text, const char *bytes, size_t count)
{
    size_t good = 0; /* bytes before `i` that are not added yet */
    for (size_t i = 0; i < count;) {
        const size_t plain = base_plain_run(bytes + i, count - i);
        good += plain;
        i += plain;
        if (i == count)
            break;
        const base_character character = base_decode(bytes + i, count - i);
        const bool is_wrong = character.code == BASE_NOT_UTF8 && character.bytes == 1;
        if (is_wrong) {
            base_text_add_bytes(text, bytes + i - good, good);
            base_text_add(text, "\xEF\xBF\xBD");
        }
        good = is_wrong ? 0 : good + character.bytes;
        i += character.bytes;
    }
    base_text_add_bytes(text, bytes + count - good, good);
}

size_t base_columns(const char *text)
{
    size_t columns = 0;
    for (size_t left = strlen(text); left > 0;) {
        const size_t escape = *text == '\033' ? strcspn(text, "m") + 1 : 0;
        const base_character character = base_decode(text, left);
        const size_t bytes = escape == 0 ? character.bytes : escape < left ? escape : left;
        columns += escape == 0 ? base_width(character.code) : 0;
        text += bytes;
        left -= bytes;
    }
    return columns;
}

int base_padding(const char *text, int width)
{
    const int columns = (int)base_columns(text);
    return columns < width ? width - columns : 0;
}

void base_text_add_quoted(base_text *text, const char *string)
{
    base_text_add(text, "\"");
    for (const char *at = string; *at != '\0'; at++)
        if (*at == '\n')
            base_text_add(text, "\\n");
        else
            base_text_add(text, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at);
    base_text_add(text, "\"");
}

void base_text_add_count(base_text *text, unsigned long long count, const char *one, const char *many)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", count);
    for (int i = 0; i < length; i++)
        base_text_add(text, i > 0 && (length - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
    base_text_add(text, " %s", count == 1 ? one : many);
}
