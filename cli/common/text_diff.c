/*
 * A unified diff: the shortest script of inserted and deleted lines, by the greedy algorithm of E. Myers, "An O(ND) Difference
 * Algorithm and Its Variations" (1986). It keeps the furthest reaching paths of each number of changes, and walks back from the end.
 * Texts that differ in more than MOST_CHANGES lines are shown as one change of all lines.
 */
#include "cli/common/text_diff.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3, MOST_CHANGES = 4000 };

typedef struct line {
    const char *text;
    size_t length; /* with its line end */
} line;

typedef struct lines {
    line *items;
    size_t count, capacity;
} lines;

/* Which lines of each text the other one does not have. */
typedef struct changes {
    lines before, after;
    bool *deleted, *inserted;
} changes;

static lines split(const char *text, size_t size)
{
    lines all = {0};
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end == NULL ? size - at : (size_t)(end - text) - at + 1;
        all.items = base_grow_array(all.items, all.count, &all.capacity, sizeof *all.items);
        all.items[all.count++] = (line){text + at, length};
        at += length;
    }
    return all;
}

static bool is_same(const changes *c, long before, long after)
{
    const line *a = &c->before.items[before], *b = &c->after.items[after];
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The step with `d` changes on diagonal k: whether it comes from the diagonal above, by an insertion. */
static bool comes_down(const long *reach, long d, long k)
{
    return k == -d || (k != d && reach[k - 1] < reach[k + 1]);
}

static void walk_back(changes *c, long **history, long d)
{
    long x = (long)c->before.count, y = (long)c->after.count;
    for (; d > 0; d--) {
        const long *reach = history[d - 1] + d;
        const long k = x - y, from = comes_down(reach, d, k) ? k + 1 : k - 1;
        const long old_x = reach[from], old_y = old_x - from;
        if (from == k + 1)
            c->inserted[old_y] = true;
        else
            c->deleted[old_x] = true;
        x = old_x;
        y = old_y;
    }
}

static void find_changes(changes *c)
{
    const long n = (long)c->before.count, m = (long)c->after.count;
    long **history = base_allocate((MOST_CHANGES + 1) * sizeof *history);
    long d = 0, kept = 0;
    bool done = false;
    /* history[d] has the reach of the diagonals -d-1 to d+1, so that the next round can look at both neighbours */
    for (; d <= MOST_CHANGES && !done; d++) {
        long *now = base_allocate((size_t)(2 * d + 3) * sizeof *now);
        long *reach = now + d + 1;
        for (long k = -d - 1; k <= d + 1; k++)
            reach[k] = -1;
        const long *last = d > 0 ? history[d - 1] + d : NULL;
        for (long k = -d; k <= d && !done; k += 2) {
            long x = d == 0 ? 0 : comes_down(last, d, k) ? last[k + 1] : last[k - 1] + 1;
            if (x < 0 || x > n || x - k < 0 || x - k > m)
                continue;
            while (x < n && x - k < m && is_same(c, x, x - k))
                x++;
            reach[k] = x;
            done = x == n && x - k == m;
        }
        history[kept++] = now;
    }
    if (done)
        walk_back(c, history, d - 1);
    for (long i = 0; !done && i < n; i++)
        c->deleted[i] = true;
    for (long i = 0; !done && i < m; i++)
        c->inserted[i] = true;
    for (long i = 0; i < kept; i++)
        free(history[i]);
    free(history);
}

static void print_line(FILE *to, char sign, const line *l)
{
    const bool ended = l->text[l->length - 1] == '\n';
    fprintf(to, "%c%.*s%s", sign, (int)l->length, l->text, ended ? "" : "\n\\ No newline at end of file\n");
}

typedef struct range {
    size_t begin, end;
} range;

static void print_hunk(FILE *to, const changes *c, range b, range a)
{
    const size_t b_count = b.end - b.begin, a_count = a.end - a.begin;
    fprintf(to, "@@ -%zu,%zu +%zu,%zu @@\n", b.begin + (b_count > 0), b_count, a.begin + (a_count > 0), a_count);
    size_t x = b.begin, y = a.begin;
    while (x < b.end || y < a.end) {
        if (x < b.end && c->deleted[x])
            print_line(to, '-', &c->before.items[x++]);
        else if (y < a.end && c->inserted[y])
            print_line(to, '+', &c->after.items[y++]);
        else {
            print_line(to, ' ', &c->before.items[x++]);
            y++;
        }
    }
}

static void print_hunks(FILE *to, const changes *c)
{
    size_t x = 0, y = 0;
    while (x < c->before.count || y < c->after.count) {
        if (!(x < c->before.count && c->deleted[x]) && !(y < c->after.count && c->inserted[y])) {
            x++;
            y++;
            continue;
        }
        const size_t lead = x < CONTEXT ? x : CONTEXT;
        range b = {x - lead, x}, a = {y - lead, y};
        size_t quiet = 0; /* lines in a row that both have */
        while ((x < c->before.count || y < c->after.count) && quiet <= 2 * CONTEXT) {
            if (x < c->before.count && c->deleted[x]) {
                x++;
                quiet = 0;
            } else if (y < c->after.count && c->inserted[y]) {
                y++;
                quiet = 0;
            } else {
                x++;
                y++;
                quiet++;
            }
        }
        const size_t cut = quiet > CONTEXT ? quiet - CONTEXT : 0;
        b.end = x - cut;
        a.end = y - cut;
        print_hunk(to, c, b, a);
    }
}

void cli_print_text_diff(FILE *to, const char *name, const char *before, size_t before_size, const char *after,
                         size_t after_size)
{
    changes c = {.before = split(before, before_size), .after = split(after, after_size)};
    c.deleted = base_allocate(c.before.count + 1);
    c.inserted = base_allocate(c.after.count + 1);
    memset(c.deleted, 0, c.before.count + 1);
    memset(c.inserted, 0, c.after.count + 1);
    find_changes(&c);
    fprintf(to, "--- %s\n+++ %s\n", name, name);
    print_hunks(to, &c);
    free(c.before.items);
    free(c.after.items);
    free(c.deleted);
    free(c.inserted);
}
