-- The module by itself: `cases.lua EAT.htnb SHARED.htnb`. Ends with an error at the first case that fails.
local htn = require("htn")
local RUNNING, SUCCEEDED, FAILED, ABORTED = htn.RUNNING, htn.SUCCEEDED, htn.FAILED, htn.ABORTED

local function is(got, wanted, what)
    if got ~= wanted then error((what or "") .. ": " .. tostring(got) .. " instead of " .. tostring(wanted), 2) end
end
local function refuses(pattern, f, ...)
    local fine, said = pcall(f, ...)
    if fine or not tostring(said):find(pattern) then error("said " .. tostring(said) .. " instead of " .. pattern, 2) end
end
local function text(plan)
    local steps = {}
    for i, step in ipairs(plan or {}) do
        local values = {}
        for k = 1, #step do values[k] = tostring(step[k]) end
        steps[i] = step.task .. "(" .. table.concat(values, ", ") .. ")"
    end
    return table.concat(steps, " ")
end

local domain = htn.load(arg[1])
local world = htn.world(domain)

-- Values are what they stand for.
is(world:get("Hungry"), true)
is(world:get("Fuel"), 0.5)
world:set("Fuel", 1.2345)
is(world:get("Fuel"), 1.235)
world:set("Fuel", 0.5)
world:add("Meals", 7)
is(world:get("Meals"), 7)
is(world:get("Favourite"), nil, "no instance")
local dish = world:spawn("Dish")
world:set("Favourite", dish)
world:set("Taste", 3, dish)
is(world:get("Favourite"), dish)
is(world:get("Taste", dish), 3)
world:despawn("Dish", dish)
is(world:get("Favourite"), nil)
local other = htn.world(domain)
other:load(world:save())
is(other:get("Meals"), 7)

-- Mistakes say what.
refuses("htn: blob: header, byte 0", htn.domain, "not a blob, but long enough for a header")
refuses("no property 'Thirsty'", world.get, world, "Thirsty")
refuses("Meals = 100: the value is outside", world.set, world, "Meals", 100)
refuses("no operator or sensor 'Eta'", htn.class, domain, { operators = { Eta = print } })
refuses("htn: load: byte", world.load, world, ("x"):rep(40))
refuses("there is no value 'soup'", world.set, world, "Favourite", "soup")

refuses("4294967297 is no whole number", world.set, world, "Meals", 4294967297)
refuses("0.5 is no whole number", world.set, world, "Meals", 0.5)
refuses("a table is no value", world.set, world, "Hungry", {})
refuses("4294967296 is no whole number", world.get, world, "Taste", 4294967296)
refuses("4294967296 is no whole number", world.exists, world, "Dish", 4294967296)
refuses("-1 is no whole number", world.set_for, world, "Meals", 1, -1)

-- Each index may be a name.
world:set("Ways", 2, "North", "South")
is(world:get("Ways", "North", "South"), 2)
is(world:get("Ways", 0, "South"), 2)
is(world:get("Ways", "South", "North"), 0)
world:add("Ways", 3, "North", "South")
is(world:get("Ways", "North", 1), 5)
local late = htn.agent(htn.class(domain, { operators = { Eat = print, Rest = print } })).world
late:set_for("Ways", 7, 2000, "South", "North")
is(late:get("Ways", "South", "North"), 7)
is(late:time_left("Ways", "South", "North"), 2000)
is(late:time_left("Ways", "North", "South"), 0)
refuses("there is no value 'West'", world.get, world, "Ways", "North", "West")

-- Plans.
is(text(htn.planner(domain):find(world)), "Eat(soup, 0.5)")
world:set("Hungry", false)
is(text(htn.planner(domain):find(world)), "Rest()")
is(text(htn.planner(domain, { Enough = function() return true end }):find(world)), "")
refuses("no map", function() htn.planner(domain, { Enough = function() error("no map") end }):find(world) end)

local many
world:set("Meals", 50)
htn.planner(domain, { Seven = function(...) many = table.concat({ ... }, " ") return false end }):find(world)
is(many, "1 2 3 4 5 6 7")
refuses("there is no value 'maybe'", function() htn.planner(domain, { Enough = function() return "maybe" end }):find(world) end)
refuses("a table is no value", function() htn.planner(domain, { Enough = function() return {} end }):find(world) end)

-- What is no outcome fails the step, and says whose it is.
for _, wrong in ipairs { "SUCCEEDED", 9, true } do
    local one = htn.agent(htn.class(domain, { operators = { Eat = function() return wrong end } }))
    refuses("update of the operator 'Eat' returns a " .. type(wrong), function() for _ = 1, 3 do one:tick(10) end end)
    is(one.world:get("Meals"), 0)
end
refuses("start of the operator 'Eat' returns a string", function()
    local one = htn.agent(htn.class(domain, { operators = { Eat = { run = function() return "done" end } } }))
    for _ = 1, 3 do one:tick(10) end
end)

-- A query's function that ticks another agent in a coroutine: what is called next is on the thread that ticks.
local inner = htn.agent(htn.class(domain, { operators = { Eat = function() return SUCCEEDED end } }))
local threads = {}
local asking = htn.agent(htn.class(domain, {
    answers = { Enough = function() coroutine.wrap(function() inner:tick(10) end)() return false end },
    operators = { Eat = function() threads[1] = tostring(coroutine.running()) return SUCCEEDED end },
}))
for _ = 1, 2 do asking:tick(10) end
is(threads[1], tostring(coroutine.running()), "the thread of an operator")

-- An operator is a coroutine: one resume each tick.
local bites, closed = {}, false
local class = htn.class(domain, { operators = { Rest = {}, Eat = { run = function(user, step)
    for bite = 1, 3 do
        bites[#bites + 1] = user .. bite .. step:argument(1) .. step:argument(2) .. ":" .. step.elapsed_us
        coroutine.yield()
    end
end } } })
local agent = htn.agent(class, "me")
for _ = 1, 6 do agent:tick(10) end
is(table.concat(bites, " "), "me1soup0.5:0 me2soup0.5:10 me3soup0.5:10")
is(agent.world:get("Meals"), 1)
is(agent:doing(), "Rest")
is(agent:idle(), false)

-- Its abort; an agent inside a coroutine of the game's.
agent = htn.agent(htn.class(domain, { operators = { Eat = { run = function() while true do coroutine.yield() end end,
    abort = function() closed = true end } } }))
coroutine.wrap(function()
    agent:tick(10)
    agent.world:set("Hungry", false)
    agent:tick(10)
end)()
is(closed, true)

-- An error fails the step, and comes out of the tick.
local tries = 0
agent = htn.agent(htn.class(domain, { operators = { Eat = function() tries = tries + 1; error({ code = 7 }) end } }), nil, { back_off_ms = 50 })
local fine, said = pcall(function() for _ = 1, 3 do agent:tick(10) end end)
is(fine, false)
is(type(said) == "table" and said.code, 7)
is(agent.world:get("Meals"), 0)
agent.world:set("Hungry", false)
is(agent:tick(10), nil, "the agent goes on")

-- Everything lives as long as it is needed, and no longer.
local function lonely()
    local own = htn.load(arg[1])
    local weak = setmetatable({ own }, { __mode = "v" })
    return htn.agent(htn.class(own, { operators = { Eat = function() return SUCCEEDED end } })).world, weak
end
local last, weak = lonely()
collectgarbage(); collectgarbage()
last:set("Meals", 5)
is(last:get("Meals"), 5)
for _ = 1, 2 do last.of:tick(10) end
is(last:get("Meals"), 6)
last = nil
collectgarbage(); collectgarbage()
is(weak[1], nil, "a domain that nobody has")

-- Groups and crowds keep their agents.
local shared = htn.load(arg[2])
local group, crowd, ran = htn.group(shared), htn.crowd(), 0
do
    local runners = htn.class(shared, { operators = { Run = function() ran = ran + 1 end } })
    for i = 1, 20 do
        local one = htn.agent(runners, i)
        one:join(group)
        crowd:add(one)
    end
end
collectgarbage(); collectgarbage()
group.world:set("Alarm", true)
for _ = 1, 3 do crowd:tick(10) end
is(ran, 40, "20 agents, from the second frame on")
print("ok")
