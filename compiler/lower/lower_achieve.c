/*
 * `Achieve`: the tests of its goal, each followed by what is missing at least where it does not hold, between the
 * instructions that begin the search, carry out what it found and lead it on (opcodes.def). How much is missing is an
 * admissible estimate by partition of costs: an item is worth the least that any task costs that can make it hold, divided
 * among all items that the same task can make hold.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_achieve.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_node.h"
#include "compiler/lower/lower_primitive.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_resume_check.h"
#include "compiler/types/achieve_actions.h"
#include "compiler/types/fold_operators.h"

enum { UNITS = 840 }; /* of a cost, as UNMET counts it */

typedef struct achievement {
    htnc_lowering *lowering;
    const htnc_task **uses;
    uint32_t *items; /* by use: how many items of the goal it can make hold */
    uint32_t use_count;
    htnc_test *tests;
} achievement;

/* --- What can make an item hold ------------------------------------------------------------------ */

static bool is_about(void *user, const htnc_node *node)
{
    return node->property != NULL && node->property == user;
}

/* An item that asks for nothing but one property, of which the value decides. */
static bool is_plain(const htnc_node *node, const htnc_property *property)
{
    if (htnc_node_is(node, HTNC_NOT))
        return is_plain(node->operands[0], property);
    if (node->kind == HTNC_NODE_PROPERTY)
        return node->property == property && node->low == 0 && node->high == 1;
    return node->kind == HTNC_NODE_OPERATOR && htnc_is_comparison(node->op) &&
           node->operands[0]->kind == HTNC_NODE_PROPERTY && node->operands[0]->property == property &&
           htnc_node_is_constant(node->operands[1]);
}

static bool holds_for(const htnc_node *node, int32_t value)
{
    if (htnc_node_is(node, HTNC_NOT))
        return !holds_for(node->operands[0], value);
    if (node->kind == HTNC_NODE_PROPERTY)
        return value != 0;
    return htnc_fold_binary(node->op, value, node->operands[1]->value) != 0;
}

static int32_t within(const htnc_type *type, int32_t value)
{
    int32_t low = htnc_lowest(type);
    return value < low ? low : value > type->high ? type->high : value;
}

/* Whether an effect can make an item hold that did not. */
static bool effect_helps(const htnc_effect *effect, const htnc_node *node)
{
    const htnc_property *property = effect->target->to.property;
    if (!htnc_node_any(node, is_about, (void *)(uintptr_t)property))
        return false;
    if (!effect->value->is_constant || !is_plain(node, property))
        return true;
    if (effect->op == HTNC_ASSIGN)
        return holds_for(node, within(property->type, effect->value->folded));
    if (effect->op == HTNC_SCALE || (!htnc_node_is(node, HTNC_LE) && !htnc_node_is(node, HTNC_GE)))
        return true;
    bool rises = (effect->op == HTNC_INCREASE) == (effect->value->folded > 0);
    return effect->value->folded != 0 && rises == htnc_node_is(node, HTNC_GE);
}

static bool effects_help(const htnc_effect *effects, const htnc_node *node)
{
    for (; effects != NULL; effects = effects->next)
        if (effect_helps(effects, node))
            return true;
    return false;
}

static bool helps(const htnc_task *task, const htnc_test *item)
{
    return effects_help(task->effects, item->node) || effects_help(task->expected, item->node);
}

/* What an item is worth; HTN_NONE: nothing can make it hold. */
static uint32_t lack_of(const achievement *of, const htnc_test *item)
{
    uint32_t least = HTN_NONE;
    for (uint32_t i = 0; i < of->use_count; i++) {
        if (!helps(of->uses[i], item))
            continue;
        int32_t cost = of->lowering->fragment_of[of->uses[i]->index].cost_bound;
        uint64_t share = (uint64_t)cost * UNITS / of->items[i];
        if (share < least)
            least = (uint32_t)share;
        else if (least == HTN_NONE)
            least = HTN_NONE - 1;
    }
    return least;
}

/* --- Tables --------------------------------------------------------------------------------------- */

static void find_uses(achievement *of, const htnc_subtask *item)
{
    htnc_lowering *lowering = of->lowering;
    const htnc_task *used;
    uint32_t count = 0, at = 0;
    while (htnc_next_action(lowering->model, item, &at) != NULL)
        count++;
    of->uses = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *of->uses);
    of->items = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *of->items);
    at = 0;
    while ((used = htnc_next_action(lowering->model, item, &at)) != NULL)
        if (!lowering->fragment_of[used->index].never)
            of->uses[of->use_count++] = used;
    for (uint32_t i = 0; i < of->use_count; i++)
        for (const htnc_test *test = of->tests; test != NULL; test = test->next)
            of->items[i] += helps(of->uses[i], test);
}

static void note_written(bool *written, const htnc_effect *effects)
{
    for (; effects != NULL; effects = effects->next)
        written[effects->target->to.property->index] = true;
}

/* Adds the record; its number. */
static uint32_t add_record(const achievement *of)
{
    htnc_lowering *lowering = of->lowering;
    htnc_code *code = lowering->code;
    uint32_t properties = lowering->model->property_count;
    bool *written = base_alloc_array(lowering->arena, (size_t)properties + 1, sizeof *written);
    htnc_achieve_code record = {.use_count = of->use_count};
    record.uses = base_alloc_array(lowering->arena, (size_t)of->use_count + 1, sizeof *record.uses);
    record.writes = base_alloc_array(lowering->arena, (size_t)properties + 1, sizeof *record.writes);
    for (uint32_t i = 0; i < of->use_count; i++) {
        record.uses[i] = of->uses[i]->index;
        note_written(written, of->uses[i]->effects);
        note_written(written, of->uses[i]->expected);
    }
    for (uint32_t i = 0; i < properties; i++)
        if (written[i])
            record.writes[record.write_count++] = i;
    code->achieves = base_grow_by_one(lowering->arena, code->achieves, code->achieve_count, sizeof record);
    code->achieves[code->achieve_count] = record;
    code->has_spans = true;
    if (code->achieve_count >= UINT16_MAX)
        htnc_too_large(lowering->subject, "a domain has at most 65535 `Achieve`s");
    return code->achieve_count++;
}

/* --- Code ----------------------------------------------------------------------------------------- */

/* The goal's items that are not constant; false where one can never hold. */
static bool read_goal(achievement *of, const htnc_subtask *item)
{
    htnc_test **end = &of->tests;
    bool possible = true;
    for (const htnc_expr *each = item->goal; each != NULL; each = each->next) {
        htnc_begin_subject(of->lowering->subject, each->span);
        possible = htnc_add_condition(of->lowering->build, &end, each) && possible;
    }
    return possible;
}

static void emit_goal(const achievement *of, const htnc_method *method)
{
    htnc_lowering *lowering = of->lowering;
    uint32_t i = 0;
    for (const htnc_test *test = of->tests; test != NULL; test = test->next) {
        htnc_label holds = HTNC_LABEL;
        htnc_item_begin(lowering->to, HTN_ITEM_GOAL, method->task, method->index, test->span);
        htnc_jump_if(lowering->to, test->node, &holds);
        htnc_emit(lowering->to, HTN_OP_UNMET, 0, i < UINT16_MAX ? i : UINT16_MAX, lack_of(of, test));
        htnc_item_end(lowering->to);
        htnc_emit_label(lowering->to, &holds);
        i++;
    }
}

bool htnc_lower_achieve(htnc_lowering *lowering, const htnc_method *method, const htnc_subtask *item, bool later)
{
    achievement of = {.lowering = lowering};
    htnc_label explore = HTNC_LABEL, tests = HTNC_LABEL;
    bool possible = read_goal(&of, item);
    htnc_item_begin(lowering->to, HTN_ITEM_SUBTASK, method->task, method->index, item->span);
    if (!possible) {
        htnc_emit_fail(lowering->to);
        htnc_note_outcome(lowering->to, HTN_TEST_NEVER);
        htnc_item_end(lowering->to);
        return false;
    }
    find_uses(&of, item);
    uint32_t number = add_record(&of);
    if (later)
        htnc_emit_resume_checks(lowering->to, method, item->goal);
    htnc_emit_jump(lowering->to, HTN_OP_ACHIEVE, 0, number, &explore);
    htnc_emit(lowering->to, HTN_OP_ENACT, 0, 0, 0);
    htnc_item_end(lowering->to);
    htnc_emit_back_label(lowering->to, &tests);
    emit_goal(&of, method);
    htnc_emit_label(lowering->to, &explore);
    htnc_emit_jump(lowering->to, HTN_OP_EXPLORE, 0, number, &tests);
    htnc_forget_ranges(lowering->to);
    return true;
}
