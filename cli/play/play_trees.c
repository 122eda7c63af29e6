/*
 * Follows the searches of the agent's layers; see play_trees.h. A search that continues a plan after a Split is not followed:
 * the tasks that it begins with have no callers any more, so there is no tree to show.
 */
#include "cli/play/play_trees.h"
#include "base/text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/value_text.h"
#include "cli/explain/explain_outcome.h"
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
    while (i + 1 < model->layer_count && htn_agent_planner(model->actor.agent, i) != planner)
        i++;
    return &model->layers[i];
}

static void begin(play_model *model, play_layer *layer, htn_beginning beginning)
{
    if (layer->searched)
        explain_search_free(&layer->search);
    explain_search_init(&layer->search, model->session, false);
    layer->search.root = (uint32_t)(layer - model->layers);
    layer->beginning = beginning;
    layer->searched = true;
    layer->length_count = 0;
    model->state->searches += beginning != HTN_BEGIN_BETTER_CONTINUATION;
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

static void take_steps(play_tree *tree, const play_model *model, play_layer *layer, const htn_plan *plan)
{
    tree->durations = base_allocate(plan->step_count * sizeof *tree->durations);
    tree->steps = base_allocate(plan->step_count * sizeof *tree->steps);
    tree->step_count = plan->step_count;
    for (uint32_t i = 0; i < plan->step_count; i++) {
        base_text text = {0};
        cli_add_step(&text, model->actor.domain, plan->steps[i].task, plan->values + plan->steps[i].arguments);
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
    explain_search_finish(&layer->search, htn_agent_planner(model->actor.agent, layer->search.root), status);
    if (!page.found)
        explain_show_outcome(&page, status, plan);
    explain_show_tree(&page);
    explain_page_draw(&page);
    take_lines(tree, &page);
    explain_page_free(&page);
}

static void take_up(play_model *model, play_layer *layer, uint32_t index, htn_status status, const htn_plan *plan)
{
    const uint32_t number = ++model->state->tree[index];
    make_tree(model, layer, &layer->trees[number % PLAY_TREES], status, plan);
    layer->has_new_tree = true;
}

void play_conclude(play_model *model)
{
    if (!model->late)
        model->state->late = 0;
    model->late = false;
    for (uint32_t i = 0; i < model->layer_count; i++) {
        play_layer *layer = &model->layers[i];
        const htn_status status = htn_agent_result(model->actor.agent, i);
        htn_plan plan = {0};
        if (!layer->searched || status == HTN_WAITS)
            continue;
        htn_agent_plan(model->actor.agent, i, &plan, NULL);
        if (model->state->tree[i] == 0 || (status != HTN_STANDS && (status == HTN_OK || plan.step_count == 0)))
            take_up(model, layer, i, status, &plan);
        explain_search_free(&layer->search);
        layer->searched = false;
    }
}

void play_forget_trees(play_model *model)
{
    for (uint32_t i = 0; i < model->layer_count; i++) {
        play_layer *layer = &model->layers[i];
        for (uint32_t k = 0; k < PLAY_TREES; k++)
            clear(&layer->trees[k]);
        free(layer->lengths);
    }
}

const play_tree *play_tree_of(const play_model *model, uint32_t layer)
{
    const uint32_t number = model->state->tree[layer];
    return number == 0 ? NULL : &model->layers[layer].trees[number % PLAY_TREES];
}

const char *play_step_of_plan(const play_model *model, uint32_t layer, uint32_t number)
{
    const uint32_t plan = model->state->tree[layer] - (model->layers[layer].has_new_tree ? 1 : 0);
    const play_tree *tree = plan != 0 ? &model->layers[layer].trees[plan % PLAY_TREES] : NULL;
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
