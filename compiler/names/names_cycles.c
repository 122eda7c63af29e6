/*
 * Cycles of derived conditions. Their true tuples are a least fixed point, which exists only if no body can become false because
 * more tuples become true. So a body may lead back to its cycle through `and`, `or`, `any`, `exists` and the body of `every` alone.
 */
#include "compiler/names/names_cycles.h"
#include "base/text.h"

typedef struct search {
    htnc_resolver *resolver;
    const htnc_cycle *cycle;
    const htnc_condition *owner; /* whose body is looked at */
} search;

/* --- The chain of a message ----------------------------------------------------------------------- */

static const char *place_of(const search *in, const htnc_condition *condition)
{
    const base_position at =
        base_source_position(in->resolver->diagnostics->sources, condition->declaration->name.span.begin);
    return base_format(in->resolver->arena, "%s (%u:%u)", condition->name, (unsigned)at.line, (unsigned)at.column);
}

static uint32_t place_in(const htnc_cycle *cycle, uint32_t index)
{
    uint32_t place = 0;
    while (place < cycle->count && cycle->conditions[place]->index != index)
        place++;
    return place;
}

/* The shortest way from one condition of the cycle to another, by breadth-first search. */
static const char *chain_between(const search *in, const htnc_condition *from, const htnc_condition *to)
{
    const htnc_cycle *cycle = in->cycle;
    const htnc_edges *edges = &in->resolver->condition_edges;
    uint32_t *next = base_alloc_array(in->resolver->arena, cycle->count, sizeof *next);
    uint32_t *queue = base_alloc_array(in->resolver->arena, cycle->count, sizeof *queue);
    uint32_t taken = 0, count = 0;
    const uint32_t start = place_in(cycle, from->index);
    for (uint32_t i = 0; i < cycle->count; i++)
        next[i] = UINT32_MAX;
    queue[count++] = place_in(cycle, to->index);
    next[queue[0]] = queue[0];
    while (next[start] == UINT32_MAX && taken < count) {
        const uint32_t at = queue[taken++];
        for (uint32_t i = 0; i < edges->count; i++) {
            const uint32_t before = place_in(cycle, edges->list[i].from);
            if (edges->list[i].to != cycle->conditions[at]->index || before == cycle->count ||
                next[before] != UINT32_MAX)
                continue;
            next[before] = at;
            queue[count++] = before;
        }
    }
    const char *text = place_of(in, from);
    for (uint32_t at = start; next[at] != at && next[at] != UINT32_MAX; at = next[at])
        text = base_format(in->resolver->arena, "%s -> %s", text, place_of(in, cycle->conditions[next[at]]));
    return text;
}

/* --- Negation ------------------------------------------------------------------------------------- */

/* `through`: what the condition would be used through, which may not lead back to the cycle; NULL: it may. */
static void look_at(const search *in, const htnc_expr *expr, const char *through);

static void look_at_all(const search *in, const htnc_expr *list, const char *through)
{
    for (; list; list = list->next)
        look_at(in, list, through);
}

static void look_at_name(const search *in, const htnc_expr *expr, const char *through)
{
    const htnc_condition *used = expr->ref == HTNC_REF_CONDITION ? expr->to.condition : NULL;
    const bool argument = used || expr->ref == HTNC_REF_QUERY;
    if (used && used->cycle == in->cycle && through)
        base_report(in->resolver->diagnostics, BASE_DIAG_UNSTRATIFIED, expr->span,
                    "`%s` depends on %s `%s`: %s -> %s %s", used->name, through, used->name,
                    chain_between(in, used, in->owner), through, used->name);
    look_at_all(in, expr->operands, argument ? "an argument from" : "an index from");
}

static void look_at_operator(const search *in, const htnc_expr *expr, const char *through)
{
    const bool keeps = expr->op == HTNC_AND || expr->op == HTNC_OR;
    look_at_all(in, expr->operands,
                keeps                  ? through
                : through              ? through
                : expr->op == HTNC_NOT ? "not"
                : expr->op >= HTNC_ADD ? "arithmetic with"
                                       : "a comparison with");
}

static void look_at_quantifier(const search *in, const htnc_expr *expr, const char *through)
{
    static const char *const words[] = {[HTNC_NO] = "not",
                                        [HTNC_COUNT] = "the count of",
                                        [HTNC_SUM] = "the sum of",
                                        [HTNC_MINIMUM] = "the least of",
                                        [HTNC_MAXIMUM] = "the greatest of"};
    const char *body = through ? through : words[expr->quantifier];
    const char *where = !through && expr->quantifier == HTNC_EVERY ? "not" : body;
    if (expr->where)
        look_at(in, expr->where, where);
    if (expr->body)
        look_at(in, expr->body, body);
}

static void look_at(const search *in, const htnc_expr *expr, const char *through)
{
    switch (expr->kind) {
    case HTNC_EXPR_NAME: look_at_name(in, expr, through); break;
    case HTNC_EXPR_UNARY:
    case HTNC_EXPR_BINARY: look_at_operator(in, expr, through); break;
    case HTNC_EXPR_QUANTIFIER: look_at_quantifier(in, expr, through); break;
    case HTNC_EXPR_ANY:
        if (expr->where)
            look_at(in, expr->where, through);
        break;
    case HTNC_EXPR_LET: look_at_all(in, expr->operands, "a `let` of"); break;
    default: look_at_all(in, expr->operands, through ? through : "arithmetic with"); break;
    }
}

void htnc_add_cycle(htnc_resolver *resolver, htnc_condition **conditions, uint32_t count)
{
    htnc_cycle *cycle = BASE_NEW(resolver->arena, htnc_cycle), **end = &resolver->model->cycles;
    while (*end)
        end = &(*end)->next;
    *end = cycle;
    cycle->conditions = conditions;
    cycle->count = count;
    cycle->index = resolver->model->cycle_count++;
    for (uint32_t i = 0; i < count; i++) {
        conditions[i]->cycle = cycle;
        conditions[i]->derived = resolver->model->derived_count++;
    }
    for (uint32_t i = 0; i < count; i++) {
        const search in = {resolver, cycle, conditions[i]};
        look_at_all(&in, conditions[i]->declaration->items, NULL);
    }
}

/* --- Places --------------------------------------------------------------------------------------- */

/* The first use of a derived condition, also through named ones that are not. `seen`: by condition. */
static const htnc_condition *derived_in(const htnc_expr *list, bool *seen)
{
    const htnc_condition *found = NULL;
    for (; list && !found; list = list->next) {
        const htnc_condition *used =
            list->kind == HTNC_EXPR_NAME && list->ref == HTNC_REF_CONDITION ? list->to.condition : NULL;
        if (used && used->cycle)
            return used;
        if (used && !seen[used->index]) {
            seen[used->index] = true;
            found = derived_in(used->declaration->items, seen);
        }
        const htnc_expr *const parts[] = {list->operands, list->where, list->body};
        for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++)
            found = derived_in(parts[i], seen);
    }
    return found;
}

static void check_place(htnc_resolver *resolver, const htnc_expr *list, const char *where)
{
    bool *seen = base_alloc_array(resolver->arena, (size_t)resolver->model->condition_count + 1, sizeof *seen);
    for (; list; list = list->next) {
        htnc_expr alone = *list;
        alone.next = NULL;
        memset(seen, 0, resolver->model->condition_count * sizeof *seen);
        const htnc_condition *used = derived_in(&alone, seen);
        if (used)
            base_report(resolver->diagnostics, BASE_DIAG_DERIVED_PLACE, list->span,
                        "`%s` uses itself, so %s cannot use it; write `let name = ...` in the preconditions",
                        used->name, where);
    }
}

void htnc_check_derived_places(htnc_resolver *resolver)
{
    if (!resolver->model->cycles)
        return;
    for (uint32_t i = 0; i < resolver->model->task_count; i++) {
        const htnc_task *task = resolver->model->tasks[i];
        check_place(resolver, task->operator_arguments, "an operator's argument");
        check_place(resolver, task->timeout, "a `Timeout`");
    }
}
