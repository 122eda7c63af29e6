/* Plans of a translated problem; see converted_plan.h. */
#include "converted_plan.h"
#include "cli/common/plan_text.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 1 + NAIVE_MOST_ARITY };

/* --- Names -------------------------------------------------------------------------------------- */

/* Whether `name` may be what became of a name of HDDL: the same but for what .htn cannot write, and an end behind it. */
static bool may_be(const char *name, const char *hddl)
{
    name += *name == '_' && isdigit((unsigned char)*hddl);
    for (; *hddl != '\0'; hddl++, name++)
        if (isalnum((unsigned char)*hddl) ? *name != *hddl : *name != '_')
            return false;
    return *name == '\0' || *name == '_';
}

/* The longest name that it may be: `a_b_2` is the second of those that are `a_b`. */
static uint32_t find_name(const char *name, const char *const *names, uint32_t count)
{
    uint32_t best = count;
    uint32_t number = 1;
    for (uint32_t i = 0; i < count; i++)
        if (may_be(name, names[i]) && (best == count || strlen(names[i]) > strlen(names[best])))
            best = i;
    if (best == count)
        return count;
    const char *end = name + strlen(names[best]) + (*name == '_' && isdigit((unsigned char)*names[best]));
    while (*end == '_')
        end++;
    for (uint32_t i = best + 1; i < count && isdigit((unsigned char)*end); i++)
        if (strlen(names[i]) == strlen(names[best]) && may_be(name, names[i]) && ++number == (uint32_t)atoi(end))
            return i;
    return best;
}

static bool read_step(const hddl_problem *problem, char *line, naive_step *step)
{
    const char *words[MOST_WORDS];
    const char *names[256];
    uint32_t count = 0;
    for (char *word = strtok(line, "(), "); word != NULL && count < MOST_WORDS; word = strtok(NULL, "(), "))
        words[count++] = word;
    for (uint32_t i = 0; i < problem->action_count && i < 256; i++)
        names[i] = problem->actions[i].schema.name;
    step->action = find_name(words[0], names, problem->action_count);
    if (step->action == problem->action_count || problem->actions[step->action].schema.parameter_count + 1 != count)
        return false;
    for (uint32_t i = 0; i < problem->object_count && i < 256; i++)
        names[i] = problem->objects[i].name;
    for (uint32_t i = 1; i < count; i++)
        if ((step->arguments[i - 1] = find_name(words[i], names, problem->object_count)) == problem->object_count)
            return false;
    return true;
}

/* --- Plans -------------------------------------------------------------------------------------- */

htn_status converted_plan(const htnc_compilation *compilation, base_text *text, int64_t *thousandths)
{
    const htn_limits limits = {.steps = CONVERTED_STEPS, .depth = 60, .work = 2000000};
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    htn_plan found;
    htn_status status = htn_domain_load(&domain, compilation->blob, compilation->blob_size, NULL);
    if (status != HTN_OK)
        return status;
    const size_t world_size = htn_world_bytes(&domain), size = htn_planner_bytes(&domain, &limits);
    void *memory = malloc(world_size), *block = malloc(size);
    if (memory == NULL || block == NULL)
        abort();
    status = htn_world_init(&world, &domain, memory, world_size);
    if (status == HTN_OK)
        status = htn_planner_init(&planner, &domain, &limits, block, size);
    if (status == HTN_OK) {
        status = htn_plan_find(planner, &world, NULL);
        htn_planner_plan(planner, &found);
        cli_add_plan(text, &domain, &found);
        if (thousandths)
            *thousandths = (domain.flags & HTN_BLOB_FIXED_COSTS ? 1 : 1000) * (int64_t)found.cost;
    }
    free(memory);
    free(block);
    return status;
}

bool converted_steps(const hddl_problem *problem, const char *text, naive_step *steps, uint32_t *count)
{
    char *copy = base_duplicate_text(text);
    bool good = true;
    *count = 0;
    for (char *line = copy, *next; good && *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        next += *next != '\0' ? (*next = '\0', 1) : 0;
        good = *count < CONVERTED_STEPS && read_step(problem, line, &steps[(*count)++]);
    }
    free(copy);
    return good;
}
