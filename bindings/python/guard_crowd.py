"""The thousand guards of bindings/guard/guard_crowd.c: `guard_crowd.py GUARD.htnb FRAMES "STEPS NANOSECONDS"`, the last is what C has printed."""

import gc
import sys
import time

import htn

ended = 0


class Guard:
    __slots__ = ("left",)

    def __init__(self):
        self.left = 0


def walk(guard, step):
    global ended
    if guard.left == 0:
        guard.left = 3
    guard.left -= 1
    if guard.left > 0:
        return htn.RUNNING
    ended += 1
    return htn.SUCCEEDED


def look(guard, step):
    global ended
    ended += 1
    return htn.SUCCEEDED


guards = htn.AgentClass(htn.Domain.load(sys.argv[1]), {"Walk": walk, "LookAround": look})
crowd = htn.Crowd()
for i in range(1000):
    crowd.add(htn.Agent(guards, Guard(), seed=i, stagger=i))
frames = int(sys.argv[2])
for _ in range(10):
    crowd.tick(16667)
gc.collect()
blocks, begun = sys.getallocatedblocks(), time.process_time_ns()
for _ in range(frames):
    crowd.tick(16667)
ns = (time.process_time_ns() - begun) / frames / 1000
kept = sys.getallocatedblocks() - blocks
if len(sys.argv) == 3:  # for `make bench-bindings`
    print(ended, f"{ns:.1f}")
    sys.exit()
steps, of_c = sys.argv[3].split()
print(f"{ns:.0f} ns a tick, {ns / float(of_c):.1f} times C; {kept} blocks kept after {frames} frames")
sys.exit(ended != int(steps) or kept > 10)
