/* See tasks_to_plan.h. A comma in a symbol's quotes does not end an argument. */
#include "cli/common/tasks_to_plan.h"
#include "base/decimal.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_read.h"
#include "cli/common/value_text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of one task as they are read. */
typedef struct reader {
    const htn_world *world;
    const htn_domain *domain;
    const char *spawn;
    base_text *problem;
    htn_task task;
    uint32_t count; /* of arguments so far */
    int32_t *values;
} reader;

static char *trim(char *text)
{
    text += strspn(text, " \t");
    for (size_t length = strlen(text); length > 0 && strchr(" \t", text[length - 1]) != NULL;)
        text[--length] = '\0';
    return text;
}

/* Ends the argument at `at`, and returns the next one; NULL: it is the last. */
static char *end_argument(char *at)
{
    bool quoted = false;
    for (; *at != '\0'; at++) {
        quoted ^= *at == '"';
        if (*at == ',' && !quoted) {
            *at = '\0';
            return at + 1;
        }
    }
    return NULL;
}

/* `Travel(who, to)` */
static void add_form(base_text *text, const htn_domain *domain, htn_task task)
{
    base_text_add(text, "%s(", htn_task_name(domain, task));
    for (uint32_t i = 0; i < htn_task_parameters(domain, task); i++)
        base_text_add(text, "%s%s", i > 0 ? ", " : "", htn_task_parameter_name(domain, task, i));
    base_text_add(text, ")");
}

/* --- Values ------------------------------------------------------------------------------------- */

static bool bad_argument(reader *r, const char *text)
{
    const htn_domain *domain = r->domain;
    const uint32_t type = htn_task_parameter_type(domain, r->task, r->count);
    base_text_add(r->problem, "`%s` is no value of `%s`, which takes ", text,
                  htn_task_parameter_name(domain, r->task, r->count));
    if (type == HTN_NONE)
        base_text_add(r->problem, "a text in quotes");
    else if (htn_type_kind_of(domain, type) == HTN_TYPE_INTEGER)
        base_text_add(r->problem, "a whole number");
    else if (htn_type_kind_of(domain, type) == HTN_TYPE_FIXED)
        base_text_add(r->problem, "a number with at most three decimals");
    else
        cli_add_values_of(r->problem, domain, type, false);
    return false;
}

/* `"Enemy"`, also without quotes. */
static bool read_symbol(reader *r, char *text, int32_t *value)
{
    const size_t length = strlen(text);
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text[length - 1] = '\0';
        text++;
    }
    if (htn_symbol_find(r->domain, text, value))
        return true;
    base_text_add(r->problem, "no task of the domain has the text \"%s\"", text);
    return false;
}

static bool read_number(const char *text, int32_t *value)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    *value = (int32_t)number;
    return end != text && *end == '\0' && errno == 0 && number >= INT32_MIN && number <= INT32_MAX;
}

static bool not_there(reader *r, uint32_t type, int32_t instance)
{
    const uint32_t own = cli_instance_type(r->domain, type, instance);
    cli_add_value(r->problem, r->domain, type, instance);
    base_text_add(r->problem, " does not exist; `%s%s=%d` creates it", r->spawn, htn_type_name(r->domain, own),
                  instance - htn_type_low(r->domain, own) + 1);
    return false;
}

static bool read_argument(reader *r, char *text)
{
    const uint32_t type = htn_task_parameter_type(r->domain, r->task, r->count);
    int32_t *value = &r->values[r->count];
    if (type == HTN_NONE)
        return read_symbol(r, text, value);
    const htn_type_kind kind = htn_type_kind_of(r->domain, type);
    if (kind == HTN_TYPE_INTEGER ? !read_number(text, value)
        : kind == HTN_TYPE_FIXED ? !base_decimal_read(text, value)
                                 : !cli_read_value(r->domain, type, text, value))
        return bad_argument(r, text);
    if (htn_type_is_open(r->domain, type) && *value >= 0 && !htn_world_exists(r->world, type, *value))
        return not_there(r, type, *value);
    return true;
}

static bool wrong_count(reader *r, uint32_t given)
{
    const uint32_t count = htn_task_parameters(r->domain, r->task);
    add_form(r->problem, r->domain, r->task);
    base_text_add(r->problem, " takes ");
    base_text_add_count(r->problem, count, "argument", "arguments");
    base_text_add(r->problem, ", and %u %s given", given, given == 1 ? "is" : "are");
    return false;
}

static uint32_t count_arguments(const char *list)
{
    uint32_t count = list[strspn(list, " \t")] != '\0';
    bool quoted = false;
    for (; *list != '\0'; list++) {
        quoted ^= *list == '"';
        count += *list == ',' && !quoted;
    }
    return count;
}

/* Reads what stands between the parentheses. Writes to `list`. */
static bool read_arguments(reader *r, char *list)
{
    const uint32_t given = count_arguments(list);
    if (given != htn_task_parameters(r->domain, r->task))
        return wrong_count(r, given);
    for (; r->count < given; r->count++) {
        char *next = end_argument(list);
        if (!read_argument(r, trim(list)))
            return false;
        list = next;
    }
    return true;
}

/* --- Tasks -------------------------------------------------------------------------------------- */

/* The tasks that the compiler made for an Each, an Optional or an AnyOrder have names that are no words. */
static bool is_written(const char *name)
{
    return strpbrk(name, ". ") == NULL;
}

static void add_unknown_task(const reader *r, const char *name)
{
    const uint32_t count = htn_domain_count(r->domain, HTN_SECTION_TASKS);
    const char **names = base_allocate((count + (size_t)1) * sizeof *names);
    uint32_t written = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_written(htn_task_name(r->domain, i)))
            names[written++] = htn_task_name(r->domain, i);
    base_text_add(r->problem, "the domain has no task '%s'%s", name, cli_did_you_mean(name, names, written));
    free((void *)names);
}

static bool find_task(reader *r, const char *name)
{
    r->task = is_written(name) ? htn_task_find(r->domain, name) : HTN_NONE;
    if (r->task == HTN_NONE)
        add_unknown_task(r, name);
    return r->task != HTN_NONE;
}

/* `text` is taken apart. */
static bool read_task(reader *r, char *text)
{
    char *list = strchr(text, '('), *close = strrchr(text, ')');
    if (list == NULL || close == NULL || close[1] != '\0' || close < list) {
        base_text_add(r->problem,
                      "a task is given with its arguments in parentheses, as in `Travel(Home)` or `Rest()`");
        return false;
    }
    *list++ = *close = '\0';
    if (!find_task(r, trim(text)))
        return false;
    r->values = base_allocate((htn_task_parameters(r->domain, r->task) + (size_t)1) * sizeof *r->values);
    return read_arguments(r, list);
}

bool cli_given_add(cli_given_tasks *given, const htn_world *world, const char *text, const char *spawn,
                   base_text *problem)
{
    reader r = {.world = world, .domain = world->domain, .spawn = spawn, .problem = problem};
    char *copy = base_duplicate_text(text);
    const bool read = read_task(&r, trim(copy));
    free(copy);
    if (!read) {
        free(r.values);
        return false;
    }
    given->tasks = base_grow_array(given->tasks, given->count, &given->capacity, sizeof *given->tasks);
    given->tasks[given->count++] = (htn_given_task){r.task, r.values, r.count};
    return true;
}

void cli_given_free(cli_given_tasks *given)
{
    for (size_t i = 0; i < given->count; i++)
        free((void *)(uintptr_t)given->tasks[i].arguments);
    free(given->tasks);
    *given = (cli_given_tasks){0};
}

void cli_add_given(base_text *text, const htn_domain *domain, const htn_given_task *tasks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        base_text_add(text, i > 0 ? ", " : "");
        cli_add_step(text, domain, tasks[i].task, tasks[i].arguments);
    }
}
