/* Reading FILE and telling what it is; see input.h. */
#include "cli/common/input.h"
#include "base/platform.h"
#include <htn/blob.h>
#include <stdlib.h>
#include <string.h>

enum { BINARY_PROBE = 256, MAGIC = sizeof HTN_BLOB_MAGIC - 1 }; /* bytes; text has no NUL among its first ones */

bool cli_input_is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool cli_input_open(cli_input *input, const char *path)
{
    bool standard = cli_input_is_standard(path);
    *input = (cli_input){.name = standard ? "<stdin>" : path};
    input->bytes = standard ? base_read_standard_input(&input->size, &input->problem)
                            : base_read_file(path, &input->size, &input->problem);
    return input->bytes != NULL;
}

void cli_input_close(cli_input *input)
{
    free(input->bytes);
    *input = (cli_input){0};
}

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

cli_input_kind cli_input_kind_of(const cli_input *input)
{
    size_t probe = input->size < BINARY_PROBE ? input->size : BINARY_PROBE;
    if (input->size >= MAGIC && memcmp(input->bytes, HTN_BLOB_MAGIC, MAGIC) == 0)
        return CLI_INPUT_BLOB;
    if (input->size < MAGIC && ends_with(input->name, ".htnb"))
        return CLI_INPUT_CUT_SHORT;
    if (input->size == 0 && !ends_with(input->name, ".htn"))
        return CLI_INPUT_CUT_SHORT;
    return memchr(input->bytes, '\0', probe) != NULL ? CLI_INPUT_BINARY : CLI_INPUT_SOURCE;
}

/* HDDL is a list, behind comments that begin with ';'; no source and no blob looks like that. */
static bool begins_with_list(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == ';')
            while (i + 1 < size && bytes[i + 1] != '\n')
                i++;
        else if (strchr(" \t\r\n\f", bytes[i]) == NULL || bytes[i] == '\0')
            return bytes[i] == '(';
    }
    return false;
}

bool cli_input_is_hddl(const cli_input *input)
{
    if (ends_with(input->name, ".hddl"))
        return true;
    if (ends_with(input->name, ".htn") || ends_with(input->name, ".htnb"))
        return false;
    return input->bytes != NULL && begins_with_list(input->bytes, input->size);
}

cli_hddl_guess cli_guess_hddl(const char *path)
{
    cli_input input = {.name = path};
    if (ends_with(path, ".hddl"))
        return CLI_HDDL_YES;
    if (ends_with(path, ".htn") || ends_with(path, ".htnb"))
        return CLI_HDDL_NO;
    if (cli_input_is_standard(path) || !base_is_regular(path) || !cli_input_open(&input, path))
        return CLI_HDDL_UNKNOWN;
    const bool is = cli_input_is_hddl(&input);
    cli_input_close(&input);
    return is ? CLI_HDDL_YES : CLI_HDDL_NO;
}

/* The main file is the first that the compiler asks for; it was read before. */
static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    cli_input *input = user;
    const char *problem = NULL;
    if (input->bytes == NULL) {
        *text = base_read_file(path, length, &problem);
        return *text != NULL ? NULL : problem;
    }
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

static const char *no_source(void *user, const char *path, char **text, size_t *length)
{
    const cli_input *input = user;
    (void)path, (void)text, (void)length;
    switch (cli_input_kind_of(input)) {
    case CLI_INPUT_BLOB: return "it is a compiled blob, not a source; plan, explain and dump read it";
    case CLI_INPUT_CUT_SHORT: return input->size == 0 ? "it is empty" : "it is a blob that was cut short";
    default: return "it is no source";
    }
}

htnc_result cli_input_compile(cli_input *input, htnc_compilation *compilation, htnc_options *options)
{
    cli_input_kind kind = cli_input_kind_of(input);
    bool blob = kind == CLI_INPUT_BLOB || kind == CLI_INPUT_CUT_SHORT; /* what is not text the compiler tells better */
    const htnc_reader reader = {blob ? no_source : read_text, release_text, input};
    options->reader = &reader;
    htnc_result result = htnc_compile(compilation, input->name, options);
    options->reader = NULL;
    return result;
}
