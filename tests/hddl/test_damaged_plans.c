/*
 * Plans of all our problems, damaged in every small way: whatever check_plan() accepts, the naive checker accepts, and what that accepts and
 * is laid out properly, check_plan() does. TAP on stdout. HTN_LONG=1: all damage, not a part of it drawn.
 */
#define _POSIX_C_SOURCE 200809L
#include "draw.h"
#include "naive_check.h"
#include "our_problems.h"
#include "hddl/read/hddl.h"
#include "hddl/solve/plan_write.h"
#include "hddl/solve/solve.h"
#include "hddl/check/check_plan.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIED = 1000, MOST_TEXT = 6000, MOST_PIECES = 600 };

static int cases, failures;

/* One plan being damaged. */
typedef struct damaged {
    const hddl_problem *problem;
    const char *text;
    size_t length;
    char *work;
    uint32_t in_all, tried, accepted; /* of how many each is tried; how many were */
    uint64_t random;
    bool differs;
} damaged;

/* The damaged text stands in `work`. `laid_out`: words and lines were moved, and no byte was broken. */
static void try(damaged *d, bool laid_out)
{
    base_text said = {0};
    const size_t length = strlen(d->work);
    if (d->in_all > MOST_TRIED && getenv("HTN_LONG") == NULL && draw_below(&d->random, d->in_all) >= MOST_TRIED)
        return;
    char *copy = malloc(length + 1);
    if (copy == NULL)
        abort();
    memcpy(copy, d->work, length + 1);
    const bool accepted = check_plan(d->problem, "plan", copy, length, &said) == CHECK_VALID;
    const bool naive = naive_check(d->problem, d->work);
    d->tried++;
    d->accepted += accepted;
    if ((accepted && !naive) || (laid_out && naive && !accepted)) {
        if (!d->differs)
            printf("# %s by check_plan() alone:\n%s# %s\n", accepted ? "accepted" : "refused", d->work,
                   base_text_of(&said));
        d->differs = true;
    }
    free(copy);
    base_text_free(&said);
}

/* --- Bytes ------------------------------------------------------------------------------------------------------ */

static void damage_bytes(damaged *d)
{
    static const char others[] = {'0', 'a', ' ', '\n', '-', '<'};
    for (size_t i = 0; i < d->length; i++) {
        memcpy(d->work, d->text, d->length + 1);
        d->work[i] = '\0';
        try(d, false);
        memmove(d->work + i, d->text + i + 1, d->length - i);
        try(d, false);
        memcpy(d->work, d->text, d->length + 1);
        d->work[i] = others[draw_below(&d->random, sizeof others)];
        try(d, false);
    }
}

/* --- Lines and words -------------------------------------------------------------------------------------------- */

typedef struct piece {
    const char *begin;
    size_t length; /* with what ends it */
} piece;

/* Cuts the text into lines, or into words with one blank or end of line each. */
static uint32_t cut(const char *text, const char *ends, piece *pieces)
{
    uint32_t count = 0;
    for (; *text != '\0' && count < MOST_PIECES; text += pieces[count++].length) {
        const size_t length = strcspn(text, ends);
        pieces[count] = (piece){text, length + (text[length] != '\0')};
    }
    return count;
}

static void join(damaged *d, const piece *pieces, uint32_t count)
{
    char *at = d->work;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(at, pieces[i].begin, pieces[i].length);
        at += pieces[i].length;
    }
    *at = '\0';
}

static void swap(piece *pieces, uint32_t i, uint32_t k)
{
    const piece held = pieces[i];
    pieces[i] = pieces[k];
    pieces[k] = held;
}

static void damage_lines(damaged *d)
{
    piece lines[MOST_PIECES], changed[MOST_PIECES + 1];
    const uint32_t count = cut(d->text, "\n", lines);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(changed, lines, sizeof lines);
        memmove(changed + i, lines + i + 1, (count - i - 1) * sizeof *lines);
        join(d, changed, count - 1);
        try(d, true);
        for (uint32_t k = 0; k < count; k++) {
            memcpy(changed, lines, sizeof lines);
            swap(changed, i, k);
            join(d, changed, count);
            try(d, true);
            memcpy(changed, lines, sizeof lines);
            memmove(changed + i + 1, lines + i, (count - i) * sizeof *lines);
            changed[i] = lines[k];
            join(d, changed, count + 1);
            try(d, true);
        }
    }
}

/* What ends a word stays where it is. */
static piece word_with_end(const piece *word, const piece *place, char *room)
{
    memcpy(room, word->begin, word->length - 1);
    room[word->length - 1] = place->begin[place->length - 1];
    return (piece){room, word->length};
}

static void damage_words(damaged *d)
{
    piece words[MOST_PIECES], changed[MOST_PIECES];
    char room[2][128];
    const uint32_t count = cut(d->text, " \n", words);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            if (words[i].length > sizeof room[0] || words[k].length > sizeof room[0])
                continue;
            memcpy(changed, words, sizeof words);
            changed[i] = word_with_end(&words[k], &words[i], room[0]);
            join(d, changed, count);
            try(d, true);
            changed[k] = word_with_end(&words[i], &words[k], room[1]);
            join(d, changed, count);
            try(d, true);
        }
    }
}

static void damage(const char *name, const hddl_problem *problem, const char *text)
{
    piece pieces[MOST_PIECES];
    const uint32_t lines = cut(text, "\n", pieces), words = cut(text, " \n", pieces);
    damaged d = {.problem = problem, .text = text, .length = strlen(text), .random = 1};
    d.in_all = (uint32_t)d.length * 3 + lines * lines * 2 + words * words * 2;
    d.work = malloc(d.length * 2 + 256);
    if (d.work == NULL)
        abort();
    memcpy(d.work, text, d.length + 1);
    const uint32_t in_all = d.in_all;
    d.in_all = 1; /* this one in any case */
    try(&d, true);
    const bool good = d.accepted == 1;
    d.in_all = in_all;
    damage_bytes(&d);
    damage_lines(&d);
    damage_words(&d);
    printf("%sok %d - %s\n# %u of %u damaged plans tried, %u of them still plans\n", good && !d.differs ? "" : "not ",
           ++cases, name, d.tried - 1, in_all, d.accepted - 1);
    failures += !good || d.differs;
    fflush(stdout);
    free(d.work);
}

/* --- Our problems ----------------------------------------------------------------------------------------------- */

/* What solve() finds, as text; NULL: it finds nothing, or something long. The caller frees it. */
static char *plan_of(const hddl_problem *problem)
{
    hddl_budget budget = hddl_budget_make();
    hddl_plan plan = {0};
    solve_statistics statistics;
    char *text = NULL;
    FILE *file = tmpfile();
    if (file == NULL)
        abort();
    budget.end = hddl_budget_now(&budget) + 5;
    if (solve(problem, &budget, &plan, &statistics) == HDDL_PLAN_FOUND && hddl_plan_write(problem, &plan, file) &&
        ftell(file) < MOST_TEXT) {
        const size_t length = (size_t)ftell(file);
        text = malloc(length + 1);
        rewind(file);
        if (text == NULL || fread(text, 1, length, file) != length)
            abort();
        text[length] = '\0';
    }
    fclose(file);
    hddl_plan_free(&plan);
    return text;
}

static void one_problem(const our_problem *our, void *user)
{
    base_workspace workspace;
    const hddl_problem *problem;
    (void)user;
    if (hddl_read(&workspace, our->domain, our->problem, NULL, &problem) == BASE_DONE) {
        char *text = plan_of(problem);
        if (text != NULL)
            damage(our->name, problem, text);
        free(text);
    }
    base_workspace_close(&workspace);
}

int main(void)
{
    for_our_problems(one_problem, NULL);
    printf("1..%d\n", cases);
    return failures > 0 || cases == 0;
}
