-- The guard of bindings/guard in Lua: `guard.lua GUARD.htnb JOURNAL` prints what guard.c prints, and writes the same journal.
local htn = require("htn")
local RUNNING, SUCCEEDED, FAILED, ABORTED = htn.RUNNING, htn.SUCCEEDED, htn.FAILED, htn.ABORTED
local places, LINE = { Gate = 2, Hall = 12, Vault = 24 }, 30
local game = { at = 12, tired = 0, tries = 0, thieves = { [0] = -1, -1, -1, -1 }, looking = 0, looked = 0 }

local function towards(from, to, most)
    if math.abs(to - from) <= most then return to end
    return from < to and from + most or from - most
end

local operators = {}
function operators.Walk(g, step)
    local to = places[step:argument(1)]
    g.at = towards(g.at, to, 1)
    if g.tired < 100 then g.tired = g.tired + 1 end
    return g.at == to and SUCCEEDED or RUNNING
end
operators.Chase = { memory = 4 }
function operators.Chase.update(g, step)
    local thief = step:argument(1)
    if not thief then return RUNNING end -- it is gone: the plan fails, and abort() is called
    g.at = towards(g.at, g.thieves[thief], 2)
    return g.at == g.thieves[thief] and SUCCEEDED or RUNNING
end
function operators.Chase.abort(_, step) -- it takes him a frame to stop
    local calls = step:word(1)
    step:word(1, calls + 1)
    return calls == 0 and RUNNING or ABORTED
end
operators.Shout = { memory = 8 }
function operators.Shout.update(_, step)
    return step:word(1, step:word(1) + step.elapsed_us) >= 250000 and SUCCEEDED or RUNNING
end
function operators.Arrest(_, step)
    step.agent.world:despawn("Thief", step:argument(1))
    return SUCCEEDED
end
operators.Unlock = { start = function(g)
    g.tries = g.tries + 1
    return g.tries <= 3 and FAILED or SUCCEEDED
end }
operators.Silence = { start = function() return SUCCEEDED end }
function operators.Rest(g)
    g.tired = g.tired - 7
    return g.tired < 10 and SUCCEEDED or RUNNING
end

local sensors = {}
function sensors.Eyes(g, world)
    for thief = 0, 3 do
        if world:exists("Thief", thief) then
            local far = math.abs(g.at - g.thieves[thief])
            world:set("Sees", far < 15, thief)
            world:set("Distance", far, thief)
        end
    end
end
function sensors.Legs(g, world) world:set("Tired", g.tired) end

local function poll(g, agent) -- LookAround has no function, so it is polled
    while true do
        local kind, id = agent:news()
        if not kind then break end
        if kind == "abort" then agent:report(id, ABORTED) end
        g.looking, g.looked = kind == "abort" and 0 or id, 0
    end
    if g.looking == 0 then return end
    g.looked = g.looked + 1
    if g.looked < 4 then return end
    agent:report(g.looking, SUCCEEDED)
    agent.world:set("Beat", agent.world:get("Beat") == "Hall" and "Vault" or "Hall")
    g.looking = 0
end

local happens = {
    [8] = function(g, world) g.thieves[world:spawn("Thief")] = 20 end,
    [36] = function(g, world) g.thieves[world:spawn("Thief")] = 3; g.thieves[world:spawn("Thief")] = 25 end,
    [42] = function(_, world) world:despawn("Thief", 0) end,
    [70] = function(_, world) world:set("Alarm", true) end,
    [118] = function(_, _, agent) agent:order { "Inspect", "Gate" }; agent:order { "Inspect", "Vault" } end,
    [122] = function(_, _, agent) agent:take_back(2) end,
    [134] = function(_, _, agent) agent:order { "Inspect", "Hall", replace = true } end,
}
local function happen(g, agent, frame)
    for i = 0, 3 do
        local thief = g.thieves[i]
        if frame % 2 == 0 and thief > 0 and thief < LINE then g.thieves[i] = thief + (thief < g.at and -1 or 1) end
    end
    if happens[frame] then happens[frame](g, agent.world, agent) end
end

local ends = { done = 0, ["no plan"] = 1, limit = 2, failed = 3, gone = 4, replaced = 5, taken = 6, dropped = 7 }
local domain = htn.load(arg[1])
local class = htn.class(domain, { operators = operators, sensors = sensors,
    answers = { Steps = function(g, place) return math.abs(g.at - places[place]) end },
    order_ended = function(_, id, how) print("order " .. id .. " ended " .. ends[how]) end })
local options = { seed = 7, orders = 2, running = 3 }
local agent = htn.agent(class, game, options)
local journal, file = agent:journal(), assert(io.open(arg[2], "wb"))
for frame = 0, 159 do
    local at = game.at
    if frame == 64 then
        local save = agent:save()
        agent = htn.agent(class, game, options)
        journal = agent:journal()
        agent:load(save)
    end
    collectgarbage() -- nothing that is needed may go
    happen(game, agent, frame)
    agent:tick(80000 + frame % 3 * 20011)
    poll(game, agent)
    if game.at ~= at then agent:answers_changed() end
    local line = tostring(frame)
    for _, step in ipairs(agent:plan() or {}) do line = line .. " " .. step.task .. ":" .. step.done end
    print(line)
    file:write(journal.read())
end
file:close()
