// Names used for the first time, mistakes in what the game's functions return, and calls from inside of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { load, SUCCEEDED, RUNNING, HtnError } = await import(`${process.env.THUMPER}/index.js`);
const htn = await load();
const BUSY = 115;
const build = (text) => {
  const made = htn.compile('a.htn', { 'a.htn': text });
  assert.equal(made.outcome, 'built', JSON.stringify(made.diagnostics));
  return htn.domain(made.blob);
};
const WORK = `
Enum [Tool] Values [Axe, Saw]
World State [Count : 0..9]
Compound Task [Root] Method [true] Subtasks [Do(Saw, 3)]
Primitive Task [Do(t : Tool, n : 0..9)] Operator [Do(t, n)]
Primitive Task [Rest] Operator [Rest]
`;
const QUERY = `
Entities [Enemy] Values [Orc, Elf]
World State [P : bool]
Query [Best(Enemy) : Enemy]
Compound Task [Root]
    Method [Best(Orc) == Elf]
        Subtasks [Hit()]
    Method [true]
        Subtasks [Wait()]
Primitive Task [Hit] Operator [Hit]
Primitive Task [Wait] Operator [Wait]
`;

test('the first use of names in an index', () => {
  const domain = build(`
Enum [Place] Values [Inn, Ford, Mill]
Entities [Cart] Values [Red, Blue]
World State [Road(Place, Place) : 0..99, Load(Cart, Place, Cart) : 0..99]
Compound Task [Root] Method [Road(Inn, Ford) > 90 and Load(Red, Inn, Red) > 0] Subtasks [Go()]
Primitive Task [Go] Operator [Go]
`);
  const { world } = htn.planner(domain);
  world.set('Road', 7, 'Inn', 'Ford');
  const number = (i, k) => world.get('Road', i, k);
  assert.deepEqual([number(0, 1), number(1, 1), number(1, 0), number(0, 0)], [7, 0, 0, 0]);
  world.set('Load', 5, 'Red', 'Mill', 'Blue');
  assert.deepEqual([world.get('Load', 0, 2, 1), world.get('Load', 1, 2, 1)], [5, 0]);

  const again = htn.planner(htn.domain(htn.compile('a.htn', { 'a.htn': `
Enum [Place] Values [Inn, Ford]
World State [Road(Place, Place) : 0..99]
Compound Task [Root] Method [Road(Inn, Ford) > 90] Subtasks [Go()]
Primitive Task [Go] Operator [Go]
` }).blob)).world;
  again.set('Road', 1, 0, 1);
  again.set('Road', 2, 1, 1);
  assert.equal(again.get('Road', 'Inn', 'Ford'), 1);
});

test('a new journal takes the place of the old one, or leaves it as it is', () => {
  const domain = build(WORK);
  const refused = [];
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => {
    try {
      agent.beginJournal(1 << 12);
    } catch (error) {
      refused.push(error.status);
    }
    return RUNNING;
  } } });
  const agent = htn.agent(agents);
  assert.throws(() => agent.beginJournal(0), HtnError);
  assert.equal(agent.readJournal().length, 0);
  agent.beginJournal();
  assert.throws(() => agent.beginJournal(0), HtnError);
  assert.throws(() => agent.beginJournal(-1), HtnError);
  const others = [];
  for (let i = 0; i < 10; i++) {
    agent.tick(16);
    others.push(domain.module.put(new Uint8Array(1 << 12).fill(255))); // what was freed by mistake is overwritten
  }
  assert.equal(refused.length, 10);
  assert.deepEqual(new Set(refused), new Set([BUSY]));
  const journal = agent.readJournal();
  const replayed = domain.replay(journal);
  assert.equal(replayed.same, true, replayed.reason);
  assert.ok(replayed.events > 10);
  agent.beginJournal();
  agent.tick(16);
  assert.ok(agent.readJournal().length > 0);
  for (const at of others) domain.module.wasm._free(at);
  agent.free();
});

test('what is no outcome is a failed step, and the agent goes on', () => {
  const domain = build(WORK);
  let given;
  const agents = htn.agentClass(domain, { operators: { Do: () => given } });
  for (const wrong of [Promise.resolve(SUCCEEDED), 'done', true, 4, -1, 1.5, null, {}, Symbol('odd'), Object.create(null)]) {
    const agent = htn.agent(agents);
    given = wrong;
    assert.throws(() => agent.tick(16), (error) => !(error instanceof TypeError) || Object.getPrototypeOf(wrong) === null);
    given = RUNNING;
    for (let i = 0; i < 3; i++) agent.tick(16);
    assert.equal(agent.plan()[0].task, 'Do');
    agent.free();
  }
  const agent = htn.agent(agents);
  given = Promise.resolve();
  assert.throws(() => agent.tick(16), /operator 'Do': 'start' returned \[object Promise\], not RUNNING, SUCCEEDED, FAILED or ABORTED/);
});

test('an answer that is no value is an error, and the default counts', () => {
  const domain = build(QUERY);
  let said = 'Elfe';
  const agents = htn.agentClass(domain, { queries: { Best: () => said } });
  const agent = htn.agent(agents);
  assert.throws(() => agent.tick(16), /'Elfe' is no value of Enemy/);
  for (const wrong of [Symbol('odd'), { valueOf: () => { throw new Error('odd'); } }]) {
    said = wrong;
    agent.answersChanged();
    assert.throws(() => agent.tick(16));
  }
  said = 'Elf';
  agent.answersChanged();
  assert.equal(agent.tick(16), 0);
  assert.equal(agent.plan()[0].task, 'Hit');
});

test('an operator ticks another agent, and keeps its own step', () => {
  const domain = build(WORK);
  const seen = [];
  let inner = null;
  const agents = htn.agentClass(domain, { operators: { Do: (step) => {
    const self = [step.agent, step.id, step.layer, step.task, step.arguments, ...step.arguments];
    if (step.agent !== inner) {
      inner.tick(16);
      inner.tick(16);
    }
    seen.push(step.agent === inner ? 'inner' : 'outer');
    assert.deepEqual([step.agent, step.id, step.layer, step.task, step.arguments, ...step.arguments], self);
    return RUNNING;
  }, Rest: () => RUNNING } });
  const outer = htn.agent(agents, { orders: 2 });
  inner = htn.agent(agents, { orders: 2 });
  inner.order('Do', ['Axe', 7]);
  outer.tick(16);
  assert.deepEqual(seen, ['inner', 'inner', 'outer']);
  assert.equal(inner.plan()[0].arguments[0], 'Axe');
});

test('an error of an inner tick comes out of that, and one of the outer tick out of this', () => {
  const domain = build(WORK);
  const caught = [];
  let inner = null;
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => {
    if (agent === inner) throw new Error('inner');
    try {
      inner.tick(16);
    } catch (error) {
      caught.push(error.message);
    }
    throw new Error('outer');
  } } });
  const outer = htn.agent(agents);
  inner = htn.agent(agents);
  assert.throws(() => outer.tick(16), /outer/);
  assert.deepEqual(caught, ['inner']);
});

test('to free twice is to free once', () => {
  const domain = build(WORK);
  const ticked = [];
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => (ticked.push(agent), RUNNING) } });
  const gone = htn.agent(agents);
  gone.free();
  gone.free();
  const [one, two] = [htn.agent(agents), htn.agent(agents)];
  one.tick(16);
  two.tick(16);
  assert.deepEqual(ticked.map((agent) => (agent === one ? 1 : agent === two ? 2 : 0)), [1, 2]);
  one.free();
  two.free();
  agents.free();
  agents.free();
  domain.free();
  domain.free();
  const [first, second] = [build(WORK), build(WORK)];
  assert.notEqual(first.scratch, second.scratch);
});

test('to use what was freed is an error, and so is to free what is in use', () => {
  const domain = build(WORK);
  const agents = htn.agentClass(domain);
  const [agent, planner] = [htn.agent(agents, { orders: 1 }), htn.planner(domain)];
  assert.throws(() => agents.free(), /1 agents of this class are in use/);
  assert.throws(() => domain.free(), /2 agent classes and planners/);
  const { world } = agent;
  agent.tick(16);
  const save = agent.save();
  agent.free();
  for (const use of [() => agent.tick(16), () => agent.plan(), () => agent.report(1, SUCCEEDED), () => agent.ask(), () => agent.answersChanged(),
    () => agent.order('Rest'), () => agent.takeBack(1), () => agent.save(), () => agent.load(save), () => agent.beginJournal(), () => agent.readJournal()])
    assert.throws(use, /this agent was freed/, String(use));
  for (const use of [() => world.get('Count'), () => world.set('Count', 1)]) assert.throws(use, /of this world was freed/, String(use));
  planner.free();
  assert.throws(() => planner.find(), /this planner was freed/);
  agents.free();
  assert.throws(() => htn.agent(agents), /this agent class was freed/);
  domain.free();
  for (const use of [() => htn.agentClass(domain), () => htn.planner(domain), () => domain.replay(save)]) assert.throws(use, /this domain was freed/, String(use));
  const next = build(WORK); // all is as before
  const again = htn.agent(htn.agentClass(next));
  again.tick(16);
  assert.equal(again.plan()[0].task, 'Do');
});

test('an agent is not freed, and not ticked, inside of its tick', () => {
  const domain = build(WORK);
  const errors = [];
  const kept = (use) => {
    try {
      use();
    } catch (error) {
      errors.push(error.status);
    }
  };
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => {
    kept(() => agent.free());
    kept(() => agent.tick(16));
    return RUNNING;
  } } });
  const agent = htn.agent(agents);
  agent.tick(16);
  assert.deepEqual(errors, [BUSY, BUSY]);
  agent.tick(16);
  agent.free();
  const polled = htn.agent(htn.agentClass(domain), { onStep: (step) => kept(() => step.agent.free()) });
  polled.tick(16);
  assert.deepEqual(errors.slice(4), [BUSY]);
  polled.free();
});

test('a crowd ticks all in spite of errors, and the first comes out', () => {
  const domain = build(WORK);
  const ticked = [];
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => {
    ticked.push(agent.number);
    throw new Error(`agent ${agent.number}`);
  } } });
  const crowd = htn.crowd();
  const all = [1, 2, 3].map(() => crowd.add(htn.agent(agents)));
  const numbers = all.map((agent) => agent.number);
  assert.throws(() => crowd.tick(16), new RegExp(`agent ${numbers[0]}$`));
  assert.deepEqual(ticked, numbers);
  for (const agent of all) agent.free();
  assert.equal(crowd.size, 0);
  assert.equal(crowd.tick(16), 0);
});

test('agents come and go while their crowd is ticked', () => {
  const domain = build(WORK);
  const crowd = htn.crowd();
  const errors = [];
  const ticked = [];
  let victim = null;
  const agents = htn.agentClass(domain, { operators: { Do: ({ agent }) => {
    ticked.push(agent);
    for (const use of [() => agent.free(), () => crowd.tick(1), () => crowd.free()]) {
      try {
        use();
      } catch (error) {
        errors.push(error.status);
      }
    }
    if (victim === null) return RUNNING;
    victim.free(); // one that this frame has not ticked yet
    victim = null;
    crowd.add(htn.agent(agents)); // it is ticked in the next frame
    return RUNNING;
  } } });
  const [first, second, third] = [1, 2, 3].map(() => crowd.add(htn.agent(agents)));
  victim = second;
  crowd.tick(16);
  assert.deepEqual(ticked, [first, third]);
  assert.deepEqual(errors, [BUSY, BUSY, BUSY, BUSY, BUSY, BUSY]);
  assert.equal(crowd.size, 3);
  ticked.length = 0;
  crowd.tick(16);
  assert.equal(ticked.length, 3);
  crowd.remove(first);
  assert.throws(() => crowd.remove(first), /not in this crowd/);
  assert.throws(() => htn.crowd().add(third), /in a crowd already/);
  crowd.free();
  crowd.free();
  assert.throws(() => crowd.tick(16), /this crowd was freed/);
  assert.throws(() => crowd.add(first), /this crowd was freed/);
  first.tick(16);
  third.tick(16);
  const next = htn.crowd();
  next.add(third);
  assert.equal(next.statistics().agents, 1);
  third.free();
  assert.throws(() => next.add(third), /this agent was freed/);
  assert.equal(next.statistics().agents, 0);
});

test('news of a crowd come after its tick, and may free other agents', () => {
  const domain = build(WORK);
  const crowd = htn.crowd();
  const heard = [];
  const polled = htn.agentClass(domain);
  const onStep = (step) => {
    heard.push(step.agent);
    if (step.agent === all[0]) all[1].free();
    step.agent.report(step.id, SUCCEEDED);
  };
  const all = [1, 2, 3].map(() => crowd.add(htn.agent(polled, { onStep })));
  crowd.tick(16);
  assert.deepEqual(heard, [all[0], all[2]]);
  assert.equal(crowd.size, 2);
});

test('an order has as many arguments as its task', () => {
  const domain = build(WORK);
  const agent = htn.agent(htn.agentClass(domain), { orders: 2 });
  assert.throws(() => agent.order('Do', new Array(1000).fill(1)), /Do has 2 parameters, not 1000/);
  assert.throws(() => agent.order('Do', ['Axe']), /Do has 2 parameters, not 1/);
  assert.throws(() => agent.order('Do', ['Hammer', 1]), /'Hammer' is no value of Tool/);
  const id = agent.order('Do', ['Axe', 9]);
  agent.tick(16);
  assert.deepEqual(agent.plan()[0].arguments, ['Axe', 9]);
  assert.notEqual(agent.order('Rest'), id);
});

test('an error of onOrderEnded comes out of the call that ends the order', () => {
  const domain = build(WORK);
  const ends = [];
  const agent = htn.agent(htn.agentClass(domain, { operators: { Do: () => RUNNING, Rest: () => RUNNING } }),
    { orders: 4, onOrderEnded: (id, end) => { ends.push(end); throw new Error(`heard: ${end}`); } });
  const id = agent.order('Rest');
  assert.throws(() => agent.takeBack(id), /heard: taken/);
  agent.order('Rest');
  assert.throws(() => agent.order('Do', ['Saw', 1], { replace: true }), /heard: replaced/);
  assert.deepEqual(ends, ['taken', 'replaced']);
  assert.equal(agent.tick(16), 0);
  assert.deepEqual(agent.plan()[0].arguments, ['Saw', 1]);
});

test('values are put where the memory is after it has grown', () => {
  const domain = build(`
Enum [Place] Values [Inn, Ford]
World State [Road(Place, Place) : 0..99]
Compound Task [Root] Method [Road(Inn, Ford) > 90] Subtasks [Go()]
Primitive Task [Go] Operator [Go]
`);
  const { wasm } = domain.module;
  const { world } = htn.planner(domain);
  world.set('Road', 9, 1, 0);
  const parameters = domain.propertyParameters[domain.property('Road')];
  const { put } = parameters[0];
  const blocks = [];
  parameters[0].put = (value) => {
    const before = wasm.HEAP32;
    while (wasm.HEAP32 === before) blocks.push(wasm._malloc(1 << 20));
    return put(value);
  };
  assert.equal(world.get('Road', 'Ford', 'Inn'), 9);
  assert.ok(blocks.length > 0);
  parameters[0].put = put;
  for (const at of blocks) wasm._free(at);
});
