/*
 * An agent's life in a conformance case: operators and sensors that do what the dice say, some of them polled, ticks, a save and a load half way, the
 * journal of it all, and its replay. See conformance_inside.h.
 */
#include "conformance_inside.h"
#include <string.h>

enum { TICKS = 24, RING = 64 << 10, JOURNAL = 256 << 10, MOST_BOUND = 64, MEMORY = 8 };

typedef struct life {
    conformance_case *a_case;
    htn_agent_class *agent_class;
    htn_agent_options options;
    htn_agent *agent;
    htn_journal journal;
    uint8_t *bytes; /* of the journal so far */
    size_t size;
} life;

/* --- What the game does ------------------------------------------------------------------------- */

/* The operator's memory counts its calls: of one byte, so that saves have the same on every host. */
static htn_outcome called(life *all, const htn_activity *activity, uint32_t goes_on, htn_outcome good, htn_outcome bad)
{
    dice_state *dice = &all->a_case->dice;
    if (activity->memory != NULL)
        ++*(uint8_t *)activity->memory;
    if (dice_percent(dice, 6))
        change_world(all->a_case, htn_agent_world(activity->agent), 1);
    if (dice_percent(dice, goes_on))
        return HTN_RUNNING;
    return dice_percent(dice, 75) ? good : bad;
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    return called(user, activity, 85, HTN_SUCCEEDED, HTN_FAILED);
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    return called(user, activity, 40, HTN_SUCCEEDED, HTN_FAILED);
}

static htn_outcome end_early(void *user, const htn_activity *activity)
{
    return called(user, activity, 40, HTN_ABORTED, HTN_ABORTED);
}

static void resume(void *user, const htn_activity *activity)
{
    called(user, activity, 100, HTN_RUNNING, HTN_RUNNING);
}

static void sense(void *user, const htn_sensing *sensing)
{
    life *all = user;
    change_world(all->a_case, sensing->world, 1);
}

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    return answer_query(((life *)user)->a_case, question, answers, count);
}

/* --- The agent ---------------------------------------------------------------------------------- */

static void make_class(life *all)
{
    conformance_case *a_case = all->a_case;
    const htn_domain *domain = &a_case->domain;
    htn_operator_binding operators[MOST_BOUND];
    htn_sensor_binding sensors[MOST_BOUND];
    htn_bindings bindings = {.operators = operators, .sensors = sensors, .answerer = answer};
    const uint32_t operator_count = htn_domain_count(domain, HTN_SECTION_OPERATORS);
    const uint32_t sensor_count = htn_domain_count(domain, HTN_SECTION_SENSORS);
    for (uint32_t i = 0; i < operator_count && i < MOST_BOUND; i++)
        if (dice_percent(&a_case->dice, 75))
            operators[bindings.operator_count++] = (htn_operator_binding){.name = htn_operator_name(domain, i),
                                                                          .start = start,
                                                                          .update = update,
                                                                          .abort = end_early,
                                                                          .resume = resume,
                                                                          .memory = MEMORY};
    for (uint32_t i = 0; i < sensor_count && i < MOST_BOUND; i++)
        sensors[bindings.sensor_count++] = (htn_sensor_binding){
            .name = htn_domain_text(domain, HTN_SECTION_STRINGS,
                                    htn_domain_field(domain, HTN_SECTION_SENSORS, i, HTN_SENSORS_NAME)),
            .sense = sense};
    const size_t size = htn_agent_class_bytes(domain);
    void *memory = take_memory(a_case, size);
    if (memory == NULL || htn_agent_class_init(&all->agent_class, domain, &bindings, memory, size, NULL) != HTN_OK)
        a_case->failed = true;
}

static void make_agent(life *all)
{
    conformance_case *a_case = all->a_case;
    const size_t size = htn_agent_bytes(all->agent_class, &all->options);
    void *memory = take_memory(a_case, size);
    if (memory == NULL || htn_agent_init(&all->agent, all->agent_class, &all->options, memory, size) != HTN_OK ||
        htn_agent_journal(all->agent, &all->journal) != HTN_OK)
        a_case->failed = true;
}

static void choose_options(life *all)
{
    dice_state *dice = &all->a_case->dice;
    all->options = (htn_agent_options){.limits = conformance_limits(), .user = all};
    all->options.seed = dice_below(dice, 1000);
    all->options.stagger = dice_below(dice, 1000);
    if (dice_percent(dice, 30))
        all->options.budget = 1 + dice_below(dice, 60);
    if (dice_percent(dice, 30))
        all->options.interval_ms = dice_below(dice, 1000);
    if (dice_percent(dice, 30))
        all->options.back_off_ms = dice_below(dice, 1000);
    if (dice_percent(dice, 20))
        all->options.horizon_ms = dice_below(dice, 5000);
}

/* The agent is saved, and a new one goes on from that. */
static void save_and_load(life *all)
{
    conformance_case *a_case = all->a_case;
    htn_load_report report;
    const size_t size = htn_agent_save_bytes(all->agent);
    uint8_t *save = take_memory(a_case, size);
    if (save == NULL)
        return;
    put_text(a_case, "save");
    put_word(a_case, htn_status_text(htn_agent_save(all->agent, save, size, NULL)));
    put_bytes(a_case, save, size);
    make_agent(all);
    if (a_case->failed)
        return;
    put_text(a_case, "\nload");
    put_word(a_case, htn_status_text(htn_agent_load(all->agent, save, size, &report)));
    put_number(a_case, report.exact);
    put_number(a_case, report.plans_kept);
    put_text(a_case, "\n");
}

/* --- Ticks -------------------------------------------------------------------------------------- */

static void put_journal(life *all)
{
    const size_t before = all->size;
    size_t read;
    while ((read = htn_journal_read(&all->journal, all->bytes + all->size, JOURNAL - all->size)) != 0)
        all->size += read;
    put_bytes(all->a_case, all->bytes + before, all->size - before);
}

static void put_news(life *all)
{
    htn_news news;
    while (htn_agent_news(all->agent, &news)) {
        put_text(all->a_case, "news");
        put_number(all->a_case, news.kind);
        put_number(all->a_case, news.activity.id);
        put_number(all->a_case, news.activity.step);
        put_word(all->a_case, htn_task_name(&all->a_case->domain, news.activity.task));
        put_text(all->a_case, "\n");
    }
}

static void report(life *all)
{
    dice_state *dice = &all->a_case->dice;
    htn_activity activity;
    for (uint32_t layer = 0; layer < htn_agent_layers(all->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(all->agent, layer, i, &activity); i++)
            if (dice_percent(dice, 30)) {
                static const htn_outcome outcomes[] = {HTN_SUCCEEDED, HTN_SUCCEEDED, HTN_FAILED, HTN_ABORTED};
                htn_agent_report(all->agent, activity.id, outcomes[dice_below(dice, 4)]);
            }
}

static void tick(life *all, int number)
{
    conformance_case *a_case = all->a_case;
    uint32_t work = dice_below(&a_case->dice, 200);
    const uint32_t elapsed = dice_percent(&a_case->dice, 80) ? 50000 : dice_below(&a_case->dice, 5000000);
    change_world(a_case, htn_agent_world(all->agent), dice_below(&a_case->dice, 3));
    report(all);
    const htn_status status = dice_percent(&a_case->dice, 80) ? htn_agent_tick(all->agent, elapsed)
                                                              : htn_agent_tick_within(all->agent, elapsed, &work);
    put_text(a_case, "tick");
    put_number(a_case, number);
    put_word(a_case, htn_status_text(status));
    put_number(a_case, work);
    put_journal(all);
    put_text(a_case, "\n");
    put_news(all);
}

static void replay(life *all)
{
    conformance_case *a_case = all->a_case;
    htn_replay_report said;
    htn_status status = htn_replay(&a_case->domain, all->bytes, all->size, NULL, 0, &said);
    while (status == HTN_TOO_SMALL) {
        const size_t size = said.memory;
        void *memory = take_memory(a_case, size);
        if (memory == NULL)
            return;
        status = htn_replay(&a_case->domain, all->bytes, all->size, memory, size, &said);
    }
    put_text(a_case, "replay");
    put_word(a_case, htn_status_text(status));
    put_number(a_case, said.events);
    put_text(a_case, "\n");
}

void conformance_life(conformance_case *a_case)
{
    life all = {.a_case = a_case};
    htn_counts counts;
    void *ring = take_memory(a_case, RING);
    all.bytes = take_memory(a_case, JOURNAL);
    if (a_case->failed || htn_journal_init(&all.journal, ring, RING) != HTN_OK) {
        a_case->failed = true;
        return;
    }
    choose_options(&all);
    make_class(&all);
    if (!a_case->failed)
        make_agent(&all);
    for (int i = 0; i < TICKS && !a_case->failed; i++) {
        if (i == TICKS / 2)
            save_and_load(&all);
        if (!a_case->failed)
            tick(&all, i);
    }
    if (a_case->failed)
        return;
    htn_agent_counts(all.agent, &counts);
    put_text(a_case, "counts");
    put_number(a_case, (int64_t)counts.searches);
    put_number(a_case, (int64_t)counts.skipped);
    put_number(a_case, (int64_t)counts.work);
    put_text(a_case, "\n");
    replay(&all);
    put_world(a_case, htn_agent_world(all.agent));
}
