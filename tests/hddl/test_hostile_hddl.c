/*
 * A domain and a problem broken in every way: cut at every byte, bytes changed, words and lines moved. An error, or a problem that is solved or
 * given up in little time and memory; a plan is accepted by both checkers. Meant for the build with sanitizers. TAP on stdout.
 * HTN_LONG=1: much more of it.
 */
#include "draw.h"
#include "naive_check.h"
#include "naive_search.h"
#include "our_problems.h"
#include "hddl/read/hddl.h"
#include "hddl/solve/plan_write.h"
#include "hddl/solve/solve.h"
#include "hddl/check/check_plan.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_PIECES = 2000, ROUNDS = 1000, FEWER_ROUNDS = 100, MORE = 60, MOST_MEMORY = 64 << 20 };
static const double seconds_each = 0.1;

static int cases, failures;

/* Two texts, the one being broken, and what came of it. */
typedef struct pair {
    const char *texts[2];
    char *broken; /* of texts[which] */
    int which;
    uint32_t errors, plans, none, limits, tried; /* of `none`: where everything was tried to find one */
    uint64_t random;
    bool good;
} pair;

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        abort();
    memcpy(copy, text, size);
    return copy;
}

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    const pair *p = user;
    const int which = strcmp(path, "problem") == 0;
    *text = copy_text(which == p->which ? p->broken : p->texts[which]);
    *length = strlen(*text);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

/* Both checkers have to accept what the planner prints. */
static bool is_accepted(const hddl_problem *problem, const hddl_plan *plan)
{
    FILE *file = tmpfile();
    base_text said = {0};
    if (file == NULL)
        abort();
    bool good = hddl_plan_write(problem, plan, file);
    const size_t length = (size_t)ftell(file);
    char *text = malloc(length + 1);
    rewind(file);
    if (text == NULL || fread(text, 1, length, file) != length)
        abort();
    text[length] = '\0';
    good = good && (length > 6000 || naive_check(problem, text)) &&
           check_plan(problem, "plan", text, length, &said) == CHECK_VALID;
    if (!good)
        printf("# %s\n", base_text_of(&said));
    base_text_free(&said);
    free(text);
    fclose(file);
    return good;
}

static void solve_it(pair *p, const hddl_problem *problem)
{
    hddl_budget budget = hddl_budget_make();
    hddl_plan plan = {0};
    solve_statistics statistics;
    budget.cpu = true;
    budget.end = hddl_budget_now(&budget) + seconds_each;
    budget.memory_limit = MOST_MEMORY;
    switch (solve(problem, &budget, &plan, &statistics)) {
    case HDDL_PLAN_FOUND:
        p->plans++;
        if (!is_accepted(problem, &plan)) {
            if (p->good)
                printf("# a plan that is none, of this %s:\n%s\n", p->which ? "problem" : "domain", p->broken);
            p->good = false;
        }
        break;
    case HDDL_NO_PLAN:
        p->none++;
        const naive_answer answer = naive_search(problem);
        p->tried += answer != NAIVE_TOO_LARGE;
        if (answer == NAIVE_PLAN) {
            printf("# there is a plan all the same, of this %s:\n%s\n", p->which ? "problem" : "domain", p->broken);
            p->good = false;
        }
        break;
    default: p->limits++; break;
    }
    hddl_plan_free(&plan);
}

static void try(pair *p)
{
    const base_reader reader = {read_text, release_text, p, NULL};
    const base_options options = {.reader = &reader};
    base_workspace workspace;
    const hddl_problem *problem;
    const base_result result = hddl_read(&workspace, "domain", "problem", &options, &problem);
    if (result == BASE_DONE)
        solve_it(p, problem);
    else if (result == BASE_REJECTED && workspace.diagnostics.errors > 0)
        p->errors++;
    else
        p->good = false;
    base_workspace_close(&workspace);
}

static void cut_everywhere(pair *p)
{
    const char *text = p->texts[p->which];
    for (size_t i = strlen(text); i-- > 0;) {
        p->broken = copy_text(text);
        p->broken[i] = '\0';
        try(p);
        free(p->broken);
    }
}

static void change_bytes(pair *p, uint32_t rounds)
{
    static const char others[] = "()?-: ;a=\x01\xFF";
    const char *text = p->texts[p->which];
    for (uint32_t i = 0; i < rounds; i++) {
        p->broken = copy_text(text);
        for (uint32_t changes = 1 + draw_below(&p->random, 3); changes > 0; changes--) {
            const uint32_t at = draw_below(&p->random, strlen(text));
            p->broken[at] = others[draw_below(&p->random, sizeof others - 1)];
        }
        try(p);
        free(p->broken);
    }
}

/* Words are what stands between blanks and parentheses, and those themselves. */
static uint32_t cut(const char *text, bool lines, const char **begins, size_t *lengths)
{
    uint32_t count = 0;
    for (; *text != '\0' && count < MOST_PIECES; text += lengths[count++]) {
        const size_t length = strcspn(text, lines ? "\n" : " \n()");
        begins[count] = text;
        lengths[count] = lines ? length + (text[length] != '\0') : length > 0 ? length : 1;
    }
    return count;
}

/* One piece in place of another, or beside it, or gone. */
static void move_pieces(pair *p, bool lines, uint32_t rounds)
{
    static const char *begins[MOST_PIECES];
    static size_t lengths[MOST_PIECES];
    const char *text = p->texts[p->which];
    const uint32_t count = cut(text, lines, begins, lengths);
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t place = draw_below(&p->random, count), piece = draw_below(&p->random, count);
        const uint32_t what = draw_below(&p->random, 3);
        const size_t before = (size_t)(begins[place] - text), gone = what < 2 ? lengths[place] : 0;
        const size_t added = what > 0 ? lengths[piece] : 0;
        p->broken = malloc(strlen(text) + added + 1);
        if (p->broken == NULL)
            abort();
        memcpy(p->broken, text, before);
        memcpy(p->broken + before, begins[piece], added);
        strcpy(p->broken + before + added, text + before + gone);
        try(p);
        free(p->broken);
    }
}

static void report(pair *p, const char *what)
{
    printf("%sok %d - the %s: %s\n# %u errors, %u plans, %u without a plan (everything was tried in %u), %u given up\n",
           p->good ? "" : "not ", ++cases, p->which ? "problem" : "domain", what, p->errors, p->plans, p->none,
           p->tried, p->limits);
    failures += !p->good;
    fflush(stdout);
    p->good = true;
    p->errors = p->plans = p->none = p->limits = p->tried = 0;
}

static char *file_text(const char *path)
{
    enum { ROOM = 1 << 16 };
    FILE *file = fopen(path, "rb");
    char *text = malloc(ROOM);
    if (file == NULL || text == NULL)
        abort();
    text[fread(text, 1, ROOM - 1, file)] = '\0';
    fclose(file);
    return text;
}

static uint32_t rounds(uint32_t brief)
{
    return getenv("HTN_LONG") != NULL ? brief * MORE : brief;
}

/* The courier's domain has every construct, and is broken in every way. */
static void break_one(const char *domain_path, const char *problem_path)
{
    char *domain = file_text(domain_path), *problem = file_text(problem_path);
    pair p = {.texts = {domain, problem}, .random = 7, .good = true};
    for (p.which = 0; p.which < 2; p.which++) {
        cut_everywhere(&p);
        report(&p, "cut at every byte");
        change_bytes(&p, rounds(ROUNDS));
        report(&p, "bytes changed");
        move_pieces(&p, false, rounds(ROUNDS));
        report(&p, "words moved");
        move_pieces(&p, true, rounds(ROUNDS));
        report(&p, "lines moved");
    }
    free(domain);
    free(problem);
}

/* Of the others the pieces are moved: most of what comes of that is another problem. */
static void shuffle(const our_problem *our, void *user)
{
    char *domain = file_text(our->domain), *problem = file_text(our->problem);
    pair p = {.texts = {domain, problem}, .random = 7, .good = true};
    (void)user;
    for (p.which = 0; p.which < 2; p.which++) {
        move_pieces(&p, false, rounds(FEWER_ROUNDS));
        move_pieces(&p, true, rounds(FEWER_ROUNDS));
        report(&p, our->name);
    }
    free(domain);
    free(problem);
}

int main(void)
{
    break_one("tests/hddl/a_courier_delivers_by_bike_and_by_foot.hddl",
              "tests/hddl/a_courier_delivers_by_bike_and_by_foot.problem.hddl");
    for_our_problems(shuffle, NULL);
    printf("1..%d\n", cases);
    return failures > 0;
}
