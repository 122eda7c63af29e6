/*
 * The decomposition as a tree: under each compound task the methods that were tried, in order, and under the
 * one that was taken its subtasks. A method that was given up is one line with what went wrong under it, or
 * the few most frequent things; --all shows the tree that was given up. See explain_show.h.
 */
#include "cli/explain/explain_show.h"
#include <stdlib.h>

enum {
    UNTRIED_SHOWN = 4, /* candidates that come after what was taken */
    DEEPEST = 24,      /* levels below one margin; what is deeper goes on at the margin */
    DEEPEST_ALL = 200, /* levels of branches that were given up, within one another */
    FIRST_SHOWN = 3,   /* levels of a recursion that goes on in the same way, before those that are folded */
    LAST_SHOWN = 3,    /* and behind them */
    LONGEST_PERIOD = 8 /* tasks of a recursion over several tasks */
};

/* Nodes that are shown together: the tree itself, or a branch that was kept. */
typedef struct grove {
    const explain_node *nodes;
    const int32_t *values;
    uint32_t base, count;
    uint32_t *first_child; /* indices into nodes; HTN_NONE: none */
    uint32_t *next;
} grove;

/* Subtrees that are too deep to stand where they belong: they are numbered, and follow. */
typedef struct postponed {
    uint32_t margin; /* the depth that they follow at */
    uint32_t *nodes;
    uint32_t count;
    size_t capacity;
} postponed;

static void show_node(explain_page *page, const grove *g, uint32_t index, bool last, const char *front,
                      postponed *later);

static void show_postponed(explain_page *page, const grove *g, postponed *later);

static void open_grove(grove *g, const explain_node *nodes, const int32_t *values, uint32_t base, uint32_t count)
{
    *g = (grove){.nodes = nodes, .values = values, .base = base, .count = count};
    g->first_child = base_allocate(((size_t)count + 1) * sizeof *g->first_child);
    g->next = base_allocate(((size_t)count + 1) * sizeof *g->next);
    for (uint32_t i = 0; i < count; i++)
        g->first_child[i] = HTN_NONE;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t parent = nodes[i].parent;
        g->next[i] = HTN_NONE;
        if (parent == HTN_NONE || parent < base)
            continue;
        g->next[i] = g->first_child[parent - base];
        g->first_child[parent - base] = i;
    }
}

static void close_grove(grove *g)
{
    free(g->first_child);
    free(g->next);
}

/* --- Repetition --------------------------------------------------------------------------------- */

static bool is_primitive(const explain_page *page, const explain_node *node)
{
    return node->achieve_pc != HTN_NONE ||
           explain_task_field(page->search->domain, node->task, HTN_TASKS_KIND) == HTN_TASK_PRIMITIVE;
}

/* The subtask that a recursion goes on in: the last compound one. HTN_NONE: there is none. */
static uint32_t inner(const explain_page *page, const grove *g, uint32_t index)
{
    uint32_t found = HTN_NONE;
    if (index == HTN_NONE)
        return HTN_NONE;
    for (uint32_t i = g->first_child[index]; i != HTN_NONE; i = g->next[i])
        if (!is_primitive(page, &g->nodes[i]))
            found = i;
    return found;
}

/* The task that `index` is the inner one of. */
static uint32_t outer(const explain_page *page, const grove *g, uint32_t index)
{
    uint32_t parent = index != HTN_NONE ? g->nodes[index].parent : HTN_NONE;
    if (parent == HTN_NONE || parent < g->base)
        return HTN_NONE;
    return inner(page, g, parent - g->base) == index ? parent - g->base : HTN_NONE;
}

/* Whether two nodes look the same but for numbers and values. */
static bool alike(const explain_page *page, const grove *g, uint32_t a, uint32_t b)
{
    if (a == HTN_NONE || b == HTN_NONE)
        return false;
    const explain_node *x = &g->nodes[a], *y = &g->nodes[b];
    const explain_attempt *p = x->attempts, *q = y->attempts;
    for (; p != NULL && q != NULL; p = p->next, q = q->next)
        if (p->method != q->method || p->given_up != q->given_up || (p->given_up && page->all))
            return false;
    return p == NULL && q == NULL && x->task == y->task && x->method == y->method && x->method != HTN_NONE;
}

/* After how many levels a task comes back to what it was; 0: not soon. */
static uint32_t period_of(const explain_page *page, const grove *g, uint32_t index)
{
    uint32_t at = index;
    for (uint32_t period = 1; period <= LONGEST_PERIOD; period++) {
        at = inner(page, g, at);
        if (alike(page, g, index, at))
            return period;
    }
    return 0;
}

/* How many periods of the same are above a node, as far as it matters here. */
static uint32_t periods_above(const explain_page *page, const grove *g, uint32_t index, uint32_t period)
{
    uint32_t count = 0, at = index;
    while (count <= FIRST_SHOWN) {
        for (uint32_t i = 0; i < period; i++)
            at = outer(page, g, at);
        if (!alike(page, g, index, at))
            break;
        count++;
    }
    return count;
}

/* Where a node is the first that is to be folded: how many are, and in `*after` the node behind them. Else 0. */
static uint32_t fold(const explain_page *page, const grove *g, uint32_t index, uint32_t *after)
{
    uint32_t period = period_of(page, g, index);
    if (period == 0 || periods_above(page, g, index, period) != FIRST_SHOWN)
        return 0;
    uint32_t behind = index, ahead = index, same = 0;
    for (uint32_t i = 0; i < period; i++)
        ahead = inner(page, g, ahead);
    for (; alike(page, g, behind, ahead); same++) {
        behind = inner(page, g, behind);
        ahead = inner(page, g, ahead);
    }
    uint32_t periods = same / period + 1;
    if (periods < LAST_SHOWN + 2)
        return 0;
    *after = index;
    for (uint32_t i = 0; i < (periods - LAST_SHOWN) * period; i++)
        *after = inner(page, g, *after);
    return (periods - LAST_SHOWN) * period;
}

/* --- Methods ------------------------------------------------------------------------------------ */

static void show_rejected(explain_page *page, const explain_node *node, const explain_attempt *attempt, bool last)
{
    const explain_search *search = page->search;
    base_text text = {0}, seen = {0};
    base_text_add(&text, "%s%s%s", page->style->bad, page->style->no, page->style->plain);
    explain_add_method(&text, search->domain, node->task, attempt->method);
    base_text_add(&text, " ");
    explain_add_condition_among(&text, search->domain, attempt->item);
    explain_add_seen(&seen, search, explain_view_items(attempt->view), explain_view_count(attempt->view),
                     EXPLAIN_EVERY);
    base_text_add(&text, seen.length > 0 ? "%s, %s" : "%s%s",
                  attempt->partly                                    ? ": passed over"
                  : explain_is_margin(search->domain, attempt->item) ? ": not enough above what ran"
                  : explain_is_exhausted(node, attempt)              ? ": there is no other solution"
                                                                     : ": rejected",
                  base_text_of(&seen));
    if (attempt->note != NULL)
        base_text_add(&text, ", %s", attempt->note);
    explain_item_add(page, last, &text, attempt->item);
    base_text_free(&seen);
    base_text_free(&text);
}

/*
 * Methods without a test in the code, from `from` up to the next one that was tried: the compiler left them out. Without debug
 * information it is not known whether a method has one; those that were passed over are shown as rejected.
 */
static void show_left_out(explain_page *page, const explain_node *node, uint32_t from, uint32_t to)
{
    const htn_domain *domain = page->search->domain;
    const bool known = explain_detail_of(domain) != EXPLAIN_DETAIL_NONE;
    for (uint32_t method = from; method < to; method++) {
        base_text text = {0};
        if (explain_method_item(domain, node->task, method) != HTN_NONE)
            continue;
        base_text_add(&text, "%s%s%s", page->style->bad, page->style->no, page->style->plain);
        explain_add_method(&text, domain, node->task, method);
        base_text_add(&text, known ? ": left out by the compiler, its conditions can never hold" : ": rejected");
        explain_item_add(page, false, &text, HTN_NONE);
        base_text_free(&text);
    }
}

/* A kept branch: what hung under the method, and what came after its task elsewhere in the tree. */
static void show_branch(explain_page *page, const explain_attempt *attempt, uint32_t owner)
{
    const explain_branch *branch = attempt->branch;
    postponed later = {.margin = page->depth};
    grove g;
    uint32_t last_root = HTN_NONE;
    open_grove(&g, branch->nodes, branch->values, branch->base, branch->count);
    for (uint32_t i = 0; i < g.count; i++)
        if (g.nodes[i].parent < g.base)
            last_root = i;
    for (uint32_t i = 0; i < g.count; i++)
        if (g.nodes[i].parent < g.base)
            show_node(page, &g, i, i == last_root, g.nodes[i].parent == owner ? "" : "then ", &later);
    show_postponed(page, &g, &later);
    close_grove(&g);
}

/* `given up, REASON` where there is but one and it fits into the line; else the reasons follow it. */
static bool add_only_end(base_text *text, const explain_page *page, const explain_tally *tally, uint32_t *item)
{
    base_text end = {0};
    bool fits = false;
    if (tally->count == 1 && tally->others == 0) {
        base_text_add(&end, ", ");
        explain_add_end(&end, page, &tally->ends[0], tally->ends[0].count > 1);
        fits = base_columns(base_text_of(&page->prefix)) + base_columns(base_text_of(text)) +
                   base_columns(base_text_of(&end)) <=
               EXPLAIN_WIDEST;
    }
    if (fits) {
        base_text_add(text, "%s", base_text_of(&end));
        if (explain_reason_item(tally->ends[0].reason) != HTN_NONE)
            *item = explain_reason_item(tally->ends[0].reason);
    }
    base_text_free(&end);
    return fits;
}

/* ` with f = Bread, utility 6` */
static void add_with(base_text *text, const char *bound, const explain_rank *rank)
{
    if (bound == NULL && !rank->given)
        return;
    base_text_add(text, " with %s%s", bound != NULL ? bound : "", bound != NULL && rank->given ? ", " : "");
    if (rank->given)
        explain_add_rank(text, rank);
}

static void show_given_up(explain_page *page, const explain_node *node, explain_attempt *attempt, uint32_t owner,
                          bool last)
{
    const explain_search *search = page->search;
    base_text text = {0};
    uint32_t item = attempt->item;
    bool whole = attempt->branch != NULL && page->depth < DEEPEST_ALL;
    explain_tally_sort(&attempt->tally);
    base_text_add(&text, "%s%s%s", page->style->bad, page->style->no, page->style->plain);
    explain_add_method(&text, search->domain, node->task, attempt->method);
    explain_add_conditions(&text, search->domain, attempt->item);
    add_with(&text, attempt->note, &attempt->rank);
    base_text_add(&text, ": given up");
    bool found = whole && attempt->tally.total == 1 && attempt->tally.ends[0].reason->kind == EXPLAIN_FOUND;
    bool only = (!whole || found) && add_only_end(&text, page, &attempt->tally, &item);
    if (!only && attempt->tally.total > 1) {
        base_text_add(&text, ", ");
        base_text_add_count(&text, attempt->tally.total, "branch under it failed", "branches under it failed");
        base_text_add(&text, "%s", search->best.count > 0 ? " or were dearer" : "");
    }
    if (attempt->left_out > 0)
        base_text_add(&text, " (not kept: too many)");
    explain_item_add(page, last, &text, item);
    base_text_free(&text);
    explain_descend(page, last);
    if (whole)
        show_branch(page, attempt, owner);
    else if (!only)
        explain_show_ends(page, &attempt->tally);
    explain_ascend(page);
}

/*
 * What the conditions of a method that was taken saw. They held, so the values as such say little; what is worth a
 * place is that a step of the plan made them so.
 */
static void add_taken_seen(base_text *text, const explain_page *page, const explain_node *node)
{
    for (uint32_t i = 0; i < node->taken_count; i++) {
        const explain_seen *seen = &page->search->seen[node->taken + i];
        if (!page->all && seen->origin != EXPLAIN_WRITTEN)
            continue;
        base_text_add(text, "%s", text->length > 0 ? ", " : "");
        explain_add_seen(text, page->search, seen, 1, EXPLAIN_EVERY);
    }
}

static uint32_t parent_of(const explain_page *page, uint32_t subtask)
{
    return EXPLAIN_FIELD(page->search->domain, DEBUG_SUBTASKS, subtask, PARENT);
}

/* The outermost group that a node's task was called in, among those in `within` (HTN_NONE: of the whole method). */
static uint32_t group_of(const explain_page *page, const explain_node *node, uint32_t within)
{
    uint32_t subtask = node->subtask;
    if (subtask == HTN_NONE || parent_of(page, subtask) == within)
        return HTN_NONE;
    while (subtask != HTN_NONE && parent_of(page, subtask) != within)
        subtask = parent_of(page, subtask);
    return subtask;
}

static uint32_t group_item(const explain_page *page, uint32_t group)
{
    return explain_item_at(page->search->domain, EXPLAIN_FIELD(page->search->domain, DEBUG_SUBTASKS, group, FIRST));
}

/*
 * Siblings from `first` up to `end`, all of them called in `within`; those of a parallel group are items of an item.
 * `more`: something follows them.
 */
static void show_subtasks(explain_page *page, const grove *g, uint32_t first, uint32_t end, uint32_t within, bool more,
                          postponed *later)
{
    for (uint32_t i = first, next; i != end; i = next) {
        uint32_t group = group_of(page, &g->nodes[i], within);
        next = g->next[i];
        while (group != HTN_NONE && next != end && group_of(page, &g->nodes[next], within) == group)
            next = g->next[next];
        if (group == HTN_NONE) {
            show_node(page, g, i, next == end && !more, "", later);
            continue;
        }
        base_text text = {0};
        base_text_add(&text, "Parallel");
        explain_item_add(page, next == end && !more, &text, group_item(page, group));
        base_text_free(&text);
        explain_descend(page, next == end && !more);
        show_subtasks(page, g, i, next, group, false, later);
        explain_ascend(page);
    }
}

/* Below the method whose subtasks are not all planned yet. */
static void show_split(explain_page *page)
{
    const explain_search *search = page->search;
    bool horizon = cli_instruction_at(search->domain, search->split_pc).op == HTN_OP_HORIZON;
    base_text text = {0};
    base_text_add(&text, "%s: what remains is planned when the steps are done", horizon ? "Horizon" : "Split");
    explain_item_add(page, true, &text, horizon ? HTN_NONE : explain_item_at(search->domain, search->split_pc));
    base_text_free(&text);
}

static void show_taken(explain_page *page, const grove *g, uint32_t index, bool last, postponed *later)
{
    const explain_search *search = page->search;
    const explain_node *node = &g->nodes[index];
    base_text text = {0}, seen = {0};
    if (g->base == 0 && page->found)
        base_text_add(&text, "%s%s%s", page->style->good, page->style->yes, page->style->plain);
    else
        base_text_add(&text, "%s", page->style->maybe);
    explain_add_method(&text, search->domain, node->task, node->method);
    const uint32_t item = explain_item_at(search->domain, node->method_pc);
    explain_add_conditions(&text, search->domain, item);
    add_with(&text, node->bound, &node->rank);
    if (g->base == 0) /* of a kept branch they are gone */
        add_taken_seen(&seen, page, node);
    if (seen.length > 0)
        base_text_add(&text, ": %s", base_text_of(&seen));
    explain_item_add(page, last, &text, item);
    base_text_free(&seen);
    base_text_free(&text);
    explain_descend(page, last);
    bool splits = g->base == 0 && search->split == index;
    show_subtasks(page, g, g->first_child[index], HTN_NONE, HTN_NONE, splits, later);
    if (splits)
        show_split(page);
    explain_ascend(page);
}

/* The steps that an Achieve came to. */
static void show_enacted(explain_page *page, const grove *g, uint32_t index, bool last, postponed *later)
{
    explain_descend(page, last);
    for (uint32_t i = g->first_child[index]; i != HTN_NONE; i = g->next[i])
        show_node(page, g, i, g->next[i] == HTN_NONE, "", later);
    explain_ascend(page);
}

static void show_candidate(explain_page *page, const explain_node *node, const explain_candidate *candidate, bool last)
{
    const uint32_t item = explain_method_item(page->search->domain, node->task, candidate->method);
    bool excluded = candidate->rank.drawn && candidate->rank.value < 0;
    base_text text = {0};
    base_text_add(&text, "%s", page->style->left);
    explain_add_method(&text, page->search->domain, node->task, candidate->method);
    explain_add_conditions(&text, page->search->domain, item);
    add_with(&text, candidate->bound, &candidate->rank);
    base_text_add(&text, excluded ? ": never drawn" : ": not tried");
    explain_item_add(page, last, &text, item);
    base_text_free(&text);
}

/* The candidates that come after what was taken, the first ones of many. */
static void show_untried(explain_page *page, const explain_node *node, const explain_candidate **left, uint32_t count)
{
    uint32_t more = node->candidates.more, shown = page->all || count <= UNTRIED_SHOWN + 1 ? count : UNTRIED_SHOWN;
    base_text text = {0};
    more += count - shown;
    for (uint32_t i = 0; i < shown; i++)
        show_candidate(page, node, left[i], more == 0 && i + 1 == shown);
    if (more > 0) {
        base_text_add(&text, "%s", page->style->left);
        base_text_add_count(&text, more, "more candidate", "more candidates");
        explain_item_add(page, true, &text, HTN_NONE);
    }
    base_text_free(&text);
}

/* --- Tasks -------------------------------------------------------------------------------------- */

static void show_attempt(explain_page *page, const grove *g, uint32_t index, explain_attempt *attempt, bool last)
{
    if (attempt->given_up)
        show_given_up(page, &g->nodes[index], attempt, g->base + index, last);
    else
        show_rejected(page, &g->nodes[index], attempt, last);
}

static void show_attempts(explain_page *page, const grove *g, uint32_t index, bool more)
{
    const explain_node *node = &g->nodes[index];
    bool selects = explain_selects(page->search->domain, node->task); /* its methods come in any order */
    uint32_t count = explain_task_field(page->search->domain, node->task, HTN_TASKS_METHOD_COUNT), expected = 0;
    if (selects && explain_detail_of(page->search->domain) != EXPLAIN_DETAIL_NONE)
        show_left_out(page, node, 0, count);
    for (explain_attempt *attempt = node->attempts; attempt != NULL; attempt = attempt->next) {
        bool last = attempt->next == NULL && !more;
        if (!selects)
            show_left_out(page, node, expected, attempt->method);
        expected = attempt->method + 1;
        show_attempt(page, g, index, attempt, last);
    }
    if (!selects && node->method != HTN_NONE)
        show_left_out(page, node, expected, node->method);
}

static void show_methods(explain_page *page, const grove *g, uint32_t index, postponed *later)
{
    const explain_node *node = &g->nodes[index];
    const explain_candidate **left = base_allocate((node->candidates.count + (size_t)1) * sizeof *left);
    uint32_t count = explain_untried(node, left);
    bool untried = count > 0 || node->candidates.more > 0, more = untried || node->later != NULL;
    show_attempts(page, g, index, node->method != HTN_NONE || more);
    if (node->method != HTN_NONE)
        show_taken(page, g, index, !more, later);
    for (explain_attempt *attempt = node->later; attempt != NULL; attempt = attempt->next)
        show_attempt(page, g, index, attempt, attempt->next == NULL && !untried);
    show_untried(page, node, left, count);
    free((void *)left);
}

static void add_node_text(base_text *text, const explain_page *page, const grove *g, uint32_t index)
{
    const explain_node *node = &g->nodes[index];
    bool failed = node->reason != NULL;
    if (failed)
        base_text_add(text, "%s%s%s", page->style->bad, page->style->no, page->style->plain);
    else
        base_text_add(text, "%s", page->style->strong);
    if (node->step != HTN_NONE)
        base_text_add(text, "%u. ", node->step + 1);
    explain_add_task(text, page->search, node, g->values);
    if (node->bound != NULL && node->step != HTN_NONE)
        base_text_add(text, " with %s", node->bound);
    base_text_add(text, "%s", failed ? "" : page->style->plain);
    if (failed) {
        base_text_add(text, ": ");
        explain_add_reason_of_node(text, page->search, node->reason, node->view);
    }
}

static void show_folded(explain_page *page, const grove *g, uint32_t count, uint32_t after, bool last, postponed *later)
{
    base_text text = {0};
    base_text_add(&text, "... ");
    base_text_add_count(&text, count, "more level of the same", "more levels of the same");
    explain_item_add(page, last, &text, HTN_NONE);
    base_text_free(&text);
    explain_descend(page, last);
    show_node(page, g, after, true, "", later);
    explain_ascend(page);
}

static void show_node(explain_page *page, const grove *g, uint32_t index, bool last, const char *front,
                      postponed *later)
{
    const explain_node *node = &g->nodes[index];
    bool primitive = is_primitive(page, node);
    uint32_t after, folded = primitive ? 0 : fold(page, g, index, &after);
    if (folded > 0) {
        show_folded(page, g, folded, after, last, later);
        return;
    }
    bool deep = !primitive && page->depth - later->margin >= DEEPEST && node->method != HTN_NONE;
    const uint32_t item = node->achieve_pc != HTN_NONE        ? explain_item_at(page->search->domain, node->achieve_pc)
                          : primitive && node->reason != NULL ? explain_reason_item(node->reason)
                                                              : HTN_NONE;
    base_text text = {0};
    base_text_add(&text, "%s", front);
    add_node_text(&text, page, g, index);
    if (deep) {
        later->nodes = base_grow_array(later->nodes, later->count, &later->capacity, sizeof *later->nodes);
        later->nodes[later->count++] = index;
        base_text_add(&text, " ... goes on at [%u]", later->count);
    }
    explain_item_add(page, last, &text, item);
    explain_item_is_step(page, g->base == 0 ? node->step : HTN_NONE);
    base_text_free(&text);
    if (node->achieve_pc != HTN_NONE)
        show_enacted(page, g, index, last, later);
    if (primitive || deep)
        return;
    explain_descend(page, last);
    show_methods(page, g, index, later);
    explain_ascend(page);
}

/* Each may postpone further ones. */
static void show_postponed(explain_page *page, const grove *g, postponed *later)
{
    for (uint32_t i = 0; i < later->count; i++) {
        base_text text = {0};
        base_text_add(&text, "[%u] ", i + 1);
        add_node_text(&text, page, g, later->nodes[i]);
        explain_line_add(page, &text, HTN_NONE);
        base_text_free(&text);
        show_methods(page, g, later->nodes[i], later);
    }
    free(later->nodes);
}

void explain_tree(explain_page *page)
{
    const explain_search *search = page->search;
    postponed later = {0};
    grove g;
    base_text text = {0};
    open_grove(&g, search->nodes, search->values, 0, search->node_count);
    add_node_text(&text, page, &g, 0);
    explain_line_add(page, &text, HTN_NONE);
    base_text_free(&text);
    show_methods(page, &g, 0, &later);
    show_postponed(page, &g, &later);
    close_grove(&g);
}
