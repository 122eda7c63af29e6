/* Searches expressions for variables of open types, and checks each variable once. */
#include "compiler/lower/lower_resume_check.h"

typedef struct checks {
    htnc_emitter *to;
    const htnc_method *method;
    bool done[HTN_MAX_LOCALS + 1]; /* by slot: there is a check already */
} checks;

/* The frame keeps the method's variables while planning pauses. A quantifier binds its own variable when it is evaluated. */
static void check_variable(checks *in, const htnc_variable *variable)
{
    htnc_label fail = HTNC_FAIL;
    bool open = variable->type->kind == HTNC_TYPE_ENTITIES && variable->type->open;
    if (!open || variable->slot > HTN_MAX_LOCALS || in->done[variable->slot] || !htnc_method_has(in->method, variable))
        return;
    in->done[variable->slot] = true;
    htnc_emit_jump(in->to, HTN_OP_GONE, 0, variable->slot, &fail);
}

static void check_expressions(checks *in, const htnc_expr *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_VARIABLE)
            check_variable(in, list->to.variable);
        check_expressions(in, list->operands);
        check_expressions(in, list->where);
        check_expressions(in, list->body);
    }
}

void htnc_emit_resume_checks(htnc_emitter *to, const htnc_method *method, const htnc_expr *mentioned)
{
    checks in = {.to = to, .method = method};
    check_expressions(&in, mentioned);
}
