/*
 * `Achieve`. The machine searches for a sequence of actions; the code gives it the goal. In this order (see opcodes.def):
 *
 *     ACHIEVE   begins the search at the tests of the goal; ENACT carries out the actions that it found
 *     tests     one for each item of the goal; UNMET reports an item that does not hold, with its bound
 *               (lower_goap_heuristic.c)
 *     EXPLORE   continues the search with the next state
 */
#include "compiler/lower/lower_achieve.h"
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_condition.h"
#include "compiler/lower/lower_expression.h"
#include "compiler/lower/lower_goap_heuristic.h"
#include "compiler/lower/lower_redundant_test.h"
#include "compiler/lower/lower_resume_check.h"
#include "compiler/types/achieve_tasks.h"

/* --- Tables --------------------------------------------------------------------------------------- */

/* The actions of an Achieve whose preconditions can hold. */
static htnc_goap actions_of(const htnc_lowering *lowering, const htnc_subtask *item)
{
    htnc_goap goap = {.fragment_of = lowering->fragment_of};
    const htnc_task *action;
    uint32_t count = 0, at = 0;
    while (htnc_next_action(lowering->model, item, &at) != NULL)
        count++;
    goap.actions = base_alloc_array(lowering->arena, (size_t)count + 1, sizeof *goap.actions);
    at = 0;
    while ((action = htnc_next_action(lowering->model, item, &at)) != NULL)
        if (!lowering->fragment_of[action->index].never)
            goap.actions[goap.action_count++] = action;
    return goap;
}

static void mark_written(bool *written, const htnc_effect *effects)
{
    for (; effects != NULL; effects = effects->next)
        written[effects->target->to.property->index] = true;
}

/* Adds the record of an Achieve; returns its number. */
static uint32_t add_record(const htnc_lowering *lowering, const htnc_goap *goap)
{
    htnc_code *code = lowering->code;
    const uint32_t properties = lowering->model->property_count;
    bool *written = base_alloc_array(lowering->arena, (size_t)properties + 1, sizeof *written);
    htnc_achieve_code record = {.use_count = goap->action_count};
    record.uses = base_alloc_array(lowering->arena, (size_t)goap->action_count + 1, sizeof *record.uses);
    record.writes = base_alloc_array(lowering->arena, (size_t)properties + 1, sizeof *record.writes);
    for (uint32_t i = 0; i < goap->action_count; i++) {
        record.uses[i] = goap->actions[i]->index;
        mark_written(written, goap->actions[i]->effects);
        mark_written(written, goap->actions[i]->expected);
    }
    for (uint32_t i = 0; i < properties; i++)
        if (written[i])
            record.writes[record.write_count++] = i;
    if (code->achieve_count >= UINT16_MAX)
        htnc_too_large(lowering->subject, "a domain has at most 65535 `Achieve`s");
    code->achieves = base_grow_by_one(lowering->arena, code->achieves, code->achieve_count, sizeof record);
    code->achieves[code->achieve_count] = record;
    code->has_spans = true;
    return code->achieve_count++;
}

/* --- Code ----------------------------------------------------------------------------------------- */

/* Appends the items of the goal that are not constant. Returns false where one can never hold. */
static bool read_goal(htnc_builder *build, const htnc_subtask *item, htnc_test **goal)
{
    bool possible = true;
    for (const htnc_expr *each = item->goal; each != NULL; each = each->next) {
        htnc_begin_subject(build->subject, each->span);
        possible = htnc_add_condition(build, &goal, each) && possible;
    }
    return possible;
}

static void emit_goal(htnc_emitter *to, const htnc_method *method, const htnc_goap *goap, const htnc_test *goal)
{
    uint32_t i = 0;
    for (const htnc_test *test = goal; test != NULL; test = test->next, i++) {
        htnc_label holds = HTNC_LABEL;
        htnc_item_begin(to, HTN_ITEM_GOAL, method->task, method->index, test->span);
        htnc_jump_if(to, test->node, &holds);
        htnc_emit(to, HTN_OP_UNMET, 0, i < UINT16_MAX ? i : UINT16_MAX, htnc_goap_bound(goap, test));
        htnc_item_end(to);
        htnc_emit_label(to, &holds);
    }
}

bool htnc_lower_achieve(htnc_lowering *lowering, const htnc_method *method, const htnc_subtask *item, bool resumes)
{
    htnc_emitter *to = lowering->to;
    htnc_label explore = HTNC_LABEL, tests = HTNC_LABEL;
    htnc_test *goal = NULL;
    const bool possible = read_goal(lowering->build, item, &goal);
    htnc_item_begin(to, HTN_ITEM_SUBTASK, method->task, method->index, item->span);
    if (!possible) {
        htnc_emit_fail(to);
        htnc_note_outcome(to, HTN_TEST_NEVER);
        htnc_item_end(to);
        return false;
    }
    htnc_goap goap = actions_of(lowering, item);
    htnc_goap_init(&goap, lowering->arena, goal);
    const uint32_t number = add_record(lowering, &goap);
    if (resumes)
        htnc_emit_resume_checks(to, method, item->goal);
    htnc_emit_jump(to, HTN_OP_ACHIEVE, 0, number, &explore);
    htnc_emit(to, HTN_OP_ENACT, 0, 0, 0);
    htnc_item_end(to);
    htnc_emit_back_label(to, &tests);
    emit_goal(to, method, &goap, goal);
    htnc_emit_label(to, &explore);
    htnc_emit_jump(to, HTN_OP_EXPLORE, 0, number, &tests);
    htnc_forget_ranges(to);
    return true;
}
