/* The nodes, attempts and ends of a search as JSON; see explain_json.h. The sentences in it are those of explain_words. */
#include "cli/explain/explain_json.h"
#include "cli/common/json.h"
#include "cli/common/plan_json.h"
#include "cli/common/debug_info.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_setters.h"
#include "cli/explain/explain_source.h"
#include "cli/explain/explain_words.h"
#include <stdlib.h>

/* Adds a text that was put together, and frees it; nothing where it is empty. */
static void add_text(cJSON *to, const char *name, base_text *text)
{
    if (text->length > 0)
        cJSON_AddStringToObject(to, name, base_text_of(text));
    base_text_free(text);
}

/* The tuples that a derived condition is true because of, or that were tried. */
static void add_chain(cJSON *to, const explain_search *search, const explain_seen *seen)
{
    cJSON *list = cJSON_AddArrayToObject(to, seen->value != 0 ? "because" : "tried");
    base_text tuple = {0};
    for (uint32_t i = 0; explain_chain_add(&tuple, search->values.tuples, search->domain, seen->chain, i); i++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(base_text_of(&tuple)));
        base_text_clear(&tuple);
    }
    base_text_free(&tuple);
    if (explain_chain_is_cut(search->values.tuples, seen->chain))
        cJSON_AddTrueToObject(to, "more");
}

static void add_values(cJSON *to, const explain_search *search, const explain_seen *seen, uint32_t count)
{
    static const char *const origins[] = {"initial", "set",       "written",    "argument",
                                          "default", "not asked", "quantifier", "derived"};
    cJSON *values = cJSON_AddArrayToObject(to, "values");
    for (uint32_t i = 0; i < count; i++) {
        cJSON *json = cJSON_CreateObject();
        base_text name = {0};
        uint32_t type = explain_add_name(&name, search->domain, &seen[i]);
        add_text(json, "name", &name);
        cJSON_AddItemToObject(json, "value",
                              seen[i].kind == HTN_READ_FIXED ? cJSON_CreateNumber(seen[i].value / 1000.0)
                                                             : cli_value_json(search->domain, type, seen[i].value));
        cJSON_AddStringToObject(json, "origin", origins[seen[i].origin]);
        if (seen[i].origin == EXPLAIN_WRITTEN) {
            cJSON_AddNumberToObject(json, "step", seen[i].step + 1);
            if (seen[i].step_task != HTN_NONE)
                cJSON_AddStringToObject(json, "by", htn_task_name(search->domain, seen[i].step_task));
        }
        if (seen[i].origin == EXPLAIN_DERIVED)
            add_chain(json, search, &seen[i]);
        cJSON_AddItemToArray(values, json);
    }
}

static void add_view(cJSON *to, const explain_search *search, const explain_view *view)
{
    add_values(to, search, explain_view_items(view), explain_view_count(view));
}

/* Where an item of the source begins and ends; the end only if the compiler has noted it. */
static void add_span(cJSON *to, const htn_domain *domain, uint32_t item)
{
    if (item == HTN_NONE)
        return;
    cJSON *span = cJSON_AddObjectToObject(to, "span");
    cJSON_AddStringToObject(to, "file",
                            CLI_DEBUG_TEXT(domain, DEBUG_FILES, CLI_FIELD(domain, DEBUG_ITEMS, item, FILE), NAME));
    cJSON_AddNumberToObject(span, "line", CLI_FIELD(domain, DEBUG_ITEMS, item, LINE));
    cJSON_AddNumberToObject(span, "column", CLI_FIELD(domain, DEBUG_ITEMS, item, COLUMN));
    if (item >= htn_domain_count(domain, HTN_SECTION_DEBUG_ENDS))
        return;
    cJSON_AddNumberToObject(span, "endLine", CLI_FIELD(domain, DEBUG_ENDS, item, LINE));
    cJSON_AddNumberToObject(span, "endColumn", CLI_FIELD(domain, DEBUG_ENDS, item, COLUMN));
}

static void add_source(cJSON *to, const explain_search *search, uint32_t item)
{
    base_text source = {0};
    explain_add_source(&source, search->domain, item);
    add_text(to, "source", &source);
    add_span(to, search->domain, item);
}

static void add_condition(cJSON *to, const explain_search *search, uint32_t item)
{
    base_text condition = {0};
    explain_add_condition(&condition, search->domain, item);
    add_text(to, "condition", &condition);
    add_source(to, search, item);
}

static cJSON *end_json(const explain_search *search, const explain_end *end)
{
    cJSON *json = cJSON_CreateObject();
    base_text text = {0};
    explain_add_reason(&text, search, end, EXPLAIN_WHOLE);
    cJSON_AddNumberToObject(json, "count", (double)end->count);
    if (end->reason->task != HTN_NONE)
        cJSON_AddStringToObject(json, "task", htn_task_name(search->domain, end->reason->task));
    add_text(json, "text", &text);
    if (end->reason->kind == EXPLAIN_PRECONDITION)
        add_condition(json, search, end->reason->items[0]);
    add_view(json, search, end->view);
    return json;
}

static void add_ends(cJSON *to, const char *name, const explain_search *search, const explain_tally *tally)
{
    cJSON *ends = cJSON_AddArrayToObject(to, name);
    for (uint32_t i = 0; i < tally->count; i++)
        cJSON_AddItemToArray(ends, end_json(search, &tally->ends[i]));
}

static void add_rank(cJSON *to, const explain_rank *rank)
{
    const bool drawn = rank->given && rank->drawn, excluded = explain_is_excluded(rank);
    if (rank->given && !drawn)
        cJSON_AddNumberToObject(to, "utility", rank->fixed ? (double)rank->value / 1000.0 : (double)rank->value);
    if (drawn && (rank->weight != 0 || excluded))
        cJSON_AddNumberToObject(to, "weight", rank->fixed ? rank->weight / 1000.0 : rank->weight);
    if (drawn && !excluded)
        cJSON_AddNumberToObject(to, "draw", (double)rank->value);
}

/* A method by its index, and by its label if it has one. */
static void add_method(cJSON *to, const htn_domain *domain, uint32_t task, uint32_t method)
{
    const uint32_t record = CLI_FIELD(domain, TASKS, task, FIRST_METHOD) + method;
    const char *label = CLI_TEXT(domain, METHODS, record, LABEL);
    cJSON_AddNumberToObject(to, "method", method);
    if (label[0] != '\0')
        cJSON_AddStringToObject(to, "label", label);
}

/* What was not tried, in the order in which it would have been. */
static void add_candidates(cJSON *to, const htn_domain *domain, const explain_node *node)
{
    uint32_t count, more;
    const explain_candidate **left = explain_untried(node->candidates, &count, &more);
    cJSON *list = cJSON_AddArrayToObject(to, "untried");
    for (uint32_t i = 0; i < count; i++) {
        cJSON *json = cJSON_CreateObject();
        add_method(json, domain, node->task, left[i]->method);
        if (left[i]->bound != NULL)
            cJSON_AddStringToObject(json, "bound", left[i]->bound);
        add_rank(json, &left[i]->rank);
        cJSON_AddItemToArray(list, json);
    }
    if (more > 0)
        cJSON_AddNumberToObject(to, "untried_more", more);
    free((void *)left);
}

static cJSON *attempt_json(const explain_search *search, uint32_t task, explain_attempt *attempt)
{
    cJSON *json = cJSON_CreateObject();
    add_method(json, search->domain, task, attempt->method);
    cJSON_AddStringToObject(json, "outcome",
                            attempt->given_up ? "given up"
                            : attempt->partly ? "passed over"
                                              : "rejected");
    add_rank(json, &attempt->rank);
    if (attempt->note != NULL)
        cJSON_AddStringToObject(json, attempt->given_up ? "bound" : "failing", attempt->note);
    if (attempt->given_up) {
        explain_tally_sort(&attempt->tally);
        cJSON_AddNumberToObject(json, "branches", (double)attempt->tally.total);
        add_ends(json, "reasons", search, &attempt->tally);
    } else {
        add_condition(json, search, attempt->shown);
        add_view(json, search, attempt->view);
    }
    return json;
}

/* Which group of its caller's method a group is, from 0: by rising address they are in the order of the source. */
static uint32_t number_of_group(const htn_domain *domain, uint32_t group)
{
    const uint32_t task = cli_task_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, group, FIRST));
    const uint32_t method = CLI_FIELD(domain, DEBUG_SUBTASKS, group, METHOD);
    uint32_t number = 0;
    while (group-- > 0 && CLI_FIELD(domain, DEBUG_SUBTASKS, group, METHOD) == method &&
           cli_task_at(domain, CLI_FIELD(domain, DEBUG_SUBTASKS, group, FIRST)) == task)
        number += CLI_FIELD(domain, DEBUG_SUBTASKS, group, KIND) == HTN_SUBTASK_PARALLEL;
    return number;
}

/* Which groups are around a subtask, the outermost first, and which of their members it is in. */
static void add_groups(cJSON *to, const htn_domain *domain, uint32_t subtask)
{
    if (subtask == HTN_NONE || CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, PARENT) == HTN_NONE)
        return;
    cJSON *groups = cJSON_AddArrayToObject(to, "parallel");
    for (uint32_t group; (group = CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, PARENT)) != HTN_NONE; subtask = group) {
        const bool background = CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, KIND) == HTN_SUBTASK_BACKGROUND;
        if (CLI_FIELD(domain, DEBUG_SUBTASKS, group, KIND) == HTN_SUBTASK_BACKGROUND)
            continue;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddNumberToObject(json, "group", number_of_group(domain, group));
        cJSON_AddNumberToObject(json, "member", CLI_FIELD(domain, DEBUG_SUBTASKS, subtask, MEMBER));
        if (background)
            cJSON_AddTrueToObject(json, "background");
        cJSON_InsertItemInArray(groups, 0, json);
    }
}

static void add_attempts(cJSON *to, const char *name, const explain_search *search, const explain_node *node,
                         const explain_attempts *attempts)
{
    cJSON *json = cJSON_AddArrayToObject(to, name);
    for (uint32_t i = 0; i < attempts->count; i++)
        cJSON_AddItemToArray(json, attempt_json(search, node->task, attempts->list[i]));
}

/* What only a compound task has. */
static void add_methods(cJSON *json, const explain_search *search, const explain_node *node)
{
    add_attempts(json, "attempts", search, node, &node->attempts);
    if (cli_selects(search->domain, node->task))
        add_candidates(json, search->domain, node);
    if (node->method != HTN_NONE) {
        add_method(json, search->domain, node->task, node->method);
        add_rank(json, &node->rank);
        add_source(json, search, cli_item_at(search->domain, node->method_pc));
        add_values(json, search, node->seen, node->seen_count);
    }
    if (node->later.count > 0)
        add_attempts(json, "later", search, node, &node->later);
}

/* One task of the tree. It names its parent by index: a deep tree is no deep nesting, which readers of JSON limit. */
static cJSON *node_json(const explain_search *search, const explain_node *node)
{
    cJSON *json = cJSON_CreateObject();
    base_text text = {0};
    explain_add_task(&text, search, node);
    cJSON_AddItemToObject(json, "parent",
                          node->parent != HTN_NONE ? cJSON_CreateNumber(node->parent) : cJSON_CreateNull());
    cJSON_AddStringToObject(json, "task", htn_task_name(search->domain, node->task));
    add_text(json, "text", &text);
    if (node->bound != NULL)
        cJSON_AddStringToObject(json, "bound", node->bound);
    add_groups(json, search->domain, node->subtask);
    if (node->step != HTN_NONE)
        cJSON_AddNumberToObject(json, "step", node->step + 1);
    if (node->end.reason != NULL) {
        explain_add_reason(&text, search, &node->end, EXPLAIN_WITHOUT_TASK);
        add_text(json, "failure", &text);
        if (node->end.reason->kind == EXPLAIN_PRECONDITION)
            add_view(json, search, node->end.view);
    }
    if (node->achieve_pc != HTN_NONE) {
        cJSON_AddNumberToObject(json, "states", node->achievement.states);
        cJSON_AddNumberToObject(json, "explored", node->achievement.explored);
        add_source(json, search, cli_item_at(search->domain, node->achieve_pc));
    } else if (!cli_is_primitive(search->domain, node->task)) {
        add_methods(json, search, node);
    }
    return json;
}

/* What the search was for: a root, or the given tasks with their arguments. */
static void add_request(cJSON *json, const explain_search *search)
{
    const htn_request *request = &search->session->request;
    const htn_domain *domain = search->domain;
    if (request->task_count == 0) {
        cJSON_AddStringToObject(json, "root", htn_task_name(domain, CLI_FIELD(domain, ROOTS, search->root, TASK)));
        return;
    }
    cJSON *tasks = cJSON_AddArrayToObject(json, "tasks");
    for (uint32_t i = 0; i < request->task_count; i++) {
        base_text text = {0};
        cli_add_step(&text, domain, request->tasks[i].task, request->tasks[i].arguments);
        cJSON_AddItemToArray(tasks, cJSON_CreateString(base_text_of(&text)));
        base_text_free(&text);
    }
}

static void add_never_set(cJSON *json, const explain_search *search)
{
    cJSON *list = cJSON_AddArrayToObject(json, "neverSet");
    bool *never = explain_never_set(search);
    for (uint32_t i = 0; never != NULL && i < htn_domain_count(search->domain, HTN_SECTION_PROPERTIES); i++)
        if (never[i])
            cJSON_AddItemToArray(list, cJSON_CreateString(htn_property_name(search->domain, i)));
    free(never);
}

cJSON *explain_json(const explain_search *search, htn_status status, const htn_plan *plan)
{
    cJSON *json = cli_plan_json(search->session, status, plan);
    add_request(json, search);
    cJSON_AddNumberToObject(json, "branches", (double)search->branches);
    add_never_set(json, search);
    add_ends(json, "reasons", search, &search->tally);
    cJSON *tree = cJSON_AddArrayToObject(json, "tree");
    for (uint32_t i = 0; i < search->node_count; i++)
        cJSON_AddItemToArray(tree, node_json(search, &search->nodes[i]));
    return json;
}
