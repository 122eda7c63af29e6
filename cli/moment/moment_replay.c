/*
 * Lives through a search again; see moment_replay.h. The listener follows the searches of one layer in the tick in which the
 * latest one began, and on to the moment; each new one replaces the one before. A search is explained where it ends, as its
 * planner may search again in the same tick.
 */
#include "cli/moment/moment_replay.h"
#include "base/text.h"
#include <htn/orders.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1 << 30 };

/* --- The session of the search -------------------------------------------------------------------- */

void moment_follow(moment_replay *moment, const char *command, const cli_subject *subject, const htn_agent *agent,
                   const htn_world *world, uint32_t layer)
{
    cli_session *session = &moment->session;
    const uint32_t properties = htn_domain_count(&subject->domain, HTN_SECTION_PROPERTIES);
    *session = (cli_session){.command = command, .plays = true, .agent = agent, .subject = *subject, .world = *world};
    session->set = base_allocate((properties + (size_t)1) * sizeof *session->set);
    memset(session->set, 0, (properties + (size_t)1) * sizeof *session->set);
    session->answers.domain = &subject->domain;
    session->request.root = layer;
    htn_planner_limits(htn_agent_planner(agent, layer), &session->limits);
    moment->layer = layer;
    moment->status = HTN_NOT_BEGUN;
}

/* The search is for an order: its layer's first one. */
static void take_order(moment_replay *moment, const htn_agent *agent)
{
    htn_order order;
    moment->session.request.tasks = NULL;
    moment->session.request.task_count = 0;
    if (!htn_agent_order_at(agent, moment->layer, 0, &order))
        return;
    free(moment->arguments);
    moment->arguments = base_allocate((order.task.argument_count + (size_t)1) * sizeof *moment->arguments);
    memcpy(moment->arguments, order.task.arguments, order.task.argument_count * sizeof *moment->arguments);
    moment->order = (htn_given_task){order.task.task, moment->arguments, order.task.argument_count};
    moment->session.request.tasks = &moment->order;
    moment->session.request.task_count = 1;
}

/* --- Following ------------------------------------------------------------------------------------ */

static void forget_search(moment_replay *moment)
{
    if (moment->begun)
        explain_search_free(&moment->search);
    moment->begun = false;
    moment->follows = false;
}

static void begin_search(moment_replay *moment, const htn_event *event)
{
    const uint32_t focus = moment->search.focus;
    forget_search(moment);
    moment->requested = false;
    moment->session.request.task_count = 0;
    if (event->index <= HTN_BEGIN_BETTER && event->pc == HTN_SLOT_VALID)
        take_order(moment, moment->session.agent);
    explain_search_init(&moment->search, &moment->session, moment->all);
    moment->search.focus = focus;
    moment->begun = true;
    moment->beginning = (htn_beginning)event->index;
    moment->follows = moment->beginning == HTN_BEGIN_ROOT || moment->beginning == HTN_BEGIN_BETTER;
}

/* Which answer is late, for the words about it. */
static void note_late(moment_replay *moment, const htn_planner *planner, const htn_event *event)
{
    int32_t answers[HTN_MAX_CANDIDATES];
    uint32_t count = 0;
    const htn_question question = {.query = event->index, .arguments = htn_trace_question(planner, NULL)};
    cli_answers_set_late(&moment->session.answers, question.query, question.arguments);
    cli_answers_give(&moment->session.answers, &question, answers, &count);
}

void moment_listen(void *user, const htn_planner *planner, const htn_event *event)
{
    moment_replay *moment = user;
    if (planner != htn_agent_planner(moment->session.agent, moment->layer))
        return;
    if (event->kind == HTN_EVENT_BEGIN &&
        (moment->requested || moment->begun)) /* or the listener came in the middle of it */
        begin_search(moment, event);
    if (event->kind == HTN_EVENT_WAIT)
        note_late(moment, planner, event);
    if (moment->follows)
        explain_listen(&moment->search, planner, event);
    moment->session.answers.last = CLI_ANSWER_NONE; /* an answer stands right before its question's event */
}

static void conclude(moment_replay *moment, htn_status status)
{
    const htn_planner *planner = htn_agent_planner(moment->session.agent, moment->layer);
    htn_plan plan = {0};
    moment->status = status;
    if (status == HTN_OK)
        htn_planner_plan(planner, &plan);
    if (moment->follows)
        explain_search_finish(&moment->search, planner, status);
    moment->conclude(moment->user, moment, &plan);
    forget_search(moment);
}

/* A snapshot: the agent was made afresh, and a search under way is to begin again. */
static void go_on(moment_replay *moment, const htn_agent *agent, const htn_journal_event *event)
{
    if ((event->numbers[HTN_JOURNAL_BEGIN_FLAGS] & HTN_BEGIN_SNAPSHOT) == 0)
        return;
    moment->session.agent = agent;
    if (moment->cursor != NULL)
        moment->session.world = *htn_replay_world(moment->cursor);
    forget_search(moment);
    moment->requested = false;
}

void moment_watch(void *user, const htn_agent *agent, const htn_journal_event *event)
{
    moment_replay *moment = user;
    switch (event->kind) {
    case HTN_JOURNAL_BEGIN: go_on(moment, agent, event); break;
    case HTN_JOURNAL_QUERY:
    case HTN_JOURNAL_CANDIDATES: moment->session.answers.last = CLI_ANSWER_SET; break; /* the game was asked */
    case HTN_JOURNAL_REQUEST:
        if (event->numbers[0] == moment->layer) {
            forget_search(moment);
            moment->requested = true;
            moment->status = HTN_SUSPENDED;
        }
        break;
    case HTN_JOURNAL_RESULT:
        if (event->numbers[0] == moment->layer)
            conclude(moment, (htn_status)event->numbers[1]);
        break;
    default: break;
    }
}

/* --- Going there ---------------------------------------------------------------------------------- */

static htn_status open_cursor(moment_replay *moment, const trace_reader *reader)
{
    const trace_bytes *journal = &reader->journal;
    htn_replay_report *report = &moment->report;
    size_t size = 0;
    htn_status status;
    while ((status = htn_replay_open(&moment->cursor, reader->domain, journal->bytes, journal->size, moment->memory,
                                     size, report)) == HTN_TOO_SMALL &&
           report->memory <= MOST_MEMORY) {
        free(moment->memory);
        size = report->memory;
        moment->memory = base_allocate(size);
    }
    return status;
}

htn_status moment_replay_to(moment_replay *moment, const trace_reader *reader, const moment_search *found,
                            uint32_t layer, uint32_t task, uint64_t time_us)
{
    moment->search.focus = task;
    moment->status = HTN_NOT_BEGUN;
    htn_status status = open_cursor(moment, reader);
    if (status != HTN_OK)
        return status;
    moment_follow(moment, reader->command, reader->subject, htn_replay_agent(moment->cursor),
                  htn_replay_world(moment->cursor), layer);
    if (found->searched) {
        status = htn_replay_to(moment->cursor, found->tick_offset);
        htn_replay_listen(moment->cursor, moment_listen, moment);
        htn_replay_watch(moment->cursor, moment_watch, moment);
    }
    if (status == HTN_OK)
        status = htn_replay_until(moment->cursor, time_us);
    moment->report = *htn_replay_how(moment->cursor);
    /* The result may be that of an earlier search. */
    if (status == HTN_OK && found->searched && moment->status == HTN_SUSPENDED)
        conclude(moment, htn_agent_result(moment->session.agent, layer) == HTN_WAITS ? HTN_WAITS : HTN_SUSPENDED);
    return status;
}

void moment_replay_end(moment_replay *moment)
{
    forget_search(moment);
    free(moment->session.set);
    cli_answers_free(&moment->session.answers);
    free(moment->arguments);
    free(moment->memory);
}
