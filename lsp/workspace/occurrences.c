/* Walks a model and notes every name; see occurrences.h. */
#include "lsp/workspace/occurrences.h"

#include "base/text.h"
#include <stdlib.h>
#include <string.h>

/* What is walked through, and where the walk is. */
typedef struct walk {
    lsp_occurrences *to;
    const htnc_model *model;
    lsp_occurrence here; /* task, method, condition, scenario and tests are filled in */
} walk;

static void add(walk *w, lsp_kind kind, lsp_use use, const void *symbol, base_span span, base_span whole)
{
    lsp_occurrences *to = w->to;
    if (symbol == NULL || span.end <= span.begin)
        return;
    lsp_occurrence made = w->here;
    made.kind = kind;
    made.use = use;
    made.symbol = symbol;
    made.span = span;
    made.whole = whole;
    to->list = base_grow_array(to->list, to->count, &to->capacity, sizeof *to->list);
    to->list[to->count++] = made;
}

static void add_name(walk *w, lsp_kind kind, lsp_use use, const void *symbol, const htnc_name *name)
{
    if (name->text != NULL)
        add(w, kind, use, symbol, name->span, name->span);
}

/* --- Expressions ---------------------------------------------------------------------------------- */

static void walk_exprs(walk *w, const htnc_expr *list, lsp_use use);

static void walk_type_ref(walk *w, const htnc_type_ref *ref)
{
    if (ref == NULL)
        return;
    if (ref->name.text != NULL && ref->type != NULL && ref->type->span.end != 0)
        add_name(w, LSP_TYPE, LSP_MENTIONS, ref->type, &ref->name);
    walk_exprs(w, ref->low, LSP_READS);
    walk_exprs(w, ref->high, LSP_READS);
}

static void walk_variables(walk *w, const htnc_variable *list)
{
    for (; list != NULL; list = list->next) {
        add_name(w, LSP_VARIABLE, LSP_DECLARES, list, &list->name);
        walk_type_ref(w, list->type_ref);
    }
}

/* The variable that a parameter of an Each stands for. */
static const htnc_variable *origin_of(const htnc_variable *variable)
{
    while (variable != NULL && variable->captured != NULL)
        variable = variable->captured;
    return variable;
}

static void walk_name(walk *w, const htnc_expr *expr, lsp_use use)
{
    const base_span span = expr->name.span;
    switch (expr->ref) {
    case HTNC_REF_UNKNOWN: break;
    case HTNC_REF_PROPERTY: add(w, LSP_PROPERTY, use, expr->to.property, span, expr->span); break;
    case HTNC_REF_CONSTANT: add(w, LSP_CONSTANT, LSP_READS, expr->to.constant, span, expr->span); break;
    case HTNC_REF_VALUE: add(w, LSP_VALUE, LSP_READS, expr->to.value, span, expr->span); break;
    case HTNC_REF_VARIABLE: add(w, LSP_VARIABLE, LSP_READS, origin_of(expr->to.variable), span, expr->span); break;
    case HTNC_REF_CONDITION: add(w, LSP_CONDITION, LSP_READS, expr->to.condition, span, expr->span); break;
    case HTNC_REF_QUERY: add(w, LSP_QUERY, use, expr->to.query, span, expr->span); break;
    }
}

/* `use`: of the names themselves; their arguments are read. */
static void walk_exprs(walk *w, const htnc_expr *list, lsp_use use)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == HTNC_EXPR_NAME)
            walk_name(w, list, use);
        walk_variables(w, list->variables);
        walk_exprs(w, list->where, LSP_READS);
        walk_exprs(w, list->operands, LSP_READS);
        walk_exprs(w, list->body, LSP_READS);
    }
}

static void walk_one(walk *w, const htnc_expr *expr, lsp_use use)
{
    if (expr == NULL)
        return;
    htnc_expr alone = *expr; /* `next` may lead to what belongs to another part */
    alone.next = NULL;
    walk_exprs(w, &alone, use);
}

static void walk_effects(walk *w, const htnc_effect *list)
{
    for (; list != NULL; list = list->next) {
        walk_variables(w, list->each);
        walk_one(w, list->where, LSP_READS);
        walk_one(w, list->target, LSP_WRITES);
        walk_one(w, list->value, LSP_READS);
        walk_one(w, list->lasts, LSP_READS);
        walk_one(w, list->when, LSP_READS);
    }
}

/* --- Tasks ---------------------------------------------------------------------------------------- */

static const htnc_task *root_named(const walk *w, const char *text)
{
    for (const htnc_root *root = w->model->roots; root != NULL; root = root->next)
        if (root->task->name.text == text)
            return root->task;
    return NULL;
}

static void walk_layer(walk *w, const htnc_name *layer)
{
    if (layer->text != NULL)
        add_name(w, LSP_TASK, LSP_MENTIONS, root_named(w, layer->text), layer);
}

static void walk_keys(walk *w, const htnc_prefer_key *list)
{
    for (; list != NULL; list = list->next)
        walk_one(w, list->value, LSP_READS);
}

static void walk_subtasks(walk *w, const htnc_subtask *list);

/* What stands in an Each stands in the method around it. */
static void walk_each(walk *w, const htnc_task *each)
{
    for (const htnc_method *method = each->methods; method != NULL; method = method->next) {
        walk_exprs(w, method->conditions, LSP_READS);
        walk_keys(w, method->prefer);
        walk_subtasks(w, method->subtasks);
    }
}

static void walk_subtasks(walk *w, const htnc_subtask *list)
{
    for (; list != NULL; list = list->next) {
        if (list->each != NULL) {
            walk_each(w, list->each);
            continue;
        }
        if (list->kind == HTNC_SUBTASK_TASK)
            add(w, LSP_TASK, LSP_CALLS, list->task, list->name.span, list->span);
        walk_exprs(w, list->arguments, LSP_READS);
        walk_exprs(w, list->goal, LSP_READS);
        walk_subtasks(w, list->members);
        walk_subtasks(w, list->actions);
    }
}

static void walk_reservations(walk *w, const htnc_reservation *list)
{
    for (; list != NULL; list = list->next) {
        walk_one(w, list->instance, LSP_READS);
        walk_one(w, list->limit, LSP_READS);
    }
}

/* The parts of a table, without Reserve, whose conditions are made. */
static void walk_parts(walk *w, const void *owner, const htnc_part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (parts[i].word != HTNC_WORD_RESERVE)
            walk_exprs(w, htnc_part_items(owner, &parts[i]), LSP_READS);
}

static void walk_method(walk *w, const htnc_method *method)
{
    w->here.method = method;
    if (method->label.text != NULL)
        add(w, LSP_METHOD, LSP_DECLARES, method, method->label.span, method->span);
    walk_parts(w, method, htnc_method_parts, HTNC_METHOD_PARTS);
    walk_keys(w, method->prefer);
    walk_reservations(w, method->reservations);
    walk_exprs(w, method->cooldown_for, LSP_READS);
    walk_subtasks(w, method->subtasks);
    w->here.method = NULL;
}

static void walk_task(walk *w, const htnc_task *task)
{
    w->here.task = task;
    add(w, LSP_TASK, LSP_DECLARES, task, task->name.span, task->span);
    walk_variables(w, task->parameters);
    walk_parts(w, task, htnc_task_parts, HTNC_TASK_PARTS);
    walk_reservations(w, task->reservations);
    if (task->has_operator)
        add(w, LSP_OPERATOR, LSP_CALLS, task->operator_, task->operator_name.span, task->operator_span);
    walk_exprs(w, task->operator_arguments, LSP_READS);
    walk_effects(w, task->effects);
    walk_effects(w, task->expected);
    walk_effects(w, task->during);
    walk_effects(w, task->fail_effects);
    walk_effects(w, task->abort_effects);
    walk_one(w, task->select_margin, LSP_READS);
    for (const htnc_method *method = task->methods; method != NULL; method = method->next)
        walk_method(w, method);
    w->here.task = NULL;
}

/* --- Scenarios ------------------------------------------------------------------------------------ */

static void walk_clause(walk *w, const htnc_clause *clause)
{
    walk_variables(w, clause->instances);
    walk_effects(w, clause->changes);
    for (const htnc_run_item *run = clause->runs; run != NULL; run = run->next)
        walk_subtasks(w, run->task);
    walk_exprs(w, clause->expressions, LSP_READS);
    walk_subtasks(w, clause->plan);
    walk_subtasks(w, clause->given);
    walk_layer(w, &clause->layer);
    for (const htnc_agent *agent = clause->agents; agent != NULL; agent = agent->next)
        add_name(w, LSP_AGENT, agent->declared == agent ? LSP_DECLARES : LSP_MENTIONS, agent->declared, &agent->name);
}

static void walk_scenarios(walk *w, const htnc_scenario *list)
{
    w->here.tests = true;
    for (; list != NULL; list = list->next) {
        w->here.scenario = list;
        add(w, LSP_SCENARIO, LSP_DECLARES, list, list->name.span, list->span);
        for (const htnc_clause *clause = list->clauses; clause != NULL; clause = clause->next)
            walk_clause(w, clause);
    }
    w->here.scenario = NULL;
    w->here.tests = false;
}

/* --- Declarations --------------------------------------------------------------------------------- */

static const htnc_type *type_named(const walk *w, const char *text)
{
    for (const htnc_type *type = w->model->types; type != NULL; type = type->next)
        if (type->name == text && type->span.end != 0)
            return type;
    return NULL;
}

static void walk_types(walk *w, const htnc_type_decl *list)
{
    for (; list != NULL; list = list->next) {
        add(w, LSP_TYPE, LSP_DECLARES, list->type, list->name.span, list->span);
        if (list->parent.text != NULL)
            add_name(w, LSP_TYPE, LSP_MENTIONS, type_named(w, list->parent.text), &list->parent);
        for (const htnc_value *value = list->values; value != NULL; value = value->next)
            add_name(w, LSP_VALUE, LSP_DECLARES, value, &value->name);
        walk_one(w, list->max, LSP_READS);
    }
}

/* Declarations that the model lists, over all files. Properties that were made, not written, are left out. */
static void walk_model(walk *w)
{
    const htnc_model *model = w->model;
    for (const htnc_property *each = model->properties; each != NULL; each = each->next) {
        const htnc_property_decl *declaration = each->declaration;
        if (declaration->cooling != NULL || declaration->held != NULL)
            continue;
        add(w, LSP_PROPERTY, LSP_DECLARES, each, declaration->name.span, declaration->span);
        walk_variables(w, declaration->parameters);
        walk_type_ref(w, declaration->type_ref);
        walk_one(w, declaration->initial, LSP_READS);
    }
    for (const htnc_constant *each = model->constants; each != NULL; each = each->next) {
        add(w, LSP_CONSTANT, LSP_DECLARES, each, each->declaration->name.span, each->declaration->span);
        walk_one(w, each->declaration->value, LSP_READS);
    }
    for (const htnc_condition *each = model->conditions; each != NULL; each = each->next) {
        w->here.condition = each;
        add(w, LSP_CONDITION, LSP_DECLARES, each, each->declaration->name.span, each->declaration->span);
        walk_variables(w, each->declaration->parameters);
        walk_exprs(w, each->declaration->items, LSP_READS);
        w->here.condition = NULL;
    }
    for (const htnc_query *each = model->queries; each != NULL; each = each->next) {
        add(w, LSP_QUERY, LSP_DECLARES, each, each->declaration->name.span, each->declaration->span);
        walk_variables(w, each->declaration->parameters);
        walk_type_ref(w, each->declaration->type_ref);
    }
}

static const htnc_task *task_named(const walk *w, const char *text)
{
    for (uint32_t i = 0; i < w->model->task_count; i++)
        if (w->model->tasks[i]->name.text == text)
            return w->model->tasks[i];
    return NULL;
}

static void walk_orders(walk *w, const htnc_orders_decl *list)
{
    for (; list != NULL; list = list->next) {
        walk_subtasks(w, list->tasks);
        walk_layer(w, &list->layer);
        for (const htnc_method *gate = list->gate != NULL ? list->gate->methods : NULL; gate != NULL; gate = gate->next)
            walk_exprs(w, gate->while_conditions, LSP_READS);
    }
}

static void walk_file(walk *w, const htnc_file *file)
{
    for (const htnc_domain_decl *each = file->domains; each != NULL; each = each->next)
        add(w, LSP_DOMAIN, LSP_DECLARES, each, each->name.span, each->span);
    for (const htnc_import *each = file->imports; each != NULL; each = each->next)
        add(w, LSP_IMPORT, LSP_MENTIONS, each, each->path.span, each->span);
    walk_types(w, file->types);
    walk_effects(w, file->facts);
    for (const htnc_root_decl *each = file->roots; each != NULL; each = each->next)
        add_name(w, LSP_TASK, LSP_MENTIONS, task_named(w, each->task.text), &each->task);
    for (const htnc_sensor_decl *each = file->sensors; each != NULL; each = each->next) {
        add(w, LSP_SENSOR, LSP_DECLARES, each, each->name.span, each->span);
        walk_exprs(w, each->updates, LSP_WRITES);
        walk_one(w, each->every, LSP_READS);
    }
    walk_orders(w, file->orders);
    for (const htnc_task *task = file->tasks; task != NULL; task = task->next)
        walk_task(w, task);
    walk_scenarios(w, file->scenarios);
}

/* --- The index ------------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
    const lsp_occurrence *x = a, *y = b;
    if (x->span.begin != y->span.begin)
        return x->span.begin < y->span.begin ? -1 : 1;
    return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

static int by_symbol(const void *a, const void *b)
{
    const lsp_occurrence *x = *(const lsp_occurrence *const *)a, *y = *(const lsp_occurrence *const *)b;
    if (x->symbol != y->symbol)
        return x->symbol < y->symbol ? -1 : 1;
    return x->span.begin < y->span.begin ? -1 : x->span.begin > y->span.begin;
}

/* An item that two parts share, such as the operand of a made condition, is noted once. */
static void drop_doubles(lsp_occurrences *occurrences)
{
    size_t kept = 0;
    for (size_t i = 0; i < occurrences->count; i++) {
        const lsp_occurrence *each = &occurrences->list[i];
        const lsp_occurrence *before = kept > 0 ? &occurrences->list[kept - 1] : NULL;
        if (before == NULL || before->span.begin != each->span.begin || before->symbol != each->symbol)
            occurrences->list[kept++] = *each;
    }
    occurrences->count = kept;
}

lsp_occurrences *lsp_occurrences_of(const htnc_model *model)
{
    lsp_occurrences *made = base_allocate(sizeof *made);
    *made = (lsp_occurrences){0};
    walk w = {.to = made, .model = model};
    if (model == NULL)
        return made;
    walk_model(&w);
    for (const htnc_file *file = model->files; file != NULL; file = file->next)
        walk_file(&w, file);
    if (made->count == 0)
        return made;
    qsort(made->list, made->count, sizeof *made->list, by_place);
    drop_doubles(made);
    made->by_symbol = base_allocate(made->count * sizeof *made->by_symbol);
    for (size_t i = 0; i < made->count; i++)
        made->by_symbol[i] = &made->list[i];
    qsort(made->by_symbol, made->count, sizeof *made->by_symbol, by_symbol);
    return made;
}

void lsp_occurrences_free(lsp_occurrences *occurrences)
{
    if (occurrences == NULL)
        return;
    free(occurrences->list);
    free(occurrences->by_symbol);
    free(occurrences);
}

size_t lsp_occurrence_from(const lsp_occurrences *occurrences, uint32_t offset)
{
    size_t low = 0, high = occurrences->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (occurrences->list[middle].span.begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const lsp_occurrence *lsp_occurrence_at(const lsp_occurrences *occurrences, uint32_t offset)
{
    const lsp_occurrence *found = NULL;
    size_t at = lsp_occurrence_from(occurrences, offset + 1);
    while (at > 0 && occurrences->list[at - 1].span.end >= offset) {
        found = &occurrences->list[--at];
        if (offset < found->span.end)
            break; /* within it; one that ends here only counts if none begins here */
    }
    return found;
}

const lsp_occurrence *const *lsp_occurrences_for(const lsp_occurrences *occurrences, const void *symbol, size_t *count)
{
    size_t low = 0, high = occurrences->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (occurrences->by_symbol[middle]->symbol < symbol)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < occurrences->count && occurrences->by_symbol[low + *count]->symbol == symbol;)
        ++*count;
    return *count > 0 ? occurrences->by_symbol + low : NULL;
}

const lsp_occurrence *lsp_declaration_of(const lsp_occurrences *occurrences, const void *symbol)
{
    size_t count;
    const lsp_occurrence *const *list = lsp_occurrences_for(occurrences, symbol, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i]->use == LSP_DECLARES)
            return list[i];
    return count > 0 && list[0]->kind == LSP_OPERATOR ? list[0] : NULL;
}
