/*
 * A plan as text; see plan_text.h. The plan's spans say which steps form a group. They can nest as deep as the plan is
 * long, so they are followed without recursion: span `open` and its parents have begun and not ended.
 */
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include <string.h>

typedef struct writer {
    base_text *text;
    const htn_domain *domain;
    const htn_plan *plan;
    uint32_t next; /* the first span that has not begun */
    uint32_t open; /* the innermost span that has begun and not ended; HTN_NONE: none */
} writer;

static bool is_member(const htn_span *span)
{
    return span->kind == HTN_SPAN_MEMBER || span->kind == HTN_SPAN_BACKGROUND;
}

/* The innermost member of a group around a span; HTN_NONE: the span is in no group, so it has a line of its own. */
static uint32_t member_of(const htn_plan *plan, uint32_t span)
{
    while (span != HTN_NONE && !is_member(&plan->spans[span]))
        span = plan->spans[span].parent;
    return span;
}

/* Whether a member needs brackets: it is a Background, or has several items, not one step or one group. */
static bool has_brackets(const htn_plan *plan, uint32_t member)
{
    const htn_span *span = &plan->spans[member];
    if (span->kind == HTN_SPAN_BACKGROUND)
        return true;
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
    } else if (is_member(span)) {
        if (span->parent != HTN_NONE && to->plan->spans[span->parent].first != span->first)
            base_text_add(to->text, ", ");
        base_text_add(to->text, span->kind == HTN_SPAN_BACKGROUND ? "Background " : "");
        base_text_add(to->text, has_brackets(to->plan, index) ? "[" : "");
    }
}

static void end_span(const writer *to, uint32_t index)
{
    const htn_span *span = &to->plan->spans[index];
    if (span->kind == HTN_SPAN_PARALLEL || (is_member(span) && has_brackets(to->plan, index)))
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

const char *cli_partial_name(const htn_plan *plan)
{
    switch (plan->partial) {
    case HTN_PARTIAL_SPLIT: return "Split";
    case HTN_PARTIAL_HORIZON: return "Horizon";
    default: return NULL;
    }
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

void cli_add_record(base_text *text, const htn_plan *plan)
{
    base_text_add(text, "[");
    for (uint32_t i = 0; i < plan->record_count; i++)
        base_text_add(text, "%s%u", i == 0 ? "" : ", ", plan->record[i]);
    base_text_add(text, "]");
}
