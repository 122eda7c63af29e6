// The guard of bindings/guard in JavaScript: `guard.mjs GUARD.htnb JOURNAL` prints what guard.c prints, and writes the same journal.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const { load, ABORTED, FAILED, RUNNING, SUCCEEDED } = await import(`${process.env.THUMPER}/index.js`);
const PLACES = { Gate: 2, Hall: 12, Vault: 24 };
const THIEVES = 4, LINE = 30;
const ENDS = ['done', 'no plan', 'limit', 'failed', 'gone', 'replaced', 'taken'];
const [, , blob, journal] = process.argv;
const game = { at: 12, tired: 0, tries: 0, thieves: [-1, -1, -1, -1], looking: 0, looked: 0 };

const towards = (at, to, most) => (Math.abs(to - at) <= most ? to : at < to ? at + most : at - most);

const htn = await load();
const domain = htn.domain(readFileSync(blob));
const guards = htn.agentClass(domain, {
  operators: {
    Walk: {
      update(step) {
        const to = PLACES[step.arguments[0]];
        game.at = towards(game.at, to, 1);
        if (game.tired < 100) game.tired++;
        return game.at === to ? SUCCEEDED : RUNNING;
      },
    },
    Chase: {
      memory: 4,
      update(step) {
        const thief = step.arguments[0];
        if (thief === null) return RUNNING; // it is gone: the plan fails, and abort() is called
        game.at = towards(game.at, game.thieves[thief], 2);
        return game.at === game.thieves[thief] ? SUCCEEDED : RUNNING;
      },
      abort({ memory }) { // it takes him a frame to stop
        const calls = memory.getUint32(0, true);
        memory.setUint32(0, calls + 1, true);
        return calls === 0 ? RUNNING : ABORTED;
      },
    },
    Shout: {
      memory: 8,
      update({ memory, elapsed }) {
        memory.setUint32(0, memory.getUint32(0, true) + Math.round(elapsed * 1000), true);
        return memory.getUint32(0, true) >= 250000 ? SUCCEEDED : RUNNING;
      },
    },
    Arrest: {
      update(step) {
        step.agent.world.despawn('Thief', step.arguments[0]);
        return SUCCEEDED;
      },
    },
    Unlock: { start: () => (++game.tries <= 3 ? FAILED : SUCCEEDED) },
    Silence: { start: () => SUCCEEDED },
    Rest: { update: () => ((game.tired -= 7) < 10 ? SUCCEEDED : RUNNING) },
  },
  sensors: {
    Eyes({ world }) {
      for (let thief = 0; thief < THIEVES; thief++) {
        if (!world.exists('Thief', thief)) continue;
        const far = Math.abs(game.at - game.thieves[thief]);
        world.set('Sees', far < 15, thief);
        world.set('Distance', far, thief);
      }
    },
    Legs: ({ world }) => world.set('Tired', game.tired),
  },
  queries: { Steps: (_, place) => Math.abs(game.at - PLACES[place]) },
});

function newAgent() {
  const agent = htn.agent(guards, {
    seed: 7, orders: 2, running: 3, stagger: 0,
    onStep: (step) => { // LookAround has no function, so it is polled
      if (step.aborting) step.agent.report(step.id, ABORTED);
      game.looking = step.aborting ? 0 : step.id;
      game.looked = 0;
    },
    onOrderEnded: (id, end) => console.log(`order ${id} ended ${ENDS.indexOf(end)}`),
  });
  agent.beginJournal();
  return agent;
}

function poll({ world }) {
  if (game.looking === 0 || ++game.looked < 4) return;
  const beat = world.get('Beat');
  agent.report(game.looking, SUCCEEDED);
  world.set('Beat', beat === 'Hall' ? 'Vault' : 'Hall');
  game.looking = 0;
}

function happen({ world }, frame) {
  game.thieves.forEach((thief, i) => { // thieves run away
    if (frame % 2 === 0 && thief > 0 && thief < LINE) game.thieves[i] += thief < game.at ? -1 : 1;
  });
  switch (frame) {
    case 8: game.thieves[world.spawn('Thief')] = 20; break;
    case 36: game.thieves[world.spawn('Thief')] = 3; game.thieves[world.spawn('Thief')] = 25; break;
    case 42: world.despawn('Thief', 0); break;
    case 70: world.set('Alarm', true); break;
    case 118: agent.order('Inspect', ['Gate']); agent.order('Inspect', ['Vault']); break;
    case 122: agent.takeBack(2); break;
    case 134: agent.order('Inspect', ['Hall'], { replace: true }); break;
  }
}

let agent = newAgent();
const file = openSync(journal, 'w');
for (let frame = 0; frame < 160; frame++) {
  const from = game.at;
  if (frame === 64) {
    const save = agent.save();
    agent.free();
    agent = newAgent();
    agent.load(save);
  }
  happen(agent, frame);
  agent.tick((80000 + (frame % 3) * 20011) / 1000);
  poll(agent);
  if (game.at !== from) agent.answersChanged();
  console.log([frame, ...(agent.plan() ?? []).map((step) => `${step.task}:${step.progress}`)].join(' '));
  writeSync(file, agent.readJournal());
}
closeSync(file);
