-- The thousand guards of bindings/guard/guard_crowd.c: `guard_crowd.lua GUARD.htnb FRAMES STEPS NANOSECONDS`; the last two are what C has printed. Without
-- them it prints `steps NANOSECONDS BYTES`, the bytes that a tick allocates.
local htn = require("htn")
local ended, SUCCEEDED, RUNNING = 0, htn.SUCCEEDED, htn.RUNNING
local class = htn.class(htn.load(arg[1]), { operators = {
    Walk = function(guard)
        if guard.left == 0 then guard.left = 3 end
        guard.left = guard.left - 1
        if guard.left > 0 then return RUNNING end
        ended = ended + 1
        return SUCCEEDED
    end,
    LookAround = function()
        ended = ended + 1
        return SUCCEEDED
    end,
} })
local crowd, frames = htn.crowd(), tonumber(arg[2])
for i = 0, 999 do crowd:add(htn.agent(class, { left = 0 }, { seed = i, stagger = i })) end
for _ = 1, 10 do crowd:tick(16667) end
collectgarbage(); collectgarbage("stop")
local before, begun = collectgarbage("count"), os.clock()
for _ = 1, frames do crowd:tick(16667) end
local ns, bytes = (os.clock() - begun) * 1e9 / frames / 1000, (collectgarbage("count") - before) * 1024
if not arg[3] then -- for `make bench-bindings`
    print(string.format("%d %.1f %.2f", ended, ns, bytes / frames / 1000))
    return
end
print(string.format("%.0f ns a tick, %.1f times C; %.2f bytes allocated a tick", ns, ns / tonumber(arg[4]), bytes / frames / 1000))
os.exit(ended == tonumber(arg[3]) and bytes / frames / 1000 < 0.01) -- a trace that LuaJIT records meanwhile takes memory, too
