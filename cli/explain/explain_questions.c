/* Questions, known by their texts; see explain_questions.h. */
#include "cli/explain/explain_questions.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_debug.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

enum { MOST_QUESTIONS = 1 << 18 }; /* others are not shown: the memory of a long search is bounded */

struct explain_question {
    UT_hash_handle hh;
    char *text;
    uint32_t number;
    uint32_t type; /* of its answer */
};

void explain_questions_free(explain_questions *questions)
{
    for (size_t i = 0; i < questions->count; i++) {
        HASH_DEL(questions->table, questions->list[i]);
        free(questions->list[i]->text);
        free(questions->list[i]);
    }
    free((void *)questions->list);
    free(questions->asked);
}

static uint32_t number_of(explain_questions *questions, const htn_domain *domain, uint32_t query,
                          const int32_t *arguments)
{
    base_text text = {0};
    explain_question *found = NULL;
    base_text_add(&text, "%s(", htn_query_name(domain, query));
    for (uint32_t i = 0; i < htn_query_parameters(domain, query); i++) {
        base_text_add(&text, "%s", i == 0 ? "" : ", ");
        cli_add_value(&text, domain, htn_query_parameter_type(domain, query, i), arguments[i]);
    }
    base_text_add(&text, ")");
    HASH_FIND(hh, questions->table, text.bytes, text.length, found);
    if (found != NULL || questions->count == MOST_QUESTIONS) {
        base_text_free(&text);
        return found != NULL ? found->number : HTN_NONE;
    }
    found = base_allocate(sizeof *found);
    found->text = text.bytes;
    found->number = (uint32_t)questions->count;
    found->type = htn_query_type(domain, query);
    HASH_ADD_KEYPTR(hh, questions->table, found->text, text.length, found);
    questions->list =
        base_grow_array((void *)questions->list, questions->count, &questions->capacity, sizeof *questions->list);
    questions->list[questions->count++] = found;
    return found->number;
}

void explain_ask(explain_questions *questions, cli_session *session, const htn_planner *planner, const htn_event *event)
{
    explain_asked asked = {.pc = event->pc, .origin = EXPLAIN_NOT_ASKED};
    const int32_t *arguments = htn_trace_question(planner, &asked.value);
    asked.question = number_of(questions, &session->subject.domain, event->index, arguments);
    if (session->answers.last != CLI_ANSWER_NONE)
        asked.origin = session->answers.last == CLI_ANSWER_SET ? EXPLAIN_SET : EXPLAIN_DEFAULT;
    session->answers.last = CLI_ANSWER_NONE;
    explain_forget_questions(questions, event->pc, event->pc + 1);
    if (asked.question == HTN_NONE)
        return;
    questions->asked =
        base_grow_array(questions->asked, questions->asked_count, &questions->asked_capacity, sizeof *questions->asked);
    questions->asked[questions->asked_count++] = asked;
}

const explain_asked *explain_asked_at(const explain_questions *questions, uint32_t pc)
{
    for (size_t i = 0; i < questions->asked_count; i++)
        if (questions->asked[i].pc == pc)
            return &questions->asked[i];
    return NULL;
}

void explain_forget_questions(explain_questions *questions, uint32_t first, uint32_t end)
{
    for (size_t i = questions->asked_count; i-- > 0;)
        if (questions->asked[i].pc >= first && questions->asked[i].pc < end)
            questions->asked[i] = questions->asked[--questions->asked_count];
}

void explain_forget_preconditions(explain_questions *questions, const htn_domain *domain)
{
    for (size_t i = questions->asked_count; i-- > 0;)
        if (explain_is_primitive(domain, explain_owner(domain, questions->asked[i].pc)))
            questions->asked[i] = questions->asked[--questions->asked_count];
}

const char *explain_question_text(const explain_questions *questions, uint32_t question, uint32_t *type)
{
    *type = questions->list[question]->type;
    return questions->list[question]->text;
}
