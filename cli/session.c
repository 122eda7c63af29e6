/* Opening a world and a planner over FILE, as the options say; see session.h. Wording is in outcome.c. */
#include "session.h"
#include "commands.h"
#include "settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As planner.h has them; spelled out so that a message can name the limit that was hit. */
enum { DEFAULT_STEPS = 256, DEFAULT_DEPTH = 256, DEFAULT_WORK = 1000000 };

static int make_world(htn_session *session, const htn_session_options *options)
{
    const htn_domain *domain = &session->subject.domain;
    size_t size = htn_world_bytes(domain);
    int status = HTN_EXIT_YES;
    htn_text problem = {0};
    session->world_memory = htn_allocate(size);
    session->set = htn_allocate((htn_domain_count(domain, HTN_SECTION_PROPERTIES) + 1) * sizeof *session->set);
    session->answers.domain = domain;
    htn_world_init(&session->world, domain, session->world_memory, size);
    const htn_settings settings = {domain, &session->world, &session->answers, session->set, "--spawn "};
    for (size_t i = 0; i < options->spawn.count && status == HTN_EXIT_YES; i++)
        if (!htn_settings_spawn(&settings, options->spawn.items[i], &problem))
            status =
                htn_usage_error(session->command, "--spawn %s: %s", options->spawn.items[i], htn_text_of(&problem));
    for (size_t i = 0; i < options->set.count && status == HTN_EXIT_YES; i++)
        if (!htn_settings_set(&settings, options->set.items[i], &problem))
            status = htn_usage_error(session->command, "--set %s: %s", options->set.items[i], htn_text_of(&problem));
    htn_text_free(&problem);
    return status;
}

static int choose_root(htn_session *session, const char *name)
{
    const htn_domain *domain = &session->subject.domain;
    uint32_t count = htn_domain_count(domain, HTN_SECTION_ROOTS);
    htn_text roots = {0};
    const char **names;
    if (name == NULL)
        return HTN_EXIT_YES;
    session->request.root = htn_root_find(domain, name);
    if (session->request.root != HTN_NONE)
        return HTN_EXIT_YES;
    names = htn_allocate((count + 1) * sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = htn_task_name(domain, htn_domain_field(domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK));
        htn_text_add(&roots, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    const char *hint = htn_did_you_mean(name, names, count);
    int status = htn_usage_error(session->command, "--root %s: no root has that name; the root%s %s%s", name,
                                 count == 1 ? " is" : "s are", htn_text_of(&roots), hint);
    htn_text_free(&roots);
    free((void *)names);
    return status;
}

static int make_planner(htn_session *session, size_t memory)
{
    const htn_domain *domain = &session->subject.domain;
    size_t needed = htn_planner_bytes(domain, &session->limits);
    size_t size = memory != 0 ? memory : needed;
    if (needed == 0) {
        fprintf(stderr, "htn %s: no block is large enough for these limits; lower --max-steps or --max-depth\n",
                session->command);
        return HTN_EXIT_LIMIT;
    }
    session->block = malloc(size != 0 ? size : 1);
    if (session->block == NULL) {
        fprintf(stderr, "htn %s: no memory for a block of %zu bytes; lower %s\n", session->command, size,
                memory != 0 ? "--memory" : "--max-steps or --max-depth");
        return HTN_EXIT_LIMIT;
    }
    htn_status status = htn_planner_init(&session->planner, domain, &session->limits, session->block, size);
    if (status == HTN_OK) {
        htn_planner_answer(session->planner, htn_answers_give, &session->answers);
        htn_planner_limits(session->planner, &session->limits);
        return HTN_EXIT_YES;
    }
    fprintf(stderr,
            "htn %s: --memory %zu is not enough: %s\n"
            "these limits need %zu bytes; give --memory more, or lower --max-steps (%u) or --max-depth (%u)\n",
            session->command, size, htn_status_text(status), needed, session->limits.steps, session->limits.depth);
    return HTN_EXIT_LIMIT;
}

int htn_session_open(htn_session *session, const char *command, const char *path, const htn_session_options *options)
{
    *session = (htn_session){.command = command};
    int status = htn_subject_open(&session->subject, command, path, &options->switches, options->colour);
    return status == HTN_EXIT_YES ? htn_session_prepare(session, options) : status;
}

int htn_session_prepare(htn_session *session, const htn_session_options *options)
{
    session->limits.steps = options->max_steps != 0 ? options->max_steps : DEFAULT_STEPS;
    session->limits.depth = options->max_depth != 0 ? options->max_depth : DEFAULT_DEPTH;
    session->limits.nodes = options->max_nodes;
    session->limits.work = options->max_work != 0 ? options->max_work : DEFAULT_WORK;
    session->request.seed = options->seed;
    session->request.horizon = options->horizon;
    int status = make_world(session, options);
    if (status == HTN_EXIT_YES)
        status = choose_root(session, options->root);
    if (status == HTN_EXIT_YES)
        status = make_planner(session, options->memory.count);
    return status;
}

void htn_session_close(htn_session *session)
{
    htn_subject_close(&session->subject);
    free(session->world_memory);
    free(session->set);
    htn_answers_free(&session->answers);
    free(session->block);
}
