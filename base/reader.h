/*
 * Where source texts come from. A front end reads every file through a reader: the caller's callbacks, or the
 * file system. base_source_read() copies a text into the sources and gives the reader's memory back, even where
 * the arena runs out of memory in between.
 */
#pragma once

#include "base/host_files.h"
#include "base/source.h"
#include <stdio.h>

typedef struct base_reader {
    /*
     * Reads the file at `path`. Success: sets `*text` and `*length`, and returns NULL; the text stays the reader's
     * and goes back to it through release(). Failure: returns the reason as a constant text, such as
     * "No such file or directory", and sets nothing.
     */
    const char *(*read)(void *user, const char *path, char **text, size_t *length);
    void (*release)(void *user, char *text);
    void *user;
    /*
     * Says which file a path leads to, so that a file with several paths, such as links, is read once. False: it is not known. NULL:
     * it never is. Then two paths are two files.
     */
    bool (*identify)(void *user, const char *path, base_file_identity *identity);
} base_reader;

/* Reads files of the host by UTF-8 paths (host_files.h); texts are malloc'ed. Pipes and devices are refused: an import can be read again. */
extern const base_reader base_file_system;

/* base_reader.identify of files of the host: device and inode, or what the host has instead. */
bool base_identify_file(void *user, const char *path, base_file_identity *identity);

/*
 * Reads a stream to its end into malloc'ed memory, which the caller frees; a NUL follows the last byte and is not
 * counted. Returns NULL, or the reason for failure as a constant text. Refuses what is larger than 256 MiB: that is
 * a device, or no source.
 */
const char *base_read_stream(FILE *stream, char **text, size_t *length);

/*
 * Reads the file at `path` and adds it to the sources. A NULL reader is the file system. Success: sets `*source`
 * and returns NULL. Failure: returns the reason as a constant text. Jumps to the arena's `failed` where memory
 * runs out.
 */
const char *base_source_read(base_sources *sources, const char *path, const base_reader *reader, base_source **source);
