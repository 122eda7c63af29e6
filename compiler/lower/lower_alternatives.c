/* Reads the methods of a compound task, and emits the instructions that take one. */
#include "compiler/lower/lower_alternatives.h"
#include "compiler/lower/lower_prefer.h"
#include "compiler/lower/lower_redundant_test.h"

/* With `Select`, the candidates of all methods are asked for before one is taken. Returns the first local behind their lists. */
static uint32_t place_lists(htnc_builder *build, const htnc_task *task, uint32_t first)
{
    uint32_t count = 0;
    for (const htnc_method *method = task->methods; method != NULL && count <= HTN_MAX_LOCALS; method = method->next)
        count += htnc_candidate_locals(method->conditions);
    if (count == 0)
        return first;
    build->subject->free_local = first;
    build->lists = htnc_new_locals(build->subject, count);
    return build->subject->free_local;
}

htnc_alternative *htnc_alternatives_of(htnc_builder *build, const htnc_task *task, uint32_t first, bool selects)
{
    htnc_alternative *alternatives = NULL, **end = &alternatives;
    if (selects)
        first = place_lists(build, task, first);
    for (htnc_method *method = task->methods; method != NULL; method = method->next) {
        method->while_code = method->enter_code = HTN_NONE;
        htnc_begin_subject(build->subject, method->head);
        uint32_t bindings = htnc_count_bindings(method->conditions);
        uint32_t extra = selects ? 0 : htnc_prefer_locals(method->prefer, bindings);
        htnc_list list = htnc_list_of(build, task, method, first, extra);
        if (build->lists != HTN_NONE)
            build->lists += htnc_candidate_locals(method->conditions);
        if (selects || method->prefer != NULL)
            htnc_rank_list(&list);
        if (method->index >= HTN_MAX_METHODS) {
            htnc_begin_subject(build->subject, method->head);
            htnc_too_large(build->subject, "a task has at most 65535 methods");
            break;
        }
        if (list.never != NULL)
            continue;
        method->first_binding = list.first_binding;
        method->binding_count = list.binding_count;
        *end = BASE_NEW(build->arena, htnc_alternative);
        (*end)->method = method;
        (*end)->list = list;
        (*end)->filter = htnc_method_filter_of(build->code, &list);
        end = &(*end)->next;
    }
    build->lists = HTN_NONE;
    return alternatives;
}

static void emit_taken(htnc_emitter *to, const htnc_method *method, bool ranked, htnc_label *next)
{
    htnc_item_begin(to, HTN_ITEM_METHOD, method->task, method->index, method->head);
    if (next != NULL)
        htnc_emit_jump(to, HTN_OP_METHOD, ranked, method->index, next);
    else
        htnc_emit(to, HTN_OP_LAST_METHOD, 0, method->index, 0);
    htnc_item_end(to);
}

void htnc_emit_method(htnc_emitter *to, const htnc_method *method, htnc_label *next)
{
    emit_taken(to, method, false, next);
}

void htnc_emit_choice(htnc_emitter *to, const htnc_alternative *taken, bool ranked, htnc_label *again,
                      htnc_label *check)
{
    htnc_label subtasks = HTNC_LABEL, fail = HTNC_FAIL;
    emit_taken(to, taken->method, ranked, again);
    htnc_emit_jump(to, HTN_OP_JUMP, 0, 0, &subtasks);
    htnc_emit_label(to, check);
    htnc_emit_check(to, &taken->list, &fail);
    emit_taken(to, taken->method, false, NULL);
    htnc_emit_label(to, &subtasks);
    htnc_forget_ranges(to); /* control arrives here in two ways */
}
