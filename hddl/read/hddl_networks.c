/* Subtasks and their order; see hddl_networks.h. */
#include "hddl/read/hddl_networks.h"
#include "hddl/read/hddl_schemas.h"

typedef struct network_order {
    hddl_subtask *subtasks; /* as written */
    uint32_t count;
    uint32_t *befores, *afters; /* pairs: befores[i] comes before afters[i] */
    uint32_t pair_count;
} network_order;

/* --- Subtasks ----------------------------------------------------------------------------------- */

static void resolve_task(hddl_resolver *resolver, const hddl_form *form, hddl_subtask *subtask)
{
    const char *name = form->name.word->text;
    uint32_t action = hddl_index_of(&form->name, HDDL_NAMES_ACTION);
    uint32_t task = hddl_index_of(&form->name, HDDL_NAMES_TASK);
    *subtask = (hddl_subtask){
        .primitive = action != HDDL_NONE, .index = action != HDDL_NONE ? action : task, .span = form->span};
    if (action == HDDL_NONE && task == HDDL_NONE) {
        const char *what = hddl_meaning_of(&form->name);
        if (what != NULL) {
            base_report(resolver->diagnostics, BASE_DIAG_WRONG_KIND, form->name.span, "`%s` is %s, not a task", name,
                        what);
            return;
        }
        const char *suggestion = hddl_suggest(resolver, name, HDDL_NAMES_TASK);
        if (*suggestion == '\0')
            suggestion = hddl_suggest(resolver, name, HDDL_NAMES_ACTION);
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_TASK, form->name.span, "unknown task `%s`%s", name,
                    suggestion);
        return;
    }
    const hddl_schema *schema =
        action != HDDL_NONE ? &resolver->problem->actions[action].schema : &resolver->problem->tasks[task].schema;
    subtask->terms =
        hddl_resolve_terms(resolver, form, schema->variables.items, schema->parameter_count, name, schema->span);
}

static void resolve_subtasks(hddl_resolver *resolver, const hddl_form *network, network_order *order)
{
    for (const hddl_form *part = network->parts; part != NULL; part = part->next)
        order->count++;
    order->subtasks = base_alloc_array(resolver->arena, order->count, sizeof *order->subtasks);
    uint32_t at = 0;
    for (const hddl_form *part = network->parts; part != NULL; part = part->next, at++) {
        bool labelled = part->kind == HDDL_FORM_LABELLED;
        resolve_task(resolver, labelled ? part->parts : part, &order->subtasks[at]);
        if (!labelled)
            continue;
        uint32_t earlier = hddl_index_of(&part->name, HDDL_NAMES_LABEL);
        order->subtasks[at].label = hddl_spelling(resolver, &part->name);
        hddl_declare(resolver, HDDL_NAMES_LABEL, &part->name, at, "label",
                     earlier != HDDL_NONE ? order->subtasks[earlier].span : part->span);
    }
}

static void forget_labels(const hddl_form *network)
{
    for (const hddl_form *part = network->parts; part != NULL; part = part->next)
        if (part->kind == HDDL_FORM_LABELLED)
            part->name.word->names[HDDL_NAMES_LABEL] = 0;
}

/* --- Order -------------------------------------------------------------------------------------- */

static uint32_t resolve_label(hddl_resolver *resolver, const hddl_name *name)
{
    uint32_t index = hddl_index_of(name, HDDL_NAMES_LABEL);
    if (index == HDDL_NONE)
        base_report(resolver->diagnostics, BASE_DIAG_UNKNOWN_NAME, name->span, "no subtask has the label `%s`%s",
                    name->word->text, hddl_suggest(resolver, name->word->text, HDDL_NAMES_LABEL));
    return index;
}

static void resolve_order(hddl_resolver *resolver, const hddl_form *form, network_order *order)
{
    const hddl_name *names = &resolver->document->names[form->range.first];
    if (form->range.count != 2 || form->name.word->length != 1 || form->name.word->text[0] == '=') {
        base_report(resolver->diagnostics, BASE_DIAG_SYNTAX, form->span, "an ordering is written `(< before after)`");
        return;
    }
    bool less = form->name.word->text[0] == '<';
    uint32_t before = resolve_label(resolver, &names[less ? 0 : 1]);
    uint32_t after = resolve_label(resolver, &names[less ? 1 : 0]);
    if (before == HDDL_NONE || after == HDDL_NONE)
        return;
    order->befores[order->pair_count] = before;
    order->afters[order->pair_count++] = after;
}

static void resolve_ordering(hddl_resolver *resolver, const hddl_definition *definition, network_order *order)
{
    uint32_t most = definition->ordered ? order->count : 0;
    for (const hddl_form *part = definition->ordering != NULL ? definition->ordering->parts : NULL; part != NULL;
         part = part->next)
        most++;
    order->befores = base_alloc_array(resolver->arena, most, sizeof *order->befores);
    order->afters = base_alloc_array(resolver->arena, most, sizeof *order->afters);
    for (const hddl_form *part = definition->ordering != NULL ? definition->ordering->parts : NULL; part != NULL;
         part = part->next)
        resolve_order(resolver, part, order);
    for (uint32_t i = 1; definition->ordered && i < order->count; i++) {
        order->befores[order->pair_count] = i - 1;
        order->afters[order->pair_count++] = i;
    }
}

static void report_unordered(hddl_resolver *resolver, const hddl_definition *definition, const hddl_subtask *a,
                             const hddl_subtask *b)
{
    const char *mend = definition->ordering == NULL ? "write `:ordered-subtasks` to use the written order"
                       : a->label == NULL || b->label == NULL
                           ? "give each subtask a label, and say in `:ordering` which comes first"
                           : base_format(resolver->arena, "`:ordering` needs `(< %s %s)` or `(< %s %s)`", a->label,
                                         b->label, b->label, a->label);
    base_diagnostic *made =
        base_report(resolver->diagnostics, BASE_DIAG_PARTIALLY_ORDERED, a->span,
                    "%s is partially ordered, which is not supported: %s",
                    definition->kind == HDDL_DEFINES_INITIAL
                        ? "the problem's network"
                        : base_format(resolver->arena, "the method `%s`", definition->name.word->text),
                    mend);
    base_report_note(resolver->diagnostics, made, b->span, "this subtask may come before or after it");
}

/* The successors of subtask i: starts[i] to starts[i + 1] of `list`. waits[i]: how many subtasks it waits for. */
typedef struct successors {
    uint32_t *starts, *list, *waits;
} successors;

static successors find_successors(hddl_resolver *resolver, const network_order *order)
{
    successors f = {base_alloc_array(resolver->arena, order->count + 2, sizeof *f.starts),
                    base_alloc_array(resolver->arena, order->pair_count, sizeof *f.list),
                    base_alloc_array(resolver->arena, order->count, sizeof *f.waits)};
    for (uint32_t i = 0; i < order->pair_count; i++) {
        f.starts[order->befores[i] + 2]++;
        f.waits[order->afters[i]]++;
    }
    for (uint32_t i = 2; i < order->count + 2; i++)
        f.starts[i] += f.starts[i - 1];
    for (uint32_t i = 0; i < order->pair_count; i++)
        f.list[f.starts[order->befores[i] + 1]++] = order->afters[i];
    return f;
}

/* The topological sort. Reports two subtasks that are ready at once, or none that is, and ends. */
static void sort(hddl_resolver *resolver, const hddl_definition *definition, const network_order *order,
                 hddl_subtask *sorted)
{
    successors f = find_successors(resolver, order);
    uint32_t next = HDDL_NONE;
    for (uint32_t i = 0; i < order->count; i++)
        if (f.waits[i] == 0) {
            if (next != HDDL_NONE) {
                report_unordered(resolver, definition, &order->subtasks[next], &order->subtasks[i]);
                return;
            }
            next = i;
        }
    for (uint32_t done = 0; done < order->count; done++) {
        uint32_t now = next;
        if (now == HDDL_NONE) {
            base_report(resolver->diagnostics, BASE_DIAG_CIRCULAR_ORDER, definition->ordering->span,
                        "the ordering has a cycle: no subtask can be %s", done == 0 ? "first" : "next");
            return;
        }
        sorted[done] = order->subtasks[now];
        next = HDDL_NONE;
        for (uint32_t i = f.starts[now]; i < f.starts[now + 1]; i++)
            if (--f.waits[f.list[i]] == 0) {
                if (next != HDDL_NONE) {
                    report_unordered(resolver, definition, &order->subtasks[next], &order->subtasks[f.list[i]]);
                    return;
                }
                next = f.list[i];
            }
    }
}

hddl_network hddl_resolve_network(hddl_resolver *resolver, const hddl_definition *definition)
{
    network_order order = {0};
    const uint32_t errors = resolver->diagnostics->errors;
    if (definition->network != NULL)
        resolve_subtasks(resolver, definition->network, &order);
    resolve_ordering(resolver, definition, &order);
    if (definition->network != NULL)
        forget_labels(definition->network);
    hddl_subtask *sorted = base_alloc_array(resolver->arena, order.count, sizeof *sorted);
    if (resolver->diagnostics->errors == errors) /* else the order is not known */
        sort(resolver, definition, &order, sorted);
    return (hddl_network){sorted, order.count};
}
