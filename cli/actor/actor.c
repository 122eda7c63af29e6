/* The agent that a person controls; see actor.h. */
#include "cli/actor/actor.h"
#include "base/text.h"
#include "cli/actor/state_cycle.h"
#include "cli/common/value_text.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TICKS = 10000,  /* of settling; then the agent counts as restless */
    MOST_EVENTFUL = 1000 /* of these with news or changes; or, if the domain draws, without them */
};

/* At one address for as long as the agent lives, wherever the actor is. */
struct cli_actor_host {
    cli_answers *answers;
    cli_order_end *ends;
    uint32_t end_count;
    size_t end_capacity;
};

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    return cli_answers_give(((cli_actor_host *)user)->answers, question, answers, count);
}

static void note_order_end(void *user, const htn_order_report *report)
{
    cli_actor_host *host = user;
    host->ends = base_grow_array(host->ends, host->end_count, &host->end_capacity, sizeof *host->ends);
    host->ends[host->end_count++] = (cli_order_end){report->layer, report->id, report->task, (uint32_t)report->end};
}

const cli_order_end *cli_actor_order_ends(const cli_actor *actor, uint32_t *count)
{
    *count = actor->host->end_count;
    return actor->host->ends;
}

void cli_actor_count(void *user, const htn_planner *planner, const htn_event *event)
{
    cli_actor *actor = user;
    if (event->kind != HTN_EVENT_WAIT && event->kind != HTN_EVENT_QUERY && event->kind != HTN_EVENT_TUPLE &&
        event->kind != HTN_EVENT_TUPLE_DONE && event->kind != HTN_EVENT_TUPLE_KNOWN)
        actor->events++; /* what waits asks again in each tick */
    if (event->kind == HTN_EVENT_LIMIT)
        actor->reached |= event->index;
    if (actor->listener != NULL)
        actor->listener(actor->listener_user, planner, event);
}

htn_status cli_actor_open(cli_actor *actor, const htn_domain *domain, cli_answers *answers,
                          const htn_agent_options *options)
{
    const htn_bindings bindings = {.answerer = answer, .order_ended = note_order_end};
    htn_agent_options own = options != NULL ? *options : (htn_agent_options){0};
    size_t size = htn_agent_class_bytes(domain);
    *actor = (cli_actor){.domain = domain, .answers = answers, .host = base_allocate(sizeof *actor->host)};
    actor->host->answers = answers;
    own.user = actor->host;
    actor->class_memory = base_allocate(size);
    htn_status status = htn_agent_class_init(&actor->agent_class, domain, &bindings, actor->class_memory, size, NULL);
    size = status == HTN_OK ? htn_agent_bytes(actor->agent_class, &own) : 0;
    if (size == 0)
        return HTN_BAD_ARGUMENT;
    actor->agent_memory = base_allocate(size);
    actor->agent_size = size;
    status = htn_agent_init(&actor->agent, actor->agent_class, &own, actor->agent_memory, size);
    if (status == HTN_OK)
        htn_agent_listen(actor->agent, cli_actor_count, actor);
    return status;
}

static void free_steps(cli_actor_step *steps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free(steps[i].text);
    free(steps);
}

void cli_actor_close(cli_actor *actor)
{
    free_steps(actor->steps, actor->step_count);
    if (actor->host != NULL)
        free(actor->host->ends);
    free(actor->host);
    free(actor->class_memory);
    free(actor->agent_memory);
    *actor = (cli_actor){0};
}

/* --- Steps in progress -------------------------------------------------------------------------- */

/* The step with its arguments, from its plan. The plan is there if the step has just started. */
static char *text_of(const cli_actor *actor, const htn_activity *activity)
{
    base_text text = {0};
    htn_plan plan;
    if (activity->step != HTN_NONE && htn_agent_plan(actor->agent, activity->layer, &plan, NULL))
        cli_add_step(&text, actor->domain, activity->task, plan.values + plan.steps[activity->step].arguments);
    else
        base_text_add(&text, "%s", htn_task_name(actor->domain, activity->task));
    return text.bytes;
}

static char *take_text(cli_actor_step *steps, uint32_t count, uint32_t id)
{
    for (uint32_t i = 0; i < count; i++) {
        char *text = steps[i].text;
        if (steps[i].id != id)
            continue;
        steps[i].text = NULL;
        return text;
    }
    return NULL;
}

/* A step keeps the text that it has: once it is being aborted, its plan is gone. */
void cli_actor_look(cli_actor *actor)
{
    cli_actor_step *before = actor->steps;
    uint32_t count = actor->step_count;
    htn_activity activity;
    actor->steps = NULL;
    actor->step_count = 0;
    actor->step_capacity = 0;
    for (uint32_t layer = 0; layer < htn_agent_layers(actor->agent); layer++) {
        for (uint32_t i = 0; htn_agent_activity(actor->agent, layer, i, &activity); i++) {
            char *text = take_text(before, count, activity.id);
            actor->steps =
                base_grow_array(actor->steps, actor->step_count, &actor->step_capacity, sizeof *actor->steps);
            actor->steps[actor->step_count++] = (cli_actor_step){activity.id,
                                                                 layer,
                                                                 activity.step,
                                                                 activity.task,
                                                                 text != NULL ? text : text_of(actor, &activity),
                                                                 activity.step == HTN_NONE};
        }
    }
    free_steps(before, count);
}

/* Reads the agent's news: steps that started, and steps to abort. Returns the number of news. */
static uint32_t read_news(cli_actor *actor)
{
    htn_news news;
    uint32_t count = 0;
    for (; htn_agent_news(actor->agent, &news); count++)
        if (news.kind == HTN_NEWS_ABORT && !actor->slow_aborts)
            htn_agent_report(actor->agent, news.activity.id, HTN_ABORTED);
    return count;
}

/* --- Ticks -------------------------------------------------------------------------------------- */

/* The best plan so far of a search for the cheapest is taken when the search reaches a limit; no event says so. */
static void note_reached(cli_actor *actor)
{
    htn_plan plan;
    for (uint32_t layer = 0; layer < htn_agent_layers(actor->agent); layer++)
        if (htn_agent_plan(actor->agent, layer, &plan, NULL))
            actor->reached |= plan.reached;
}

/* `*news` becomes the number of news. */
static htn_status tick(cli_actor *actor, uint32_t elapsed_ms, uint32_t *news)
{
    if (actor->ticking != NULL)
        actor->ticking(actor->ticked_user, actor);
    htn_status status = htn_agent_tick(actor->agent, (uint64_t)elapsed_ms * 1000);
    note_reached(actor);
    *news = read_news(actor);
    cli_actor_look(actor);
    if (actor->ticked != NULL)
        actor->ticked(actor->ticked_user, actor, status);
    return status;
}

htn_status cli_actor_tick(cli_actor *actor, uint32_t elapsed_ms)
{
    uint32_t news;
    return tick(actor, elapsed_ms, &news);
}

/* What a tick without time passing has brought. */
typedef enum brought {
    BROUGHT_NOTHING,
    BROUGHT_SEARCHES, /* and nothing else that can be seen */
    BROUGHT_EVENTS    /* news, or changes of the world */
} brought;

static brought tick_in_place(cli_actor *actor, htn_status *trouble)
{
    const htn_world *world = htn_agent_world(actor->agent);
    const uint32_t changes = world->changes;
    const uint64_t events = actor->events;
    uint32_t news;
    const htn_status status = tick(actor, 0, &news);
    if (*trouble == HTN_OK)
        *trouble = status;
    if (news > 0 || world->changes != changes)
        return BROUGHT_EVENTS;
    return actor->events != events ? BROUGHT_SEARCHES : BROUGHT_NOTHING;
}

/*
 * A plan whose steps have no operators ends in the tick in which it is adopted. The next one may be a new plan, as behind a
 * `Split`, or the same again and again. Only the latter is in vain.
 */
static cli_rest settle(cli_actor *const *actors, htn_agent **agents, uint32_t count, htn_status *trouble)
{
    const bool draws = cli_draws(actors[0]->domain);
    cli_rest rest = CLI_REST_RESTLESS;
    cli_states states = {0};
    uint32_t eventful = 0, in_vain = 0;
    for (uint32_t i = 0; i < MOST_TICKS && eventful < MOST_EVENTFUL && rest == CLI_REST_RESTLESS; i++) {
        brought what = BROUGHT_NOTHING;
        for (uint32_t k = 0; k < count; k++) {
            const brought own = tick_in_place(actors[k], trouble);
            agents[k] = actors[k]->agent;
            what = own > what ? own : what;
        }
        if (what == BROUGHT_NOTHING) {
            rest = CLI_REST_QUIET;
        } else if (what == BROUGHT_EVENTS) {
            eventful++;
            in_vain = 0;
            cli_states_free(&states);
        } else if (draws ? ++in_vain == MOST_EVENTFUL : cli_states_repeat(&states, agents, count)) {
            rest = CLI_REST_VAIN;
        }
    }
    cli_states_free(&states);
    return rest;
}

cli_rest cli_actors_settle(cli_actor *const *actors, uint32_t count, htn_status *trouble)
{
    htn_agent **agents = base_allocate((count + (size_t)1) * sizeof *agents);
    const cli_rest rest = count == 0 ? CLI_REST_QUIET : settle(actors, agents, count, trouble);
    free(agents);
    return rest;
}

cli_rest cli_actor_settle(cli_actor *actor, htn_status *trouble)
{
    return cli_actors_settle(&actor, 1, trouble);
}

void cli_actor_notice(cli_actor *actor)
{
    uint32_t none = 0;
    htn_agent_listen(actor->agent, NULL, NULL); /* with a listener it would plan */
    htn_agent_tick_within(actor->agent, 0, &none);
    htn_agent_listen(actor->agent, cli_actor_count, actor);
    read_news(actor);
    cli_actor_look(actor);
}

/* --- Ending steps ------------------------------------------------------------------------------ */

static bool is_called(const cli_actor *actor, const cli_actor_step *step, const char *name)
{
    return strcmp(step->text, name) == 0 || strcmp(htn_task_name(actor->domain, step->task), name) == 0;
}

uint32_t cli_actor_find(const cli_actor *actor, uint32_t layer, const char *name, uint32_t *index)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < actor->step_count; i++) {
        if ((layer != HTN_NONE && actor->steps[i].layer != layer) || !is_called(actor, &actor->steps[i], name))
            continue;
        if (found++ == 0 && index != NULL)
            *index = i;
    }
    return found;
}

void cli_actor_end(cli_actor *actor, uint32_t index, htn_outcome outcome)
{
    htn_agent_report(actor->agent, actor->steps[index].id, outcome);
}
