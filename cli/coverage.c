/*
 * Counting what scenarios exercise; see coverage.h. Which place of the source an event of a search is about is known by the
 * blob's debug information (explain_code.h), so a condition that was compiled into several tasks' code is one.
 *
 * That a condition has not held is told; that one has, follows: those in front of it in its list have, and all of a list's have
 * where its method or step is taken.
 */
#include "coverage.h"
#include "explain_code.h"
#include "test_report.h"
#include <stdlib.h>
#include <string.h>

/* An entry of a record. */
typedef struct taken_method {
    uint32_t task, method;
} taken_method;

typedef struct taken_methods {
    taken_method *list;
    uint32_t count;
    size_t capacity;
} taken_methods;

/* The searches of one layer. */
typedef struct watched_layer {
    const htn_planner *planner;
    taken_methods now;  /* by entry of the record: what was taken there last */
    taken_methods best; /* of the cheapest plan so far; empty: the search is not for that */
    bool searched;      /* since the last tick ended */
} watched_layer;

struct coverage_watch {
    const scenario_cast *cast;
    explain_code code;
    coverage_item **tasks;       /* by task */
    coverage_item **methods;     /* of all tasks, one after the other ... */
    uint32_t *first_methods;     /* ... and where each one's begin */
    coverage_item **conditions;  /* by debug item; NULL: it is none */
    watched_layer *layers;       /* of the agent whose turn it is */
    uint32_t layer_count;        /* whose planner is known */
    const htn_actor *actor;      /* that agent */
    uint32_t last_id;            /* of a step that was counted as started */
};

/* --- Places --------------------------------------------------------------------------------------- */

static uint32_t find_source(coverage *coverage, const char *path, const char *text)
{
    for (uint32_t i = 0; i < coverage->source_count; i++)
        if (strcmp(coverage->sources[i].path, path) == 0)
            return i;
    coverage->sources = htn_grow_array(coverage->sources, coverage->source_count, &coverage->source_capacity,
                                       sizeof *coverage->sources);
    coverage->sources[coverage->source_count] = (coverage_source){test_copy(path), test_copy(text)};
    return coverage->source_count++;
}

/* The item of a kind at a place; a new one has neither text nor owner yet. */
static coverage_item *find_item(coverage *coverage, coverage_kind kind, uint32_t file, uint32_t line, uint32_t column)
{
    coverage_item *item;
    htn_text key = {0};
    htn_text_add(&key, "%d %u:%u:%u", (int)kind, file, line, column);
    HASH_FIND_STR(coverage->items, htn_text_of(&key), item);
    if (item != NULL) {
        htn_text_free(&key);
        return item;
    }
    item = htn_allocate(sizeof *item);
    *item = (coverage_item){.key = key.bytes, .kind = kind, .file = file, .line = line, .column = column};
    HASH_ADD_KEYPTR(hh, coverage->items, item->key, key.length, item);
    return item;
}

static coverage_item *item_at(coverage *coverage, htnc_compilation *compilation, coverage_kind kind, uint32_t offset)
{
    const htnc_position at = htnc_source_position(&compilation->sources, offset);
    return find_item(coverage, kind, find_source(coverage, at.source->path, at.source->text), at.line, at.column);
}

static void add_methods(coverage *coverage, const htnc_task *task)
{
    struct coverage_watch *watch = coverage->watch;
    for (const htnc_method *each = task->methods; each != NULL; each = each->next) {
        coverage_item *item = item_at(coverage, watch->cast->compilation, COVERAGE_METHOD, each->head.begin);
        htn_text text = {0};
        htn_text_add(&text, "%u", (unsigned)each->index);
        if (each->label.text != NULL)
            htn_text_add(&text, " %s", each->label.text);
        if (item->text == NULL) {
            item->text = test_copy(htn_text_of(&text));
            item->owner = test_copy(task->name.text);
        }
        htn_text_free(&text);
        watch->methods[watch->first_methods[task->index] + each->index] = item;
    }
}

static void add_tasks(coverage *coverage, const htnc_model *model)
{
    struct coverage_watch *watch = coverage->watch;
    uint32_t count = 0;
    watch->tasks = htn_allocate((model->task_count + 1) * sizeof *watch->tasks);
    watch->first_methods = htn_allocate((model->task_count + 1) * sizeof *watch->first_methods);
    for (uint32_t i = 0; i < model->task_count; i++) {
        watch->first_methods[i] = count;
        count += model->tasks[i]->method_count;
    }
    watch->methods = htn_allocate((count + 1) * sizeof(coverage_item *));
    for (uint32_t i = 0; i < model->task_count; i++) {
        const htnc_task *task = model->tasks[i];
        const coverage_kind kind = task->kind == HTNC_COMPOUND ? COVERAGE_COMPOUND : COVERAGE_PRIMITIVE;
        coverage_item *item = item_at(coverage, watch->cast->compilation, kind, task->name.span.begin);
        if (item->text == NULL)
            item->text = test_copy(task->name.text);
        item->operated = task->has_operator;
        watch->tasks[i] = item;
        add_methods(coverage, task);
    }
}

static uint32_t debug_field(const struct coverage_watch *watch, uint32_t item, uint32_t field)
{
    return htn_domain_field(&watch->cast->domain, HTN_SECTION_DEBUG_ITEMS, item, field);
}

static bool is_condition(uint32_t kind)
{
    return kind == HTN_ITEM_METHOD_CONDITION || kind == HTN_ITEM_PRECONDITION || kind == HTN_ITEM_WHILE;
}

static const char *source_text(const htnc_compilation *compilation, const char *path)
{
    const htnc_source *source = compilation->sources.first;
    while (source != NULL && strcmp(source->path, path) != 0)
        source = source->next;
    return source != NULL ? source->text : "";
}

static void add_conditions(coverage *coverage)
{
    struct coverage_watch *watch = coverage->watch;
    const htn_domain *domain = &watch->cast->domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    watch->conditions = htn_allocate((count + 1) * sizeof(coverage_item *));
    for (uint32_t i = 0; i < count; i++) {
        if (!is_condition(debug_field(watch, i, HTN_DEBUG_ITEMS_KIND)))
            continue;
        const char *path = htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS,
                                           htn_domain_field(domain, HTN_SECTION_DEBUG_FILES,
                                                            debug_field(watch, i, HTN_DEBUG_ITEMS_FILE),
                                                            HTN_DEBUG_FILES_NAME));
        coverage_item *item =
            find_item(coverage, COVERAGE_CONDITION,
                      find_source(coverage, path, source_text(watch->cast->compilation, path)),
                      debug_field(watch, i, HTN_DEBUG_ITEMS_LINE), debug_field(watch, i, HTN_DEBUG_ITEMS_COLUMN));
        watch->conditions[i] = item;
        if (item->text != NULL)
            continue;
        item->text =
            test_copy(htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, debug_field(watch, i, HTN_DEBUG_ITEMS_TEXT)));
        item->owner = test_copy(htn_task_name(domain, debug_field(watch, i, HTN_DEBUG_ITEMS_TASK)));
    }
}

/* --- Searches ------------------------------------------------------------------------------------- */

static coverage_item *method_item(const struct coverage_watch *watch, uint32_t task, uint32_t method)
{
    return watch->methods[watch->first_methods[task] + method];
}

/* The condition that an instruction is of; NULL: of none. */
static coverage_item *condition_at(const struct coverage_watch *watch, uint32_t pc)
{
    const uint32_t item = watch->code.places[pc].item;
    return item != HTN_NONE ? watch->conditions[item] : NULL;
}

/* The conditions in [from, to) have held. */
static void note_held(const struct coverage_watch *watch, uint32_t from, uint32_t to)
{
    const coverage_item *last = NULL;
    for (uint32_t pc = from; pc < to; pc++) {
        coverage_item *item = condition_at(watch, pc);
        if (item != NULL && item != last)
            item->counts.succeeded++;
        last = item;
    }
}

/* Where the tests that lead to `pc` begin: of the same method, or of the same primitive task's step. */
static uint32_t list_start(const struct coverage_watch *watch, uint32_t pc)
{
    const explain_place *of = &watch->code.places[pc];
    for (; pc > 0; pc--) {
        const explain_place *before = &watch->code.places[pc - 1];
        const uint8_t op = explain_instruction_at(watch->code.domain, pc - 1).op;
        if (before->task != of->task || before->primitive != of->primitive || before->method != of->method ||
            before->tests_method != of->tests_method || op == HTN_OP_STEP)
            break;
    }
    return pc;
}

static void on_reject(const struct coverage_watch *watch, uint32_t pc)
{
    const explain_place *place = &watch->code.places[pc];
    coverage_item *item = condition_at(watch, pc);
    if (place->task == HTN_NONE)
        return;
    if (place->tests_method && place->method != HTN_NONE) {
        watch->tasks[place->task]->counts.tried++;
        method_item(watch, place->task, place->method)->counts.tried++;
    } else if (place->primitive != HTN_NONE) {
        watch->tasks[place->primitive]->counts.tried++;
    }
    if (item == NULL)
        return;
    item->counts.failed++;
    note_held(watch, list_start(watch, pc), watch->code.places[pc].first);
}

static void set_entry(taken_methods *record, uint32_t entry, uint32_t task, uint32_t method)
{
    while (record->count <= entry) {
        record->list = htn_grow_array(record->list, record->count, &record->capacity, sizeof *record->list);
        record->list[record->count++] = (taken_method){HTN_NONE, 0};
    }
    record->list[entry] = (taken_method){task, method};
}

static void on_method(const struct coverage_watch *watch, watched_layer *layer, const htn_event *event)
{
    const explain_place *place = &watch->code.places[event->pc];
    coverage_item *method = method_item(watch, place->task, event->index);
    htn_plan plan;
    htn_trace_plan(layer->planner, &plan); /* its record does not have this entry yet */
    set_entry(&layer->now, plan.record_count, place->task, event->index);
    watch->tasks[place->task]->counts.tried++;
    method->counts.tried++;
    method->counts.taken++;
    note_held(watch, place->tests, place->tests_end);
}

static void on_step(const struct coverage_watch *watch, const htn_event *event)
{
    coverage_item *task = watch->tasks[event->index];
    task->counts.tried++;
    task->counts.taken++;
    note_held(watch, list_start(watch, event->pc), event->pc);
}

static void copy_methods(taken_methods *to, const taken_methods *from, uint32_t count)
{
    to->count = 0;
    for (uint32_t i = 0; i < count && i < from->count; i++)
        set_entry(to, i, from->list[i].task, from->list[i].method);
}

/* The layers of this agent; another one than before begins anew. */
static watched_layer *layers_of(struct coverage_watch *watch, const htn_actor *actor)
{
    if (watch->actor == actor && watch->agent_id == actor->number)
        return watch->layers;
    return watch->layers;
}

/* A htn_listener; `user` is the coverage. */
static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    struct coverage_watch *watch = ((coverage *)user)->watch;
    watched_layer *layer = layer_of(watch, planner);
    htn_plan plan;
    layer->searched = true;
    switch (event->kind) {
    case HTN_EVENT_REJECT: on_reject(watch, event->pc); break;
    case HTN_EVENT_METHOD: on_method(watch, layer, event); break;
    case HTN_EVENT_STEP: on_step(watch, event); break;
    case HTN_EVENT_CANDIDATE: note_held(watch, list_start(watch, event->pc), event->pc); break;
    case HTN_EVENT_FOUND:
        htn_trace_plan(planner, &plan);
        copy_methods(&layer->best, &layer->now, plan.record_count);
        break;
    default: break;
    }
}
