/*
 * Variables behind a split. When planning goes on, an instance that a parameter or a binding stands for may be gone;
 * a subtask that mentions such a variable then fails. So says a test in front of its arguments, in every place that
 * planning can go on in front of.
 */
#include "compiler/lower/lower_kept.h"
#include "compiler/lower/lower_emit.h"

typedef struct mentions {
    htnc_lowering *lowering;
    const htnc_method *method;
    bool seen[HTN_MAX_LOCALS + 1]; /* by slot */
} mentions;

/* Whether the frame keeps it: what a quantifier introduces is bound anew where it stands. */
static bool is_kept(const htnc_method *method, const htnc_variable *variable)
{
    for (const htnc_variable *each = method->task->parameters; each != NULL; each = each->next)
        if (each == variable)
            return true;
    for (const htnc_expr *item = method->conditions; item != NULL; item = item->next)
        if (item->kind == HTNC_EXPR_ANY && item->variables == variable)
            return true;
    return false;
}

static void take(mentions *of, const htnc_variable *variable)
{
    htnc_label fail = HTNC_FAIL;
    bool open = variable->type->kind == HTNC_TYPE_ENTITIES && variable->type->open;
    if (!open || variable->slot > HTN_MAX_LOCALS || of->seen[variable->slot] || !is_kept(of->method, variable))
        return;
    of->seen[variable->slot] = true;
    htnc_emit_jump(of->lowering, HTN_OP_KEPT, 0, variable->slot, &fail);
}

static void take_all(mentions *of, const htnc_expr *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_VARIABLE)
            take(of, list->to.variable);
        take_all(of, list->operands);
        take_all(of, list->where);
        take_all(of, list->body);
    }
}

void htnc_emit_kept(htnc_lowering *lowering, const htnc_method *method, const htnc_expr *mentioned)
{
    mentions of = {.lowering = lowering, .method = method};
    take_all(&of, mentioned);
}
