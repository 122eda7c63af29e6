/* Answers of queries; see answers.h. */
#include "answers.h"
#include "dice.h"

enum { MOST_LATE = 16 }; /* then answers are in time, so that a long plan can be checked, which begins again */

static int32_t answer_of(uint32_t seed, uint32_t query, const int32_t *arguments, uint32_t count)
{
    dice_state dice = dice_for(seed, 100 + (uint64_t)query);
    uint32_t i;

    for (i = 0; i < count; i++)
        dice = dice_for(dice_bits(&dice) ^ (uint32_t)arguments[i], i);
    if (dice_percent(&dice, 70))
        return dice_between(&dice, -1, 2);
    if (dice_percent(&dice, 70))
        return dice_between(&dice, -3, 12);
    return dice_between(&dice, INT32_MIN, INT32_MAX);
}

static bool is_value_of(const answers_state *answers, uint32_t type, int32_t value)
{
    const htn_domain *domain = answers->domain;

    if (answers->world && htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) != HTN_NONE)
        return htn_world_exists(answers->world, type, value);
    return value >= (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW) &&
           value <= (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
}

/* Few candidates mostly; some of them are no values of the type, some repeat others; now and then nobody proposes any. */
static uint32_t propose(uint32_t seed, uint32_t query, const int32_t *arguments, uint32_t count, int32_t *out,
                        uint32_t capacity)
{
    dice_state dice = dice_for(seed, 300 + (uint64_t)query);
    uint32_t i, proposed;

    for (i = 0; i < count; i++)
        dice = dice_for(dice_bits(&dice) ^ (uint32_t)arguments[i], i);
    proposed = dice_percent(&dice, 10) ? 0 : 1 + dice_below(&dice, capacity);
    for (i = 0; i < proposed; i++)
        out[i] = dice_percent(&dice, 5) ? dice_between(&dice, INT32_MIN, INT32_MAX) : dice_between(&dice, -1, 5);
    return proposed;
}

htn_status answer_runtime(void *user, const htn_question *question, int32_t *out, uint32_t *count)
{
    answers_state *answers = user;
    uint32_t i;

    answers->asked++;
    for (i = 0; i < question->argument_count; i++)
        if (!is_value_of(answers, htn_query_parameter_type(answers->domain, question->query, i),
                         question->arguments[i]))
            answers->asked_about_none = true;
    if (answers->late != 0 && dice_percent(&answers->lateness, answers->late)) {
        if (++answers->late_answers % MOST_LATE == 0)
            answers->late = 0;
        return HTN_WAITS;
    }
    if (htn_query_candidates(answers->domain, question->query) != 0) {
        answers->proposed++;
        *count = propose(answers->seed, question->query, question->arguments, question->argument_count, out,
                         question->capacity);
        return *count == 0 && answers->seed % 2 ? HTN_NOT_FOUND : HTN_OK;
    }
    out[0] = answer_of(answers->seed, question->query, question->arguments, question->argument_count);
    return HTN_OK;
}

int32_t answer_reference(void *user, const htnc_query *query, const int32_t *arguments)
{
    const answers_state *answers = user;

    return answer_of(answers->seed, query->index, arguments, query->parameter_count);
}

uint32_t propose_reference(void *user, const htnc_query *query, const int32_t *arguments, int32_t *values)
{
    const answers_state *answers = user;

    return propose(answers->seed, query->index, arguments, query->parameter_count, values,
                   (uint32_t)query->declaration->max->value);
}
