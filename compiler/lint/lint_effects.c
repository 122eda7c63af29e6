/*
 * Effects that assign or add a constant beyond the property's range, in scenarios too; effects that a later effect of the same list
 * overwrites; and effects whose value expires to itself.
 */
#include "compiler/lint/lint_effects.h"
#include "base/decimal.h"

static void check_range(htnc_linter *linter, const htnc_effect *effect)
{
    const htnc_type *type = effect->target->type;
    int64_t value = effect->value->folded, width = (int64_t)type->high - type->low;
    int32_t end;
    char text[BASE_DECIMAL_SIZE];
    if (!effect->value->is_constant || (type->kind != HTNC_TYPE_INTEGER && type->kind != HTNC_TYPE_FIXED))
        return;
    if (effect->op == HTNC_DECREASE)
        value = -value;
    if (effect->op == HTNC_ASSIGN) {
        if (value >= type->low && value <= type->high)
            return;
        end = value < type->low ? type->low : type->high;
    } else {
        if (effect->op == HTNC_SCALE || (value <= width && -value <= width))
            return;
        end = value < 0 ? type->low : type->high;
    }
    base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_SATURATES, effect->span,
                                          "`%s` always becomes %s here, an end of its range", effect->target->name.text,
                                          type->kind == HTNC_TYPE_FIXED ? base_decimal(text, end)
                                                                        : base_format(linter->arena, "%d", (int)end));
    if (effect->target->ref == HTNC_REF_PROPERTY)
        base_report_note(linter->diagnostics, report, effect->target->to.property->declaration->name.span,
                         "`%s` is `%s`", effect->target->name.text, type->name);
}

static void check_range_of_all(htnc_linter *linter, const htnc_effect *list)
{
    for (; list; list = list->next)
        check_range(linter, list);
}

/* A scenario may write `Health -= 1000` for "all of it", so only the values that it assigns are checked. */
static void check_scenarios(htnc_linter *linter)
{
    for (const htnc_scenario *scenario = linter->model->main->scenarios; scenario; scenario = scenario->next)
        for (const htnc_clause *clause = scenario->clauses; clause; clause = clause->next)
            for (const htnc_effect *change = clause->changes; change; change = change->next)
                if (change->op == HTNC_ASSIGN)
                    check_range(linter, change);
}

void htnc_check_effect_ranges(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        check_range_of_all(linter, linter->model->tasks[i]->effects);
        check_range_of_all(linter, linter->model->tasks[i]->expected);
        check_range_of_all(linter, linter->model->tasks[i]->fail_effects);
        check_range_of_all(linter, linter->model->tasks[i]->abort_effects);
    }
    check_scenarios(linter);
}

/* --- Lost effects --------------------------------------------------------------------------------- */

/* The latest write of a property, and the list of effects that it stands in. */
typedef struct last_write {
    const htnc_effect *list, *effect;
} last_write;

static void check_lost(htnc_linter *linter, last_write *last, const htnc_effect *list)
{
    for (const htnc_effect *effect = list; effect; effect = effect->next) {
        const htnc_property *property = effect->target->to.property;
        last_write *before = &last[property->index];
        bool certain = !effect->when && !effect->each && !effect->target->operands;
        if (before->list == list && effect->op == HTNC_ASSIGN && certain) {
            base_diagnostic *report = base_report(linter->diagnostics, BASE_DIAG_DUPLICATE_EFFECT, effect->span,
                                                  "`%s` is set again, so the effect before it is lost", property->name);
            base_report_note(linter->diagnostics, report, before->effect->span, "the effect before it is here");
        }
        before->list = list;
        before->effect = effect;
    }
}

void htnc_check_lost_effects(htnc_linter *linter)
{
    last_write *last = base_alloc_array(linter->arena, (size_t)linter->model->property_count + 1, sizeof *last);
    for (uint32_t i = 0; i < linter->model->task_count; i++) {
        check_lost(linter, last, linter->model->tasks[i]->effects);
        check_lost(linter, last, linter->model->tasks[i]->expected);
        check_lost(linter, last, linter->model->tasks[i]->fail_effects);
        check_lost(linter, last, linter->model->tasks[i]->abort_effects);
    }
}

/* --- Values that expire --------------------------------------------------------------------------- */

/* The values of a table with facts expire to different ones. */
void htnc_check_expiries(htnc_linter *linter)
{
    for (uint32_t i = 0; i < linter->model->task_count; i++)
        for (const htnc_effect *each = linter->model->tasks[i]->effects; each; each = each->next) {
            const htnc_property *property = each->target->to.property;
            if (!each->lasts || !each->value->is_constant || each->value->folded != property->initial ||
                property->fact_count > 0)
                continue;
            base_diagnostic *report =
                base_report(linter->diagnostics, BASE_DIAG_EXPIRES_UNCHANGED, each->span,
                            "this is the initial value of `%s`, so nothing changes when it expires", property->name);
            base_report_note(linter->diagnostics, report, property->declaration->name.span, "declared here");
        }
}
