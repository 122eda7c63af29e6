/*
 * Follows the searches of the agent's layers; see play_trees.h. A search that continues a plan after a Split is not followed:
 * the tasks that it begins with have no callers any more, so there is no tree to show.
 */
#include "cli/play/play_trees.h"
#include "base/text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/debug_info.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_outcome.h"
#include "cli/explain/explain_source.h"
#include "cli/explain/explain_tree.h"
#include <stdlib.h>

static bool is_followed(const play_layer *layer)
{
    return layer->beginning == HTN_BEGIN_ROOT || layer->beginning == HTN_BEGIN_BETTER;
}

/* --- During a search ---------------------------------------------------------------------------- */

static play_layer *layer_of(play_model *model, const htn_planner *planner)
{
    uint32_t i = 0;
    while (i + 1 < model->layer_count && htn_agent_planner(model->now->actor.agent, i) != planner)
        i++;
    return &model->now->layers[i];
}

static void begin(play_model *model, play_layer *layer, htn_beginning beginning)
{
    if (layer->searched)
        explain_search_free(&layer->search);
    explain_search_init(&layer->search, model->session, false);
    layer->search.root = (uint32_t)(layer - model->now->layers);
    layer->beginning = beginning;
    layer->searched = true;
    layer->length_count = 0;
    model->now->state->searches += beginning != HTN_BEGIN_BETTER_CONTINUATION;
}

static void note_length(play_length *of, int32_t duration)
{
    if (!of->known && of->length == 0 && duration > of->start)
        of->length = duration - of->start;
}

/*
 * Notes how long the last step of the plan takes. The machine adds its Duration to the plan's some time after the STEP event.
 * In a group each member begins again at the start of the group, and behind the group the plan lasts as long as the longest one.
 */
static void note_duration(play_layer *layer, const htn_planner *planner, htn_event_kind kind)
{
    const bool step = kind == HTN_EVENT_STEP;
    htn_plan plan;
    htn_trace_plan(planner, &plan);
    if (plan.step_count == 0)
        return;
    const uint32_t last = plan.step_count - 1;
    if (step && last > 0)
        note_length(&layer->lengths[last - 1], plan.duration);
    if (step) {
        layer->lengths = base_grow_array(layer->lengths, last, &layer->length_capacity, sizeof *layer->lengths);
        layer->lengths[last] = (play_length){plan.duration, 0, false};
        layer->length_count = last + 1;
    } else if (last < layer->length_count) {
        note_length(&layer->lengths[last], plan.duration);
        layer->lengths[last].known = layer->lengths[last].known || kind == HTN_EVENT_MEMBER;
    }
}

void play_listen(void *user, const htn_planner *planner, const htn_event *event)
{
    play_model *model = user;
    play_layer *layer = layer_of(model, planner);
    if (event->kind == HTN_EVENT_BEGIN)
        begin(model, layer, (htn_beginning)event->index);
    note_duration(layer, planner, event->kind);
    if (is_followed(layer))
        explain_listen(&layer->search, planner, event);
}

/* --- After a search ----------------------------------------------------------------------------- */

static void clear(play_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->lines[i].text);
        free(tree->lines[i].source);
    }
    for (uint32_t i = 0; i < tree->step_count; i++)
        free(tree->steps[i]);
    free(tree->lines);
    free(tree->durations);
    free((void *)tree->steps);
    free(tree->taken);
    *tree = (play_tree){0};
}

static void take_lines(play_tree *tree, explain_page *page)
{
    tree->lines = base_allocate(page->count * sizeof *tree->lines);
    tree->count = page->count;
    for (size_t i = 0; i < page->count; i++) {
        tree->lines[i] = (play_tree_line){page->lines[i].text, page->lines[i].source, page->lines[i].step};
        page->lines[i].text = page->lines[i].source = NULL;
    }
}

/* Whether exactly one subtask calls the task, and the task does not come back to itself. */
static bool has_one_caller(const htn_domain *domain, uint32_t task)
{
    uint32_t calls = 0;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_DEBUG_SUBTASKS); i++)
        calls += CLI_FIELD(domain, DEBUG_SUBTASKS, i, TASK) == task;
    return calls == 1 && (CLI_FIELD(domain, TASKS, task, FLAGS) & HTN_TASK_RECURSIVE) == 0;
}

/*
 * The methods of which every search of the root tests the conditions in the world as it is now: of the root, and of tasks that come
 * first and come nowhere else.
 */
static void take_methods(play_tree *tree, const explain_search *search)
{
    const htn_domain *domain = search->domain;
    size_t capacity = 0;
    for (uint32_t i = 0; i < search->node_count; i++) {
        const explain_node *node = &search->nodes[i];
        const bool first = i == 0 ? (CLI_FIELD(domain, TASKS, node->task, FLAGS) & HTN_TASK_RECURSIVE) == 0
                                  : node->parent == i - 1 && has_one_caller(domain, node->task);
        if (!first || node->method == HTN_NONE || node->achieve_pc != HTN_NONE ||
            CLI_FIELD(domain, TASKS, node->task, PARAMETER_COUNT) > 0 || cli_selects(domain, node->task))
            return;
        tree->taken = base_grow_array(tree->taken, tree->taken_count, &capacity, sizeof *tree->taken);
        tree->taken[tree->taken_count++] = (play_taken){node->task, node->method};
    }
}

/* What `shown.lapsed` says: the latest search has kept the plan, and has rejected a method that led to it. */
static uint32_t find_lapsed(const play_tree *tree, const explain_search *search)
{
    for (size_t i = 0; tree != NULL && i < tree->taken_count; i++)
        for (const explain_reason *each = search->reasons.first; each != NULL; each = each->next)
            if (each->kind == EXPLAIN_REJECTED && each->task == tree->taken[i].task &&
                each->method == tree->taken[i].method && each->items[0] != HTN_NONE)
                return each->items[0] + 1;
    return 0;
}

void play_add_lapsed(base_text *text, const play_model *model, uint32_t layer)
{
    const uint32_t lapsed = model->now->state->shown[layer].lapsed;
    if (lapsed == 0 || !htn_agent_plan(model->now->actor.agent, layer, NULL, NULL))
        return;
    base_text_add(text, "kept: ");
    explain_add_condition_among(text, model->now->actor.domain, lapsed - 1);
    base_text_add(text, " no longer holds, but only `While` and preconditions end a plan");
}

static void take_steps(play_tree *tree, const play_model *model, play_layer *layer, const htn_plan *plan)
{
    tree->durations = base_allocate(plan->step_count * sizeof *tree->durations);
    tree->steps = base_allocate(plan->step_count * sizeof *tree->steps);
    tree->step_count = plan->step_count;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        base_text text = {0};
        cli_add_step(&text, model->now->actor.domain, plan->steps[i].task, plan->values + plan->steps[i].arguments);
        tree->steps[i] = text.bytes;
        if (i >= layer->length_count)
            continue; /* a reload has taken the plan over, so this search did not find it */
        if (i + 1 == plan->step_count)
            note_length(&layer->lengths[i], plan->duration);
        tree->durations[i] = layer->lengths[i].length;
    }
}

static void make_tree(play_model *model, play_layer *layer, play_tree *tree, htn_status status, const htn_plan *plan)
{
    explain_page page = {.search = &layer->search, .style = &model->style, .found = status == HTN_OK};
    clear(tree);
    tree->status = status;
    take_steps(tree, model, layer, plan);
    if (!is_followed(layer))
        return;
    explain_search_finish(&layer->search, htn_agent_planner(model->now->actor.agent, layer->search.root), status);
    if (!page.found)
        explain_show_outcome(&page, status, plan);
    take_methods(tree, &layer->search);
    explain_show_tree(&page);
    explain_page_draw(&page);
    take_lines(tree, &page);
    explain_page_free(&page);
}

static void take_up(play_model *model, play_layer *layer, uint32_t index, htn_status status, const htn_plan *plan)
{
    const uint32_t number = ++model->now->state->shown[index].tree;
    make_tree(model, layer, &layer->trees[number % PLAY_TREES], status, plan);
    layer->has_new_tree = true;
    model->now->state->shown[index].lapsed = 0;
}

void play_conclude(play_model *model)
{
    if (!model->now->late)
        model->now->state->late = 0;
    model->now->late = false;
    for (uint32_t i = 0; i < model->layer_count; i++) {
        play_layer *layer = &model->now->layers[i];
        const htn_status status = htn_agent_result(model->now->actor.agent, i);
        htn_plan plan = {0};
        if (!layer->searched || status == HTN_WAITS)
            continue;
        htn_agent_plan(model->now->actor.agent, i, &plan, NULL);
        if (model->now->state->shown[i].tree == 0 ||
            (status != HTN_STANDS && (status == HTN_OK || plan.step_count == 0)))
            take_up(model, layer, i, status, &plan);
        else if (status == HTN_STANDS && is_followed(layer))
            model->now->state->shown[i].lapsed = find_lapsed(play_tree_of(model, i), &layer->search);
        explain_search_free(&layer->search);
        layer->searched = false;
    }
}

void play_forget_trees(play_layer *layers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        play_layer *layer = &layers[i];
        for (uint32_t k = 0; k < PLAY_TREES; k++)
            clear(&layer->trees[k]);
        if (layer->searched) /* it waits for an answer */
            explain_search_free(&layer->search);
        layer->searched = false;
        free(layer->lengths);
    }
}

const play_tree *play_tree_of(const play_model *model, uint32_t layer)
{
    const uint32_t number = model->now->state->shown[layer].tree;
    return number == 0 ? NULL : &model->now->layers[layer].trees[number % PLAY_TREES];
}

const char *play_step_of_plan(const play_model *model, uint32_t layer, uint32_t number)
{
    const uint32_t plan = model->now->state->shown[layer].tree - (model->now->layers[layer].has_new_tree ? 1 : 0);
    const play_tree *tree = plan != 0 ? &model->now->layers[layer].trees[plan % PLAY_TREES] : NULL;
    return tree != NULL && number - 1 < tree->step_count ? tree->steps[number - 1] : "a step";
}

const char *play_without_tree(const play_tree *tree)
{
    return tree == NULL ? "the plan was taken over by the reload" : "the plan continues an earlier one after its Split";
}

uint32_t play_duration(const play_model *model, uint32_t layer, uint32_t index)
{
    const play_tree *tree = play_tree_of(model, layer);
    if (tree != NULL && index < tree->step_count && tree->durations[index] > 0)
        return (uint32_t)tree->durations[index];
    return model->options->duration != 0 ? model->options->duration : PLAY_DURATION;
}
