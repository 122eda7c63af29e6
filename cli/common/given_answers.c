/* Answers of queries that a person gave; see given_answers.h. A later answer replaces an earlier one for the same arguments. */
#include "cli/common/given_answers.h"
#include "base/text.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>

struct cli_given_answer {
    htn_query query;
    int32_t value;
    bool late; /* then the value is the default */
    int32_t arguments[HTN_MAX_ARGUMENTS];
    uint32_t proposed; /* of a query that proposes candidates: so many */
    int32_t candidates[HTN_MAX_CANDIDATES];
};

static cli_given_answer *find(const cli_answers *answers, htn_query query, const int32_t *arguments)
{
    size_t size = htn_query_parameters(answers->domain, query) * sizeof *arguments;
    for (uint32_t i = 0; i < answers->count; i++)
        if (answers->given[i].query == query && memcmp(answers->given[i].arguments, arguments, size) == 0)
            return &answers->given[i];
    return NULL;
}

void cli_answers_set(cli_answers *answers, htn_query query, const int32_t *arguments, int32_t value)
{
    cli_given_answer *at = find(answers, query, arguments);
    if (at == NULL) {
        answers->given = base_grow_array(answers->given, answers->count, &answers->capacity, sizeof *answers->given);
        at = &answers->given[answers->count++];
        at->query = query;
        at->late = false;
        memcpy(at->arguments, arguments, htn_query_parameters(answers->domain, query) * sizeof *arguments);
    }
    answers->arrived = at->late;
    at->value = value;
    at->proposed = 0;
    at->late = false;
}

void cli_answers_propose(cli_answers *answers, htn_query query, const int32_t *arguments, const int32_t *candidates,
                         uint32_t count)
{
    cli_answers_set(answers, query, arguments, 0);
    cli_given_answer *at = find(answers, query, arguments);
    at->proposed = count < HTN_MAX_CANDIDATES ? count : HTN_MAX_CANDIDATES;
    memcpy(at->candidates, candidates, at->proposed * sizeof *candidates);
}

uint32_t cli_answers_candidates(const cli_answers *answers, htn_query query, const int32_t *arguments,
                                const int32_t **candidates)
{
    const cli_given_answer *found = find(answers, query, arguments);
    *candidates = found != NULL ? found->candidates : NULL;
    return found != NULL && !found->late ? found->proposed : 0;
}

uint32_t cli_answers_proposed_at(const cli_answers *answers, uint32_t index, const int32_t **candidates)
{
    *candidates = answers->given[index].candidates;
    return answers->given[index].proposed;
}

void cli_answers_set_late(cli_answers *answers, htn_query query, const int32_t *arguments)
{
    cli_answers_set(answers, query, arguments, htn_query_default(answers->domain, query));
    find(answers, query, arguments)->late = true;
}

bool cli_answers_is_late(const cli_answers *answers, htn_query query, const int32_t *arguments)
{
    const cli_given_answer *found = find(answers, query, arguments);
    return found != NULL && found->late;
}

void cli_answers_add_late(base_text *text, const cli_answers *answers)
{
    if (answers->last_late == 0)
        return;
    const cli_given_answer *late = &answers->given[answers->last_late - 1];
    base_text_add(text, "%s(", htn_query_name(answers->domain, late->query));
    for (uint32_t i = 0; i < htn_query_parameters(answers->domain, late->query); i++) {
        base_text_add(text, i > 0 ? ", " : "");
        cli_add_value(text, answers->domain, htn_query_parameter_type(answers->domain, late->query, i),
                      late->arguments[i]);
    }
    base_text_add(text, ")");
}

int32_t cli_answers_find(cli_answers *answers, htn_query query, const int32_t *arguments)
{
    const cli_given_answer *found = find(answers, query, arguments);
    answers->last = found != NULL ? CLI_ANSWER_SET : CLI_ANSWER_DEFAULT;
    return found != NULL ? found->value : htn_query_default(answers->domain, query);
}

htn_status cli_answers_give(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    cli_answers *of = user;
    const cli_given_answer *found = find(of, question->query, question->arguments);
    if (found != NULL && found->late) {
        of->last_late = (uint32_t)(found - of->given) + 1;
        return HTN_WAITS;
    }
    answers[0] = cli_answers_find(user, question->query, question->arguments);
    if (htn_query_candidates(of->domain, question->query) == 0)
        return HTN_OK;
    *count = found == NULL ? 0 : found->proposed < question->capacity ? found->proposed : question->capacity;
    for (uint32_t i = 0; i < *count; i++)
        answers[i] = found->candidates[i];
    return HTN_OK;
}

htn_query cli_answers_at(const cli_answers *answers, uint32_t index, const int32_t **arguments, int32_t *value)
{
    const cli_given_answer *given = &answers->given[index];
    if (arguments != NULL)
        *arguments = given->arguments;
    if (value != NULL)
        *value = given->value;
    return given->query;
}

cli_answers cli_answers_copy(const cli_answers *answers)
{
    cli_answers copy = *answers;
    copy.capacity = copy.count;
    copy.given = NULL;
    if (copy.count > 0) {
        copy.given = base_allocate(copy.count * sizeof *copy.given);
        memcpy(copy.given, answers->given, copy.count * sizeof *copy.given);
    }
    return copy;
}

void cli_answers_free(cli_answers *answers)
{
    free(answers->given);
}
