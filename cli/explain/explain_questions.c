/* Questions and answers; see explain_questions.h. */
#include "cli/explain/explain_questions.h"
#include "cli/common/debug_info.h"
#include <string.h>

/* In place of what the instruction asked before. */
static explain_asked *add(explain_questions *questions, uint32_t pc)
{
    explain_forget_questions(questions, pc, pc + 1);
    questions->list = base_grow_array(questions->list, questions->count, &questions->capacity, sizeof *questions->list);
    return &questions->list[questions->count++];
}

void explain_ask(explain_questions *questions, cli_session *session, const htn_planner *planner, const htn_event *event)
{
    explain_seen seen = {.kind = HTN_READ_QUERY,
                         .index = event->index,
                         .count = htn_query_parameters(&session->subject.domain, event->index),
                         .task = HTN_NONE,
                         .step = HTN_NONE,
                         .step_task = HTN_NONE};
    const int32_t *arguments = htn_trace_question(planner, &seen.value);
    memcpy(seen.at, arguments, (seen.count < EXPLAIN_ARGUMENTS ? seen.count : EXPLAIN_ARGUMENTS) * sizeof *arguments);
    const int32_t *candidates = htn_trace_candidates(planner, event, &seen.proposed);
    for (uint32_t i = 0; i < seen.proposed && i < EXPLAIN_PROPOSED; i++)
        seen.candidates[i] = candidates[i];
    seen.origin = session->answers.last == CLI_ANSWER_SET       ? EXPLAIN_SET
                  : session->answers.last == CLI_ANSWER_DEFAULT ? EXPLAIN_DEFAULT
                                                                : EXPLAIN_NOT_ASKED;
    session->answers.last = CLI_ANSWER_NONE;
    *add(questions, event->pc) = (explain_asked){.pc = event->pc, .seen = seen};
}

void explain_need(explain_questions *questions, const htn_domain *domain, const htn_planner *planner,
                  const htn_event *event)
{
    explain_asked asked = {.pc = event->pc,
                           .seen = {.kind = HTN_READ_DERIVED,
                                    .index = event->index,
                                    .count = CLI_FIELD(domain, DERIVED, event->index, PARAMETER_COUNT),
                                    .task = HTN_NONE,
                                    .bound = HTN_NONE,
                                    .origin = EXPLAIN_DERIVED,
                                    .step = HTN_NONE,
                                    .step_task = HTN_NONE}};
    const int32_t *arguments = htn_trace_question(planner, &asked.seen.value);
    const uint32_t shown = asked.seen.count < EXPLAIN_ARGUMENTS ? asked.seen.count : EXPLAIN_ARGUMENTS;
    memcpy(asked.arguments, arguments, asked.seen.count * sizeof *arguments);
    memcpy(asked.seen.at, arguments, shown * sizeof *arguments);
    *add(questions, event->pc) = asked;
}

const explain_asked *explain_asked_in(const explain_questions *questions, uint32_t first, uint32_t end)
{
    const explain_asked *latest = NULL;
    for (size_t i = 0; i < questions->count; i++) {
        const explain_asked *each = &questions->list[i];
        if (each->pc >= first && each->pc < end && (latest == NULL || each->pc > latest->pc))
            latest = each;
    }
    return latest;
}

const explain_seen *explain_asked_about(const explain_questions *questions, uint32_t query)
{
    const explain_seen *latest = NULL;
    for (size_t i = 0; i < questions->count; i++)
        if (questions->list[i].seen.kind == HTN_READ_QUERY && questions->list[i].seen.index == query)
            latest = &questions->list[i].seen;
    return latest;
}

void explain_forget_questions(explain_questions *questions, uint32_t first, uint32_t end)
{
    for (size_t i = questions->count; i-- > 0;)
        if (questions->list[i].pc >= first && questions->list[i].pc < end)
            questions->list[i] = questions->list[--questions->count];
}

void explain_forget_preconditions(explain_questions *questions, const htn_domain *domain)
{
    for (size_t i = questions->count; i-- > 0;)
        if (cli_is_primitive(domain, cli_item_task_at(domain, questions->list[i].pc)))
            questions->list[i] = questions->list[--questions->count];
}
