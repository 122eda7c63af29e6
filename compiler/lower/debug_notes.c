/*
 * The label that a test jumps to tells its outcome: the list fails, or a binder goes on with its next instance. Any other label
 * is inside a condition, where a test decides nothing by itself; such a test gets no note.
 */
#include "compiler/lower/debug_notes.h"
#include "compiler/lower/lower_list.h"
#include "compiler/lower/lower_node.h"

static uint32_t latest(const htnc_emitter *to)
{
    return to->count - 1;
}

static void add_test(htnc_emitter *to, uint32_t at, uint32_t outcome, uint32_t local)
{
    htnc_debug_notes *notes = &to->notes;
    notes->tests = base_grow_by_one(to->arena, notes->tests, notes->test_count, sizeof *notes->tests);
    notes->tests[notes->test_count++] = (htnc_test_note){at, outcome, local};
}

static void add_read(htnc_emitter *to, htnc_read_note note)
{
    htnc_debug_notes *notes = &to->notes;
    notes->reads = base_grow_by_one(to->arena, notes->reads, notes->read_count, sizeof note);
    notes->reads[notes->read_count++] = note;
}

/* The latest instruction reads; no arguments. */
static void note_read(htnc_emitter *to, htn_read_kind kind, uint32_t index, uint32_t type)
{
    add_read(to, (htnc_read_note){latest(to), kind, index, type, 0, 0});
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

void htnc_note_binders_end(htnc_emitter *to)
{
    to->noting->next = to->noting->outer = NULL;
}

static uint32_t type_index(const htnc_emitter *to, const htnc_type *type)
{
    return to->code->type_indexes[type->index];
}

/* The latest test decides about a quantifier: by the instance that its loop is at, or by its value. */
static void note_quantifier(htnc_emitter *to)
{
    const htnc_note_context *noting = to->noting;
    if (noting->loop != NULL) {
        note_read(to, HTN_READ_WITNESS, noting->loop->variable, type_index(to, noting->loop->type));
        return;
    }
    for (uint32_t i = 0; i < noting->result_count; i++)
        note_read(to, noting->fixed[i] ? HTN_READ_FIXED : HTN_READ_RESULT, noting->results[i], HTN_NONE);
}

void htnc_note_jump(htnc_emitter *to, const htnc_label *label)
{
    htnc_note_context *noting = to->noting;
    const bool fails = label->bound && label->address == HTN_SLOT_FAIL;
    if (noting->list != NULL && label == noting->otherwise) {
        add_test(to, latest(to), fails ? HTN_TEST_FAILS : HTN_TEST_NEXT_METHOD, HTN_NONE);
        note_quantifier(to);
    } else if (noting->list != NULL && (label == noting->next || label == noting->outer)) {
        uint32_t local = label == noting->next ? noting->next_local : noting->outer_local;
        add_test(to, latest(to), HTN_TEST_NEXT_INSTANCE, local);
    }
    noting->result_count = 0;
}

void htnc_note_outcome(htnc_emitter *to, htn_test_outcome outcome)
{
    add_test(to, latest(to), outcome, HTN_NONE);
}

/* Whether the list fails when the latest instruction jumps. */
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
    if (loop->from != NULL) {
        if (to->instructions[latest(to)].op == HTN_OP_SELECT) /* else what it has read shows what was proposed */
            note_read(to, HTN_READ_QUERY, loop->from->query->index, HTN_NONE);
        return;
    }
    const bool binder = is_binder(to->noting->list, loop);
    if (binder && loop->indexed)
        return; /* the type may have instances that the static index leaves out */
    note_read(to, binder ? HTN_READ_NO_INSTANCE : HTN_READ_NONE_PASSED, 0,
              loop->indexed ? HTN_NONE : type_index(to, loop->type));
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

/* Whether a local keeps its value while the list is tested: a parameter, or a binding of the list. */
static bool is_kept(const htnc_list *list, uint32_t slot)
{
    return slot < list->task->parameter_count ||
           (slot >= list->first_binding && slot - list->first_binding < list->binding_count);
}

/* Whether the note of a cell can show its arguments: each must be a constant, a property or a local that keeps its value. */
static bool shows_arguments(const htnc_emitter *to, const htnc_node *cell)
{
    const htnc_list *list = to->noting->list;
    if (list == NULL || to->noting->silent || cell->count > HTN_MAX_READ_ARGUMENTS)
        return false;
    for (uint32_t i = 0; i < cell->count; i++) {
        const htnc_node *argument = cell->arguments[i];
        if (argument->kind != HTNC_NODE_CONSTANT && argument->kind != HTNC_NODE_PROPERTY &&
            argument->kind != HTNC_NODE_LAYER &&
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
        else if (of->kind == HTNC_NODE_LAYER)
            argument.kind = HTN_ARGUMENT_LAYER;
        else if (of->kind == HTNC_NODE_LOCAL)
            argument.kind = HTN_ARGUMENT_LOCAL;
        add_argument(to, argument);
    }
    add_read(to, (htnc_read_note){latest(to), HTN_READ_CELL, cell->property->index, HTN_NONE, first, cell->count});
}

static bool is_of_let(const htnc_list *list, uint32_t slot)
{
    for (const htnc_test *test = list->tests; test != NULL; test = test->next)
        if (test->sets && test->local == slot)
            return true;
    return false;
}

void htnc_note_read(htnc_emitter *to, const htnc_node *node)
{
    htnc_note_context *noting = to->noting;
    if (noting->list == NULL || noting->silent)
        return;
    switch (node->kind) {
    case HTNC_NODE_PROPERTY: note_read(to, HTN_READ_PROPERTY, node->property->index, HTN_NONE); break;
    case HTNC_NODE_LOCAL: /* what binders bind is shown with the test, not as a read */
        if ((uint32_t)node->value < noting->list->task->parameter_count ||
            is_of_let(noting->list, (uint32_t)node->value))
            note_read(to, HTN_READ_LOCAL, (uint32_t)node->value, HTN_NONE);
        break;
    case HTNC_NODE_QUERY: note_read(to, HTN_READ_QUERY, node->query->index, HTN_NONE); break;
    case HTNC_NODE_DERIVE: note_read(to, HTN_READ_DERIVED, node->derived->derived, HTN_NONE); break;
    case HTNC_NODE_CELL: note_cell(to, node); break;
    case HTNC_NODE_SEARCH:
        if (noting->result_count < HTNC_NOTED_RESULTS) {
            noting->fixed[noting->result_count] = node->search->fixed;
            noting->results[noting->result_count++] = node->search->result;
        }
        break;
    default: break;
    }
}

void htnc_note_property(htnc_emitter *to, const htnc_property *property)
{
    if (to->noting->list != NULL && !to->noting->silent)
        note_read(to, HTN_READ_PROPERTY, property->index, HTN_NONE);
}

/* --- Subtasks ------------------------------------------------------------------------------------- */

uint32_t htnc_note_subtask(htnc_emitter *to, htn_subtask_kind kind, uint32_t task, uint32_t method, uint32_t member)
{
    htnc_debug_notes *notes = &to->notes;
    const uint32_t parent = to->noting->subtask - 1; /* 0 - 1 is HTN_NONE */
    if (notes->subtask_count == notes->subtask_room)
        notes->subtasks = base_grow_by_one(to->arena, notes->subtasks, notes->subtask_room++, sizeof *notes->subtasks);
    notes->subtasks[notes->subtask_count] = (htnc_subtask_note){to->count, 0, kind, task, method, parent, member};
    to->noting->subtask = ++notes->subtask_count;
    return notes->subtask_count - 1;
}

void htnc_note_subtask_end(htnc_emitter *to, uint32_t subtask)
{
    htnc_debug_notes *notes = &to->notes;
    htnc_subtask_note *note = &notes->subtasks[subtask];
    note->end = to->count;
    to->noting->subtask = note->parent + 1;
    if (note->end == note->first)
        notes->subtask_count = subtask; /* it has no code: an empty group, or a Split in front of another one */
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
        const htnc_test_note *note = &from->tests[i];
        add_test(to, note->at - first + to->count, note->outcome, note->local);
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
