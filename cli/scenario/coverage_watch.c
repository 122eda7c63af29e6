/*
 * Counts what scenarios exercise; see coverage_watch.h. The debug information of the blob (debug_info.h) says which place
 * of the source an event of a search is about. So a condition that was compiled into the code of several tasks is one item.
 *
 * The planner reports a condition that does not hold. That one holds is inferred: if a condition fails, those before it in
 * its list hold; if a method or step is taken, all its conditions hold.
 */
#include "cli/scenario/coverage_watch.h"
#include "base/source.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/instruction.h"
#include "cli/common/debug_info.h"
#include "cli/scenario/scenario_stage.h"
#include "compiler/types/achieve_tasks.h"
#include <stdlib.h>
#include <string.h>

/* The method that was taken for an entry of the MTR. */
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
    taken_methods now;  /* of the branch that is being searched, by entry of the MTR */
    taken_methods best; /* of the cheapest plan so far; empty: the root does not ask for the cheapest plan */
    bool searched;      /* in this tick */
} watched_layer;

typedef struct watched_agent {
    const htn_agent *agent;
    watched_layer *layers;
    uint32_t last_id; /* the highest id of a step that was counted as started */
} watched_agent;

struct coverage_watch {
    const scenario_cast *cast;
    coverage_item **tasks;      /* by task */
    uint32_t task_count;        /* the blob has more: those made for `Optional` and `AnyOrder`, which are not counted */
    coverage_item **methods;    /* of all tasks, one task after the other */
    uint32_t *first_methods;    /* by task: index of its first method in `methods` */
    coverage_item **conditions; /* by debug item; NULL: it is no condition */
    watched_agent *agents;      /* of the current scenario */
    size_t agent_count, agent_capacity;
    uint32_t layer_count; /* of each */
};

/* --- Places --------------------------------------------------------------------------------------- */

static coverage_item *item_at(coverage_map *map, htnc_compilation *compilation, coverage_kind kind, uint32_t offset)
{
    const base_position at = base_source_position(&compilation->workspace.sources, offset);
    return coverage_find_item(map, kind, coverage_find_source(map, at.source->path, at.source->text), at.line,
                              at.column);
}

static void add_methods(coverage_map *map, const htnc_task *task)
{
    struct coverage_watch *watch = map->watch;
    for (const htnc_method *each = task->methods; each != NULL; each = each->next) {
        coverage_item *item = item_at(map, watch->cast->compilation, COVERAGE_METHOD, each->head.begin);
        base_text text = {0};
        base_text_add(&text, "%u", (unsigned)each->index);
        if (each->label.text != NULL)
            base_text_add(&text, " %s", each->label.text);
        if (item->text == NULL)
            item->text = base_duplicate_text(base_text_of(&text));
        item->of = watch->tasks[task->index];
        base_text_free(&text);
        watch->methods[watch->first_methods[task->index] + each->index] = item;
    }
}

static void add_tasks(coverage_map *map, const htnc_model *model)
{
    struct coverage_watch *watch = map->watch;
    uint32_t count = 0;
    watch->tasks = base_allocate((model->task_count + 1) * sizeof *watch->tasks);
    watch->task_count = model->task_count;
    watch->first_methods = base_allocate((model->task_count + 1) * sizeof *watch->first_methods);
    for (uint32_t i = 0; i < model->task_count; i++) {
        watch->first_methods[i] = count;
        count += model->tasks[i]->method_count;
    }
    watch->methods = base_allocate((count + 1) * sizeof(coverage_item *));
    for (uint32_t i = 0; i < model->task_count; i++) {
        const htnc_task *task = model->tasks[i];
        const coverage_kind kind = task->kind == HTNC_COMPOUND ? COVERAGE_COMPOUND : COVERAGE_PRIMITIVE;
        coverage_item *item = item_at(map, watch->cast->compilation, kind, task->name.span.begin);
        if (item->text == NULL)
            item->text = base_duplicate_text(task->name.text);
        item->operated = task->has_operator;
        watch->tasks[i] = item;
        add_methods(map, task);
    }
}

static uint32_t debug_field(const struct coverage_watch *watch, uint32_t item, uint32_t field)
{
    return htn_domain_field(&watch->cast->domain, HTN_SECTION_DEBUG_ITEMS, item, field);
}

static bool is_condition(uint32_t kind)
{
    return kind == HTN_ITEM_METHOD_CONDITION || kind == HTN_ITEM_PRECONDITION || kind == HTN_ITEM_WHILE ||
           kind == HTN_ITEM_ENTER;
}

static const char *source_text(const htnc_compilation *compilation, const char *path)
{
    const base_source *source = compilation->workspace.sources.first;
    while (source != NULL && strcmp(source->path, path) != 0)
        source = source->next;
    return source != NULL ? source->text : "";
}

/* By task: whether an Achieve uses it. The search of an Achieve does not report conditions. The caller frees the array. */
static bool *used_by_achieves(const htnc_model *model)
{
    bool *used = base_allocate(model->task_count + 1);
    for (uint32_t i = 0; i < model->task_count; i++)
        for (const htnc_method *method = model->tasks[i]->methods; method != NULL; method = method->next)
            for (const htnc_subtask *each = method->leaves; each != NULL; each = each->next_leaf) {
                const htnc_task *task;
                uint32_t at = 0;
                if (each->kind != HTNC_SUBTASK_ACHIEVE)
                    continue;
                while ((task = htnc_next_action(model, each, &at)) != NULL)
                    used[task->index] = true;
            }
    return used;
}

static coverage_item *method_item(const struct coverage_watch *watch, uint32_t task, uint32_t method)
{
    return watch->methods[watch->first_methods[task] + method];
}

/* The item of a condition, by its debug item. */
static coverage_item *condition_item(coverage_map *map, uint32_t debug_item)
{
    const struct coverage_watch *watch = map->watch;
    const htn_domain *domain = &watch->cast->domain;
    const uint32_t file = debug_field(watch, debug_item, HTN_DEBUG_ITEMS_FILE);
    const uint32_t name = htn_domain_field(domain, HTN_SECTION_DEBUG_FILES, file, HTN_DEBUG_FILES_NAME);
    const char *path = htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, name);
    return coverage_find_item(
        map, COVERAGE_CONDITION, coverage_find_source(map, path, source_text(watch->cast->compilation, path)),
        debug_field(watch, debug_item, HTN_DEBUG_ITEMS_LINE), debug_field(watch, debug_item, HTN_DEBUG_ITEMS_COLUMN));
}

static void add_conditions(coverage_map *map)
{
    struct coverage_watch *watch = map->watch;
    const htn_domain *domain = &watch->cast->domain;
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_DEBUG_ITEMS);
    bool *achieving = used_by_achieves(watch->cast->compilation->model);
    watch->conditions = base_allocate((count + 1) * sizeof(coverage_item *));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t task = debug_field(watch, i, HTN_DEBUG_ITEMS_TASK);
        const uint32_t method = debug_field(watch, i, HTN_DEBUG_ITEMS_METHOD);
        if (!is_condition(debug_field(watch, i, HTN_DEBUG_ITEMS_KIND)) || task >= watch->task_count || achieving[task])
            continue;
        coverage_item *item = condition_item(map, i);
        watch->conditions[i] = item;
        item->of = method == HTN_NONE ? watch->tasks[task] : method_item(watch, task, method);
        if (item->text == NULL)
            item->text = base_duplicate_text(
                htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, debug_field(watch, i, HTN_DEBUG_ITEMS_TEXT)));
    }
    free(achieving);
}

/* --- Searches ------------------------------------------------------------------------------------- */

/* Counts the conditions among the items [from, to) as held. */
static void note_held(const struct coverage_watch *watch, uint32_t from, uint32_t to)
{
    for (const coverage_item *last = NULL; from < to; last = watch->conditions[from++])
        if (watch->conditions[from] != NULL && watch->conditions[from] != last)
            watch->conditions[from]->counts.succeeded++;
}

/*
 * Counts as held the conditions in front of item `to` in its list: that of a method, or (HTN_NONE) of the preconditions of the
 * task.
 */
static void note_held_before(const struct coverage_watch *watch, uint32_t to, uint32_t task, uint32_t method)
{
    uint32_t from = to;
    while (from > 0 && cli_is_of_method(&watch->cast->domain, from - 1, task, method))
        from--;
    note_held(watch, from, to);
}

/* The first item that begins at `pc` or behind it. */
static uint32_t items_from(const struct coverage_watch *watch, uint32_t pc)
{
    return cli_first_from(&watch->cast->domain, HTN_SECTION_DEBUG_ITEMS, HTN_DEBUG_ITEMS_FIRST, pc);
}

static void on_reject(const struct coverage_watch *watch, uint32_t pc)
{
    const uint32_t item = cli_item_at(&watch->cast->domain, pc);
    if (item == HTN_NONE)
        return;
    const uint32_t task = debug_field(watch, item, HTN_DEBUG_ITEMS_TASK);
    const uint32_t method = debug_field(watch, item, HTN_DEBUG_ITEMS_METHOD);
    if (task >= watch->task_count)
        return;
    watch->tasks[task]->counts.tried++;
    if (method != HTN_NONE)
        method_item(watch, task, method)->counts.tried++;
    if (watch->conditions[item] == NULL)
        return;
    watch->conditions[item]->counts.failed++;
    note_held_before(watch, item, task, method);
}

static void set_entry(taken_methods *record, uint32_t entry, uint32_t task, uint32_t method)
{
    while (record->count <= entry) {
        record->list = base_grow_array(record->list, record->count, &record->capacity, sizeof *record->list);
        record->list[record->count++] = (taken_method){HTN_NONE, 0};
    }
    record->list[entry] = (taken_method){task, method};
}

static void on_method(const struct coverage_watch *watch, watched_layer *layer, const htn_event *event)
{
    const uint32_t task = cli_task_at(&watch->cast->domain, event->pc);
    const bool made = task >= watch->task_count;
    const bool each = cli_instruction_at(&watch->cast->domain, event->pc).op == HTN_OP_NEXT_ITEM;
    const uint32_t index = each && event->index == 1 ? HTN_NONE : event->index; /* the end of its list is no method */
    htn_plan plan;
    htn_trace_plan(layer->planner, &plan);
    /* The entry of this method is not in the plan's record yet. That of an item of an Each is. */
    set_entry(&layer->now, plan.record_count - each, made ? HTN_NONE : task, index);
    if (made)
        return;
    watch->tasks[task]->counts.tried++;
    watch->tasks[task]->counts.taken++;
    if (index == HTN_NONE)
        return;
    coverage_item *method = method_item(watch, task, index);
    method->counts.tried++;
    method->counts.taken++;
    note_held_before(watch, items_from(watch, event->pc), task, event->index);
}

/* A candidate of a task with Select: its conditions hold, whether or not it is chosen later. */
static void on_candidate(const struct coverage_watch *watch, const htn_event *event)
{
    const uint32_t task = cli_task_at(&watch->cast->domain, event->pc);
    coverage_item *method = method_item(watch, task, event->index);
    method->counts.tried++;
    method->counts.taken++;
    note_held_before(watch, items_from(watch, event->pc), task, event->index);
}

static void on_step(const struct coverage_watch *watch, const htn_event *event)
{
    coverage_item *task = watch->tasks[event->index];
    task->counts.tried++;
    task->counts.taken++;
    note_held_before(watch, items_from(watch, event->pc), event->index, HTN_NONE);
}

static void copy_methods(taken_methods *to, const taken_methods *from, uint32_t count)
{
    to->count = 0;
    for (uint32_t i = 0; i < count && i < from->count; i++)
        set_entry(to, i, from->list[i].task, from->list[i].method);
}

static watched_layer *layer_of(const struct coverage_watch *watch, const htn_planner *planner)
{
    for (size_t i = 0; i < watch->agent_count * watch->layer_count; i++) {
        watched_layer *layer = &watch->agents[i / watch->layer_count].layers[i % watch->layer_count];
        if (layer->planner == planner)
            return layer;
    }
    return NULL; /* not reached: each agent that searches has begun */
}

/* An htn_listener; `user` is the coverage_map. */
static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    struct coverage_watch *watch = ((coverage_map *)user)->watch;
    watched_layer *layer = layer_of(watch, planner);
    htn_plan plan;
    layer->searched = true;
    switch (event->kind) {
    case HTN_EVENT_REJECT: on_reject(watch, event->pc); break;
    case HTN_EVENT_METHOD: on_method(watch, layer, event); break;
    case HTN_EVENT_STEP: on_step(watch, event); break;
    case HTN_EVENT_CANDIDATE: on_candidate(watch, event); break;
    case HTN_EVENT_FOUND:
        htn_trace_plan(planner, &plan);
        copy_methods(&layer->best, &layer->now, plan.record_count);
        break;
    default: break;
    }
}

/* --- Plans and steps ------------------------------------------------------------------------------ */

/* An agent comes. */
static void begin_agent(void *user, const cli_actor *actor)
{
    struct coverage_watch *watch = ((coverage_map *)user)->watch;
    watch->agents = base_grow_array(watch->agents, watch->agent_count, &watch->agent_capacity, sizeof *watch->agents);
    watched_agent *made = &watch->agents[watch->agent_count++];
    *made = (watched_agent){actor->agent, base_allocate((watch->layer_count + 1) * sizeof *made->layers), 0};
    for (uint32_t i = 0; i < watch->layer_count; i++) {
        const uint32_t root = htn_domain_field(actor->domain, HTN_SECTION_ROOTS, i, HTN_ROOTS_TASK);
        made->layers[i].planner = htn_agent_planner(actor->agent, i);
        watch->tasks[root]->counts.tried++;
    }
}

static void forget_agent(struct coverage_watch *watch, size_t index)
{
    for (uint32_t i = 0; i < watch->layer_count; i++) {
        free(watch->agents[index].layers[i].now.list);
        free(watch->agents[index].layers[i].best.list);
    }
    free(watch->agents[index].layers);
    watch->agents[index] = watch->agents[--watch->agent_count];
}

static void end_agent(void *user, const cli_actor *actor)
{
    struct coverage_watch *watch = ((coverage_map *)user)->watch;
    for (size_t i = watch->agent_count; i-- > 0;)
        if (watch->agents[i].agent == actor->agent)
            forget_agent(watch, i);
}

/* The agent has taken the plan that the layer's last search found. */
static void note_plan(const struct coverage_watch *watch, const watched_layer *layer)
{
    const taken_methods *taken = layer->best.count > 0 ? &layer->best : &layer->now;
    htn_plan plan;
    htn_planner_plan(layer->planner, &plan);
    for (uint32_t i = 0; i < plan.record_count && i < taken->count; i++)
        if (taken->list[i].task != HTN_NONE) {
            watch->tasks[taken->list[i].task]->counts.planned++;
            if (taken->list[i].method == HTN_NONE)
                continue;
            method_item(watch, taken->list[i].task, taken->list[i].method)->counts.planned++;
        }
    for (uint32_t i = 0; i < plan.step_count; i++)
        watch->tasks[plan.steps[i].task]->counts.planned++;
}

/* After each tick. If a layer has searched several times, only its last search counts. */
static void end_tick(void *user, cli_actor *actor, htn_status status)
{
    struct coverage_watch *watch = ((coverage_map *)user)->watch;
    watched_agent *agent = watch->agents;
    (void)status;
    while (agent->agent != actor->agent)
        agent++;
    uint32_t last = agent->last_id;
    for (uint32_t i = 0; i < watch->layer_count; i++) {
        watched_layer *layer = &agent->layers[i];
        if (layer->searched && htn_agent_result(actor->agent, i) == HTN_OK)
            note_plan(watch, layer);
        layer->searched = false;
        layer->best.count = 0;
    }
    for (uint32_t i = 0; i < actor->step_count; i++) {
        if (actor->steps[i].id <= agent->last_id)
            continue;
        watch->tasks[actor->steps[i].task]->counts.started++;
        last = actor->steps[i].id > last ? actor->steps[i].id : last;
    }
    agent->last_id = last;
}

static void end_step(void *user, htn_task task, bool succeeded)
{
    coverage_item *item = ((coverage_map *)user)->watch->tasks[task];
    item->counts.succeeded += succeeded;
    item->counts.failed += !succeeded;
}

/* --- The whole ------------------------------------------------------------------------------------ */

void coverage_begin(coverage_map *map, scenario_cast *cast)
{
    struct coverage_watch *watch = base_allocate(sizeof *watch);
    map->watch = watch;
    watch->cast = cast;
    watch->layer_count = htn_domain_count(&cast->domain, HTN_SECTION_ROOTS);
    add_tasks(map, cast->compilation->model);
    add_conditions(map);
    cast->audience = (scenario_audience){begin_agent, listen, end_tick, end_step, end_agent, map};
}

void coverage_end(coverage_map *map)
{
    struct coverage_watch *watch = map->watch;
    free(watch->agents);
    free(watch->tasks);
    free(watch->methods);
    free(watch->first_methods);
    free(watch->conditions);
    free(watch);
    map->watch = NULL;
}
