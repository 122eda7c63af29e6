-- Thumper for Lua: plans with hierarchical task networks. README.md has ten lines to begin with.
--
-- The same for LuaJIT, whose FFI calls libhtn (htn/ffi.lua), and for Lua 5.2 to 5.4, by a small module in C (htn/core.c). Every object
-- keeps alive what it needs: an agent its class, a class its domain. What the library refuses is a Lua error with its message.

local jit = rawget(_G, "jit")
local core = jit and require("htn.ffi") or require("htn.core")

local htn = { RUNNING = 0, SUCCEEDED = 1, FAILED = 2, ABORTED = 3, NONE = 4294967295, UNBOUNDED = 4294967295 }
local NONE, RUNNING, SUCCEEDED, FAILED, ABORTED = htn.NONE, 0, 1, 2, 3
local BOOL, ENUM, ENTITIES, FIXED = 0, 2, 3, 4
local ORDER_ENDS = { [0] = "done", "no plan", "limit", "failed", "gone", "replaced", "taken", "dropped" }
local unpack, floor = table.unpack or unpack, math.floor

-- A number as C takes it: whole, and within 32 bits.
local function whole(value, low, high)
    if type(value) ~= "number" or not (value >= low and value <= high) or floor(value) ~= value then
        error("htn: " .. tostring(value) .. " is no whole number from " .. ("%.0f to %.0f"):format(low, high), 3)
    end
    return value
end

local function int32(value) return whole(value, -2147483648, 2147483647) end
local function uint32(value) return whole(value, 0, 4294967295) end

local function check(status, what, detail)
    if status ~= 0 then
        error("htn: " .. what .. ": " .. (detail or core.status_text(status)), 3)
    end
end

-- --- Domains ---

local Domain = {}
Domain.__index = Domain

-- A domain from a blob, as text of bytes. Immutable; any number of worlds and agents share it.
function htn.domain(blob)
    local self = setmetatable({ memory = core.block(core.size_of("domain")), bytes = core.block(#blob), ids = {}, kinds = {} }, Domain)
    local status, section, offset, reason = core.domain_load(self.memory, self.bytes, blob)
    check(status, "blob", reason and section .. ", byte " .. offset .. ": " .. reason)
    return self
end

function htn.load(path)
    local file = assert(io.open(path, "rb"))
    local blob = file:read("*a")
    file:close()
    return htn.domain(blob)
end

-- The index of a "property", "task", "operator", "sensor", "query", "root" or "type"; a number is one already. An error if there is none.
function Domain:find(kind, name)
    if type(name) == "number" then return name end
    local known = self.ids[kind]
    if not known then
        known = {}
        self.ids[kind] = known
    end
    local id = known[name]
    if not id then
        id = core.find(self.memory, kind, name)
        if id == NONE then error("htn: the domain has no " .. kind .. " '" .. tostring(name) .. "'", 3) end
        known[name] = id
    end
    return id
end

function Domain:has(kind, name) return core.find(self.memory, kind, name) ~= NONE end
function Domain:name(kind, index) return core.name(self.memory, kind, index) end

local function kind_of(domain, of)
    local kind = domain.kinds[of]
    if not kind then
        kind = core.type_kind(domain.memory, of)
        domain.kinds[of] = kind
    end
    return kind
end

-- The number of a value: of true, a name, nil (no instance), or a number.
local function number_of(domain, of, value)
    if type(value) == "number" then
        if kind_of(domain, of) ~= FIXED then return int32(value) end
        value = value * 1000
        return int32(value >= 0 and floor(value + 0.5) or -floor(-value + 0.5))
    elseif type(value) == "string" then
        local number = core.value_find(domain.memory, of, value)
        if not number then error("htn: there is no value '" .. value .. "'", 3) end
        return number
    elseif value == nil then
        return -1
    elseif type(value) ~= "boolean" then
        error("htn: a " .. type(value) .. " is no value", 3)
    end
    return value and 1 or 0
end

-- What a number stands for: true, "Gate", 0.5, nil, or the number.
local function value_of(domain, of, number)
    if of == NONE then return core.domain_text(domain.memory, number) end
    local kind = kind_of(domain, of)
    if kind == BOOL then return number ~= 0 end
    if kind == FIXED then return number / 1000 end
    if kind == ENUM then return core.value_name(domain.memory, of, number) or number end
    if kind == ENTITIES then
        if number == -1 then return nil end
        return core.value_name(domain.memory, of, number) or number
    end
    return number
end

-- --- Worlds ---

local World = {}
World.__index = World

local function new_world(domain, address, of) return setmetatable({ domain = domain, at = address, of = of, types = {} }, World) end

function htn.world(domain)
    local memory, size = core.block(core.size_of("world")), core.world_bytes(domain.memory)
    local self = new_world(domain, memory)
    self.bytes = core.block(size)
    check(core.world_init(memory, domain.memory, self.bytes, size), "world")
    return self
end

local function typed(world, property)
    local of = world.types[property]
    if not of then
        of = core.property_type(world.domain.memory, property)
        world.types[property] = of
    end
    return of
end

-- The numbers of indices, of which `a` is number `i`, from 0: a number is one already.
local function indices(domain, property, i, a, ...)
    if i == 64 then error("htn: a table has at most 64 indices", 3) end
    if type(a) == "number" then
        int32(a)
    else
        a = number_of(domain, core.property_parameter_type(domain.memory, property, i), a)
    end
    if select("#", ...) == 0 then return a end
    return a, indices(domain, property, i + 1, ...)
end

-- get("Alarm"), get("Sees", thief): a property, or a cell of a table. An index is a number, or the name of a value.
function World:get(name, a, ...)
    local domain, property = self.domain, self.domain:find("property", name)
    if a == nil then return value_of(domain, typed(self, property), core.world_get(self.at, property)) end
    return value_of(domain, typed(self, property), core.world_get_at(self.at, property, indices(domain, property, 0, a, ...)))
end

-- set("Alarm", true), set("Sees", true, thief): the value, then the index.
function World:set(name, value, a, ...)
    local domain, property = self.domain, self.domain:find("property", name)
    local number = number_of(domain, typed(self, property), value)
    local status
    if a == nil then
        status = core.world_set(self.at, property, number)
    else
        status = core.world_set_at(self.at, property, number, indices(domain, property, 0, a, ...))
    end
    if status ~= 0 then check(status, tostring(name) .. " = " .. tostring(value)) end
end

-- Adds to a number: two agents of a group that add 1 have added 2.
function World:add(name, value, a, ...)
    local property = self.domain:find("property", name)
    local number = number_of(self.domain, typed(self, property), value)
    check(a == nil and core.world_add(self.at, property, number) or core.world_add_at(self.at, property, number, indices(self.domain, property, 0, a, ...)), "add " .. name)
end

-- Sets a value that expires after so many milliseconds.
function World:set_for(name, value, milliseconds, a, ...)
    local property = self.domain:find("property", name)
    local number = number_of(self.domain, typed(self, property), value)
    uint32(milliseconds)
    check(a == nil and core.world_set_for(self.at, property, number, milliseconds)
        or core.world_set_at_for(self.at, property, number, milliseconds, indices(self.domain, property, 0, a, ...)), "set " .. name)
end

function World:time_left(name, a, ...)
    local property = self.domain:find("property", name)
    if a == nil then return core.world_time_left(self.at, property) end
    return core.world_time_left(self.at, property, indices(self.domain, property, 0, a, ...))
end

function World:spawn(kind)
    local status, instance = core.world_spawn(self.at, self.domain:find("type", kind))
    check(status, "spawn " .. kind)
    return instance
end

function World:despawn(kind, instance) check(core.world_despawn(self.at, self.domain:find("type", kind), int32(instance)), "despawn " .. kind) end
function World:exists(kind, instance) return core.world_exists(self.at, self.domain:find("type", kind), int32(instance)) end
function World:generation(kind, instance) return core.world_generation(self.at, self.domain:find("type", kind), int32(instance)) end
function World:copy_from(other) check(core.world_copy(self.at, other.at), "copy") end

local function saved(status, bytes)
    check(status, "save")
    return bytes
end

local function loaded(status, reason, offset, exact)
    check(status, "load", reason and "byte " .. tostring(offset) .. ": " .. reason)
    return exact
end

function World:save() return saved(core.world_save(self.at)) end
function World:load(save) return loaded(core.world_load(self.at, save)) end

-- --- Steps ---

-- What operators get; one for each agent, which shows the step that the call is about.
local Step = {}
Step.__index = function(step, key)
    local method = rawget(Step, key)
    if method then return method end
    if key == "name" then return core.name(step.agent.domain.memory, "task", step.task) end
    if key == "operator" then return core.name(step.agent.domain.memory, "operator", step.operator_index) end
end

-- Argument number `i`, from 1.
function Step:argument(i)
    local of, number, text = core.argument(i - 1)
    if of == nil then return nil end
    if of == NONE then return text end
    return value_of(self.agent.domain, of, number)
end

-- Word `i`, from 1, of the step's memory, four bytes each, which are saved with the agent; with a value, it is written.
function Step:word(i, value)
    local words = (self.class.memory_of[self.operator_index] or 0) / 4
    if i < 1 or i > words then error("htn: the step has " .. words .. " words of memory", 2) end
    return core.memory(i - 1, value ~= nil and uint32(value) or nil)
end

-- --- Callbacks ---

-- The C library calls four functions, with the number of an agent. The game's errors are kept, and raised when the tick is over.
local agents = setmetatable({}, { __mode = "v" })
local planners = setmetatable({}, { __mode = "v" })
local last_key, raised = 0, nil
local KINDS = { "start", "update", "abort", "resume" }
local OTHERWISE = { RUNNING, RUNNING, ABORTED, 0 }
local OUTCOMES = { [RUNNING] = true, [SUCCEEDED] = true, [FAILED] = true, [ABORTED] = true }

local function keep(trouble)
    if raised == nil then raised = trouble end
    return FAILED
end

local function raise()
    local trouble = raised
    raised = nil
    if trouble ~= nil then error(trouble, 0) end
end

-- An operator that is a coroutine: one resume each tick. Its end is success; what it returns is the outcome.
local function resume_step(agent, step, kind, operator)
    local thread = agent.threads[step.id]
    if kind == 3 then
        agent.threads[step.id] = nil
        return operator.abort and operator.abort(agent.user, step)
    end
    if not thread then
        thread = coroutine.create(operator.run)
        agent.threads[step.id] = thread
    end
    local fine, result = coroutine.resume(thread, agent.user, step)
    if fine and coroutine.status(thread) ~= "dead" then return RUNNING end
    agent.threads[step.id] = nil
    if not fine then error(result, 0) end
    return result == nil and SUCCEEDED or result
end

-- Nothing in it but pcall may fail: an error would pass through C.
local function on_operator(key, kind, operator_index, id, layer, task, elapsed_us, count)
    local agent = agents[key]
    local step, operator = agent.step, agent.class.by_index[operator_index]
    step.operator_index, step.id, step.layer, step.task, step.elapsed_us, step.count = operator_index, id, layer, task, elapsed_us, count
    local fine, result
    if operator.run and kind ~= 4 then
        fine, result = pcall(resume_step, agent, step, kind, operator)
    else
        fine, result = pcall(operator[KINDS[kind]], agent.user, step)
    end
    if not fine then return keep(result) end
    if result == nil or kind == 4 then return OTHERWISE[kind] end
    if OUTCOMES[result] then return result end
    return keep("htn: " .. KINDS[kind] .. " of the operator '" .. core.name(agent.domain.memory, "operator", operator_index)
        .. "' returns a " .. type(result) .. (type(result) == "number" and ", " .. result or "") .. ", which is no outcome")
end

local function on_sensor(key, sensor)
    local agent = agents[key]
    local fine, trouble = pcall(agent.class.by_sensor[sensor], agent.user, agent.world)
    if not fine then keep(trouble) end
    return 0
end

-- The values that the numbers of arguments, from number `i` on, stand for.
local function values_of(domain, query, i, a, ...)
    local value = value_of(domain, core.query_parameter_type(domain.memory, query, i), a)
    if select("#", ...) == 0 then return value end
    return value, values_of(domain, query, i + 1, ...)
end

local function with_user(agent, f, ...)
    if agent.is_agent then return f(agent.user, ...) end
    return f(...)
end

-- Returns a status and an answer; may fail.
local function asked(agent, query, f, ...)
    local domain, result = agent.domain, nil
    if select("#", ...) == 0 then
        result = with_user(agent, f)
    else
        result = with_user(agent, f, values_of(domain, query, 0, ...))
    end
    if result == nil then return 112, 0 end
    if result == htn.WAITING then return 13, 0 end
    return 0, number_of(domain, core.query_type(domain.memory, query), result)
end

local function on_answer(key, query, ...)
    local agent = agents[key] or planners[key]
    local f = agent.answers[query]
    if not f then return 112, 0 end
    local fine, status, number = pcall(asked, agent, query, f, ...)
    if fine then return status, number end
    keep(status)
    return 112, 0
end

local function on_order(key, id, ended)
    local agent = agents[key]
    local fine, trouble = pcall(agent.class.order_ended, agent.user, id, ORDER_ENDS[ended])
    if not fine then keep(trouble) end
    return 0
end

htn.WAITING = {} -- what a function for a query returns whose answer is late
core.handlers(on_operator, on_sensor, on_answer, on_order, agents)

-- --- Agent classes ---

local Class = {}
Class.__index = Class

local function answers_of(domain, functions)
    local answers = {}
    for name, f in pairs(functions or {}) do answers[domain:find("query", name)] = f end
    return answers
end

-- htn.class(domain, { operators = {Walk = f}, sensors = {Eyes = f}, answers = {Steps = f}, order_ended = f }). Each function gets the
-- agent's user first. An operator is `update`; or { start =, update =, abort =, resume =, memory = bytes }; or { run = f }, a coroutine
-- that yields once each tick. An operator without any is polled.
function htn.class(domain, bindings)
    local self = setmetatable({ domain = domain, by_index = {}, by_sensor = {}, memory_of = {}, operators = {}, sensors = {} }, Class)
    bindings = bindings or {}
    for name, operator in pairs(bindings.operators or {}) do
        if type(operator) == "function" then operator = { update = operator } end
        local index = core.find(domain.memory, "operator", name)
        local runs = operator.run ~= nil
        if index ~= NONE then
            self.by_index[index], self.memory_of[index] = operator, operator.memory or 0
        end
        self.operators[#self.operators + 1] = { name = name, start = runs or operator.start ~= nil, update = runs or operator.update ~= nil,
            abort = runs or operator.abort ~= nil, resume = operator.resume ~= nil, memory = operator.memory or 0, polled = operator.polled or false }
    end
    table.sort(self.operators, function(a, b) return a.name < b.name end)
    for name, f in pairs(bindings.sensors or {}) do
        local index = core.find(domain.memory, "sensor", name)
        if index ~= NONE then self.by_sensor[index] = f end
        self.sensors[#self.sensors + 1] = name
    end
    table.sort(self.sensors)
    self.answers, self.order_ended = answers_of(domain, bindings.answers), bindings.order_ended
    local size = core.class_bytes(domain.memory)
    self.block = core.block(size)
    local status, made, wrong = core.class_init(self.block, size, domain.memory, self.operators, self.sensors, next(self.answers) ~= nil,
        self.order_ended ~= nil)
    check(status, "class", wrong and "the domain has no operator or sensor '" .. wrong .. "'")
    self.at = made
    return self
end

-- --- Agents ---

local Agent = {}
Agent.__index = Agent

-- An agent; options are those of htn_agent_options by name, but for its limits.
function htn.agent(class, user, options)
    last_key = last_key + 1
    local wanted = { key = last_key }
    for name, value in pairs(options or {}) do wanted[name] = type(value) == "number" and name ~= "key" and uint32(value) or value end
    wanted.key = last_key
    local self = setmetatable({ class = class, domain = class.domain, user = user, answers = class.answers, is_agent = true, key = last_key,
        threads = {} }, Agent)
    self.step = setmetatable({ agent = self, class = class }, Step)
    local size = core.agent_bytes(class.at, wanted)
    self.block = core.block(size)
    agents[last_key] = self
    local status, made, link = core.agent_init(self.block, size, class.at, wanted)
    check(status, "agent")
    self.at, self.link = made, link
    self.world = new_world(self.domain, core.agent_world(made), self)
    return self
end

-- One frame. Returns nil, or the text of a limit that a search has reached.
function Agent:tick(elapsed_us)
    local status = core.agent_tick(self.at, elapsed_us)
    if raised ~= nil then raise() end
    if status >= 100 then check(status, "tick") end
    if status ~= 0 then return core.status_text(status) end
end

-- The running plan of a layer (from 0), or nil: a list of { task =, done =, ... } with the task's parameters behind.
local function plan_of(domain, count)
    local plan = {}
    for i = 0, count - 1 do
        local task, done = core.plan_step(i)
        local step = { task = core.name(domain.memory, "task", task), done = done }
        for k = 0, core.task_parameters(domain.memory, task) - 1 do
            step[k + 1] = value_of(domain, core.task_parameter_type(domain.memory, task, k), core.plan_value(i, k))
        end
        plan[i + 1] = step
    end
    return plan
end

function Agent:plan(layer)
    local count = core.agent_plan(self.at, layer or 0)
    return count and plan_of(self.domain, count)
end

-- The name of the task that a layer is at; nil: none.
function Agent:doing(layer)
    local kind, _, _, _, task = core.agent_activity(self.at, layer or 0, 0)
    return kind and core.name(self.domain.memory, "task", task)
end

-- The oldest news about a step whose operator is polled: "start", "abort" or "resume", the step's number, its task; nil: there is none.
function Agent:news()
    local kind, _, id, _, task = core.agent_news(self.at)
    if kind then return ({ [0] = "start", "abort", "resume" })[kind], id, core.name(self.domain.memory, "task", task) end
end

function Agent:report(id, outcome) check(core.agent_report(self.at, id, outcome), "report") end
function Agent:ask(layer) check(core.agent_ask(self.at, layer or NONE), "ask") end
function Agent:answers_changed() check(core.agent_answers_changed(self.at), "answers_changed") end
function Agent:layers() return core.agent_layers(self.at) end
function Agent:result(layer) return core.status_text(core.agent_result(self.at, layer or 0)) end
function Agent:idle(layer) return core.agent_idle(self.at, layer or 0) end

function Agent:sense(sensor)
    check(core.agent_sense(self.at, self.domain:find("sensor", sensor)), "sense")
    raise()
end

-- order({ "Inspect", "Gate", layer = 0, replace = true }): a task in place of the layer's root. Returns its number.
function Agent:order(order)
    local task, values = self.domain:find("task", order[1]), {}
    local count = core.task_parameters(self.domain.memory, task)
    for i = 1, count do values[i] = number_of(self.domain, core.task_parameter_type(self.domain.memory, task, i - 1), order[i + 1]) end
    local status, id = core.agent_order(self.at, order.layer or 0, task, order.replace and 1 or 0, unpack(values, 1, count))
    check(status, "order " .. tostring(order[1]))
    raise()
    return id
end

function Agent:take_back(id, layer)
    check(core.agent_take_back(self.at, layer or 0, id or NONE), "take_back")
    raise()
end

function Agent:save() return saved(core.agent_save(self.at)) end

function Agent:load(save)
    local exact = loaded(core.agent_load(self.at, save))
    raise()
    return exact
end

-- Takes over from an agent over another build of the domain, which is good for nothing afterwards.
function Agent:reload(old)
    local status, reason = core.agent_reload(self.at, old.at)
    check(status, "reload", reason)
    raise()
end

-- A journal of what the agent does from now on; `size` bytes between two reads.
function Agent:journal(size)
    size = size or 65536
    local journal = { at = core.block(core.size_of("journal")), ring = core.block(size), out = core.block(size), size = size }
    check(core.journal_init(journal.at, journal.ring, size), "journal")
    check(core.agent_journal(self.at, journal.at), "journal")
    self.kept_journal = journal
    -- Returns the bytes since the last call, "" if there are none.
    function journal.read()
        local pieces = ""
        while true do
            local piece = core.journal_read(journal.at, journal.out, size)
            if not piece then return pieces end
            pieces = pieces .. piece
        end
    end
    return journal
end

function Agent:join(group)
    check(core.agent_join(self.at, group and group.at), "join")
    if self.group then self.group.members[self] = nil end
    self.group = group
    if group then group.members[self] = true end -- an agent must leave its group before its memory goes
end

function Agent:share() check(core.agent_share(self.at), "share") end
function Agent:set_period(frames) check(core.agent_set_period(self.at, frames), "period") end

-- --- Planners ---

local Planner = {}
Planner.__index = Planner

function htn.planner(domain, answers)
    last_key = last_key + 1
    local size = core.planner_bytes(domain.memory)
    local self = setmetatable({ domain = domain, block = core.block(size), answers = answers_of(domain, answers) }, Planner)
    planners[last_key] = self
    local status, made, link = core.planner_init(self.block, size, domain.memory, last_key)
    check(status, "planner")
    self.at, self.link = made, link
    return self
end

-- The plan for a root of the domain (default: the first), as Agent:plan(); or nil and why there is none.
function Planner:find(world, root, seed)
    local status = core.plan_find(self.at, world.at, root and self.domain:find("root", root) or 0, false, seed or 0)
    raise()
    if status >= 100 then check(status, "plan") end
    if status ~= 0 then return nil, core.status_text(status) end
    return plan_of(self.domain, core.plan_count())
end

-- --- Groups and crowds ---

local Group = {}
Group.__index = Group

-- Agents that share a part of their worlds. `later`: what a member writes reaches the others when it shares.
function htn.group(domain, id, later)
    local size = core.group_bytes(domain.memory, later and 1 or 0)
    local self = setmetatable({ domain = domain, block = core.block(size), members = {} }, Group)
    local status, made = core.group_init(self.block, size, domain.memory, id or 0, later and 1 or 0)
    check(status, "group")
    self.at = made
    self.world = new_world(domain, core.group_world(made), self)
    return self
end

function Group:tick(elapsed_us) check(core.group_tick(self.at, elapsed_us), "group") end
function Group:release(kind, instance) check(core.group_release(self.at, self.domain:find("type", kind), int32(instance)), "release") end
function Group:save() return saved(core.group_save(self.at)) end
function Group:load(save) return loaded(core.group_load(self.at, save)) end

local Crowd = {}
Crowd.__index = Crowd

function htn.crowd()
    local self = setmetatable({ at = core.block(core.size_of("crowd")), agents = {} }, Crowd)
    check(core.crowd_init(self.at), "crowd")
    return self
end

function Crowd:add(agent)
    check(core.crowd_add(self.at, agent.at), "crowd")
    self.agents[agent] = true
end

function Crowd:remove(agent)
    check(core.crowd_remove(self.at, agent.at), "crowd")
    self.agents[agent] = nil
end

-- One frame of all agents, with `budget` units of work for their searches; default: without bound.
function Crowd:tick(elapsed_us, budget)
    local status = core.crowd_tick(self.at, elapsed_us, budget or NONE)
    if raised ~= nil then raise() end
    if status >= 100 then check(status, "crowd") end
end

function Crowd:share() check(core.crowd_share(self.at), "share") end

function htn.version() return core.version() end

return htn
