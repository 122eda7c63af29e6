/*
 * conform CASES ANSWERS: reads compiled domains and writes what the runtime makes of each (conformance.h). CASES is one blob, or many,
 * as compile_cases.c writes them: length of the name, the name, length of the blob, the blob; lengths are u32, little-endian. Built and run
 * for every target by tests/conformance/run.
 */
#include "conformance.h"
#include <htn/blob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 32 << 20, TEXT = 4 << 20 };

static void stop(const char *what)
{
    fprintf(stderr, "conform: %s\n", what);
    exit(2);
}

static void *memory_of(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        stop("out of memory");
    return memory;
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        stop("the cases cannot be read");
    const long length = ftell(file);
    rewind(file);
    uint8_t *bytes = memory_of((size_t)length + 1);
    *size = fread(bytes, 1, (size_t)length, file);
    fclose(file);
    return bytes;
}

static void answer(FILE *out, const char *name, size_t name_size, const uint8_t *blob, size_t size, uint64_t seed)
{
    static char *text;
    static void *memory;
    if (text == NULL) {
        text = memory_of(TEXT);
        memory = memory_of(MEMORY);
    }
    const size_t used = conformance_answer(blob, size, seed, memory, MEMORY, text, TEXT);
    if (used == 0)
        stop("a case needs more memory, or has more to say, than there is room for");
    if (fprintf(out, "case %.*s\n", (int)name_size, name) < 0 || fwrite(text, 1, used, out) != used)
        stop("the answers cannot be written");
}

/* The next part of the cases, behind its length. */
static const uint8_t *part(const uint8_t *bytes, size_t size, size_t *at, size_t *length)
{
    const uint8_t *here = bytes + *at;
    if (size - *at < 4)
        stop("the cases are cut short");
    *length = here[0] | (size_t)here[1] << 8 | (size_t)here[2] << 16 | (size_t)here[3] << 24;
    if (size - *at - 4 < *length)
        stop("the cases are cut short");
    *at += 4 + *length;
    return here + 4;
}

int main(int count, char **arguments)
{
    size_t size, at = 0;
    uint64_t cases = 0;
    if (count != 3)
        stop("usage: conform CASES ANSWERS");
    uint8_t *bytes = read_file(arguments[1], &size);
    FILE *out = fopen(arguments[2], "wb");
    if (out == NULL)
        stop("the answers cannot be written");
    if (size >= 4 && memcmp(bytes, HTN_BLOB_MAGIC, 4) == 0)
        answer(out, "blob", 4, bytes, size, ++cases);
    else
        while (at < size) {
            size_t name_size, blob_size;
            const char *name = (const char *)part(bytes, size, &at, &name_size);
            const uint8_t *blob = part(bytes, size, &at, &blob_size);
            answer(out, name, name_size, blob, blob_size, ++cases);
        }
    if (fclose(out) != 0)
        stop("the answers cannot be written");
    return 0;
}
