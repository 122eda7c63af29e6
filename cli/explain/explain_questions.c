/*
 * What queries were asked and what they came to, as the conditions that `htn explain` shows see it: by instruction, the
 * latest question. A question is forgotten when its place is come to anew, so that one that was not asked this time (the
 * other half of an `or` was enough) is not told of. Texts are interned, so that views can be compared as words.
 */
#include "cli/explain/explain_search.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct explain_question {
    uint32_t query;
    uint32_t number; /* among those that there are */
    char *text;      /* `HasPath(Home, North)` */
    UT_hash_handle hh;
    int32_t key[]; /* query, arguments */
};

static char *text_of(const htn_domain *domain, uint32_t query, const int32_t *arguments)
{
    base_text text = {0};
    base_text_add(&text, "%s(", htn_query_name(domain, query));
    for (uint32_t i = 0; i < htn_query_parameters(domain, query); i++) {
        base_text_add(&text, "%s", i == 0 ? "" : ", ");
        cli_add_value(&text, domain, htn_query_parameter_type(domain, query, i), arguments[i]);
    }
    base_text_add(&text, ")");
    return text.bytes;
}

/* HTN_NONE where no more are kept. */
static uint32_t number_of(explain_questions *questions, const htn_domain *domain, uint32_t query,
                          const int32_t *arguments)
{
    int32_t key[1 + HTN_MAX_ARGUMENTS] = {(int32_t)query};
    size_t size = (1 + htn_query_parameters(domain, query)) * sizeof *key;
    explain_question *found = NULL;
    memcpy(key + 1, arguments, size - sizeof *key);
    HASH_FIND(hh, questions->table, key, size, found);
    if (found != NULL || questions->count == EXPLAIN_MAX_VIEWS)
        return found != NULL ? found->number : HTN_NONE;
    found = base_allocate(sizeof *found + size);
    memcpy(found->key, key, size);
    found->query = query;
    found->number = questions->count;
    found->text = text_of(domain, query, arguments);
    HASH_ADD_KEYPTR(hh, questions->table, found->key, size, found);
    questions->list = base_grow_array(questions->list, questions->count, &questions->capacity, sizeof *questions->list);
    questions->list[questions->count++] = found;
    return found->number;
}

static explain_asked *asked_at(const explain_questions *questions, uint32_t pc)
{
    for (uint32_t i = 0; i < questions->asked_count; i++)
        if (questions->asked[i].pc == pc)
            return &questions->asked[i];
    return NULL;
}

void explain_ask(explain_search *search, const htn_planner *planner, const htn_event *event)
{
    explain_questions *questions = &search->questions;
    int32_t answer;
    const int32_t *arguments = htn_trace_question(planner, &answer);
    explain_asked *at = asked_at(questions, event->pc);
    uint32_t number = number_of(questions, search->domain, event->index, arguments);
    if (at == NULL) {
        questions->asked = base_grow_array(questions->asked, questions->asked_count, &questions->asked_capacity,
                                           sizeof *questions->asked);
        at = &questions->asked[questions->asked_count++];
    }
    *at = (explain_asked){event->pc, number, answer, EXPLAIN_NOT_ASKED};
    if (search->session->answers.last != CLI_ANSWER_NONE)
        at->origin = search->session->answers.last == CLI_ANSWER_SET ? EXPLAIN_SET : EXPLAIN_DEFAULT;
    search->session->answers.last = CLI_ANSWER_NONE;
}

bool explain_question_at(const explain_search *search, uint32_t pc, explain_seen *seen)
{
    const explain_asked *at = asked_at(&search->questions, pc);
    if (at == NULL || at->number == HTN_NONE)
        return false;
    seen->index = at->number;
    seen->value = at->answer;
    seen->origin = at->origin;
    return true;
}

bool explain_question_within(const explain_search *search, uint32_t item, explain_seen *seen)
{
    const uint32_t first = EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, FIRST);
    *seen = (explain_seen){.kind = HTN_READ_QUERY, .task = HTN_NONE, .step = HTN_NONE, .step_task = HTN_NONE};
    for (uint32_t pc = EXPLAIN_FIELD(search->domain, DEBUG_ITEMS, item, END); pc-- > first;)
        if (explain_question_at(search, pc, seen))
            return true;
    return false;
}

void explain_forget_questions(explain_search *search, uint32_t first, uint32_t end)
{
    explain_questions *questions = &search->questions;
    for (uint32_t i = questions->asked_count; i-- > 0;)
        if (questions->asked[i].pc >= first && questions->asked[i].pc < end)
            questions->asked[i] = questions->asked[--questions->asked_count];
}

void explain_forget_preconditions(explain_search *search)
{
    explain_questions *questions = &search->questions;
    for (uint32_t i = questions->asked_count; i-- > 0;)
        if (explain_is_primitive(search->domain, explain_owner(search->domain, questions->asked[i].pc)))
            questions->asked[i] = questions->asked[--questions->asked_count];
}

const char *explain_question_text(const explain_search *search, uint32_t number, uint32_t *type)
{
    const explain_question *question = search->questions.list[number];
    *type = htn_query_type(search->domain, question->query);
    return question->text;
}

void explain_questions_free(explain_questions *questions)
{
    explain_question *each, *next;
    HASH_ITER(hh, questions->table, each, next)
    {
        HASH_DEL(questions->table, each);
        free(each->text);
        free(each);
    }
    free((void *)questions->list);
    free(questions->asked);
}
