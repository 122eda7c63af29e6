/*
 * The functions of libhtn for Lua 5.2 to 5.4, as htn/init.lua calls them. htn/ffi.lua has the same ones for LuaJIT. Pointers are
 * light userdata; memory is a full userdata that init.lua keeps. What C calls back goes through the four functions of core.handlers().
 */
#include <htn/htn.h>
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

enum { OPERATOR = 1, SENSOR, ANSWER, ORDER, HANDLERS = ORDER, START = 1, UPDATE, ABORT, RESUME };

/* What one Lua state has of the module: an upvalue of its functions. */
typedef struct hub {
    lua_State *state; /* the thread, or coroutine, that C calls back on */
    int handlers[HANDLERS + 1];
    const htn_activity *current; /* the step that core.argument() and core.memory() are about */
    htn_activity seen;
    htn_plan plan;
    const uint8_t *done;
} hub;

/* The `user` of an agent or a planner, which init.lua keeps with it. */
typedef struct link {
    hub *to;
    lua_Integer key;
} link;

static uint32_t unsigned_of(lua_State *L, int i)
{
    const lua_Integer n = luaL_checkinteger(L, i);
    luaL_argcheck(L, n >= 0 && n <= (lua_Integer)UINT32_MAX, i, "the number is outside of 0 to 4294967295");
    return (uint32_t)n;
}

static int32_t integer_of(lua_State *L, int i)
{
    const lua_Integer n = luaL_checkinteger(L, i);
    luaL_argcheck(L, n >= INT32_MIN && n <= INT32_MAX, i, "the number is outside of -2147483648 to 2147483647");
    return (int32_t)n;
}

#define P(i) lua_touserdata(L, i)
#define U(i) unsigned_of(L, i)
#define I(i) integer_of(L, i)
#define HUB  ((hub *)lua_touserdata(L, lua_upvalueindex(1)))
#define N(v) (lua_pushinteger(L, (lua_Integer)(v)), 1)
/* A function that calls back does so on the thread, or coroutine, that calls it. */
#define CALLS(L, status) (HUB->state = (L), N(status))
#define FN(name, push)                \
    static int c_##name(lua_State *L) \
    {                                 \
        return push;                  \
    }

FN(version, N(htn_version()))
FN(status_text, (lua_pushstring(L, htn_status_text((htn_status)U(1))), 1))
FN(type_kind, N(htn_type_kind_of(P(1), U(2))))
FN(property_type, N(htn_property_type(P(1), U(2))))
FN(property_parameters, N(htn_property_parameters(P(1), U(2))))
FN(property_parameter_type, N(htn_property_parameter_type(P(1), U(2), U(3))))
FN(task_parameters, N(htn_task_parameters(P(1), U(2))))
FN(task_parameter_type, N(htn_task_parameter_type(P(1), U(2), U(3))))
FN(query_type, N(htn_query_type(P(1), U(2))))
FN(query_parameter_type, N(htn_query_parameter_type(P(1), U(2), U(3))))
FN(task_operator, N(htn_task_operator(P(1), U(2))))
FN(domain_text, (lua_pushstring(L, htn_domain_text(P(1), HTN_SECTION_STRINGS, U(2))), 1))
FN(world_bytes, N(htn_world_bytes(P(1))))
FN(world_init, N(htn_world_init(P(1), P(2), P(3), (size_t)U(4))))
FN(world_get, N(htn_world_get(P(1), U(2))))
FN(world_set, N(htn_world_set(P(1), U(2), I(3))))
FN(world_add, N(htn_world_add(P(1), U(2), I(3))))
FN(world_set_for, N(htn_world_set_for(P(1), U(2), I(3), U(4))))
FN(world_despawn, N(htn_world_despawn(P(1), U(2), I(3))))
FN(world_exists, (lua_pushboolean(L, htn_world_exists(P(1), U(2), I(3))), 1))
FN(world_generation, N(htn_world_generation(P(1), U(2), I(3))))
FN(world_copy, N(htn_world_copy(P(1), P(2))))
FN(planner_bytes, N(htn_planner_bytes(P(1), NULL)))
FN(planner_drop, (htn_planner_drop(P(1)), 0))
FN(planner_adopt, N(htn_planner_adopt(P(1))))
FN(class_bytes, N(htn_agent_class_bytes(P(1))))
FN(agent_world, (lua_pushlightuserdata(L, htn_agent_world(P(1))), 1))
FN(agent_tick, CALLS(L, htn_agent_tick(P(1), (uint64_t)luaL_checkinteger(L, 2))))
FN(agent_ask, N(htn_agent_ask(P(1), U(2))))
FN(agent_answers_changed, N(htn_agent_answers_changed(P(1))))
FN(agent_sense, CALLS(L, htn_agent_sense(P(1), U(2))))
FN(agent_layers, N(htn_agent_layers(P(1))))
FN(agent_result, N(htn_agent_result(P(1), U(2))))
FN(agent_idle, (lua_pushboolean(L, htn_agent_idle(P(1), U(2))), 1))
FN(agent_journal, N(htn_agent_journal(P(1), P(2))))
FN(agent_report, CALLS(L, htn_agent_report(P(1), U(2), (htn_outcome)U(3))))
FN(agent_take_back, CALLS(L, htn_agent_take_back(P(1), U(2), U(3))))
FN(agent_join, N(htn_agent_join(P(1), P(2))))
FN(agent_share, N(htn_agent_share(P(1))))
FN(agent_set_period, N(htn_agent_set_period(P(1), U(2))))
FN(group_bytes, N(htn_group_bytes(P(1), &(htn_group_options){.mode = (htn_group_mode)U(2)})))
FN(group_world, (lua_pushlightuserdata(L, htn_group_world(P(1))), 1))
FN(group_tick, N(htn_group_tick(P(1), (uint64_t)luaL_checkinteger(L, 2))))
FN(group_release, N(htn_group_release(P(1), U(2), I(3))))
FN(crowd_init, N(htn_crowd_init(P(1))))
FN(crowd_add, N(htn_crowd_add(P(1), P(2))))
FN(crowd_remove, N(htn_crowd_remove(P(1), P(2))))
FN(crowd_tick, CALLS(L, htn_crowd_tick(P(1), (uint64_t)luaL_checkinteger(L, 2), U(3))))
FN(crowd_share, N(htn_crowd_share(P(1))))
FN(journal_init, N(htn_journal_init(P(1), P(2), (size_t)U(3))))

static int c_block(lua_State *L)
{
    const size_t size = (size_t)luaL_checkinteger(L, 1);
    memset(lua_newuserdata(L, size > 0 ? size : 1), 0, size);
    return 1;
}

static int c_size_of(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    return N(strcmp(name, "domain") == 0  ? htn_sizeof_domain()
             : strcmp(name, "world") == 0 ? htn_sizeof_world()
             : strcmp(name, "crowd") == 0 ? htn_sizeof_crowd()
                                          : htn_sizeof_journal());
}

static int c_domain_load(lua_State *L)
{
    size_t size;
    htn_fault fault = {0};
    const char *text = luaL_checklstring(L, 3, &size);
    memcpy(P(2), text, size);
    const htn_status status = htn_domain_load(P(1), P(2), size, &fault);
    lua_pushinteger(L, status);
    lua_pushstring(L, fault.section);
    lua_pushinteger(L, fault.offset);
    lua_pushstring(L, fault.reason);
    return 4;
}

static int c_find(lua_State *L)
{
    const htn_domain *d = P(1);
    const char *kind = luaL_checkstring(L, 2), *name = luaL_checkstring(L, 3);
    return N(strcmp(kind, "property") == 0   ? htn_property_find(d, name)
             : strcmp(kind, "type") == 0     ? htn_type_find(d, name)
             : strcmp(kind, "task") == 0     ? htn_task_find(d, name)
             : strcmp(kind, "query") == 0    ? htn_query_find(d, name)
             : strcmp(kind, "operator") == 0 ? htn_operator_find(d, name)
             : strcmp(kind, "sensor") == 0   ? htn_sensor_find(d, name)
                                             : htn_root_find(d, name));
}

static int c_name(lua_State *L)
{
    const htn_domain *d = P(1);
    const char *kind = luaL_checkstring(L, 2);
    const uint32_t i = U(3);
    lua_pushstring(L, strcmp(kind, "property") == 0   ? htn_property_name(d, i)
                      : strcmp(kind, "type") == 0     ? htn_type_name(d, i)
                      : strcmp(kind, "task") == 0     ? htn_task_name(d, i)
                      : strcmp(kind, "query") == 0    ? htn_query_name(d, i)
                      : strcmp(kind, "operator") == 0 ? htn_operator_name(d, i)
                      : strcmp(kind, "sensor") == 0   ? htn_sensor_name(d, i)
                                                      : htn_root_name(d, i));
    return 1;
}

static int c_value_name(lua_State *L)
{
    return lua_pushstring(L, htn_value_name(P(1), U(2), I(3))), 1;
}

static int c_value_find(lua_State *L)
{
    int32_t value;
    const bool symbol = U(2) == HTN_NONE;
    if (symbol ? !htn_symbol_find(P(1), luaL_checkstring(L, 3), &value)
               : !htn_value_find(P(1), U(2), luaL_checkstring(L, 3), &value))
        return 0;
    return N(value);
}

/* Values from argument `from` on. */
static uint32_t read_values(lua_State *L, int from, int32_t *out)
{
    uint32_t count = 0;
    luaL_argcheck(L, lua_gettop(L) < from + HTN_MAX_ARGUMENTS, from, "too many values");
    for (int i = from; i <= lua_gettop(L); i++)
        out[count++] = I(i);
    return count;
}

static int c_world_get_at(lua_State *L)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_values(L, 3, index);
    return N(htn_world_get_at(P(1), U(2), index, count));
}

static int c_world_set_at(lua_State *L)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_values(L, 4, index);
    return N(htn_world_set_at(P(1), U(2), index, count, I(3)));
}

static int c_world_add_at(lua_State *L)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_values(L, 4, index);
    return N(htn_world_add_at(P(1), U(2), index, count, I(3)));
}

static int c_world_set_at_for(lua_State *L)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_values(L, 5, index);
    return N(htn_world_set_at_for(P(1), U(2), index, count, I(3), U(4)));
}

static int c_world_time_left(lua_State *L)
{
    int32_t index[HTN_MAX_ARGUMENTS];
    const uint32_t count = read_values(L, 3, index);
    return N(htn_world_time_left(P(1), U(2), index, count));
}

static int c_world_spawn(lua_State *L)
{
    int32_t instance = -1;
    lua_pushinteger(L, htn_world_spawn(P(1), U(2), &instance));
    lua_pushinteger(L, instance);
    return 2;
}

/* --- What C calls ------------------------------------------------------------------------------- */

/* Lua's errors stay in Lua: init.lua catches them, and raises them behind the tick. What is called may tick in a coroutine. */
static void call(hub *h, int arguments, int results)
{
    lua_State *L = h->state;
    lua_call(L, arguments, results);
    h->state = L;
}

static lua_Integer call_for_number(hub *h, int arguments)
{
    call(h, arguments, 1);
    const lua_Integer result = lua_tointeger(h->state, -1);
    lua_pop(h->state, 1);
    return result;
}

static hub *begin(int handler, void *user)
{
    const link *from = user;
    lua_State *L = from->to->state;
    luaL_checkstack(L, 12, "callbacks");
    lua_rawgeti(L, LUA_REGISTRYINDEX, from->to->handlers[handler]);
    lua_pushinteger(L, from->key);
    return from->to;
}

static lua_Integer operate(int kind, void *user, const htn_activity *a)
{
    hub *h = begin(OPERATOR, user);
    const htn_activity *outer = h->current;
    h->current = a;
    lua_pushinteger(h->state, kind);
    lua_pushinteger(h->state, a->operator_index);
    lua_pushinteger(h->state, a->id);
    lua_pushinteger(h->state, a->layer);
    lua_pushinteger(h->state, a->task);
    lua_pushinteger(h->state, (lua_Integer)a->elapsed_us);
    lua_pushinteger(h->state, a->argument_count);
    const lua_Integer result = call_for_number(h, 8);
    h->current = outer;
    return result;
}

static htn_outcome start(void *user, const htn_activity *a)
{
    return (htn_outcome)operate(START, user, a);
}
static htn_outcome update(void *user, const htn_activity *a)
{
    return (htn_outcome)operate(UPDATE, user, a);
}
static htn_outcome stop(void *user, const htn_activity *a)
{
    return (htn_outcome)operate(ABORT, user, a);
}
static void resume(void *user, const htn_activity *a)
{
    operate(RESUME, user, a);
}

static void sense(void *user, const htn_sensing *sensing)
{
    hub *h = begin(SENSOR, user);
    lua_pushinteger(h->state, sensing->sensor);
    call_for_number(h, 2);
}

static htn_status answer(void *user, const htn_question *q, int32_t *answers, uint32_t *count)
{
    hub *h = begin(ANSWER, user);
    lua_State *L = h->state;
    (void)count;
    lua_pushinteger(L, q->query);
    luaL_checkstack(L, (int)q->argument_count + 4, "query");
    for (uint32_t i = 0; i < q->argument_count; i++)
        lua_pushinteger(L, q->arguments[i]);
    call(h, (int)q->argument_count + 2, 2);
    const htn_status status = (htn_status)lua_tointeger(L, -2);
    answers[0] = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return status;
}

static void order_ended(void *user, const htn_order_report *report)
{
    hub *h = begin(ORDER, user);
    lua_pushinteger(h->state, report->id);
    lua_pushinteger(h->state, report->end);
    call_for_number(h, 3);
}

static int c_handlers(lua_State *L)
{
    lua_settop(L, HANDLERS); /* only ffi.lua needs the table of agents */
    for (int i = HANDLERS; i > 0; i--)
        HUB->handlers[i] = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static int c_argument(lua_State *L)
{
    const htn_activity *current = HUB->current;
    if (current == NULL || U(1) >= current->argument_count)
        return 0;
    const htn_argument *a = &current->arguments[U(1)];
    lua_pushinteger(L, a->type);
    lua_pushinteger(L, a->value);
    lua_pushstring(L, a->text);
    return 3;
}

/* Word `i` of the step's memory, of four bytes; with a value, it is written. init.lua knows how many there are. */
static int c_memory(lua_State *L)
{
    const htn_activity *current = HUB->current;
    uint32_t *words = current != NULL ? current->memory : NULL;
    if (words == NULL)
        return 0;
    if (!lua_isnoneornil(L, 2))
        words[U(1)] = U(2);
    return N(words[U(1)]);
}

/* --- Classes, agents, plans ---------------------------------------------------------------------- */

static lua_Integer field(lua_State *L, int at, const char *name)
{
    lua_getfield(L, at, name);
    const lua_Integer value = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : lua_tointeger(L, -1);
    lua_pop(L, 1);
    return value;
}

static const char *name_of(lua_State *L, int list, int i)
{
    lua_rawgeti(L, list, i);
    const int top = lua_gettop(L);
    if (lua_istable(L, top))
        lua_getfield(L, top, "name");
    const char *name = lua_tostring(L, -1); /* init.lua keeps the list as long as the class */
    lua_settop(L, top - 1);
    return name;
}

/* memory, size, domain, operators, sensors, whether there are answers, whether somebody hears of orders */
static int c_class_init(lua_State *L)
{
    const int operators = (int)lua_rawlen(L, 4), sensors = (int)lua_rawlen(L, 5);
    htn_operator_binding *bound = lua_newuserdata(L, ((size_t)operators + 1) * sizeof *bound);
    htn_sensor_binding *sensed = lua_newuserdata(L, ((size_t)sensors + 1) * sizeof *sensed);
    for (int i = 0; i < operators; i++) {
        bound[i] = (htn_operator_binding){.name = name_of(L, 4, i + 1)};
        lua_rawgeti(L, 4, i + 1);
        const int at = lua_gettop(L);
        bound[i].start = field(L, at, "start") ? start : NULL;
        bound[i].update = field(L, at, "update") ? update : NULL;
        bound[i].abort = field(L, at, "abort") ? stop : NULL;
        bound[i].resume = field(L, at, "resume") ? resume : NULL;
        bound[i].memory = (uint32_t)field(L, at, "memory");
        bound[i].polled = field(L, at, "polled") != 0;
        lua_pop(L, 1);
    }
    for (int i = 0; i < sensors; i++)
        sensed[i] = (htn_sensor_binding){.name = name_of(L, 5, i + 1), .sense = sense};
    const htn_bindings bindings = {.operators = bound,
                                   .operator_count = (uint32_t)operators,
                                   .sensors = sensed,
                                   .sensor_count = (uint32_t)sensors,
                                   .answerer = lua_toboolean(L, 6) ? answer : NULL,
                                   .order_ended = lua_toboolean(L, 7) ? order_ended : NULL};
    htn_agent_class *made = NULL;
    const char *wrong = NULL;
    const htn_status status = htn_agent_class_init(&made, P(3), &bindings, P(1), (size_t)U(2), &wrong);
    lua_pushinteger(L, status);
    lua_pushlightuserdata(L, made);
    lua_pushstring(L, wrong);
    return 3;
}

static htn_agent_options read_options(lua_State *L, int at)
{
    return (htn_agent_options){.budget = (uint32_t)field(L, at, "budget"),
                               .interval_ms = (uint32_t)field(L, at, "interval_ms"),
                               .back_off_ms = (uint32_t)field(L, at, "back_off_ms"),
                               .horizon_ms = (uint32_t)field(L, at, "horizon_ms"),
                               .seed = (uint32_t)field(L, at, "seed"),
                               .stagger = (uint32_t)field(L, at, "stagger"),
                               .running = (uint32_t)field(L, at, "running"),
                               .defer = field(L, at, "defer") != 0,
                               .orders = (uint8_t)field(L, at, "orders"),
                               .order_tries = (uint8_t)field(L, at, "order_tries")};
}

static int c_agent_bytes(lua_State *L)
{
    const htn_agent_options options = read_options(L, 2);
    return N(htn_agent_bytes(P(1), &options));
}

/* Pushes it. */
static link *new_link(lua_State *L, lua_Integer key)
{
    link *made = lua_newuserdata(L, sizeof *made);
    *made = (link){HUB, key};
    return made;
}

static int c_agent_init(lua_State *L)
{
    htn_agent *made = NULL;
    htn_agent_options options = read_options(L, 4);
    options.user = new_link(L, field(L, 4, "key"));
    lua_pushinteger(L, htn_agent_init(&made, P(3), &options, P(1), (size_t)U(2)));
    lua_pushlightuserdata(L, made);
    lua_pushvalue(L, -3);
    return 3;
}

static int c_planner_init(lua_State *L)
{
    htn_planner *made = NULL;
    link *user = new_link(L, luaL_checkinteger(L, 4));
    lua_pushinteger(L, htn_planner_init(&made, P(3), NULL, P(1), (size_t)U(2)));
    lua_pushlightuserdata(L, made);
    if (made != NULL)
        htn_planner_answer(made, answer, user);
    lua_pushvalue(L, -3);
    return 3;
}

/* planner, world, root, replan, seed */
static int c_plan_find(lua_State *L)
{
    hub *h = HUB;
    h->state = L;
    const htn_request request = {.root = U(3), .replan = lua_toboolean(L, 4), .seed = U(5)};
    const htn_status status = htn_plan_find(P(1), P(2), &request);
    htn_planner_plan(P(1), &h->plan);
    h->done = NULL;
    return N(status);
}

static int c_group_init(lua_State *L)
{
    htn_group *made = NULL;
    const htn_group_options options = {.id = U(4), .mode = (htn_group_mode)U(5)};
    lua_pushinteger(L, htn_group_init(&made, P(3), &options, P(1), (size_t)U(2)));
    lua_pushlightuserdata(L, made);
    return 2;
}

/* How many steps the running plan has; nil: none runs. core.plan_step() and core.plan_value() are then about it. */
static int c_agent_plan(lua_State *L)
{
    hub *h = HUB;
    return htn_agent_plan(P(1), U(2), &h->plan, &h->done) ? N(h->plan.step_count) : 0;
}

static int c_plan_count(lua_State *L)
{
    return N(HUB->plan.step_count);
}

static int c_plan_step(lua_State *L)
{
    const hub *h = HUB;
    lua_pushinteger(L, h->plan.steps[U(1)].task);
    lua_pushinteger(L, h->done != NULL ? h->done[U(1)] : 0);
    return 2;
}

static int c_plan_value(lua_State *L)
{
    const hub *h = HUB;
    return N(h->plan.values[h->plan.steps[U(1)].arguments + U(2)]);
}

static int activity_seen(lua_State *L, int kind)
{
    hub *h = HUB;
    h->current = &h->seen;
    lua_pushinteger(L, kind);
    lua_pushinteger(L, h->seen.operator_index);
    lua_pushinteger(L, h->seen.id);
    lua_pushinteger(L, h->seen.layer);
    lua_pushinteger(L, h->seen.task);
    lua_pushinteger(L, h->seen.argument_count);
    return 6;
}

static int c_agent_news(lua_State *L)
{
    htn_news news;
    if (!htn_agent_news(P(1), &news))
        return 0;
    HUB->seen = news.activity;
    return activity_seen(L, (int)news.kind);
}

static int c_agent_activity(lua_State *L)
{
    return htn_agent_activity(P(1), U(2), U(3), &HUB->seen) ? activity_seen(L, 0) : 0;
}

/* agent, layer, task, how, values */
static int c_agent_order(lua_State *L)
{
    int32_t values[HTN_MAX_ARGUMENTS];
    uint32_t id = 0;
    HUB->state = L;
    const htn_given_task task = {U(3), values, read_values(L, 5, values)};
    lua_pushinteger(L, htn_agent_order(P(1), U(2), &task, (htn_order_how)U(4), &id));
    lua_pushinteger(L, id);
    return 2;
}

#define SAVE(kind, bytes, save_to, load_from)                      \
    static int c_##kind##_save(lua_State *L)                       \
    {                                                              \
        size_t size = bytes(P(1));                                 \
        void *out = lua_newuserdata(L, size + 1);                  \
        const htn_status status = save_to(P(1), out, size, &size); \
        lua_pushinteger(L, status);                                \
        lua_pushlstring(L, out, status == HTN_OK ? size : 0);      \
        return 2;                                                  \
    }                                                              \
    static int c_##kind##_load(lua_State *L)                       \
    {                                                              \
        size_t size;                                               \
        htn_load_report report = {0};                              \
        const char *save = luaL_checklstring(L, 2, &size);         \
        HUB->state = L;                                            \
        lua_pushinteger(L, load_from(P(1), save, size, &report));  \
        lua_pushstring(L, report.reason);                          \
        lua_pushinteger(L, report.offset);                         \
        lua_pushboolean(L, report.exact);                          \
        return 4;                                                  \
    }
SAVE(agent, htn_agent_save_bytes, htn_agent_save, htn_agent_load)
SAVE(world, htn_world_save_bytes, htn_world_save, htn_world_load)
SAVE(group, htn_group_save_bytes, htn_group_save, htn_group_load)

static int c_agent_reload(lua_State *L)
{
    const size_t size = htn_agent_save_bytes(P(2));
    htn_load_report report = {0};
    void *scratch = lua_newuserdata(L, size + 1);
    HUB->state = L;
    lua_pushinteger(L, htn_agent_reload(P(1), P(2), scratch, size, &report));
    lua_pushstring(L, report.reason);
    return 2;
}

static int c_journal_read(lua_State *L)
{
    const size_t size = (size_t)U(3), got = htn_journal_read(P(1), P(2), size);
    return got == 0 ? 0 : (lua_pushlstring(L, P(2), got), 1);
}

#define F(name)         \
    {                   \
#name, c_##name \
    }
static const luaL_Reg functions[] = {F(version),
                                     F(status_text),
                                     F(type_kind),
                                     F(property_type),
                                     F(property_parameters),
                                     F(property_parameter_type),
                                     F(task_parameters),
                                     F(task_parameter_type),
                                     F(query_type),
                                     F(query_parameter_type),
                                     F(task_operator),
                                     F(domain_text),
                                     F(world_bytes),
                                     F(world_init),
                                     F(world_get),
                                     F(world_set),
                                     F(world_add),
                                     F(world_set_for),
                                     F(world_despawn),
                                     F(world_exists),
                                     F(world_generation),
                                     F(world_copy),
                                     F(planner_bytes),
                                     F(planner_drop),
                                     F(planner_adopt),
                                     F(class_bytes),
                                     F(agent_world),
                                     F(agent_tick),
                                     F(agent_ask),
                                     F(agent_answers_changed),
                                     F(agent_sense),
                                     F(agent_layers),
                                     F(agent_result),
                                     F(agent_idle),
                                     F(agent_journal),
                                     F(agent_report),
                                     F(agent_take_back),
                                     F(agent_join),
                                     F(agent_share),
                                     F(agent_set_period),
                                     F(group_bytes),
                                     F(group_world),
                                     F(group_tick),
                                     F(group_release),
                                     F(crowd_init),
                                     F(crowd_add),
                                     F(crowd_remove),
                                     F(crowd_tick),
                                     F(crowd_share),
                                     F(journal_init),
                                     F(block),
                                     F(size_of),
                                     F(domain_load),
                                     F(find),
                                     F(name),
                                     F(value_name),
                                     F(value_find),
                                     F(world_get_at),
                                     F(world_set_at),
                                     F(world_add_at),
                                     F(world_set_at_for),
                                     F(world_time_left),
                                     F(world_spawn),
                                     F(handlers),
                                     F(argument),
                                     F(memory),
                                     F(class_init),
                                     F(agent_bytes),
                                     F(agent_init),
                                     F(planner_init),
                                     F(plan_find),
                                     F(group_init),
                                     F(agent_plan),
                                     F(plan_count),
                                     F(plan_step),
                                     F(plan_value),
                                     F(agent_news),
                                     F(agent_activity),
                                     F(agent_order),
                                     F(agent_save),
                                     F(agent_load),
                                     F(world_save),
                                     F(world_load),
                                     F(group_save),
                                     F(group_load),
                                     F(agent_reload),
                                     F(journal_read),
                                     {NULL, NULL}};

__attribute__((visibility("default"))) int luaopen_htn_core(lua_State *L);
int luaopen_htn_core(lua_State *L)
{
    hub *made;
    luaL_newlibtable(L, functions);
    made = lua_newuserdata(L, sizeof *made);
    *made = (hub){.state = L};
    luaL_setfuncs(L, functions, 1);
    return 1;
}
