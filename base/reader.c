/*
 * Reading through callbacks, and the file system as the default reader; see reader.h. This is the one place that
 * catches the arena's jump on its way to the compilation's entry: the reader's memory must go back to the reader
 * first.
 */
#include "base/reader.h"
#include "base/wall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- The file system ------------------------------------------------------------------------------ */

/* Constant texts, the same on every host; strerror() promises neither. */
static const char *text_of_errno(int error)
{
    switch (error) {
    case ENOENT: return "No such file or directory";
    case EACCES: return base_wall_stands() ? "It is outside of the folder, or may not be read" : "Permission denied";
    case EISDIR: return "Is a directory";
    case EINVAL: return "No file can have this name"; /* Windows */
    case ENOMEM: return "Not enough memory";
    default: return "Input/output error";
    }
}

enum { FIRST_CAPACITY = 64 * 1024, LARGEST_FILE = 256 << 20 };

const char *base_read_stream(FILE *stream, char **text, size_t *length)
{
    size_t capacity = FIRST_CAPACITY, used = 0;
    char *memory = malloc(capacity + 1);
    while (memory != NULL) {
        used += fread(memory + used, 1, capacity - used, stream);
        if (ferror(stream)) {
            int error = errno;
            free(memory);
            return text_of_errno(error);
        }
        if (used < capacity) {
            memory[used] = '\0';
            *text = memory;
            *length = used;
            return NULL;
        }
        if (capacity >= LARGEST_FILE) {
            free(memory);
            return "It is larger than 256 MiB";
        }
        capacity *= 2;
        char *larger = realloc(memory, capacity + 1);
        if (larger == NULL)
            free(memory);
        memory = larger;
    }
    return text_of_errno(ENOMEM);
}

static const char *read_file(void *user, const char *path, char **text, size_t *length)
{
    (void)user;
    base_file_facts facts;
    if (base_look_at_file(path, &facts) && (facts.kind == BASE_PIPE || facts.kind == BASE_OTHER_FILE))
        return "It is a pipe or a device, not a file";
    errno = 0;
    FILE *stream = base_open_file(path, "rb");
    if (stream == NULL)
        return text_of_errno(errno);
    const char *problem = base_read_stream(stream, text, length);
    fclose(stream);
    return problem;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

bool base_identify_file(void *user, const char *path, base_file_identity *identity)
{
    base_file_facts facts;
    (void)user;
    base_look_at_file(path, &facts);
    *identity = facts.identity;
    return facts.is_identified;
}

const base_reader base_file_system = {read_file, release_text, NULL, base_identify_file};

/* --- Sources -------------------------------------------------------------------------------------- */

/* Copies a text into the sources and releases it, also where the arena runs out of memory meanwhile. */
static base_source *adopt(base_sources *sources, const base_reader *reader, const char *path, char *text, size_t length)
{
    base_arena *arena = sources->arena;
    jmp_buf outer;
    memcpy(&outer, &arena->failed, sizeof outer);
    if (setjmp(arena->failed) != 0) {
        reader->release(reader->user, text);
        memcpy(&arena->failed, &outer, sizeof outer);
        longjmp(arena->failed, 1);
    }
    base_source *source = base_source_add(sources, path, text, length);
    memcpy(&arena->failed, &outer, sizeof outer);
    reader->release(reader->user, text);
    return source;
}

const char *base_source_read(base_sources *sources, const char *path, const base_reader *reader, base_source **source)
{
    char *text = NULL;
    size_t length = 0;
    if (reader == NULL)
        reader = &base_file_system;
    const char *problem = reader->read(reader->user, path, &text, &length);
    if (problem != NULL)
        return problem; /* cppcheck-suppress returnDanglingLifetime ; a constant text, as reader.h demands */
    *source = adopt(sources, reader, path, text, length);
    return *source == NULL ? "File too large" : NULL;
}
