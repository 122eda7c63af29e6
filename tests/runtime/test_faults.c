/*
 * Agents whose game does its worst, for thousands of ticks: operators that always fail, end at once or never let
 * themselves be aborted, sensors that flip in each tick, plans that never exist, time that stands still or jumps. After
 * every tick the books must balance: each step that began has ended once or is in progress, and no tick searches,
 * starts or asks more than a tick may.
 */
#include "fixture.h"

enum { TICKS = 4000, LAYERS = 2, OPEN = 64, SLOTS = 8 };

typedef struct victim victim;

/* What the game does. */
typedef struct fault {
    htn_outcome start, update;
    uint32_t abort_ticks;                           /* that an abort takes; HTN_NONE: for ever */
    bool flips;                                     /* Flip is another in each tick */
    uint64_t elapsed_us;                            /* of a tick */
    void (*meddle)(victim *, const htn_activity *); /* called in each callback; NULL: nothing */
} fault;

struct victim {
    fault fault;
    uint8_t *blob;
    htn_domain domain;
    htn_agent_class *agent_class;
    htn_agent *agent;
    uint32_t open[OPEN];     /* ids of steps that have begun and not ended, and 0 */
    uint32_t aborting[OPEN]; /* ticks that the abort of each has taken so far */
    uint32_t begun, ended, last_id;
    uint32_t starts, updates, aborts, senses; /* in this tick */
    uint32_t all_senses;
    uint64_t searches; /* before this tick */
    uint32_t log;      /* of all calls */
};

/* --- The game ------------------------------------------------------------------------------------- */

static void note(victim *self, const htn_activity *activity, uint32_t what)
{
    self->log = (self->log ^ (activity->id * 8 + what)) * UINT32_C(16777619);
    if (self->fault.meddle != NULL)
        self->fault.meddle(self, activity);
}

/* Where among the open steps one is; 0: where there is room. It must be there. */
static uint32_t find_open(const victim *self, uint32_t id)
{
    uint32_t at = 0;
    while (at < OPEN && self->open[at] != id)
        at++;
    assert_in_range(at, 0, OPEN - 1);
    return at;
}

static htn_outcome close_if(victim *self, const htn_activity *activity, htn_outcome outcome)
{
    if (outcome == HTN_RUNNING)
        return outcome;
    self->open[find_open(self, activity->id)] = 0;
    self->ended++;
    return outcome;
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    victim *self = (victim *)user;
    assert_int_equal(activity->id, self->last_id + 1);
    const uint32_t room = find_open(self, 0);
    self->last_id = activity->id;
    self->open[room] = activity->id;
    self->aborting[room] = 0;
    self->begun++;
    self->starts++;
    note(self, activity, 1);
    return close_if(self, activity, self->fault.start);
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    victim *self = (victim *)user;
    find_open(self, activity->id);
    self->updates++;
    note(self, activity, 2);
    return close_if(self, activity, self->fault.update);
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    victim *self = (victim *)user;
    uint32_t *taken = &self->aborting[find_open(self, activity->id)];
    assert_int_equal(activity->step, HTN_NONE);
    self->aborts++;
    note(self, activity, 3);
    if (self->fault.abort_ticks == HTN_NONE || (*taken)++ < self->fault.abort_ticks)
        return HTN_RUNNING;
    return close_if(self, activity, HTN_ABORTED);
}

static void look(void *user, const htn_sensing *sensing)
{
    victim *self = (victim *)user;
    self->senses++;
    self->all_senses++;
    if (self->fault.flips)
        fixture_set(sensing->world, "Flip",
                    !htn_world_get(sensing->world, htn_property_find(sensing->world->domain, "Flip")));
}

/* --- The books ------------------------------------------------------------------------------------ */

static uint32_t in_progress(const victim *self)
{
    htn_activity activity;
    uint32_t count = 0;
    for (uint32_t layer = 0; layer < htn_agent_layers(self->agent); layer++)
        for (uint32_t i = 0; htn_agent_activity(self->agent, layer, i, &activity); i++) {
            find_open(self, activity.id);
            count++;
        }
    return count;
}

static uint64_t searches(const victim *self)
{
    htn_counts counts;
    htn_agent_counts(self->agent, &counts);
    return counts.searches;
}

/* One tick. A layer plans twice in it at most, and each time once more where the first search came to nothing. */
static void tick(victim *self)
{
    uint32_t slots = in_progress(self);
    self->starts = self->updates = self->aborts = self->senses = 0;
    self->searches = searches(self);
    htn_agent_tick(self->agent, self->fault.elapsed_us);
    assert_int_equal(self->begun, self->ended + in_progress(self));
    assert_in_range(searches(self) - self->searches, 0, 4 * LAYERS);
    assert_in_range(self->starts, 0, 2 * LAYERS * SLOTS);
    assert_in_range(self->updates, 0, slots);
    assert_in_range(self->aborts, 0, 2 * (slots + self->starts));
    assert_in_range(self->senses, 0, 1);
}

static void begin(victim *self, const char *text, fault what, htn_agent_options options)
{
    const htn_sensor_binding sensors[] = {{.name = "Eye", .sense = look}};
    htn_operator_binding operators[8];
    size_t size;
    memset(self, 0, sizeof *self);
    self->fault = what;
    self->blob = fixture_compile(text, false, &size);
    self->domain = fixture_load(self->blob, size);
    const uint32_t count = htn_domain_count(&self->domain, HTN_SECTION_OPERATORS);
    for (uint32_t i = 0; i < count; i++)
        operators[i] = (htn_operator_binding){
            .name = htn_operator_name(&self->domain, i), .start = start, .update = update, .abort = stop, .memory = 16};
    const htn_bindings bindings = {
        .operators = operators, .operator_count = count, .sensors = sensors, .sensor_count = 1};
    size = htn_agent_class_bytes(&self->domain);
    assert_int_equal(htn_agent_class_init(&self->agent_class, &self->domain, &bindings, malloc(size), size, NULL),
                     HTN_OK);
    options.user = self;
    options.limits.steps = SLOTS;
    size = htn_agent_bytes(self->agent_class, &options);
    assert_int_equal(htn_agent_init(&self->agent, self->agent_class, &options, malloc(size), size), HTN_OK);
}

static void finish(victim *self)
{
    free(self->agent);
    free(self->agent_class);
    free(self->blob);
}

/* Parallel groups, During, While, Cooldown, what is not to be interrupted, and a plan in parts. */
static const char busy[] = "World State [ Flip : bool, Flop : 0..9, Lit : bool, Count : 0..100 ]\n"
                           "Sensor [Eye] Updates [Flip] Every [100ms]\n"
                           "Root [Upper] Root [Lower]\n"
                           "Compound Task [Upper]\n"
                           "  Method [Flip] Subtasks [Parallel [Light(), Pair()], Step()]\n"
                           "  Method [Flop > 7] While [not Flip] Cooldown [300ms] Subtasks [Step(), Light()]\n"
                           "  Method [true] Subtasks [Light()]\n"
                           "Compound Task [Lower]\n"
                           "  Method [Flop > 5, Flip] Cooldown [500ms] Subtasks [Roar(), Step()]\n"
                           "  Method [Flop > 5] Subtasks [Step(), Split, Light(), Step()]\n"
                           "  Method [true] While [Count < 100] Subtasks [Step(), Roar(), Step()]\n"
                           "Compound Task [Pair] Method [true] Subtasks [Step(), Roar()]\n"
                           "Primitive Task [Light] Operator [Light] During [Lit = true] Effects [Count += 1]\n"
                           "Primitive Task [Step] Operator [Step] Effects [Flop = (Flop + 1) % 10]\n"
                           "Primitive Task [Roar] Operator [Roar] Interrupt [never] Effects [Count = 0]\n";

/* The same game with and without a budget, patience and plans at an interval; in each the books must balance. */
static void run_all(fault what)
{
    static const htn_agent_options how[] = {
        {.running = SLOTS},
        {.running = SLOTS, .budget = 3},
        {.running = 1, .back_off_ms = 250, .interval_ms = 150},
    };
    for (size_t i = 0; i < sizeof how / sizeof how[0]; i++) {
        victim self;
        begin(&self, busy, what, how[i]);
        for (uint32_t k = 0; k < TICKS; k++)
            tick(&self);
        assert_in_range(self.begun, 1, UINT32_MAX);
        finish(&self);
    }
}

static void operators_that_fail_at_their_start(void **state)
{
    (void)state;
    run_all((fault){.start = HTN_FAILED, .elapsed_us = 100000});
    run_all((fault){.start = HTN_FAILED, .elapsed_us = 100000, .flips = true});
}

static void operators_that_fail_while_they_run(void **state)
{
    (void)state;
    run_all((fault){.update = HTN_FAILED, .elapsed_us = 100000});
    run_all((fault){.update = HTN_FAILED, .elapsed_us = 100000, .flips = true, .abort_ticks = 3});
}

static void operators_that_end_at_once(void **state)
{
    (void)state;
    run_all((fault){.start = HTN_SUCCEEDED, .elapsed_us = 100000});
    run_all((fault){.start = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true});
}

static void no_layer_takes_up_more_than_one_plan_in_a_tick(void **state)
{
    static const char one[] = "World State [ Flip : bool ]\n"
                              "Sensor [Eye] Updates [Flip] Every [100ms]\n"
                              "Compound Task [T] Method [true] Subtasks [Step()]\n"
                              "Primitive Task [Step] Operator [Step]\n";
    static const fault ends[] = {{.start = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true},
                                 {.update = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        victim self;
        begin(&self, one, ends[i], (htn_agent_options){0});
        for (uint32_t k = 0; k < TICKS; k++) {
            tick(&self);
            assert_int_equal(self.starts, 1);
        }
        finish(&self);
    }
}

static void operators_that_never_end(void **state)
{
    (void)state;
    run_all((fault){.elapsed_us = 100000});
    run_all((fault){.elapsed_us = 100000, .flips = true});
}

static void operators_that_answer_what_is_no_answer(void **state)
{
    (void)state;
    run_all((fault){.start = (htn_outcome)77, .elapsed_us = 100000, .flips = true});
    run_all((fault){.update = (htn_outcome)77, .elapsed_us = 100000, .flips = true});
    run_all((fault){.update = HTN_ABORTED, .elapsed_us = 100000, .flips = true});
}

static void aborts_that_take_for_ever(void **state)
{
    (void)state;
    run_all((fault){.elapsed_us = 100000, .flips = true, .abort_ticks = HTN_NONE});
    run_all((fault){.update = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true, .abort_ticks = HTN_NONE});
}

static void sensors_that_flip_while_all_goes_well(void **state)
{
    (void)state;
    run_all((fault){.update = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true, .abort_ticks = 1});
}

/* --- Re-entrancy ---------------------------------------------------------------------------------- */

static void call_everything(victim *self, const htn_activity *activity)
{
    htn_news news;
    assert_int_equal(htn_agent_tick(self->agent, 1), HTN_BUSY);
    assert_int_equal(htn_agent_tick_within(self->agent, 1, NULL), HTN_BUSY);
    assert_int_equal(htn_agent_sense(self->agent, 0), HTN_BUSY);
    assert_int_equal(htn_agent_join(self->agent, NULL), HTN_BUSY);
    assert_int_equal(htn_agent_share(self->agent), HTN_BUSY);
    assert_int_equal(htn_agent_ask(self->agent, HTN_NONE), HTN_OK);
    assert_int_equal(htn_agent_answers_changed(self->agent), HTN_OK);
    assert_false(htn_agent_news(self->agent, &news));
    fixture_set(htn_agent_world(self->agent), "Flop", (int32_t)(activity->id % 10));
}

static void callbacks_that_call_the_agent(void **state)
{
    (void)state;
    run_all((fault){.update = HTN_SUCCEEDED, .elapsed_us = 100000, .flips = true, .meddle = call_everything});
    run_all((fault){.start = HTN_SUCCEEDED, .elapsed_us = 100000, .meddle = call_everything});
    run_all((fault){.start = HTN_FAILED, .elapsed_us = 100000, .meddle = call_everything});
}

/* --- Plans that never exist ----------------------------------------------------------------------- */

static const char hopeless[] = "World State [ Flip : bool, Miracle : bool, Key : 0..3 ]\n"
                               "Sensor [Eye] Updates [Flip] Every [100ms]\n"
                               "Compound Task [Hope]\n"
                               "  Method [Flip] Subtasks [Pick(), Pick(), Pick(), Wonder()]\n"
                               "  Method [not Flip] Subtasks [Pick(), Pick(), Wonder()]\n"
                               "Compound Task [Pick]\n"
                               "  Method [true] Subtasks [Take(0)]\n"
                               "  Method [true] Subtasks [Take(1)]\n"
                               "Primitive Task [Take(key : 0..3)] Effects [Key = key]\n"
                               "Primitive Task [Wonder] Preconditions [Miracle] Operator [Wonder()]\n";

static void where_there_is_no_plan_nothing_is_searched_until_something_changes(void **state)
{
    victim self;
    (void)state;
    begin(&self, hopeless, (fault){.elapsed_us = 100000}, (htn_agent_options){0});
    for (uint32_t i = 0; i < TICKS; i++)
        tick(&self);
    assert_int_equal(searches(&self), 1);
    assert_int_equal(self.begun, 0);
    self.fault.flips = true;
    for (uint32_t i = 0; i < TICKS; i++)
        tick(&self);
    assert_in_range(searches(&self), TICKS / 2, TICKS + 1);
    finish(&self);
}

/* Spread over ticks while what it reads changes in each of them, the search still comes to its end again and again. */
static void a_search_in_vain_is_spread_over_ticks_and_done(void **state)
{
    victim self;
    (void)state;
    begin(&self, hopeless, (fault){.elapsed_us = 100000, .flips = true}, (htn_agent_options){.budget = 2});
    for (uint32_t i = 0; i < TICKS; i++)
        tick(&self);
    assert_in_range(searches(&self), TICKS / 40, TICKS);
    finish(&self);
}

static void a_plan_that_always_fails_is_tried_no_more_often_than_the_back_off_allows(void **state)
{
    victim self;
    (void)state;
    begin(&self, busy, (fault){.update = HTN_FAILED, .elapsed_us = 100000}, (htn_agent_options){.back_off_ms = 1000});
    for (uint32_t i = 0; i < TICKS; i++)
        tick(&self);
    assert_in_range(searches(&self), TICKS / 10, TICKS);
    finish(&self);
}

/* --- Time ----------------------------------------------------------------------------------------- */

static void where_time_stands_still_no_sensor_is_due(void **state)
{
    victim self;
    (void)state;
    run_all((fault){.update = HTN_SUCCEEDED, .flips = true});
    begin(&self, busy, (fault){.update = HTN_SUCCEEDED, .flips = true}, (htn_agent_options){0});
    for (uint32_t i = 0; i < TICKS; i++)
        tick(&self);
    assert_int_equal(self.all_senses, 1);
    assert_in_range(self.begun, TICKS / 2, UINT32_MAX);
    finish(&self);
}

/* The same ticks behind a first one that was longer: the one agent's clock goes over 2^32 ms in their midst, the other's does not. */
static void time_may_wrap_around(void **state)
{
    const fault what = {.update = HTN_FAILED, .flips = true, .abort_ticks = 1};
    const htn_agent_options how = {.back_off_ms = 250, .interval_ms = 450};
    (void)state;
    for (uint32_t before = 0; before < 3000; before += 37) {
        victim late, early;
        begin(&late, busy, what, how);
        begin(&early, busy, what, how);
        late.fault.elapsed_us = HTN_MAX_ELAPSED_US - before * UINT64_C(1000);
        for (uint32_t i = 0; i < 100; i++) {
            tick(&late);
            tick(&early);
            late.fault.elapsed_us = early.fault.elapsed_us = i == 3 ? HTN_MAX_ELAPSED_US : 70000 + i * 3;
        }
        assert_int_equal(late.log, early.log);
        assert_in_range(early.begun, 20, 200);
        assert_in_range(early.all_senses, 50, 100);
        finish(&late);
        finish(&early);
    }
}

/* As long as a month at once: each sensor is due once, however late it is. */
static void time_may_jump(void **state)
{
    static const uint64_t jumps[] = {UINT64_MAX, HTN_MAX_ELAPSED_US + 1, HTN_MAX_ELAPSED_US, 100000,
                                     HTN_MAX_ELAPSED_US * 2};
    victim self;
    (void)state;
    begin(&self, busy, (fault){.update = HTN_SUCCEEDED, .flips = true}, (htn_agent_options){.back_off_ms = 300});
    tick(&self);
    for (uint32_t i = 0; i < TICKS; i++) {
        self.fault.elapsed_us = jumps[i % 5];
        tick(&self);
        assert_int_equal(self.senses, 1);
    }
    finish(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_that_fail_at_their_start),
        cmocka_unit_test(operators_that_fail_while_they_run),
        cmocka_unit_test(operators_that_end_at_once),
        cmocka_unit_test(no_layer_takes_up_more_than_one_plan_in_a_tick),
        cmocka_unit_test(operators_that_never_end),
        cmocka_unit_test(operators_that_answer_what_is_no_answer),
        cmocka_unit_test(aborts_that_take_for_ever),
        cmocka_unit_test(sensors_that_flip_while_all_goes_well),
        cmocka_unit_test(callbacks_that_call_the_agent),
        cmocka_unit_test(where_there_is_no_plan_nothing_is_searched_until_something_changes),
        cmocka_unit_test(a_search_in_vain_is_spread_over_ticks_and_done),
        cmocka_unit_test(a_plan_that_always_fails_is_tried_no_more_often_than_the_back_off_allows),
        cmocka_unit_test(where_time_stands_still_no_sensor_is_due),
        cmocka_unit_test(time_may_wrap_around),
        cmocka_unit_test(time_may_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
