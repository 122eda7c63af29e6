/*
 * Notes for the debug sections; see debug_notes.h. A test's outcome is known by the label that it jumps to: the one
 * where the list ends, or the one of a binder's next instance. Any other label is inside a condition, where a test
 * decides nothing yet; such a test has no note.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_emit.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_node.h"

static uint32_t latest(const htnc_emitter *to)
{
    return to->count - 1;
}

static void add_test(htnc_emitter *to, htnc_test_note note)
{
    htnc_debug_notes *notes = &to->notes;
    notes->tests = base_grow_by_one(to->arena, notes->tests, notes->test_count, sizeof note);
    notes->tests[notes->test_count++] = note;
}

static void add_read(htnc_emitter *to, htnc_read_note note)
{
    htnc_debug_notes *notes = &to->notes;
    notes->reads = base_grow_by_one(to->arena, notes->reads, notes->read_count, sizeof note);
    notes->reads[notes->read_count++] = note;
}

static void add_argument(htnc_emitter *to, htnc_argument_note note)
{
    htnc_debug_notes *notes = &to->notes;
    notes->arguments = base_grow_by_one(to->arena, notes->arguments, notes->argument_count, sizeof note);
    notes->arguments[notes->argument_count++] = note;
}

/* --- Tests ---------------------------------------------------------------------------------------- */

void htnc_note_list(htnc_emitter *to, const htnc_list *list, const htnc_label *otherwise)
{
    const uint32_t subtask = to->noting->subtask;
    *to->noting = (htnc_note_context){.list = list, .otherwise = otherwise, .subtask = subtask};
}

void htnc_note_list_end(htnc_emitter *to)
{
    htnc_note_list(to, NULL, NULL);
}

void htnc_note_binder(htnc_emitter *to, uint32_t index, const htnc_label *next, const htnc_label *outer)
{
    htnc_note_context *noting = to->noting;
    if (noting->list == NULL)
        return;
    noting->next = next;
    noting->next_local = noting->list->binders[index].loop.variable;
    noting->outer = index > 0 ? outer : NULL;
    noting->outer_local = index > 0 ? noting->list->binders[index - 1].loop.variable : 0;
}

static uint32_t type_index(const htnc_emitter *to, const htnc_type *type)
{
    return to->code->type_indexes[type->index];
}

/* What a quantifier has found when the test just emitted decides: an instance, or the number that is compared. */
static void note_quantifier(htnc_emitter *to)
{
    const htnc_note_context *noting = to->noting;
    if (noting->loop != NULL) {
        add_read(to, (htnc_read_note){.at = latest(to),
                                      .kind = HTN_READ_WITNESS,
                                      .index = noting->loop->variable,
                                      .type = type_index(to, noting->loop->type)});
        return;
    }
    for (uint32_t i = 0; i < noting->result_count; i++)
        add_read(to, (htnc_read_note){
                         .at = latest(to), .kind = HTN_READ_RESULT, .index = noting->results[i], .type = HTN_NONE});
}

void htnc_note_jump(htnc_emitter *to, const htnc_label *label)
{
    htnc_note_context *noting = to->noting;
    const bool fails = label->bound && label->address == HTN_SLOT_FAIL;
    htnc_test_note note = {latest(to), HTN_TEST_NEXT_INSTANCE, HTN_NONE};
    if (noting->list != NULL && label == noting->otherwise) {
        note.outcome = fails ? HTN_TEST_FAILS : HTN_TEST_NEXT_METHOD;
        add_test(to, note);
        note_quantifier(to);
    } else if (noting->list != NULL && (label == noting->next || label == noting->outer)) {
        note.local = label == noting->next ? noting->next_local : noting->outer_local;
        add_test(to, note);
    }
    noting->result_count = 0;
}

void htnc_note_outcome(htnc_emitter *to, htn_test_outcome outcome)
{
    add_test(to, (htnc_test_note){latest(to), outcome, HTN_NONE});
}

/* Whether the latest instruction decides against the list. */
static bool has_decided(const htnc_emitter *to)
{
    const htnc_debug_notes *notes = &to->notes;
    const htnc_test_note *last = notes->test_count > 0 ? &notes->tests[notes->test_count - 1] : NULL;
    return last != NULL && last->at == latest(to) && last->outcome != HTN_TEST_NEXT_INSTANCE;
}

static bool is_binder(const htnc_list *list, const htnc_loop *loop)
{
    for (uint32_t i = 0; i < list->binder_count; i++)
        if (&list->binders[i].loop == loop)
            return true;
    return false;
}

void htnc_note_exhausted(htnc_emitter *to, const htnc_loop *loop)
{
    if (to->noting->list == NULL || !has_decided(to))
        return;
    const bool binder = is_binder(to->noting->list, loop);
    if (binder && loop->indexed)
        return; /* there are instances; the static facts rule them out */
    add_read(to, (htnc_read_note){.at = latest(to),
                                  .kind = binder ? HTN_READ_NO_INSTANCE : HTN_READ_NONE_PASSED,
                                  .type = loop->indexed ? HTN_NONE : type_index(to, loop->type)});
}

void htnc_note_no_solution(htnc_emitter *to)
{
    const htnc_list *list = to->noting->list;
    for (uint32_t i = list != NULL ? list->binder_count : 0; i-- > 0;)
        htnc_note_exhausted(to, &list->binders[i].loop);
}

/* --- Reads ---------------------------------------------------------------------------------------- */

const htnc_loop *htnc_note_loop(htnc_emitter *to, const htnc_loop *loop)
{
    const htnc_loop *before = to->noting->loop;
    to->noting->loop = loop;
    return before;
}

/* Whether a local keeps its value while the list is tested: a parameter, or what the list binds. */
static bool is_kept(const htnc_list *list, uint32_t slot)
{
    return slot < list->task->parameter_count ||
           (slot >= list->first_binding && slot - list->first_binding < list->binder_count);
}

static bool shows_arguments(const htnc_emitter *to, const htnc_node *cell)
{
    const htnc_list *list = to->noting->list;
    if (list == NULL || to->noting->silent || cell->count > HTN_MAX_READ_ARGUMENTS)
        return false;
    for (uint32_t i = 0; i < cell->count; i++) {
        const htnc_node *argument = cell->arguments[i];
        if (argument->kind != HTNC_NODE_CONSTANT && argument->kind != HTNC_NODE_PROPERTY &&
            !(argument->kind == HTNC_NODE_LOCAL && is_kept(list, (uint32_t)argument->value)))
            return false;
    }
    return true;
}

bool htnc_note_arguments(htnc_emitter *to, const htnc_node *cell)
{
    const bool before = to->noting->silent;
    to->noting->silent = before || shows_arguments(to, cell);
    return before;
}

void htnc_note_arguments_end(htnc_emitter *to, bool before)
{
    to->noting->silent = before;
}

static void note_cell(htnc_emitter *to, const htnc_node *cell)
{
    const uint32_t first = to->notes.argument_count;
    if (!shows_arguments(to, cell))
        return;
    for (uint32_t i = 0; i < cell->count; i++) {
        const htnc_node *of = cell->arguments[i];
        htnc_argument_note argument = {HTN_ARGUMENT_CONSTANT, (uint32_t)of->value};
        if (of->kind == HTNC_NODE_PROPERTY)
            argument = (htnc_argument_note){HTN_ARGUMENT_PROPERTY, of->property->index};
        else if (of->kind == HTNC_NODE_LOCAL)
            argument.kind = HTN_ARGUMENT_LOCAL;
        add_argument(to, argument);
    }
    add_read(to, (htnc_read_note){latest(to), HTN_READ_CELL, cell->property->index, HTN_NONE, first, cell->count});
}

void htnc_note_read(htnc_emitter *to, const htnc_node *node)
{
    htnc_note_context *noting = to->noting;
    htnc_read_note note = {.at = latest(to), .type = HTN_NONE};
    if (noting->list == NULL || noting->silent)
        return;
    switch (node->kind) {
    case HTNC_NODE_PROPERTY: htnc_note_property(to, node->property); return;
    case HTNC_NODE_LOCAL:
        note.kind = HTN_READ_LOCAL;
        note.index = (uint32_t)node->value;
        if (note.index >= noting->list->task->parameter_count)
            return; /* what the list binds is shown with its name, not as a read */
        break;
    case HTNC_NODE_QUERY:
        note.kind = HTN_READ_QUERY;
        note.index = node->query->index;
        break;
    case HTNC_NODE_CELL: note_cell(to, node); return;
    case HTNC_NODE_SEARCH:
        if (noting->result_count < HTNC_NOTED_RESULTS)
            noting->results[noting->result_count++] = node->search->result;
        return;
    default: return;
    }
    add_read(to, note);
}

void htnc_note_property(htnc_emitter *to, const htnc_property *property)
{
    if (to->noting->list != NULL && !to->noting->silent)
        add_read(to, (htnc_read_note){
                         .at = latest(to), .kind = HTN_READ_PROPERTY, .index = property->index, .type = HTN_NONE});
}

/* --- Subtasks ------------------------------------------------------------------------------------- */

uint32_t htnc_note_subtask(htnc_emitter *to, htn_subtask_kind kind, uint32_t task, uint32_t method, uint32_t member)
{
    htnc_debug_notes *notes = &to->notes;
    const uint32_t around = to->noting->subtask;
    notes->subtasks = base_grow_by_one(to->arena, notes->subtasks, notes->subtask_count, sizeof *notes->subtasks);
    notes->subtasks[notes->subtask_count] = (htnc_subtask_note){.first = to->count,
                                                                .kind = kind,
                                                                .task = task,
                                                                .method = method,
                                                                .parent = around == 0 ? HTN_NONE : around - 1,
                                                                .member = member};
    to->noting->subtask = ++notes->subtask_count;
    return notes->subtask_count - 1;
}

void htnc_note_subtask_end(htnc_emitter *to, uint32_t subtask)
{
    htnc_debug_notes *notes = &to->notes;
    htnc_subtask_note *note = &notes->subtasks[subtask];
    note->end = to->count;
    to->noting->subtask = note->parent == HTN_NONE ? 0 : note->parent + 1;
    if (note->end == note->first)
        notes->subtask_count = subtask; /* no code: an empty group, or a Split before another one */
}

/* --- Copies --------------------------------------------------------------------------------------- */

uint32_t htnc_first_note(const void *notes, uint32_t count, size_t size, uint32_t address)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)((const char *)notes + middle * size) < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void htnc_copy_notes(htnc_emitter *to, const htnc_emitter *other, uint32_t first, uint32_t end)
{
    const htnc_debug_notes *from = &other->notes;
    for (uint32_t i = htnc_first_note(from->tests, from->test_count, sizeof *from->tests, first);
         i < from->test_count && from->tests[i].at < end; i++) {
        htnc_test_note note = from->tests[i];
        note.at = note.at - first + to->count;
        add_test(to, note);
    }
    for (uint32_t i = htnc_first_note(from->reads, from->read_count, sizeof *from->reads, first);
         i < from->read_count && from->reads[i].at < end; i++) {
        htnc_read_note note = from->reads[i];
        note.at = note.at - first + to->count;
        note.first_argument = to->notes.argument_count;
        for (uint32_t k = 0; k < note.argument_count; k++)
            add_argument(to, from->arguments[from->reads[i].first_argument + k]);
        add_read(to, note);
    }
}
