/*
 * The types of parameters that are written without a type. Every such parameter, and every argument of an operator, is a node of a
 * union-find forest. An expression that uses two nodes joins them; an expression that compares a node with a known type gives it that
 * type. One walk over all tasks is enough, in any order of declarations, and takes almost linear time (Tarjan 1975).
 */
#include "compiler/types/types_infer.h"

#include "compiler/types/fold_operators.h"
#include "compiler/types/types_expressions.h"
#include "compiler/types/types_report.h"

typedef struct htnc_type_node htnc_type_node;
struct htnc_type_node {
    htnc_type_node *parent; /* NULL: this is the representative; the other members are valid only there */
    uint32_t rank;
    const htnc_type *type;         /* NULL: not known yet */
    base_span span;                /* where the type comes from */
    const htnc_variable *variable; /* one of the joined parameters; NULL: only arguments of operators were joined */
};

/* What is known of an expression: a type, or a node, or (both NULL) nothing. */
typedef struct term {
    const htnc_type *type;
    htnc_type_node *node;
} term;

typedef struct inference {
    htnc_checker *checker;
    htnc_type_node **operators; /* by operator index: nodes of its arguments */
} inference;

static term infer(inference *in, htnc_expr *expr);

/* --- Joining -------------------------------------------------------------------------------------- */

static htnc_type_node *find(htnc_type_node *node)
{
    while (node->parent) {
        if (node->parent->parent)
            node->parent = node->parent->parent;
        node = node->parent;
    }
    return node;
}

/* The wider of two Entities types that agree. */
static const htnc_type *wider(const htnc_type *a, const htnc_type *b)
{
    for (const htnc_type *above = a; above; above = above->parent)
        if (above == b)
            return b;
    return a;
}

static void report_conflict(inference *in, htnc_type_node *node, const htnc_type *type, base_span span)
{
    htnc_checker *checker = in->checker;
    if (node->variable) {
        const char *name = node->variable->name.text;
        base_diagnostic *report = base_report(checker->diagnostics, BASE_DIAG_CONFLICTING_USES, span,
                                              "`%s` is used as %s here, and as %s elsewhere", name,
                                              htnc_type_phrase(checker, type), htnc_type_phrase(checker, node->type));
        base_report_note(checker->diagnostics, report, node->span, "as %s here", htnc_type_phrase(checker, node->type));
        base_report_note(checker->diagnostics, report, node->variable->name.span,
                         "write the type that is meant: `%s : %s`", name, node->type->name);
    }
    node->type = checker->model->error_type;
}

static void bind(inference *in, htnc_type_node *node, const htnc_type *type, base_span span)
{
    node = find(node);
    if (!node->type || node->type->kind == HTNC_TYPE_ERROR) {
        node->type = node->type ? node->type : type;
        node->span = span;
    } else if (htnc_types_agree(node->type, type)) {
        if (type->kind == HTNC_TYPE_ENTITIES)
            node->type = wider(node->type, type);
    } else {
        report_conflict(in, node, type, span);
    }
}

static void join(inference *in, htnc_type_node *a, htnc_type_node *b, base_span span)
{
    a = find(a);
    b = find(b);
    if (a == b)
        return;
    if (a->rank < b->rank) {
        htnc_type_node *swap = a;
        a = b;
        b = swap;
    }
    if (a->rank == b->rank)
        a->rank++;
    b->parent = a;
    if (!a->variable)
        a->variable = b->variable;
    if (b->type && !a->type) {
        a->type = b->type;
        a->span = b->span;
    } else if (b->type) {
        bind(in, a, b->type, span);
    }
}

static void unify(inference *in, term a, term b, base_span span)
{
    if (a.node && b.node)
        join(in, a.node, b.node, span);
    else if (a.node && b.type)
        bind(in, a.node, b.type, span);
    else if (b.node && a.type)
        bind(in, b.node, a.type, span);
}

static term known(const htnc_type *type)
{
    bool open = type && type->kind == HTNC_TYPE_ERROR;
    return (term){.type = open ? NULL : type};
}

static term of_variable(const htnc_variable *variable)
{
    return variable->node ? (term){.node = variable->node} : known(variable->type);
}

/* --- Expressions ---------------------------------------------------------------------------------- */

static void infer_as(inference *in, htnc_expr *expr, const htnc_type *type)
{
    if (expr)
        unify(in, infer(in, expr), known(type), expr->span);
}

static void infer_all_as(inference *in, htnc_expr *list, const htnc_type *type)
{
    for (; list; list = list->next)
        infer_as(in, list, type);
}

static void infer_arguments(inference *in, htnc_expr *arguments, const htnc_variable *parameters)
{
    for (; arguments; arguments = arguments->next) {
        term given = infer(in, arguments);
        if (!parameters)
            continue;
        unify(in, given, of_variable(parameters), arguments->span);
        parameters = parameters->next;
    }
}

static term infer_name(inference *in, htnc_expr *expr)
{
    switch (expr->ref) {
    case HTNC_REF_UNKNOWN: break;
    case HTNC_REF_PROPERTY:
        infer_arguments(in, expr->operands, expr->to.property->declaration->parameters);
        return known(expr->to.property->type);
    case HTNC_REF_CONSTANT: return known(expr->to.constant->type);
    case HTNC_REF_VALUE: return known(expr->to.value->type);
    case HTNC_REF_VARIABLE: return of_variable(expr->to.variable);
    case HTNC_REF_CONDITION:
        infer_arguments(in, expr->operands, expr->to.condition->declaration->parameters);
        return known(expr->to.condition->type);
    case HTNC_REF_QUERY:
        infer_arguments(in, expr->operands, expr->to.query->declaration->parameters);
        return known(expr->to.query->type);
    }
    return (term){0};
}

static term infer_operation(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    if (htnc_is_comparison(expr->op)) {
        term left = infer(in, expr->operands);
        unify(in, left, infer(in, expr->operands->next), expr->span);
        return known(model->bool_type);
    }
    const htnc_type *type = expr->op <= HTNC_NOT ? model->bool_type : model->int_type;
    infer_all_as(in, expr->operands, type);
    return known(type);
}

static term infer_quantifier(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    bool numbers = expr->quantifier >= HTNC_SUM;
    htnc_settle_binders(in->checker, expr->variables);
    infer_as(in, expr->where, model->bool_type);
    infer_as(in, expr->body, numbers ? model->int_type : model->bool_type);
    return known(numbers || expr->quantifier == HTNC_COUNT ? model->int_type : model->bool_type);
}

/* Uses of the name behind it are uses of what the expression is. */
static void infer_let(inference *in, const htnc_expr *item)
{
    const term value = infer(in, item->operands);
    item->variables->node = value.node;
    item->variables->type = value.type;
}

static term infer(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    switch (expr->kind) {
    case HTNC_EXPR_BOOLEAN: return known(model->bool_type);
    case HTNC_EXPR_INTEGER: return known(model->int_type);
    case HTNC_EXPR_STRING: return known(model->symbol_type);
    case HTNC_EXPR_NAME: return infer_name(in, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return infer_operation(in, expr);
    case HTNC_EXPR_BUILTIN:
    case HTNC_EXPR_CURVE: infer_all_as(in, expr->operands, model->int_type); return known(model->int_type);
    case HTNC_EXPR_QUANTIFIER: return infer_quantifier(in, expr);
    case HTNC_EXPR_HELD: infer(in, expr->operands); return known(model->bool_type);
    case HTNC_EXPR_ANY:
        htnc_settle_binders(in->checker, expr->variables);
        infer_as(in, expr->where, model->bool_type);
        return known(model->bool_type);
    case HTNC_EXPR_LET: infer_let(in, expr); return known(model->bool_type);
    case HTNC_EXPR_ERROR:
    case HTNC_EXPR_NONE: break;
    }
    return (term){0};
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static void infer_effects(inference *in, htnc_effect *effects)
{
    for (; effects; effects = effects->next) {
        htnc_settle_binders(in->checker, effects->each);
        infer_as(in, effects->where, in->checker->model->bool_type);
        term target = infer(in, effects->target);
        unify(in, target, infer(in, effects->value), effects->value->span);
        infer_as(in, effects->lasts, in->checker->model->int_type);
        infer_as(in, effects->when, in->checker->model->bool_type);
    }
}

static void infer_subtasks(inference *in, htnc_subtask *list)
{
    for (; list; list = list->next) {
        if (list->task)
            infer_arguments(in, list->arguments, list->task->parameters);
        infer_subtasks(in, list->members);
        infer_all_as(in, list->goal, in->checker->model->bool_type);
    }
}

static void infer_operator(inference *in, htnc_task *task)
{
    htnc_type_node *nodes = in->operators[task->operator_->index];
    uint32_t i = 0;
    for (htnc_expr *each = task->operator_arguments; each; each = each->next, i++) {
        term given = infer(in, each);
        if (i < task->operator_->argument_count)
            unify(in, given, (term){.node = &nodes[i]}, each->span);
    }
}

static void infer_parts(inference *in, const void *owner, const htnc_part *parts, size_t count)
{
    const htnc_model *model = in->checker->model;
    for (const htnc_part *part = parts; part < parts + count; part++)
        infer_all_as(in, htnc_part_items(owner, part),
                     part->kind == HTNC_PART_CONDITIONS ? model->bool_type : model->int_type);
}

static void infer_task(inference *in, htnc_task *task)
{
    infer_parts(in, task, htnc_task_parts, HTNC_TASK_PARTS);
    if (task->operator_)
        infer_operator(in, task);
    infer_effects(in, task->effects);
    infer_effects(in, task->expected);
    infer_effects(in, task->during);
    infer_effects(in, task->fail_effects);
    infer_effects(in, task->abort_effects);
    for (htnc_method *method = task->methods; method; method = method->next) {
        infer_parts(in, method, htnc_method_parts, HTNC_METHOD_PARTS);
        for (htnc_prefer_key *key = method->prefer; key; key = key->next)
            infer(in, key->value);
    }
}

/* Comes after all other uses, so that a conflict is reported at the argument of the call. */
static void infer_calls(inference *in, htnc_task *task)
{
    for (htnc_method *method = task->methods; method; method = method->next)
        infer_subtasks(in, method->subtasks);
}

/* --- All ------------------------------------------------------------------------------------------ */

/* Makes a node for each parameter without a type. False: there is none. */
static bool make_nodes(htnc_checker *checker)
{
    bool any = false;
    for (uint32_t i = 0; i < checker->model->task_count; i++)
        for (htnc_variable *each = checker->model->tasks[i]->parameters; each; each = each->next) {
            if (each->type_ref) {
                each->type = htnc_settle_type(checker, each->type_ref);
                continue;
            }
            each->node = BASE_NEW(checker->arena, htnc_type_node);
            each->node->variable = each;
            any = true;
        }
    return any;
}

static void settle(htnc_checker *checker, htnc_variable *variable)
{
    const htnc_type *type = find(variable->node)->type;
    variable->node = NULL;
    if (!type) {
        base_report(checker->diagnostics, BASE_DIAG_UNTYPED_PARAMETER, variable->name.span,
                    "nothing says what type `%s` has: write it, as in `%s : int`", variable->name.text,
                    variable->name.text);
        type = checker->model->error_type;
    }
    variable->type = type->kind == HTNC_TYPE_INTEGER ? checker->model->int_type : type;
}

void htnc_infer_parameters(htnc_checker *checker)
{
    htnc_model *model = checker->model;
    inference in = {.checker = checker};
    if (!make_nodes(checker))
        return;
    in.operators = base_alloc_array(checker->arena, (size_t)model->operator_count + 1, sizeof *in.operators);
    for (const htnc_operator *each = model->operators; each; each = each->next)
        in.operators[each->index] =
            base_alloc_array(checker->arena, (size_t)each->argument_count + 1, sizeof(htnc_type_node));
    for (uint32_t i = 0; i < model->task_count; i++)
        infer_task(&in, model->tasks[i]);
    for (uint32_t i = 0; i < model->task_count; i++)
        infer_calls(&in, model->tasks[i]);
    for (uint32_t i = 0; i < model->task_count; i++)
        for (htnc_variable *each = model->tasks[i]->parameters; each; each = each->next)
            if (each->node)
                settle(checker, each);
}
