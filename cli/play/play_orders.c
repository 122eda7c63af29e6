/* See play_orders.h. What becomes of orders is in the agent's journal (play_journal.c). */
#include "cli/play/play_orders.h"
#include "cli/common/order_text.h"
#include "cli/common/tasks_to_plan.h"
#include "cli/common/usage_error.h"
#include "cli/common/value_text.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_journal.h"
#include "cli/play/play_moves.h"
#include "cli/play/play_undo.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What a person has typed. */
typedef struct typed {
    char *task; /* `Go(B)`; the caller frees it */
    bool only;
    uint32_t layer; /* HTN_NONE: there is no such one */
} typed;

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* `in Legs`, `In [Legs]`, or nothing: the first layer. */
static uint32_t read_layer(const play_model *model, const char *text)
{
    text = skip_blanks(text);
    if (text[0] == '\0')
        return 0;
    if (tolower((unsigned char)text[0]) != 'i' || text[1] != 'n' || strcspn(text + 2, " \t[") != 0)
        return HTN_NONE;
    text += 2 + strspn(text + 2, " \t[");
    const size_t length = strcspn(text, " \t]");
    char *name = base_duplicate_text(text);
    name[length] = '\0';
    const uint32_t layer = htn_root_find(model->now->actor.domain, name);
    free(name);
    return layer;
}

static typed read(const play_model *model, const char *text)
{
    typed of = {.only = strncmp(text, "only", 4) == 0 && isspace((unsigned char)text[4])};
    text = skip_blanks(of.only ? text + 4 : text);
    const char *end = strrchr(text, ')');
    const size_t length = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
    of.task = base_duplicate_text(text);
    of.task[length] = '\0';
    of.layer = read_layer(model, text + length);
    return of;
}

/* The layers' names, for a message. */
static void add_layers(base_text *text, const play_model *model)
{
    for (uint32_t i = 0; i < model->layer_count; i++)
        base_text_add(text, "%s`%s`", i > 0 ? ", " : "", cli_layer_name(model->now->actor.domain, i));
}

static uint32_t count_orders(const play_model *model, uint32_t layer)
{
    htn_order order;
    uint32_t count = 0;
    while (htn_agent_order_at(model->now->actor.agent, layer, count, &order))
        count++;
    return count;
}

static bool give(play_model *model, const typed *of, const htn_given_task *task, base_text *problem)
{
    const htn_order_how how = of->only ? HTN_ORDER_REPLACE : HTN_ORDER_QUEUE;
    uint32_t id = 0;
    const bool alone = of->only || count_orders(model, of->layer) == 0;
    play_begin_action(model);
    const htn_status status = htn_agent_order(model->now->actor.agent, of->layer, task, how, &id);
    if (status == HTN_TOO_SMALL)
        base_text_add(problem,
                      "`%s` has %d orders already; `take back` takes some back, and `order only` replaces them",
                      cli_layer_name(model->now->actor.domain, of->layer), PLAY_ORDERS);
    else if (status != HTN_OK)
        base_text_add(problem, "`%s` cannot be ordered: it can reach a `Split`, and `%s` takes the cheapest plan",
                      htn_task_name(model->now->actor.domain, task->task),
                      cli_layer_name(model->now->actor.domain, of->layer));
    play_read_journal(model);
    play_settle(model);
    if (status == HTN_OK && alone)
        play_add_order(model, PLAY_MOVE_ORDER, of->layer, id, of->task);
    else if (status == HTN_OK)
        play_add_order(model, PLAY_MOVE_QUEUE, of->layer, id, of->task);
    play_end_action(model);
    return status == HTN_OK;
}

bool play_order(play_model *model, const char *text, base_text *problem)
{
    cli_given_tasks given = {0};
    typed of = read(model, text);
    bool good = of.layer != HTN_NONE;
    if (!good) {
        base_text_add(problem, "after the task stands nothing, or `in` and a layer: ");
        add_layers(problem, model);
    }
    good = good && cli_given_add(&given, htn_agent_world(model->now->actor.agent), of.task, "spawn ", problem);
    good = good && give(model, &of, &given.tasks[0], problem);
    cli_given_free(&given);
    free(of.task);
    return good;
}

/* The layer that has the order; HTN_NONE: none has. */
static uint32_t layer_of(const play_model *model, uint32_t id)
{
    htn_order order;
    for (uint32_t layer = 0; layer < model->layer_count; layer++)
        for (uint32_t i = 0; htn_agent_order_at(model->now->actor.agent, layer, i, &order); i++)
            if (order.id == id)
                return layer;
    return HTN_NONE;
}

/* How many layers have orders. `*one` becomes one of them. */
static uint32_t count_layers(const play_model *model, uint32_t *one)
{
    uint32_t count = 0;
    for (uint32_t layer = 0; layer < model->layer_count; layer++) {
        if (count_orders(model, layer) == 0)
            continue;
        *one = layer;
        count++;
    }
    return count;
}

/* The move that takes an order back. `rest`: the numbers of the orders behind it, if it is the first of several. */
static void note_taking(play_model *model, uint32_t layer, uint32_t id, bool alone, const char *rest)
{
    if (alone)
        play_add_move(model, PLAY_MOVE_ORDER, layer, "");
    else
        play_add_order(model, PLAY_MOVE_TAKE, layer, id, rest);
}

/* `4 5`: the orders behind the first one, if that is the one to be taken back; "" if it is another one. The caller frees the text. */
static char *orders_behind(const play_model *model, uint32_t layer, uint32_t id)
{
    base_text text = {0};
    htn_order order;
    for (uint32_t i = 0; htn_agent_order_at(model->now->actor.agent, layer, i, &order); i++) {
        if (i == 0 && order.id != id)
            break;
        if (i > 0)
            base_text_add(&text, "%s%u", i > 1 ? " " : "", order.id);
    }
    return text.bytes != NULL ? text.bytes : base_duplicate_text("");
}

static void take_back_all(play_model *model)
{
    uint32_t one = 0;
    const uint32_t layers = count_layers(model, &one);
    htn_agent_take_back(model->now->actor.agent, HTN_NONE, HTN_NONE);
    play_read_journal(model);
    play_settle(model);
    if (layers == 1)
        play_add_move(model, PLAY_MOVE_ORDER, one, "");
    else if (layers > 1)
        play_add_move(model, PLAY_MOVE_UNSAID, HTN_NONE, "the orders of several layers were taken back at once");
}

static void take_back_one(play_model *model, uint32_t layer, uint32_t id)
{
    const bool alone = count_orders(model, layer) == 1;
    char *rest = orders_behind(model, layer, id);
    htn_agent_take_back(model->now->actor.agent, layer, id);
    play_read_journal(model);
    play_settle(model);
    note_taking(model, layer, id, alone, rest);
    free(rest);
}

bool play_take_back(play_model *model, const char *text, base_text *problem)
{
    char *end;
    const bool all = strcmp(text, "all") == 0;
    const unsigned long id = strtoul(text, &end, 10);
    const uint32_t layer = all || *end != '\0' || id == 0 || id >= HTN_NONE ? HTN_NONE : layer_of(model, (uint32_t)id);
    if (!all && layer == HTN_NONE) {
        base_text_add(problem, "`%s` is no order; `plan` shows their numbers, and `take back all` takes all back",
                      text);
        return false;
    }
    play_begin_action(model);
    if (all)
        take_back_all(model);
    else
        take_back_one(model, layer, (uint32_t)id);
    play_end_action(model);
    return true;
}
