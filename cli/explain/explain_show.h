/*
 * Showing a search to a person: words for reasons and values (explain_words.c), lines with their source
 * places in a column (explain_lines.c), the tree (explain_tree.c) and the focus on one task (explain_task.c).
 */
#ifndef CLI_EXPLAIN_SHOW_H
#define CLI_EXPLAIN_SHOW_H

#include "cli/explain/explain_search.h"
#include <cjson/cJSON.h>

/* What lines are drawn with: UTF-8 or ASCII, colours or empty texts. */
typedef struct explain_style {
    const char *branch, *last, *through, *space; /* of a tree */
    const char *no, *yes, *maybe; /* in front of what was rejected, of what was taken, of what was taken in vain */
    const char *left;             /* of what was not tried */
    const char *times;            /* "3x" */
    const char *good, *bad, *faint, *strong, *plain;
} explain_style;

explain_style explain_style_of(bool utf8, bool colour);

typedef struct explain_line {
    char *text;
    char *source; /* `troll.htn:12`; NULL for none */
    size_t columns;
    uint32_t step; /* of the plan that it is; HTN_NONE: it is none */
} explain_line;

/* Lines are collected and printed at the end, when the width of the column of sources is known. */
typedef struct explain_page {
    const explain_search *search;
    const explain_style *style;
    bool all;         /* --all */
    bool found;       /* there is a plan */
    base_text prefix; /* of the tree, at the present depth */
    uint32_t depth;
    explain_line *lines;
    size_t count, capacity;
} explain_page;

/* The item just added is that step of the plan. */
void explain_item_is_step(explain_page *page, uint32_t step);

/* A line of its own, or an item of the tree at the present depth. `item`: of the source, what it is about, or HTN_NONE. */
void explain_line_add(explain_page *page, const base_text *text, uint32_t item);
void explain_item_add(explain_page *page, bool last, const base_text *text, uint32_t item);
void explain_descend(explain_page *page, bool last);
void explain_ascend(explain_page *page);
void explain_page_add(base_text *text, const explain_page *page); /* all lines, ended */
void explain_page_print(const explain_page *page);
void explain_page_free(explain_page *page);

/* `WsStamina was 0 (written by step 2 Sprint), WsAlert was false (initial)`; of one of its conditions, or of all. */
#define EXPLAIN_EVERY UINT32_MAX
void explain_add_seen(base_text *text, const explain_search *search, const explain_seen *seen, uint32_t count,
                      uint32_t failure);

/* Of a method's rejection (or NULL) which instances failed what, behind `between`; nothing where none did. */
void explain_add_note(base_text *text, const explain_reason *rejection, const char *between);

/*
 * `Slam's precondition [Stamina > 0] failed: Stamina was 0 (written by step 2 Sprint)`. `differs`: at other
 * times it saw other values.
 */
void explain_add_reason(base_text *text, const explain_search *search, const explain_reason *reason,
                        const explain_view *view, bool differs);

/* The same without the task's name in front, where that stands in the line already. */
void explain_add_reason_of_node(base_text *text, const explain_search *search, const explain_reason *reason,
                                const explain_view *view);

/* The item of the source that a reason is about; HTN_NONE for none. */
uint32_t explain_reason_item(const explain_reason *reason);

/* Longest line that is not broken in two, in columns. */
enum { EXPLAIN_WIDEST = 110 };

/* `once`, `3 times` */
void explain_add_times(base_text *text, uint64_t count);

/* Of the reason that a task had no method left, one of the conditions: `method 1 [Key], Key was false (initial)`. */
void explain_add_rejection(base_text *text, const explain_search *search, const explain_reason *reason, uint32_t which,
                           const explain_view *view, bool differs);

/* How an end is shown. */
enum {
    EXPLAIN_IN_TREE = 1, /* as an item of the tree; else a line of its own */
    EXPLAIN_LAST = 2,    /* the last item */
    EXPLAIN_APART = 4,   /* its reason's different values below it, where all of them are known */
    EXPLAIN_ALONE = 8    /* there is no other, and it happened once: no count */
};

/* An end on a line; where it has several parts that do not fit in a line, each of them below it. */
void explain_show_end(explain_page *page, const explain_end *end, unsigned how);
void explain_add_end_head(base_text *text, const explain_page *page, const explain_end *end, bool counted);

/* The most frequent ends, as items below the last one. */
void explain_show_ends(explain_page *page, const explain_tally *tally);

/* The reason of an end, `3x ` in front where it is counted. */
void explain_add_end(base_text *text, const explain_page *page, const explain_end *end, bool counted);

/* `Name(args)`; a compound task without parameters is its name only. */
void explain_add_task(base_text *text, const explain_search *search, const explain_node *node, const int32_t *values);

/* The tree of the branch that the search ended on. */
void explain_tree(explain_page *page);

/* The first line: how it ended; for `no plan` and a limit also the few reasons that matter most. */
void explain_outcome(explain_page *page, htn_status status, const htn_plan *plan);

/* --task: why a task is, or is not, in the plan. */
void explain_task(explain_page *page, uint32_t task, htn_status status);

/* Whether the search's root has the task as a subtask, at whatever depth. */
bool explain_is_below_root(const explain_search *search, uint32_t task);

/* --json */
cJSON *explain_json(const explain_search *search, htn_status status, const htn_plan *plan);

#endif
