/*
 * Typical slips, planted into good domains: how well messages and fix-its serve. For each slip that makes errors: whether the first
 * one is within a line of the slip, whether it is the only one, whether each fix-it makes fewer errors, and whether the fix-its of
 * the first error make the text clean. The shares are printed; the test fails where one is below its bound. `--show KIND`: the texts
 * of that kind of slip whose fix-its do not help.
 */
#include "base/diagnostic_print.h"
#include "compiler/htnc.h"
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16, EACH = 6 /* places of each kind of slip in each domain */ };

/* Bounds, of slips and in per cent. */
enum { LEAST_SLIPS = 2000, LEAST_NEAR = 95, LEAST_ALONE = 95, LEAST_FEWER = 97, LEAST_CLEAN = 97 };

/* --- Compiling ----------------------------------------------------------------------------------- */

typedef struct memory {
    const char *text;
    bool taken;
} memory;

static const char *read_text(void *user, const char *path, char **text, size_t *length)
{
    memory *m = user;
    if (m->taken)
        return base_file_system.read(base_file_system.user, path, text, length);
    m->taken = true;
    *length = strlen(m->text);
    *text = malloc(*length + 1);
    memcpy(*text, m->text, *length + 1);
    return NULL;
}

static void release_text(void *user, char *text)
{
    (void)user;
    free(text);
}

static uint32_t compile(htnc_compilation *compilation, const char *path, const char *text)
{
    memory m = {text, false};
    const base_reader reader = {.read = read_text, .release = release_text, .user = &m};
    static const char *const quiet[] = {"none"};
    const htnc_options options = {.no_debug = true,
                                  .workspace = {.reader = &reader, .switches = quiet, .switch_count = 1}};
    htnc_compile(compilation, path, &options);
    return compilation->workspace.diagnostics.errors;
}

static uint32_t errors_of(const char *path, const char *text)
{
    htnc_compilation compilation;
    const uint32_t errors = compile(&compilation, path, text);
    htnc_free(&compilation);
    return errors;
}

/* --- Fix-its ------------------------------------------------------------------------------------- */

/* Replaces [begin, end) of a text. */
static void replace(char *text, size_t begin, size_t end, const char *by)
{
    memmove(text + begin + strlen(by), text + end, strlen(text + end) + 1);
    memcpy(text + begin, by, strlen(by));
}

/* Applies the fix-its of a diagnostic, the last one in the text first. */
static void apply(char *text, const base_diagnostic *made)
{
    const base_fixit *sorted[16];
    size_t count = 0;
    for (const base_fixit *each = made->fixits; each != NULL && count < 16; each = each->next) {
        size_t at = count++;
        for (; at > 0 && sorted[at - 1]->span.begin < each->span.begin; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = each;
    }
    for (size_t i = 0; i < count; i++)
        replace(text, sorted[i]->span.begin - 1, sorted[i]->span.end - 1, sorted[i]->text); /* the file's base is 1 */
}

/* --- Slips --------------------------------------------------------------------------------------- */

typedef struct slip {
    const char *name;
    const char *from, *to; /* NULL `from`: `plant` */
    bool (*plant)(char *text, size_t at);
} slip;

static bool is_wordy(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

static size_t word_length(const char *text, size_t at)
{
    size_t length = 0;
    while (is_wordy(text[at + length]))
        length++;
    return at > 0 && is_wordy(text[at - 1]) ? 0 : length;
}

static bool drop_letter(char *text, size_t at)
{
    const size_t length = word_length(text, at);
    if (length < 6 || !isalpha((unsigned char)text[at]))
        return false;
    replace(text, at + length / 2, at + length / 2 + 1, "");
    return true;
}

static bool swap_letters(char *text, size_t at)
{
    const size_t length = word_length(text, at), i = at + length / 2;
    if (length < 6 || !isalpha((unsigned char)text[at]) || text[i] == text[i + 1])
        return false;
    const char first = text[i];
    text[i] = text[i + 1];
    text[i + 1] = first;
    return true;
}

static bool lower_case(char *text, size_t at)
{
    if (word_length(text, at) < 5 || !isupper((unsigned char)text[at]))
        return false;
    text[at] = (char)tolower((unsigned char)text[at]);
    return true;
}

/* The sign comes before a capital letter inside the name. */
static bool split_name(char *text, size_t at, const char *sign)
{
    const size_t length = word_length(text, at);
    for (size_t i = at + 2; i + 2 < at + length; i++)
        if (isupper((unsigned char)text[i])) {
            replace(text, i, i, sign);
            return true;
        }
    return false;
}

static bool with_minus(char *text, size_t at)
{
    return split_name(text, at, "-");
}

static bool with_blank(char *text, size_t at)
{
    return split_name(text, at, " ");
}

/* `Cooldown 2s` for `Cooldown [2s]`. */
static bool without_brackets(char *text, size_t at)
{
    static const char *const words[] = {" Cooldown [", " Duration [", " Timeout [", " Cost [",
                                        " Max [",      " Utility [",  " Weight ["};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t open = at + strlen(words[i]) - 1, inside = strcspn(text + at + strlen(words[i]), "[]\n");
        if (strncmp(text + at, words[i], strlen(words[i])) != 0 || text[open + 1 + inside] != ']')
            continue;
        replace(text, open + 1 + inside, open + 2 + inside, "");
        replace(text, open, open + 1, "");
        return true;
    }
    return false;
}

static bool duration_with_blank(char *text, size_t at)
{
    size_t i = at;
    while (isdigit((unsigned char)text[i]))
        i++;
    if (i == at || (at > 0 && is_wordy(text[at - 1])) || text[i] != 's' || is_wordy(text[i + 1]))
        return false;
    replace(text, i, i, " ");
    return true;
}

static bool without_quotes(char *text, size_t at)
{
    if (text[at] != '"' || !isalpha((unsigned char)text[at + 1]))
        return false;
    const size_t length = word_length(text, at + 1);
    if (text[at + 1 + length] != '"')
        return false;
    replace(text, at + 1 + length, at + 2 + length, "");
    replace(text, at, at + 1, "");
    return true;
}

static const slip slips[] = {
    {"no closing bracket", "]", "", NULL},
    {"no opening bracket", " [", " ", NULL},
    {"no closing parenthesis", ")", "", NULL},
    {"no opening parenthesis", "(", " ", NULL},
    {"no comma", ", ", " ", NULL},
    {"two commas", ", ", ",, ", NULL},
    {"semicolon", ", ", "; ", NULL},
    {"brace", " [", " {", NULL},
    {"single equals", " == ", " = ", NULL},
    {"double equals", " = ", " == ", NULL},
    {"AND", " and ", " AND ", NULL},
    {"one ampersand", " and ", " & ", NULL},
    {"=>", " >= ", " => ", NULL},
    {"no any", "[any ", "[", NULL},
    {"Where", " where ", " Where ", NULL},
    {"For", " for ", " For ", NULL},
    {"range with -", "..", "-", NULL},
    {"range with to", "..", " to ", NULL},
    {"comment with --", "// ", "-- ", NULL},
    {"comment with #", "// ", "# ", NULL},
    {"Steps", " Subtasks [", " Steps [", NULL},
    {"no Subtasks", " Subtasks [", " [", NULL},
    {"Score", " Utility [", " Score [", NULL},
    {"Method if", "Method [", "Method if ", NULL},
    {"Selector", "Compound Task [", "Selector [", NULL},
    {"CompoundTask", "Compound Task [", "CompoundTask [", NULL},
    {"no Task", "Primitive Task [", "Primitive [", NULL},
    {"null", "none", "null", NULL},
    {"True", "true", "True", NULL},
    {"boolean", ": bool", ": boolean", NULL},
    {"merge conflict", "\nCompound Task", "\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\nCompound Task", NULL},
    {"a letter less", NULL, NULL, drop_letter},
    {"letters swapped", NULL, NULL, swap_letters},
    {"lower case", NULL, NULL, lower_case},
    {"a name with -", NULL, NULL, with_minus},
    {"a name with a blank", NULL, NULL, with_blank},
    {"10 s", NULL, NULL, duration_with_blank},
    {"no quotes", NULL, NULL, without_quotes},
    {"no brackets", NULL, NULL, without_brackets},
    {"Prefer [n]", "Prefer [lowest ", "Prefer [", NULL},
};
enum { SLIPS = sizeof slips / sizeof *slips };

static bool plant(char *text, const slip *s, size_t at)
{
    if (s->plant != NULL)
        return s->plant(text, at);
    if (strncmp(text + at, s->from, strlen(s->from)) != 0)
        return false;
    replace(text, at, at + strlen(s->from), s->to);
    return true;
}

/* --- Counting ------------------------------------------------------------------------------------ */

typedef struct tally {
    unsigned planted, near, alone, fixits, fewer, offered, clean;
} tally;

static const char *shown; /* the kind of slip whose failures are printed */

static void show(const slip *s, const char *path, unsigned line, const base_diagnostics *diagnostics, const char *why)
{
    if (shown == NULL || (strcmp(shown, s->name) != 0 && strcmp(shown, "all") != 0))
        return;
    printf("# %s, %s:%u: %s\n", s->name, path, line, why);
    base_diagnostics_print(diagnostics, stdout, false);
}

static unsigned line_of(const char *text, size_t at)
{
    unsigned line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

static void judge(tally *t, const slip *s, const char *path, const char *text, size_t at)
{
    htnc_compilation compilation;
    const uint32_t errors = compile(&compilation, path, text);
    base_diagnostics *diagnostics = &compilation.workspace.diagnostics;
    char *fixed = malloc(2 * ROOM);
    const unsigned line = line_of(text, at);
    for (const base_diagnostic *each = diagnostics->first; errors > 0 && each != NULL; each = each->next) {
        const bool first = each == diagnostics->first;
        if (first) {
            const unsigned found = base_source_position(&compilation.workspace.sources, each->span.begin).line;
            const bool near = found + 1 >= line && found <= line + 1;
            t->planted++;
            t->near += near;
            t->alone += errors == 1;
            if (!near)
                show(s, path, line, diagnostics, "the first error is far away");
            if (errors != 1)
                show(s, path, line, diagnostics, "several errors");
        }
        if (each->fixits == NULL)
            continue;
        strcpy(fixed, text);
        apply(fixed, each);
        const uint32_t left = errors_of(path, fixed);
        t->fixits++;
        t->fewer += left < errors;
        t->offered += first;
        t->clean += first && left == 0;
        if (left >= errors || (first && left > 0))
            show(s, path, line, diagnostics, left >= errors ? "a fix-it does not help" : "the fix-it leaves errors");
    }
    free(fixed);
    htnc_free(&compilation);
}

static void try_slip(tally *t, const slip *s, const char *path, const char *good)
{
    const size_t length = strlen(good);
    char *text = malloc(ROOM);
    unsigned places = 0, taken = 0;
    for (size_t i = 0; i < length; i++) {
        strcpy(text, good);
        if (good[i] != ' ' || s->from != NULL)
            places += plant(text, s, i);
    }
    const unsigned step = places / EACH + 1;
    unsigned place = 0;
    for (size_t i = 0; i < length && taken < EACH; i++) {
        const char *line = good + i;
        while (line > good && line[-1] != '\n')
            line--;
        strcpy(text, good);
        if (!plant(text, s, i) || place++ % step != 0)
            continue;
        const char *comment = strstr(line, "//");
        if (comment != NULL && comment < good + i)
            continue; /* in a comment */
        taken++;
        judge(t, s, path, text, i);
    }
    free(text);
}

static double share(unsigned part, unsigned all)
{
    return all == 0 ? 100.0 : 100.0 * part / all;
}

static void add(tally *sum, const tally *t)
{
    sum->planted += t->planted;
    sum->near += t->near;
    sum->alone += t->alone;
    sum->fixits += t->fixits;
    sum->fewer += t->fewer;
    sum->offered += t->offered;
    sum->clean += t->clean;
}

static void print(const char *name, const tally *t)
{
    printf("# %-24s %5u  near %5.1f %%  alone %5.1f %%  fix-its: %5u, %5.1f %% leave fewer errors, %5.1f %% none\n",
           name, t->planted, share(t->near, t->planted), share(t->alone, t->planted), t->fixits,
           share(t->fewer, t->fixits), share(t->clean, t->offered));
}

int main(int argc, char **argv)
{
    tally sum = {0}, by_slip[SLIPS] = {{0}};
    glob_t found = {0};
    shown = argc > 2 && strcmp(argv[1], "--show") == 0 ? argv[2] : NULL;
    glob("domains/*.htn", 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *text;
        size_t length;
        const char *path = found.gl_pathv[i];
        if (strstr(path, ".test.htn") != NULL ||
            base_file_system.read(base_file_system.user, path, &text, &length) != NULL)
            continue;
        for (size_t k = 0; k < SLIPS && length < ROOM / 2; k++)
            if (shown == NULL || strcmp(shown, "all") == 0 || strcmp(shown, slips[k].name) == 0)
                try_slip(&by_slip[k], &slips[k], path, text);
        base_file_system.release(base_file_system.user, text);
    }
    globfree(&found);
    for (size_t k = 0; k < SLIPS; k++) {
        print(slips[k].name, &by_slip[k]);
        add(&sum, &by_slip[k]);
    }
    print("all", &sum);
    const bool good = sum.planted >= LEAST_SLIPS && share(sum.near, sum.planted) >= LEAST_NEAR &&
                      share(sum.alone, sum.planted) >= LEAST_ALONE && share(sum.fewer, sum.fixits) >= LEAST_FEWER &&
                      share(sum.clean, sum.offered) >= LEAST_CLEAN;
    printf("%sok 1 - slips are reported where they are, once, and fix-its help\n1..1\n", good ? "" : "not ");
    return 0;
}
