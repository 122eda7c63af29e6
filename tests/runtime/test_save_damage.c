/*
 * Saves of agents that were cut off, damaged or made by somebody who means harm, and knows how to make the checksum right: each is
 * refused, or leads to an agent that could have been. Neighbours: hostile_save.c, test_save.c.
 */
#include "agent_story.h"
#include "hostile_save.h"

static htn_load_report report;

/* A life in which there is something of everything that a save has. */
static const char sentry[] = "Enum [Post] Values [Gate, Tower]\n"
                             "Entities [Enemy] Max [3]\n"
                             "World State [ At : Post, Seen(Enemy) : bool, Busy : bool, Deep : -70000..70000 ]\n"
                             "Query [Far(e : Enemy) : 0..9]\n"
                             "Sensor [Eyes] Updates [Seen] Every [300ms]\n"
                             "Root [Guard]\nRoot [Face]\n"
                             "Compound Task [Guard]\n"
                             "  Method [any e : Enemy, Seen(e)] Reserve [e] While [Seen(e)] Cooldown [5s]\n"
                             "    Subtasks [Run(e), Split, Parallel [Fight(e), Shout(\"hey\")], Run(e)]\n"
                             "  Method [true] Subtasks [Look()]\n"
                             "Compound Task [Fight(e : Enemy)] Method [Far(e) > 0] Subtasks [Strike(e), Strike(e)]\n"
                             "Compound Task [Face] Method [true] Subtasks [Look()]\n"
                             "Primitive Task [Run(e : Enemy)] Operator [Run(e)] During [Busy = true, Deep = -69999]\n"
                             "Primitive Task [Strike(e : Enemy)] Operator [Strike(e)] During [Busy = true]\n"
                             "Primitive Task [Shout(what : symbol)] Operator [Shout(what)]\n"
                             "Primitive Task [Look] Operator [Look()] Interrupt [never]\n";

static void begin_sentry(story *told)
{
    int32_t enemy;
    begin(told, sentry);
    htn_world *world = htn_agent_world(told->agent);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told->domain, "Enemy"), &enemy), HTN_OK);
    assert_int_equal(htn_world_set_at(world, htn_property_find(&told->domain, "Seen"), &enemy, 1, 1), HTN_OK);
    expect(told, "+Run(0) +Look");
}

/* Loads what may be refused into a new agent of the story's kind; what is not refused lives on for some ticks. */
static htn_status try_to_load_with(story *told, htn_agent_options options, const uint8_t *save, size_t size)
{
    story other = *told;
    uint8_t *copy = fixture_copy(save, size);
    options.user = &other;
    const size_t bytes = htn_agent_bytes(told->agent_class, &options);
    void *memory = malloc(bytes);
    assert_int_equal(htn_agent_init(&other.agent, told->agent_class, &options, memory, bytes), HTN_OK);
    const htn_status status = htn_agent_load(other.agent, copy, size, &report);
    assert_true((status == HTN_OK) == (report.reason == NULL));
    for (int tick = 0; tick < 3; tick++) {
        other.used = 0;
        for (uint32_t i = 0; i < OPERATORS; i++)
            other.acts[i].next = tick == 1 ? HTN_SUCCEEDED : HTN_RUNNING;
        htn_agent_tick(other.agent, TICK);
    }
    free(memory);
    free(copy);
    return status;
}

static htn_status try_to_load(story *told, const uint8_t *save, size_t size)
{
    const htn_agent_options plain = {0};
    return try_to_load_with(told, plain, save, size);
}

static void every_save_that_is_cut_off_is_refused(void **state)
{
    story told = {0};
    size_t size;
    (void)state;
    begin_sentry(&told);
    uint8_t *save = save_of(&told, &size);
    assert_int_equal(try_to_load(&told, save, size), HTN_OK);
    for (size_t cut = 0; cut < size; cut++) {
        assert_int_equal(try_to_load(&told, save, cut), HTN_BAD_SAVE);
        if (cut < 24)
            continue;
        uint8_t *sealed = fixture_copy(save, cut);
        seal_save(sealed, cut);
        assert_int_equal(try_to_load(&told, sealed, cut), HTN_BAD_SAVE);
        free(sealed);
    }
    free(save);
    finish(&told);
}

static void flip_every_bit(story *told)
{
    size_t size;
    uint8_t *save = save_of(told, &size);
    uint32_t accepted = 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        save[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (bit >= 64) /* of magic and version every bit counts */
            assert_int_not_equal(try_to_load(told, save, size), HTN_OK);
        uint8_t *sealed = fixture_copy(save, size);
        seal_save(sealed, size);
        accepted += try_to_load(told, sealed, size) == HTN_OK;
        free(sealed);
        save[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_true(accepted > 0);
    free(save);
}

static void every_damaged_save_is_refused_or_harmless(void **state)
{
    story told = {0};
    (void)state;
    begin_sentry(&told);
    flip_every_bit(&told);
    expect_after(&told, "Run", HTN_SUCCEEDED, "=Run +Strike(0) +Shout(hey)");
    flip_every_bit(&told);
    finish(&told);
}

/* --- One number that is made to be another ------------------------------------------------------ */

/* Number `occurrence` of those called `field` (hostile_save.c) becomes `value`. A refusal points so many bytes behind the number. */
typedef struct attack {
    const char *field;
    uint32_t occurrence, value;
    htn_status answer;
    int behind;
} attack;

/* How many bytes behind the number the report points. */
static int places_behind(const story *told, const uint8_t *save, size_t size, attack with)
{
    hostile_number number;
    hostile_number_at(&told->domain, save, size, with.field, with.occurrence, &number);
    size_t end = number.at + 1;
    for (uint32_t left = with.value; left >= 128; left >>= 7)
        end++;
    return (int)report.offset - (int)end;
}

static htn_status attack_with_options(story *told, htn_agent_options options, const uint8_t *save, size_t size,
                                      attack with)
{
    size_t changed;
    uint8_t *hostile = hostile_save(&told->domain, save, size, with.field, with.occurrence, with.value, &changed);
    if (hostile == NULL)
        fail_msg("the save has no %s number %u", with.field, (unsigned)with.occurrence);
    const htn_status status = try_to_load_with(told, options, hostile, changed);
    free(hostile);
    return status;
}

static htn_status attack_with(story *told, const uint8_t *save, size_t size, attack with)
{
    const htn_agent_options none = {0};
    return attack_with_options(told, none, save, size, with);
}

static void expect_answers_with(story *told, htn_agent_options options, const uint8_t *save, size_t size,
                                const attack *attacks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const htn_status answer = attack_with_options(told, options, save, size, attacks[i]);
        if (answer != attacks[i].answer)
            fail_msg("%s %u as %u: %s, not %s", attacks[i].field, (unsigned)attacks[i].occurrence,
                     (unsigned)attacks[i].value, htn_status_text(answer), htn_status_text(attacks[i].answer));
        const int behind = answer == HTN_OK ? 0 : places_behind(told, save, size, attacks[i]);
        if (behind != attacks[i].behind)
            fail_msg("%s %u as %u: refused %d bytes behind it, not %d", attacks[i].field,
                     (unsigned)attacks[i].occurrence, (unsigned)attacks[i].value, behind, attacks[i].behind);
    }
}

static void expect_answers(story *told, const attack *attacks, size_t count)
{
    const htn_agent_options none = {0};
    size_t size;
    uint8_t *save = save_of(told, &size);
    expect_answers_with(told, none, save, size, attacks, count);
    free(save);
}

#define EXPECT_ANSWERS(told, attacks) expect_answers(told, attacks, sizeof(attacks) / sizeof *(attacks))

static void numbers_of_types_and_the_world_are_looked_at(void **state)
{
    static const attack attacks[] = {
        {"types", 0, 5, HTN_BAD_SAVE, 0},  /* the domain has 6 */
        {"kind", 1, 5, HTN_BAD_SAVE, -34}, /* there are 5 */
        {"kind", 0, 1, HTN_BAD_SAVE, -33}, /* a number, not a truth */
        {"low", 0, 1, HTN_BAD_SAVE, -36},  /* Tower alone */
        {"low", 1, 1, HTN_BAD_SAVE, 9},    /* one enemy is none */
        {"low", 1, 3, HTN_BAD_SAVE, 9},    /* behind the greatest */
        {"high", 0, 3, HTN_BAD_SAVE, -59}, /* one enemy more */
        {"own", 0, 2, HTN_BAD_SAVE, -60},  /* one of no type of its own */
        {"own", 0, 4, HTN_BAD_SAVE, 7},    /* more than there are */
        {"family", 0, 8, HTN_BAD_SAVE, 0}, /* no type */
        {"instance", 0, 1 << 17, HTN_BAD_SAVE, 0},
        {"property type", 0, 0, HTN_BAD_SAVE, 1},
        {"property type", 0, 9, HTN_BAD_SAVE, 0},
        {"parameter", 0, 1, HTN_BAD_SAVE, 0}, /* a table over truths */
        {"parameter", 0, 2, HTN_BAD_SAVE, 0}, /* ... over numbers */
        {"value", 0, 4, HTN_BAD_SAVE, 0},     /* a third post */
        {"value", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"value", 1, 4, HTN_BAD_SAVE, 0},       /* a truth of 2 */
        {"value", 2, 140002, HTN_BAD_SAVE, 53}, /* out of the property's range */
        {"agents", 0, 2, HTN_BAD_SAVE, 0},
    };
    story told = {0};
    (void)state;
    begin_sentry(&told);
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

static void numbers_are_looked_at_over_another_build_as_well(void **state)
{
    static const attack attacks[] = {
        {"asked", 0, 0, HTN_OK, 0},
        {"types", 0, 4, HTN_BAD_SAVE, 120}, /* one too few for what follows */
        {"low", 1, 3, HTN_BAD_SAVE, 9},     /* behind the greatest */
        {"own", 0, 4, HTN_BAD_SAVE, 7},
        {"family", 0, 8, HTN_BAD_SAVE, 0},
        {"values", 0, 0, HTN_BAD_SAVE, 0},
        {"parameter", 0, 1, HTN_BAD_SAVE, 0},
        {"parameter", 0, 2, HTN_BAD_SAVE, 0},
        {"parameter", 0, 9, HTN_BAD_SAVE, 0},
        {"value", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"property type", 0, 0, HTN_BAD_SAVE, 1},
        {"value", 0, 4, HTN_BAD_SAVE, 0},
        {"value", 1, 4, HTN_BAD_SAVE, 0},
        {"value", 2, 140002, HTN_OK, 0}, /* the nearest end */
        {"leaf", 0, 1, HTN_BAD_SAVE, 1},
        {"leaf", 1, 9, HTN_BAD_SAVE, 0},
        {"place", 0, 3, HTN_BAD_SAVE, 0},
        {"place", 1, 3, HTN_BAD_SAVE, 0},
        {"cell", 0, 1, HTN_BAD_SAVE, 0},
        {"bindings", 0, 1, HTN_BAD_SAVE, 10},
        {"step", 0, 2, HTN_BAD_SAVE, 26},
        {"span entry", 0, 77, HTN_OK, 0}, /* means nothing without the record */
    };
    story told = {0};
    size_t size;
    (void)state;
    begin_sentry(&told);
    uint8_t *save = save_of(&told, &size);
    save[20] ^= 1; /* the fingerprint */
    const htn_agent_options none = {0};
    expect_answers_with(&told, none, save, size, attacks, sizeof attacks / sizeof *attacks);
    free(save);
    finish(&told);
}

static void numbers_of_layers_and_steps_are_looked_at(void **state)
{
    static const attack attacks[] = {
        {"sensed", 0, 2, HTN_BAD_SAVE, 0},
        {"remainder", 0, 999, HTN_OK, 0},
        {"remainder", 0, 1000, HTN_BAD_SAVE, 0}, /* microseconds that are a millisecond */
        {"served", 0, UINT32_MAX, HTN_OK, 0},    /* nobody: the first layer */
        {"hungry", 0, UINT32_MAX, HTN_OK, 0},
        {"layers", 0, 1, HTN_BAD_SAVE, 114},
        {"flags", 0, 2048 + 24, HTN_BAD_SAVE, 0},
        {"flags", 0, 1024 + 24, HTN_BAD_SAVE, 0}, /* costs in thousandths, which the domain does not have */
        {"flags", 0, 8, HTN_BAD_SAVE, 34},        /* the plan is partial */
        {"flags", 0, 16, HTN_BAD_SAVE, 40},       /* a step is in progress of a plan that does not run */
        {"flags", 1, 88, HTN_BAD_SAVE, 26},       /* the plan is not partial */
        {"hold", 0, 99, HTN_OK, 0},               /* of no step that there is */
        {"hold flags", 0, 8, HTN_BAD_SAVE, 0},
        {"hold type", 0, 0, HTN_BAD_SAVE, 0},
        {"hold type", 0, 2, HTN_BAD_SAVE, 1},
        {"failures", 0, UINT32_MAX, HTN_OK, 0},
        {"retry", 0, UINT32_MAX, HTN_OK, 0},
        {"timer", 0, UINT32_MAX, HTN_OK, 0},
        {"done", 0, 1, HTN_BAD_SAVE, 32}, /* a step that is done is in progress */
        {"done", 0, 2, HTN_BAD_SAVE, 0},
        {"slot", 0, 100, HTN_TOO_SMALL, 0},
        {"slot", 0, UINT32_MAX, HTN_TOO_SMALL, 0},
        {"state", 0, 0, HTN_BAD_SAVE, 3},
        {"state", 0, 2, HTN_BAD_SAVE, 3}, /* an abort is of no step */
        {"state", 0, 5, HTN_BAD_SAVE, 0},
        {"time left", 0, UINT32_MAX, HTN_OK, 0},
        {"values known", 0, 2, HTN_BAD_SAVE, 0},
        {"id", 0, 0, HTN_BAD_SAVE, 2}, /* they count from 1 */
        {"id", 0, UINT32_MAX - 1, HTN_OK, 0},
        {"id", 0, UINT32_MAX, HTN_BAD_SAVE, 2}, /* a hold could not name it */
        {"next id", 0, 0, HTN_BAD_SAVE, 4},
        {"next id", 0, UINT32_MAX - 1, HTN_OK, 0},
        {"next id", 0, UINT32_MAX, HTN_BAD_SAVE, 4},
        {"step", 0, 0, HTN_BAD_SAVE, 1},
        {"step", 0, 2, HTN_BAD_SAVE, 26}, /* there is one step */
        {"step", 0, 1 << 24, HTN_BAD_SAVE, 26},
        {"report", 0, HTN_ABORTED, HTN_BAD_SAVE, 0},
        {"report", 0, HTN_ABORTED + 1, HTN_BAD_SAVE, 0},
        {"news", 0, 1 << HTN_NEWS_KINDS, HTN_BAD_SAVE, 0},
        {"bindings", 0, 1, HTN_BAD_SAVE, 10},
        {"leaf", 0, 1, HTN_BAD_SAVE, 1},  /* an instance of the truths */
        {"leaf", 1, 9, HTN_BAD_SAVE, 0},  /* ... of no type */
        {"place", 0, 3, HTN_BAD_SAVE, 0}, /* a fourth enemy */
        {"place", 1, 3, HTN_BAD_SAVE, 0},
        {"generation", 0, 1 << 16, HTN_BAD_SAVE, 0},
        {"memory", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"cell", 0, 1, HTN_BAD_SAVE, 0},          /* a truth by itself has one cell */
        {"property type", 5, 2, HTN_BAD_SAVE, 3}, /* a truth that was a number */
        {"value", 6, 4, HTN_BAD_SAVE, 0},         /* to be set back to a truth of 2 */
        {"value", 8, 140002, HTN_BAD_SAVE, 9},    /* out of the property's range */
        {"durings", 0, 1, HTN_OK, 0},             /* the other one has ended */
    };
    story told = {0};
    (void)state;
    begin_sentry(&told);
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

static void numbers_of_plans_are_looked_at(void **state)
{
    static const attack attacks[] = {
        {"steps", 0, 1 << 30, HTN_BAD_SAVE, 0},
        {"span kind", 0, HTN_SPAN_KINDS, HTN_BAD_SAVE, 4},
        {"span kind", 1, HTN_SPAN_ACHIEVE, HTN_BAD_SAVE, 9}, /* members of no group */
        {"span first", 0, 5, HTN_BAD_SAVE, 3},               /* behind its end, and the next one's beginning */
        {"span first", 3, 1, HTN_OK, 0},                     /* members overlap: no compiler makes that */
        {"span first", 2, 4, HTN_BAD_SAVE, 3},               /* behind its end */
        {"span first", 3, 4, HTN_BAD_SAVE, 3},
        {"span end", 0, 5, HTN_BAD_SAVE, 2},    /* behind the last step */
        {"span end", 0, 2, HTN_BAD_SAVE, 7},    /* what lies in it ends behind it */
        {"span end", 3, 4, HTN_BAD_SAVE, 2},    /* behind its group */
        {"span parent", 0, 1, HTN_BAD_SAVE, 1}, /* in itself */
        {"span parent", 1, 200, HTN_BAD_SAVE, 1},
        {"span parent", 2, 0, HTN_BAD_SAVE, 1},  /* a member of none */
        {"span parent", 2, 1, HTN_BAD_SAVE, 1},  /* ... of a While */
        {"span parent", 3, 3, HTN_BAD_SAVE, 1},  /* ... of another member */
        {"span entry", 0, 1, HTN_BAD_SAVE, 176}, /* of this plan, but that method has no span */
        {"span entry", 0, 2, HTN_BAD_SAVE, 176}, /* behind the record */
        {"span entry", 4, 0, HTN_BAD_SAVE, 13},  /* from before the first part */
        {"span entry", 4, 2, HTN_BAD_SAVE, 13},
        {"partial", 0, 1, HTN_BAD_SAVE, 6}, /* the layer says that it is not */
        {"partial", 1, 3, HTN_BAD_SAVE, 0},
        {"proven", 0, 2, HTN_BAD_SAVE, 0},
        {"cost", 0, UINT32_MAX, HTN_OK, 0},
        {"duration", 0, UINT32_MAX, HTN_OK, 0},
        {"cut", 0, UINT32_MAX, HTN_OK, 0},
        {"record", 0, 1 << 16, HTN_BAD_SAVE, 0},
        {"records", 0, 1 << 30, HTN_BAD_SAVE, 0},
        {"bound there", 3, 8, HTN_BAD_SAVE, 4},  /* of the While: there are 4 methods */
        {"bound there", 3, 4, HTN_BAD_SAVE, 4},  /* ... and this one has none */
        {"method taken", 0, 4, HTN_BAD_SAVE, 0}, /* to cool down */
        {"generations since", 0, 1 << 16, HTN_BAD_SAVE, 0},
        {"continues", 0, 2, HTN_BAD_SAVE, 0},
        {"slot", 1, 0, HTN_BAD_SAVE, 0}, /* two steps in one slot */
        {"step", 0, 2, HTN_OK, 0}, /* the second Strike before the first: no domain comes to that, and it is harmless */
        {"step", 1, 1, HTN_BAD_SAVE, 32}, /* two slots for one step */
        {"step", 1, 2, HTN_BAD_SAVE, 32}, /* another task */
        {"done", 3, 2, HTN_BAD_SAVE, 0},
    };
    story told = {0};
    (void)state;
    begin_sentry(&told);
    expect_after(&told, "Run", HTN_SUCCEEDED, "=Run +Strike(0) +Shout(hey)");
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

/* A number may be any one that leads to an agent that could have been: an order that is none is nobody's. */
static void numbers_of_orders_are_looked_at(void **state)
{
    static const attack attacks[] = {
        {"next order", 0, 0, HTN_OK, 0},
        {"next order", 0, UINT32_MAX, HTN_OK, 0},
        {"current order", 0, 77, HTN_OK, 0},
        {"current order", 0, 2, HTN_OK, 0}, /* the first one is not running */
        {"current order", 0, 0, HTN_OK, 0},
        {"drops", 0, 1, HTN_OK, 0},
        {"drops", 0, 2, HTN_BAD_SAVE, 0},
        {"closed", 0, 1, HTN_OK, 0}, /* its gate is asked again */
        {"closed", 0, UINT32_MAX, HTN_OK, 0},
        {"orders", 0, 1 << 30, HTN_BAD_SAVE, 0},
        {"orders", 0, 2, HTN_OK, 0}, /* what follows means nothing */
        {"order id", 0, 0, HTN_BAD_SAVE, 14},
        {"order id", 0, 2, HTN_OK, 0}, /* two of one number */
        {"tries", 0, UINT32_MAX, HTN_OK, 0},
        {"order end", 0, HTN_ORDER_ENDS, HTN_OK, 0},
        {"order end", 0, HTN_ORDER_ENDS + 2, HTN_BAD_SAVE, 0},
        {"order end", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"order status", 0, UINT32_MAX, HTN_OK, 0},
        {"ordered steps", 0, 9, HTN_BAD_SAVE, 0},
        {"ordered step", 0, 0, HTN_OK, 0},
        {"order of step", 0, 9, HTN_OK, 0},
    };
    const htn_agent_options options = {.orders = 4};
    story told = {0};
    size_t size;
    int32_t enemy = 0;
    (void)state;
    begin_with(&told, sentry, options);
    htn_world *world = htn_agent_world(told.agent);
    assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Enemy"), &enemy), HTN_OK);
    const htn_given_task orders[] = {{htn_task_find(&told.domain, "Strike"), &enemy, 1},
                                     {htn_task_find(&told.domain, "Run"), &enemy, 1},
                                     {htn_task_find(&told.domain, "Look"), NULL, 0}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(htn_agent_order(told.agent, 0, &orders[i], HTN_ORDER_QUEUE, NULL), HTN_OK);
    htn_agent_tick(told.agent, TICK);
    uint8_t *save = save_of(&told, &size);
    expect_answers_with(&told, options, save, size, attacks, sizeof attacks / sizeof *attacks);
    free(save);
    clear_log(&told);
    finish(&told);
}

static void an_agent_without_room_for_a_plan_refuses_it(void **state)
{
    const htn_agent_options few_steps = {.limits.steps = 3}, few_spans = {.limits.spans = 3};
    const htn_agent_options short_record = {.limits.record = 1}, little_rest = {.limits.continuation = 7};
    story told = {0};
    size_t size, changed;
    (void)state;
    begin_sentry(&told);
    expect_after(&told, "Run", HTN_SUCCEEDED, "=Run +Strike(0) +Shout(hey)");
    uint8_t *save = save_of(&told, &size);
    assert_int_equal(try_to_load_with(&told, few_steps, save, size), HTN_FULL_STEPS);
    assert_int_equal(try_to_load_with(&told, few_spans, save, size), HTN_FULL_SPANS);
    assert_int_equal(try_to_load_with(&told, little_rest, save, size), HTN_FULL_CONTINUATION);
    uint8_t *longer = hostile_save(&told.domain, save, size, "records", 0, 2, &changed);
    assert_int_equal(try_to_load_with(&told, short_record, save, size), HTN_OK);
    assert_int_equal(try_to_load_with(&told, short_record, longer, changed), HTN_FULL_RECORD);
    free(longer);
    free(save);
    finish(&told);
}

/* What an `Each` has not begun lies behind what remains of a plan, and needs room of its own. */
static void an_agent_without_room_for_items_refuses_them(void **state)
{
    const htn_agent_options little = {.limits.solutions = 1}, enough = {.limits.solutions = 16};
    story told = {0};
    int32_t sheep;
    size_t size;
    (void)state;
    begin(&told, "Entities [Sheep] Max [5]\n"
                 "World State [ Stray(Sheep) : bool ]\n"
                 "Compound Task [Live] Method [true] Subtasks [Each [s : Sheep where Stray(s)] [Fetch(s), Split]]\n"
                 "Primitive Task [Fetch(s : Sheep)] Operator [Fetch(s)] Effects [Stray(s) = false]\n");
    htn_world *world = htn_agent_world(told.agent);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(htn_world_spawn(world, htn_type_find(&told.domain, "Sheep"), &sheep), HTN_OK);
        assert_int_equal(htn_world_set_at(world, htn_property_find(&told.domain, "Stray"), &sheep, 1, 1), HTN_OK);
    }
    expect(&told, "+Fetch(0)");
    uint8_t *save = save_of(&told, &size);
    assert_int_equal(try_to_load_with(&told, enough, save, size), HTN_OK);
    assert_int_equal(try_to_load_with(&told, little, save, size), HTN_FULL_SOLUTIONS);
    assert_non_null(strstr(report.reason, "`Each`"));
    free(save);
    finish(&told);
}

static void times_are_looked_at(void **state)
{
    static const char lamp[] = "World State [ Lit : bool, Warm : 0..3 Expires, Plain : bool ]\n"
                               "Compound Task [Live] Method [Lit, Plain] Subtasks [Go()]\n"
                               "Primitive Task [Go] Operator [Go] Effects [Lit = true for 1s]\n";
    static const attack attacks[] = {
        {"times", 0, 1, HTN_OK, 0}, /* what is left over is skipped */
        {"times", 0, 3, HTN_BAD_SAVE, 19},
        {"timed cell", 0, 1, HTN_BAD_SAVE, 0}, /* there is only one */
        {"left", 0, 0, HTN_BAD_SAVE, 0},
        {"left", 0, 1, HTN_OK, 0},
        {"left", 1, INT32_MAX, HTN_OK, 0},
        {"left", 1, (uint32_t)INT32_MAX + 1, HTN_BAD_SAVE, 0},
        {"left", 1, UINT32_MAX, HTN_BAD_SAVE, 0},
    };
    story told = {0};
    (void)state;
    begin(&told, lamp);
    htn_world *world = htn_agent_world(told.agent);
    assert_int_equal(htn_world_set_for(world, htn_property_find(&told.domain, "Lit"), 1, 500), HTN_OK);
    assert_int_equal(htn_world_set_for(world, htn_property_find(&told.domain, "Warm"), 2, 700), HTN_OK);
    expect(&told, "");
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

static void a_step_is_in_progress_once(void **state)
{
    static const attack twice = {"step", 1, 1, HTN_BAD_SAVE, 24};
    story told = {0};
    (void)state;
    begin(&told, "Compound Task [Live] Method [true] Subtasks [Parallel [Look(), Look()]]\n"
                 "Primitive Task [Look] Operator [Look()]\n");
    expect(&told, "+Look +Look");
    expect_answers(&told, &twice, 1);
    finish(&told);
}

/* Also of types that no table is over, and whose values would be there all the same. */
static void types_have_the_values_that_they_have(void **state)
{
    static const attack attacks[] = {{"low", 0, 1, HTN_BAD_SAVE, -20}, {"high", 0, 4, HTN_BAD_SAVE, -43}};
    story told = {0};
    (void)state;
    begin(&told, "Enum [Post] Values [Gate, Tower]\nEntities [Enemy] Max [3]\n"
                 "World State [ At : Post = Tower, Target : Enemy ]\n"
                 "Compound Task [Live] Method [true] Subtasks [Wait()]\n"
                 "Primitive Task [Wait] Operator [Wait()]\n");
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

static void an_instance_is_of_its_propertys_type(void **state)
{
    story told = {0};
    int32_t orc;
    size_t size;
    uint32_t accepted = 0;
    (void)state;
    begin(&told, "Entities [Enemy] Max [1]\nEntities [Elf : Enemy] Max [1]\nEntities [Orc : Enemy] Max [2]\n"
                 "Entities [Ogre : Enemy] Max [1]\nEntities [Tree] Max [9]\n"
                 "World State [ Target : Orc ]\n"
                 "Compound Task [Live] Method [true] Subtasks [Wait()]\n"
                 "Primitive Task [Wait] Operator [Wait()]\n");
    assert_int_equal(htn_world_spawn(htn_agent_world(told.agent), htn_type_find(&told.domain, "Orc"), &orc), HTN_OK);
    set(&told, "Target", orc);
    uint8_t *save = save_of(&told, &size);
    for (uint32_t leaf = 1; leaf <= htn_domain_count(&told.domain, HTN_SECTION_TYPES) + 1; leaf++) {
        const attack with = {"leaf", 0, leaf, HTN_BAD_SAVE, 0};
        accepted += attack_with(&told, save, size, with) == HTN_OK;
    }
    assert_int_equal(accepted, 1);
    free(save);
    finish(&told);
}

/* One number, and then another one. */
static void states_are_looked_at(void **state)
{
    static const attack states[] = {{"state", 0, 0, HTN_BAD_SAVE, 0}, {"state", 0, 4, HTN_BAD_SAVE, 0}};
    story told = {0};
    size_t size, changed;
    (void)state;
    begin_sentry(&told);
    uint8_t *save = save_of(&told, &size);
    uint8_t *without_step = hostile_save(&told.domain, save, size, "step", 0, 0, &changed);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(attack_with(&told, without_step, changed, states[i]), states[i].answer);
    free(without_step);
    free(save);
    finish(&told);
}

static void groups_come_in_order(void **state)
{
    static const attack backwards = {"span first", 3, 0, HTN_BAD_SAVE, 3};
    story told = {0};
    (void)state;
    begin(&told, "Compound Task [Live] Method [true] Subtasks [Parallel [Look(), Look()], Parallel [Look(), Look()]]\n"
                 "Primitive Task [Look] Operator [Look()]\n");
    expect(&told, "+Look +Look");
    expect_answers(&told, &backwards, 1);
    finish(&told);
}

static const char fetcher[] = "World State [ Load : 0..9, Level : int, Weight : 0..5 ]\n"
                              "Compound Task [Live] Method [true] Subtasks [Fetch(Load), Walk()]\n"
                              "Primitive Task [Fetch(n : 0..9)] Operator [Fetch(n)]\n"
                              "Primitive Task [Walk] Operator [Walk()]\n"
                              "Primitive Task [Look] Operator [Look()]\n";

/* A step's task and operator have the parameters that they have, though values of other types look the same. */
static void parameters_have_their_types(void **state)
{
    story told = {0};
    size_t size;
    uint32_t accepted = 0;
    (void)state;
    begin(&told, fetcher);
    expect(&told, "+Fetch(0)");
    uint8_t *save = save_of(&told, &size);
    for (uint32_t which = 0; which < 3; which++)
        for (uint32_t type = 1; type <= htn_domain_count(&told.domain, HTN_SECTION_TYPES) + 1; type++) {
            const attack with = {"parameter", which, type, HTN_BAD_SAVE, 0};
            accepted += attack_with(&told, save, size, with) == HTN_OK;
        }
    assert_int_equal(accepted, 3);
    free(save);
    finish(&told);
}

/* Occurrence number `occurrence` of a name becomes another name of the same length. */
static void rename_text(uint8_t *save, size_t size, const char *from, uint32_t occurrence, const char *to)
{
    const size_t length = strlen(from) + 1;
    size_t at = 24;
    for (uint32_t left = occurrence + 1; left > 0; at++) {
        assert_true(at + length <= size);
        left -= memcmp(save + at, from, length) == 0;
    }
    memcpy(save + at - 1, to, length);
    seal_save(save, size);
}

/* What a save comes to in which a name is another one. */
static htn_status rename_in(story *told, bool other_build, const char *from, uint32_t occurrence, const char *to)
{
    size_t size;
    uint8_t *save = save_of(told, &size);
    save[20] ^= (uint8_t)other_build; /* the fingerprint */
    rename_text(save, size, from, occurrence, to);
    const htn_status status = try_to_load(told, save, size);
    free(save);
    return status;
}

static void names_are_of_what_they_should_be(void **state)
{
    story told = {0};
    (void)state;
    begin(&told, fetcher);
    expect(&told, "+Fetch(0)");
    assert_int_equal(rename_in(&told, false, "Walk", 0, "Look"), HTN_OK);       /* a step to come is another one */
    assert_int_equal(rename_in(&told, false, "Walk", 0, "Live"), HTN_BAD_SAVE); /* ... is no step */
    assert_int_equal(rename_in(&told, false, "Walk", 0, "Load"), HTN_BAD_SAVE);
    expect_after(&told, "Fetch", HTN_SUCCEEDED, "=Fetch +Walk");
    assert_int_equal(rename_in(&told, false, "Walk", 2, "Look"),
                     HTN_BAD_SAVE); /* what is in progress is another operator's */
    finish(&told);
}

static const char two_layers[] = "Root [Left]\nRoot [Down]\n"
                                 "Compound Task [Left] Method [true] Subtasks [Walk()]\n"
                                 "Compound Task [Down] Method [true] Subtasks [Walk()]\n"
                                 "Primitive Task [Walk] Operator [Walk()]\n";

static void each_layer_is_there_once(void **state)
{
    story told = {0};
    size_t size;
    (void)state;
    begin(&told, two_layers);
    expect(&told, "+Walk +Walk");
    assert_int_equal(rename_in(&told, false, "Down", 0, "Left"), HTN_BAD_SAVE);
    assert_int_equal(rename_in(&told, true, "Down", 0, "Left"), HTN_BAD_SAVE);
    assert_int_equal(rename_in(&told, false, "Left", 0, "Lost"), HTN_BAD_SAVE);
    assert_int_equal(rename_in(&told, true, "Left", 0, "Lost"), HTN_OK);
    uint8_t *save = save_of(&told, &size);
    save[20] ^= 1;
    rename_text(save, size, "Left", 0, "Lost");
    rename_text(save, size, "Down", 0, "Lost");
    assert_int_equal(try_to_load(&told, save, size), HTN_OK); /* whatever is not in the domain is skipped */
    free(save);
    finish(&told);
}

/* With the very same blob no layer is missing, also where all that the save has is in order. */
static void no_layer_is_left_out(void **state)
{
    story told = {0};
    size_t size, changed, at = 24;
    (void)state;
    begin(&told, two_layers);
    expect(&told, "+Walk +Walk");
    uint8_t *save = save_of(&told, &size);
    uint8_t *fewer = hostile_save(&told.domain, save, size, "layers", 0, 1, &changed);
    while (memcmp(fewer + at + 4, "Down", 5) != 0)
        at++;
    const size_t behind = at + 4 + fixture_read32(fewer + at);
    memmove(fewer + at, fewer + behind, changed - behind);
    changed -= behind - at;
    seal_save(fewer, changed);
    assert_int_equal(try_to_load(&told, fewer, changed), HTN_BAD_SAVE);
    fewer[20] ^= 1; /* over another build, which may have more layers */
    seal_save(fewer, changed);
    assert_int_equal(try_to_load(&told, fewer, changed), HTN_OK);
    free(fewer);
    free(save);
    finish(&told);
}

/* A plan that is done and waits for what comes behind its split: nothing of it is in progress, and nothing of it runs. */
static void a_plan_that_is_done_is_looked_at_as_well(void **state)
{
    story told = {0};
    size_t size;
    (void)state;
    begin(&told, "Query [Near(n : 0..3) : 0..9]\n"
                 "Compound Task [Live] Method [true] Subtasks [Walk(), Split, Go(Near(1))]\n"
                 "Primitive Task [Walk] Operator [Walk()]\n"
                 "Primitive Task [Look] Operator [Look()]\n"
                 "Primitive Task [Go(n : 0..9)] Operator [Go(n)]\n");
    expect(&told, "+Walk");
    told.late = 1u << 1;
    expect_after(&told, "Walk", HTN_SUCCEEDED, "=Walk");
    uint8_t *save = save_of(&told, &size);
    assert_int_equal(try_to_load(&told, save, size), HTN_OK);
    assert_true(report.exact);
    assert_int_equal(report.plans_kept, 1);
    save[16] ^= 1; /* another build of the same types */
    seal_save(save, size);
    assert_int_equal(try_to_load(&told, save, size), HTN_OK);
    assert_int_equal(report.plans_kept, 0); /* the rest of it is not known there */
    assert_int_equal(report.plans_dropped, 0);
    free(save);
    assert_int_equal(rename_in(&told, false, "Walk", 0, "Look"), HTN_OK);
    assert_int_equal(rename_in(&told, false, "Walk", 0, "Live"), HTN_BAD_SAVE);
    told.late = 0;
    expect(&told, "+Go(2)");
    finish(&told);
}

/* What a save comes to in which there are some bytes in a number's place. */
static htn_status insert_in(story *told, const char *field, uint32_t occurrence, const uint8_t *bytes, size_t count)
{
    size_t size, changed;
    uint8_t *save = save_of(told, &size);
    uint8_t *hostile = hostile_bytes(&told->domain, save, size, field, occurrence, bytes, count, &changed);
    const htn_status status = try_to_load(told, hostile, changed);
    free(hostile);
    free(save);
    return status;
}

static void there_is_no_more_than_there_is_room_for(void **state)
{
    enum { MANY = 100, LONG = 1 << 20 };
    static const uint8_t during[] = {1, 'B', 'u', 's', 'y', 0, 1, 0, 0, 2, 0, 0};
    static uint8_t durings[1 + MANY * sizeof during], memory[3 + LONG] = {0x88, 0x80, 0x40}; /* LONG and 8 */
    static const uint8_t spans[3 + LONG] = {0x80, 0x80, 0x08}; /* LONG / 8 groups of no steps */
    story told = {0};
    (void)state;
    begin_sentry(&told);
    durings[0] = MANY + 2;
    for (size_t i = 0; i < MANY; i++)
        memcpy(durings + 1 + i * sizeof during, during, sizeof during);
    assert_int_equal(insert_in(&told, "durings", 0, durings, sizeof durings),
                     HTN_OK); /* a step shows one value in a cell */
    assert_int_equal(insert_in(&told, "memory", 0, memory, sizeof memory), HTN_OK);
    finish(&told);
    begin(&told, fetcher); /* plans without spans */
    expect(&told, "+Fetch(0)");
    assert_int_equal(insert_in(&told, "spans", 0, spans, sizeof spans), HTN_BAD_SAVE);
    finish(&told);
}

/* A task binds as many values as it does, also where the save has all that it says. */
static void a_task_binds_as_many_values_as_it_does(void **state)
{
    static const uint8_t none[] = {0}, one[] = {1, 0};
    story told = {0};
    (void)state;
    begin(&told, fetcher);
    expect(&told, "+Fetch(0)");
    assert_int_equal(insert_in(&told, "bindings", 1, none, sizeof none), HTN_OK); /* of Walk, which is to come */
    assert_int_equal(insert_in(&told, "bindings", 1, one, sizeof one), HTN_BAD_SAVE);
    finish(&told);
}

/* Types and names are where the save says that they are, in its first part. */
static void places_lie_among_the_types(void **state)
{
    static const uint32_t places[] = {0, 24, 28, 1 << 20, UINT32_MAX};
    story told = {0};
    size_t size;
    (void)state;
    begin_sentry(&told);
    uint8_t *save = save_of(&told, &size);
    for (size_t i = 0; i < 2 * sizeof places / sizeof *places; i++) {
        uint8_t *hostile = fixture_copy(save, size);
        hostile[20] ^= (uint8_t)(i & 1); /* over another build, too */
        fixture_write32(hostile + 24 + 4 + 1, places[i / 2]);
        seal_save(hostile, size);
        assert_int_equal(try_to_load(&told, hostile, size), HTN_BAD_SAVE);
        free(hostile);
    }
    free(save);
    finish(&told);
}

static void a_footprint_lies_in_the_world(void **state)
{
    static const attack attacks[] = {
        {"asked", 0, 2, HTN_BAD_SAVE, 0},
        {"word", 0, 2, HTN_BAD_SAVE, 0}, /* of 13 bytes, and of 3 generations, there is one each */
        {"word", 1, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"low half", 0, 0, HTN_BAD_SAVE, 1}, /* no bit */
        {"low half", 0, UINT32_MAX, HTN_BAD_SAVE, 1},
        {"low half", 1, 8, HTN_BAD_SAVE, 1}, /* a fourth instance */
        {"high half", 0, 1, HTN_BAD_SAVE, 0},
        {"high half", 1, 1, HTN_BAD_SAVE, 0},
    };
    story told = {0};
    (void)state;
    begin_sentry(&told);
    expect_after(&told, "Run", HTN_SUCCEEDED, "=Run +Strike(0) +Shout(hey)");
    EXPECT_ANSWERS(&told, attacks);
    finish(&told);
}

static void a_while_from_before_needs_a_split_behind_it(void **state)
{
    static const attack from_before = {"span entry", 0, 0, HTN_BAD_SAVE, 76};
    story told = {0};
    (void)state;
    begin_sentry(&told);
    expect_answers(&told, &from_before, 1);
    finish(&told);
}

static const char walker[] = "World State [ Alarm : bool ]\n"
                             "Compound Task [Live] Method [not Alarm] While [not Alarm] Subtasks [Walk()]\n"
                             "Primitive Task [Walk] Operator [Walk()]\n";

static void the_greatest_id_is_one_like_any_other(void **state)
{
    story told = {0}, next = {0};
    size_t size, changed;
    htn_activity activity;
    (void)state;
    begin(&told, walker);
    told.acts[htn_operator_find(&told.domain, "Walk")].slow_abort = 3;
    expect(&told, "+Walk");
    set(&told, "Alarm", 1);
    expect(&told, "-Walk");
    uint8_t *save = save_of(&told, &size);
    uint8_t *hostile = hostile_save(&told.domain, save, size, "id", 0, UINT32_MAX - 1, &changed);
    begin(&next, walker);
    memcpy(next.acts, told.acts, sizeof next.acts);
    next.begun = told.begun;
    assert_int_equal(htn_agent_load(next.agent, hostile, changed, &report), HTN_OK);
    assert_true(htn_agent_activity(next.agent, 0, 0, &activity));
    assert_int_equal(activity.id, UINT32_MAX - 1);
    assert_false(htn_agent_activity(next.agent, 0, 1, &activity));
    expect(&next, "^Walk");
    expect(&next, "");
    expect(&next, "~Walk");
    finish(&next);
    forget(&told);
    free(hostile);
    free(save);
}

/* --- Where planning goes on --------------------------------------------------------------------- */

static uint32_t op_at(const htn_domain *domain, uint32_t pc)
{
    return domain->sections[HTN_SECTION_CODE].data[(size_t)pc * HTN_INSTRUCTION_SIZE];
}

static uint32_t task_field(const htn_domain *domain, uint32_t pc, uint32_t field)
{
    uint32_t task = htn_domain_count(domain, HTN_SECTION_TASKS) - 1;
    while (htn_domain_field(domain, HTN_SECTION_TASKS, task, HTN_TASKS_ENTRY) > pc)
        task--;
    return htn_domain_field(domain, HTN_SECTION_TASKS, task, field);
}

/* Planning stops in compound tasks, behind a split or where the horizon may be reached, or comes back behind a call. */
static bool may_resume(const htn_domain *domain, uint32_t pc, bool framed)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_CODE);
    while (pc > HTN_SLOTS && pc < count && op_at(domain, pc - 1) == HTN_OP_WHILE_END)
        pc--;
    if (pc <= HTN_SLOTS || pc >= count || task_field(domain, pc, HTN_TASKS_KIND) != HTN_TASK_COMPOUND ||
        ((task_field(domain, pc, HTN_TASKS_FLAGS) & HTN_TASK_FRAMED) != 0) != framed)
        return false;
    const uint32_t before = op_at(domain, pc - 1);
    return before == HTN_OP_SPLIT || before == HTN_OP_HORIZON || before == HTN_OP_CALL;
}

/* Every address of the code, and some beyond: accepted where planning can have stopped, and there it does no harm. */
static void try_addresses(story *told, const char *field, bool framed)
{
    size_t size;
    uint8_t *save = save_of(told, &size);
    const uint32_t end = htn_domain_count(&told->domain, HTN_SECTION_CODE);
    uint32_t accepted = 0;
    for (uint32_t pc = 1; pc < end + 8; pc++) {
        const attack with = {field, 0, pc, HTN_OK, 0};
        const bool loaded = attack_with(told, save, size, with) == HTN_OK;
        if (loaded && !may_resume(&told->domain, pc, framed))
            fail_msg("%s %u was accepted", field, (unsigned)pc);
        accepted += loaded;
    }
    assert_true(accepted > 0);
    free(save);
}

static void planning_goes_on_only_where_it_can_have_stopped(void **state)
{
    static const attack attacks[] = {
        {"frame", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"frame method", 0, 3, HTN_BAD_SAVE, 0}, /* of another task */
        {"frame method", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"frame method", 0, 0, HTN_OK, 0}, /* binds nothing */
        {"local", 0, UINT32_MAX, HTN_OK, 0},
        {"local", 1, UINT32_MAX - 1, HTN_OK, 0},
    };
    story told = {0};
    (void)state;
    begin_sentry(&told);
    EXPECT_ANSWERS(&told, attacks);
    try_addresses(&told, "frame", true);
    expect_after(&told, "Run", HTN_SUCCEEDED, "=Run +Strike(0) +Shout(hey)");
    EXPECT_ANSWERS(&told, attacks);
    try_addresses(&told, "frame", true);
    finish(&told);
}

/* A task that binds nothing, and ends with what it calls, has no frame of its own. */
static void a_task_without_a_frame_goes_on_likewise(void **state)
{
    static const attack attacks[] = {
        {"resume", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
        {"frame", 0, UINT32_MAX, HTN_BAD_SAVE, 0},
    };
    story told = {0};
    (void)state;
    begin(&told, "Primitive Task [Walk] Operator [Walk()] Duration [1s]\n"
                 "Primitive Task [Look] Operator [Look()]\n"
                 "Compound Task [Stroll] Method [true] Subtasks [Walk(), Split, Look(), Walk()]\n"
                 "Compound Task [Live] Method [true] Subtasks [Stroll(), Look()]\n"
                 "Root [Live]\n");
    expect(&told, "+Walk");
    EXPECT_ANSWERS(&told, attacks);
    try_addresses(&told, "resume", false);
    try_addresses(&told, "frame", true);
    finish(&told);
}

/* --- Long ways ---------------------------------------------------------------------------------- */

enum { FAMILY = 100, NAME = 400, DIMENSIONS = 8, CELLS = 1 << DIMENSIONS };

static void put(uint8_t **at, const char *bytes, size_t count)
{
    memcpy(*at, bytes, count);
    *at += count;
}

/* The world of a table over a family of so many types, all of them the same one with a long name, that each cell takes long to find. */
static size_t tedious_save(uint8_t *save)
{
    char name[NAME];
    uint8_t *at = save + 24, *part = at;
    memcpy(save, "HTNS\1\0\0\0", 8);
    memset(save + 16, 0, 8);
    at += 4;
    *at++ = FAMILY + 2;
    uint8_t *places = at;
    at += 4 * (FAMILY + 2);
    for (uint32_t i = 0; i < FAMILY; i++)
        fixture_write32(places + 4 * (size_t)i, (uint32_t)(at - save));
    memset(name, 'x', sizeof name);
    name[NAME - 1] = '\0';
    put(&at, "\4\0\0\0\0", 5);
    put(&at, name, sizeof name);
    fixture_write32(places + 4 * FAMILY, (uint32_t)(at - save));
    put(&at, "\4\0\1\2\0E", 7);
    fixture_write32(places + 4 * (FAMILY + 1), (uint32_t)(at - save));
    *at++ = 0; /* truths */
    fixture_write32(part, (uint32_t)(at - part - 4));
    part = at;
    at += 4;
    put(&at, "\0\0\1P", 5); /* two slots, one property */
    *at++ = FAMILY + 2;
    *at++ = DIMENSIONS;
    memset(at, FAMILY + 1, DIMENSIONS);
    at += DIMENSIONS;
    memset(at, 0, CELLS);
    at += CELLS;
    fixture_write32(part, (uint32_t)(at - part - 4));
    *at++ = 0;
    seal_save(save, (size_t)(at - save));
    return (size_t)(at - save);
}

static void a_save_that_takes_long_to_look_through_is_refused(void **state)
{
    uint8_t save[2048];
    size_t size;
    (void)state;
    uint8_t *blob = fixture_compile("Entities [E] Max [2]\n"
                                    "World State [ P(E, E, E, E, E, E, E, E) : bool ]\n"
                                    "Compound Task [Live] Method [true] Subtasks [Wait()]\n"
                                    "Primitive Task [Wait] Operator [Wait()]\n",
                                    false, &size);
    const htn_domain domain = fixture_load(blob, size);
    htn_world world = fixture_world(&domain);
    assert_int_equal(htn_world_load(&world, save, tedious_save(save), &report), HTN_BAD_SAVE);
    assert_non_null(strstr(report.reason, "more types"));
    free(world.bytes);
    free(blob);
}

/* --- Small worlds ------------------------------------------------------------------------------- */

static void put_part(uint8_t **at, const uint8_t *bytes, size_t count)
{
    fixture_write32(*at, (uint32_t)count);
    *at += 4;
    put(at, (const char *)bytes, count);
}

/* What becomes of a save of a world by itself that consists of these types and these cells. */
static htn_status load_parts(const uint8_t *types, size_t type_bytes, const uint8_t *cells, size_t cell_bytes)
{
    uint8_t save[512], *at = save + 24;
    size_t size;
    uint8_t *blob = fixture_compile("World State [ A : bool ]\n"
                                    "Compound Task [Live] Method [true] Subtasks [Wait()]\n"
                                    "Primitive Task [Wait] Operator [Wait()]\n",
                                    false, &size);
    const htn_domain domain = fixture_load(blob, size);
    htn_world world = fixture_world(&domain);
    memcpy(save, "HTNS\1\0\0\0", 8);
    memset(save + 16, 0, 8);
    put_part(&at, types, type_bytes);
    put_part(&at, cells, cell_bytes);
    *at++ = 0;
    seal_save(save, (size_t)(at - save));
    uint8_t *copy = fixture_copy(save, (size_t)(at - save));
    const htn_status status = htn_world_load(&world, copy, (size_t)(at - save), &report);
    free(copy);
    free(world.bytes);
    free(blob);
    return status;
}

/* Each type has an entry that says where it is. The second entry would lie half in the part behind the types, and would be right. */
static void there_are_no_more_types_than_entries(void **state)
{
    static const uint8_t one[] = {1, 33, 0, 0, 0, 0, 0, 0}, two[] = {2, 34, 0, 0, 0, 34, 0, 0}, cells[256] = {0};
    (void)state;
    assert_int_equal(load_parts(one, sizeof one, cells, sizeof cells), HTN_OK);
    assert_int_equal(load_parts(two, sizeof two, cells, sizeof cells), HTN_BAD_SAVE);
}

/* Tables are over values that have names, and over instances; over nothing else, also if the domain has no such property. */
static void no_table_is_over_truths_or_numbers(void **state)
{
    static const uint8_t truth[] = {1, 33, 0, 0, 0, 0}, integer[] = {1, 33, 0, 0, 0, 1}, fixed[] = {1, 33, 0, 0, 0, 5};
    static const uint8_t by_itself[] = {1, 'P', 0, 1, 0, 0}, two_cells[] = {1, 'P', 0, 1, 1, 1, 0, 0};
    static const uint8_t one_cell[] = {1, 'P', 0, 1, 1, 1, 0};
    (void)state;
    assert_int_equal(load_parts(truth, sizeof truth, by_itself, sizeof by_itself), HTN_OK);
    assert_int_equal(report.properties_lost, 1);
    assert_int_equal(load_parts(truth, sizeof truth, two_cells, sizeof two_cells), HTN_BAD_SAVE);
    assert_int_equal(load_parts(integer, sizeof integer, by_itself, sizeof by_itself), HTN_OK);
    assert_int_equal(load_parts(integer, sizeof integer, one_cell, sizeof one_cell), HTN_BAD_SAVE);
    assert_int_equal(load_parts(fixed, sizeof fixed, by_itself, sizeof by_itself), HTN_OK);
    assert_int_equal(load_parts(fixed, sizeof fixed, one_cell, sizeof one_cell), HTN_BAD_SAVE);
}

/* A property has no more cells than a world has bytes, also where their number is 0 in 32 bits. */
static void a_table_has_no_more_cells_than_a_world(void **state)
{
    static const uint8_t few[] = {2, 37, 0, 0, 0, 44, 0, 0, 0, 4, 0, 1, 0, 0, 'E', 0, 0};
    static const uint8_t many[] = {2, 37, 0, 0, 0, 46, 0, 0, 0, 4, 0, 0xFF, 0xFF, 3, 0, 0, 'E', 0, 0};
    static const uint8_t four[] = {1, 'P', 0, 2, 2, 1, 1, 0, 0, 0, 0}, none[] = {1, 'P', 0, 2, 2, 1, 1};
    (void)state;
    assert_int_equal(load_parts(few, sizeof few, four, sizeof four), HTN_OK);
    assert_int_equal(load_parts(few, sizeof few, none, sizeof none), HTN_BAD_SAVE);
    assert_int_equal(load_parts(many, sizeof many, none, sizeof none), HTN_BAD_SAVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_save_that_is_cut_off_is_refused),
        cmocka_unit_test(every_damaged_save_is_refused_or_harmless),
        cmocka_unit_test(numbers_of_types_and_the_world_are_looked_at),
        cmocka_unit_test(numbers_are_looked_at_over_another_build_as_well),
        cmocka_unit_test(numbers_of_layers_and_steps_are_looked_at),
        cmocka_unit_test(numbers_of_plans_are_looked_at),
        cmocka_unit_test(numbers_of_orders_are_looked_at),
        cmocka_unit_test(an_agent_without_room_for_a_plan_refuses_it),
        cmocka_unit_test(an_agent_without_room_for_items_refuses_them),
        cmocka_unit_test(times_are_looked_at),
        cmocka_unit_test(a_step_is_in_progress_once),
        cmocka_unit_test(a_while_from_before_needs_a_split_behind_it),
        cmocka_unit_test(the_greatest_id_is_one_like_any_other),
        cmocka_unit_test(types_have_the_values_that_they_have),
        cmocka_unit_test(an_instance_is_of_its_propertys_type),
        cmocka_unit_test(states_are_looked_at),
        cmocka_unit_test(groups_come_in_order),
        cmocka_unit_test(parameters_have_their_types),
        cmocka_unit_test(names_are_of_what_they_should_be),
        cmocka_unit_test(each_layer_is_there_once),
        cmocka_unit_test(no_layer_is_left_out),
        cmocka_unit_test(a_plan_that_is_done_is_looked_at_as_well),
        cmocka_unit_test(there_is_no_more_than_there_is_room_for),
        cmocka_unit_test(a_task_binds_as_many_values_as_it_does),
        cmocka_unit_test(places_lie_among_the_types),
        cmocka_unit_test(a_footprint_lies_in_the_world),
        cmocka_unit_test(planning_goes_on_only_where_it_can_have_stopped),
        cmocka_unit_test(a_task_without_a_frame_goes_on_likewise),
        cmocka_unit_test(a_save_that_takes_long_to_look_through_is_refused),
        cmocka_unit_test(there_are_no_more_types_than_entries),
        cmocka_unit_test(no_table_is_over_truths_or_numbers),
        cmocka_unit_test(a_table_has_no_more_cells_than_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
