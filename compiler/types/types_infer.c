/*
 * The types of parameters that are written without a type. Every such parameter, and every argument of an operator, is a node of a
 * union-find forest. An expression that uses two nodes joins them; an expression that compares a node with a known type gives it that
 * type. One walk over all tasks is enough, in any order of declarations, and takes almost linear time (Tarjan 1975). Only where a
 * parameter turns out to be fixed that was an int so far, what is computed from it may be fixed too, and the walk is repeated.
 */
#include "compiler/types/types_infer.h"

#include "compiler/types/fold_operators.h"
#include "compiler/types/types_expressions.h"
#include "compiler/types/types_fixed.h"
#include "compiler/types/types_ranges.h"
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
    bool changed;               /* a node that was an int became fixed */
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
    } else if (htnc_is_number(node->type) && htnc_is_number(type)) {
        if (!htnc_is_fixed(node->type) && htnc_is_fixed(type)) {
            node->type = type;
            node->span = span;
            in->changed = true;
        }
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
    while (variable->captured) /* a use in an Each is a use of the variable around it */
        variable = variable->captured;
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

static bool is_fixed(term of)
{
    const htnc_type *type = of.node ? find(of.node)->type : of.type;
    return type && htnc_is_fixed(type);
}

/* What a plain name stands for, without a walk. Only such an expression has a node. */
static term of_name(const htnc_expr *expr)
{
    const bool variable = expr->kind == HTNC_EXPR_NAME && expr->ref == HTNC_REF_VARIABLE;
    return variable ? of_variable(expr->to.variable) : (term){0};
}

static htnc_expr *after(const htnc_expr *expr, int step)
{
    return step == 2 && expr->next ? expr->next->next : expr->next;
}

/* Numbers of one unit: all are fixed if one is. `step`: 2: each second one of the list. Visits each expression once. */
static term infer_numbers(inference *in, htnc_expr *list, int step)
{
    const htnc_model *model = in->checker->model;
    bool fixed = false;
    for (htnc_expr *each = list; each; each = after(each, step)) {
        term given = infer(in, each);
        unify(in, given, known(model->int_type), each->span);
        fixed = fixed || is_fixed(given);
    }
    for (htnc_expr *each = list; fixed && each; each = after(each, step))
        unify(in, of_name(each), known(model->fixed_type), each->span);
    return known(fixed ? model->fixed_type : model->int_type);
}

/* An int is a factor and a divisor as it is; a dividend becomes fixed if the divisor is. */
static term infer_product(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    htnc_expr *x = expr->operands;
    bool fixed = false;
    for (htnc_expr *each = x; each; each = each->next) {
        term given = infer(in, each);
        unify(in, given, known(model->int_type), each->span);
        fixed = fixed || is_fixed(given);
    }
    if (fixed && expr->op != HTNC_MUL && expr->op != HTNC_MUL_FIXED)
        unify(in, of_name(x), known(model->fixed_type), x->span);
    return known(fixed ? model->fixed_type : model->int_type);
}

static term infer_operation(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    if (htnc_is_comparison(expr->op)) {
        term left = infer(in, expr->operands);
        unify(in, left, infer(in, expr->operands->next), expr->span);
        return known(model->bool_type);
    }
    if (expr->op <= HTNC_NOT) {
        infer_all_as(in, expr->operands, model->bool_type);
        return known(model->bool_type);
    }
    const bool product = expr->op == HTNC_MUL || expr->op == HTNC_DIV || expr->op > HTNC_NEGATE;
    return product ? infer_product(in, expr) : infer_numbers(in, expr->operands, 1);
}

static term infer_builtin(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    if (expr->function < HTNC_FIXED)
        return infer_numbers(in, expr->operands, 1);
    infer_all_as(in, expr->operands, expr->function == HTNC_FIXED ? model->int_type : model->fixed_type);
    return known(expr->function == HTNC_FIXED ? model->fixed_type : model->int_type);
}

/* The argument is like the x of the points, which stand behind it at every second place. */
static term infer_curve(inference *in, htnc_expr *expr)
{
    htnc_expr *points = expr->operands->next;
    term x = infer_numbers(in, points, 2);
    unify(in, infer(in, expr->operands), x, expr->operands->span);
    return points ? infer_numbers(in, points->next, 2) : x;
}

static void infer_source(inference *in, htnc_expr *binder)
{
    htnc_settle_binder(in->checker, binder);
    if (binder->operands)
        infer(in, binder->operands);
}

static term infer_quantifier(inference *in, htnc_expr *expr)
{
    const htnc_model *model = in->checker->model;
    bool numbers = expr->quantifier >= HTNC_SUM;
    infer_source(in, expr);
    infer_as(in, expr->where, model->bool_type);
    term body = expr->body ? infer(in, expr->body) : (term){0};
    if (expr->body)
        unify(in, body, known(numbers ? model->int_type : model->bool_type), expr->body->span);
    if (numbers && is_fixed(body))
        return known(model->fixed_type);
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
    case HTNC_EXPR_FRACTION: return known(model->fixed_type);
    case HTNC_EXPR_STRING: return known(model->symbol_type);
    case HTNC_EXPR_NAME: return infer_name(in, expr);
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: return infer_operation(in, expr);
    case HTNC_EXPR_BUILTIN: return infer_builtin(in, expr);
    case HTNC_EXPR_CURVE: return infer_curve(in, expr);
    case HTNC_EXPR_QUANTIFIER: return infer_quantifier(in, expr);
    case HTNC_EXPR_HELD: infer(in, expr->operands); return known(model->bool_type);
    case HTNC_EXPR_ANY:
        infer_source(in, expr);
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
        term value = effects->late || effects->proposes ? target : infer(in, effects->value);
        for (htnc_expr *each = effects->proposed; each; each = each->next)
            infer(in, each);
        if (effects->op == HTNC_SCALE) /* an int is a factor as it is */
            unify(in, value, known(in->checker->model->int_type), effects->value->span);
        else
            unify(in, target, value, effects->value->span);
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

/* The utilities of all candidates are fixed if one is, and so are the weights. */
static void infer_ranks(inference *in, htnc_task *task)
{
    bool utilities = task->select_margin && is_fixed(infer(in, task->select_margin)), weights = false;
    for (const htnc_method *each = task->methods; each; each = each->next) {
        utilities = utilities || (each->utility && is_fixed(infer(in, each->utility)));
        weights = weights || (each->weight && is_fixed(infer(in, each->weight)));
    }
    for (const htnc_method *each = task->methods; each; each = each->next) {
        if (utilities)
            infer_as(in, each->utility, in->checker->model->fixed_type);
        if (weights)
            infer_as(in, each->weight, in->checker->model->fixed_type);
    }
}

/* All costs of the domain are fixed if one is. */
static void infer_costs(inference *in)
{
    const htnc_model *model = in->checker->model;
    bool fixed = false;
    for (uint32_t i = 0; i < model->task_count; i++)
        fixed = fixed || (model->tasks[i]->cost && is_fixed(infer(in, model->tasks[i]->cost)));
    for (uint32_t i = 0; i < model->task_count && fixed; i++)
        infer_as(in, model->tasks[i]->cost, model->fixed_type);
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
    infer_ranks(in, task);
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
            if (each->captured)
                continue;
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
    variable->type = type->kind == HTNC_TYPE_INTEGER ? checker->model->int_type
                     : htnc_is_fixed(type)           ? htnc_listed_fixed_type(checker)
                                                     : type;
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
    do {
        in.changed = false;
        for (uint32_t i = 0; i < model->task_count; i++)
            infer_task(&in, model->tasks[i]);
        for (uint32_t i = 0; i < model->task_count; i++)
            infer_calls(&in, model->tasks[i]);
        infer_costs(&in);
    } while (in.changed);
    for (uint32_t i = 0; i < model->task_count; i++)
        for (htnc_variable *each = model->tasks[i]->parameters; each; each = each->next)
            if (each->node)
                settle(checker, each);
}
