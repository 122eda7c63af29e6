/*
 * The reference planner itself, on small domains whose plans are known: what the language's page says of
 * entities, tables, binders, quantifiers and Prefer, one sentence per case. TAP on stdout.
 */
#include "reference.h"
#include "reference_cases.h"
#include "under_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static reference_planner *reference;
static const htnc_model *model;
static int32_t world[REFERENCE_CELLS];

/* --- Changing the world as a case says ------------------------------------------------------------ */

static void give_up(const char *what, const char *where)
{
    printf("Bail out! %s: %s\n", what, where);
    exit(2);
}

static bool is_name(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static const htnc_type *find_type(const char *text, size_t length)
{
    const htnc_type *type = model->types;

    while (type && !is_name(type->name, text, length))
        type = type->next;
    if (!type)
        give_up("no such type", text);
    return type;
}

static const htnc_property *find_property(const char *text, size_t length)
{
    const htnc_property *property = model->properties;

    while (property && !is_name(property->name, text, length))
        property = property->next;
    if (!property)
        give_up("no such property", text);
    return property;
}

static uint32_t find_cell(const htnc_property *property, const int32_t *indexes, uint32_t count)
{
    int32_t others[REFERENCE_INDEXES];
    uint32_t i;

    for (i = 0; i < reference_cell_count(reference, property); i++)
        if (reference_indexes(reference, property, i, others) == count &&
            memcmp(others, indexes, count * sizeof *indexes) == 0)
            return reference_first_cell(reference, property) + i;
    give_up("no such cell", property->name);
    return 0;
}

/* `P=1` or `T(0,2)=1`. */
static void set_value(const char *text)
{
    const htnc_property *property = find_property(text, strcspn(text, "(="));
    int32_t indexes[REFERENCE_INDEXES];
    uint32_t count = 0;
    char *at = (char *)(uintptr_t)strpbrk(text, "(=");

    while (*at != '=') {
        indexes[count++] = (int32_t)strtol(at + 1, &at, 10);
        if (*at == ')')
            at++;
    }
    world[find_cell(property, indexes, count)] = (int32_t)strtol(at + 1, NULL, 10);
}

/* Words between blanks: `+Enemy` comes, `-Enemy:2` goes, `P=1` is set. */
static void change_world(const char *words)
{
    while (words && *words) {
        size_t length = strcspn(words, " ");
        size_t name = strcspn(words, " :");

        if (*words == '+')
            reference_spawn(reference, find_type(words + 1, length - 1), world);
        else if (*words == '-')
            reference_despawn(reference, find_type(words + 1, name - 1), atoi(words + name + 1), world);
        else
            set_value(words);
        words += length + (words[length] == ' ');
    }
}

/* --- Answers in words ----------------------------------------------------------------------------- */

/* What begins in front of a step, or (`end`) has ended there: `{ [A() ] [B() ] }` is a group of two members. */
static size_t put_spans(char *text, const reference_plan *plan, uint32_t step, bool end)
{
    static const char *const brackets[][2] = {[REFERENCE_GROUP] = {"{ ", "} "},
                                              [REFERENCE_MEMBER] = {"[", "] "},
                                              [REFERENCE_ACHIEVE] = {"<", "> "},
                                              [REFERENCE_BACKGROUND] = {"(", ") "}};
    size_t length = 0;
    uint32_t i;

    for (i = 0; i < plan->span_count; i++) {
        const reference_span *span = &plan->spans[end ? plan->span_count - 1 - i : i];

        if ((end ? span->end : span->first) == step)
            length += (size_t)sprintf(text + length, "%s", brackets[span->kind][end]);
    }
    return length;
}

/* `Go(1) Hit(2,3) Split | 0 1`, or what it is if it is no plan. */
static const char *answer(const reference_plan *plan)
{
    static char text[4096];
    size_t length = 0;
    uint32_t i, k;

    if (plan->outcome != REFERENCE_PLAN && plan->outcome != REFERENCE_EMPTY_PLAN &&
        plan->outcome != REFERENCE_PARTIAL_PLAN)
        return reference_outcome_name(plan->outcome);
    text[0] = 0;
    for (i = 0; i < plan->step_count; i++) {
        length += put_spans(text + length, plan, i, false);
        length += (size_t)sprintf(text + length, "%s(", plan->steps[i].task->name.text);
        for (k = 0; k < plan->steps[i].argument_count; k++)
            length += (size_t)sprintf(text + length, "%s%d", k ? "," : "", (int)plan->steps[i].arguments[k]);
        length += (size_t)sprintf(text + length, ") ");
        length += put_spans(text + length, plan, i + 1, true);
    }
    length += (size_t)sprintf(text + length, "%s|", plan->partial ? "Split " : "");
    for (i = 0; i < plan->record_count; i++)
        length += (size_t)sprintf(text + length, " %u", (unsigned)plan->record[i]);
    return text;
}

static bool compare(const reference_case *test, const char *what, const reference_plan *plan, const char *wanted)
{
    const char *got = answer(plan);

    if (strcmp(got, wanted) == 0)
        return true;
    printf("# %s, %s: %s\n#   and not: %s\n", test->name, what, got, wanted);
    return false;
}

/* Whether what the compiler said is only that it does not translate this yet. */
static bool is_understood(const htnc_compilation *compilation)
{
    const base_diagnostic *each;

    for (each = compilation->workspace.diagnostics.first; each; each = each->next)
        if (each->severity == BASE_ERROR)
            return false;
    return compilation->model != NULL;
}

static bool run_case(const reference_case *test)
{
    static reference_plan plan;
    static reference_run running;
    const reference_limits limits = {64, 16, 100000, 0, 0};
    uint8_t done[REFERENCE_STEPS] = {0};
    bool good;

    reference_initial(reference, world);
    change_world(test->world);
    reference_find(reference, 0, world, &limits, &plan);
    good = compare(test, "the plan", &plan, test->plan);
    if (!good || !test->then)
        return good;
    reference_adopt(&running, &plan);
    change_world(test->then);
    memset(done, 1, test->steps_done == CASE_GOES_ON ? 0 : test->steps_done);
    if (test->steps_done == CASE_GOES_ON)
        reference_go_on(reference, &running, world, &limits, &plan);
    else
        reference_replan(reference, 0, &running, done, world, &limits, &plan);
    return compare(test, "replanning", &plan, test->replan);
}

static bool open_case(htnc_compilation *compilation, const reference_case *test)
{
    subject_state subject;
    char problem[4096] = "";

    subject_understand(compilation, test->text);
    if (is_understood(compilation) && reference_use(reference, compilation->model)) {
        model = compilation->model;
        return true;
    }
    subject.compilation = *compilation;
    subject_diagnostics(&subject, problem, sizeof problem);
    printf("# %s\n", problem);
    return false;
}

int main(void)
{
    int failures = 0;
    size_t i;

    reference = reference_new();
    for (i = 0; i < reference_case_count; i++) {
        htnc_compilation compilation;
        bool good = open_case(&compilation, &reference_cases[i]) && run_case(&reference_cases[i]);

        printf("%sok %u - %s\n", good ? "" : "not ", (unsigned)i + 1, reference_cases[i].name);
        failures += !good;
        htnc_free(&compilation);
    }
    printf("1..%u\n", (unsigned)reference_case_count);
    reference_free(reference);
    return failures != 0;
}
