/* Writes results; see result_file.h. */
#include "cli/common/result_file.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/output_files.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <string.h>

bool cli_is_standard_output(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

int cli_write_result(const char *command, const char *option, const char *path, const base_text *text,
                     const char *source)
{
    const char *failed, *problem;
    if (cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".htnb"))
        return cli_usage_error(command, "%s %s: this is the name of a source or a blob; %s takes the file to write",
                               option, path, option);
    if (source != NULL && cli_same_file(path, source))
        return cli_usage_error(command, "%s %s would write over '%s'", option, path, source);
    cli_output output = {.path = path, .bytes = base_text_of(text), .size = text->length};
    if (cli_write_files(&output, 1, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}
