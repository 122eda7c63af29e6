/*
 * Turns the agent's journal into the log of the play; see play_journal.h. session->world follows the journal, so the log can
 * show a value before and after a change.
 */
#include "cli/play/play_journal.h"
#include "base/text.h"
#include "cli/common/order_text.h"
#include "cli/common/plan_outcome.h"
#include "cli/common/plan_text.h"
#include "cli/common/value_text.h"
#include "cli/play/play_trees.h"
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 1 << 20, PIECE = 1 << 14 };

htn_journal *play_begin_journal(htn_agent *agent)
{
    htn_journal *journal = base_allocate(sizeof *journal + MEMORY); /* the ring lies behind it */
    htn_journal_init(journal, (uint8_t *)(journal + 1), MEMORY);
    htn_agent_journal(agent, journal);
    return journal;
}

/* --- Steps ---------------------------------------------------------------------------------------- */

/* The text of a step in progress now or before this tick. If it began and ended within the tick it is its task's name. */
static const char *step_text(const play_model *model, uint32_t id, uint32_t task)
{
    for (uint32_t i = 0; i < model->now->actor.step_count; i++)
        if (model->now->actor.steps[i].id == id)
            return model->now->actor.steps[i].text;
    for (uint32_t i = 0; i < model->now->step_count; i++)
        if (model->now->steps[i].id == id)
            return model->now->steps[i].text;
    return task != HTN_NONE ? htn_task_name(model->now->actor.domain, task) : "a step";
}

static void log_end(play_model *model, uint32_t id, uint32_t outcome)
{
    const char *text = step_text(model, id, HTN_NONE);
    if (outcome == HTN_SUCCEEDED)
        play_log(model, PLAY_SUCCESS, "%s succeeded", text);
    else if (outcome == HTN_FAILED)
        play_log(model, PLAY_FAILURE, "%s failed", text);
}

static void log_start(play_model *model, uint32_t id, uint32_t task)
{
    model->now->state->since[id % PLAY_SINCE] = model->now->state->time;
    play_log(model, PLAY_START, "%s starts", step_text(model, id, task));
}

/* --- The world ------------------------------------------------------------------------------------ */

static void add_writer(base_text *text, const htn_domain *domain, uint32_t by, uint32_t id)
{
    switch (by) {
    case HTN_BY_EFFECTS: base_text_add(text, "  by %s", htn_task_name(domain, id)); break;
    case HTN_BY_DURING: base_text_add(text, "  while %s runs", htn_task_name(domain, id)); break;
    case HTN_BY_SET_BACK: base_text_add(text, "  because %s has ended", htn_task_name(domain, id)); break;
    case HTN_BY_FAIL_EFFECTS: base_text_add(text, "  because %s has failed", htn_task_name(domain, id)); break;
    case HTN_BY_ABORT_EFFECTS: base_text_add(text, "  because %s was aborted", htn_task_name(domain, id)); break;
    case HTN_BY_COOLDOWN: base_text_add(text, "  by its Cooldown"); break;
    case HTN_BY_EXPIRY: base_text_add(text, "  it has expired"); break;
    default: break;
    }
}

static void note_change(play_model *model, htn_property property, uint32_t cell)
{
    model->changes =
        base_grow_array(model->changes, model->change_count, &model->change_capacity, sizeof *model->changes);
    model->changes[model->change_count++] = (play_change){property, cell, model->turn};
}

static bool is_hold(const htn_domain *domain, htn_property property)
{
    return property != HTN_NONE &&
           (htn_domain_field(domain, HTN_SECTION_PROPERTIES, property, HTN_PROPERTIES_FLAGS) & HTN_PROPERTY_HELD) != 0;
}

/* What the group shares was told of the one who has changed it, and is not told once more of each who takes it over. */
static bool is_told(const play_model *model, const char *text)
{
    for (size_t i = model->log_count; i-- > model->shadow_log && model->log[i].time == model->now->state->time;)
        if (strstr(model->log[i].text, text) != NULL)
            return true;
    return false;
}

static void log_write(play_model *model, const uint32_t *numbers)
{
    const htn_domain *domain = model->now->actor.domain;
    base_text text = {0};
    htn_journal_location location;
    if (!htn_journal_locate(domain, numbers[2], &location))
        return;
    if (location.property == HTN_NONE) {
        if (location.type == HTN_NONE || htn_journal_value_at(domain, &location, numbers[3]) > 1)
            return;
        cli_add_value(&text, domain, location.type, location.instance);
        base_text_add(&text, htn_journal_value_at(domain, &location, numbers[3]) != 0 ? " is created" : " is removed");
    } else {
        int32_t index[HTN_MAX_LOCALS];
        const uint32_t count = htn_journal_index(domain, &location, index);
        const int32_t value = htn_journal_value_at(domain, &location, numbers[3]);
        const uint32_t type = htn_domain_field(domain, HTN_SECTION_PROPERTIES, location.property, HTN_PROPERTIES_TYPE);
        cli_add_cell(&text, domain, location.property, location.cell);
        base_text_add(&text, ": ");
        cli_add_value(&text, domain, type, htn_world_get_at(&model->session->world, location.property, index, count));
        base_text_add(&text, " -> ");
        cli_add_value(&text, domain, type, value);
        add_writer(&text, domain, numbers[0], numbers[1]);
        htn_world_set_at(&model->session->world, location.property, index, count, value);
    }
    const bool told = numbers[0] == HTN_BY_HOLD; /* `Legs: holds Bone#0` says it */
    if (numbers[0] != HTN_BY_GROUP && !told)
        play_log(model, PLAY_WORLD, "%s", base_text_of(&text));
    else if (numbers[0] == HTN_BY_GROUP && !is_hold(domain, location.property) && !is_told(model, base_text_of(&text)))
        play_log_of_all(model, PLAY_WORLD, "%s", base_text_of(&text));
    if (location.property != HTN_NONE)
        note_change(model, location.property, location.cell);
    base_text_free(&text);
}

/* --- Plans ---------------------------------------------------------------------------------------- */

/* `Lower: `, if there are several layers. */
static void add_layer(base_text *text, const play_model *model, uint32_t layer)
{
    if (model->layer_count > 1)
        base_text_add(text, "%s: ", cli_layer_name(model->now->actor.domain, layer));
}

/* The search has found a plan, but reached a limit before. */
static void log_reached(play_model *model, uint32_t layer, uint32_t reached)
{
    base_text text = {0};
    add_layer(&text, model, layer);
    cli_add_reached(&text, &model->session->limits, reached, "");
    play_log(model, PLAY_PROBLEM, "%s", base_text_of(&text));
    base_text_free(&text);
}

static const char *const kept_words[] = {[PLAY_KEPT_UNCHANGED] = "plan kept: nothing that it depends on has changed",
                                         [PLAY_KEPT_SAME] = "plan kept: a fresh plan would be the same",
                                         [PLAY_KEPT_BEST] = "plan kept: nothing better was found"};

/* Of several layers one line is enough, and none where another layer has something to say. */
static void log_kept(play_model *model, uint32_t layer, play_kept kept)
{
    base_text text = {0};
    if ((model->layer_count > 1 || model->group != NULL) && model->asked) {
        model->kept = kept > model->kept ? kept : model->kept;
        return;
    }
    add_layer(&text, model, layer);
    play_log(model, PLAY_NOTE, "%s%s", base_text_of(&text), kept_words[kept]);
    base_text_free(&text);
}

void play_log_kept(play_model *model)
{
    if (model->kept != PLAY_KEPT_NOT && !model->planned)
        play_log_of_all(model, PLAY_NOTE, "%s: %s", model->group != NULL ? "of all agents" : "in all layers",
                        kept_words[model->kept]);
    model->kept = PLAY_KEPT_NOT;
    model->planned = false;
}

static void log_plan(play_model *model, uint32_t layer, uint32_t steps)
{
    static const char *const words[] = {[HTN_BEGIN_ROOT] = "plan",
                                        [HTN_BEGIN_BETTER] = "better plan",
                                        [HTN_BEGIN_CONTINUATION] = "goes on",
                                        [HTN_BEGIN_BETTER_CONTINUATION] = "goes on better"};
    base_text text = {0};
    htn_plan plan = {0};
    model->planned = true;
    if (steps > 0 && !htn_agent_plan(model->now->actor.agent, layer, &plan, NULL))
        return;
    add_layer(&text, model, layer);
    if (steps > 0) {
        base_text_add(&text, "%s ", words[model->now->layers[layer].beginning]);
        cli_add_record(&text, &plan);
        base_text_add(&text, ": ");
        cli_add_plan_line(&text, model->now->actor.domain, &plan);
    } else {
        base_text_add(&text, "nothing to do");
    }
    play_log(model, PLAY_PLAN, "%s", base_text_of(&text));
    base_text_free(&text);
    for (uint32_t bit = 1; bit <= plan.reached; bit <<= 1)
        if (plan.reached & bit)
            log_reached(model, layer, bit);
}

/* How a search ended that found no plan. */
static void log_result(play_model *model, uint32_t layer, htn_status status)
{
    base_text text = {0};
    play_kind kind = PLAY_PLAN;
    if (status == HTN_STANDS && model->asked)
        log_kept(model, layer, PLAY_KEPT_BEST);
    if (status == HTN_STANDS || status == HTN_OK)
        return;
    model->planned = true;
    add_layer(&text, model, layer);
    if (status == HTN_NO_PLAN) {
        base_text_add(&text, "no plan");
    } else {
        kind = PLAY_PROBLEM;
        cli_add_limit(&text, &model->session->limits, status);
    }
    play_log(model, kind, "%s", base_text_of(&text));
    base_text_free(&text);
}

/* Why a plan has failed. If a step failed, the log has that already. */
static void log_failure(play_model *model, uint32_t layer, uint32_t why, uint32_t step)
{
    static const char *const words[] = {[HTN_WHY_PRECONDITIONS] = "the preconditions of %s do not hold any more",
                                        [HTN_WHY_WHILE] = "the `While` around %s does not hold any more",
                                        [HTN_WHY_ENTER] = "the `Enter` of the method that begins with %s does not hold",
                                        [HTN_WHY_CONTEXT] = "the `Context` of %s does not hold",
                                        [HTN_WHY_REMOVED] = "an instance that %s was given has been removed",
                                        [HTN_WHY_RESERVATION] = "it has lost a reservation",
                                        [HTN_WHY_CONTINUATION] = "there is no way to continue it"};
    base_text text = {0};
    if (why >= sizeof words / sizeof *words || words[why] == NULL)
        return;
    add_layer(&text, model, layer);
    const char *name = play_step_of_plan(model, layer, step);
    const char *gap = strstr(words[why], "%s");
    base_text_add(&text, "the plan has failed: ");
    if (gap == NULL)
        base_text_add(&text, "%s", words[why]);
    else
        base_text_add(&text, "%.*s%s%s", (int)(gap - words[why]), words[why], name, gap + 2);
    play_log(model, PLAY_FAILURE, "%s", base_text_of(&text));
    base_text_free(&text);
}

static void log_skip(play_model *model, uint32_t layer)
{
    model->now->state->skips++;
    if (model->asked)
        log_kept(model, layer, PLAY_KEPT_UNCHANGED);
}

static void log_late(play_model *model)
{
    base_text text = {0};
    model->now->late = true;
    if (model->now->state->late == model->session->answers.last_late)
        return;
    model->now->state->late = model->session->answers.last_late;
    model->now->state->late_since = model->now->state->time;
    cli_answers_add_late(&text, &model->session->answers);
    play_log(model, PLAY_NOTE, "waits for %s", base_text_of(&text));
    base_text_free(&text);
}

static void log_hold(play_model *model, const uint32_t *n, bool held)
{
    base_text text = {0};
    add_layer(&text, model, n[0]);
    base_text_add(&text, held ? "holds " : "releases ");
    cli_add_value(&text, model->now->actor.domain, n[1], htn_journal_signed(n[2]));
    play_log(model, PLAY_NOTE, "%s", base_text_of(&text));
    base_text_free(&text);
}

/* --- Orders --------------------------------------------------------------------------------------- */

static void log_order(play_model *model, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    const htn_domain *domain = model->now->actor.domain;
    int32_t values[HTN_JOURNAL_NUMBERS];
    base_text text = {0};
    const htn_given_task task = {n[5], values, event->count - 6};
    if (n[5] >= htn_domain_count(domain, HTN_SECTION_TASKS) || htn_task_parameters(domain, n[5]) != event->count - 6)
        return;
    for (uint32_t i = 6; i < event->count; i++)
        values[i - 6] = htn_journal_signed(n[i]);
    add_layer(&text, model, n[2]);
    cli_add_order(&text, domain, n[4], &task);
    play_log(model, PLAY_NOTE, "%s%s", base_text_of(&text), n[3] != 0 ? ", in place of all others" : "");
    base_text_free(&text);
}

static void log_order_end(play_model *model, const uint32_t *n)
{
    const play_kind kind = n[2] == HTN_ORDER_DONE                                  ? PLAY_SUCCESS
                           : n[2] == HTN_ORDER_REPLACED || n[2] == HTN_ORDER_TAKEN ? PLAY_NOTE
                                                                                   : PLAY_FAILURE;
    play_log(model, kind, "order %u %s", n[1], cli_order_end_text(n[2]));
}

/* --- All events ------------------------------------------------------------------------------------ */

static void log_event(play_model *model, const htn_journal_event *event)
{
    const uint32_t *n = event->numbers;
    switch (event->kind) {
    case HTN_JOURNAL_WRITE: log_write(model, n); break;
    case HTN_JOURNAL_PLAN: log_plan(model, n[0], n[1]); break;
    case HTN_JOURNAL_RESULT: log_result(model, n[0], (htn_status)n[1]); break;
    case HTN_JOURNAL_LEFT: log_kept(model, n[0], PLAY_KEPT_SAME); break;
    case HTN_JOURNAL_LATE: log_late(model); break;
    case HTN_JOURNAL_SKIP: log_skip(model, n[0]); break;
    case HTN_JOURNAL_FAIL: log_failure(model, n[0], n[1], n[2]); break;
    case HTN_JOURNAL_START: log_start(model, n[1], n[3]); break;
    case HTN_JOURNAL_PASS:
        play_log(model, PLAY_SUCCESS, "%s is done at once", htn_task_name(model->now->actor.domain, n[2]));
        break;
    case HTN_JOURNAL_ABORT: play_log(model, PLAY_ABORT, "%s is aborted", step_text(model, n[1], HTN_NONE)); break;
    case HTN_JOURNAL_END: log_end(model, n[1], n[2]); break;
    case HTN_JOURNAL_TIMEOUT:
        play_log(model, PLAY_ABORT, "%s has taken longer than its `Timeout`", step_text(model, n[1], HTN_NONE));
        break;
    case HTN_JOURNAL_RETRY:
        play_log(model, PLAY_NOTE, "%s is to be started again", play_step_of_plan(model, n[0], n[1] + 1));
        break;
    case HTN_JOURNAL_HOLD:
    case HTN_JOURNAL_RELEASE: log_hold(model, n, event->kind == HTN_JOURNAL_HOLD); break;
    case HTN_JOURNAL_ROUND:
        play_log(model, PLAY_NOTE, "the Background begins again with %s", play_step_of_plan(model, n[0], n[1] + 1));
        break;
    case HTN_JOURNAL_OVER:
        play_log(model, PLAY_NOTE, "the Background of %s %s", play_step_of_plan(model, n[0], n[1] + 1),
                 n[2] != 0 ? "cannot begin again" : "ends with its group");
        break;
    case HTN_JOURNAL_ORDER: log_order(model, event); break;
    case HTN_JOURNAL_ORDER_END: log_order_end(model, n); break;
    case HTN_JOURNAL_GATE:
        play_log(model, PLAY_NOTE,
                 n[2] == 0 ? "order %u waits: its gate is closed" : "the gate of order %u is open again", n[1]);
        break;
    case HTN_JOURNAL_BACK_OFF: play_log(model, PLAY_NOTE, "waits %u.%u s", n[1] / 1000, n[1] % 1000 / 100); break;
    case HTN_JOURNAL_TROUBLE: play_log(model, PLAY_PROBLEM, "%s", htn_status_text((htn_status)n[0])); break;
    default: break;
    }
}

/* Reads a piece of whole events. Returns its size; 0: there are no more. */
static size_t read_piece(play_model *model, uint8_t *bytes)
{
    const size_t size = htn_journal_read(model->now->journal, bytes, PIECE);
    if (model->options->journal != NULL && size > 0)
        base_text_add_bytes(&model->now->recording, (const char *)bytes, size);
    return size;
}

void play_read_journal(play_model *model)
{
    uint8_t *bytes = base_allocate(PIECE);
    htn_journal_event event;
    for (size_t size; (size = read_piece(model, bytes)) > 0;)
        for (size_t at = 0; htn_journal_next(bytes, size, &at, &event) == HTN_OK;)
            log_event(model, &event);
    htn_world_copy(&model->session->world, htn_agent_world(model->now->actor.agent));
    free(bytes);
}

void play_skip_journal(play_model *model)
{
    uint8_t *bytes = base_allocate(PIECE);
    while (read_piece(model, bytes) > 0)
        continue;
    free(bytes);
}
