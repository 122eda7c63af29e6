/* Compiles translated HDDL; see hddl_compile.h. */
#include "cli/common/hddl_compile.h"

typedef struct compile_job {
    htnc_compilation *compilation;
    const char *problem_path, *text;
    const htnc_options *options;
} compile_job;

static base_result compile(base_workspace *workspace, void *user)
{
    const compile_job *job = user;
    const char *name = base_format(&workspace->arena, "%s as .htn", job->problem_path);
    return htnc_compile_text(job->compilation, name, job->text, job->options);
}

base_result cli_hddl_compile(htnc_compilation *compilation, const char *problem_path, const char *text,
                             const htnc_options *options)
{
    compile_job job = {compilation, problem_path, text, options};
    return base_workspace_continue(&compilation->workspace, compile, &job);
}
