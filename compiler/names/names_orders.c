/*
 * `Orders` becomes a list of the model: one element for each task and layer that it names, by rising task and layer, each with its
 * gate. A task and a layer that are named twice have one element; at most one of the two may have a gate.
 */
#include "compiler/names/names_orders.h"

#include "compiler/names/names_scenarios.h"
#include "compiler/names/names_splits.h"
#include "compiler/names/names_table.h"
#include <string.h>

void htnc_declare_gates(htnc_resolver *resolver)
{
    htnc_model *model = resolver->model;
    unsigned number = 0;
    for (const htnc_file *file = model->files; file; file = file->next)
        for (const htnc_orders_decl *each = file->orders; each; each = each->next) {
            if (!each->gate)
                continue;
            const char *text = base_format(resolver->arena, "Gate %u", ++number);
            each->gate->name.text = base_intern(resolver->interner, text, strlen(text));
            each->gate->index = model->task_count++;
            model->tasks[each->gate->index] = each->gate;
        }
}

/* --- The list ------------------------------------------------------------------------------------- */

static void report_second_gate(htnc_resolver *resolver, const htnc_ordered *ordered, const htnc_orders_decl *second)
{
    base_diagnostic *report = base_report(resolver->diagnostics, BASE_DIAG_DUPLICATE, second->gate_span,
                                          "`%s` has a gate in the layer `%s` already; write one `While` with all "
                                          "conditions",
                                          ordered->task->name.text, ordered->root->task->name.text);
    base_report_note(resolver->diagnostics, report, ordered->declaration->gate_span, "the first one is here");
}

static void add_ordered(htnc_resolver *resolver, htnc_subtask *named, const htnc_root *root, uint32_t layer,
                        const htnc_orders_decl *declaration)
{
    htnc_ordered **end = &resolver->model->orders;
    while (*end && ((*end)->task->index < named->task->index || ((*end)->task == named->task && (*end)->layer < layer)))
        end = &(*end)->next;
    htnc_ordered *ordered = *end;
    if (!ordered || ordered->task != named->task || ordered->layer != layer) {
        ordered = BASE_NEW(resolver->arena, htnc_ordered);
        *ordered = (htnc_ordered){.next = *end, .task = named->task, .root = root, .layer = layer, .span = named->span};
        *end = ordered;
    }
    if (!declaration->gate)
        return;
    if (ordered->declaration) {
        report_second_gate(resolver, ordered, declaration);
        return;
    }
    ordered->declaration = declaration;
}

/* A task as a call of it: which arguments an order has is for the game to say. */
static void check_without_arguments(htnc_resolver *resolver, const htnc_subtask *named)
{
    if (named->span.end == named->name.span.end)
        return;
    base_diagnostic *report =
        base_report(resolver->diagnostics, BASE_DIAG_ARGUMENT_COUNT, (base_span){named->name.span.end, named->span.end},
                    "`Orders` names tasks without arguments: the game chooses the arguments of each order");
    base_report_fixit(resolver->diagnostics, report, named->span, named->name.text);
}

static void resolve(htnc_resolver *resolver, htnc_orders_decl *declaration)
{
    const htnc_root *only = declaration->layer.text ? htnc_resolve_layer(resolver, &declaration->layer) : NULL;
    for (htnc_subtask *named = declaration->tasks; named; named = named->next) {
        uint32_t layer = 0;
        check_without_arguments(resolver, named);
        const htnc_symbol *symbol = htnc_symbol_require(resolver, HTNC_IN_TASKS, &named->name, NULL);
        named->task = symbol ? symbol->to.task : NULL;
        for (const htnc_root *root = resolver->model->roots; named->task && root; root = root->next, layer++)
            if (root == only || !declaration->layer.text)
                add_ordered(resolver, named, root, layer, declaration);
    }
}

void htnc_resolve_orders(htnc_resolver *resolver)
{
    for (htnc_file *file = resolver->model->files; file; file = file->next)
        for (htnc_orders_decl *each = file->orders; each; each = each->next)
            resolve(resolver, each);
}

void htnc_check_order_splits(htnc_resolver *resolver)
{
    for (const htnc_ordered *ordered = resolver->model->orders; ordered; ordered = ordered->next) {
        if (!ordered->root->cheapest || !ordered->task->splits)
            continue;
        base_diagnostic *report =
            base_report(resolver->diagnostics, BASE_DIAG_ORDER_SPLIT, ordered->span,
                        "`%s` can reach a `Split`, so it cannot be ordered where the cheapest plan is taken",
                        ordered->task->name.text);
        htnc_note_split(resolver, report, ordered->task);
        base_report_note(resolver->diagnostics, report, ordered->root->span, "the layer `%s` takes the cheapest plan",
                         ordered->root->task->name.text);
    }
}
