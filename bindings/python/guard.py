"""The guard of bindings/guard in Python: `guard.py GUARD.htnb JOURNAL` prints what guard.c prints, and writes the same journal."""

import sys

import htn

PLACES = {"Gate": 2, "Hall": 12, "Vault": 24}
THIEVES, LINE = 4, 30


class Game:
    def __init__(self):
        self.at, self.tired, self.tries, self.thieves = 12, 0, 0, [-1] * THIEVES
        self.looking, self.looked = 0, 0


def towards(at, to, most):
    return to if abs(to - at) <= most else at + most if at < to else at - most


def look(game, world):
    for thief in range(THIEVES):
        if world.exists("Thief", thief):
            far = abs(game.at - game.thieves[thief])
            world["Sees", thief], world["Distance", thief] = far < 15, far


def feel(game, world):
    world["Tired"] = game.tired


def walk(game, step):
    to = PLACES[step.arguments[0]]
    game.at = towards(game.at, to, 1)
    game.tired += game.tired < 100
    return htn.SUCCEEDED if game.at == to else htn.RUNNING


def chase(game, step):
    thief = step.arguments[0]
    if thief is None:  # it is gone: the plan fails, and stop() is called
        return htn.RUNNING
    game.at = towards(game.at, game.thieves[thief], 2)
    return htn.SUCCEEDED if game.at == game.thieves[thief] else htn.RUNNING


def stop(game, step):  # it takes him a frame to stop
    calls = step.memory.cast("I")
    calls[0] += 1
    return htn.RUNNING if calls[0] == 1 else htn.ABORTED


def shout(game, step):
    since = step.memory.cast("Q")
    since[0] += step.elapsed_us
    return htn.SUCCEEDED if since[0] >= 250000 else htn.RUNNING


def arrest(game, step):
    step.world.despawn("Thief", step.arguments[0])
    return htn.SUCCEEDED


def unlock(game, step):
    game.tries += 1
    return htn.FAILED if game.tries <= 3 else htn.SUCCEEDED


def rest(game, step):
    game.tired -= 7
    return htn.SUCCEEDED if game.tired < 10 else htn.RUNNING


def make_class(domain):
    return htn.AgentClass(
        domain,
        operators={"Walk": walk, "Chase": htn.Operator(chase, abort=stop, memory=4), "Shout": htn.Operator(shout, memory=8), "Arrest": arrest,
                   "Unlock": htn.Operator(start=unlock), "Silence": htn.Operator(start=lambda game, step: htn.SUCCEEDED), "Rest": rest},
        sensors={"Eyes": look, "Legs": feel},
        answers={"Steps": lambda game, place: abs(game.at - PLACES[place])},
        order_ended=lambda game, id, end: print("order", id, "ended", ["done", "no plan", "limit", "failed", "gone", "replaced", "taken"].index(end)))


def poll(game, agent):  # LookAround has no function, so it is polled
    for news in agent.news():
        if news.kind == "abort":
            agent.report(news.id, htn.ABORTED)
        game.looking, game.looked = 0 if news.kind == "abort" else news.id, 0
    if game.looking == 0:
        return
    game.looked += 1
    if game.looked < 4:
        return
    agent.report(game.looking, htn.SUCCEEDED)
    agent.world["Beat"] = "Vault" if agent.world["Beat"] == "Hall" else "Hall"
    game.looking = 0


def happen(game, agent, frame):
    world = agent.world
    for i, thief in enumerate(game.thieves):  # thieves run away
        if frame % 2 == 0 and 0 < thief < LINE:
            game.thieves[i] += -1 if thief < game.at else 1
    if frame == 8:
        game.thieves[world.spawn("Thief")] = 20
    elif frame == 36:
        game.thieves[world.spawn("Thief")] = 3
        game.thieves[world.spawn("Thief")] = 25
    elif frame == 42:
        world.despawn("Thief", 0)
    elif frame == 70:
        world["Alarm"] = True
    elif frame == 118:
        agent.order("Inspect", "Gate")
        agent.order("Inspect", "Vault")
    elif frame == 122:
        agent.take_back(2)
    elif frame == 134:
        agent.order("Inspect", "Hall", replace=True)


def main():
    domain, game = htn.Domain.load(sys.argv[1]), Game()
    guards = make_class(domain)
    agent = htn.Agent(guards, game, seed=7, orders=2, running=3)
    journal = agent.journal()
    with open(sys.argv[2], "wb") as file:
        for frame in range(160):
            at = game.at
            if frame == 64:
                save = agent.save()
                agent = htn.Agent(guards, game, seed=7, orders=2, running=3)
                journal = agent.journal()
                agent.load(save)
            happen(game, agent, frame)
            agent.tick(80000 + frame % 3 * 20011)
            poll(game, agent)
            if game.at != at:
                agent.answers_changed()
            print(frame, *(f"{step.task}:{step.done}" for step in agent.plan() or ()))
            file.write(journal.read())


if __name__ == "__main__":
    main()
