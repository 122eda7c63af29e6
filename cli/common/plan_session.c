/* Makes a world state and a planner for FILE, as the options say; see plan_session.h. */
#include "cli/common/plan_session.h"
#include "base/text.h"
#include "cli/common/diagnostics_json.h"
#include "cli/common/exit_status.h"
#include "cli/common/settings.h"
#include "cli/common/usage_error.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The defaults of planner.h. They are written out so that a message can name the limit that was reached. */
enum { DEFAULT_STEPS = 256, NUMBERS_BY_STEP = 16, DEFAULT_DEPTH = 256, DEFAULT_WORK = 1000000 };

static int make_world(cli_session *session, const cli_session_options *options)
{
    const htn_domain *domain = &session->subject.domain;
    size_t size = htn_world_bytes(domain);
    int status = CLI_EXIT_YES;
    base_text problem = {0};
    session->world_memory = base_allocate(size);
    session->set = base_allocate((htn_domain_count(domain, HTN_SECTION_PROPERTIES) + 1) * sizeof *session->set);
    session->answers.domain = domain;
    htn_world_init(&session->world, domain, session->world_memory, size);
    const cli_settings settings = {domain, &session->world, &session->answers, session->set, "--spawn ", NULL};
    for (size_t i = 0; i < options->spawn.count && status == CLI_EXIT_YES; i++)
        if (!cli_settings_spawn(&settings, options->spawn.items[i], &problem))
            status =
                cli_usage_error(session->command, "--spawn %s: %s", options->spawn.items[i], base_text_of(&problem));
    for (size_t i = 0; i < options->set.count && status == CLI_EXIT_YES; i++)
        if (!cli_settings_set(&settings, options->set.items[i], &problem))
            status = cli_usage_error(session->command, "--set %s: %s", options->set.items[i], base_text_of(&problem));
    base_text_free(&problem);
    return status;
}

static int choose_root(cli_session *session, const char *name)
{
    const htn_domain *domain = &session->subject.domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_ROOTS);
    base_text roots = {0};
    const char **names;
    if (name == NULL)
        return CLI_EXIT_YES;
    session->request.root = htn_root_find(domain, name);
    if (session->request.root != HTN_NONE)
        return CLI_EXIT_YES;
    names = base_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = htn_task_name(domain, htn_domain_field(domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK));
        base_text_add(&roots, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    const char *hint = cli_did_you_mean(name, names, count);
    int status = cli_usage_error(session->command, "--root %s: the domain has no such root; its root%s %s%s", name,
                                 count == 1 ? " is" : "s are", base_text_of(&roots), hint);
    base_text_free(&roots);
    free((void *)names);
    return status;
}

/* Where the runtime refuses what is given: what it takes for the cheapest plan (planner.h). */
static int check_cheapest(const cli_session *session)
{
    const htn_domain *domain = &session->subject.domain;
    if (!session->request.cheapest)
        return CLI_EXIT_YES;
    if (session->given.count == 0)
        return cli_usage_error(session->command,
                               "--cheapest is for given tasks, see --task; a root says itself whether "
                               "its plan is the cheapest");
    if (!domain->cheapest)
        return cli_usage_error(session->command, "--cheapest: no root of the domain takes the cheapest plan, so it is "
                                                 "compiled without what that needs");
    for (size_t i = 0; i < session->given.count; i++) {
        const htn_task task = session->given.tasks[i].task;
        if (htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_FLAGS) & HTN_TASK_SPLITS)
            return cli_usage_error(session->command,
                                   "--cheapest: %s can reach a `Split`, and what a plan costs behind that is not known",
                                   htn_task_name(domain, task));
    }
    return CLI_EXIT_YES;
}

static int give_tasks(cli_session *session, const cli_session_options *options)
{
    base_text problem = {0};
    int status = CLI_EXIT_YES;
    for (size_t i = 0; i < options->tasks.count && status == CLI_EXIT_YES; i++)
        if (!cli_given_add(&session->given, &session->world, options->tasks.items[i], "--spawn ", &problem))
            status =
                cli_usage_error(session->command, "--task %s: %s", options->tasks.items[i], base_text_of(&problem));
    base_text_free(&problem);
    session->request.tasks = session->given.tasks;
    session->request.task_count = (uint32_t)session->given.count;
    session->request.cheapest = options->cheapest;
    return status == CLI_EXIT_YES ? check_cheapest(session) : status;
}

static int make_planner(cli_session *session, size_t memory)
{
    const htn_domain *domain = &session->subject.domain;
    size_t needed = htn_planner_bytes(domain, &session->limits);
    size_t size = memory != 0 ? memory : needed;
    if (needed == 0) {
        fprintf(stderr,
                "htn %s: these limits need more memory than can be addressed; lower --max-steps or --max-depth\n",
                session->command);
        return CLI_EXIT_LIMIT;
    }
    session->block = malloc(size != 0 ? size : 1);
    if (session->block == NULL) {
        fprintf(stderr, "htn %s: cannot get the %zu bytes of memory that the planner needs; lower %s\n",
                session->command, size, memory != 0 ? "--memory" : "--max-steps or --max-depth");
        return CLI_EXIT_LIMIT;
    }
    htn_status status = htn_planner_init(&session->planner, domain, &session->limits, session->block, size);
    if (status == HTN_OK) {
        htn_planner_answer(session->planner, cli_answers_give, &session->answers);
        htn_planner_limits(session->planner, &session->limits);
        return CLI_EXIT_YES;
    }
    fprintf(stderr,
            "htn %s: --memory %zu is not enough: %s\n"
            "these limits need %zu bytes; raise --memory, or lower --max-steps or --max-depth\n",
            session->command, size, htn_status_text(status), needed);
    return CLI_EXIT_LIMIT;
}

int cli_session_open(cli_session *session, const char *command, const char *path, const cli_session_options *options)
{
    *session = (cli_session){.command = command};
    int status = cli_subject_open(&session->subject, command, path, &options->switches, options->colour);
    if (status == CLI_EXIT_NO && options->json)
        cli_print_refused(&session->subject.compilation);
    return status == CLI_EXIT_YES ? cli_session_prepare(session, options) : status;
}

int cli_session_open_hddl(cli_session *session, const char *command, const char *domain, const char *problem,
                          const cli_session_options *options)
{
    *session = (cli_session){.command = command, .hddl.goal = CLI_HDDL_COMPILE};
    const htnc_options compiling = {.workspace.switches = options->switches.items,
                                    .workspace.switch_count = options->switches.count};
    int status = cli_hddl_open(&session->hddl, command, domain, problem, &compiling, options->colour);
    const htnc_compilation *made = &session->hddl.compilation;
    session->subject.input.name = session->hddl.problem.name;
    if (status == CLI_EXIT_NO && options->json)
        cli_print_refused(&session->hddl.compilation);
    if (status == CLI_EXIT_YES)
        status = cli_subject_load(&session->subject, command, made->blob, made->blob_size);
    return status == CLI_EXIT_YES ? cli_session_prepare(session, options) : status;
}

int cli_session_prepare(cli_session *session, const cli_session_options *options)
{
    /* A game's planner takes 0, what the roots' plans can need. Given tasks and problems may need more. */
    const bool beyond_roots = options->tasks.count > 0 || session->hddl.compilation.blob != NULL;
    session->limits.steps = options->max_steps != 0 || !beyond_roots ? options->max_steps : DEFAULT_STEPS;
    session->limits.depth = options->max_depth != 0 || !beyond_roots ? options->max_depth : DEFAULT_DEPTH;
    session->limits.nodes = options->max_nodes;
    if (session->limits.steps > DEFAULT_STEPS) /* room for the lists of Eaches grows with the plans */
        session->limits.solutions =
            session->limits.steps < UINT32_MAX / NUMBERS_BY_STEP ? NUMBERS_BY_STEP * session->limits.steps : UINT32_MAX;
    session->limits.work = options->max_work != 0 ? options->max_work : DEFAULT_WORK;
    session->request.seed = options->seed;
    session->request.horizon = options->horizon;
    int status = make_world(session, options);
    if (status == CLI_EXIT_YES)
        status = choose_root(session, options->root);
    if (status == CLI_EXIT_YES)
        status = give_tasks(session, options);
    if (status == CLI_EXIT_YES)
        status = make_planner(session, options->memory.count);
    return status;
}

void cli_session_close(cli_session *session)
{
    cli_subject_close(&session->subject);
    cli_hddl_close(&session->hddl);
    free(session->world_memory);
    free(session->set);
    cli_answers_free(&session->answers);
    cli_given_free(&session->given);
    free(session->block);
}
