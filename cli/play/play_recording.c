/* See play_recording.h. The journal is written whole, at the beginning, to find out whether it can be, and at the end. */
#include "cli/play/play_recording.h"
#include "cli/common/exit_status.h"
#include "cli/common/files.h"
#include "cli/common/input.h"
#include "cli/common/output_files.h"
#include "cli/common/usage_error.h"
#include <stdio.h>

int play_write_recording(const play_model *model)
{
    const char *path = model->options->journal, *command = model->session->command, *failed, *problem;
    cli_output output = {.path = path, .bytes = base_text_of(&model->recording), .size = model->recording.length};
    if (path == NULL)
        return CLI_EXIT_YES;
    if (cli_name_ends_with(path, ".htn") || cli_name_ends_with(path, ".htnb") || cli_same_file(path, model->path))
        return cli_usage_error(command,
                               "--journal %s: this is the name of a domain; --journal takes the name of the "
                               "file to write, such as troll.htnj",
                               path);
    if (cli_write_files(&output, 1, &failed, &problem))
        return CLI_EXIT_YES;
    fprintf(stderr, "htn %s: cannot write '%s': %s\n", command, failed, problem);
    return CLI_EXIT_USAGE;
}

bool play_keep_build(play_model *model, base_text *said)
{
    const cli_subject *subject = &model->session->subject;
    const char *failed, *problem;
    base_text path = {0};
    cli_output output = {.bytes = subject->input.bytes, .size = subject->input.size};
    if (model->options->journal == NULL)
        return true;
    if (subject->is_source) {
        output.bytes = (const char *)subject->compilation.blob;
        output.size = subject->compilation.blob_size;
    }
    base_text_add(&path, "%s-%u.htnb", model->options->journal, model->builds + 1);
    output.path = path.bytes;
    const bool written = cli_write_files(&output, 1, &failed, &problem);
    if (written)
        model->builds++;
    else
        base_text_add(said, "cannot write '%s': %s\n", failed, problem);
    base_text_free(&path);
    return written;
}
