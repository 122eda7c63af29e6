/*
 * Agents of a group that reserve instances. A is ticked and shared before B, B before C. Operators are polled: doing() says what each
 * agent does, and finish() that it is done. Each agent's journal is replayed without the others.
 */
#include "recording.h"
#include <htn/save.h>
#include <stdio.h>

static const char fight[] = "Entities [Cover] Values [Rock, Tree]\n"
                            "World State [ Calm : bool, Better : bool ]\n"
                            "Compound Task [Fight]\n"
                            "  Method [Calm] Subtasks [Rest()]\n"
                            "  Method [Better, any c : Cover] Reserve [c] Subtasks [Run(c)]\n"
                            "  Method [any c : Cover] Reserve [c] Subtasks [TakeCover(c)]\n"
                            "  Method [true] Subtasks [Shout()]\n"
                            "Primitive Task [Rest] Operator [Rest()]\n"
                            "Primitive Task [Run(c)] Operator [Run(c)]\n"
                            "Primitive Task [TakeCover(c)] Operator [TakeCover(c)]\n"
                            "Primitive Task [Shout] Operator [Shout()]\n";

enum { AGENTS = 3 };

typedef struct member {
    void *memory;
    htn_agent *agent;
    recording recording;
} member;

typedef struct group_story {
    htn_group_options options;
    uint8_t *blob;
    htn_domain domain;
    void *class_memory;
    htn_agent_class *agent_class;
    htn_group *group;
    member members[AGENTS];
    member *a, *b, *c;
} group_story;

static htn_group *make_group(const group_story *told)
{
    htn_group *group;
    const size_t size = htn_group_bytes(&told->domain, &told->options);
    assert_int_equal(htn_group_init(&group, &told->domain, &told->options, malloc(size), size), HTN_OK);
    return group;
}

static void make_agent(const group_story *told, member *self, uint32_t budget)
{
    htn_agent_options options = {0};
    options.defer = true;
    options.budget = budget;
    const size_t size = htn_agent_bytes(told->agent_class, &options);
    self->memory = malloc(size);
    assert_int_equal(htn_agent_init(&self->agent, told->agent_class, &options, self->memory, size), HTN_OK);
    recording_begin(&self->recording, self->agent, 1 << 16);
}

static void begin(group_story *told, const char *text, htn_group_mode mode)
{
    const htn_bindings none = {0};
    size_t size;
    memset(told, 0, sizeof *told);
    told->options = (htn_group_options){1, mode};
    told->blob = fixture_compile(text, false, &size);
    told->domain = fixture_load(told->blob, size);
    size = htn_agent_class_bytes(&told->domain);
    told->class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&told->agent_class, &told->domain, &none, told->class_memory, size, NULL),
                     HTN_OK);
    told->group = make_group(told);
    told->a = &told->members[0];
    told->b = &told->members[1];
    told->c = &told->members[2];
    for (uint32_t i = 0; i < AGENTS; i++) {
        make_agent(told, &told->members[i], 0);
        assert_int_equal(htn_agent_join(told->members[i].agent, told->group), HTN_OK);
    }
}

static void end_agent(const group_story *told, member *self)
{
    recording_assert_alike(&self->recording, &told->domain, self->agent);
    assert_int_equal(htn_agent_join(self->agent, NULL), HTN_OK);
    recording_assert_replayed(&self->recording, &told->domain);
    recording_assert_alike(&self->recording, &told->domain, self->agent);
    recording_end(&self->recording);
    free(self->memory);
}

static void end(group_story *told)
{
    for (uint32_t i = 0; i < AGENTS; i++)
        end_agent(told, &told->members[i]);
    free(told->group);
    free(told->class_memory);
    free(told->blob);
}

static void tick(member *self)
{
    assert_int_equal(htn_agent_tick(self->agent, 100000), HTN_OK);
}

/* A frame: all are ticked, and then all share. */
static void frame(group_story *told)
{
    for (uint32_t i = 0; i < AGENTS; i++)
        tick(&told->members[i]);
    for (uint32_t i = 0; i < AGENTS; i++)
        assert_int_equal(htn_agent_share(told->members[i].agent), HTN_OK);
}

static const char *doing(const group_story *told, const member *self)
{
    static char text[64];
    htn_activity activity;
    if (!htn_agent_activity(self->agent, 0, 0, &activity))
        return "";
    const char *aborting = activity.step == HTN_NONE ? "-" : "";
    if (activity.argument_count == 0)
        snprintf(text, sizeof text, "%s%s", aborting, htn_task_name(&told->domain, activity.task));
    else
        snprintf(text, sizeof text, "%s%s %d", aborting, htn_task_name(&told->domain, activity.task),
                 activity.arguments[0].value);
    return text;
}

static void expect(const group_story *told, const char *a, const char *b, const char *c)
{
    assert_string_equal(doing(told, told->a), a);
    assert_string_equal(doing(told, told->b), b);
    assert_string_equal(doing(told, told->c), c);
}

static void finish(const member *self, htn_outcome outcome)
{
    htn_activity activity;
    assert_true(htn_agent_activity(self->agent, 0, 0, &activity));
    assert_int_equal(htn_agent_report(self->agent, activity.id, outcome), HTN_OK);
}

static void set(const group_story *told, const member *self, const char *property, int32_t value)
{
    assert_int_equal(htn_world_set(htn_agent_world(self->agent), htn_property_find(&told->domain, property), value),
                     HTN_OK);
}

static uint64_t searches(const member *self)
{
    htn_counts counts;
    htn_agent_counts(self->agent, &counts);
    return counts.searches;
}

static uint32_t type_of(const group_story *told, const char *name)
{
    return htn_type_find(&told->domain, name);
}

static htn_agent *holder(const group_story *told, const char *type, int32_t instance)
{
    return htn_group_holder(told->group, type_of(told, type), instance, 0, NULL);
}

/* --- AT_ONCE ------------------------------------------------------------------------------------ */

static void the_next_agent_sees_a_hold_in_the_same_frame(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_AT_ONCE);
    frame(&told);
    expect(&told, "TakeCover 0", "TakeCover 1", "Shout");
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    assert_ptr_equal(holder(&told, "Cover", 1), told.b->agent);
    const uint64_t before = searches(told.c);
    finish(told.a, HTN_SUCCEEDED); /* its next plan names the same instance: nothing changes for C */
    frame(&told);
    expect(&told, "TakeCover 0", "TakeCover 1", "Shout");
    assert_int_equal(searches(told.c), before);
    set(&told, told.a, "Calm", 1);
    frame(&told);
    expect(&told, "-TakeCover 0", "TakeCover 1", "Shout");
    finish(told.a, HTN_ABORTED);
    frame(&told);
    assert_string_equal(doing(&told, told.a), "Rest");
    assert_string_equal(doing(&told, told.c), "-Shout");
    assert_ptr_equal(holder(&told, "Cover", 0), told.c->agent);
    end(&told);
}

static void a_search_whose_result_is_held_by_now_finds_another(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_AT_ONCE);
    end_agent(&told, told.b);
    make_agent(&told, told.b, 1);
    assert_int_equal(htn_agent_join(told.b->agent, told.group), HTN_OK);
    tick(told.b); /* its search has begun */
    assert_string_equal(doing(&told, told.b), "");
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "TakeCover 0");
    for (uint32_t i = 0; i < 40; i++)
        tick(told.b);
    assert_string_equal(doing(&told, told.b), "TakeCover 1");
    end(&told);
}

static void another_way_to_the_same_instance_never_frees_it(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_AT_ONCE);
    frame(&told);
    set(&told, told.a, "Better", 1);
    frame(&told);
    expect(&told, "-TakeCover 0", "TakeCover 1", "Shout");
    finish(told.a, HTN_ABORTED);
    frame(&told);
    expect(&told, "Run 0", "TakeCover 1", "Shout");
    end(&told);
}

static void a_holder_that_is_not_ticked_holds_until_it_leaves_or_is_made_to_release(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_AT_ONCE);
    frame(&told);
    tick(told.c);
    assert_string_equal(doing(&told, told.c), "Shout");
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    assert_int_equal(htn_agent_holds(told.a->agent), 1); /* on its own */
    tick(told.c);
    finish(told.c, HTN_ABORTED);
    tick(told.c);
    assert_string_equal(doing(&told, told.c), "TakeCover 0");
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "TakeCover 0");
    assert_int_equal(htn_group_release(told.group, type_of(&told, "Cover"), 1), HTN_OK);
    assert_null(holder(&told, "Cover", 1));
    assert_int_equal(htn_group_release(told.group, type_of(&told, "Cover"), 2), HTN_BAD_ARGUMENT);
    tick(told.b); /* its plan has failed; the next one holds it again */
    assert_string_equal(doing(&told, told.b), "-TakeCover 1");
    assert_ptr_equal(holder(&told, "Cover", 1), told.b->agent);
    end(&told);
}

static void joining_claims_what_the_plan_holds(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_AT_ONCE);
    assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told.c->agent, NULL), HTN_OK);
    frame(&told); /* each on its own */
    expect(&told, "TakeCover 0", "TakeCover 0", "TakeCover 0");
    assert_int_equal(htn_agent_join(told.b->agent, told.group), HTN_OK);
    htn_hold hold;
    assert_true(htn_agent_hold(told.b->agent, 0, &hold));
    assert_true(hold.lost);
    tick(told.b);
    assert_string_equal(doing(&told, told.b), "-TakeCover 0"); /* for the Tree */
    assert_ptr_equal(holder(&told, "Cover", 1), told.b->agent);
    end(&told);
}

/* A tick, and the share. */
static void turn(member *self)
{
    tick(self);
    assert_int_equal(htn_agent_share(self->agent), HTN_OK);
}

static void load_what_holds(htn_group_mode mode)
{
    group_story told;
    size_t used;
    static uint8_t save[1 << 14];
    begin(&told, fight, mode);
    turn(told.a);
    turn(told.a);
    assert_int_equal(htn_agent_save(told.a->agent, save, sizeof save, &used), HTN_OK);
    for (uint32_t taken = 0; taken < 2; taken++) {
        end_agent(&told, told.a);
        if (taken) { /* B takes it before A joins */
            finish(told.b, HTN_SUCCEEDED);
            turn(told.b);
            turn(told.b);
            assert_string_equal(doing(&told, told.b), "TakeCover 0");
        }
        make_agent(&told, told.a, 0);
        assert_int_equal(htn_agent_load(told.a->agent, save, used, NULL), HTN_OK);
        assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
        turn(told.b);
        turn(told.b);
        turn(told.a);
        assert_string_equal(doing(&told, told.b), taken ? "TakeCover 0" : "TakeCover 1");
        assert_string_equal(doing(&told, told.a), taken ? "-TakeCover 0" : "TakeCover 0");
    }
    end(&told);
}

static void an_agent_that_is_loaded_gets_what_it_held_when_it_joins(void **state)
{
    (void)state;
    load_what_holds(HTN_GROUP_AT_ONCE);
}

static const char strike[] = "Entities [Enemy] Max [2]\n"
                             "World State [ Calm : bool ]\n"
                             "Compound Task [Fight]\n"
                             "  Method [Calm] Subtasks []\n"
                             "  Method [any e : Enemy] Subtasks [Strike(e)]\n"
                             "  Method [true] Subtasks []\n"
                             "Primitive Task [Strike(e : Enemy)] Reserve [e up to 2] Operator [Strike(e)]\n";

static void two_strike_and_the_third_waits_until_one_leaves(void **state)
{
    group_story told;
    int32_t enemy;
    (void)state;
    begin(&told, strike, HTN_GROUP_AT_ONCE);
    assert_int_equal(htn_world_spawn(htn_group_world(told.group), type_of(&told, "Enemy"), &enemy), HTN_OK);
    frame(&told);
    expect(&told, "Strike 0", "Strike 0", "");
    frame(&told);
    const uint64_t before = searches(told.c);
    frame(&told);
    assert_int_equal(searches(told.c), before);
    assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
    frame(&told);
    assert_string_equal(doing(&told, told.c), "Strike 0");
    end(&told);
}

static void a_removed_instance_is_held_by_nobody(void **state)
{
    group_story told;
    int32_t enemy;
    (void)state;
    begin(&told, strike, HTN_GROUP_AT_ONCE);
    htn_world *home = htn_group_world(told.group);
    const uint32_t type = type_of(&told, "Enemy");
    assert_int_equal(htn_world_spawn(home, type, &enemy), HTN_OK);
    tick(told.a);
    tick(told.b);
    assert_int_equal(htn_world_despawn(home, type, enemy), HTN_OK);
    assert_int_equal(htn_world_spawn(home, type, &enemy), HTN_OK);
    assert_null(holder(&told, "Enemy", enemy));
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK); /* what it held was the old one */
    tick(told.c);
    assert_string_equal(doing(&told, told.c), "Strike 0");
    assert_ptr_equal(holder(&told, "Enemy", enemy), told.c->agent);
    tick(told.b);
    assert_string_equal(doing(&told, told.b), "-Strike -1");
    end(&told);
}

/* --- LATER -------------------------------------------------------------------------------------- */

static void later_all_request_and_one_gets_it(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    frame(&told);
    expect(&told, "", "", "");
    assert_int_equal(htn_agent_result(told.a->agent, 0), HTN_SUSPENDED);
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    frame(&told); /* B and C request the other one */
    expect(&told, "TakeCover 0", "", "");
    assert_ptr_equal(holder(&told, "Cover", 1), told.b->agent);
    frame(&told);
    expect(&told, "TakeCover 0", "TakeCover 1", "Shout");
    end(&told);
}

static void later_a_release_waits_for_the_share(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    frame(&told);
    frame(&told);
    frame(&told);
    const uint64_t before = searches(told.c);
    finish(told.a,
           HTN_SUCCEEDED); /* its next plan names the same instance: it needs no request, and nothing changes for C */
    frame(&told);
    expect(&told, "TakeCover 0", "TakeCover 1", "Shout");
    assert_int_equal(searches(told.c), before);
    set(&told, told.a, "Calm", 1);
    frame(&told);
    expect(&told, "-TakeCover 0", "TakeCover 1", "Shout");
    finish(told.a, HTN_ABORTED);
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "Rest");
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    assert_int_equal(htn_agent_share(told.a->agent), HTN_OK);
    assert_null(holder(&told, "Cover", 0));
    frame(&told); /* C requests it, and goes on with the old plan */
    expect(&told, "Rest", "TakeCover 1", "Shout");
    assert_ptr_equal(holder(&told, "Cover", 0), told.c->agent);
    frame(&told);
    expect(&told, "Rest", "TakeCover 1", "-Shout");
    end(&told);
}

static void later_an_old_plan_that_ends_waits_and_one_that_fails_withdraws(void **state)
{
    group_story told;
    (void)state;
    for (uint32_t fails = 0; fails < 2; fails++) {
        begin(&told, fight, HTN_GROUP_LATER);
        for (uint32_t i = 1; i < AGENTS; i++) { /* each takes a cover */
            tick(&told.members[i]);
            assert_int_equal(htn_agent_share(told.members[i].agent), HTN_OK);
        }
        frame(&told);
        expect(&told, "Shout", "TakeCover 0", "TakeCover 1");
        assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
        tick(told.a);
        assert_string_equal(doing(&told, told.a), "Shout");
        const uint64_t before = searches(told.a);
        finish(told.a, fails ? HTN_FAILED : HTN_SUCCEEDED);
        tick(told.a);
        tick(told.a);
        assert_int_equal(searches(told.a), before + fails);
        assert_string_equal(doing(&told, told.a), "");
        assert_int_equal(htn_agent_share(told.a->agent), HTN_OK);
        tick(told.a);
        assert_string_equal(doing(&told, told.a), "TakeCover 0");
        assert_int_equal(searches(told.a), before + fails);
        end(&told);
    }
}

static void later_what_does_not_hold_any_more_is_given_back(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told.c->agent, NULL), HTN_OK);
    tick(told.a);
    assert_int_equal(htn_agent_share(told.a->agent), HTN_OK);
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    assert_int_equal(htn_group_release(told.group, type_of(&told, "Cover"), 0), HTN_OK); /* so it has lost it */
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "");
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK); /* the request is withdrawn */
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "TakeCover 0");
    end(&told);
}

static void later_an_agent_that_is_loaded_gets_what_it_held_when_it_joins(void **state)
{
    (void)state;
    load_what_holds(HTN_GROUP_LATER);
}

static void later_a_search_whose_result_is_held_by_now_finds_another(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    end_agent(&told, told.b);
    make_agent(&told, told.b, 1);
    assert_int_equal(htn_agent_join(told.b->agent, told.group), HTN_OK);
    turn(told.b); /* its search has begun */
    turn(told.a);
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    for (uint32_t i = 0; i < 40; i++) {
        turn(told.b);
        assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    }
    assert_string_equal(doing(&told, told.b), "TakeCover 1");
    end(&told);
}

static void later_another_way_to_the_same_instance_never_frees_it(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    for (uint32_t i = 0; i < 3; i++)
        frame(&told);
    set(&told, told.a, "Better", 1);
    frame(&told); /* it needs no request */
    expect(&told, "-TakeCover 0", "TakeCover 1", "Shout");
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    finish(told.a, HTN_ABORTED);
    frame(&told);
    expect(&told, "Run 0", "TakeCover 1", "Shout");
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    end(&told);
}

static void later_an_abort_that_takes_time_holds_until_it_has_ended(void **state)
{
    group_story told;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    for (uint32_t i = 0; i < 3; i++)
        frame(&told);
    set(&told, told.a, "Calm", 1);
    for (uint32_t i = 0; i < 3; i++) {
        frame(&told);
        expect(&told, "-TakeCover 0", "TakeCover 1", "Shout");
        assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    }
    finish(told.a, HTN_ABORTED);
    tick(told.a);
    assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    assert_int_equal(htn_agent_share(told.a->agent), HTN_OK);
    assert_null(holder(&told, "Cover", 0));
    end(&told);
}

static void later_two_strike_and_the_third_waits_until_one_leaves(void **state)
{
    group_story told;
    int32_t enemy;
    (void)state;
    begin(&told, strike, HTN_GROUP_LATER);
    assert_int_equal(htn_world_spawn(htn_group_world(told.group), type_of(&told, "Enemy"), &enemy), HTN_OK);
    frame(&told);
    frame(&told);
    expect(&told, "Strike 0", "Strike 0", "");
    frame(&told);
    const uint64_t before = searches(told.c);
    frame(&told);
    assert_int_equal(searches(told.c), before);
    assert_int_equal(htn_agent_join(told.b->agent, NULL), HTN_OK);
    frame(&told);
    assert_int_equal(searches(told.c), before + 1);
    frame(&told);
    assert_string_equal(doing(&told, told.c), "Strike 0");
    end(&told);
}

static void later_a_plan_that_waits_is_not_saved(void **state)
{
    group_story told;
    size_t used;
    static uint8_t save[1 << 14];
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    tick(told.a);
    assert_int_equal(htn_agent_save(told.a->agent, save, sizeof save, &used), HTN_OK);
    end_agent(&told, told.a);
    make_agent(&told, told.a, 0);
    assert_int_equal(htn_agent_load(told.a->agent, save, used, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    tick(told.a);
    assert_int_equal(searches(told.a), 1);
    assert_int_equal(htn_agent_share(told.a->agent), HTN_OK);
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "TakeCover 0");
    end(&told);
}

static const char watch[] = "Entities [Enemy] Max [2]\n"
                            "World State [ Calm : bool ]\n"
                            "Shared World State [ Seen(Enemy) : bool ]\n"
                            "Compound Task [Live]\n"
                            "  Method [any e : Enemy] Reserve [e] Subtasks [Watch()]\n"
                            "Primitive Task [Watch] Operator [Watch()]\n";

/* A hold goes with its instance. In the home the instance is still there, but the hold does not come back, by a load either. */
static void a_hold_that_has_gone_does_not_come_back(void **state)
{
    group_story told;
    size_t used;
    static uint8_t save[1 << 14];
    int32_t enemy;
    (void)state;
    begin(&told, watch, HTN_GROUP_AT_ONCE);
    assert_int_equal(htn_world_spawn(htn_group_world(told.group), type_of(&told, "Enemy"), &enemy), HTN_OK);
    tick(told.a);
    assert_ptr_equal(holder(&told, "Enemy", enemy), told.a->agent);
    assert_int_equal(htn_agent_join(told.a->agent, NULL), HTN_OK);
    htn_world_despawn(htn_agent_world(told.a->agent), type_of(&told, "Enemy"), enemy);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "Watch");
    assert_null(holder(&told, "Enemy", enemy));
    assert_int_equal(htn_agent_save(told.a->agent, save, sizeof save, &used), HTN_OK);
    end_agent(&told, told.a);
    make_agent(&told, told.a, 0);
    assert_int_equal(htn_agent_load(told.a->agent, save, used, NULL), HTN_OK);
    assert_int_equal(htn_agent_join(told.a->agent, told.group), HTN_OK);
    assert_null(holder(&told, "Enemy", enemy));
    tick(told.a);
    assert_null(holder(&told, "Enemy", enemy));
    end(&told);
}

static const char never[] = "Entities [Cover] Values [Rock, Tree]\n"
                            "World State [ Calm : bool ]\n"
                            "Compound Task [Live]\n"
                            "  Method [Calm, any c : Cover] Reserve [c] Subtasks [Hide(c)]\n"
                            "  Method [true] Subtasks [Look(), Jump(), Look()]\n"
                            "Primitive Task [Look] Operator [Look()]\n"
                            "Primitive Task [Jump] Operator [Jump()] Interrupt [never]\n"
                            "Primitive Task [Hide(c)] Operator [Hide(c)]\n";

static void later_the_grant_stays_while_a_never_step_runs(void **state)
{
    group_story told;
    (void)state;
    begin(&told, never, HTN_GROUP_LATER);
    frame(&told);
    set(&told, told.a, "Calm", 1);
    tick(told.a); /* a request */
    assert_string_equal(doing(&told, told.a), "Look");
    finish(told.a, HTN_SUCCEEDED);
    tick(told.a);
    assert_string_equal(doing(&told, told.a), "Jump");
    for (uint32_t i = 0; i < 3; i++) {
        frame(&told);
        assert_string_equal(doing(&told, told.a), "Jump");
        assert_ptr_equal(holder(&told, "Cover", 0), told.a->agent);
    }
    finish(told.a, HTN_SUCCEEDED);
    frame(&told);
    assert_string_equal(doing(&told, told.a), "Hide 0");
    end(&told);
}

/* --- Another build ------------------------------------------------------------------------------ */

static const char guard[] = "Entities [Cover] Values [Rock, Tree]\n"
                            "World State [ Calm : bool ]\n"
                            "Compound Task [Fight]\n"
                            "  Method [any c : Cover] Reserve [c] Subtasks [Watch(), Watch()]\n"
                            "  Method [true] Subtasks [Shout()]\n"
                            "Primitive Task [Watch] Operator [Watch()]\n"
                            "Primitive Task [Shout] Operator [Shout()]\n";

/* The method has become another one, and so has what it reserves; but a plan that is kept has no methods. */
static const char guard_next[] = "Entities [Cover] Values [Rock, Tree]\n"
                                 "World State [ Calm : bool ]\n"
                                 "Compound Task [Fight]\n"
                                 "  Method [Calm, any c : Cover] Reserve [c] Subtasks [Watch(), Shout()]\n"
                                 "  Method [not Calm, any c : Cover where c == Tree] Reserve [c] Subtasks [Hide(c)]\n"
                                 "  Method [true] Subtasks [Shout()]\n"
                                 "Primitive Task [Watch] Operator [Watch()]\n"
                                 "Primitive Task [Hide(c)] Operator [Hide(c)]\n"
                                 "Primitive Task [Shout] Operator [Shout()]\n";

static const char guard_free[] = "Entities [Cover] Values [Rock, Tree]\n"
                                 "World State [ Calm : bool ]\n"
                                 "Compound Task [Fight]\n"
                                 "  Method [true] Subtasks [Watch(), Watch()]\n"
                                 "Primitive Task [Watch] Operator [Watch()]\n";

/* The members of `told` go on in the group of `next`, another build. */
static void reload(const group_story *told, group_story *next)
{
    static uint8_t scratch[1 << 14];
    for (uint32_t i = 0; i < AGENTS; i++) {
        assert_int_equal(htn_agent_join(next->members[i].agent, NULL), HTN_OK);
        assert_int_equal(
            htn_agent_reload(next->members[i].agent, told->members[i].agent, scratch, sizeof scratch, NULL), HTN_OK);
        assert_int_equal(htn_agent_join(next->members[i].agent, next->group), HTN_OK);
    }
}

static void reload_holders(htn_group_mode mode)
{
    group_story told, next;
    begin(&told, guard, mode);
    for (uint32_t i = 0; i < 3; i++)
        frame(&told);
    expect(&told, "Watch", "Watch", "Shout");
    begin(&next, guard_next, mode);
    reload(&told, &next);
    assert_ptr_equal(holder(&next, "Cover", 0), next.a->agent);
    assert_ptr_equal(holder(&next, "Cover", 1), next.b->agent);
    assert_int_equal(htn_agent_holds(next.c->agent), 0);
    end(&told);
    frame(&next); /* what the method held stays until the next plan, which names nothing that is free */
    frame(&next);
    assert_string_equal(doing(&next, next.a), "-Watch");
    assert_null(holder(&next, "Cover", 0));
    finish(next.b, HTN_ABORTED); /* the Tree is its own */
    frame(&next);
    frame(&next);
    assert_string_equal(doing(&next, next.b), "Hide 1");
    assert_ptr_equal(holder(&next, "Cover", 1), next.b->agent);
    end(&next);
}

static void a_kept_plan_holds_what_its_methods_held_until_the_next_one(void **state)
{
    (void)state;
    reload_holders(HTN_GROUP_AT_ONCE);
}

static void later_a_kept_plan_holds_what_its_methods_held_until_the_next_one(void **state)
{
    (void)state;
    reload_holders(HTN_GROUP_LATER);
}

static void a_build_that_reserves_nothing_holds_nothing(void **state)
{
    group_story told, next;
    (void)state;
    begin(&told, guard, HTN_GROUP_AT_ONCE);
    frame(&told);
    begin(&next, guard_free, HTN_GROUP_AT_ONCE);
    reload(&told, &next);
    assert_int_equal(htn_agent_holds(next.a->agent), 0);
    end(&told);
    frame(&next);
    expect(&next, "Watch", "Watch", "Watch");
    end(&next);
}

/* Of each kind one event in the journal gets another layer: there is one layer, and it holds something. */
static void a_share_is_of_a_layer_that_there_is(void **state)
{
    static const char *const kinds[] = {"SHARE", "GRANT"};
    group_story told;
    htn_replay_report report;
    htn_journal_event event;
    (void)state;
    begin(&told, fight, HTN_GROUP_LATER);
    frame(&told);
    frame(&told);
    set(&told, told.a, "Calm", 1);
    frame(&told);
    finish(told.a, HTN_ABORTED);
    frame(&told);
    recording *made = &told.a->recording;
    recording_read(made);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t offset = 0;
        do
            assert_int_equal(htn_journal_next(made->bytes, made->size, &offset, &event), HTN_OK);
        while (strcmp(htn_journal_name(event.kind), kinds[i]) != 0);
        uint8_t *layer = &made->bytes[event.offset + 2]; /* behind length and kind */
        assert_int_equal(*layer, 0);
        for (uint8_t other = 1; other < 128; other += 42) {
            *layer = other;
            assert_int_equal(recording_replay(made, &told.domain, &report), HTN_BAD_JOURNAL);
            assert_int_equal(report.offset, event.offset);
            assert_string_equal(report.reason, "there is nothing to hold, or no such layer");
            layer = &made->bytes[event.offset + 2];
        }
        *layer = 0;
    }
    assert_int_equal(recording_replay(made, &told.domain, &report), HTN_OK);
    end(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_agent_sees_a_hold_in_the_same_frame),
        cmocka_unit_test(a_search_whose_result_is_held_by_now_finds_another),
        cmocka_unit_test(another_way_to_the_same_instance_never_frees_it),
        cmocka_unit_test(a_holder_that_is_not_ticked_holds_until_it_leaves_or_is_made_to_release),
        cmocka_unit_test(joining_claims_what_the_plan_holds),
        cmocka_unit_test(an_agent_that_is_loaded_gets_what_it_held_when_it_joins),
        cmocka_unit_test(two_strike_and_the_third_waits_until_one_leaves),
        cmocka_unit_test(a_removed_instance_is_held_by_nobody),
        cmocka_unit_test(later_all_request_and_one_gets_it),
        cmocka_unit_test(later_a_release_waits_for_the_share),
        cmocka_unit_test(later_an_old_plan_that_ends_waits_and_one_that_fails_withdraws),
        cmocka_unit_test(later_what_does_not_hold_any_more_is_given_back),
        cmocka_unit_test(later_an_agent_that_is_loaded_gets_what_it_held_when_it_joins),
        cmocka_unit_test(later_a_search_whose_result_is_held_by_now_finds_another),
        cmocka_unit_test(later_another_way_to_the_same_instance_never_frees_it),
        cmocka_unit_test(later_an_abort_that_takes_time_holds_until_it_has_ended),
        cmocka_unit_test(later_two_strike_and_the_third_waits_until_one_leaves),
        cmocka_unit_test(later_a_plan_that_waits_is_not_saved),
        cmocka_unit_test(a_hold_that_has_gone_does_not_come_back),
        cmocka_unit_test(later_the_grant_stays_while_a_never_step_runs),
        cmocka_unit_test(a_kept_plan_holds_what_its_methods_held_until_the_next_one),
        cmocka_unit_test(later_a_kept_plan_holds_what_its_methods_held_until_the_next_one),
        cmocka_unit_test(a_build_that_reserves_nothing_holds_nothing),
        cmocka_unit_test(a_share_is_of_a_layer_that_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
