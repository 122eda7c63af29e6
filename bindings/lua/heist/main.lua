-- The heist (examples/heist) in Lua: 50 guards and 6 thieves in a house, with the same compiled domain. `love bindings/lua/heist heist.htnb`
-- shows it; with FRAMES and FOLDER behind, it plays so many frames without a window, writes each guard's journal there, and ends.
local htn = require("htn")
local house = {
    "############################################################",
    "#..........#...........#..............#..........#.........#",
    "#..........#...........#..............#..........#.........#",
    "#....*.....#...........#......*.......#....*.....#....*....#",
    "#......................#..............#....................#",
    "#..........#..............................#......#.........#",
    "#..........#...........#..............#..........#.........#",
    "####.#######...........#..............#..........####.######",
    "#..........#####.#######..............####.#######.........#",
    "#..........#...........####.######.####..........#.........#",
    "#....*.....#...........#..............#..........#....*....#",
    ">......................#..............#....................<",
    "#..........#..............................#................#",
    "#..........#...........#..............#..........#.........#",
    "##.#########...........#...hhhhhhhh...#..........######.####",
    "#..........#####.#######...hhhhhhhh...####.#######.........#",
    "#..........................hhhhhhhh........................#",
    "#..........................hhhhhhhh........................#",
    "#..........#####.#######...hhhhhhhh...####.#######.........#",
    "##.#########...........#...hhhhhhhh...#..........######.####",
    "#..........#...........#..............#..........#.........#",
    "#..........#..............................#................#",
    ">......................#..............#....................<",
    "#....*.....#...........#..............#..........#....*....#",
    "#..........#...........####.######.####..........#.........#",
    "#..........#####.#######..............####.#######.........#",
    "####.#######...........#..............#..........####.######",
    "#..........#...........#..............#..........#.........#",
    "#..........#..............................#......#.........#",
    "#......................#..............#....................#",
    "#....*.....#...........#......*.......#....*.....#....*....#",
    "#..........#...........#..............#..........#.........#",
    "#..........#...........#..............#..........#.........#",
    "############################################################",
}
local WIDTH, HEIGHT, GUARDS, THIEVES, FAR, SEE = 60, 34, 50, 6, 99, 8
local THIEF_US, WALK_US, RUN_US = 180000, 230000, 150000
local doors = { { x = 0, y = 11 }, { x = 59, y = 11 }, { x = 0, y = 22 }, { x = 59, y = 22 } }
local ways = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }
local guards, thieves, gold, homes = {}, {}, {}, {}
local arrested, escaped = 0, 0
local random = love.math.newRandomGenerator(1)

local function at(x, y) return house[y + 1]:sub(x + 1, x + 1) end
local function is_wall(x, y) return x < 0 or y < 0 or x >= WIDTH or y >= HEIGHT or at(x, y) == "#" end

-- Path lengths from a cell to all others. Kept: the house does not change.
local measured = {}
local function measure(from)
    local key = from.y * WIDTH + from.x
    if measured[key] then return measured[key] end
    local of, open = { [key] = 0 }, { key }
    for i = 1, WIDTH * HEIGHT do
        local cell = open[i]
        if not cell then break end
        for _, way in ipairs(ways) do
            local x, y = cell % WIDTH + way[1], math.floor(cell / WIDTH) + way[2]
            if not is_wall(x, y) and not of[y * WIDTH + x] then
                of[y * WIDTH + x] = of[cell] + 1
                open[#open + 1] = y * WIDTH + x
            end
        end
    end
    measured[key] = of
    return of
end
local function distance(from, to) return math.min(measure(from)[to.y * WIDTH + to.x] or FAR, FAR) end

local function sees(from, to)
    local x, y = to.x - from.x, to.y - from.y
    if x * x + y * y > SEE * SEE then return false end
    local steps = 2 * math.max(math.abs(x), math.abs(y))
    for i = 1, steps - 1 do
        if is_wall(math.floor(from.x + 0.5 + x * i / steps), math.floor(from.y + 0.5 + y * i / steps)) then return false end
    end
    return true
end

-- A frame of a walk. True: it is there.
local function walk(who, goal, us, us_per_cell)
    if who.x == goal.x and who.y == goal.y then return true end
    who.moved = who.moved + us
    if who.moved < us_per_cell then return false end
    who.moved = who.moved - us_per_cell
    for _, way in ipairs(ways) do
        local next = { x = who.x + way[1], y = who.y + way[2] }
        if not is_wall(next.x, next.y) and distance(goal, next) < distance(goal, who) then
            who.x, who.y = next.x, next.y
            break
        end
    end
    return who.x == goal.x and who.y == goal.y
end

local function near(cell, radius)
    for _ = 1, 100 do
        local x, y = cell.x + random:random(-radius, radius), cell.y + random:random(-radius, radius)
        if not is_wall(x, y) then return { x = x, y = y } end
    end
    return { x = cell.x, y = cell.y }
end

-- --- The guards' minds ---

local function walks(choose)
    return { run = function(guard, step)
        guard.goal, guard.runs = choose(guard)
        repeat
            coroutine.yield()
            guard.tired = math.min(guard.tired + step.elapsed_us / (guard.runs and 200 or 400), 100000)
        until walk(guard, guard.goal, step.elapsed_us, guard.runs and RUN_US or WALK_US)
    end }
end
local function waits(us)
    return { run = function(_, step)
        local waited = 0
        repeat
            coroutine.yield()
            waited = waited + step.elapsed_us
        until waited >= us
    end }
end
local function thief_of(instance)
    for _, thief in ipairs(thieves) do if instance and thief.instance == instance then return thief end end
end

local operators = {
    SearchAround = walks(function(guard) return near(guard, 12), true end),
    GoHome = walks(function(guard) return guard.home, false end),
    WalkBeat = walks(function(guard)
        guard.corner = guard.corner % 4 + 1
        return guard.beat[guard.corner], false
    end),
    LookAround = waits(1200000),
    Shout = waits(800000),
    Listen = {},
    Rest = function(guard, step)
        guard.tired = math.max(guard.tired - step.elapsed_us / 80, 0)
        return guard.tired == 0 and htn.SUCCEEDED or htn.RUNNING
    end,
    Chase = function(guard, step)
        local thief = thief_of(step:argument(1))
        if not thief then return htn.FAILED end
        guard.tired = math.min(guard.tired + step.elapsed_us / 200, 100000)
        return ((guard.x - thief.x) ^ 2 + (guard.y - thief.y) ^ 2 <= 1 or walk(guard, { x = thief.x, y = thief.y }, step.elapsed_us, RUN_US))
            and htn.SUCCEEDED or htn.RUNNING
    end,
    Arrest = function(_, step)
        local world, thief = step.agent.world, step:argument(1)
        if thief and world:exists("Thief", thief) then world:despawn("Thief", thief) end -- else another guard was quicker
        return htn.SUCCEEDED
    end,
}
local sensors = {
    Eyes = function(guard, world)
        for _, thief in ipairs(thieves) do
            if thief.instance and world:exists("Thief", thief.instance) then
                world:set("Distance", distance(guard, thief), thief.instance)
                world:set("Sees", sees(guard, thief), thief.instance)
            end
        end
    end,
    Body = function(guard, world) world:set("Tired", math.floor(guard.tired / 1000)) end,
}

local group, crowd
local function start(blob)
    for y = 0, HEIGHT - 1 do
        for x = 0, WIDTH - 1 do
            if at(x, y) == "*" then gold[#gold + 1] = { x = x, y = y } end
            if at(x, y) == "h" then homes[#homes + 1] = { x = x, y = y } end
        end
    end
    local domain = htn.load(blob)
    local class = htn.class(domain, { operators = operators, sensors = sensors })
    group, crowd = htn.group(domain, 1), htn.crowd()
    for i = 1, GUARDS do
        local guard = { home = homes[(i - 1) % #homes + 1], beat = {}, corner = 0, moved = 0, tired = random:random(0, 79999) }
        for corner = 1, 4 do guard.beat[corner] = near(gold[(i + math.floor(corner / 2) * 3) % #gold + 1], 5) end
        guard.x, guard.y = guard.beat[1].x, guard.beat[1].y
        guard.agent = htn.agent(class, guard, { seed = i - 1, stagger = i - 1 })
        guard.journal, guard.told = guard.agent:journal(), {}
        crowd:add(guard.agent)
        guard.agent:join(group)
        guards[i] = guard
    end
    for i = 1, THIEVES do thieves[i] = { doing = "away", wait = 1500000 * (i - 1), x = 0, y = 0, moved = 0 } end
end

local function leave(thief) thief.doing, thief.wait = "away", 2000000 + random:random(0, 3999999) end

local function move(thief, us)
    thief.wait = math.max((thief.wait or 0) - us, 0)
    if thief.doing == "away" and thief.wait == 0 then
        local door = doors[random:random(4)]
        thief.x, thief.y, thief.moved, thief.doing, thief.gold = door.x, door.y, 0, "sneaks", gold[random:random(#gold)]
    elseif thief.doing == "sneaks" and walk(thief, thief.gold, us, THIEF_US) then
        thief.doing, thief.wait = "takes", 1500000
    elseif thief.doing == "takes" and thief.wait == 0 then
        thief.doing, thief.door = "flees", doors[1]
        for _, door in ipairs(doors) do if distance(door, thief) < distance(thief.door, thief) then thief.door = door end end
    elseif thief.doing == "flees" and walk(thief, thief.door, us, THIEF_US) then
        escaped = escaped + 1
        leave(thief)
    end
end

local function frame(us)
    for _, thief in ipairs(thieves) do move(thief, us) end
    group:tick(us)
    crowd:tick(us)
    for _, thief in ipairs(thieves) do -- game and group's world agree again
        local there = thief.instance and group.world:exists("Thief", thief.instance)
        if thief.instance and not there then
            arrested = arrested + 1
            leave(thief)
        elseif there and thief.doing == "away" then
            group.world:despawn("Thief", thief.instance)
        end
        if thief.doing == "away" then thief.instance = nil elseif not thief.instance then thief.instance = group.world:spawn("Thief") end
    end
    for _, guard in ipairs(guards) do guard.told[#guard.told + 1] = guard.journal.read() end
end

function love.load(arg)
    start(arg[1])
    if not arg[2] then return love.window.setMode(WIDTH * 16, HEIGHT * 16) end
    for _ = 1, tonumber(arg[2]) do frame(16667) end
    for i, guard in ipairs(guards) do
        local file = assert(io.open(arg[3] .. "/" .. i .. ".htnj", "wb"))
        file:write(table.concat(guard.told))
        file:close()
    end
    print(arrested .. " arrested, " .. escaped .. " escaped")
    love.event.quit(0)
end

function love.update(dt) if #guards > 0 and love.window and love.window.isOpen() then frame(math.floor(dt * 1000000)) end end

local colours = { Chase = { 1, 0.6, 0.1 }, SearchAround = { 1, 1, 0.2 }, GoHome = { 0.3, 0.4, 1 }, Rest = { 0.3, 0.4, 1 }, LookAround = { 0.5, 0.8, 1 } }
function love.draw()
    for y = 0, HEIGHT - 1 do
        for x = 0, WIDTH - 1 do
            local sign = at(x, y)
            love.graphics.setColor(sign == "#" and { 0.3, 0.3, 0.3 } or sign == "*" and { 0.9, 0.8, 0.2 } or { 0.1, 0.1, 0.1 })
            love.graphics.rectangle("fill", x * 16, y * 16, 16, 16)
        end
    end
    for _, guard in ipairs(guards) do
        love.graphics.setColor(colours[guard.agent:doing(0)] or { 0.2, 0.8, 0.3 })
        love.graphics.circle("fill", guard.x * 16 + 8, guard.y * 16 + 8, 6)
    end
    love.graphics.setColor(0.8, 0.3, 0.9)
    for _, thief in ipairs(thieves) do
        if thief.instance then love.graphics.circle("fill", thief.x * 16 + 8, thief.y * 16 + 8, 6) end
    end
end
