/* Reads FILE and says what it is; see input.h. */
#include "cli/common/input.h"
#include "base/reader.h"
#include "cli/common/files.h"
#include <htn/blob.h>
#include <stdlib.h>
#include <string.h>

enum {
    BINARY_PROBE = 256,               /* bytes at the beginning of which none may be NUL in a text */
    MAGIC = sizeof HTN_BLOB_MAGIC - 1 /* bytes of a blob's magic number */
};

bool cli_input_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool cli_input_open(cli_input *input, const char *path)
{
    bool standard = cli_input_is_standard(path);
    *input = (cli_input){.name = standard ? "<stdin>" : path};
    input->bytes = standard ? cli_read_standard_input(&input->size, &input->problem)
                            : cli_read_file(path, &input->size, &input->problem);
    return input->bytes != NULL;
}

void cli_input_close(cli_input *input)
{
    free(input->bytes);
    *input = (cli_input){0};
}

bool cli_name_ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

cli_input_kind cli_input_kind_of(const cli_input *input)
{
    size_t probe = input->size < BINARY_PROBE ? input->size : BINARY_PROBE;
    if (input->size >= MAGIC && memcmp(input->bytes, HTN_BLOB_MAGIC, MAGIC) == 0)
        return CLI_INPUT_BLOB;
    if (input->size < MAGIC && cli_name_ends_with(input->name, ".htnb"))
        return CLI_INPUT_CUT_SHORT;
    if (input->size == 0 && !cli_name_ends_with(input->name, ".htn"))
        return CLI_INPUT_CUT_SHORT;
    return memchr(input->bytes, '\0', probe) != NULL ? CLI_INPUT_BINARY : CLI_INPUT_SOURCE;
}

/* An base_reader. The compiler asks for the main file first: its bytes are here already. Imports come from the disk. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    cli_input *input = user;
    if (input->bytes == NULL)
        return base_file_system.read(NULL, path, text, length);
    *text = input->bytes;
    *length = input->size;
    input->bytes = NULL;
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

/* An base_reader for an input that is no source. It returns why. */
static const char *no_source(void *user, const char *path, char **text, size_t *length)
{
    const cli_input *input = user;
    (void)path, (void)text, (void)length;
    switch (cli_input_kind_of(input)) {
    case CLI_INPUT_BLOB: return "it is a compiled blob, not a source; plan, explain and dump read it";
    case CLI_INPUT_CUT_SHORT: return input->size == 0 ? "it is empty" : "it is a blob that was cut short";
    default: return "it is not a source";
    }
}

base_result cli_input_compile(cli_input *input, htnc_compilation *compilation, htnc_options *options)
{
    cli_input_kind kind = cli_input_kind_of(input);
    bool blob =
        kind == CLI_INPUT_BLOB || kind == CLI_INPUT_CUT_SHORT; /* about other binary files the compiler says more */
    const base_reader reader = {blob ? no_source : read_text, release_text, input, base_identify_file};
    options->workspace.reader = &reader;
    base_result result = htnc_compile(compilation, input->name, options);
    options->workspace.reader = NULL;
    return result;
}
