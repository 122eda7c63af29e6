/*
 * Writes a syntax tree: one node per line, `line:column` first, depth as indentation. Declarations come by kind, as in the tree. Lines
 * and columns are counted from the text, so a tree is all that is needed.
 */
#include "compiler/syntax/dump_ast.h"
#include "base/decimal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

typedef struct output {
    FILE *to;
    const base_source *source;
    uint32_t offset, line, column; /* a place in the text; the next place is usually after it */
    unsigned indent;
} output;

static void move_to(output *out, uint32_t offset)
{
    if (offset < out->offset) {
        out->offset = 0;
        out->line = 1;
        out->column = 1;
    }
    for (; out->offset < offset && out->offset < out->source->length; out->offset++) {
        if (out->source->text[out->offset] == '\n') {
            out->line++;
            out->column = 1;
        } else {
            out->column++;
        }
    }
}

/* Begins a node's line. */
static void node(output *out, base_span span, const char *format, ...)
{
    if (span.end == 0) {
        fprintf(out->to, "%9s ", "-");
    } else {
        move_to(out, span.begin - out->source->base);
        char place[24];
        snprintf(place, sizeof place, "%" PRIu32 ":%" PRIu32, out->line, out->column);
        fprintf(out->to, "%9s ", place);
    }
    fprintf(out->to, "%*s", (int)(2 * out->indent), "");
    va_list arguments;
    va_start(arguments, format);
    vfprintf(out->to, format, arguments);
    va_end(arguments);
    fputc('\n', out->to);
}

/* A string on one line. */
static void string(output *out, base_span span, const char *text)
{
    node(out, span, "string \"%.*s%s\"", (int)strcspn(text, "\n"), text, strchr(text, '\n') == NULL ? "" : "...");
}

/* --- Expressions -------------------------------------------------------------------------------- */

static void expression(output *out, const htnc_expr *expr);

static void expressions(output *out, const htnc_expr *list)
{
    out->indent++;
    for (; list != NULL; list = list->next)
        expression(out, list);
    out->indent--;
}

/* A list, under a line with its name. Writes nothing for an empty list. */
static void group(output *out, const char *what, const htnc_expr *list)
{
    if (list != NULL) {
        node(out, list->span, "%s", what);
        expressions(out, list);
    }
}

static void type(output *out, const htnc_type_ref *ref)
{
    if (ref->name.text != NULL) {
        node(out, ref->span, "type %s", ref->name.text);
        return;
    }
    node(out, ref->span, "range");
    out->indent++;
    expression(out, ref->low);
    expression(out, ref->high);
    out->indent--;
}

static void variables(output *out, const char *what, const htnc_variable *list)
{
    for (; list != NULL; list = list->next) {
        if (list->name.text != NULL)
            node(out, list->name.span, "%s %s", what, list->name.text);
        else
            node(out, list->type_ref->span, "%s", what);
        if (list->type_ref != NULL) {
            out->indent++;
            type(out, list->type_ref);
            out->indent--;
        }
    }
}

static void binding(output *out, const htnc_expr *expr)
{
    out->indent++;
    variables(out, "variable", expr->variables);
    group(out, "from", expr->operands);
    group(out, "where", expr->where);
    group(out, "body", expr->body);
    out->indent--;
}

static void expression(output *out, const htnc_expr *expr)
{
    switch (expr->kind) {
    case HTNC_EXPR_ERROR: node(out, expr->span, "error"); break;
    case HTNC_EXPR_BOOLEAN: node(out, expr->span, expr->value != 0 ? "true" : "false"); break;
    case HTNC_EXPR_INTEGER: node(out, expr->span, "%" PRId64, expr->value); break;
    case HTNC_EXPR_FRACTION:
        node(out, expr->span, "%s", base_decimal((char[BASE_DECIMAL_SIZE]){0}, expr->value));
        break;
    case HTNC_EXPR_STRING: string(out, expr->span, expr->name.text); break;
    case HTNC_EXPR_NONE: node(out, expr->span, "none"); break;
    case HTNC_EXPR_NAME:
        node(out, expr->span, "name %s%s", expr->name.text, expr->called ? "()" : "");
        expressions(out, expr->operands);
        break;
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY:
        node(out, expr->operator_span, "%s%s", expr->op == HTNC_NEGATE ? "negate" : htnc_operator_text(expr->op),
             expr->single_equals ? " (written `=`)" : "");
        expressions(out, expr->operands);
        break;
    case HTNC_EXPR_BUILTIN:
        node(out, expr->span, "%s", htnc_function_text(expr->function));
        expressions(out, expr->operands);
        break;
    case HTNC_EXPR_CURVE:
        node(out, expr->span, "curve");
        expressions(out, expr->operands);
        break;
    case HTNC_EXPR_QUANTIFIER:
        node(out, expr->span, "%s", htnc_quantifier_text(expr->quantifier));
        binding(out, expr);
        break;
    case HTNC_EXPR_HELD:
        node(out, expr->span, "held");
        expressions(out, expr->operands);
        break;
    case HTNC_EXPR_ANY:
        node(out, expr->span, "any");
        binding(out, expr);
        break;
    case HTNC_EXPR_LET:
        node(out, expr->span, "let %s", expr->variables->name.text);
        expressions(out, expr->operands);
        break;
    }
}

/* --- Parts -------------------------------------------------------------------------------------- */

static void effects(output *out, const char *what, const htnc_effect *list)
{
    for (; list != NULL; list = list->next) {
        node(out, list->span, "%s %s", what, htnc_effect_text(list->op));
        out->indent++;
        expression(out, list->target);
        if (list->proposes)
            group(out, "proposed", list->proposed);
        else
            expression(out, list->value);
        group(out, "lasts", list->lasts);
        group(out, "when", list->when);
        variables(out, "for", list->each);
        group(out, "where", list->where);
        out->indent--;
    }
}

static void subtasks(output *out, const char *what, const htnc_subtask *list);

static void preferences(output *out, const htnc_prefer_key *keys)
{
    for (const htnc_prefer_key *key = keys; key != NULL; key = key->next) {
        node(out, key->span, "prefer %s", key->highest ? "highest" : "lowest");
        expressions(out, key->value);
    }
}

static void each(output *out, const char *what, const htnc_subtask *subtask)
{
    const htnc_method *items = subtask->each->methods;
    node(out, subtask->span, "%s Each", what);
    expressions(out, items->conditions);
    out->indent++;
    preferences(out, items->prefer);
    subtasks(out, "subtask", items->subtasks);
    out->indent--;
}

static void subtasks(output *out, const char *what, const htnc_subtask *list)
{
    for (; list != NULL; list = list->next) {
        switch (list->kind) {
        case HTNC_SUBTASK_TASK:
            if (list->each != NULL) {
                each(out, what, list);
                break;
            }
            node(out, list->span, "%s %s", what, list->name.text);
            expressions(out, list->arguments);
            break;
        case HTNC_SUBTASK_PARALLEL:
            node(out, list->span, "%s Parallel", what);
            out->indent++;
            subtasks(out, "member", list->members);
            out->indent--;
            break;
        case HTNC_SUBTASK_OPTIONAL:
        case HTNC_SUBTASK_ANY_ORDER:
            node(out, list->span, "%s %s", what, list->kind == HTNC_SUBTASK_OPTIONAL ? "Optional" : "AnyOrder");
            out->indent++;
            subtasks(out, list->kind == HTNC_SUBTASK_OPTIONAL ? "subtask" : "member", list->members);
            out->indent--;
            break;
        case HTNC_SUBTASK_BACKGROUND:
            node(out, list->span, "%s Background", what);
            out->indent++;
            subtasks(out, "subtask", list->members);
            out->indent--;
            break;
        case HTNC_SUBTASK_SPLIT: node(out, list->span, "%s Split", what); break;
        case HTNC_SUBTASK_HORIZON: node(out, list->span, "%s Horizon", what); break;
        case HTNC_SUBTASK_SEQUENCE:
            node(out, list->span, "%s sequence", what);
            out->indent++;
            subtasks(out, "step", list->members);
            out->indent--;
            break;
        case HTNC_SUBTASK_ACHIEVE:
            node(out, list->span, "%s Achieve%s", what, list->has_using ? " Using" : "");
            expressions(out, list->goal);
            out->indent++;
            subtasks(out, "using", list->actions);
            out->indent--;
            break;
        }
    }
}

static void method(output *out, const htnc_method *method_)
{
    const char *label = method_->label.text;
    node(out, method_->span, "%s %" PRIu32 "%s%s", method_->is_else ? "else" : "method", method_->index,
         label == NULL ? "" : " ", label == NULL ? "" : label);
    out->indent++;
    for (const htnc_part *part = htnc_method_parts; part < htnc_method_parts + HTNC_METHOD_PARTS; part++)
        group(out, part->name, htnc_part_items(method_, part));
    if (method_->cooldown_after != HTNC_AFTER_FAILURE)
        node(out, method_->cooldown->span, "after %s",
             method_->cooldown_after == HTNC_AFTER_SUCCESS ? "success" : "always");
    group(out, "for", method_->cooldown_for);
    preferences(out, method_->prefer);
    subtasks(out, "subtask", method_->subtasks);
    out->indent--;
}

static void primitive_parts(output *out, const htnc_task *task)
{
    group(out, "preconditions", task->preconditions);
    if (task->has_operator) {
        node(out, task->operator_span, "operator %s", task->operator_name.text);
        expressions(out, task->operator_arguments);
    }
    effects(out, "effect", task->effects);
    effects(out, "expected effect", task->expected);
    group(out, "reserve", task->reserved);
    group(out, "context", task->context);
    effects(out, "during", task->during);
    if (task->interrupt_never)
        node(out, task->name.span, "interrupt never");
    effects(out, "fail effect", task->fail_effects);
    effects(out, "abort effect", task->abort_effects);
    if (task->restart_always)
        node(out, task->name.span, "restart always");
    group(out, "timeout", task->timeout);
    group(out, "retry", task->retry);
    group(out, "cost", task->cost);
    group(out, "duration", task->duration);
}

static void task(output *out, const htnc_task *task_)
{
    static const char *const selects[] = {"first", "highest", "random", "cheapest"};
    node(out, task_->span, "%s task %s", task_->kind == HTNC_COMPOUND ? "compound" : "primitive", task_->name.text);
    out->indent++;
    variables(out, "parameter", task_->parameters);
    if (task_->select_span.end != 0) {
        node(out, task_->select_span, "select %s", selects[task_->select]);
        group(out, "by", task_->select_margin);
    }
    if (task_->kind == HTNC_PRIMITIVE)
        primitive_parts(out, task_);
    for (const htnc_method *each = task_->methods; each != NULL; each = each->next)
        method(out, each);
    out->indent--;
}

/* --- Declarations ------------------------------------------------------------------------------- */

static void types(output *out, const htnc_type_decl *list)
{
    for (; list != NULL; list = list->next) {
        const char *parent = list->parent.text;
        node(out, list->span, "%s %s%s%s", list->entities ? "entities" : "enum", list->name.text,
             parent == NULL ? "" : " : ", parent == NULL ? "" : parent);
        out->indent++;
        group(out, "max", list->max);
        for (const htnc_value *value = list->values; value != NULL; value = value->next)
            node(out, value->name.span, "value %s", value->name.text);
        out->indent--;
    }
}

static void properties(output *out, const htnc_property_decl *list)
{
    for (; list != NULL; list = list->next) {
        node(out, list->span, "%sproperty %s%s", list->shared ? "shared " : "", list->name.text,
             list->expires ? " Expires" : "");
        out->indent++;
        variables(out, "index", list->parameters);
        type(out, list->type_ref);
        group(out, "initial", list->initial);
        out->indent--;
    }
}

static void named_values(output *out, const htnc_file *file)
{
    for (const htnc_constant_decl *constant = file->constants; constant != NULL; constant = constant->next) {
        node(out, constant->span, "constant %s", constant->name.text);
        expressions(out, constant->value);
    }
    for (const htnc_condition_decl *condition = file->conditions; condition != NULL; condition = condition->next) {
        node(out, condition->span, "%s %s", condition->value ? "value" : "condition", condition->name.text);
        out->indent++;
        variables(out, "parameter", condition->parameters);
        out->indent--;
        expressions(out, condition->items);
    }
    for (const htnc_query_decl *query = file->queries; query != NULL; query = query->next) {
        node(out, query->span, "query %s", query->name.text);
        out->indent++;
        variables(out, "parameter", query->parameters);
        type(out, query->type_ref);
        group(out, "max", query->max);
        out->indent--;
    }
}

static void orders(output *out, const htnc_orders_decl *list)
{
    for (; list != NULL; list = list->next) {
        const char *layer = list->layer.text;
        node(out, list->span, "orders%s%s", layer == NULL ? "" : " in ", layer == NULL ? "" : layer);
        out->indent++;
        subtasks(out, "task", list->tasks);
        if (list->gate != NULL)
            group(out, "while", list->gate->methods->while_conditions);
        out->indent--;
    }
}

static void roots_and_sensors(output *out, const htnc_file *file)
{
    for (const htnc_root_decl *root = file->roots; root != NULL; root = root->next)
        node(out, root->span, "root %s%s", root->task.text, root->cheapest ? " cheapest" : "");
    for (const htnc_sensor_decl *sensor = file->sensors; sensor != NULL; sensor = sensor->next) {
        node(out, sensor->span, "sensor %s", sensor->name.text);
        out->indent++;
        group(out, "updates", sensor->updates);
        group(out, "every", sensor->every);
        out->indent--;
    }
}

static void scenario(output *out, const htnc_scenario *scenario_)
{
    static const char *const kinds[] = {
        "given",          "run",        "sense",          "wait",         "expect plan",
        "expect no plan", "expect MTR", "expect running", "expect world", "order",
        "expect orders",  "agents",     "leave",          "queue",        "expect holds"};
    node(out, scenario_->span, "scenario %s", scenario_->name.text);
    out->indent++;
    for (const htnc_clause *clause = scenario_->clauses; clause != NULL; clause = clause->next) {
        const char *layer = clause->layer.text;
        node(out, clause->span, "%s%s%s", kinds[clause->kind], layer == NULL ? "" : " in ", layer == NULL ? "" : layer);
        out->indent++;
        for (const htnc_agent *agent = clause->agents; agent != NULL; agent = agent->next)
            node(out, agent->name.span, "agent %s", agent->name.text);
        variables(out, "instance", clause->instances);
        effects(out, "change", clause->changes);
        for (const htnc_run_item *item = clause->runs; item != NULL; item = item->next)
            subtasks(out, item->succeeds ? "succeeds" : "fails", item->task);
        subtasks(out, "step", clause->plan);
        subtasks(out, "given", clause->given);
        out->indent--;
        expressions(out, clause->expressions);
    }
    out->indent--;
}

void htnc_dump_ast(FILE *to, const htnc_file *file)
{
    output out = {.to = to, .source = file->source, .line = 1, .column = 1};
    fprintf(to, "%s\n", file->source->path);
    for (const htnc_domain_decl *domain = file->domains; domain != NULL; domain = domain->next)
        node(&out, domain->span, "domain %s%s", domain->name.text, domain->loops_free ? " loops free" : "");
    for (const htnc_import *import = file->imports; import != NULL; import = import->next)
        node(&out, import->span, "import \"%s\"", import->path.text);
    types(&out, file->types);
    properties(&out, file->properties);
    effects(&out, "fact", file->facts);
    named_values(&out, file);
    roots_and_sensors(&out, file);
    orders(&out, file->orders);
    for (const htnc_task *each = file->tasks; each != NULL; each = each->next)
        task(&out, each);
    for (const htnc_scenario *each = file->scenarios; each != NULL; each = each->next)
        scenario(&out, each);
}
