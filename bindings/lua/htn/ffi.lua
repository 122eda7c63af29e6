-- The functions of libhtn for LuaJIT, as htn/init.lua calls them; htn/core.c has the same ones for Lua 5.4. HTN_LIBRARY names the library;
-- else it is what the system finds as htn. Functions of C that call back are not compiled: LuaJIT cannot call back from compiled code.
local ffi, jit = require("ffi"), require("jit")

ffi.cdef [[
typedef struct { const char *section; uint32_t offset; const char *reason; } htn_fault;
typedef struct { uint32_t steps, depth, work, record, frames, choices, nodes, trail, spans, continuation, solutions, tuples; } htn_limits;
typedef struct { uint32_t task; const int32_t *arguments; uint32_t argument_count; } htn_given_task;
typedef struct { uint32_t root, work; bool replan, go_on, keep; uint32_t horizon, steps_done; const uint8_t *done; uint32_t seed, task_count;
    const htn_given_task *tasks; bool cheapest; } htn_request;
typedef struct { uint32_t task, arguments; } htn_step;
typedef struct { const htn_step *steps; uint32_t step_count; const int32_t *values; const uint16_t *record; uint32_t record_count;
    const void *spans; uint32_t span_count; int32_t cost, duration; uint32_t reached; bool proven, continues; uint32_t partial; } htn_plan;
typedef struct { uint32_t type; int32_t value; const char *text; } htn_argument;
typedef struct { uint32_t query, argument_count; const int32_t *arguments; uint32_t capacity; void *context; } htn_question;
typedef struct { void *agent, *user, *context; uint32_t operator_index, id, layer, step, task; const htn_argument *arguments;
    uint32_t argument_count; void *memory; union { uint64_t elapsed_us; struct { uint32_t elapsed_0, elapsed_1; }; }; } htn_activity;
typedef int htn_operate(uint32_t); /* really (void *user, const htn_activity *): "What C calls" says why */
typedef void htn_resume(uint32_t);
typedef struct { const char *name; htn_operate *start, *update, *abort; htn_resume *resume; uint32_t memory; bool polled; void *context; } htn_operator_binding;
typedef struct { void *agent, *world; uint32_t sensor; void *context; } htn_sensing;
typedef void htn_sense(uint32_t);
typedef struct { const char *name; htn_sense *sense; void *context; } htn_sensor_binding;
typedef struct { uint32_t id, layer, task; int end, status; } htn_order_report;
typedef int htn_answerer(uint32_t, const htn_question *, int32_t *, uint32_t *);
typedef void htn_order_ended(uint32_t, const htn_order_report *);
typedef struct { const htn_operator_binding *operators; uint32_t operator_count; const htn_sensor_binding *sensors; uint32_t sensor_count;
    htn_answerer *answerer; void *context; htn_order_ended *order_ended; } htn_bindings;
typedef struct { htn_limits limits; void *user; uint32_t budget, interval_ms, back_off_ms, horizon_ms, seed, stagger, running;
    bool replan_always, defer; uint8_t orders, order_tries; } htn_agent_options;
typedef struct { uint32_t id; int mode; } htn_group_options;
typedef struct { int kind; htn_activity activity; } htn_news;
typedef struct { const char *reason; uint32_t offset; bool exact; uint32_t properties_lost, values_changed, instances_lost, plans_kept,
    plans_dropped, steps_lost; } htn_load_report;

uint32_t htn_version(void); const char *htn_status_text(int);
size_t htn_sizeof_domain(void); size_t htn_sizeof_world(void); size_t htn_sizeof_crowd(void); size_t htn_sizeof_journal(void);
size_t htn_sizeof_fault(void); size_t htn_sizeof_limits(void); size_t htn_sizeof_given_task(void); size_t htn_sizeof_request(void);
size_t htn_sizeof_step(void); size_t htn_sizeof_plan(void); size_t htn_sizeof_argument(void); size_t htn_sizeof_question(void);
size_t htn_sizeof_activity(void); size_t htn_sizeof_operator_binding(void); size_t htn_sizeof_sensing(void);
size_t htn_sizeof_sensor_binding(void); size_t htn_sizeof_order_report(void); size_t htn_sizeof_bindings(void);
size_t htn_sizeof_agent_options(void); size_t htn_sizeof_group_options(void); size_t htn_sizeof_news(void); size_t htn_sizeof_load_report(void);
int htn_domain_load(void *, const void *, size_t, htn_fault *);
int htn_type_kind_of(const void *, uint32_t); uint32_t htn_property_type(const void *, uint32_t);
uint32_t htn_property_parameters(const void *, uint32_t); uint32_t htn_property_parameter_type(const void *, uint32_t, uint32_t);
uint32_t htn_task_parameters(const void *, uint32_t); uint32_t htn_task_parameter_type(const void *, uint32_t, uint32_t);
uint32_t htn_query_type(const void *, uint32_t); uint32_t htn_query_parameter_type(const void *, uint32_t, uint32_t);
uint32_t htn_task_operator(const void *, uint32_t); const char *htn_domain_text(const void *, int, uint32_t);
uint32_t htn_property_find(const void *, const char *); uint32_t htn_type_find(const void *, const char *);
uint32_t htn_task_find(const void *, const char *); uint32_t htn_query_find(const void *, const char *);
uint32_t htn_operator_find(const void *, const char *); uint32_t htn_sensor_find(const void *, const char *);
uint32_t htn_root_find(const void *, const char *);
const char *htn_property_name(const void *, uint32_t); const char *htn_type_name(const void *, uint32_t);
const char *htn_task_name(const void *, uint32_t); const char *htn_query_name(const void *, uint32_t);
const char *htn_operator_name(const void *, uint32_t); const char *htn_sensor_name(const void *, uint32_t);
const char *htn_root_name(const void *, uint32_t); const char *htn_value_name(const void *, uint32_t, int32_t);
bool htn_value_find(const void *, uint32_t, const char *, int32_t *); bool htn_symbol_find(const void *, const char *, int32_t *);
size_t htn_world_bytes(const void *); int htn_world_init(void *, const void *, void *, size_t);
int32_t htn_world_get(const void *, uint32_t); int htn_world_set(void *, uint32_t, int32_t);
int32_t htn_world_get_at(const void *, uint32_t, const int32_t *, uint32_t);
int htn_world_set_at(void *, uint32_t, const int32_t *, uint32_t, int32_t);
int htn_world_add(void *, uint32_t, int32_t); int htn_world_add_at(void *, uint32_t, const int32_t *, uint32_t, int32_t);
int htn_world_set_for(void *, uint32_t, int32_t, uint32_t);
int htn_world_set_at_for(void *, uint32_t, const int32_t *, uint32_t, int32_t, uint32_t);
uint32_t htn_world_time_left(const void *, uint32_t, const int32_t *, uint32_t);
int htn_world_spawn(void *, uint32_t, int32_t *); int htn_world_despawn(void *, uint32_t, int32_t);
bool htn_world_exists(const void *, uint32_t, int32_t); uint32_t htn_world_generation(const void *, uint32_t, int32_t);
int htn_world_copy(void *, const void *);
size_t htn_planner_bytes(const void *, const htn_limits *); int htn_planner_init(void **, const void *, const htn_limits *, void *, size_t);
int htn_planner_answer(void *, htn_answerer *, void *); int htn_plan_find(void *, void *, const htn_request *);
void htn_planner_plan(const void *, htn_plan *); int htn_planner_adopt(void *); void htn_planner_drop(void *);
size_t htn_agent_class_bytes(const void *);
int htn_agent_class_init(void **, const void *, const htn_bindings *, void *, size_t, const char **);
size_t htn_agent_bytes(const void *, const htn_agent_options *);
int htn_agent_init(void **, const void *, const htn_agent_options *, void *, size_t);
void *htn_agent_world(void *); int htn_agent_tick(void *, uint64_t); int htn_agent_ask(void *, uint32_t);
int htn_agent_answers_changed(void *); int htn_agent_sense(void *, uint32_t); uint32_t htn_agent_layers(const void *);
bool htn_agent_plan(const void *, uint32_t, htn_plan *, const uint8_t **);
bool htn_agent_activity(const void *, uint32_t, uint32_t, htn_activity *); bool htn_agent_calling(const void *, htn_activity *);
int htn_agent_result(const void *, uint32_t); bool htn_agent_idle(const void *, uint32_t); int htn_agent_journal(void *, void *);
bool htn_agent_news(void *, htn_news *); int htn_agent_report(void *, uint32_t, int);
int htn_agent_order(void *, uint32_t, const htn_given_task *, int, uint32_t *); int htn_agent_take_back(void *, uint32_t, uint32_t);
size_t htn_agent_save_bytes(const void *); int htn_agent_save(const void *, void *, size_t, size_t *);
int htn_agent_load(void *, const void *, size_t, htn_load_report *);
int htn_agent_reload(void *, void *, void *, size_t, htn_load_report *);
size_t htn_world_save_bytes(const void *); int htn_world_save(const void *, void *, size_t, size_t *);
int htn_world_load(void *, const void *, size_t, htn_load_report *);
size_t htn_group_save_bytes(const void *); int htn_group_save(const void *, void *, size_t, size_t *);
int htn_group_load(void *, const void *, size_t, htn_load_report *);
size_t htn_group_bytes(const void *, const htn_group_options *);
int htn_group_init(void **, const void *, const htn_group_options *, void *, size_t);
void *htn_group_world(void *); int htn_group_tick(void *, uint64_t); int htn_group_release(void *, uint32_t, int32_t);
int htn_agent_join(void *, void *); int htn_agent_share(void *); int htn_agent_set_period(void *, uint32_t);
int htn_crowd_init(void *); int htn_crowd_add(void *, void *); int htn_crowd_remove(void *, void *);
int htn_crowd_tick(void *, uint64_t, uint32_t); int htn_crowd_share(void *);
int htn_journal_init(void *, void *, size_t); size_t htn_journal_read(void *, void *, size_t);
]]

local lib = ffi.load(os.getenv("HTN_LIBRARY") or "htn")
if lib.htn_version() ~= 1000 then
    error("htn: this module is for htn 0.1.0, and the library is of version " .. lib.htn_version() .. "; both must be of one version")
end
for _, name in ipairs { "fault", "limits", "given_task", "request", "step", "plan", "argument", "question", "activity", "operator_binding",
    "sensing", "sensor_binding", "order_report", "bindings", "agent_options", "group_options", "news", "load_report" } do
    local theirs, ours = tonumber(lib["htn_sizeof_" .. name]()), ffi.sizeof("htn_" .. name)
    if theirs ~= ours then error("htn: htn_" .. name .. " has " .. theirs .. " bytes in the library and " .. ours .. " here") end
end

local core, NONE = {}, 4294967295
local index, number, out = ffi.new("int32_t[64]"), ffi.new("int32_t[1]"), ffi.new("void *[1]")
local plan, done, news, seen = ffi.new("htn_plan"), ffi.new("const uint8_t *[1]"), ffi.new("htn_news"), ffi.new("htn_activity")
local has_done, current = false, nil

for _, name in ipairs { "property_type", "property_parameters", "property_parameter_type", "task_parameters", "task_parameter_type",
    "query_type", "query_parameter_type", "task_operator", "world_get", "world_set", "world_add", "world_set_for", "world_despawn",
    "world_exists", "world_generation", "world_copy", "world_init", "planner_drop", "planner_adopt", "agent_world", "agent_ask",
    "agent_answers_changed", "agent_layers", "agent_result", "agent_idle", "agent_journal", "agent_share", "agent_set_period", "group_world",
    "group_tick", "group_release", "crowd_init", "crowd_add", "crowd_remove", "crowd_share", "journal_init", "agent_join", "version" } do
    core[name] = lib["htn_" .. name]
end
function core.type_kind(domain, of) return lib.htn_type_kind_of(domain, of) end
function core.status_text(status) return ffi.string(lib.htn_status_text(status)) end
function core.domain_text(domain, at) return ffi.string(lib.htn_domain_text(domain, 1, at)) end
function core.world_bytes(domain) return tonumber(lib.htn_world_bytes(domain)) end
function core.planner_bytes(domain) return tonumber(lib.htn_planner_bytes(domain, nil)) end
function core.class_bytes(domain) return tonumber(lib.htn_agent_class_bytes(domain)) end
function core.size_of(name) return tonumber(lib["htn_sizeof_" .. name]()) end
function core.block(size) return ffi.new("uint64_t[?]", math.floor((size + 8) / 8)) end

local function text(pointer) return pointer ~= nil and ffi.string(pointer) or nil end

function core.domain_load(memory, bytes, blob)
    local fault = ffi.new("htn_fault")
    ffi.copy(bytes, blob, #blob)
    local status = lib.htn_domain_load(memory, bytes, #blob, fault)
    return status, text(fault.section), fault.offset, text(fault.reason)
end
function core.find(domain, kind, name) return lib["htn_" .. kind .. "_find"](domain, name) end
function core.name(domain, kind, i) return ffi.string(lib["htn_" .. kind .. "_name"](domain, i)) end
function core.value_name(domain, of, value) return text(lib.htn_value_name(domain, of, value)) end
function core.value_find(domain, of, name)
    local found
    if of == NONE then found = lib.htn_symbol_find(domain, name, number) else found = lib.htn_value_find(domain, of, name, number) end
    if found then return number[0] end
end

-- The index of a cell: up to four values without a table, more with one.
local function indexed(a, b, c, d, ...)
    if select("#", ...) > 0 then
        local all = { a, b, c, d, ... }
        for i = 1, #all do index[i - 1] = all[i] end
        return #all
    end
    if a == nil then return 0 end
    index[0] = a
    if b == nil then return 1 end
    index[1] = b
    if c == nil then return 2 end
    index[2] = c
    if d == nil then return 3 end
    index[3] = d
    return 4
end
function core.world_get_at(world, property, ...)
    local count = indexed(...)
    return lib.htn_world_get_at(world, property, index, count)
end
function core.world_set_at(world, property, value, ...)
    local count = indexed(...)
    return lib.htn_world_set_at(world, property, index, count, value)
end
function core.world_add_at(world, property, value, ...)
    local count = indexed(...)
    return lib.htn_world_add_at(world, property, index, count, value)
end
function core.world_set_at_for(world, property, value, milliseconds, ...)
    local count = indexed(...)
    return lib.htn_world_set_at_for(world, property, index, count, value, milliseconds)
end
function core.world_time_left(world, property, ...)
    local count = indexed(...)
    return lib.htn_world_time_left(world, property, index, count)
end
function core.world_spawn(world, of)
    local status = lib.htn_world_spawn(world, of, number)
    return status, number[0]
end

-- --- What C calls ---

-- Callbacks for each kind, as LuaJIT has few. A pointer or a number of 64 bits that C passes would be garbage in each call. So an operator's
-- callback takes its agent's number only, the low half of `user`, and asks for a copy of the rest; a sensor has a callback of its own.
local bound, copies, depth = { sense = {} }, {}, 0
local calling = lib.htn_agent_calling -- a look into `lib` takes as long as the call while it is not compiled
local LOW, HIGH = ffi.abi("le") and "elapsed_0" or "elapsed_1", ffi.abi("le") and "elapsed_1" or "elapsed_0"

function core.handlers(on_operator, on_sensor, on_answer, on_order, agents)
    local function operate(kind)
        return function(key)
            local outer = current
            depth = depth + 1 -- an operator may tick another agent
            local a = copies[depth]
            if a == nil then
                a = ffi.new("htn_activity")
                copies[depth] = a
            end
            calling(agents[key].at, a)
            current = a
            local result = on_operator(key, kind, a.operator_index, a.id, a.layer, a.task, a[LOW] + a[HIGH] * 4294967296, a.argument_count)
            current, depth = outer, depth - 1
            return result
        end
    end
    bound.start, bound.update = ffi.cast("htn_operate *", operate(1)), ffi.cast("htn_operate *", operate(2))
    bound.abort, bound.resume = ffi.cast("htn_operate *", operate(3)), ffi.cast("htn_resume *", operate(4))
    function bound.sensor(index)
        local one = bound.sense[index]
        if one == nil then
            one = ffi.cast("htn_sense *", function(key) on_sensor(key, index) end)
            bound.sense[index] = one
        end
        return one
    end
    bound.answer = ffi.cast("htn_answerer *", function(key, q, answers)
        local a, status, value = q.arguments, nil, nil
        local count = q.argument_count
        if count == 0 then status, value = on_answer(key, q.query)
        elseif count == 1 then status, value = on_answer(key, q.query, a[0])
        else
            local values = {}
            for i = 0, count - 1 do values[i + 1] = a[i] end
            status, value = on_answer(key, q.query, unpack(values))
        end
        answers[0] = value
        return status
    end)
    bound.order_ended = ffi.cast("htn_order_ended *", function(key, report) on_order(key, report.id, report["end"]) end)
end

function core.argument(i)
    if current == nil or i >= current.argument_count then return nil end
    local a = current.arguments[i]
    return a.type, a.value, a.type == NONE and text(a.text) or nil
end

function core.memory(i, value)
    if current == nil or current.memory == nil then return nil end
    local words = ffi.cast("uint32_t *", current.memory)
    if value ~= nil then words[i] = value end
    return words[i]
end

-- --- Classes, agents, plans ---

function core.class_init(memory, size, domain, operators, sensors, answers, hears)
    local list, sensed = ffi.new("htn_operator_binding[?]", #operators + 1), ffi.new("htn_sensor_binding[?]", #sensors + 1)
    for i, operator in ipairs(operators) do -- init.lua keeps the names as long as the class
        local one = list[i - 1]
        one.name, one.memory, one.polled = operator.name, operator.memory, operator.polled
        for _, kind in ipairs { "start", "update", "abort", "resume" } do
            if operator[kind] then one[kind] = bound[kind] end
        end
    end
    for i, name in ipairs(sensors) do
        local index = lib.htn_sensor_find(domain, name)
        sensed[i - 1].name = name
        if index ~= NONE then sensed[i - 1].sense = bound.sensor(index) end
    end
    local bindings, wrong = ffi.new("htn_bindings"), ffi.new("const char *[1]")
    bindings.operators, bindings.operator_count, bindings.sensors, bindings.sensor_count = list, #operators, sensed, #sensors
    if answers then bindings.answerer = bound.answer end
    if hears then bindings.order_ended = bound.order_ended end
    local status = lib.htn_agent_class_init(out, domain, bindings, memory, size, wrong)
    return status, out[0], text(wrong[0])
end

local function options_of(options)
    local wanted = ffi.new("htn_agent_options")
    for name, value in pairs(options) do
        if name == "key" then wanted.user = ffi.cast("void *", ffi.cast("uintptr_t", value)) else wanted[name] = value end
    end
    return wanted
end
function core.agent_bytes(class, options) return tonumber(lib.htn_agent_bytes(class, options_of(options))) end
function core.agent_init(memory, size, class, options)
    local status = lib.htn_agent_init(out, class, options_of(options), memory, size)
    return status, out[0]
end
function core.planner_init(memory, size, domain, key)
    local status = lib.htn_planner_init(out, domain, nil, memory, size)
    lib.htn_planner_answer(out[0], bound.answer, ffi.cast("void *", ffi.cast("uintptr_t", key)))
    return status, out[0]
end
function core.plan_find(planner, world, root, replan, seed)
    local request = ffi.new("htn_request")
    request.root, request.replan, request.seed = root, replan, seed
    local status = lib.htn_plan_find(planner, world, request)
    lib.htn_planner_plan(planner, plan)
    has_done = false
    return status
end
function core.group_bytes(domain, mode) return tonumber(lib.htn_group_bytes(domain, ffi.new("htn_group_options", 0, mode))) end
function core.group_init(memory, size, domain, id, mode)
    local status = lib.htn_group_init(out, domain, ffi.new("htn_group_options", id, mode), memory, size)
    return status, out[0]
end
function core.agent_plan(agent, layer)
    has_done = true
    if lib.htn_agent_plan(agent, layer, plan, done) then return plan.step_count end
end
function core.plan_count() return plan.step_count end
function core.plan_step(i) return plan.steps[i].task, has_done and done[0][i] or 0 end
function core.plan_value(i, k) return plan.values[plan.steps[i].arguments + k] end

local function activity_seen(kind)
    current = seen
    return kind, seen.operator_index, seen.id, seen.layer, seen.task, seen.argument_count
end
function core.agent_news(agent)
    if not lib.htn_agent_news(agent, news) then return nil end
    ffi.copy(seen, news.activity, ffi.sizeof("htn_activity"))
    return activity_seen(news.kind)
end
function core.agent_activity(agent, layer, i)
    if lib.htn_agent_activity(agent, layer, i, seen) then return activity_seen(0) end
end

function core.agent_order(agent, layer, task, how, ...)
    local given, id = ffi.new("htn_given_task"), ffi.new("uint32_t[1]")
    given.task, given.argument_count = task, select("#", ...)
    local values = ffi.new("int32_t[?]", select("#", ...) + 1, ...)
    given.arguments = values
    local status = lib.htn_agent_order(agent, layer, given, how, id)
    return status, id[0]
end
function core.agent_tick(agent, elapsed_us) return lib.htn_agent_tick(agent, elapsed_us) end
function core.agent_sense(agent, sensor) return lib.htn_agent_sense(agent, sensor) end
function core.agent_report(agent, id, outcome) return lib.htn_agent_report(agent, id, outcome) end
function core.agent_take_back(agent, layer, id) return lib.htn_agent_take_back(agent, layer, id) end
function core.crowd_tick(crowd, elapsed_us, budget) return lib.htn_crowd_tick(crowd, elapsed_us, budget) end
for _, kind in ipairs { "agent", "world", "group" } do
    local bytes, save, load = lib["htn_" .. kind .. "_save_bytes"], lib["htn_" .. kind .. "_save"], lib["htn_" .. kind .. "_load"]
    core[kind .. "_save"] = function(at)
        local size, used = bytes(at), ffi.new("size_t[1]")
        local buffer = ffi.new("uint8_t[?]", size + 1)
        local status = save(at, buffer, size, used)
        return status, ffi.string(buffer, status == 0 and used[0] or 0)
    end
    core[kind .. "_load"] = function(at, bytes_of_save)
        local report = ffi.new("htn_load_report")
        local status = load(at, bytes_of_save, #bytes_of_save, report)
        return status, text(report.reason), report.offset, report.exact
    end
    jit.off(core[kind .. "_load"])
end
function core.agent_reload(to, from)
    local size, report = lib.htn_agent_save_bytes(from), ffi.new("htn_load_report")
    local status = lib.htn_agent_reload(to, from, ffi.new("uint64_t[?]", size / 8 + 1), size, report)
    return status, text(report.reason)
end
function core.journal_read(journal, buffer, size)
    local got = tonumber(lib.htn_journal_read(journal, buffer, size))
    if got > 0 then return ffi.string(buffer, got) end
end
for _, name in ipairs { "agent_tick", "agent_sense", "agent_report", "agent_take_back", "crowd_tick", "agent_order", "agent_reload", "plan_find" } do
    jit.off(core[name])
end

return core
