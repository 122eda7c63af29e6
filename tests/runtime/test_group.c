/*
 * Groups: agents over one home (htn/group.h), through the front door. A is ticked and shared before B. What a case is about stands in
 * the name; most are told for both kinds of group.
 */
#include "recording.h"
#include <htn/save.h>
#include <stdio.h>

static const char source[] =
    "Entities [Thief] Max [4]\n"
    "Shared World State [ N : 0..9 = 8, Alarm : bool, Seen(Thief) : bool, Chief : Thief ]\n"
    "World State [ Go : 0..9, Target : Thief, Knows(Thief) : bool, Own(Thief) : 0..9, Pad : 0..99 ]\n"
    "Sensor [Ear] Updates [Alarm]\n"
    "Compound Task [Live]\n"
    "  Method [Go == 1] Subtasks [More()]\n"
    "  Method [Go == 2] Subtasks [Many()]\n"
    "  Method [Go == 3] Subtasks [Less()]\n"
    "  Method [Go == 4, Target != none] Subtasks [Chase(Target)]\n"
    "  Method [Go == 5] Subtasks [Ring()]\n"
    "  Method [Go == 6, Alarm] Subtasks [Flee()]\n"
    "Primitive Task [More] Operator [More()] Effects [N += 1, Go = 0]\n"
    "Primitive Task [Many] Operator [Many()] Effects [N += 5, Go = 0]\n"
    "Primitive Task [Less] Operator [Less()] Effects [N -= 5, Go = 0]\n"
    "Primitive Task [Chase(who : Thief)] Operator [Chase(who)] Effects [Go = 0]\n"
    "Primitive Task [Ring] Operator [Ring()] Effects [Alarm = true, Go = 0]\n"
    "Primitive Task [Flee] Operator [Flee()] Effects [Go = 0]\n";

enum { AGENTS = 3, LOG = 512 };

typedef struct member {
    struct group_story *told;
    void *memory;
    htn_agent *agent;
    recording recording;
    char log[LOG];
    void (*inside)(struct member *self);   /* called in each start */
    void (*updating)(struct member *self); /* called in each update */
    htn_outcome next;                      /* what a step that goes on answers */
} member;

typedef struct group_story {
    htn_group_mode mode;
    uint8_t *blob;
    htn_domain domain;
    void *class_memory;
    htn_agent_class *agent_class;
    htn_group *group;
    htn_world *home;
    member members[AGENTS];
    member *a, *b;
} group_story;

static void note(member *self, const char *mark, const htn_activity *activity)
{
    const size_t used = strlen(self->log);
    snprintf(self->log + used, LOG - used, "%s%s%s", used == 0 ? "" : " ", mark,
             htn_task_name(&self->told->domain, activity->task));
    for (uint32_t i = 0; i < activity->argument_count; i++)
        snprintf(self->log + strlen(self->log), LOG - strlen(self->log), "(%d)", activity->arguments[i].value);
}

static htn_outcome start(void *user, const htn_activity *activity)
{
    member *self = user;
    note(self, "+", activity);
    if (self->inside != NULL)
        self->inside(self);
    const char *name = htn_task_name(&self->told->domain, activity->task);
    return strcmp(name, "Chase") == 0 || strncmp(name, "Hold", 4) == 0 ? HTN_RUNNING : HTN_SUCCEEDED;
}

static htn_outcome update(void *user, const htn_activity *activity)
{
    member *self = user;
    const htn_outcome outcome = self->next;
    (void)activity;
    if (self->updating != NULL)
        self->updating(self);
    self->next = HTN_RUNNING;
    return outcome;
}

static htn_outcome stop(void *user, const htn_activity *activity)
{
    note(user, "-", activity);
    return HTN_ABORTED;
}

static void hear(void *user, const htn_sensing *sensing)
{
    htn_world *world = sensing->world;
    (void)user;
    if (htn_world_get(world, htn_property_find(world->domain, "Pad")) == 7)
        htn_world_set(world, htn_property_find(world->domain, "Alarm"), 1);
}

static void make_agent(group_story *told, member *self)
{
    htn_agent_options options = {0};
    options.user = self;
    options.defer = true;
    const size_t size = htn_agent_bytes(told->agent_class, &options);
    self->told = told;
    self->memory = malloc(size);
    assert_int_equal(htn_agent_init(&self->agent, told->agent_class, &options, self->memory, size), HTN_OK);
    recording_begin(&self->recording, self->agent, 1 << 16);
}

/* The agent's journal is replayed without the others. */
static void end_agent(group_story *told, member *self)
{
    recording_assert_alike(&self->recording, &told->domain, self->agent);
    assert_int_equal(htn_agent_join(self->agent, NULL), HTN_OK);
    recording_assert_replayed(&self->recording, &told->domain);
    recording_assert_alike(&self->recording, &told->domain, self->agent);
    recording_end(&self->recording);
    free(self->memory);
}

static void make_class(group_story *told)
{
    static const htn_sensor_binding sensors[] = {{.name = "Ear", .sense = hear}};
    htn_operator_binding operators[8];
    const uint32_t count = htn_domain_count(&told->domain, HTN_SECTION_OPERATORS);
    for (uint32_t i = 0; i < count; i++)
        operators[i] = (htn_operator_binding){
            .name = htn_operator_name(&told->domain, i), .start = start, .update = update, .abort = stop};
    const htn_bindings bindings = {.operators = operators,
                                   .operator_count = count,
                                   .sensors = sensors,
                                   .sensor_count = htn_domain_count(&told->domain, HTN_SECTION_SENSORS)};
    const size_t size = htn_agent_class_bytes(&told->domain);
    told->class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&told->agent_class, &told->domain, &bindings, told->class_memory, size, NULL),
                     HTN_OK);
}

static void begin_with(group_story *told, const char *text, htn_group_mode mode)
{
    size_t size;
    memset(told, 0, sizeof *told);
    told->mode = mode;
    told->blob = fixture_compile(text, false, &size);
    told->domain = fixture_load(told->blob, size);
    make_class(told);
    told->group = fixture_group(&told->domain, mode, 1);
    told->home = htn_group_world(told->group);
    told->a = &told->members[0];
    told->b = &told->members[1];
    for (uint32_t i = 0; i < AGENTS; i++)
        make_agent(told, &told->members[i]);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(htn_agent_join(told->members[i].agent, told->group), HTN_OK);
}

static void begin(group_story *told, htn_group_mode mode)
{
    begin_with(told, source, mode);
}

static void end(group_story *told)
{
    for (uint32_t i = 0; i < AGENTS; i++)
        end_agent(told, &told->members[i]);
    free(told->group);
    free(told->class_memory);
    free(told->blob);
}

static htn_world *world_of(const member *self)
{
    return htn_agent_world(self->agent);
}

static int32_t value(const htn_world *world, const char *property)
{
    return htn_world_get(world, htn_property_find(world->domain, property));
}

static int32_t value_at(const htn_world *world, const char *property, int32_t index)
{
    return htn_world_get_at(world, htn_property_find(world->domain, property), &index, 1);
}

static void set_at(htn_world *world, const char *property, int32_t index, int32_t to)
{
    assert_int_equal(htn_world_set_at(world, htn_property_find(world->domain, property), &index, 1, to), HTN_OK);
}

static uint32_t thief(const group_story *told)
{
    return htn_type_find(&told->domain, "Thief");
}

static int32_t spawn(const group_story *told, htn_world *world)
{
    int32_t made = -1;
    assert_int_equal(htn_world_spawn(world, thief(told), &made), HTN_OK);
    return made;
}

static void tick(member *self)
{
    assert_int_equal(htn_agent_tick(self->agent, 100000), HTN_OK);
}

static void share(member *self)
{
    assert_int_equal(htn_agent_share(self->agent), HTN_OK);
}

/* Ticks it with `Go` as given; in the log must be just this. */
static void go(member *self, int32_t to, const char *log)
{
    fixture_set(world_of(self), "Go", to);
    self->log[0] = '\0';
    tick(self);
    assert_string_equal(self->log, log);
}

/* Many changes of the home, more than its log has room for. */
static void shake(htn_world *home)
{
    const int32_t kept = value(home, "N");
    for (int32_t i = 0; i < 2 * HTN_WORLD_LOG; i++)
        fixture_set(home, "N", i % 10);
    fixture_set(home, "N", kept);
}

static void for_both(void (*tell)(group_story *))
{
    group_story told;
    for (uint32_t mode = HTN_GROUP_AT_ONCE; mode <= HTN_GROUP_LATER; mode++) {
        begin(&told, (htn_group_mode)mode);
        tell(&told);
        end(&told);
    }
}

#define BOTH(name)                            \
    static void name##_in(group_story *told); \
    static void name(void **state)            \
    {                                         \
        (void)state;                          \
        for_both(name##_in);                  \
    }                                         \
    static void name##_in(group_story *told)

/* --- Instances ---------------------------------------------------------------------------------- */

BOTH(instances_of_the_home_reach_agents)
{
    for (uint32_t round = 1; round <= 4; round++) { /* the first time before A is ticked at all */
        const int32_t made = spawn(told, told->home);
        if (round % 2 == 0)
            shake(told->home);
        tick(told->a);
        assert_true(htn_world_exists(world_of(told->a), thief(told), made));
        assert_int_equal(htn_world_generation(world_of(told->a), thief(told), made), round);
        assert_int_equal(htn_world_despawn(told->home, thief(told), made), HTN_OK);
        if (round % 2 == 0)
            shake(told->home);
        tick(told->a);
        assert_false(htn_world_exists(world_of(told->a), thief(told), made));
    }
}

BOTH(a_slot_that_is_used_again_is_another_instance)
{
    spawn(told, told->home);
    const int32_t two = spawn(told, told->home);
    tick(told->a);
    fixture_set(world_of(told->a), "Target", two);
    set_at(world_of(told->a), "Knows", two, 1);
    set_at(told->home, "Seen", two, 1);
    go(told->a, 4, "+Chase(1)");
    assert_int_equal(htn_world_despawn(told->home, thief(told), two), HTN_OK);
    assert_int_equal(spawn(told, told->home), two);
    tick(told->a);
    assert_string_equal(told->a->log, "+Chase(1) -Chase(-1)");
    assert_int_equal(value(world_of(told->a), "Target"), -1);
    assert_int_equal(value_at(world_of(told->a), "Knows", two), 0);
    assert_int_equal(value_at(world_of(told->a), "Seen", two), 0);
    assert_true(htn_world_exists(world_of(told->a), thief(told), two));
    assert_false(htn_agent_plan(told->a->agent, 0, &(htn_plan){0}, NULL));
}

BOTH(a_removal_reaches_what_others_have_of_their_own)
{
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    tick(told->b);
    fixture_set(world_of(told->b), "Target", made);
    assert_int_equal(htn_world_despawn(world_of(told->a), thief(told), made), HTN_OK);
    assert_int_equal(htn_world_exists(told->home, thief(told), made), told->mode == HTN_GROUP_LATER);
    tick(told->b);
    assert_int_equal(value(world_of(told->b), "Target"), told->mode == HTN_GROUP_LATER ? made : -1);
    tick(told->a);
    assert_false(htn_world_exists(world_of(told->a), thief(told), made)); /* not back before it has shared */
    share(told->a);
    assert_false(htn_world_exists(told->home, thief(told), made));
    tick(told->b);
    assert_int_equal(value(world_of(told->b), "Target"), -1);
}

static void removing_what_is_removed_does_nothing(void **state)
{
    group_story told;
    (void)state;
    begin(&told, HTN_GROUP_LATER);
    const int32_t made = spawn(&told, told.home);
    tick(told.a);
    tick(told.b);
    assert_int_equal(htn_world_despawn(world_of(told.a), thief(&told), made), HTN_OK);
    assert_int_equal(htn_world_despawn(world_of(told.b), thief(&told), made), HTN_OK);
    set_at(world_of(told.b), "Seen", made, 1); /* not of the next one */
    share(told.a);
    assert_int_equal(spawn(&told, told.home), made);
    share(told.b);
    assert_true(htn_world_exists(told.home, thief(&told), made));
    assert_int_equal(value_at(told.home, "Seen", made), 0);
    tick(told.b);
    assert_true(htn_world_exists(world_of(told.b), thief(&told), made));
    assert_int_equal(value_at(world_of(told.b), "Seen", made), 0);
    end(&told);
}

static void what_was_done_to_a_removed_instance_is_dropped(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t taken = 0; taken < 2; taken++) {
        begin(&told, HTN_GROUP_LATER);
        const int32_t made = spawn(&told, told.home);
        tick(told.a);
        set_at(world_of(told.a), "Seen", made, 1);
        fixture_set(world_of(told.a), "Chief", made);
        assert_int_equal(htn_world_despawn(told.home, thief(&told), made), HTN_OK);
        assert_int_equal(spawn(&told, told.home), made);
        if (taken != 0)
            tick(told.a);
        share(told.a);
        tick(told.a);
        assert_int_equal(value_at(told.home, "Seen", made), 0);
        assert_int_equal(value(told.home, "Chief"), -1);
        assert_int_equal(value_at(world_of(told.a), "Seen", made), 0);
        assert_int_equal(value(world_of(told.a), "Chief"), -1);
        end(&told);
    }
}

/* Between ticks: its copy does not know yet that the slot has another instance. */
static void an_agent_writes_nothing_to_an_instance_that_it_does_not_know(void **state)
{
    group_story told;
    (void)state;
    begin(&told, HTN_GROUP_AT_ONCE);
    const int32_t made = spawn(&told, told.home);
    tick(told.a);
    assert_int_equal(htn_world_despawn(told.home, thief(&told), made), HTN_OK);
    assert_int_equal(spawn(&told, told.home), made);
    set_at(world_of(told.a), "Seen", made, 1);
    fixture_set(world_of(told.a), "Chief", made);
    assert_int_equal(value_at(told.home, "Seen", made), 0);
    assert_int_equal(value(told.home, "Chief"), -1);
    end(&told);
}

BOTH(before_its_first_take_an_agent_means_no_instance_of_the_home)
{
    htn_group *other = fixture_group(&told->domain, told->mode, 2);
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    assert_int_equal(spawn(told, htn_group_world(other)), made);
    assert_int_equal(htn_agent_join(told->a->agent, other), HTN_OK);
    set_at(world_of(told->a), "Seen", made, 1);
    fixture_set(world_of(told->a), "Alarm", 1);
    assert_int_equal(htn_world_despawn(world_of(told->a), thief(told), made), HTN_OK);
    tick(told->a);
    share(told->a);
    assert_true(htn_world_exists(htn_group_world(other), thief(told), made));
    assert_int_equal(value_at(htn_group_world(other), "Seen", made), 0);
    assert_int_equal(value(htn_group_world(other), "Alarm"), 1);
    assert_int_equal(htn_agent_join(told->a->agent, NULL), HTN_OK);
    free(other);
}

static void only_at_once_spawns_through_an_agent(void **state)
{
    group_story told;
    int32_t made;
    (void)state;
    begin(&told, HTN_GROUP_LATER);
    tick(told.a);
    assert_int_equal(htn_world_spawn(world_of(told.a), thief(&told), &made), HTN_BAD_ARGUMENT);
    end(&told);
    begin(&told, HTN_GROUP_AT_ONCE);
    tick(told.a);
    assert_int_equal(spawn(&told, told.home), 0); /* A has not seen it: its own is the next one */
    assert_int_equal(spawn(&told, world_of(told.a)), 1);
    assert_true(htn_world_exists(told.home, thief(&told), 1));
    assert_int_equal(htn_world_despawn(told.home, thief(&told), 1), HTN_OK);
    assert_int_equal(spawn(&told, world_of(told.a)), 1); /* in the place of one that A knows */
    assert_int_equal(htn_world_generation(world_of(told.a), thief(&told), 1), 2);
    end(&told);
}

/* --- Values ------------------------------------------------------------------------------------- */

BOTH(sums_of_several_agents_add_up)
{
    const bool later = told->mode == HTN_GROUP_LATER;
    for (int32_t from = 3; from <= 8; from += 5) {
        fixture_set(told->home, "N", from);
        go(told->a, 1, "+More");
        assert_int_equal(value(told->home, "N"), later ? from : from + 1);
        go(told->b, 1, "+More");
        share(told->a);
        share(told->b);
        assert_int_equal(value(told->home, "N"), from == 3 ? 5 : 9);
    }
}

static void the_home_saturates_whole_sums(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t a_first = 0; a_first < 2; a_first++) {
        begin(&told, HTN_GROUP_LATER);
        go(told.a, 2, "+Many");
        go(told.b, 3, "+Less");
        assert_int_equal(value(world_of(told.a), "N"), 9);
        assert_int_equal(value(world_of(told.b), "N"), 3);
        share(a_first ? told.a : told.b);
        assert_int_equal(value(told.home, "N"), a_first ? 9 : 3);
        share(a_first ? told.b : told.a);
        assert_int_equal(value(told.home, "N"), a_first ? 4 : 8);
        tick(told.a);
        tick(told.b);
        assert_int_equal(value(world_of(told.a), "N"), value(told.home, "N"));
        assert_int_equal(value(world_of(told.b), "N"), value(told.home, "N"));
        end(&told);
    }
}

static void one_operation_for_each_cell_is_shared(void **state)
{
    group_story told;
    (void)state;
    begin(&told, HTN_GROUP_LATER);
    tick(told.a);
    const htn_property n = htn_property_find(&told.domain, "N");
    assert_int_equal(htn_world_add(world_of(told.a), n, 5), HTN_OK);
    assert_int_equal(htn_world_add(world_of(told.a), n, -3), HTN_OK);
    assert_int_equal(value(world_of(told.a), "N"), 6); /* 9, then 6 */
    tick(told.a);
    assert_int_equal(value(world_of(told.a), "N"), 9); /* what the home has, and 2 */
    fixture_set(told.home, "N", 1);
    tick(told.a);
    assert_int_equal(value(world_of(told.a), "N"), 3); /* still on top */
    share(told.a);
    assert_int_equal(value(told.home, "N"), 3);
    fixture_set(world_of(told.a), "N", 7);
    assert_int_equal(htn_world_add(world_of(told.a), n, 5), HTN_OK);
    assert_int_equal(htn_world_add(world_of(told.a), n, -1), HTN_OK);
    fixture_set(told.home, "N", 0);
    share(told.a);
    assert_int_equal(value(told.home, "N"), 8);
    assert_int_equal(htn_world_add(world_of(told.a), htn_property_find(&told.domain, "Alarm"), 1), HTN_BAD_ARGUMENT);
    end(&told);
}

static void own_writes_do_not_undo_what_others_share(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t a_first = 0; a_first < 2; a_first++) {
        begin(&told, HTN_GROUP_LATER);
        tick(told.a);
        tick(told.b);
        for (int32_t i = 0; i < 70; i++)
            fixture_set(world_of(told.a), "Pad", i + 10);
        fixture_set(world_of(told.b), "Alarm", 1);
        share(a_first ? told.a : told.b);
        share(a_first ? told.b : told.a);
        assert_int_equal(value(told.home, "Alarm"), 1);
        tick(told.a);
        assert_int_equal(value(world_of(told.a), "Alarm"), 1);
        end(&told);
    }
}

BOTH(writing_what_the_copy_has_is_a_write)
{
    fixture_set(told->home, "Alarm", 1);
    tick(told->a);
    fixture_set(told->home, "Alarm", 0);
    fixture_set(world_of(told->a), "Pad", 7);
    assert_int_equal(htn_agent_sense(told->a->agent, 0), HTN_OK);
    share(told->a);
    assert_int_equal(value(told->home, "Alarm"), 1);
}

static void set_home(member *self)
{
    fixture_set(self->told->home, "N", 2);
    assert_int_equal(htn_agent_tick(self->told->b->agent, 1), HTN_BUSY);
    assert_int_equal(htn_agent_join(self->agent, NULL), HTN_BUSY);
    assert_int_equal(htn_agent_share(self->agent), HTN_BUSY);
}

static void a_callback_writes_the_home(void **state)
{
    group_story told;
    (void)state;
    begin(&told, HTN_GROUP_AT_ONCE);
    told.a->inside = set_home;
    go(told.a, 1, "+More");
    assert_int_equal(value(told.home, "N"), 3);
    assert_int_equal(value(world_of(told.a), "N"), 3);
    assert_int_equal(value(world_of(told.b), "N"), 8);
    end(&told);
}

static void spawn_and_remove(member *self)
{
    htn_world *home = self->told->home, *copy = world_of(self);
    const int32_t first = spawn(self->told, home), second = spawn(self->told, copy);
    assert_true(htn_world_exists(copy, thief(self->told), first));
    assert_true(htn_world_exists(home, thief(self->told), second));
    fixture_set(copy, "Target", first);
    fixture_set(home, "Chief", second);
    assert_int_equal(value(copy, "Chief"), second);
    assert_int_equal(htn_world_despawn(home, thief(self->told), first), HTN_OK);
    assert_int_equal(value(copy, "Target"), -1);
    assert_int_equal(htn_world_despawn(copy, thief(self->told), second), HTN_OK);
    assert_int_equal(value(home, "Chief"), -1);
}

static void callbacks_spawn_and_remove_in_both_worlds(void **state)
{
    group_story told;
    (void)state;
    begin(&told, HTN_GROUP_AT_ONCE);
    told.a->inside = spawn_and_remove;
    go(told.a, 1, "+More");
    go(told.a, 1, "+More");
    end(&told);
}

BOTH(what_is_written_back_before_the_next_take_has_not_changed)
{
    htn_counts before, after;
    go(told->a, 6, "");
    go(told->a, 6, "");
    htn_agent_counts(told->a->agent, &before);
    fixture_set(world_of(told->b), "Alarm", 1);
    share(told->b);
    fixture_set(world_of(told->b), "Alarm", 0);
    share(told->b);
    tick(told->a);
    htn_agent_counts(told->a->agent, &after);
    assert_int_equal(before.searches + before.skipped, after.searches + after.skipped);
    fixture_set(told->home, "Alarm", 1);
    tick(told->a);
    assert_string_equal(told->a->log, "+Flee");
}

BOTH(a_search_in_progress_is_checked_against_the_home_as_it_is)
{
    uint32_t little = 1;
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    fixture_set(world_of(told->a), "Target", made);
    fixture_set(world_of(told->a), "Go", 4);
    assert_int_equal(htn_agent_tick_within(told->a->agent, 100000, &little), HTN_OK);
    assert_int_equal(htn_agent_result(told->a->agent, 0), HTN_SUSPENDED);
    assert_int_equal(htn_world_despawn(told->home, thief(told), made), HTN_OK);
    assert_int_equal(spawn(told, told->home), made); /* not the one that was meant */
    tick(told->a);
    assert_string_equal(told->a->log, "");
    assert_non_null(strstr(recording_kinds(&told->a->recording, NULL), "STALE"));
}

/* --- Joining and leaving ------------------------------------------------------------------------ */

BOTH(instances_of_another_home_are_others)
{
    htn_group *other = fixture_group(&told->domain, told->mode, 2);
    spawn(told, told->home);
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    fixture_set(world_of(told->a), "Target", made);
    go(told->a, 4, "+Chase(1)");
    spawn(told, htn_group_world(other));
    assert_int_equal(spawn(told, htn_group_world(other)), made);
    assert_int_equal(htn_agent_join(told->a->agent, other), HTN_OK);
    assert_int_equal(value(world_of(told->a), "Target"), made); /* it takes effect in the next tick */
    tick(told->a);
    assert_int_equal(value(world_of(told->a), "Target"), -1);
    assert_string_equal(told->a->log, "+Chase(1) -Chase(-1)");
    assert_true(htn_world_exists(world_of(told->a), thief(told), made));
    fixture_set(world_of(told->a), "Target", made);
    assert_int_equal(htn_agent_join(told->a->agent, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told->a->agent, other), HTN_OK);
    tick(told->a);
    assert_int_equal(value(world_of(told->a), "Target"), made); /* the same home */
    assert_int_equal(htn_agent_join(told->a->agent, NULL), HTN_OK);
    free(other);
}

/* The home's instance in the slot has the same generation as the agent's own one. */
static void abort_effects_know_no_instances_of_another_home(void **state)
{
    static const char catching[] = "Entities [Thief] Max [4]\n"
                                   "Shared World State [ Missed(Thief) : bool, Last : Thief = none ]\n"
                                   "World State [ Target : Thief = none ]\n"
                                   "Compound Task [Live]\n"
                                   "  Method [Target != none] Subtasks [HoldThief(Target)]\n"
                                   "Primitive Task [HoldThief(who : Thief)]\n"
                                   "  Operator [HoldThief()]\n"
                                   "  AbortEffects [Missed(who) = true, Last = who]\n";
    group_story told;
    (void)state;
    for (uint32_t mode = HTN_GROUP_AT_ONCE; mode <= HTN_GROUP_LATER; mode++) {
        begin_with(&told, catching, (htn_group_mode)mode);
        assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
        const int32_t made = spawn(&told, world_of(told.a));
        fixture_set(world_of(told.a), "Target", made);
        tick(told.a);
        assert_int_equal(spawn(&told, told.home), made);
        assert_int_equal(htn_world_generation(told.home, thief(&told), made), 1);
        fixture_set(told.home, "Last", made);
        assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
        tick(told.a);
        share(told.a);
        assert_string_equal(told.a->log, "+HoldThief -HoldThief");
        assert_int_equal(value(told.home, "Last"), -1);
        assert_int_equal(value_at(told.home, "Missed", made), 0);
        end(&told);
    }
}

BOTH(who_leaves_has_shared_and_keeps_its_copy)
{
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    fixture_set(world_of(told->a), "Target", made);
    go(told->a, 4, "+Chase(0)");
    fixture_set(world_of(told->a), "N", 4);
    assert_int_equal(htn_agent_join(told->a->agent, NULL), HTN_OK);
    assert_null(htn_agent_group(told->a->agent));
    assert_int_equal(value(told->home, "N"), 4);
    fixture_set(told->home, "N", 5);
    fixture_set(world_of(told->a), "N", 6);
    tick(told->a);
    assert_int_equal(value(told->home, "N"), 5);
    assert_int_equal(value(world_of(told->a), "N"), 6);
    assert_true(htn_agent_plan(told->a->agent, 0, &(htn_plan){0}, NULL));
}

static void a_later_group_needs_room(void **state)
{
    group_story told;
    htn_agent *agent;
    (void)state;
    begin(&told, HTN_GROUP_LATER);
    const size_t size = htn_agent_bytes(told.agent_class, NULL);
    void *memory = malloc(size);
    assert_int_equal(htn_agent_init(&agent, told.agent_class, NULL, memory, size), HTN_OK);
    assert_int_equal(htn_agent_join(agent, told.group), HTN_BAD_ARGUMENT);
    free(memory);
    end(&told);
}

BOTH(an_at_once_group_is_in_one_crowd)
{
    const htn_status refused = told->mode == HTN_GROUP_AT_ONCE ? HTN_BAD_ARGUMENT : HTN_OK;
    htn_agent *third = told->members[2].agent;
    htn_crowd one, other;
    htn_crowd_init(&one);
    htn_crowd_init(&other);
    assert_int_equal(htn_crowd_add(&one, told->a->agent), HTN_OK);
    assert_int_equal(htn_crowd_add(&other, told->b->agent), refused);
    htn_crowd_remove(&other, told->b->agent);
    assert_int_equal(htn_crowd_add(&one, told->b->agent), HTN_OK);
    assert_int_equal(htn_crowd_add(&other, third), HTN_OK);
    assert_int_equal(htn_agent_join(third, told->group), refused);
    assert_int_equal(htn_crowd_remove(&other, third), HTN_OK);
    assert_int_equal(htn_agent_join(third, told->group), HTN_OK);
    assert_int_equal(htn_crowd_remove(&one, told->a->agent), HTN_OK);
    assert_int_equal(htn_agent_join(told->b->agent, NULL), HTN_OK); /* the last one in that crowd */
    assert_int_equal(htn_crowd_add(&other, third), HTN_OK);
    assert_int_equal(htn_crowd_remove(&other, third), HTN_OK);
    assert_int_equal(htn_crowd_remove(&one, told->b->agent), HTN_OK);
}

/* --- During ------------------------------------------------------------------------------------- */

static const char holding[] = "Shared World State [ Busy : bool, M : 0..9 = 3 ]\n"
                              "World State [ Go : 0..9 ]\n"
                              "Compound Task [Live]\n"
                              "  Method [Go == 1] Subtasks [Hold()]\n"
                              "  Method [Go == 5] Subtasks [HoldFive()]\n"
                              "  Method [Go == 7] Subtasks [HoldSeven()]\n"
                              "Primitive Task [Hold] Operator [Hold()] During [Busy = true] Effects [Go = 0]\n"
                              "Primitive Task [HoldFive] Operator [HoldFive()] During [M = 5] Effects [Go = 0]\n"
                              "Primitive Task [HoldSeven] Operator [HoldSeven()] During [M = 7] Effects [Go = 0]\n";

/* Its step succeeds. */
static void finish_step(member *self)
{
    self->next = HTN_SUCCEEDED;
    tick(self);
}

static void assert_all(group_story *told, const char *property, int32_t expected)
{
    assert_int_equal(value(told->home, property), expected);
    for (uint32_t i = 0; i < 2; i++)
        tick(&told->members[i]);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(value(world_of(&told->members[i]), property), expected);
}

static void the_last_during_of_a_group_to_end_resets_the_cell(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t a_first = 0; a_first < 2; a_first++) {
        begin_with(&told, holding, HTN_GROUP_AT_ONCE);
        go(told.a, 1, "+Hold");
        assert_all(&told, "Busy", 1);
        go(told.b, 1, "+Hold");
        assert_all(&told, "Busy", 1);
        finish_step(a_first ? told.a : told.b);
        assert_all(&told, "Busy", 1);
        finish_step(a_first ? told.b : told.a);
        assert_all(&told, "Busy", 0);
        end(&told);
    }
}

static void a_cell_shows_the_last_during_of_a_group(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t a_first = 0; a_first < 2; a_first++) {
        begin_with(&told, holding, HTN_GROUP_AT_ONCE);
        go(told.a, 5, "+HoldFive");
        go(told.b, 7, "+HoldSeven");
        assert_all(&told, "M", 7);
        finish_step(a_first ? told.a : told.b);
        assert_all(&told, "M", a_first ? 7 : 5);
        finish_step(a_first ? told.b : told.a);
        assert_all(&told, "M", 3);
        end(&told);
    }
}

static void another_write_ends_the_durings_of_all_members(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t through = 0; through < 3; through++) {
        begin_with(&told, holding, HTN_GROUP_AT_ONCE);
        go(told.a, 1, "+Hold");
        go(told.b, 1, "+Hold");
        fixture_set(through == 0 ? told.home : world_of(&told.members[through - 1]), "Busy", 1);
        finish_step(told.a);
        finish_step(told.b);
        assert_all(&told, "Busy", 1);
        end(&told);
    }
}

static void set_as_shown(member *self)
{
    fixture_set(world_of(self), "M", 5);
}

/* A step writes what the cell shows, and the next one shows something there: in the replay, too, that lies on what was written. */
static void a_write_of_what_is_shown_ends_the_durings_of_others(void **state)
{
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    go(told.b, 5, "+HoldFive");
    go(told.a, 1, "+Hold");
    told.a->updating = set_as_shown;
    told.a->next = HTN_FAILED;
    go(told.a, 5, "+HoldFive");
    told.a->updating = NULL;
    assert_int_equal(htn_agent_ask(told.a->agent, 0), HTN_OK);
    assert_all(&told, "M", 5);
    finish_step(told.b);
    finish_step(told.a);
    assert_all(&told, "M", 5);
    end(&told);
}

static void who_leaves_takes_its_durings_along(void **state)
{
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    go(told.a, 5, "+HoldFive");
    go(told.b, 7, "+HoldSeven");
    assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
    assert_int_equal(value(told.home, "M"), 5);
    assert_int_equal(value(world_of(told.b), "M"), 7);
    assert_int_equal(htn_agent_join(told.b->agent, told.group), HTN_OK);
    assert_int_equal(value(told.home, "M"), 7);
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    assert_int_equal(value(world_of(told.a), "M"), 5);
    finish_step(told.a);
    assert_int_equal(value(world_of(told.a), "M"), 3);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    finish_step(told.b);
    assert_all(&told, "M", 3);
    end(&told);
}

/* Its Durings have ended at home when it left, and begin there when it joins. */
static void who_comes_back_shows_its_durings_last(void **state)
{
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    go(told.a, 5, "+HoldFive");
    go(told.b, 7, "+HoldSeven");
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    assert_all(&told, "M", 5);
    finish_step(told.a);
    assert_all(&told, "M", 7);
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    go(told.a, 5, "+HoldFive"); /* in no group */
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    assert_all(&told, "M", 5);
    finish_step(told.b);
    assert_all(&told, "M", 5);
    finish_step(told.a);
    assert_all(&told, "M", 3);
    end(&told);
}

/* Its cell, and its value, are about an instance that the home has lost. */
static void a_during_about_an_instance_that_the_home_does_not_have_is_over(void **state)
{
    static const char marking[] =
        "Entities [Thief] Max [4]\n"
        "Shared World State [ Seen(Thief) : bool, Last : Thief = none ]\n"
        "World State [ Target : Thief = none, Go : 0..9 ]\n"
        "Compound Task [Live]\n"
        "  Method [Go == 1] Subtasks [HoldThief()]\n"
        "Primitive Task [HoldThief] Operator [HoldThief()] During [Seen(Target) = true, Last = Target]\n";
    group_story told;
    (void)state;
    begin_with(&told, marking, HTN_GROUP_AT_ONCE);
    const int32_t made = spawn(&told, told.home);
    tick(told.a);
    fixture_set(world_of(told.a), "Target", made);
    go(told.a, 1, "+HoldThief");
    assert_int_equal(value(told.home, "Last"), made);
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    assert_int_equal(htn_world_despawn(told.home, thief(&told), made), HTN_OK);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    assert_int_equal(value(told.home, "Last"), -1);
    assert_int_equal(value_at(told.home, "Seen", made), 0);
    tick(told.a);
    assert_int_equal(value(world_of(told.a), "Last"), -1);
    end(&told);
}

static void a_later_group_has_no_shared_durings(void **state)
{
    static uint64_t memory[1024];
    const htn_group_options options = {1, HTN_GROUP_LATER};
    htn_group *group;
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    assert_int_equal(htn_group_init(&group, &told.domain, &options, memory, sizeof memory), HTN_BAD_ARGUMENT);
    end(&told);
}

/* --- Saves -------------------------------------------------------------------------------------- */

/* A new agent in the place of a member, which has left. */
static void load_member(group_story *told, member *self)
{
    static uint8_t save[4096];
    size_t used;
    assert_int_equal(htn_agent_save(self->agent, save, sizeof save, &used), HTN_OK);
    end_agent(told, self);
    make_agent(told, self);
    assert_int_equal(htn_agent_load(self->agent, save, used, NULL), HTN_OK);
}

/* All is saved, and loaded into new memory. The members join in the other order. */
static void save_and_load(group_story *told)
{
    static uint8_t save[4096];
    htn_load_report report;
    size_t used;
    assert_int_equal(htn_group_save(told->group, save, sizeof save, &used), HTN_OK);
    assert_int_equal(used, htn_group_save_bytes(told->group));
    assert_int_equal(htn_group_load(told->group, save, used, &report), HTN_BAD_ARGUMENT); /* it has members */
    for (uint32_t i = 0; i < 2; i++)
        load_member(told, &told->members[i]);
    free(told->group);
    told->group = fixture_group(&told->domain, told->mode, 99);
    told->home = htn_group_world(told->group);
    assert_int_equal(htn_group_load(told->group, save, used, &report), HTN_OK);
    assert_int_equal(htn_group_id(told->group), 1);
    for (uint32_t i = 2; i-- > 0;)
        assert_int_equal(htn_agent_join(told->members[i].agent, told->group), HTN_OK);
}

static void durings_are_loaded_in_their_order(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t a_first = 0; a_first < 2; a_first++) {
        begin_with(&told, holding, HTN_GROUP_AT_ONCE);
        go(told.a, 5, "+HoldFive");
        go(told.b, 7, "+HoldSeven");
        tick(told.a);
        save_and_load(&told);
        assert_int_equal(value(told.home, "M"), 7);
        const uint32_t changes = world_of(told.a)->changes;
        tick(told.a);
        assert_int_equal(world_of(told.a)->changes, changes); /* the take finds equal values */
        finish_step(a_first ? told.a : told.b);
        assert_all(&told, "M", a_first ? 7 : 5);
        finish_step(a_first ? told.b : told.a);
        assert_all(&told, "M", 3);
        end(&told);
    }
}

/* It is saved before its first take, and is where it was when it is back. */
static void durings_of_a_new_member_are_loaded_in_their_order(void **state)
{
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    go(told.a, 5, "+HoldFive");
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    go(told.b, 7, "+HoldSeven");
    assert_int_equal(value(told.home, "M"), 7);
    save_and_load(&told);
    assert_int_equal(value(told.home, "M"), 7);
    end(&told);
}

BOTH(instances_are_the_same_after_a_load)
{
    const int32_t made = spawn(told, told->home);
    tick(told->a);
    fixture_set(world_of(told->a), "Target", made);
    go(told->a, 4, "+Chase(0)");
    told->a->log[0] = '\0';
    save_and_load(told);
    tick(told->a);
    assert_string_equal(told->a->log, "");
    assert_int_equal(value(world_of(told->a), "Target"), made);
    assert_true(htn_agent_plan(told->a->agent, 0, &(htn_plan){0}, NULL));
}

BOTH(what_is_not_shared_is_not_saved)
{
    uint8_t save[4096];
    size_t used;
    const bool later = told->mode == HTN_GROUP_LATER;
    tick(told->a);
    fixture_set(world_of(told->a), "N", 2);
    assert_int_equal(htn_agent_save(told->a->agent, save, sizeof save, &used), later ? HTN_BUSY : HTN_OK);
    share(told->a);
    assert_int_equal(htn_agent_save(told->a->agent, save, sizeof save, &used), HTN_OK);
    assert_int_equal(htn_group_load(told->group, save, used, NULL), HTN_BAD_ARGUMENT);
    htn_group *other = fixture_group(&told->domain, told->mode, 0);
    assert_int_equal(htn_group_load(other, save, used, NULL), HTN_BAD_SAVE);
    free(other);
}

/* Every byte of a group's save changed, with a checksum that agrees: it is refused, or is another group. */
static void a_hostile_save_of_a_group_does_no_harm(void **state)
{
    enum { CHECKSUM = 12, CHECKED = 16 };
    static uint8_t save[4096], changed[4096];
    group_story told;
    size_t used;
    (void)state;
    begin(&told, HTN_GROUP_AT_ONCE);
    spawn(&told, told.home);
    assert_int_equal(htn_group_save(told.group, save, sizeof save, &used), HTN_OK);
    for (size_t at = 0; at < used; at++)
        for (uint32_t bit = 0; bit < 8; bit++) {
            htn_group *other = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 0);
            memcpy(changed, save, used);
            changed[at] ^= (uint8_t)(1u << bit);
            fixture_write32(changed + CHECKSUM, htn_blob_checksum(changed + CHECKED, used - CHECKED));
            const htn_status status = htn_group_load(other, changed, used, NULL);
            assert_true(status == HTN_OK || status == HTN_BAD_SAVE || status == HTN_NEWER_SAVE);
            free(other);
        }
    assert_int_equal(htn_group_load(told.group, NULL, 100, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_group_save(NULL, save, used, NULL), HTN_BAD_ARGUMENT);
    assert_int_equal(htn_group_save(told.group, save, used - 1, NULL), HTN_TOO_SMALL);
    assert_int_equal(htn_group_save_bytes(NULL), 0);
    end(&told);
}

static void a_world_is_given_to_a_home(void **state)
{
    group_story told;
    (void)state;
    begin_with(&told, holding, HTN_GROUP_AT_ONCE);
    htn_world other = fixture_world(&told.domain);
    fixture_set(&other, "M", 8);
    go(told.a, 5, "+HoldFive");
    assert_int_equal(htn_world_copy(told.home, &other), HTN_OK);
    assert_all(&told, "M", 8);
    finish_step(told.a);
    assert_all(&told, "M", 8);
    assert_int_equal(htn_world_copy(world_of(told.a), &other), HTN_OK); /* without its shared part */
    fixture_set(told.home, "M", 6);
    assert_int_equal(htn_world_copy(world_of(told.a), &other), HTN_OK);
    assert_all(&told, "M", 6);
    end(&told);
    free(other.bytes);
}

/* --- Where nobody has been, and journals that end early ----------------------------------------- */

/* An agent that has been in no group has been in none of number 0 either: what it calls an instance is none of that home. */
static void who_was_nowhere_knows_no_instance_of_any_home(void **state)
{
    group_story told;
    uint8_t save[2048];
    size_t used;
    (void)state;
    begin(&told, HTN_GROUP_AT_ONCE);
    member *self = &told.members[2];
    htn_group *first = fixture_group(&told.domain, HTN_GROUP_AT_ONCE, 0);
    const int32_t own = spawn(&told, world_of(self));
    fixture_set(world_of(self), "Target", own);
    set_at(world_of(self), "Knows", own, 1);
    tick(self);
    assert_int_equal(htn_agent_save(self->agent, save, sizeof save, &used), HTN_OK);
    end_agent(&told, self);
    make_agent(&told, self);
    assert_int_equal(htn_agent_load(self->agent, save, used, NULL), HTN_OK);
    assert_int_equal(value_at(world_of(self), "Knows", own), 1);
    assert_int_equal(spawn(&told, htn_group_world(first)), own);
    assert_int_equal(htn_agent_join(self->agent, first), HTN_OK);
    tick(self);
    assert_true(htn_world_exists(world_of(self), thief(&told), own));
    assert_int_equal(value_at(world_of(self), "Knows", own), 0);
    assert_int_equal(value(world_of(self), "Target"), -1);
    end(&told);
    free(first);
}

/* Each beginning of a journal that consists of whole events is replayed, also if it ends among what the agent takes over from its home. */
BOTH(a_journal_that_ends_among_what_is_taken_over_is_replayed)
{
    htn_journal_event event;
    htn_replay_report report;
    size_t offset = 0;
    for (int round = 0; round < 3; round++) {
        const int32_t made = spawn(told, told->home), second = spawn(told, told->home);
        set_at(told->home, "Seen", made, 1);
        fixture_set(told->home, "Chief", second);
        fixture_set(told->home, "N", round);
        tick(told->a);
        fixture_set(world_of(told->a), "Target", made);
        set_at(world_of(told->a), "Knows", made, 1);
        set_at(world_of(told->a), "Own", second, 4);
        go(told->a, round == 1 ? 4 : 5, round == 1 ? "+Chase(0)" : "+Ring");
        share(told->a);
        assert_int_equal(htn_world_despawn(told->home, thief(told), made), HTN_OK);
        assert_int_equal(htn_world_despawn(told->home, thief(told), second), HTN_OK);
    }
    tick(told->a);
    const recording *whole = &told->a->recording;
    recording_read(&told->a->recording);
    while (htn_journal_next(whole->bytes, whole->size, &offset, &event) == HTN_OK) {
        recording cut = *whole;
        cut.size = offset;
        cut.bytes = fixture_copy(whole->bytes, offset);
        const htn_status status = recording_replay(&cut, &told->domain, &report);
        if (status != HTN_OK)
            fail_msg("up to %s at %zu: %s", htn_journal_name(event.kind), event.offset, report.reason);
        free(cut.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_of_the_home_reach_agents),
        cmocka_unit_test(a_slot_that_is_used_again_is_another_instance),
        cmocka_unit_test(a_removal_reaches_what_others_have_of_their_own),
        cmocka_unit_test(removing_what_is_removed_does_nothing),
        cmocka_unit_test(what_was_done_to_a_removed_instance_is_dropped),
        cmocka_unit_test(an_agent_writes_nothing_to_an_instance_that_it_does_not_know),
        cmocka_unit_test(before_its_first_take_an_agent_means_no_instance_of_the_home),
        cmocka_unit_test(only_at_once_spawns_through_an_agent),
        cmocka_unit_test(sums_of_several_agents_add_up),
        cmocka_unit_test(the_home_saturates_whole_sums),
        cmocka_unit_test(one_operation_for_each_cell_is_shared),
        cmocka_unit_test(own_writes_do_not_undo_what_others_share),
        cmocka_unit_test(writing_what_the_copy_has_is_a_write),
        cmocka_unit_test(a_callback_writes_the_home),
        cmocka_unit_test(callbacks_spawn_and_remove_in_both_worlds),
        cmocka_unit_test(what_is_written_back_before_the_next_take_has_not_changed),
        cmocka_unit_test(a_search_in_progress_is_checked_against_the_home_as_it_is),
        cmocka_unit_test(instances_of_another_home_are_others),
        cmocka_unit_test(abort_effects_know_no_instances_of_another_home),
        cmocka_unit_test(who_leaves_has_shared_and_keeps_its_copy),
        cmocka_unit_test(a_later_group_needs_room),
        cmocka_unit_test(an_at_once_group_is_in_one_crowd),
        cmocka_unit_test(the_last_during_of_a_group_to_end_resets_the_cell),
        cmocka_unit_test(a_cell_shows_the_last_during_of_a_group),
        cmocka_unit_test(another_write_ends_the_durings_of_all_members),
        cmocka_unit_test(a_write_of_what_is_shown_ends_the_durings_of_others),
        cmocka_unit_test(who_leaves_takes_its_durings_along),
        cmocka_unit_test(who_comes_back_shows_its_durings_last),
        cmocka_unit_test(a_during_about_an_instance_that_the_home_does_not_have_is_over),
        cmocka_unit_test(durings_of_a_new_member_are_loaded_in_their_order),
        cmocka_unit_test(a_later_group_has_no_shared_durings),
        cmocka_unit_test(durings_are_loaded_in_their_order),
        cmocka_unit_test(instances_are_the_same_after_a_load),
        cmocka_unit_test(what_is_not_shared_is_not_saved),
        cmocka_unit_test(a_hostile_save_of_a_group_does_no_harm),
        cmocka_unit_test(a_world_is_given_to_a_home),
        cmocka_unit_test(who_was_nowhere_knows_no_instance_of_any_home),
        cmocka_unit_test(a_journal_that_ends_among_what_is_taken_over_is_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
