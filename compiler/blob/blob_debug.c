/* An item gets its position in the source and its text, so that `htn explain` needs no source file. */
#include "compiler/blob/blob_debug.h"

/* The end of a comment that begins at `at`; `at` itself where there is no comment. */
static const char *skip_comment(const char *at, const char *end)
{
    const char *past = at;
    if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
        return at;
    for (past += 2; past < end; past++) {
        if (at[1] == '/' && *past == '\n')
            return past;
        if (at[1] == '*' && past[0] == '/' && past[-1] == '*' && past - at > 2)
            return past + 1;
    }
    return end;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The text of an item. Outside strings, each run of comments and white space becomes one space. */
static const char *folded_text(htnc_writer *to, const base_source *source, base_span span)
{
    const char *at = source->text + (span.begin - source->base), *end = source->text + (span.end - source->base);
    char *folded = base_alloc(to->arena, (size_t)(end - at) + 1), *put = folded;
    bool in_string = false, gap = false;
    while (at < end) {
        const char *next = in_string ? at : skip_comment(at, end);
        if (next == at && (in_string || !is_space(*at))) {
            if (gap && put != folded)
                *put++ = ' ';
            gap = false;
            if (*at == '"')
                in_string = !in_string;
            else if (*at == '\\' && in_string && at + 1 < end)
                *put++ = *at++;
            *put++ = *at++;
        } else {
            gap = true;
            at = next == at ? at + 1 : next;
        }
    }
    return folded;
}

static void write_item(htnc_writer *to, htnc_texts *texts, const htnc_item *item)
{
    base_position position = base_source_position(to->sources, item->span.begin);
    uint32_t fields[HTN_DEBUG_ITEMS_FIELDS] = {
        [HTN_DEBUG_ITEMS_FIRST] = item->first,
        [HTN_DEBUG_ITEMS_END] = item->end,
        [HTN_DEBUG_ITEMS_KIND] = item->kind,
        [HTN_DEBUG_ITEMS_TASK] = item->task,
        [HTN_DEBUG_ITEMS_METHOD] = item->method,
        [HTN_DEBUG_ITEMS_FILE] = position.source->index,
        [HTN_DEBUG_ITEMS_LINE] = position.line,
        [HTN_DEBUG_ITEMS_COLUMN] = position.column,
        [HTN_DEBUG_ITEMS_TEXT] = htnc_texts_add(texts, folded_text(to, position.source, item->span)),
    };
    const base_position behind = base_source_position(to->sources, item->span.end);
    uint32_t end[HTN_DEBUG_ENDS_FIELDS] = {
        [HTN_DEBUG_ENDS_LINE] = behind.line, [HTN_DEBUG_ENDS_COLUMN] = behind.column};
    htnc_section_add(to, HTN_SECTION_DEBUG_ITEMS, fields);
    htnc_section_add(to, HTN_SECTION_DEBUG_ENDS, end);
}

static void write_locals(htnc_writer *to, htnc_texts *texts, uint32_t task, uint32_t method, const htnc_expr *items)
{
    for (const htnc_expr *item = items; item != NULL; item = item->next) {
        if (item->kind != HTNC_EXPR_ANY && item->kind != HTNC_EXPR_LET)
            continue;
        uint32_t fields[HTN_DEBUG_LOCALS_FIELDS] = {
            [HTN_DEBUG_LOCALS_TASK] = task,
            [HTN_DEBUG_LOCALS_METHOD] = method,
            [HTN_DEBUG_LOCALS_LOCAL] = item->variables->slot,
            [HTN_DEBUG_LOCALS_NAME] = htnc_texts_add(texts, item->variables->name.text),
            [HTN_DEBUG_LOCALS_TYPE] = to->code->type_indexes[item->variables->type->index],
        };
        htnc_section_add(to, HTN_SECTION_DEBUG_LOCALS, fields);
    }
}

static void write_bindings(htnc_writer *to, htnc_texts *texts)
{
    for (uint32_t i = 0; i < to->model->task_count; i++) {
        const htnc_task *task = to->model->tasks[i];
        if (to->code->tasks[i].bindings > 0)
            write_locals(to, texts, i, HTN_NONE, task->preconditions);
        for (const htnc_method *method = task->methods; method != NULL; method = method->next)
            if (method->binding_count > 0)
                write_locals(to, texts, i, method->index, method->conditions);
    }
}

/* Notes of lowering are records already. */
static void write_notes(htnc_writer *to, const htnc_debug_notes *from)
{
    htnc_section_add_all(to, HTN_SECTION_DEBUG_SUBTASKS, from->subtasks, from->subtask_count);
    htnc_section_add_all(to, HTN_SECTION_DEBUG_TESTS, from->tests, from->test_count);
    htnc_section_add_all(to, HTN_SECTION_DEBUG_READS, from->reads, from->read_count);
    htnc_section_add_all(to, HTN_SECTION_DEBUG_ARGUMENTS, from->arguments, from->argument_count);
}

void htnc_write_debug(htnc_writer *to)
{
    htnc_texts texts;
    htnc_texts_init(&texts, to->arena);
    for (const base_source *source = to->sources->first; source != NULL; source = source->next) {
        uint32_t fields[HTN_DEBUG_FILES_FIELDS] = {[HTN_DEBUG_FILES_NAME] = htnc_texts_add(&texts, source->path)};
        htnc_section_add(to, HTN_SECTION_DEBUG_FILES, fields);
    }
    for (uint32_t i = 0; i < to->code->item_count; i++)
        write_item(to, &texts, &to->code->items[i]);
    write_bindings(to, &texts);
    write_notes(to, &to->code->notes);
    to->sections[HTN_SECTION_DEBUG_STRINGS].bytes = texts.bytes;
}
