/*
 * Our problems in HDDL by way of .htn: the plans that the virtual machine finds over the blob are plans of the problem, by a decomposition that
 * is looked for here; where there is none, none is found. Names are told from those of .htn by their letters and digits. TAP on stdout.
 */
#define _POSIX_C_SOURCE 200809L
#include "hddl/read/hddl.h"
#include "cli/common/hddl_subject.h"
#include "naive_parse.h"
#include "cli/common/plan_text.h"
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 64, MOST_PATH = 400, MOST_WORDS = 1 + NAIVE_MOST_ARITY };

static int cases, failures;

static void verdict(bool good, const char *name, const char *what)
{
    printf("%sok %d - %s%s\n", good ? "" : "not ", ++cases, name, what);
    failures += !good;
}

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

/* Plans over a blob; `text` gets the steps, a line each. */
static htn_status plan(const htnc_compilation *compilation, base_text *text)
{
    const htn_limits limits = {.steps = MOST_STEPS, .depth = 60, .work = 2000000};
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
    }
    free(memory);
    free(block);
    return status;
}

static bool is_plan(const hddl_problem *problem, const char *text)
{
    naive_step steps[MOST_STEPS];
    uint32_t count = 0;
    char *copy = malloc(strlen(text) + 1);
    bool good = copy != NULL;
    if (copy == NULL)
        abort();
    strcpy(copy, text);
    for (char *line = copy, *next; good && *line != '\0'; line = next) {
        next = line + strcspn(line, "\n");
        next += *next != '\0' ? (*next = '\0', 1) : 0;
        good = count < MOST_STEPS && read_step(problem, line, &steps[count++]);
    }
    free(copy);
    return good && naive_parse(problem, steps, count);
}

/* --- Problems ----------------------------------------------------------------------------------- */

/* What the first line of a file expects: 1 a plan, 0 none, -1 it does not say. */
static int expectation(const char *path)
{
    char line[40] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    if (file != NULL)
        fclose(file);
    return strcmp(line, "; plan\n") == 0 ? 1 : strcmp(line, "; no plan\n") == 0 ? 0 : -1;
}

static void try_with(const char *domain, const char *path, const hddl_problem *problem, hddl_loops loops, bool solvable)
{
    const htnc_options options = {0};
    cli_hddl hddl = {.goal = CLI_HDDL_COMPILE, .loops = loops};
    base_text text = {0};
    const bool compiles = cli_hddl_read(&hddl, domain, path, &options) == BASE_DONE;
    const htn_status status = compiles ? plan(&hddl.compilation, &text) : HTN_BAD_BLOB;
    const bool found = status == HTN_OK;
    const bool good =
        compiles && (found ? solvable && is_plan(problem, base_text_of(&text)) : !solvable || loops == HDDL_LOOPS_CUT);
    verdict(good, path, loops == HDDL_LOOPS_CUT ? ", with the loop guard" : "");
    if (!good)
        printf("#   %s; the plan:\n%s", compiles ? htn_status_text(status) : "does not compile", base_text_of(&text));
    base_text_free(&text);
    cli_hddl_close(&hddl);
}

static void try_problem(const char *name)
{
    char path[MOST_PATH], domain[MOST_PATH];
    base_workspace workspace;
    const hddl_problem *problem;
    snprintf(path, sizeof path, "tests/hddl/%s", name);
    snprintf(domain, sizeof domain, "tests/hddl/%.*s.hddl", (int)strcspn(name, "."), name);
    const int expected = expectation(path) >= 0 ? expectation(path) : expectation(domain);
    if (expected < 0)
        return;
    if (hddl_read(&workspace, domain, path, NULL, &problem) == BASE_DONE) {
        try_with(domain, path, problem, HDDL_LOOPS_AUTO, expected == 1);
        try_with(domain, path, problem, HDDL_LOOPS_CUT, expected == 1);
    } else {
        verdict(false, path, " is read");
    }
    base_workspace_close(&workspace);
}

static int is_problem(const struct dirent *entry)
{
    const char *end = strstr(entry->d_name, ".problem.hddl");
    return end != NULL && strcmp(end, ".problem.hddl") == 0;
}

int main(void)
{
    struct dirent **entries;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int count = scandir("tests/hddl", &entries, is_problem, alphasort);
    for (int i = 0; i < count; i++) {
        try_problem(entries[i]->d_name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    verdict(count > 10, "there are problems to try", "");
    printf("1..%d\n", cases);
    return failures != 0;
}
