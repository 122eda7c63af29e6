/*
 * What callbacks are given, polled operators with memory, news and level of detail in a crowd, and agents whose callback did not
 * return.
 */
#include "fixture.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000, MOST = 6 };

static const char domain_text[] = "World State [Hungry : bool, Busy : bool, Meals : 0..100, Near : 0..9]\n"
                                  "Query [Ripe(n : 0..9) : bool]\n"
                                  "Query [Count() : 3..9]\n"
                                  "Sensor [Belly] Updates [Hungry] Every [100ms]\n"
                                  "Root [Live]\n"
                                  "Root [Think]\n"
                                  "Compound Task [Live]\n"
                                  "  Method [Hungry, Ripe(Near)] While [Hungry] Subtasks [Walk(Near), Eat()]\n"
                                  "  Method [true] Subtasks [Rest()]\n"
                                  "Compound Task [Think] Method [Count() >= 3] Subtasks [Muse()]\n"
                                  "Primitive Task [Walk(n : 0..9)] Operator [Walk(n)] During [Busy = true]\n"
                                  "Primitive Task [Eat] Operator [Eat] Effects [Meals += 1]\n"
                                  "Primitive Task [Rest] Operator [Rest]\n"
                                  "Primitive Task [Muse] Operator [Muse]\n";

typedef struct herd herd;

/* An agent, and what its callbacks saw and do. */
typedef struct animal {
    herd *of;
    void *memory;
    htn_agent *agent;
    bool hungry, ripe, ends;
    uint32_t calls, ticks;
    uint64_t elapsed;
    char jump; /* which callback does not return; 0: all do */
} animal;

struct herd {
    fixture made;
    htn_agent_class *agent_class;
    void *class_memory;
    htn_crowd crowd;
    animal animals[MOST];
    uint32_t count;
    jmp_buf out;
};

static char walking[] = "walking", eating[] = "eating", looking[] = "looking", asking[] = "asking";

static void leave(animal *self, char which)
{
    self->calls++;
    if (self->jump == which)
        longjmp(self->of->out, 1);
}

static void expect_activity(const animal *self, const htn_activity *activity)
{
    const htn_domain *domain = &self->of->made.domain;
    const char *name = htn_operator_name(domain, activity->operator_index);
    assert_ptr_equal(activity->user, self);
    assert_ptr_equal(activity->agent, self->agent);
    assert_int_equal(activity->operator_index, htn_task_operator(domain, activity->task));
    assert_ptr_equal(activity->context, strcmp(name, "Walk") == 0 ? walking : strcmp(name, "Eat") == 0 ? eating : NULL);
    htn_activity copy;
    assert_true(htn_agent_calling(self->agent, &copy));
    assert_int_equal(copy.id, activity->id);
    assert_int_equal(copy.task, activity->task);
    assert_int_equal(copy.elapsed_us, activity->elapsed_us);
    assert_ptr_equal(copy.arguments, activity->arguments);
    for (uint32_t i = 0; i < self->of->count; i++)
        assert_true(&self->of->animals[i] == self || !htn_agent_calling(self->of->animals[i].agent, &copy));
    assert_false(htn_agent_calling(self->agent, NULL));
    assert_false(htn_agent_calling(NULL, &copy));
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    expect_activity(user, activity);
    leave(user, 's');
    return HTN_RUNNING;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    animal *self = user;
    expect_activity(self, activity);
    self->elapsed += activity->elapsed_us;
    leave(self, 'u');
    return self->ends ? HTN_SUCCEEDED : HTN_RUNNING;
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    expect_activity(user, activity);
    leave(user, 'a');
    return HTN_ABORTED;
}

static void feel(void *user, const htn_sensing *sensing)
{
    animal *self = user;
    const htn_domain *domain = &self->of->made.domain;
    assert_ptr_equal(sensing->context, looking);
    assert_ptr_equal(sensing->agent, self->agent);
    assert_ptr_equal(sensing->world, htn_agent_world(self->agent));
    assert_string_equal(htn_sensor_name(domain, sensing->sensor), "Belly");
    assert_string_equal(htn_sensor_name(domain, sensing->sensor + 1), "");
    htn_activity activity;
    assert_false(htn_agent_calling(self->agent, &activity));
    self->ticks++;
    leave(self, 'f');
    fixture_set(sensing->world, "Hungry", self->hungry);
}

static htn_status answer(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    animal *self = user;
    const bool ripe = question->query == htn_query_find(&self->of->made.domain, "Ripe");
    assert_ptr_equal(question->context, asking);
    assert_int_equal(question->capacity, 1);
    assert_int_equal(question->argument_count, ripe);
    assert_int_equal(*count, 1);
    leave(self, 'q');
    answers[0] = ripe ? self->ripe : 2; /* below the range, were it counted */
    *count = ripe;
    return ripe || self->calls % 2 ? HTN_OK : HTN_NOT_FOUND; /* both mean: no answer */
}

static animal *add(herd *all)
{
    animal *self = &all->animals[all->count++];
    const htn_agent_options options = {.user = self, .limits = {.steps = 8, .depth = 4}};
    const size_t size = htn_agent_bytes(all->agent_class, &options);
    *self = (animal){.of = all, .memory = malloc(size), .ripe = true};
    assert_int_equal(htn_agent_init(&self->agent, all->agent_class, &options, self->memory, size), HTN_OK);
    assert_ptr_equal(htn_agent_user(self->agent), self);
    assert_ptr_equal(htn_agent_domain(self->agent), &all->made.domain);
    return self;
}

static void set_up(herd *all)
{
    const htn_operator_binding operators[] = {
        {.name = "Walk", .start = start, .update = update, .abort = stop, .context = walking},
        {.name = "Eat", .start = start, .update = update, .abort = stop, .context = eating},
        {.name = "Rest", .polled = true, .memory = sizeof(uint64_t)}};
    const htn_sensor_binding sensors[] = {{.name = "Belly", .sense = feel, .context = looking}};
    const htn_bindings bindings = {.operators = operators,
                                   .operator_count = 3,
                                   .sensors = sensors,
                                   .sensor_count = 1,
                                   .answerer = answer,
                                   .context = asking};
    memset(all, 0, sizeof *all);
    fixture_start(&all->made, domain_text, NULL);
    const size_t size = htn_agent_class_bytes(&all->made.domain);
    all->class_memory = malloc(size);
    assert_int_equal(
        htn_agent_class_init(&all->agent_class, &all->made.domain, &bindings, all->class_memory, size, NULL), HTN_OK);
    assert_int_equal(htn_crowd_init(&all->crowd), HTN_OK);
}

static void tear_down(herd *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        free(all->animals[i].memory);
    free(all->class_memory);
    fixture_tear_down(&all->made);
}

static int32_t property(const animal *self, const char *name)
{
    return htn_world_get(htn_agent_world(self->agent), htn_property_find(&self->of->made.domain, name));
}

static bool does(const animal *self, uint32_t layer, const char *task, htn_activity *activity)
{
    return htn_agent_activity(self->agent, layer, 0, activity) &&
           strcmp(htn_task_name(&self->of->made.domain, activity->task), task) == 0;
}

/* --- Polled operators ----------------------------------------------------------------------------- */

static void a_polled_operator_has_memory_and_it_is_saved(void **state)
{
    static herd all;
    htn_activity activity;
    htn_news news;
    uint8_t save[4096];
    size_t size;
    (void)state;
    set_up(&all);
    animal *self = add(&all), *loaded = add(&all);
    assert_int_equal(htn_agent_tick(self->agent, 100 * MS), HTN_OK);
    assert_true(htn_agent_news(self->agent, &news));
    assert_int_equal(news.kind, HTN_NEWS_START);
    assert_ptr_equal(news.activity.user, self);
    memcpy(news.activity.memory, "polling", 8);
    assert_int_equal(htn_agent_save(self->agent, save, sizeof save, &size), HTN_OK);
    assert_int_equal(htn_agent_load(loaded->agent, save, size, NULL), HTN_OK);
    assert_true(does(loaded, 0, "Rest", &activity));
    assert_string_equal((const char *)activity.memory, "polling");
    while (htn_agent_news(loaded->agent, &news) && news.activity.operator_index != activity.operator_index) {}
    assert_int_equal(news.kind, HTN_NEWS_RESUME);
    /* Its end is reported, and its abort is news, as without a binding. */
    loaded->hungry = true;
    assert_int_equal(htn_agent_tick(loaded->agent, 100 * MS), HTN_OK);
    while (htn_agent_news(loaded->agent, &news) && news.kind != HTN_NEWS_ABORT) {}
    assert_int_equal(news.kind, HTN_NEWS_ABORT);
    assert_int_equal(htn_agent_report(loaded->agent, news.activity.id, HTN_ABORTED), HTN_OK);
    assert_int_equal(htn_agent_tick(loaded->agent, 100 * MS), HTN_OK);
    assert_true(does(loaded, 0, "Walk", &activity));
    tear_down(&all);
}

static void a_polled_operator_has_no_functions(void **state)
{
    static herd all;
    const htn_operator_binding wrong = {.name = "Eat", .polled = true, .update = update};
    const htn_bindings bindings = {.operators = &wrong, .operator_count = 1};
    const char *which = NULL;
    htn_agent_class *made;
    (void)state;
    set_up(&all);
    const size_t size = htn_agent_class_bytes(&all.made.domain);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&made, &all.made.domain, &bindings, memory, size, &which), HTN_BAD_ARGUMENT);
    assert_string_equal(which, "Eat");
    free(memory);
    tear_down(&all);
}

/* --- Crowds --------------------------------------------------------------------------------------- */

static void a_crowd_has_the_news_of_its_agents(void **state)
{
    static herd all;
    htn_news news;
    uint32_t starts[MOST] = {0};
    (void)state;
    set_up(&all);
    for (uint32_t i = 0; i < MOST; i++)
        add(&all);
    assert_int_equal(htn_agent_tick(all.animals[0].agent, 100 * MS),
                     HTN_OK); /* its news is older than its membership */
    assert_false(htn_crowd_news(&all.crowd, &news));
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(htn_crowd_add(&all.crowd, all.animals[i].agent), HTN_OK);
    assert_true(htn_crowd_news(&all.crowd, &news));
    assert_ptr_equal(news.activity.user, &all.animals[0]);
    starts[0]++;
    assert_int_equal(htn_crowd_tick(&all.crowd, 100 * MS, HTN_NONE), HTN_OK);
    assert_int_equal(htn_crowd_remove(&all.crowd, all.animals[3].agent), HTN_OK);
    while (htn_crowd_news(&all.crowd, &news)) {
        assert_int_equal(news.kind, HTN_NEWS_START);
        starts[(const animal *)news.activity.user - all.animals]++;
        if (news.activity.user == &all.animals[4]) /* one that leaves while it is listed */
            htn_crowd_remove(&all.crowd, all.animals[4].agent);
    }
    const uint32_t expected[MOST] = {2, 2, 2, 0, 1, 2}; /* Rest and Muse */
    assert_memory_equal(starts, expected, sizeof starts);
    assert_false(htn_crowd_news(NULL, &news));
    assert_false(htn_crowd_news(&all.crowd, NULL));
    tear_down(&all);
}

static void an_agent_with_a_period_is_ticked_in_some_frames_with_the_time_of_all(void **state)
{
    static herd all;
    (void)state;
    set_up(&all);
    for (uint32_t i = 0; i < MOST; i++) {
        animal *self = add(&all);
        self->hungry = true;
        assert_int_equal(htn_crowd_add(&all.crowd, self->agent), HTN_OK);
        if (i < 4)
            assert_int_equal(htn_agent_set_period(self->agent, 4), HTN_OK);
    }
    uint32_t before[MOST] = {0};
    for (uint32_t frame = 0; frame < 24; frame++) {
        uint32_t slow = 0;
        assert_int_equal(htn_crowd_tick(&all.crowd, 100 * MS, HTN_NONE), HTN_OK);
        for (uint32_t i = 0; i < MOST; i++) {
            const uint32_t ticks = all.animals[i].ticks - before[i];
            before[i] = all.animals[i].ticks;
            slow += i < 4 ? ticks : 0;
            assert_true(i < 4 || ticks == 1);
        }
        assert_int_equal(slow, 1); /* one of four in each frame */
    }
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(all.animals[i].ticks, 6);
        assert_int_equal(all.animals[i].elapsed, 5 * 400 * MS); /* the first tick starts the step */
    }
    assert_int_equal(htn_agent_set_period(all.animals[0].agent, 0), HTN_OK);
    assert_int_equal(htn_crowd_tick(&all.crowd, 100 * MS, HTN_NONE), HTN_OK);
    assert_int_equal(htn_crowd_tick(&all.crowd, 100 * MS, HTN_NONE), HTN_OK);
    assert_int_equal(all.animals[0].ticks, 8);
    assert_int_equal(htn_agent_set_period(NULL, 1), HTN_BAD_ARGUMENT);
    tear_down(&all);
}

/* --- Callbacks that do not return ----------------------------------------------------------------- */

/* Ticks, by the crowd or without. True: a callback did not return. */
static bool jumps(herd *all, animal *self, bool crowd)
{
    if (setjmp(all->out) != 0)
        return true;
    if (crowd)
        htn_crowd_tick(&all->crowd, 100 * MS, HTN_NONE);
    else
        htn_agent_tick(self->agent, 100 * MS);
    return false;
}

/* Lets the first animal's callback `which` leave in the tick in which it is called first. */
static void leave_and_recover(char which, bool crowd)
{
    static herd all;
    htn_activity activity;
    uint8_t ring[4096];
    htn_journal journal;
    set_up(&all);
    animal *self = add(&all), *other = add(&all);
    assert_int_equal(htn_journal_init(&journal, ring, sizeof ring), HTN_OK);
    assert_int_equal(htn_agent_journal(self->agent, &journal), HTN_OK);
    assert_int_equal(htn_crowd_add(&all.crowd, self->agent), HTN_OK);
    assert_int_equal(htn_crowd_add(&all.crowd, other->agent), HTN_OK);
    fixture_set(htn_agent_world(self->agent), "Near", 5);
    self->hungry = true;
    self->jump = which;
    bool left = false;
    for (uint32_t i = 0; i < 4 && !left; i++) {
        self->hungry = i < 2; /* then Walk is aborted */
        left = jumps(&all, self, crowd);
    }
    assert_true(left);
    assert_int_equal(htn_agent_tick(self->agent, MS), HTN_BUSY);
    self->jump = 0;
    self->hungry = self->ends = true;
    assert_int_equal(htn_agent_recover(self->agent), HTN_OK);
    assert_false(htn_agent_activity(self->agent, 0, 0, &activity));
    assert_false(htn_agent_activity(self->agent, 1, 0, &activity));
    assert_false(htn_agent_calling(self->agent, &activity));
    assert_false(htn_agent_plan(self->agent, 0, NULL, NULL));
    assert_int_equal(property(self, "Busy"), 0); /* the During has ended with its step */
    assert_int_equal(property(self, "Near"), 5);
    /* From then on it does what a new agent would do. */
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(htn_crowd_tick(&all.crowd, 100 * MS, HTN_NONE), HTN_OK);
    assert_in_range(property(self, "Meals"), 2, 4);
    assert_true(does(other, 0, "Rest", &activity));
    assert_true(does(self, 1, "Muse", &activity));
    tear_down(&all);
}

static void an_agent_recovers_from_a_callback_that_does_not_return(void **state)
{
    (void)state;
    for (const char *which = "suafq"; *which != '\0'; which++) {
        leave_and_recover(*which, false);
        leave_and_recover(*which, true);
    }
    assert_int_equal(htn_agent_recover(NULL), HTN_BAD_ARGUMENT);
}

static void a_replay_ends_where_a_callback_did_not_return(void **state)
{
    static herd all;
    static uint8_t ring[1 << 14], memory[1 << 20];
    uint8_t bytes[1 << 14];
    htn_journal journal;
    htn_replay_report report;
    (void)state;
    set_up(&all);
    animal *self = add(&all);
    assert_int_equal(htn_journal_init(&journal, ring, sizeof ring), HTN_OK);
    assert_int_equal(htn_agent_journal(self->agent, &journal), HTN_OK);
    self->hungry = true;
    self->jump = 'u';
    assert_false(jumps(&all, self, false));
    assert_true(jumps(&all, self, false));
    assert_int_equal(htn_agent_recover(self->agent), HTN_OK);
    self->jump = 0;
    assert_false(jumps(&all, self, false));
    const size_t size = htn_journal_read(&journal, bytes, sizeof bytes);
    assert_int_equal(htn_replay(&all.made.domain, bytes, size, memory, sizeof memory, &report), HTN_BAD_JOURNAL);
    assert_string_equal(report.reason, "a callback did not return here, which cannot be replayed");
    tear_down(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_polled_operator_has_memory_and_it_is_saved),
        cmocka_unit_test(a_polled_operator_has_no_functions),
        cmocka_unit_test(a_crowd_has_the_news_of_its_agents),
        cmocka_unit_test(an_agent_with_a_period_is_ticked_in_some_frames_with_the_time_of_all),
        cmocka_unit_test(an_agent_recovers_from_a_callback_that_does_not_return),
        cmocka_unit_test(a_replay_ends_where_a_callback_did_not_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
