/* Answers of queries that a person gave; see given_answers.h. A later answer replaces an earlier one for the same arguments. */
#include "cli/common/given_answers.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

struct cli_given_answer {
    htn_query query;
    int32_t value;
    int32_t arguments[HTN_MAX_ARGUMENTS];
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
        memcpy(at->arguments, arguments, htn_query_parameters(answers->domain, query) * sizeof *arguments);
    }
    at->value = value;
}

int32_t cli_answers_find(cli_answers *answers, htn_query query, const int32_t *arguments)
{
    const cli_given_answer *found = find(answers, query, arguments);
    answers->last = found != NULL ? CLI_ANSWER_SET : CLI_ANSWER_DEFAULT;
    return found != NULL ? found->value : htn_query_default(answers->domain, query);
}

htn_status cli_answers_give(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    (void)count;
    answers[0] = cli_answers_find(user, question->query, question->arguments);
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
