/*
 * What callers get wrong: each function of the runtime, each argument in turn NULL or out of range, a domain that was never loaded, memory
 * that is not aligned or too small. It is refused as its header says, and what was to be filled in is left empty.
 */
#include "fixture.h"

#include <htn/agent.h>
#include <htn/journal.h>
#include <htn/replay.h>
#include <htn/save.h>
#include <htn/trace.h>

static const char guard[] =
    "Entities [Enemy] Max [2]\n"
    "Entities [Gate] Values [East, West]\n"
    "Query [Loud(Gate) : bool]\n"
    "World State [ Alarm : bool, Seen(Enemy) : bool, Open(Gate) : bool, Level : 0..9, Wall(Gate) : bool ]\n"
    "Facts [ Wall(East) = true ]\n"
    "Sensor [Sight] Updates [Alarm]\n"
    "Compound Task [Live]\n"
    "  Method [any g : Gate where Wall(g), Loud(g) or not Alarm] Subtasks [Look(g)]\n"
    "Primitive Task [Look(g : Gate)] Operator [Look(g, Level)]\n";

/* A domain, and one that was declared and never loaded. */
typedef struct refusals {
    fixture made;
    htn_domain unloaded;
    uint64_t memory[4096];
    htn_agent_class *agent_class;
    void *class_memory, *agent_memory;
    htn_agent *agent;
} refusals;

static int set_up(void **state)
{
    refusals *r = calloc(1, sizeof *r);
    fixture_start(&r->made, guard, NULL);
    const size_t size = htn_agent_class_bytes(&r->made.domain);
    r->class_memory = malloc(size);
    assert_int_equal(htn_agent_class_init(&r->agent_class, &r->made.domain, NULL, r->class_memory, size, NULL), HTN_OK);
    r->agent_memory = malloc(htn_agent_bytes(r->agent_class, NULL));
    assert_int_equal(
        htn_agent_init(&r->agent, r->agent_class, NULL, r->agent_memory, htn_agent_bytes(r->agent_class, NULL)),
        HTN_OK);
    *state = r;
    return 0;
}

static int tear_down(void **state)
{
    refusals *r = *state;
    free(r->class_memory);
    free(r->agent_memory);
    fixture_tear_down(&r->made);
    free(r);
    return 0;
}

#define REFUSED(call)  assert_int_equal((call), HTN_BAD_ARGUMENT)
#define CROOKED(bytes) ((void *)((uint8_t *)(bytes) + 4))

/* --- Domains and worlds ------------------------------------------------------------------------- */

static void domains(void **state)
{
    const refusals *r = *state;
    const htn_domain *domain = &r->made.domain;
    assert_int_equal(htn_domain_count(NULL, HTN_SECTION_TASKS), 0);
    assert_int_equal(htn_domain_count(domain, HTN_SECTION_LIMIT), 0);
    assert_int_equal(htn_domain_field(domain, HTN_SECTION_TASKS, 0, 1000), 0);
    assert_int_equal(htn_domain_field(NULL, HTN_SECTION_TASKS, 0, 0), 0);
    assert_string_equal(htn_domain_text(domain, HTN_SECTION_DEBUG_STRINGS, UINT32_MAX), "");
    assert_string_equal(htn_domain_text(domain, HTN_SECTION_TASKS, 0), "");
    assert_string_equal(htn_property_name(domain, HTN_NONE), "");
    assert_string_equal(htn_task_name(domain, HTN_NONE), "");
    assert_string_equal(htn_operator_name(domain, HTN_NONE), "");
    assert_int_equal(htn_task_operator(domain, HTN_NONE), HTN_NONE);
    assert_null(htn_value_name(domain, HTN_NONE, 0));
    assert_null(htn_value_name(domain, htn_type_find(domain, "bool"), 2));
    assert_null(htn_value_name(domain, htn_type_find(domain, "Gate"), -2));
    assert_null(htn_value_name(domain, htn_type_find(domain, "Gate"), 2));
    assert_int_equal(htn_root_find(domain, NULL), HTN_NONE);
    assert_int_equal(htn_root_find(domain, "Look"), HTN_NONE);
    assert_int_equal(htn_property_find(domain, NULL), HTN_NONE);
    assert_int_equal(htn_property_at(NULL, 0), HTN_NONE);
    assert_int_equal(htn_property_at(domain, UINT32_MAX), HTN_NONE);
}

static void worlds(void **state)
{
    refusals *r = *state;
    htn_world made, *world = &r->made.world;
    const htn_domain *domain = &r->made.domain;
    const size_t size = htn_world_bytes(domain);
    assert_int_equal(htn_world_bytes(NULL), 0);
    assert_int_equal(htn_world_bytes(&r->unloaded), 0);
    REFUSED(htn_world_init(NULL, domain, r->memory, size));
    REFUSED(htn_world_init(&made, NULL, r->memory, size));
    REFUSED(htn_world_init(&made, &r->unloaded, r->memory, size));
    REFUSED(htn_world_init(&made, domain, NULL, size));
    assert_int_equal(htn_world_init(&made, domain, CROOKED(r->memory), size), HTN_BAD_MEMORY);
    assert_int_equal(htn_world_init(&made, domain, r->memory, size - 1), HTN_TOO_SMALL);
    memset(&made, 0, sizeof made);
    REFUSED(htn_world_copy(NULL, world));
    REFUSED(htn_world_copy(world, NULL));
    REFUSED(htn_world_copy(&made, world));
    REFUSED(htn_world_copy(world, &made));
}

static void values(void **state)
{
    refusals *r = *state;
    const htn_world none = {0};
    htn_world *world = &r->made.world;
    const htn_property seen = htn_property_find(&r->made.domain, "Seen"),
                       wall = htn_property_find(&r->made.domain, "Wall");
    const int32_t first[] = {0}, beyond[] = {7};
    assert_int_equal(htn_world_get(NULL, 0), 0);
    assert_int_equal(htn_world_get(&none, 0), 0);
    assert_int_equal(htn_world_get(world, HTN_NONE), 0);
    assert_int_equal(htn_world_get(world, seen), 0);
    assert_int_equal(htn_world_get_at(world, seen, NULL, 1), 0);
    assert_int_equal(htn_world_get_at(world, seen, beyond, 1), 0);
    REFUSED(htn_world_set_at(world, seen, NULL, 1, 1));
    REFUSED(htn_world_set_at(world, seen, beyond, 1, 1));
    REFUSED(htn_world_set_at(world, wall, first, 1, 1)); /* facts are static */
    assert_int_equal(htn_world_set_at(world, seen, first, 1, 2), HTN_BAD_VALUE);
}

static void instances(void **state)
{
    refusals *r = *state;
    htn_world none = {0}, *world = &r->made.world;
    const uint32_t enemy = htn_type_find(&r->made.domain, "Enemy"), gate = htn_type_find(&r->made.domain, "Gate");
    int32_t instance;
    REFUSED(htn_world_spawn(NULL, enemy, &instance));
    REFUSED(htn_world_spawn(&none, enemy, &instance));
    REFUSED(htn_world_spawn(world, HTN_NONE, &instance));
    REFUSED(htn_world_spawn(world, gate, &instance));
    REFUSED(htn_world_spawn(world, enemy, NULL));
    REFUSED(htn_world_despawn(world, enemy, 0));
    assert_false(htn_world_exists(NULL, enemy, 0));
    assert_false(htn_world_exists(&none, enemy, 0));
    assert_false(htn_world_exists(world, HTN_NONE, 0));
    assert_false(htn_world_exists(world, enemy, 0));
    assert_int_equal(htn_world_generation(world, gate, 0), 0);
    assert_int_equal(htn_world_generation(world, enemy, -1), 0);
    assert_int_equal(htn_world_generation(world, enemy, 2), 0);
}

/* --- Planners ----------------------------------------------------------------------------------- */

static void blocks(void **state)
{
    refusals *r = *state;
    htn_planner *planner = r->made.planner;
    const htn_domain *domain = &r->made.domain;
    const size_t size = sizeof r->memory;
    assert_int_equal(htn_planner_bytes(NULL, NULL), 0);
    assert_int_equal(htn_planner_bytes(&r->unloaded, NULL), 0);
    assert_int_equal(htn_planner_bytes(domain, &(htn_limits){.frames = UINT32_MAX, .choices = UINT32_MAX}), 0);
    REFUSED(htn_planner_init(NULL, domain, NULL, r->memory, size));
    REFUSED(htn_planner_init(&planner, NULL, NULL, r->memory, size));
    REFUSED(htn_planner_init(&planner, &r->unloaded, NULL, r->memory, size));
    REFUSED(htn_planner_init(&planner, domain, NULL, NULL, size));
    assert_int_equal(htn_planner_init(&planner, domain, NULL, CROOKED(r->memory), size), HTN_BAD_MEMORY);
    assert_null(planner);
    REFUSED(htn_planner_attach(NULL, domain, r->memory, size));
    REFUSED(htn_planner_attach(&planner, NULL, r->memory, size));
    REFUSED(htn_planner_attach(&planner, domain, NULL, size));
    assert_int_equal(htn_planner_attach(&planner, domain, CROOKED(r->memory), size), HTN_BAD_MEMORY);
    assert_int_equal(htn_planner_attach(&planner, domain, r->memory, 8), HTN_TOO_SMALL);
    assert_int_equal(htn_planner_attach(&planner, domain, r->memory, size), HTN_WRONG_DOMAIN); /* no planner is there */
    assert_null(planner);
}

static void a_block_that_was_cut_or_is_anothers_is_not_attached(void **state)
{
    refusals *r = *state;
    const htn_limits small = {.steps = 2, .depth = 1, .nodes = 2};
    const size_t size = htn_planner_bytes(&r->made.domain, &small);
    htn_planner *planner;
    assert_in_range(size, 1, sizeof r->memory);
    assert_int_equal(htn_planner_init(&planner, &r->made.domain, &small, r->memory, size), HTN_OK);
    assert_int_equal(htn_planner_attach(&planner, &r->made.domain, r->memory, size - 8), HTN_TOO_SMALL);
    assert_int_equal(htn_planner_attach(&planner, &r->unloaded, r->memory, size), HTN_WRONG_DOMAIN);
    assert_int_equal(htn_planner_attach(&planner, &r->made.domain, r->memory, size), HTN_OK);
}

static void listen(void *user, const htn_planner *planner, const htn_event *event)
{
    (void)user, (void)planner, (void)event;
}

static void searches(void **state)
{
    refusals *r = *state;
    htn_planner *planner = r->made.planner;
    htn_world other = {0};
    htn_plan plan;
    htn_limits limits;
    REFUSED(htn_planner_answer(NULL, NULL, NULL));
    htn_planner_limits(planner, NULL);
    htn_planner_limits(NULL, &limits);
    assert_int_equal(limits.steps, 0);
    REFUSED(htn_plan_begin(NULL, &r->made.world, NULL));
    REFUSED(htn_plan_begin(planner, NULL, NULL));
    REFUSED(htn_plan_begin(planner, &r->made.world, &(htn_request){.root = 1}));
    assert_int_equal(htn_plan_begin(planner, &other, NULL), HTN_WRONG_DOMAIN);
    REFUSED(htn_plan_find(planner, NULL, NULL));
    REFUSED(htn_plan_step(NULL, 0));
    assert_int_equal(htn_plan_step(planner, 0), HTN_NOT_BEGUN);
    REFUSED(htn_plan_trace(NULL, listen, NULL));
    REFUSED(htn_plan_trace(planner, NULL, NULL));
    assert_int_equal(htn_plan_trace(planner, listen, NULL), HTN_NOT_BEGUN);
    htn_planner_plan(planner, NULL);
    htn_planner_plan(NULL, &plan);
    assert_int_equal(plan.step_count, 0);
    REFUSED(htn_planner_adopt(NULL));
    assert_int_equal(htn_planner_adopt(planner), HTN_NOT_BEGUN);
    htn_planner_drop(NULL);
    assert_false(htn_planner_running(NULL, &plan));
    assert_false(htn_planner_running(planner, &plan));
    REFUSED(htn_planner_validate(NULL, &r->made.world, 0, NULL, NULL));
    REFUSED(htn_planner_validate(planner, NULL, 0, NULL, NULL));
    assert_int_equal(htn_planner_validate(planner, &r->made.world, 0, NULL, NULL), HTN_NO_RUNNING_PLAN);
    assert_int_equal(htn_planner_validate(planner, &other, 0, NULL, NULL), HTN_WRONG_DOMAIN);
}

static void arguments_of_operators(void **state)
{
    refusals *r = *state;
    const htn_world none = {0}, *world = &r->made.world;
    const htn_task look = htn_task_find(&r->made.domain, "Look");
    const int32_t east[] = {0};
    htn_argument out[HTN_MAX_ARGUMENTS];
    uint32_t count;
    REFUSED(htn_operator_arguments(NULL, look, east, NULL, NULL, out, 2, &count));
    REFUSED(htn_operator_arguments(&none, look, east, NULL, NULL, out, 2, &count));
    REFUSED(htn_operator_arguments(world, look, east, NULL, NULL, out, 2, NULL));
    REFUSED(htn_operator_arguments(world, look, east, NULL, NULL, NULL, 2, &count));
    REFUSED(htn_operator_arguments(world, HTN_NONE, east, NULL, NULL, out, 2, &count));
    REFUSED(htn_operator_arguments(world, look, NULL, NULL, NULL, out, 2, &count));
    assert_int_equal(htn_operator_arguments(world, look, east, NULL, NULL, NULL, 0, &count), HTN_TOO_SMALL);
    assert_int_equal(count, 2);
    assert_int_equal(htn_operator_arguments(world, look, east, NULL, NULL, out, 2, &count), HTN_OK);
}

/* What a listener asks of what is not there. */
static void ask_about_nothing(void *user, const htn_planner *planner, const htn_event *event)
{
    const refusals *r = user;
    const int32_t beyond[] = {7}, first[] = {0};
    const htn_property seen = htn_property_find(&r->made.domain, "Seen");
    (void)event;
    assert_int_equal(htn_trace_get(planner, HTN_NONE), 0);
    assert_int_equal(htn_trace_get_at(planner, HTN_NONE, first, 1), 0);
    assert_int_equal(htn_trace_get_at(planner, seen, beyond, 1), 0);
    assert_int_equal(htn_trace_get_at(planner, seen, first, 2), 0);
    assert_int_equal(htn_trace_local(planner, HTN_MAX_LOCALS + 1), 0);
    assert_int_equal(htn_trace_local(planner, HTN_MAX_LOCALS), 0);
    assert_int_equal(htn_trace_writer_at(planner, HTN_NONE, first, 1), HTN_NONE);
    htn_trace_question(planner, NULL);
}

static void what_a_listener_asks(void **state)
{
    refusals *r = *state;
    assert_int_equal(htn_plan_begin(r->made.planner, &r->made.world, NULL), HTN_OK);
    assert_int_equal(htn_plan_trace(r->made.planner, ask_about_nothing, r), HTN_OK);
}

/* --- Agents ------------------------------------------------------------------------------------- */

static void agent_classes(void **state)
{
    refusals *r = *state;
    htn_agent_class *agent_class;
    const htn_domain *domain = &r->made.domain;
    const char *wrong;
    const htn_operator_binding unknown = {.name = "Nap"}, greedy = {.name = "Look", .memory = UINT32_MAX};
    const htn_sensor_binding deaf = {.name = "Hearing"};
    const htn_bindings bad[] = {{.operators = &unknown, .operator_count = 1}, {.sensors = &deaf, .sensor_count = 1}};
    const htn_bindings large = {.operators = &greedy, .operator_count = 1};
    assert_int_equal(htn_agent_class_bytes(NULL), 0);
    assert_int_equal(htn_agent_class_bytes(&r->unloaded), 0);
    REFUSED(htn_agent_class_init(NULL, domain, NULL, r->memory, sizeof r->memory, NULL));
    REFUSED(htn_agent_class_init(&agent_class, NULL, NULL, r->memory, sizeof r->memory, NULL));
    REFUSED(htn_agent_class_init(&agent_class, &r->unloaded, NULL, r->memory, sizeof r->memory, NULL));
    REFUSED(htn_agent_class_init(&agent_class, domain, NULL, NULL, sizeof r->memory, NULL));
    assert_int_equal(htn_agent_class_init(&agent_class, domain, NULL, CROOKED(r->memory), 4096, NULL), HTN_BAD_MEMORY);
    assert_int_equal(htn_agent_class_init(&agent_class, domain, NULL, r->memory, 8, NULL), HTN_TOO_SMALL);
    assert_int_equal(htn_agent_class_init(&agent_class, domain, &bad[0], r->memory, sizeof r->memory, &wrong),
                     HTN_NOT_FOUND);
    assert_string_equal(wrong, "Nap");
    assert_int_equal(htn_agent_class_init(&agent_class, domain, &bad[1], r->memory, sizeof r->memory, &wrong),
                     HTN_NOT_FOUND);
    assert_string_equal(wrong, "Hearing");
    assert_int_equal(htn_agent_class_init(&agent_class, domain, &bad[1], r->memory, sizeof r->memory, NULL),
                     HTN_NOT_FOUND);
    REFUSED(htn_agent_class_init(&agent_class, domain, &large, r->memory, sizeof r->memory, &wrong));
    assert_null(agent_class);
}

static void memory_of_agents(void **state)
{
    refusals *r = *state;
    htn_agent *agent;
    const htn_agent_options crowded = {.running = HTN_MAX_INSTANCES + 1},
                            huge = {.running = HTN_MAX_INSTANCES, .limits = {.steps = UINT32_MAX}};
    const htn_agent_options none = {.limits = {.frames = 1}}, full = {.running = HTN_MAX_INSTANCES};
    const size_t size = htn_agent_bytes(r->agent_class, NULL), cramped = htn_agent_bytes(r->agent_class, &none);
    assert_int_equal(htn_agent_bytes(NULL, NULL), 0);
    assert_int_equal(htn_agent_bytes(r->agent_class, &crowded), 0);
    assert_int_equal(htn_agent_bytes(r->agent_class, &huge), 0);
    assert_true(htn_agent_bytes(r->agent_class, &full) > size);
    REFUSED(htn_agent_init(NULL, r->agent_class, NULL, r->memory, size));
    REFUSED(htn_agent_init(&agent, NULL, NULL, r->memory, size));
    REFUSED(htn_agent_init(&agent, r->agent_class, NULL, NULL, size));
    assert_int_equal(htn_agent_init(&agent, r->agent_class, NULL, CROOKED(r->memory), size), HTN_BAD_MEMORY);
    REFUSED(htn_agent_init(&agent, r->agent_class, &crowded, r->memory, size));
    assert_int_equal(htn_agent_init(&agent, r->agent_class, NULL, r->memory, size - 1), HTN_TOO_SMALL);
    void *memory = malloc(cramped + 8);
    REFUSED(htn_agent_init(&agent, r->agent_class, &none, memory, cramped)); /* not even the root has a frame */
    free(memory);
    assert_null(agent);
}

static void what_is_asked_of_agents(void **state)
{
    refusals *r = *state;
    htn_agent *agent = r->agent;
    htn_activity activity;
    htn_counts counts;
    htn_news news;
    assert_null(htn_agent_world(NULL));
    assert_int_equal(htn_agent_layers(NULL), 0);
    REFUSED(htn_agent_tick(NULL, 1));
    REFUSED(htn_agent_ask(NULL, 0));
    REFUSED(htn_agent_ask(agent, 1));
    assert_int_equal(htn_agent_ask(agent, HTN_NONE), HTN_OK);
    REFUSED(htn_agent_answers_changed(NULL));
    REFUSED(htn_agent_sense(NULL, 0));
    REFUSED(htn_agent_sense(agent, 1));
    assert_int_equal(htn_agent_sense(agent, 0), HTN_NOT_FOUND);
    REFUSED(htn_agent_listen(NULL, NULL, NULL));
    REFUSED(htn_agent_result(NULL, 0));
    REFUSED(htn_agent_result(agent, 1));
    REFUSED(htn_agent_report(NULL, 1, HTN_SUCCEEDED));
    REFUSED(htn_agent_report(agent, 1, (htn_outcome)(HTN_ABORTED + 1)));
    assert_int_equal(htn_agent_report(agent, 1, HTN_SUCCEEDED), HTN_NOT_FOUND);
    assert_null(htn_agent_planner(NULL, 0));
    assert_null(htn_agent_planner(agent, 1));
    assert_false(htn_agent_plan(NULL, 0, NULL, NULL));
    assert_false(htn_agent_plan(agent, 1, NULL, NULL));
    assert_false(htn_agent_plan(agent, 0, NULL, NULL));
    assert_false(htn_agent_activity(NULL, 0, 0, &activity));
    assert_false(htn_agent_activity(agent, 1, 0, &activity));
    assert_false(htn_agent_activity(agent, 0, 0, NULL));
    assert_false(htn_agent_activity(agent, 0, 0, &activity));
    assert_false(htn_agent_news(NULL, &news));
    assert_false(htn_agent_news(agent, NULL));
    htn_agent_counts(agent, NULL);
    htn_agent_counts(NULL, &counts);
    assert_int_equal(counts.searches, 0);
}

static void groups(void **state)
{
    refusals *r = *state;
    static const char other[] = "Shared World State [ A : bool ]\n"
                                "Compound Task [T] Method [A] Subtasks [T()]\n";
    static uint64_t memory[512];
    const htn_group_options wrong = {1, (htn_group_mode)2};
    const htn_domain none = {0};
    htn_group *group;
    fixture foreign;
    fixture_start(&foreign, other, NULL);
    const size_t size = htn_group_bytes(&foreign.domain, NULL);
    assert_int_equal(htn_group_bytes(NULL, NULL), 0);
    assert_int_equal(htn_group_bytes(&none, NULL), 0);
    assert_in_range(size, 1, sizeof memory);
    REFUSED(htn_group_init(NULL, &foreign.domain, NULL, memory, size));
    REFUSED(htn_group_init(&group, NULL, NULL, memory, size));
    REFUSED(htn_group_init(&group, &none, NULL, memory, size));
    REFUSED(htn_group_init(&group, &foreign.domain, &wrong, memory, size));
    REFUSED(htn_group_init(&group, &foreign.domain, NULL, NULL, size));
    assert_int_equal(htn_group_init(&group, &foreign.domain, NULL, (uint8_t *)memory + 4, size), HTN_BAD_MEMORY);
    assert_int_equal(htn_group_init(&group, &foreign.domain, NULL, memory, size - 1), HTN_TOO_SMALL);
    assert_int_equal(htn_group_init(&group, &foreign.domain, NULL, memory, size), HTN_OK);
    assert_null(htn_group_world(NULL));
    assert_int_equal(htn_group_id(NULL), 0);
    assert_null(htn_agent_group(NULL));
    assert_null(htn_agent_group(r->agent));
    REFUSED(htn_agent_join(NULL, group));
    assert_int_equal(htn_agent_join(r->agent, group), HTN_WRONG_DOMAIN);
    assert_int_equal(htn_agent_join(r->agent, NULL), HTN_OK);
    REFUSED(htn_agent_share(NULL));
    assert_int_equal(htn_agent_share(r->agent), HTN_OK);
    fixture_tear_down(&foreign);
}

/* --- Saves and journals ------------------------------------------------------------------------- */

static void saves(void **state)
{
    refusals *r = *state;
    htn_world none = {0}, *world = &r->made.world;
    htn_load_report report;
    size_t used;
    assert_int_equal(htn_agent_save_bytes(NULL), 0);
    REFUSED(htn_agent_save(NULL, r->memory, 100, &used));
    REFUSED(htn_agent_save(r->agent, NULL, 100, &used));
    assert_int_equal(htn_agent_save(r->agent, NULL, 0, &used), HTN_TOO_SMALL);
    REFUSED(htn_agent_load(NULL, r->memory, 100, &report));
    REFUSED(htn_agent_load(r->agent, NULL, 100, NULL));
    assert_int_equal(htn_world_save_bytes(NULL), 0);
    assert_int_equal(htn_world_save_bytes(&none), 0);
    REFUSED(htn_world_save(NULL, r->memory, 100, &used));
    REFUSED(htn_world_save(&none, r->memory, 100, &used));
    REFUSED(htn_world_save(world, NULL, 100, &used));
    assert_int_equal(htn_world_save(world, NULL, 0, &used), HTN_TOO_SMALL);
    REFUSED(htn_world_load(NULL, r->memory, 100, &report));
    REFUSED(htn_world_load(&none, r->memory, 100, &report));
    REFUSED(htn_world_load(world, NULL, 100, NULL));
    REFUSED(htn_group_load(NULL, r->memory, 100, &report));
    assert_int_equal(htn_agent_tick(r->agent, 1), HTN_OK);
    REFUSED(htn_agent_load(r->agent, r->memory, 100, NULL)); /* it has lived */
}

static void journals(void **state)
{
    refusals *r = *state;
    const htn_domain *domain = &r->made.domain;
    uint8_t bytes[HTN_JOURNAL_MIN_BYTES];
    htn_journal journal;
    htn_journal_event event;
    htn_replay_report report;
    size_t offset = 0, beyond = 2;
    REFUSED(htn_journal_init(NULL, r->memory, sizeof r->memory));
    assert_int_equal(htn_journal_init(&journal, r->memory, sizeof r->memory), HTN_OK);
    assert_int_equal(htn_journal_read(NULL, bytes, sizeof bytes), 0);
    assert_int_equal(htn_journal_read(&journal, NULL, sizeof bytes), 0);
    assert_int_equal(htn_journal_read(&journal, bytes, sizeof bytes - 1), 0);
    REFUSED(htn_journal_next(NULL, 1, &offset, &event));
    REFUSED(htn_journal_next(bytes, 1, NULL, &event));
    REFUSED(htn_journal_next(bytes, 1, &offset, NULL));
    REFUSED(htn_journal_next(bytes, 1, &beyond, &event));
    /* Kinds that this runtime does not know are passed over; a number has one spelling. */
    static const uint8_t unknown[] = {1, HTN_JOURNAL_KINDS, 3, 255, 0x81, 0x01, 2, 200, 5},
                         long_zero[] = {3, 255, 0x81, 0x00};
    assert_int_equal(htn_journal_next(unknown, sizeof unknown, &offset, &event), HTN_NOT_FOUND);
    assert_int_equal(offset, sizeof unknown);
    offset = 0;
    assert_int_equal(htn_journal_next(long_zero, sizeof long_zero, &offset, &event), HTN_BAD_JOURNAL);
    REFUSED(htn_replay(NULL, bytes, 1, NULL, 0, &report));
    REFUSED(htn_replay(&r->unloaded, bytes, 1, NULL, 0, &report));
    REFUSED(htn_replay(domain, NULL, 1, NULL, 0, &report));
    REFUSED(htn_replay(domain, bytes, 1, NULL, 0, NULL));
    assert_int_equal(htn_replay(domain, bytes, 1, CROOKED(r->memory), 64, &report), HTN_BAD_MEMORY);
}

/* --- Words -------------------------------------------------------------------------------------- */

static void moments_of_replays(void **state)
{
    refusals *r = *state;
    const htn_domain *domain = &r->made.domain;
    htn_replay_cursor *cursor = NULL;
    htn_replay_report report;
    const uint8_t bytes[] = {0};
    assert_int_equal(htn_replay_open(&cursor, domain, bytes, 1, NULL, sizeof r->memory, &report), HTN_TOO_SMALL);
    assert_true(report.memory > 0);
    REFUSED(htn_replay_open(NULL, domain, bytes, 1, r->memory, sizeof r->memory, &report));
    REFUSED(htn_replay_open(&cursor, NULL, bytes, 1, r->memory, sizeof r->memory, &report));
    REFUSED(htn_replay_open(&cursor, &r->unloaded, bytes, 1, r->memory, sizeof r->memory, &report));
    REFUSED(htn_replay_open(&cursor, domain, NULL, 1, r->memory, sizeof r->memory, &report));
    REFUSED(htn_replay_open(&cursor, domain, bytes, 1, r->memory, sizeof r->memory, NULL));
    REFUSED(htn_replay_to(NULL, 0));
    REFUSED(htn_replay_until(NULL, 0));
    REFUSED(htn_replay_listen(NULL, NULL, NULL));
    REFUSED(htn_replay_watch(NULL, NULL, NULL));
    REFUSED(htn_replay_keep(NULL, r->memory, sizeof r->memory));
    REFUSED(htn_replay_back(NULL, r->memory, sizeof r->memory));
    assert_int_equal(htn_replay_kept_bytes(NULL), 0);
    assert_int_equal(htn_replay_now(NULL).offset, 0);
    assert_int_equal(htn_replay_now(NULL).time_us, 0);
    assert_int_equal(htn_replay_end(NULL).offset, 0);
    assert_null(htn_replay_how(NULL));
    assert_null(htn_replay_agent(NULL));
    assert_null(htn_replay_world(NULL));
}

static void every_status_is_told_in_words_of_its_own(void **state)
{
    static const htn_status statuses[] = {
#define HTN_STATUS(name, number, text) HTN_##name,
        HTN_STATUS_LIST(HTN_STATUS)
#undef HTN_STATUS
    };
    (void)state;
    assert_string_equal(htn_status_text(HTN_STATUS_LIMIT), "not a status of this runtime");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        assert_true(statuses[i] < HTN_STATUS_LIMIT);
        for (size_t other = 0; other <= i; other++)
            assert_int_equal(strcmp(htn_status_text(statuses[i]), htn_status_text(statuses[other])) == 0, i == other);
    }
}

int main(void)
{
#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(domains),
        CASE(worlds),
        CASE(values),
        CASE(instances),
        CASE(blocks),
        CASE(a_block_that_was_cut_or_is_anothers_is_not_attached),
        CASE(searches),
        CASE(arguments_of_operators),
        CASE(what_a_listener_asks),
        CASE(agent_classes),
        CASE(memory_of_agents),
        CASE(what_is_asked_of_agents),
        CASE(groups),
        CASE(saves),
        CASE(journals),
        CASE(moments_of_replays),
        cmocka_unit_test(every_status_is_told_in_words_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
