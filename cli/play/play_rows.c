/* Rows of the world state and of plans; see play_rows.h. */
#include "cli/play/play_rows.h"
#include "cli/actor/actor.h"
#include "cli/common/order_text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_trees.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_UNFOLDED = 6,    /* a table of at most so many cells is shown whole */
    MOST_LOOKED_AT = 4096 /* cells of a table that are read, since this is done for every picture */
};

/* --- Plans ---------------------------------------------------------------------------------------- */

static play_plan_row *add_plan_row(play_plan_rows *rows, play_mark mark, uint32_t depth, char *text)
{
    rows->rows = base_grow_array(rows->rows, rows->count, &rows->capacity, sizeof *rows->rows);
    rows->rows[rows->count] = (play_plan_row){.mark = mark, .depth = depth, .step = HTN_NONE, .text = text};
    return &rows->rows[rows->count++];
}

static const cli_actor_step *in_progress(const play_model *model, uint32_t layer, uint32_t index)
{
    for (uint32_t i = 0; i < model->now->actor.step_count; i++)
        if (model->now->actor.steps[i].layer == layer && model->now->actor.steps[i].index == index)
            return &model->now->actor.steps[i];
    return NULL;
}

/* Adds a row for each group or Background that begins with step `index`. Returns how many are around the step. */
static uint32_t add_groups(play_plan_rows *rows, const htn_plan *plan, uint32_t index)
{
    uint32_t depth = 0;
    for (uint32_t i = 0; i < plan->span_count && plan->spans[i].first <= index; i++) {
        const htn_span *span = &plan->spans[i];
        if ((span->kind != HTN_SPAN_PARALLEL && span->kind != HTN_SPAN_BACKGROUND) || span->end <= index)
            continue;
        if (span->first == index)
            add_plan_row(rows, PLAY_MARK_NONE, depth,
                         base_duplicate_text(span->kind == HTN_SPAN_PARALLEL ? "Parallel" : "Background"));
        depth++;
    }
    return depth;
}

static void add_step_row(play_plan_rows *rows, const play_model *model, uint32_t layer, const htn_plan *plan,
                         uint32_t index, bool done)
{
    const cli_actor_step *step = in_progress(model, layer, index);
    const uint32_t depth = add_groups(rows, plan, index);
    base_text text = {0};
    cli_add_step(&text, model->now->actor.domain, plan->steps[index].task, plan->values + plan->steps[index].arguments);
    play_plan_row *row = add_plan_row(rows,
                                      done           ? PLAY_MARK_DONE
                                      : step != NULL ? PLAY_MARK_RUNNING
                                                     : PLAY_MARK_TODO,
                                      depth, text.bytes);
    row->step = index;
    if (step == NULL || done)
        return;
    row->id = step->id;
    row->elapsed = play_elapsed(model, step->id);
    row->duration = play_duration(model, layer, index);
}

static void add_steps(play_plan_rows *rows, const play_model *model, uint32_t layer)
{
    const uint8_t *done;
    htn_plan plan;
    if (!htn_agent_plan(model->now->actor.agent, layer, &plan, &done))
        return;
    for (uint32_t i = 0; i < plan.step_count; i++)
        add_step_row(rows, model, layer, &plan, i, done[i] == HTN_STEP_DONE || done[i] >= HTN_STEP_ROUND_DONE);
    if (cli_partial_name(&plan) != NULL)
        add_plan_row(rows, PLAY_MARK_NONE, 0, base_duplicate_text(cli_partial_name(&plan)));
}

/* `order 3: Go(B), which waits: its gate is closed`. False: the layer has no more orders. */
static bool add_order(base_text *text, const play_model *model, uint32_t layer, uint32_t index)
{
    htn_order order;
    if (!htn_agent_order_at(model->now->actor.agent, layer, index, &order))
        return false;
    cli_add_order(text, model->now->actor.domain, order.id, &order.task);
    base_text_add(text, order.waits ? ", which waits: its gate is closed" : order.runs ? ", which is running" : "");
    return true;
}

static void add_orders(play_plan_rows *rows, const play_model *model, uint32_t layer)
{
    base_text text = {0};
    for (uint32_t i = 0; add_order(&text, model, layer, i); i++) {
        add_plan_row(rows, PLAY_MARK_NONE, 0, text.bytes);
        text = (base_text){0};
    }
}

/* `holds Gate, Tower`, if the layer holds anything. */
static void add_holds(play_plan_rows *rows, const play_model *model, uint32_t layer)
{
    base_text text = {0};
    htn_hold hold;
    for (uint32_t i = 0; htn_agent_hold(model->now->actor.agent, i, &hold); i++) {
        if (hold.layer != layer || hold.lost)
            continue;
        base_text_add(&text, "%s", text.length > 0 ? ", " : "holds ");
        cli_add_value(&text, model->now->actor.domain, hold.type, hold.instance);
    }
    if (text.length > 0)
        add_plan_row(rows, PLAY_MARK_NONE, 0, text.bytes);
}

play_plan_rows play_rows_of_plan(const play_model *model, uint32_t layer)
{
    play_plan_rows rows = {0};
    for (uint32_t i = 0; i < model->now->actor.step_count; i++)
        if (model->now->actor.steps[i].layer == layer && model->now->actor.steps[i].aborting)
            add_plan_row(&rows, PLAY_MARK_ABORTING, 0, base_duplicate_text(model->now->actor.steps[i].text));
    add_steps(&rows, model, layer);
    add_orders(&rows, model, layer);
    add_holds(&rows, model, layer);
    return rows;
}

void play_plan_rows_free(play_plan_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free(rows->rows[i].text);
    free(rows->rows);
    *rows = (play_plan_rows){0};
}

void play_add_status(base_text *text, const play_model *model, uint32_t layer)
{
    const play_tree *tree = play_tree_of(model, layer);
    htn_plan plan;
    if (htn_agent_result(model->now->actor.agent, layer) == HTN_WAITS) {
        base_text_add(text, "waits for ");
        cli_answers_add_late(text, &model->session->answers);
        base_text_add(text, " since %u.%u s", model->now->state->late_since / 1000,
                      model->now->state->late_since % 1000 / 100);
        return;
    }
    if (htn_agent_plan(model->now->actor.agent, layer, &plan, NULL) || tree == NULL)
        return;
    if (tree->status == HTN_OK)
        base_text_add(text, htn_agent_idle(model->now->actor.agent, layer) ? "nothing to do" : "no plan runs");
    else if (tree->status == HTN_NO_PLAN)
        base_text_add(text, "no plan");
    else
        cli_add_limit(text, &model->session->limits, tree->status);
}

/* --- The world ------------------------------------------------------------------------------------ */

static uint32_t property_field(const play_model *model, htn_property property, uint32_t field)
{
    return htn_domain_field(model->now->actor.domain, HTN_SECTION_PROPERTIES, property, field);
}

static play_world_row *add_world_row(play_world_rows *rows, play_row_kind kind, char *name, char *value)
{
    rows->rows = base_grow_array(rows->rows, rows->count, &rows->capacity, sizeof *rows->rows);
    rows->rows[rows->count] = (play_world_row){.kind = kind, .property = HTN_NONE, .name = name, .value = value};
    return &rows->rows[rows->count++];
}

static bool has_changed(const play_model *model, htn_property property, uint32_t cell)
{
    for (size_t i = 0; i < model->change_count; i++)
        if (model->changes[i].property == property && model->changes[i].cell == cell &&
            model->changes[i].player == model->turn)
            return true;
    return false;
}

/* `, 2.5 s left`, if the value expires. */
static void add_time_left(base_text *text, const htn_world *world, htn_property property, uint32_t cell)
{
    const htn_journal_location location = {property, cell, HTN_NONE, 0};
    int32_t index[HTN_MAX_LOCALS];
    const uint32_t count = htn_journal_index(world->domain, &location, index);
    const uint32_t left = htn_world_time_left(world, property, index, count);
    if (left != 0)
        base_text_add(text, ", %u.%u s left", left / 1000, left % 1000 / 100);
}

static void add_cell_row(play_world_rows *rows, const play_model *model, htn_property property, uint32_t cell)
{
    base_text name = {0}, value = {0};
    cli_add_cell(&name, model->now->actor.domain, property, cell);
    play_add_cell_value(&value, htn_agent_world(model->now->actor.agent), property, cell);
    add_time_left(&value, htn_agent_world(model->now->actor.agent), property, cell);
    play_world_row *row = add_world_row(rows, PLAY_ROW_CELL, name.bytes, value.bytes);
    row->property = property;
    row->cell = cell;
    row->changed = has_changed(model, property, cell);
}

/* Facts are not shown; the cooldown of a method is shown only while it lasts. */
static bool is_hidden(const play_model *model, htn_property property)
{
    const htn_domain *domain = model->now->actor.domain;
    if (property_field(model, property, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_STATIC)
        return true;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_METHODS); i++)
        if (htn_domain_field(domain, HTN_SECTION_METHODS, i, HTN_METHODS_COOLING) == property)
            return htn_world_get(htn_agent_world(model->now->actor.agent), property) == 0;
    return false;
}

/* The cells whose instances exist, counted up to MOST_UNFOLDED + 1. */
static uint32_t count_cells(const htn_world *world, htn_property property, uint32_t cells)
{
    uint32_t count = 0;
    for (uint32_t cell = 0; cell < cells && count <= MOST_UNFOLDED; cell++)
        count += play_cell_exists(world, property, cell);
    return count;
}

static void add_property(play_world_rows *rows, const play_model *model, htn_property property, bool unfolded)
{
    const htn_world *world = htn_agent_world(model->now->actor.agent);
    const uint32_t all = property_field(model, property, HTN_PROPERTIES_CELLS);
    const uint32_t cells = all < MOST_LOOKED_AT ? all : MOST_LOOKED_AT;
    const int32_t initial = (int32_t)property_field(model, property, HTN_PROPERTIES_INITIAL);
    const bool few = count_cells(world, property, cells) <= MOST_UNFOLDED;
    uint32_t folded = 0;
    for (uint32_t cell = 0; cell < cells; cell++) {
        if (!play_cell_exists(world, property, cell))
            continue;
        if (unfolded || few || play_cell_value(world, property, cell) != initial || has_changed(model, property, cell))
            add_cell_row(rows, model, property, cell);
        else
            folded++;
    }
    folded += all - cells;
    if (folded == 0)
        return;
    base_text name = {0}, value = {0};
    base_text_add(&name, "%s: ", htn_property_name(model->now->actor.domain, property));
    base_text_add_count(&name, folded, "more cell", "more cells");
    cli_add_value(&value, model->now->actor.domain, property_field(model, property, HTN_PROPERTIES_TYPE), initial);
    add_world_row(rows, PLAY_ROW_FOLDED, name.bytes, value.bytes)->property = property;
}

/* The instances of an outermost open type, with those of its subtypes. */
static void add_instances(play_world_rows *rows, const play_model *model, uint32_t type)
{
    const htn_domain *domain = model->now->actor.domain;
    const int32_t low = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
    const int32_t high = (int32_t)htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
    const uint32_t name = htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_NAME);
    base_text value = {0};
    if (htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) == HTN_NONE ||
        htn_domain_field(domain, HTN_SECTION_TYPES, type, HTN_TYPES_PARENT) != HTN_NONE)
        return;
    for (int32_t i = low; i <= high; i++) {
        if (!htn_world_exists(htn_agent_world(model->now->actor.agent), type, i))
            continue;
        base_text_add(&value, "%s", value.length > 0 ? ", " : "");
        cli_add_value(&value, domain, type, i);
    }
    if (value.length == 0)
        base_text_add(&value, "none exists");
    add_world_row(rows, PLAY_ROW_INSTANCES, base_duplicate_text(htn_domain_text(domain, HTN_SECTION_STRINGS, name)),
                  value.bytes);
}

static void add_answer(play_world_rows *rows, const play_model *model, uint32_t index)
{
    base_text name = {0}, value = {0};
    play_add_question(&name, model->now->actor.domain, &model->session->answers, index);
    play_add_answer(&value, model->now->actor.domain, &model->session->answers, index);
    add_world_row(rows, PLAY_ROW_ANSWER, name.bytes, value.bytes);
}

/* `HasPath(Place, Place)`, with what it answers where nobody has said anything else. */
static void add_query(play_world_rows *rows, const play_model *model, htn_query query)
{
    const htn_domain *domain = model->now->actor.domain;
    base_text name = {0}, value = {0};
    base_text_add(&name, "%s(", htn_query_name(domain, query));
    for (uint32_t i = 0; i < htn_query_parameters(domain, query); i++)
        base_text_add(&name, "%s%s", i > 0 ? ", " : "",
                      htn_type_name(domain, htn_query_parameter_type(domain, query, i)));
    base_text_add(&name, ")");
    if (htn_query_candidates(domain, query) > 0)
        base_text_add(&value, "[]");
    else
        cli_add_value(&value, domain, htn_query_type(domain, query), htn_query_default(domain, query));
    add_world_row(rows, PLAY_ROW_QUERY, name.bytes, value.bytes);
}

play_world_rows play_rows_of_world(const play_model *model, const bool *unfolded)
{
    const htn_domain *domain = model->now->actor.domain;
    play_world_rows rows = {0};
    for (htn_property i = 0; i < htn_domain_count(domain, HTN_SECTION_PROPERTIES); i++)
        if (!is_hidden(model, i))
            add_property(&rows, model, i, unfolded != NULL && unfolded[i]);
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_TYPES); i++)
        add_instances(&rows, model, i);
    for (htn_query i = 0; i < htn_query_count(domain); i++)
        add_query(&rows, model, i);
    for (uint32_t i = 0; i < model->session->answers.count; i++)
        add_answer(&rows, model, i);
    return rows;
}

void play_world_rows_free(play_world_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free(rows->rows[i].name);
        free(rows->rows[i].value);
    }
    free(rows->rows);
    *rows = (play_world_rows){0};
}
