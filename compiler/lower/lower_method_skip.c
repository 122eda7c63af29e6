/*
 * Three instructions skip alternatives (first-argument indexing of Prolog compilers serves the same purpose):
 *
 *   SKIP_NE_U8  over a group: alternatives in a row that begin with the same test, `P == value`;
 *   SKIP_GT_U8  over several groups whose tests ask for rising values of one property: P is above the highest of them;
 *   SEEK        over alternatives whose method filters the world does not pass (lower_method_filter.c).
 *
 * Invariant: only alternatives that would fail are skipped, so the first one that is taken stays the same.
 */
#include "compiler/lower/lower_method_skip.h"
#include "compiler/lower/lower_condition.h"

enum { LEAST_ALTERNATIVES = 3, LEAST_GROUPS = 4, MOST_GROUPS = 8, LEAST_ROWS = 4 };

/* Whether the first test of an alternative is that a byte has a certain value. */
static bool begins_with_byte(const htnc_code *code, const htnc_alternative *at, const htnc_property **property,
                             int32_t *value)
{
    const htnc_test *first = at->list.tests;
    return at->list.binder_count == 0 && first != NULL && !first->sets &&
           htnc_is_byte_test(code, first->node, property, value);
}

static htnc_skip group_from(const htnc_code *code, const htnc_alternative *first)
{
    htnc_skip group = {NULL, 0, 1, first->next};
    const htnc_property *property, *other;
    int32_t value;
    if (!begins_with_byte(code, first, &property, &group.value))
        return group;
    group.property = property;
    for (; group.end != NULL && begins_with_byte(code, group.end, &other, &value); group.count++) {
        if (other != property || value != group.value)
            break;
        group.end = group.end->next;
    }
    return group;
}

static htnc_skip groups_from(const htnc_code *code, const htnc_alternative *first)
{
    htnc_skip groups = group_from(code, first);
    for (groups.count = 1; groups.property != NULL && groups.end != NULL && groups.count < MOST_GROUPS;
         groups.count++) {
        const htnc_skip next = group_from(code, groups.end);
        if (next.property != groups.property || next.value <= groups.value)
            break;
        groups.value = next.value;
        groups.end = next.end;
    }
    if (groups.property != NULL && groups.value >= groups.property->type->high)
        groups.property = NULL; /* the property is never above that */
    return groups;
}

void htnc_find_skips(const htnc_code *code, htnc_alternative *first)
{
    const htnc_alternative *groups_end = first, *group_end = first;
    for (htnc_alternative *at = first; at != NULL; at = at->next) {
        if (at == groups_end) {
            const htnc_skip groups = groups_from(code, at);
            groups_end = groups.end;
            if (groups.count >= LEAST_GROUPS)
                at->groups = groups;
        }
        if (at == group_end) {
            const htnc_skip group = group_from(code, at);
            group_end = group.end;
            if (group.count >= LEAST_ALTERNATIVES)
                at->group = group;
        }
    }
}

static void emit_skip(htnc_emitter *to, htn_opcode op, const htnc_skip *skip, htnc_open_skip *open)
{
    if (skip->property == NULL)
        return;
    open->end = skip->end;
    open->target = skip->end != NULL ? HTNC_LABEL : HTNC_FAIL;
    htnc_emit_jump(to, op, (uint32_t)skip->value, to->code->addresses[skip->property->index], &open->target);
}

/* How many alternatives from here on share a filter. It ends in front of a skip, which leaves out more at once. */
static uint32_t count_rows(const htnc_alternative *first)
{
    uint32_t count = 0;
    for (const htnc_alternative *at = first; at != NULL && at->filter.tests > 0; at = at->next, count++)
        if (at != first && (at->groups.property != NULL || at->group.property != NULL))
            break;
    return count;
}

static void emit_seek(htnc_emitter *to, htnc_skipping *skipping, const htnc_alternative *at)
{
    const htnc_method_filter any_world = {.tests = 0};
    if (skipping->rows_left == 0) {
        uint32_t count = count_rows(at);
        if (count < LEAST_ROWS)
            return;
        skipping->rows_left = count;
        skipping->row = htnc_add_method_filter(to->code, &at->filter);
        for (const htnc_alternative *each = at->next; --count > 0; each = each->next)
            htnc_add_method_filter(to->code, &each->filter);
        htnc_add_method_filter(to->code, &any_world);
    }
    htnc_emit(to, HTN_OP_SEEK, 0, 0, skipping->row);
    htnc_set_filter_target(to, skipping->row);
    skipping->row += HTN_ROW_CONSTANTS;
    skipping->rows_left--;
    skipping->filter_ends = skipping->rows_left == 0;
}

void htnc_emit_skips(htnc_emitter *to, htnc_skipping *skipping, const htnc_alternative *at)
{
    if (at == skipping->group.end)
        htnc_emit_label(to, &skipping->group.target);
    if (at == skipping->groups.end)
        htnc_emit_label(to, &skipping->groups.target);
    emit_skip(to, HTN_OP_SKIP_GT_U8, &at->groups, &skipping->groups);
    emit_skip(to, HTN_OP_SKIP_NE_U8, &at->group, &skipping->group);
    emit_seek(to, skipping, at);
}

/* Behind the last alternative of a filter is the target of its last row, which every world passes. */
void htnc_end_skips(htnc_emitter *to, htnc_skipping *skipping)
{
    if (skipping->filter_ends)
        htnc_set_filter_target(to, skipping->row);
    skipping->filter_ends = false;
}
