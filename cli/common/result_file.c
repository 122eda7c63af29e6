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

typedef struct clash {
    const char *path;
    const char *with; /* a file that was read, and would be written over; NULL: none */
} clash;

static void compare(void *user, const char *path)
{
    clash *c = user;
    if (c->with == NULL && cli_would_replace(c->path, path))
        c->with = strcmp(path, "-") == 0 ? "<stdin>" : path;
}

int cli_check_result(const char *command, const char *option, const char *path, const cli_list *files,
                     const cli_subject *subject)
{
    clash c = {.path = path};
    if (cli_is_standard_output(path))
        return CLI_EXIT_YES;
    if (cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".htnb") || cli_name_ends_with(path, ".hddl"))
        return cli_usage_error(command, "%s %s: this is the name of a source or a blob; %s takes the file to write",
                               option, path, option);
    for (size_t i = 0; files != NULL && i < files->count; i++)
        compare(&c, files->items[i]);
    if (subject != NULL && subject->input.name != NULL)
        compare(&c, subject->input.name);
    if (subject != NULL && subject->is_source)
        htnc_dependencies(&subject->compilation, compare, &c);
    if (c.with != NULL)
        return cli_usage_error(command, "%s %s would write over '%s'", option, path, c.with);
    return CLI_EXIT_YES;
}

int cli_write_result(const char *command, const char *option, const char *path, const base_text *text,
                     const cli_list *files, const cli_subject *subject)
{
    const char *failed, *problem;
    const int status = cli_check_result(command, option, path, files, subject);
    if (status != CLI_EXIT_YES)
        return status;
    cli_output output = {.path = path, .bytes = base_text_of(text), .size = text->length};
    if (cli_write_files(&output, 1, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}
