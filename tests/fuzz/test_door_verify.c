/*
 * The door for `htn verify`: a domain, behind it, from `(define (problem` on, a problem, and behind that, from `==>` on, a plan. Whatever
 * the plan says, it is judged: valid, or not, with a reason. Under libFuzzer half of the changes exchange words of the plan.
 */
#include "base/diagnostic_print.h"
#include "base/text.h"
#include "fuzz.h"
#include "hddl/check/check_plan.h"
#include "hddl/read/hddl.h"
#include "hddl_texts.h"
#include <stdlib.h>
#include <string.h>

static void judge(const hddl_problem *problem, const char *from)
{
    const size_t length = strlen(from);
    char *plan = must_allocate(length + 1); /* of its own, so that a sanitizer sees a byte too many */
    base_text said = {0};
    memcpy(plan, from, length + 1);
    const check_answer answer = check_plan(problem, "plan", plan, length, &said);
    fuzz_expect(answer != CHECK_INVALID || base_text_of(&said)[0] != '\0', "a plan that is refused without a reason");
    base_text_free(&said);
    free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = must_allocate(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    const char *cut = strstr(text, "(define (problem"), *plan = cut != NULL ? strstr(cut, "==>") : NULL;
    if (plan != NULL) {
        hddl_texts files = {text, cut, plan};
        const base_reader reader = hddl_texts_reader(&files);
        const base_options options = {.reader = &reader};
        const hddl_problem *problem;
        base_workspace workspace;
        if (hddl_read(&workspace, "domain.hddl", "problem.hddl", &options, &problem) == BASE_DONE)
            judge(problem, plan);
        base_workspace_close(&workspace);
    }
    free(text);
    return 0;
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

static size_t word_from(const uint8_t *text, size_t size, size_t at)
{
    size_t length = 0;
    while (at + length < size && text[at + length] != ' ' && text[at + length] != '\n')
        length++;
    return length;
}

/* Half of the time a word of the plan takes the place of another. The domain and the problem stay as they are. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned int seed)
{
    enum { MOST_WORD = 64 };
    uint8_t word[MOST_WORD];
    uint64_t state = seed;
    size_t plan = 0;
    while (plan + 3 < size && memcmp(data + plan, "==>", 3) != 0)
        plan++;
    if (plan + 4 >= size || random_below(&state, 2))
        return LLVMFuzzerMutate(data, size, most);
    const uint32_t room = (uint32_t)(size - plan - 3);
    const size_t from = plan + 3 + random_below(&state, room), to = plan + 3 + random_below(&state, room);
    const size_t length = word_from(data, size, from), gone = word_from(data, size, to);
    if (length > MOST_WORD || size - gone + length > most)
        return LLVMFuzzerMutate(data, size, most);
    memcpy(word, data + from, length);
    memmove(data + to + length, data + to + gone, size - to - gone);
    memcpy(data + to, word, length);
    return size - gone + length;
}

#endif
