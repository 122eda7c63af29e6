/* Recognises HDDL; see hddl_input.h. */
#include "cli/common/hddl_input.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <string.h>

/* HDDL begins with a parenthesis, after blanks and comments (`;`). No source and no blob does. */
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
    if (cli_name_ends_with(input->name, ".hddl"))
        return true;
    if (cli_name_ends_with(input->name, ".htn") || cli_name_ends_with(input->name, ".htnb"))
        return false;
    return input->bytes != NULL && begins_with_list(input->bytes, input->size);
}

cli_hddl_guess cli_guess_hddl(const char *path)
{
    cli_input input = {.name = path};
    if (cli_name_ends_with(path, ".hddl"))
        return CLI_HDDL_YES;
    if (cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".htnb"))
        return CLI_HDDL_NO;
    if (cli_input_is_standard(path) || !cli_is_regular(path) || !cli_input_open(&input, path))
        return CLI_HDDL_UNKNOWN;
    const bool is = cli_input_is_hddl(&input);
    cli_input_close(&input);
    return is ? CLI_HDDL_YES : CLI_HDDL_NO;
}

int cli_refuse_hddl(const char *command, const char *path)
{
    fprintf(stderr,
            "htn %s: '%s' is HDDL, which `htn %s` does not take; `htn convert DOMAIN.hddl PROBLEM.hddl -o OUT.htn` "
            "translates it to a source\n",
            command, path, command);
    return CLI_EXIT_USAGE;
}

int cli_ask_for_problem(const char *command, const char *path)
{
    return cli_usage_error(command, "'%s' is HDDL, which needs two files: DOMAIN.hddl PROBLEM.hddl", path);
}
