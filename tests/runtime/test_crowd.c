/*
 * Crowds through the front door: who is ticked, who may search when, and that each does what it would do by itself. An
 * agent's work is counted by a query that its searches ask at each alternative that they try.
 */
#include "recording.h"

#include <stdio.h>

enum { AGENTS = 40, LOG = 4000, TICK = 100000 /* microseconds */, ENOUGH = 1000000 };

typedef struct soldier {
    htn_agent *agent;
    void *memory;
    struct squad *squad;
    uint32_t number;
    uint32_t tried; /* alternatives, by its searches */
    uint32_t ticks;
    char log[LOG]; /* what its operators were asked */
    size_t used;
} soldier;

typedef struct squad {
    uint8_t *blob;
    htn_domain domain;
    htn_agent_class *agent_class;
    htn_crowd crowd;
    uint32_t count;
    soldier soldiers[AGENTS];
    void (*inside)(soldier *self); /* called in each agent's sensor; NULL: nothing */
} squad;

/* One that is Keen has much to try in vain before the second method; one that is Stuck has no plan at all. */
static const char soldiers[] =
    "World State [ Noise : 0..30000, Keen : bool, Stuck : bool, Miracle : bool, Key : 0..3, Rested : bool ]\n"
    "Shared World State [ Alarm : 0..99, Watch : 0..99 ]\n"
    "Query [Tries() : bool]\n"
    "Sensor [Ear] Updates [Noise] Every [1ms]\n"
    "Compound Task [Live]\n"
    "  Method [Keen, Noise >= 1] Subtasks [Pick(), Pick(), Pick(), Pick(), Pick(), Pick(), Wonder()]\n"
    "  Method [not Stuck, Tries()] Subtasks [Walk(Noise / 4), Look()]\n"
    "Compound Task [Pick]\n"
    "  Method [Tries()] Subtasks [Take(0)]\n"
    "  Method [Tries()] Subtasks [Take(1)]\n"
    "  Method [Tries()] Subtasks [Take(2)]\n"
    "  Method [Tries()] Subtasks [Take(3)]\n"
    "Primitive Task [Take(key : 0..3)] Effects [Key = key]\n"
    "Primitive Task [Wonder] Preconditions [Miracle, Key >= 0] Operator [Look()]\n"
    "Primitive Task [Walk(pace : 0..30000)] Operator [Walk(pace)] Effects [Alarm += 1]\n"
    "Primitive Task [Look] Operator [Look()] Effects [Rested = true]\n";

static htn_status count_try(void *user, const htn_question *question, int32_t *answers, uint32_t *count)
{
    (void)count;
    (void)question;
    ((soldier *)user)->tried++;
    answers[0] = 1;
    return HTN_OK;
}

static void note(const htn_activity *activity, soldier *self, const char *mark)
{
    self->used += (size_t)snprintf(self->log + self->used, LOG - self->used, "%u%s%s ", (unsigned)self->ticks, mark,
                                   htn_task_name(&self->squad->domain, activity->task));
    assert_in_range(self->used, 0, LOG - 2);
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    soldier *self = (soldier *)user;
    note(activity, self, "+");
    return HTN_RUNNING;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    soldier *self = (soldier *)user;
    if ((self->ticks + self->number) % 3 != 0)
        return HTN_RUNNING;
    note(activity, self, "=");
    return HTN_SUCCEEDED;
}

/* Every sensor's reading is another one than before. */
static void listen(void *user, const htn_sensing *sensing)
{
    soldier *self = (soldier *)user;
    self->ticks++;
    assert_int_equal(htn_agent_tick(sensing->agent, 1), HTN_BUSY);
    fixture_set(sensing->world, "Noise", (int32_t)(self->ticks * 7 + self->number) % 30000);
    if (self->squad->inside != NULL)
        self->squad->inside(self);
}

static void muster(squad *all, uint32_t count)
{
    const htn_operator_binding operators[] = {{.name = "Walk", .start = start, .update = update},
                                              {.name = "Look", .start = start, .update = update}};
    const htn_sensor_binding sensors[] = {{.name = "Ear", .sense = listen}};
    const htn_bindings bindings = {
        .operators = operators, .operator_count = 2, .sensors = sensors, .sensor_count = 1, .answerer = count_try};
    size_t size;
    memset(all, 0, sizeof *all);
    all->count = count;
    all->blob = fixture_compile(soldiers, true, &size);
    all->domain = fixture_load(all->blob, size);
    size = htn_agent_class_bytes(&all->domain);
    assert_int_equal(htn_agent_class_init(&all->agent_class, &all->domain, &bindings, malloc(size), size, NULL),
                     HTN_OK);
    assert_int_equal(htn_crowd_init(&all->crowd), HTN_OK);
    for (uint32_t i = 0; i < count; i++) {
        soldier *self = &all->soldiers[i];
        htn_agent_options options = {0};
        options.user = self;
        options.limits.steps = 16;
        options.defer = true;
        size = htn_agent_bytes(all->agent_class, &options);
        self->squad = all;
        self->number = i;
        self->memory = malloc(size);
        assert_int_equal(htn_agent_init(&self->agent, all->agent_class, &options, self->memory, size), HTN_OK);
    }
}

static void dismiss(squad *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        free(all->soldiers[i].memory);
    free(all->agent_class);
    free(all->blob);
}

static void add_all(squad *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        assert_int_equal(htn_crowd_add(&all->crowd, all->soldiers[i].agent), HTN_OK);
}

static void set(soldier *self, const char *property, int32_t value)
{
    fixture_set(htn_agent_world(self->agent), property, value);
}

static void frames(squad *all, uint32_t count, uint32_t budget)
{
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(htn_crowd_tick(&all->crowd, TICK, budget), HTN_OK);
}

static htn_crowd_stats statistics(const squad *all)
{
    htn_crowd_stats stats;
    assert_int_equal(htn_crowd_statistics(&all->crowd, &stats), HTN_OK);
    return stats;
}

/* --- One agent, and what it is given -------------------------------------------------------------- */

static void without_work_nothing_is_searched_and_all_else_goes_on(void **state)
{
    squad all;
    uint32_t work = 0;
    (void)state;
    muster(&all, 1);
    soldier *self = &all.soldiers[0];
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    assert_string_equal(self->log, "");
    assert_int_equal(self->tried, 0);
    assert_int_equal(htn_agent_result(self->agent, 0), HTN_SUSPENDED); /* one is due */
    work = 10;
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    assert_string_equal(self->log, "2+Walk ");
    assert_in_range(work, 1, 9);
    for (int i = 0; i < 4; i++) {
        work = 0;
        assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    }
    assert_string_equal(self->log, "2+Walk 3=Walk 3+Look 6=Look ");
    assert_int_equal(work, 0);
    assert_int_equal(self->tried, 1);
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, NULL), HTN_OK);
    assert_string_equal(self->log, "2+Walk 3=Walk 3+Look 6=Look 7+Walk ");
    dismiss(&all);
}

static void a_search_that_waited_sees_the_world_as_it_is_when_it_begins(void **state)
{
    squad all;
    htn_activity activity;
    uint32_t work = 0;
    (void)state;
    muster(&all, 1);
    soldier *self = &all.soldiers[0];
    for (int i = 0; i < 8; i++)
        assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    work = 10;
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    assert_true(htn_agent_activity(self->agent, 0, 0, &activity));
    assert_int_equal(activity.arguments[0].value, 9 * 7 / 4);
    assert_int_equal(self->tried, 1);
    dismiss(&all);
}

static void the_least_of_both_budgets_counts(void **state)
{
    squad all;
    uint32_t work = 500;
    (void)state;
    muster(&all, 1);
    soldier *self = &all.soldiers[0];
    htn_agent_options options = {0};
    options.user = self;
    options.budget = 20;
    const size_t size = htn_agent_bytes(all.agent_class, &options);
    free(self->memory);
    self->memory = malloc(size);
    assert_int_equal(htn_agent_init(&self->agent, all.agent_class, &options, self->memory, size), HTN_OK);
    set(self, "Keen", 1);
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    assert_int_equal(work, 480);
    work = 7;
    assert_int_equal(htn_agent_tick_within(self->agent, TICK, &work), HTN_OK);
    assert_int_equal(work, 0);
    assert_int_equal(htn_agent_tick_within(NULL, TICK, &work), HTN_BAD_ARGUMENT);
    dismiss(&all);
}

/* In the tick in which the search had to wait such a step began. */
static void a_search_that_waited_waits_for_a_step_that_is_not_to_be_interrupted(void **state)
{
    size_t size;
    htn_agent_class *agent_class;
    htn_agent *agent;
    htn_news news;
    uint32_t work = 100;
    (void)state;
    uint8_t *blob = fixture_compile("World State [ Noise : 0..9 ]\n"
                                    "Compound Task [T] Method [Noise > 5] Subtasks [Flee()]\n"
                                    "                  Method [true] Subtasks [Walk(), Roar()]\n"
                                    "Primitive Task [Flee] Operator [Flee]\n"
                                    "Primitive Task [Walk] Operator [Walk]\n"
                                    "Primitive Task [Roar] Operator [Roar] Interrupt [never]\n",
                                    false, &size);
    const htn_domain domain = fixture_load(blob, size);
    size = htn_agent_class_bytes(&domain);
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, NULL, malloc(size), size, NULL), HTN_OK);
    size = htn_agent_bytes(agent_class, NULL);
    assert_int_equal(htn_agent_init(&agent, agent_class, NULL, malloc(size), size), HTN_OK);
    assert_int_equal(htn_agent_tick_within(agent, TICK, &work), HTN_OK);
    assert_true(htn_agent_news(agent, &news));
    fixture_set(htn_agent_world(agent), "Noise", 9);
    assert_int_equal(htn_agent_report(agent, news.activity.id, HTN_SUCCEEDED), HTN_OK);
    work = 0;
    assert_int_equal(htn_agent_tick_within(agent, TICK, &work), HTN_OK);
    assert_true(htn_agent_news(agent, &news)); /* the roar */
    work = 100;
    assert_int_equal(htn_agent_tick_within(agent, TICK, &work), HTN_OK);
    assert_int_equal(work, 100);
    assert_int_equal(htn_agent_report(agent, news.activity.id, HTN_SUCCEEDED), HTN_OK);
    assert_int_equal(htn_agent_tick_within(agent, TICK, &work), HTN_OK);
    assert_in_range(work, 0, 99);
    free(agent);
    free(agent_class);
    free(blob);
}

/* --- Turns ---------------------------------------------------------------------------------------- */

static void whoever_has_waited_longest_comes_first(void **state)
{
    squad all;
    uint32_t before[3] = {0};
    (void)state;
    muster(&all, 3);
    add_all(&all);
    for (uint32_t i = 0; i < 3; i++)
        set(&all.soldiers[i], "Keen", 1);
    for (uint32_t frame = 0; frame < 30; frame++) {
        frames(&all, 1, HTN_CROWD_MIN_SHARE); /* enough for one */
        for (uint32_t i = 0; i < 3; i++) {
            const bool searched = all.soldiers[i].tried != before[i];
            assert_int_equal(searched, i == frame % 3);
            assert_int_equal(all.soldiers[i].ticks, frame + 1);
            before[i] = all.soldiers[i].tried;
        }
        assert_int_equal(statistics(&all).work, HTN_CROWD_MIN_SHARE);
        assert_int_equal(statistics(&all).waiting, 3);
    }
    assert_int_equal(statistics(&all).longest_wait, 2);
    dismiss(&all);
}

/* Half of them are hostile: they search for as long as they are let, always anew, as what they hear changes in each tick. */
static void no_agent_starves_beside_hostile_ones(void **state)
{
    enum { FRAMES = 600, SERVED = 8 };
    squad all;
    (void)state;
    muster(&all, AGENTS);
    add_all(&all);
    for (uint32_t i = 0; i < AGENTS; i += 2) {
        set(&all.soldiers[i], "Keen", 1);
        set(&all.soldiers[i], "Stuck", i % 4 == 0);
    }
    for (uint32_t i = 0; i < FRAMES; i++) {
        frames(&all, 1, SERVED * HTN_CROWD_MIN_SHARE);
        assert_in_range(statistics(&all).work, 0, SERVED * HTN_CROWD_MIN_SHARE);
        assert_in_range(statistics(&all).wait, 0, AGENTS / SERVED);
    }
    assert_in_range(statistics(&all).longest_wait, 1, AGENTS / SERVED);
    for (uint32_t i = 1; i < AGENTS; i += 2)
        assert_in_range(all.soldiers[i].tried, FRAMES / (AGENTS / SERVED + 1), FRAMES);
    dismiss(&all);
}

static void those_that_want_as_much_are_given_as_much(void **state)
{
    squad all;
    uint64_t least = UINT64_MAX, most = 0, sum = 0;
    htn_counts counts;
    (void)state;
    muster(&all, AGENTS - 3);
    add_all(&all);
    for (uint32_t i = 0; i < all.count; i++)
        set(&all.soldiers[i], "Keen", 1);
    for (uint32_t i = 0; i < 500; i++)
        frames(&all, 1, 500 + i % 3000); /* for one of them in a frame, or for all */
    for (uint32_t i = 0; i < all.count; i++) {
        htn_agent_counts(all.soldiers[i].agent, &counts);
        least = counts.work < least ? counts.work : least;
        most = counts.work > most ? counts.work : most;
        sum += counts.searches;
    }
    assert_in_range(least, 5000, most);
    assert_in_range(most - least, 0, least / 20);
    assert_int_equal(statistics(&all).searches, sum);
    dismiss(&all);
}

/* A budget for one of them and a little: who is given the little has not had its turn. */
static void what_is_left_of_a_budget_is_nobodys_turn(void **state)
{
    static const uint32_t budgets[] = {HTN_CROWD_MIN_SHARE + 1, HTN_CROWD_MIN_SHARE - 1, 5,
                                       HTN_CROWD_MIN_SHARE * 3 / 2};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        squad all;
        htn_counts one, other;
        muster(&all, 2);
        add_all(&all);
        set(&all.soldiers[0], "Keen", 1);
        set(&all.soldiers[1], "Keen", 1);
        frames(&all, 1000, budgets[i]);
        htn_agent_counts(all.soldiers[0].agent, &one);
        htn_agent_counts(all.soldiers[1].agent, &other);
        const uint64_t both = one.work + other.work;
        assert_in_range(both, 990 * budgets[i], 1000 * budgets[i]);
        assert_in_range(one.work, both / 2 - 4 * HTN_CROWD_MIN_SHARE, both / 2 + 4 * HTN_CROWD_MIN_SHARE);
        dismiss(&all);
    }
}

static void what_one_leaves_of_its_share_is_the_next_ones(void **state)
{
    squad all;
    (void)state;
    muster(&all, 10);
    add_all(&all);
    frames(&all, 1, 0); /* now all of them wait */
    assert_int_equal(statistics(&all).waiting, 10);
    assert_int_equal(statistics(&all).work, 0);
    set(&all.soldiers[9], "Keen", 1);
    frames(&all, 1, 3000);
    assert_int_equal(statistics(&all).work, 3000); /* the others needed next to nothing */
    assert_int_equal(statistics(&all).waiting, 1);
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(all.soldiers[i].tried, 1);
    dismiss(&all);
}

static void without_a_bound_nobody_waits(void **state)
{
    squad all;
    (void)state;
    muster(&all, AGENTS);
    add_all(&all);
    for (uint32_t i = 0; i < AGENTS; i++)
        set(&all.soldiers[i], "Keen", 1);
    frames(&all, 3, HTN_NONE);
    assert_int_equal(statistics(&all).waiting, 0);
    assert_int_equal(statistics(&all).longest_wait, 0);
    assert_in_range(statistics(&all).work, AGENTS * 4096, UINT32_MAX - 1);
    dismiss(&all);
}

/* --- Independence --------------------------------------------------------------------------------- */

/* The order of adding is the next permutation of so many that a stride makes. */
static void run_in_order(squad *all, uint32_t stride, uint32_t budget)
{
    muster(all, AGENTS - 3); /* a prime number, so that each stride goes through all */
    for (uint32_t i = 0; i < all->count; i++) {
        soldier *self = &all->soldiers[i * stride % all->count];
        set(self, "Keen", self->number % 5 == 0);
        assert_int_equal(htn_crowd_add(&all->crowd, self->agent), HTN_OK);
    }
    frames(all, 60, budget);
}

static void the_order_of_adding_makes_no_difference_to_anyone(void **state)
{
    static squad first, other;
    (void)state;
    run_in_order(&first, 1, ENOUGH);
    for (uint32_t stride = 2; stride < AGENTS - 3; stride += 5) {
        run_in_order(&other, stride, ENOUGH);
        for (uint32_t i = 0; i < first.count; i++) {
            assert_string_equal(other.soldiers[i].log, first.soldiers[i].log);
            assert_int_equal(other.soldiers[i].tried, first.soldiers[i].tried);
        }
        assert_non_null(strstr(other.soldiers[0].log, "=Look"));
        dismiss(&other);
    }
    dismiss(&first);
}

/* An agent in a crowd does what it does by itself when it is given as much in each tick. */
static void an_agent_alone_that_is_given_as_much_does_the_same(void **state)
{
    static squad alone, crowd;
    (void)state;
    muster(&crowd, 1);
    muster(&alone, 1);
    add_all(&crowd);
    set(&crowd.soldiers[0], "Keen", 1);
    set(&alone.soldiers[0], "Keen", 1);
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t budget = (i * 37) % 2000;
        const uint32_t waiting = statistics(&crowd).waiting;
        frames(&crowd, 1, budget);
        uint32_t work = waiting != 0 ? budget : budget / 2 > HTN_CROWD_MIN_SHARE ? budget / 2 : HTN_CROWD_MIN_SHARE;
        work = work < budget ? work : budget;
        assert_int_equal(htn_agent_tick_within(alone.soldiers[0].agent, TICK, &work), HTN_OK);
    }
    assert_string_equal(crowd.soldiers[0].log, alone.soldiers[0].log);
    assert_int_equal(crowd.soldiers[0].tried, alone.soldiers[0].tried);
    assert_non_null(strstr(alone.soldiers[0].log, "=Walk"));
    dismiss(&alone);
    dismiss(&crowd);
}

/* The one that was added last shares last; who was ticked first does not matter. */
static void a_crowd_shares_in_the_order_of_adding(void **state)
{
    squad all;
    htn_group *group;
    (void)state;
    muster(&all, 4);
    group = fixture_group(&all.domain, HTN_GROUP_LATER, 0);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(htn_agent_join(all.soldiers[i].agent, group), HTN_OK);
        assert_int_equal(htn_crowd_add(&all.crowd, all.soldiers[3 - i].agent), HTN_OK);
    }
    for (uint32_t frame = 0; frame < 10; frame++) {
        frames(&all, 1, HTN_CROWD_MIN_SHARE);
        const uint32_t last = frame % 4; /* of those that write at all */
        for (uint32_t i = last; i < 4; i++)
            set(&all.soldiers[i], "Watch", (int32_t)(20 * i + frame + 1));
        assert_int_equal(htn_crowd_share(&all.crowd), HTN_OK);
        assert_int_equal(htn_world_get(htn_group_world(group), htn_property_find(&all.domain, "Watch")),
                         20 * last + frame + 1);
    }
    free(group);
    dismiss(&all);
}

/* --- Coming and going ----------------------------------------------------------------------------- */

/* In each tick one soldier takes itself out, another, or somebody else's successor; and puts others in. */
static void come_and_go(soldier *self)
{
    squad *all = self->squad;
    const uint32_t which = (self->number * 7 + self->ticks * 11) % all->count;
    soldier *other =
        self->ticks % 4 == 0 ? self : &all->soldiers[self->ticks % 4 == 1 ? (self->number + 1) % all->count : which];
    if (htn_crowd_remove(&all->crowd, other->agent) == HTN_OK) {
        if (self->ticks % 3 == 0) /* and back in at once, at the end */
            assert_int_equal(htn_crowd_add(&all->crowd, other->agent), HTN_OK);
        return;
    }
    assert_int_equal(htn_crowd_add(&all->crowd, other->agent), HTN_OK);
}

static void agents_come_and_go_from_inside_callbacks(void **state)
{
    squad all;
    uint32_t ticked = 0;
    (void)state;
    muster(&all, AGENTS);
    all.inside = come_and_go;
    for (uint32_t i = 0; i < AGENTS; i++)
        set(&all.soldiers[i], "Keen", i % 2 == 0);
    add_all(&all);
    for (uint32_t frame = 0; frame < 2000; frame++) {
        uint32_t before[AGENTS];
        for (uint32_t i = 0; i < AGENTS; i++)
            before[i] = all.soldiers[i].ticks;
        frames(&all, 1, frame % 2000);
        for (uint32_t i = 0; i < AGENTS; i++) {
            assert_in_range(all.soldiers[i].ticks - before[i], 0, 1);
            ticked += all.soldiers[i].ticks - before[i];
            all.soldiers[i].used = 0;
        }
        if (statistics(&all).agents == 0)
            add_all(&all);
        assert_in_range(statistics(&all).agents, 1, AGENTS);
        assert_in_range(statistics(&all).waiting, 0, statistics(&all).agents);
    }
    assert_in_range(ticked, 2000, 2000 * AGENTS);
    all.inside = NULL;
    for (uint32_t i = 0; i < AGENTS; i++)
        htn_crowd_remove(&all.crowd, all.soldiers[i].agent);
    assert_int_equal(statistics(&all).agents, 0);
    assert_int_equal(statistics(&all).waiting, 0);
    assert_null(all.crowd.lists[HTN_CROWD_MEMBERS].first);
    assert_null(all.crowd.lists[HTN_CROWD_WAITING].last);
    dismiss(&all);
}

static void every_agent_is_ticked_once_in_a_frame_and_a_removed_one_no_more(void **state)
{
    squad all;
    (void)state;
    muster(&all, 6);
    add_all(&all);
    frames(&all, 3, 10);
    assert_int_equal(htn_crowd_remove(&all.crowd, all.soldiers[2].agent), HTN_OK);
    assert_int_equal(htn_crowd_remove(&all.crowd, all.soldiers[2].agent), HTN_BAD_ARGUMENT);
    frames(&all, 3, 10);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(all.soldiers[i].ticks, i == 2 ? 3 : 6);
    assert_int_equal(htn_crowd_add(&all.crowd, all.soldiers[2].agent), HTN_OK);
    frames(&all, 1, 10);
    assert_int_equal(all.soldiers[2].ticks, 4);
    assert_int_equal(statistics(&all).agents, 6);
    dismiss(&all);
}

static void tick_the_crowd(soldier *self)
{
    assert_int_equal(htn_crowd_set_clock(&self->squad->crowd, NULL, NULL), HTN_BUSY);
    assert_int_equal(htn_crowd_tick(&self->squad->crowd, 1, 1), HTN_BUSY);
    assert_int_equal(htn_crowd_share(&self->squad->crowd), HTN_BUSY);
}

static void a_crowd_is_not_ticked_from_inside_its_own_tick(void **state)
{
    squad all;
    (void)state;
    muster(&all, 3);
    all.inside = tick_the_crowd;
    add_all(&all);
    frames(&all, 3, ENOUGH);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(all.soldiers[i].ticks, 3);
    dismiss(&all);
}

/* --- Budgets in time ------------------------------------------------------------------------------ */

enum { UNIT_NS = 37 };

/* A machine on which each unit takes as long, and all else takes nothing. */
static uint64_t clock_of_work(void *user)
{
    const squad *all = (const squad *)user;
    uint64_t work = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        htn_counts counts;
        htn_agent_counts(all->soldiers[i].agent, &counts);
        work += counts.work;
    }
    return 1000000 + work * UNIT_NS;
}

static void begin_timed(squad *all, uint32_t count)
{
    muster(all, count);
    add_all(all);
    for (uint32_t i = 0; i < count; i++)
        set(&all->soldiers[i], "Keen", i % 2 == 0);
}

/* The journal has the units: its replay, which has no clock, does the same. */
static void a_budget_in_time_is_as_many_units_as_take_it(void **state)
{
    static squad timed, counted;
    recording recorded;
    (void)state;
    begin_timed(&timed, AGENTS);
    begin_timed(&counted, AGENTS);
    recording_begin(&recorded, timed.soldiers[0].agent, 1 << 16);
    assert_int_equal(htn_crowd_set_clock(&timed.crowd, clock_of_work, &timed), HTN_OK);
    assert_int_equal(statistics(&timed).unit_ps, HTN_CROWD_UNIT_PS);
    frames(&timed, 1, 300);
    frames(&counted, 1, 300);
    assert_int_equal(statistics(&timed).unit_ps, UNIT_NS * 1000);
    for (uint32_t i = 0; i < 200; i++) {
        const uint32_t units = i * 131 % 3000;
        assert_int_equal(htn_crowd_tick_for(&timed.crowd, TICK, (uint64_t)units * UNIT_NS), HTN_OK);
        frames(&counted, 1, units);
        assert_int_equal(statistics(&timed).budget, units);
        assert_int_equal(statistics(&timed).work, statistics(&counted).work);
    }
    for (uint32_t i = 0; i < AGENTS; i++)
        assert_string_equal(timed.soldiers[i].log, counted.soldiers[i].log);
    assert_non_null(strstr(timed.soldiers[0].log, "=Walk"));
    recording_assert_replayed(&recorded, &timed.domain);
    recording_end(&recorded);
    dismiss(&timed);
    dismiss(&counted);
}

/* The machine becomes slower or faster. After enough searches the new speed counts. */
static uint64_t clock_of_ratio(void *user)
{
    static uint64_t now, work;
    squad *all = (squad *)user;
    const uint64_t before = work;
    work = (clock_of_work(all) - 1000000) / UNIT_NS;
    now += (work - before) * (all->count == 1 ? 10 : 80);
    return now;
}

static void what_a_unit_takes_is_followed(void **state)
{
    static squad all;
    (void)state;
    begin_timed(&all, 2);
    assert_int_equal(htn_crowd_set_clock(&all.crowd, clock_of_ratio, &all), HTN_OK);
    for (uint32_t i = 0; i < 150; i++, all.soldiers[0].used = all.soldiers[1].used = 0)
        frames(&all, 1, ENOUGH);
    assert_int_equal(statistics(&all).unit_ps, 80000);
    assert_int_equal(htn_crowd_remove(&all.crowd, all.soldiers[1].agent), HTN_OK);
    all.count = 1;
    for (uint32_t i = 0; i < 800; i++, all.soldiers[0].used = 0)
        frames(&all, 1, ENOUGH);
    assert_in_range(statistics(&all).unit_ps, 10000, 12000);
    assert_int_equal(htn_crowd_set_clock(&all.crowd, NULL, NULL), HTN_OK);
    assert_int_equal(statistics(&all).unit_ps, HTN_CROWD_UNIT_PS);
    all.count = 2;
    dismiss(&all);
}

static uint64_t clock_that_goes_back(void *user)
{
    return (*(uint64_t *)user)--;
}

static uint64_t clock_that_leaps(void *user)
{
    return *(uint64_t *)user += UINT64_MAX / 3;
}

static void a_wrong_clock_does_no_harm(void **state)
{
    squad all;
    uint64_t time = 1000;
    (void)state;
    begin_timed(&all, 2);
    assert_int_equal(htn_crowd_tick_for(&all.crowd, TICK, 1000), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_tick_for(NULL, TICK, 1000), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_set_clock(NULL, clock_that_goes_back, &time), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_set_clock(&all.crowd, clock_that_goes_back, &time), HTN_OK);
    assert_int_equal(htn_crowd_tick_for(&all.crowd, TICK, 0), HTN_OK);
    assert_int_equal(statistics(&all).work, 0);
    assert_int_equal(htn_crowd_tick_for(&all.crowd, TICK, 1), HTN_OK);
    assert_int_equal(statistics(&all).budget, 1);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(htn_crowd_tick_for(&all.crowd, TICK, UINT64_MAX), HTN_OK);
    assert_int_equal(statistics(&all).unit_ps, 1);
    assert_int_equal(statistics(&all).budget, HTN_NONE - 1);
    assert_int_equal(htn_crowd_set_clock(&all.crowd, clock_that_leaps, &time), HTN_OK);
    for (uint32_t i = 0; i < 200; i++)
        assert_int_equal(htn_crowd_tick_for(&all.crowd, TICK, 1000000), HTN_OK);
    assert_in_range(statistics(&all).budget, 1, 1000);
    dismiss(&all);
}

static void misuse_is_answered(void **state)
{
    squad all;
    htn_crowd other;
    htn_crowd_stats stats;
    (void)state;
    muster(&all, 2);
    htn_agent *agent = all.soldiers[0].agent;
    assert_int_equal(htn_crowd_init(NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_init(&other), HTN_OK);
    assert_int_equal(htn_crowd_add(NULL, agent), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_add(&other, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_add(&other, agent), HTN_OK);
    assert_int_equal(htn_crowd_add(&other, agent), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_add(&all.crowd, agent), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_remove(&all.crowd, agent), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_remove(NULL, agent), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_remove(&other, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_tick(NULL, 1, 1), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_share(NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_statistics(NULL, &stats), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_statistics(&other, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_crowd_share(&other), HTN_OK);          /* of no group */
    assert_int_equal(htn_crowd_tick(&all.crowd, 1, 1), HTN_OK); /* nobody in it */
    dismiss(&all);
}

/* A search that meets a limit is told, and holds nobody up. */
static void what_one_agent_meets_is_told_when_all_have_been_ticked(void **state)
{
    squad all;
    (void)state;
    muster(&all, 2);
    htn_agent_options options = {0};
    options.user = &all.soldiers[0];
    options.limits.work = 50;
    const size_t size = htn_agent_bytes(all.agent_class, &options);
    free(all.soldiers[0].memory);
    all.soldiers[0].memory = malloc(size);
    assert_int_equal(htn_agent_init(&all.soldiers[0].agent, all.agent_class, &options, all.soldiers[0].memory, size),
                     HTN_OK);
    set(&all.soldiers[0], "Keen", 1);
    add_all(&all);
    assert_int_equal(htn_crowd_tick(&all.crowd, TICK, ENOUGH), HTN_LIMIT_WORK);
    assert_int_equal(htn_agent_result(all.soldiers[0].agent, 0), HTN_LIMIT_WORK);
    assert_string_equal(all.soldiers[1].log, "1+Walk ");
    dismiss(&all);
}

/* Field by field: what lies between them may differ. */
static void assert_same_statistics(const htn_crowd *one, const htn_crowd *other)
{
    htn_crowd_stats a, b;
    htn_crowd_statistics(one, &a);
    htn_crowd_statistics(other, &b);
    assert_int_equal(a.agents, b.agents);
    assert_int_equal(a.waiting, b.waiting);
    assert_int_equal(a.wait, b.wait);
    assert_int_equal(a.longest_wait, b.longest_wait);
    assert_int_equal(a.work, b.work);
    assert_int_equal(a.budget, b.budget);
    assert_int_equal(a.unit_ps, b.unit_ps);
    assert_int_equal(a.searches, b.searches);
    assert_int_equal(a.skipped, b.skipped);
    assert_int_equal(a.trouble, b.trouble);
    assert_ptr_equal(a.trouble_agent, b.trouble_agent);
    assert_int_equal(a.trouble_layer, b.trouble_layer);
}

/* The same frames once more, with a counter of frames that wraps around in their midst. */
static void the_count_of_frames_may_wrap_around(void **state)
{
    squad plain, late;
    (void)state;
    muster(&plain, AGENTS);
    muster(&late, AGENTS);
    late.crowd.frame = UINT32_MAX - 20;
    add_all(&plain);
    add_all(&late);
    for (uint32_t frame = 0; frame < 50; frame++) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            set(&plain.soldiers[i], "Keen", (i + frame) % 7 == 0);
            set(&late.soldiers[i], "Keen", (i + frame) % 7 == 0);
        }
        assert_int_equal(htn_crowd_tick(&plain.crowd, TICK, 60), htn_crowd_tick(&late.crowd, TICK, 60));
        assert_same_statistics(&plain.crowd, &late.crowd);
    }
    for (uint32_t i = 0; i < AGENTS; i++)
        assert_string_equal(plain.soldiers[i].log, late.soldiers[i].log);
    dismiss(&plain);
    dismiss(&late);
}

/* --- News ----------------------------------------------------------------------------------------- */

/* Ends the agent's step in this frame, so that the next one begins. */
static void go_on(htn_agent *agent)
{
    htn_activity activity;
    assert_true(htn_agent_activity(agent, 0, 0, &activity));
    assert_int_equal(htn_agent_report(agent, activity.id, HTN_SUCCEEDED), HTN_OK);
}

/* The first agent is ticked first, but has news only in the frame behind that of the second one. */
static void older_news_comes_first(void **state)
{
    htn_agent_class *agent_class;
    htn_agent *agents[2];
    htn_crowd crowd;
    htn_news news;
    size_t size;
    (void)state;
    uint8_t *blob = fixture_compile("Compound Task [T] Method [true] Subtasks [Walk()]\n"
                                    "Primitive Task [Walk] Operator [Walk]\n",
                                    false, &size);
    const htn_domain domain = fixture_load(blob, size);
    size = htn_agent_class_bytes(&domain);
    assert_int_equal(htn_agent_class_init(&agent_class, &domain, NULL, malloc(size), size, NULL), HTN_OK);
    assert_int_equal(htn_crowd_init(&crowd), HTN_OK);
    size = htn_agent_bytes(agent_class, NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(htn_agent_init(&agents[i], agent_class, NULL, malloc(size), size), HTN_OK);
        assert_int_equal(htn_crowd_add(&crowd, agents[i]), HTN_OK);
    }
    assert_int_equal(htn_crowd_tick(&crowd, TICK, ENOUGH), HTN_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(htn_crowd_news(&crowd, &news));
        assert_ptr_equal(news.activity.agent, agents[i]);
    }
    assert_false(htn_crowd_news(&crowd, &news));
    for (int i = 2; i-- > 0;) {
        go_on(agents[i]);
        assert_int_equal(htn_crowd_tick(&crowd, TICK, ENOUGH), HTN_OK);
    }
    for (int i = 2; i-- > 0;) {
        assert_true(htn_crowd_news(&crowd, &news));
        assert_ptr_equal(news.activity.agent, agents[i]);
    }
    assert_false(htn_crowd_news(&crowd, &news));
    for (int i = 0; i < 2; i++)
        free(agents[i]);
    free(agent_class);
    free(blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_work_nothing_is_searched_and_all_else_goes_on),
        cmocka_unit_test(a_search_that_waited_sees_the_world_as_it_is_when_it_begins),
        cmocka_unit_test(the_least_of_both_budgets_counts),
        cmocka_unit_test(a_search_that_waited_waits_for_a_step_that_is_not_to_be_interrupted),
        cmocka_unit_test(whoever_has_waited_longest_comes_first),
        cmocka_unit_test(no_agent_starves_beside_hostile_ones),
        cmocka_unit_test(those_that_want_as_much_are_given_as_much),
        cmocka_unit_test(what_is_left_of_a_budget_is_nobodys_turn),
        cmocka_unit_test(what_one_leaves_of_its_share_is_the_next_ones),
        cmocka_unit_test(without_a_bound_nobody_waits),
        cmocka_unit_test(the_order_of_adding_makes_no_difference_to_anyone),
        cmocka_unit_test(an_agent_alone_that_is_given_as_much_does_the_same),
        cmocka_unit_test(a_crowd_shares_in_the_order_of_adding),
        cmocka_unit_test(agents_come_and_go_from_inside_callbacks),
        cmocka_unit_test(every_agent_is_ticked_once_in_a_frame_and_a_removed_one_no_more),
        cmocka_unit_test(a_crowd_is_not_ticked_from_inside_its_own_tick),
        cmocka_unit_test(the_count_of_frames_may_wrap_around),
        cmocka_unit_test(a_budget_in_time_is_as_many_units_as_take_it),
        cmocka_unit_test(what_a_unit_takes_is_followed),
        cmocka_unit_test(a_wrong_clock_does_no_harm),
        cmocka_unit_test(misuse_is_answered),
        cmocka_unit_test(what_one_agent_meets_is_told_when_all_have_been_ticked),
        cmocka_unit_test(older_news_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
