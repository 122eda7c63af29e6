/* The decomposition as lines of a page; see explain_tree.h. */
#include "cli/explain/explain_tree.h"
#include "cli/common/debug_info.h"
#include "cli/common/instruction.h"
#include "cli/explain/explain_ends.h"
#include "cli/explain/explain_source.h"
#include "cli/explain/explain_words.h"
#include <stdlib.h>

enum {
    ENDS_SHOWN = 3,    /* reasons below a method that was given up */
    UNTRIED_SHOWN = 4, /* candidates that come after the one taken */
    DEEPEST = 24,      /* levels below one margin; deeper subtrees go on at the margin */
    DEEPEST_ALL = 200, /* levels of branches that were given up, within one another */
    FIRST_SHOWN = 3,   /* levels of a recursion that goes on in the same way, before those that are folded */
    LAST_SHOWN = 3,    /* and behind them */
    LONGEST_PERIOD = 8 /* tasks of a recursion over several tasks */
};

/* From a node to others in a list of nodes; HTN_NONE: none. */
typedef struct links {
    uint32_t child; /* the first one */
    uint32_t next;  /* sibling */
    uint32_t inner; /* the subtask that a recursion goes on in: the last compound one */
} links;

/* Nodes that are shown together: the tree itself, or a branch that was kept. */
typedef struct nodes {
    const explain_node *list;
    uint32_t base, count;
    links *links;
} nodes;

/* Subtrees that are too deep for their place: they are numbered, and follow. */
typedef struct postponed {
    uint32_t margin; /* the depth that they follow at */
    uint32_t *list;
    uint32_t count;
    size_t capacity;
} postponed;

static void show_node(explain_page *page, const nodes *g, uint32_t index, const char *front, postponed *later);

static void show_postponed(explain_page *page, const nodes *g, postponed *later);

/* Whether a node has no methods: of a primitive task, or an Achieve. */
static bool is_primitive(const explain_page *page, const explain_node *node)
{
    return node->achieve_pc != HTN_NONE || cli_is_primitive(page->search->domain, node->task);
}

static void open_nodes(nodes *g, const explain_page *page, const explain_node *list, uint32_t base, uint32_t count)
{
    *g = (nodes){.list = list, .base = base, .count = count};
    g->links = base_allocate(((size_t)count + 1) * sizeof *g->links);
    for (uint32_t i = 0; i < count; i++)
        g->links[i] = (links){HTN_NONE, HTN_NONE, HTN_NONE};
    for (uint32_t i = count; i-- > 0;) {
        if (list[i].parent == HTN_NONE || list[i].parent < base)
            continue;
        links *parent = &g->links[list[i].parent - base];
        g->links[i].next = parent->child;
        parent->child = i;
        if (parent->inner == HTN_NONE && !is_primitive(page, &list[i]))
            parent->inner = i;
    }
}

/* --- Repetition --------------------------------------------------------------------------------- */

/* The task so many levels further in, or out; HTN_NONE: there is none. */
static uint32_t inward(const nodes *g, uint32_t index, uint32_t levels)
{
    for (; levels > 0 && index != HTN_NONE; levels--)
        index = g->links[index].inner;
    return index;
}

static uint32_t outward(const nodes *g, uint32_t index, uint32_t levels)
{
    for (; levels > 0 && index != HTN_NONE; levels--) {
        const uint32_t parent = g->list[index].parent;
        const bool inner = parent != HTN_NONE && parent >= g->base && g->links[parent - g->base].inner == index;
        index = inner ? parent - g->base : HTN_NONE;
    }
    return index;
}

/* Whether two nodes look the same but for numbers and values. */
static bool looks_same(const explain_page *page, const nodes *g, uint32_t a, uint32_t b)
{
    if (a == HTN_NONE || b == HTN_NONE)
        return false;
    const explain_node *x = &g->list[a], *y = &g->list[b];
    if (x->task != y->task || x->method != y->method || x->method == HTN_NONE || x->attempts.count != y->attempts.count)
        return false;
    for (uint32_t i = 0; i < x->attempts.count; i++) {
        const explain_attempt *p = x->attempts.list[i], *q = y->attempts.list[i];
        if (p->method != q->method || p->given_up != q->given_up || (p->given_up && page->all))
            return false;
    }
    return true;
}

/*
 * If a node is the first one to fold: how many levels are folded, and in `*after` the node behind them. Else 0. A recursion comes back
 * to what it was after a period of some levels; its first and last periods are shown.
 */
static uint32_t fold(const explain_page *page, const nodes *g, uint32_t index, uint32_t *after)
{
    uint32_t period = 1, above = 0, same = 0;
    while (period <= LONGEST_PERIOD && !looks_same(page, g, index, inward(g, index, period)))
        period++;
    if (period > LONGEST_PERIOD)
        return 0;
    while (above <= FIRST_SHOWN && looks_same(page, g, index, outward(g, index, (above + 1) * period)))
        above++;
    uint32_t behind = index, ahead = inward(g, index, period);
    for (; above == FIRST_SHOWN && looks_same(page, g, behind, ahead); same++) {
        behind = inward(g, behind, 1);
        ahead = inward(g, ahead, 1);
    }
    const uint32_t periods = same / period + 1;
    if (periods < LAST_SHOWN + 2)
        return 0;
    *after = inward(g, index, (periods - LAST_SHOWN) * period);
    return (periods - LAST_SHOWN) * period;
}

/* --- Methods ------------------------------------------------------------------------------------ */

/* `x method 1 charge` */
static void begin_failed_method(explain_page *page, uint32_t task, uint32_t method)
{
    base_text_add(&page->line, "%s%s%s", page->style->bad, page->style->no, page->style->plain);
    explain_add_method(&page->line, page->search->domain, task, method);
}

/* ` [Hungry] with f = Bread, utility 6`: the conditions of the method whose head is `item`, and its candidate. */
static void add_candidate(explain_page *page, uint32_t item, const char *bound, const explain_rank *rank)
{
    base_text *line = &page->line;
    explain_add_conditions(line, page->search->domain, item);
    if (bound != NULL || rank->given)
        base_text_add(line, " with %s%s", bound != NULL ? bound : "", bound != NULL && rank->given ? ", " : "");
    if (rank->given)
        explain_add_rank(line, rank);
}

/* How the list of an Each ended. Its node has one frame more than it has items. */
static const char *no_item(const explain_node *node)
{
    return node->frame == node->first_frame ? ": no item" : ": no further item";
}

static void show_rejected(explain_page *page, const explain_node *node, const explain_attempts *attempts,
                          uint32_t which)
{
    const explain_attempt *attempt = attempts->list[which];
    const htn_domain *domain = page->search->domain;
    const explain_made made = explain_made_of(domain, node->task);
    begin_failed_method(page, node->task, attempt->method);
    if (made == EXPLAIN_ANY_ORDER) { /* its only condition is whether it is left */
        base_text_add(&page->line, ": done before");
        explain_add_item(page, attempt->item);
        return;
    }
    base_text_add(&page->line, " ");
    explain_add_condition_among(&page->line, domain, attempt->shown);
    base_text_add(&page->line, "%s",
                  attempt->partly                            ? ": passed over"
                  : made == EXPLAIN_EACH                     ? no_item(node)
                  : explain_is_margin(domain, attempt->item) ? ": not enough above what ran"
                  : explain_is_exhausted(attempts, which)    ? ": there is no other solution"
                                                             : ": rejected");
    explain_add_view(&page->line, page->search, attempt->view, EXPLAIN_EVERY, ", ");
    if (attempt->note != NULL)
        base_text_add(&page->line, ", %s", attempt->note);
    explain_add_item(page, attempt->shown);
}

/*
 * Methods without a test in the code, from `from` up to the next one that was tried: the compiler left them out. Without debug
 * information it is not known whether a method has one; those that were passed over are shown as rejected.
 */
static void show_left_out(explain_page *page, const explain_node *node, uint32_t from, uint32_t to)
{
    const htn_domain *domain = page->search->domain;
    const bool known = cli_detail_of(domain) != CLI_DETAIL_NONE;
    for (uint32_t method = from; method < to; method++) {
        if (cli_method_item(domain, node->task, method) != HTN_NONE)
            continue;
        begin_failed_method(page, node->task, method);
        base_text_add(&page->line, known ? ": left out by the compiler, its conditions can never hold" : ": rejected");
        explain_add_item(page, HTN_NONE);
    }
}

/* A kept branch: what was below the method, and what came after its task elsewhere in the tree. */
static void show_branch(explain_page *page, const explain_branch *branch, uint32_t owner)
{
    postponed later = {.margin = page->depth};
    nodes g;
    open_nodes(&g, page, branch->nodes, branch->base, branch->count);
    for (uint32_t i = 0; i < g.count; i++)
        if (g.list[i].parent < g.base)
            show_node(page, &g, i, g.list[i].parent == owner ? "" : "then ", &later);
    show_postponed(page, &g, &later);
    free(g.links);
}

/* Adds `, REASON` to the line if there is but one and it fits; else the reasons follow the line. `*item`: the line's. */
static bool add_only_end(explain_page *page, const explain_tally *tally, uint32_t *item)
{
    base_text line = {0};
    if (tally->count != 1 || tally->others > 0)
        return false;
    base_text_add(&line, "%s, ", base_text_of(&page->line));
    explain_add_end(&line, page, &tally->ends[0], tally->ends[0].count > 1, EXPLAIN_WHOLE);
    const bool fits = explain_item_fits(page, base_text_of(&line));
    if (fits) {
        base_text_clear(&page->line);
        base_text_add(&page->line, "%s", base_text_of(&line));
        if (explain_reason_item(tally->ends[0].reason) != HTN_NONE)
            *item = explain_reason_item(tally->ends[0].reason);
    }
    base_text_free(&line);
    return fits;
}

static void show_given_up(explain_page *page, const explain_node *node, explain_attempt *attempt, uint32_t owner)
{
    const explain_search *search = page->search;
    explain_tally *tally = &attempt->tally;
    const bool whole = attempt->branch.nodes != NULL && page->depth < DEEPEST_ALL;
    uint32_t item = attempt->item;
    explain_tally_sort(tally);
    begin_failed_method(page, node->task, attempt->method);
    add_candidate(page, attempt->item, attempt->note, &attempt->rank);
    base_text_add(&page->line, ": given up");
    const bool found = whole && tally->total == 1 && tally->ends[0].reason->kind == EXPLAIN_FOUND;
    const bool only = (!whole || found) && add_only_end(page, tally, &item);
    if (!only && tally->total > 1) {
        base_text_add(&page->line, ", ");
        base_text_add_count(&page->line, tally->total, "branch under it failed", "branches under it failed");
        base_text_add(&page->line, "%s", search->best.count > 0 ? " or were dearer" : "");
    }
    if (attempt->branch.nodes == NULL && attempt->branch.count > 0)
        base_text_add(&page->line, " (not kept: too many)");
    explain_add_item(page, item);
    page->depth++;
    if (whole)
        show_branch(page, &attempt->branch, owner);
    else if (!only)
        explain_show_ends(page, tally, ENDS_SHOWN);
    page->depth--;
}

/* Attempts at node `owner` of the tree: those before its method, with what the compiler left out among them, or those after it. */
static void show_attempts(explain_page *page, const explain_node *node, const explain_attempts *attempts,
                          uint32_t owner)
{
    const bool selects = cli_selects(page->search->domain, node->task); /* its methods come in any order */
    const bool before = attempts == &node->attempts;
    uint32_t expected = 0;
    if (before && selects && cli_detail_of(page->search->domain) != CLI_DETAIL_NONE)
        show_left_out(page, node, 0, CLI_FIELD(page->search->domain, TASKS, node->task, METHOD_COUNT));
    for (uint32_t i = 0; i < attempts->count; i++) {
        explain_attempt *each = attempts->list[i];
        if (before && !selects)
            show_left_out(page, node, expected, each->method);
        expected = each->method + 1;
        if (each->given_up)
            show_given_up(page, node, each, owner);
        else
            show_rejected(page, node, attempts, i);
    }
    if (before && !selects && node->method != HTN_NONE)
        show_left_out(page, node, expected, node->method);
}

/* The group that a subtask is in; HTN_NONE: none. */
static uint32_t group_around(const explain_page *page, uint32_t subtask)
{
    return CLI_FIELD(page->search->domain, DEBUG_SUBTASKS, subtask, PARENT);
}

/* The outermost group that a node's task was called in, among those in `within` (HTN_NONE: of the whole method). */
static uint32_t group_of(const explain_page *page, const explain_node *node, uint32_t within)
{
    uint32_t subtask = node->subtask;
    if (subtask == HTN_NONE || group_around(page, subtask) == within)
        return HTN_NONE;
    while (subtask != HTN_NONE && group_around(page, subtask) != within)
        subtask = group_around(page, subtask);
    return subtask;
}

/* Siblings from `first` up to `end`, all of them called in `within`; those of a parallel group or a Background are items of an item. */
static void show_subtasks(explain_page *page, const nodes *g, uint32_t first, uint32_t end, uint32_t within,
                          postponed *later)
{
    const htn_domain *domain = page->search->domain;
    for (uint32_t i = first, next; i != end; i = next) {
        const uint32_t group = group_of(page, &g->list[i], within);
        next = g->links[i].next;
        while (group != HTN_NONE && next != end && group_of(page, &g->list[next], within) == group)
            next = g->links[next].next;
        if (group == HTN_NONE) {
            show_node(page, g, i, "", later);
            continue;
        }
        const bool background = CLI_FIELD(domain, DEBUG_SUBTASKS, group, KIND) == HTN_SUBTASK_BACKGROUND;
        base_text_add(&page->line, background ? "Background" : "Parallel");
        explain_add_item(page, cli_item_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, group, FIRST)));
        page->depth++;
        show_subtasks(page, g, i, next, group, later);
        page->depth--;
    }
}

/*
 * The values that the conditions of the method taken saw. They held, so the values as such say little; what matters is that a step
 * of the plan wrote them, and the chain of a derived condition.
 */
static void add_taken_seen(explain_page *page, const explain_node *node)
{
    const char *between = ": ";
    for (uint32_t i = 0; i < node->seen_count; i++) {
        if (!page->all && node->seen[i].origin != EXPLAIN_WRITTEN && node->seen[i].chain == 0)
            continue;
        base_text_add(&page->line, "%s", between);
        explain_add_seen(&page->line, &page->search->values, &node->seen[i], 1, EXPLAIN_EVERY);
        between = ", ";
    }
}

static void show_taken(explain_page *page, const nodes *g, uint32_t index, postponed *later)
{
    const explain_search *search = page->search;
    const explain_node *node = &g->list[index];
    const uint32_t item = cli_item_at(search->domain, node->method_pc);
    const bool in_plan = g->base == 0 && page->found;
    if (in_plan)
        base_text_add(&page->line, "%s%s%s", page->style->good, page->style->yes, page->style->plain);
    else
        base_text_add(&page->line, "%s", page->style->maybe);
    explain_add_method(&page->line, search->domain, node->task, node->method);
    add_candidate(page, item, node->bound, &node->rank);
    if (g->base == 0)
        add_taken_seen(page, node);
    explain_add_item(page, item);
    page->depth++;
    show_subtasks(page, g, g->links[index].child, HTN_NONE, HTN_NONE, later);
    if (g->base == 0 && search->split == index) {
        const bool horizon = cli_instruction_at(search->domain, search->split_pc).op == HTN_OP_HORIZON;
        base_text_add(&page->line, "%s: what remains is planned when the steps are done",
                      horizon ? "Horizon" : "Split");
        explain_add_item(page, horizon ? HTN_NONE : cli_item_at(search->domain, search->split_pc));
    }
    page->depth--;
}

/* The candidates that come after the one taken; of many, the first ones. */
static void show_untried(explain_page *page, const explain_node *node)
{
    const htn_domain *domain = page->search->domain;
    uint32_t count, more;
    const explain_candidate **left = explain_untried(node->candidates, &count, &more);
    const uint32_t shown = page->all || count <= UNTRIED_SHOWN + 1 ? count : UNTRIED_SHOWN;
    more += count - shown;
    for (uint32_t i = 0; i < shown; i++) {
        const uint32_t item = cli_method_item(domain, node->task, left[i]->method);
        base_text_add(&page->line, "%s", page->style->left);
        explain_add_method(&page->line, domain, node->task, left[i]->method);
        add_candidate(page, item, left[i]->bound, &left[i]->rank);
        base_text_add(&page->line, explain_is_excluded(&left[i]->rank) ? ": never drawn" : ": not tried");
        explain_add_item(page, item);
    }
    if (more > 0) {
        base_text_add(&page->line, "%s", page->style->left);
        base_text_add_count(&page->line, more, "more candidate", "more candidates");
        explain_add_item(page, HTN_NONE);
    }
    free((void *)left);
}

/* --- Tasks -------------------------------------------------------------------------------------- */

static void show_methods(explain_page *page, const nodes *g, uint32_t index, postponed *later)
{
    const explain_node *node = &g->list[index];
    show_attempts(page, node, &node->attempts, g->base + index);
    if (node->method != HTN_NONE)
        show_taken(page, g, index, later);
    show_attempts(page, node, &node->later, g->base + index);
    show_untried(page, node);
}

/* The task's own line, without what is in front of it. */
static void add_node_text(explain_page *page, const explain_node *node)
{
    const explain_style *style = page->style;
    base_text *line = &page->line;
    const bool failed = node->end.reason != NULL;
    if (failed)
        base_text_add(line, "%s%s%s", style->bad, style->no, style->plain);
    else
        base_text_add(line, "%s", style->strong);
    if (node->step != HTN_NONE)
        base_text_add(line, "%u. ", node->step + 1);
    explain_add_task(line, page->search, node);
    if (node->bound != NULL && node->step != HTN_NONE)
        base_text_add(line, " with %s", node->bound);
    base_text_add(line, "%s", failed ? ": " : style->plain);
    if (failed)
        explain_add_reason(line, page->search, &node->end, EXPLAIN_WITHOUT_TASK);
}

/* Adds the task's line. `postpone`: its methods follow later. */
static void show_task(explain_page *page, const nodes *g, uint32_t index, const char *front, postponed *postpone)
{
    const explain_node *node = &g->list[index];
    const bool failed = node->end.reason != NULL && is_primitive(page, node);
    base_text_add(&page->line, "%s", front);
    add_node_text(page, node);
    if (postpone != NULL) {
        postpone->list = base_grow_array(postpone->list, postpone->count, &postpone->capacity, sizeof *postpone->list);
        postpone->list[postpone->count++] = index;
        base_text_add(&page->line, " ... goes on at [%u]", postpone->count);
    }
    explain_add_item(page, node->achieve_pc != HTN_NONE ? cli_item_at(page->search->domain, node->achieve_pc)
                           : failed                     ? explain_reason_item(node->end.reason)
                                                        : HTN_NONE);
    page->lines[page->count - 1].step = g->base == 0 ? node->step : HTN_NONE;
}

static void show_node(explain_page *page, const nodes *g, uint32_t index, const char *front, postponed *later)
{
    const explain_node *node = &g->list[index];
    const bool primitive = is_primitive(page, node);
    const bool deep = !primitive && page->depth - later->margin >= DEEPEST && node->method != HTN_NONE;
    uint32_t after = HTN_NONE;
    const uint32_t folded = primitive ? 0 : fold(page, g, index, &after);
    if (folded > 0) {
        base_text_add(&page->line, "... ");
        base_text_add_count(&page->line, folded, "more level of the same", "more levels of the same");
        explain_add_item(page, HTN_NONE);
    } else {
        show_task(page, g, index, front, deep ? later : NULL);
    }
    page->depth++;
    if (folded > 0)
        show_node(page, g, after, "", later);
    else if (node->achieve_pc != HTN_NONE)
        for (uint32_t i = g->links[index].child; i != HTN_NONE; i = g->links[i].next)
            show_node(page, g, i, "", later); /* the steps that the Achieve found */
    else if (!primitive && !deep)
        show_methods(page, g, index, later);
    page->depth--;
}

/* Each may postpone further ones. */
static void show_postponed(explain_page *page, const nodes *g, postponed *later)
{
    for (uint32_t i = 0; i < later->count; i++) {
        base_text_add(&page->line, "[%u] ", i + 1);
        add_node_text(page, &g->list[later->list[i]]);
        explain_add_line(page, HTN_NONE);
        show_methods(page, g, later->list[i], later);
    }
    free(later->list);
}

void explain_show_tree(explain_page *page)
{
    postponed later = {0};
    nodes g;
    open_nodes(&g, page, page->search->nodes, 0, page->search->node_count);
    for (uint32_t i = 0; i < g.count; i++) { /* one root; or the given tasks that the search has come to */
        if (g.list[i].parent != HTN_NONE)
            continue;
        add_node_text(page, &g.list[i]);
        explain_add_line(page, is_primitive(page, &g.list[i]) && g.list[i].end.reason != NULL
                                   ? explain_reason_item(g.list[i].end.reason)
                                   : HTN_NONE);
        if (!is_primitive(page, &g.list[i]))
            show_methods(page, &g, i, &later);
    }
    show_postponed(page, &g, &later);
    free(g.links);
}
