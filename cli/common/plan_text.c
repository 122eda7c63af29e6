/*
 * A plan in words: a line for each step, and for each parallel group. What is in it is told by its spans, which are
 * followed without recursion: they nest as deep as the plan is long.
 */
#include "cli/common/session.h"
#include <string.h>

typedef struct writer {
    base_text *text;
    const htn_domain *domain;
    const htn_plan *plan;
    uint32_t next; /* the first span that has not begun */
    uint32_t open; /* the innermost one that has not ended; HTN_NONE: none */
} writer;

/* The member that this is an item of; HTN_NONE: it has a line of its own. */
static uint32_t member_of(const htn_plan *plan, uint32_t span)
{
    while (span != HTN_NONE && plan->spans[span].kind != HTN_SPAN_MEMBER)
        span = plan->spans[span].parent;
    return span;
}

/* Whether a member is more than one step, and more than one group. */
static bool has_brackets(const htn_plan *plan, uint32_t member)
{
    const htn_span *span = &plan->spans[member];
    if (span->end - span->first < 2)
        return false;
    for (uint32_t i = member + 1; i < plan->span_count && plan->spans[i].first == span->first; i++)
        if (plan->spans[i].kind == HTN_SPAN_PARALLEL && plan->spans[i].end == span->end)
            return false;
        else if (plan->spans[i].kind == HTN_SPAN_PARALLEL)
            break;
    return true;
}

static void begin_span(const writer *to, uint32_t index)
{
    const htn_span *span = &to->plan->spans[index];
    uint32_t around = member_of(to->plan, span->parent);
    if (span->kind == HTN_SPAN_PARALLEL) {
        if (around != HTN_NONE && to->plan->spans[around].first != span->first)
            base_text_add(to->text, ", ");
        base_text_add(to->text, "Parallel [");
    } else if (span->kind == HTN_SPAN_MEMBER) {
        if (span->parent != HTN_NONE && to->plan->spans[span->parent].first != span->first)
            base_text_add(to->text, ", ");
        base_text_add(to->text, has_brackets(to->plan, index) ? "[" : "");
    }
}

static void end_span(const writer *to, uint32_t index)
{
    const htn_span *span = &to->plan->spans[index];
    if (span->kind == HTN_SPAN_PARALLEL || (span->kind == HTN_SPAN_MEMBER && has_brackets(to->plan, index)))
        base_text_add(to->text, "]");
    if (span->kind == HTN_SPAN_PARALLEL && member_of(to->plan, span->parent) == HTN_NONE)
        base_text_add(to->text, "\n");
}

static void add_step(writer *to, uint32_t step)
{
    const htn_plan *plan = to->plan;
    for (; to->next < plan->span_count && plan->spans[to->next].first <= step; to->next++) {
        if (plan->spans[to->next].end <= step)
            continue;
        begin_span(to, to->next);
        to->open = to->next;
    }
    uint32_t member = member_of(plan, to->open);
    if (member != HTN_NONE && plan->spans[member].first != step)
        base_text_add(to->text, ", ");
    cli_add_step(to->text, to->domain, plan->steps[step].task, plan->values + plan->steps[step].arguments);
    base_text_add(to->text, member == HTN_NONE ? "\n" : "");
    for (; to->open != HTN_NONE && plan->spans[to->open].end == step + 1; to->open = plan->spans[to->open].parent)
        end_span(to, to->open);
}

void cli_add_plan(base_text *text, const htn_domain *domain, const htn_plan *plan)
{
    writer to = {text, domain, plan, 0, HTN_NONE};
    for (uint32_t step = 0; step < plan->step_count; step++)
        add_step(&to, step);
}

void cli_add_plan_line(base_text *text, const htn_domain *domain, const htn_plan *plan)
{
    base_text lines = {0};
    cli_add_plan(&lines, domain, plan);
    if (cli_partial_name(plan) != NULL)
        base_text_add(&lines, "%s\n", cli_partial_name(plan));
    for (const char *at = base_text_of(&lines); *at != '\0'; at += strcspn(at, "\n") + 1) {
        base_text_add(text, "%s", at != lines.bytes ? ", " : "");
        base_text_add_bytes(text, at, strcspn(at, "\n"));
    }
    base_text_free(&lines);
}

cJSON *cli_spans_json(const htn_plan *plan)
{
    static const char *const kinds[] = {[HTN_SPAN_PARALLEL] = "parallel",
                                        [HTN_SPAN_MEMBER] = "member",
                                        [HTN_SPAN_ACHIEVE] = "achieve",
                                        [HTN_SPAN_WHILE] = "while"};
    cJSON *spans = cJSON_CreateArray();
    for (uint32_t i = 0; i < plan->span_count; i++) {
        const htn_span *span = &plan->spans[i];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "kind", kinds[span->kind]);
        cJSON_AddNumberToObject(json, "first", span->first);
        cJSON_AddNumberToObject(json, "end", span->end);
        cJSON_AddItemToObject(json, "parent",
                              span->parent != HTN_NONE ? cJSON_CreateNumber(span->parent) : cJSON_CreateNull());
        if (span->kind == HTN_SPAN_WHILE && span->entry != HTN_NONE)
            cJSON_AddNumberToObject(json, "entry", span->entry);
        cJSON_AddItemToArray(spans, json);
    }
    return spans;
}
