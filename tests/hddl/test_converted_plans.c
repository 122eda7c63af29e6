/*
 * Our problems in HDDL by way of .htn: the plans that the virtual machine finds over the blob are plans of the problem, by a decomposition that
 * is looked for here; where there is none, none is found. TAP on stdout.
 */
#define _POSIX_C_SOURCE 200809L
#include "hddl/read/hddl.h"
#include "cli/common/hddl_subject.h"
#include "converted_plan.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATH = 400 };

static int cases, failures;

static void verdict(bool good, const char *name, const char *what)
{
    printf("%sok %d - %s%s\n", good ? "" : "not ", ++cases, name, what);
    failures += !good;
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

static bool is_plan(const hddl_problem *problem, const char *text)
{
    naive_step steps[CONVERTED_STEPS];
    uint32_t count;
    return converted_steps(problem, text, steps, &count) && naive_parse(problem, steps, count);
}

static void try_with(const char *domain, const char *path, const hddl_problem *problem, hddl_loops loops, bool solvable)
{
    const htnc_options options = {0};
    cli_hddl hddl = {.goal = CLI_HDDL_COMPILE, .loops = loops};
    base_text text = {0};
    const bool compiles = cli_hddl_read(&hddl, domain, path, &options) == BASE_DONE;
    const htn_status status = compiles ? converted_plan(&hddl.compilation, &text, NULL) : HTN_BAD_BLOB;
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
