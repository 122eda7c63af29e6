// The interface as a game uses it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { PerformanceObserver } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url).pathname;
const { load, SUCCEEDED, FAILED, RUNNING, ABORTED, LATER, HtnError } = await import(`${process.env.THUMPER}/index.js`);
const source = readFileSync(`${root}domains/troll.htn`, 'utf8');
const htn = await load();
const build = (text, files = {}) => {
  const made = htn.compile('a.htn', { 'a.htn': text, ...files });
  assert.equal(made.outcome, 'built', JSON.stringify(made.diagnostics));
  return htn.domain(made.blob);
};

test('a mistake has a place, a note and a cure', () => {
  const { outcome, blob, diagnostics } = htn.compile('a.htn', { 'a.htn': source.replace('[SeesEnemy]', '[SeesEnmy]') });
  assert.equal(outcome, 'rejected');
  assert.equal(blob, null);
  assert.equal(diagnostics[0].id, 'unknown-name');
  assert.equal(diagnostics[0].fixits[0].text, 'SeesEnemy');
  assert.equal(diagnostics[0].notes[0].message, '`SeesEnemy` is a property');
  assert.equal(diagnostics[0].file, 'a.htn');
});

test('imports come from the files, or from a function', () => {
  const main = 'Import ["lib/b.htn"]\nCompound Task [Root] Method [true] Subtasks [B()]\n';
  const other = 'World State [P : bool]\nPrimitive Task [B] Operator [B] Effects [P = true]\n';
  const whole = htn.compile('a.htn', { 'a.htn': main, 'lib/b.htn': other });
  assert.equal(whole.outcome, 'built', JSON.stringify(whole.diagnostics));
  const asked = [];
  const made = htn.compile('a.htn', (path) => (asked.push(path), path === 'a.htn' ? main : undefined));
  assert.equal(made.outcome, 'rejected');
  assert.deepEqual(asked, ['a.htn', 'lib/b.htn']);
  assert.throws(() => htn.compile('a.htn', () => { throw new Error('disk on fire'); }), /disk on fire/);
  assert.equal(htn.compile('a.htn', {}).outcome, 'unreadable');
});

test('switches are those of -W', () => {
  assert.equal(htn.compile('a.htn', { 'a.htn': source }, { warnings: ['no-such-thing'] }).outcome, 'bad switch');
  const small = htn.compile('a.htn', { 'a.htn': source }, { debug: false }).blob;
  assert.ok(small.length < htn.compile('a.htn', { 'a.htn': source }).blob.length);
});

test('a planner plans in a world of its own', () => {
  const domain = build(source);
  const planner = htn.planner(domain);
  planner.world.set('SeesEnemy', true);
  const plan = planner.find();
  assert.deepEqual(plan.steps.map((step) => [step.task, ...step.arguments]), [['WalkTo', 'Tree'], ['Uproot'], ['WalkTo', 'Enemy'], ['Slam']]);
  assert.deepEqual(plan.mtr, [0, 1, 0]);
  assert.throws(() => planner.world.set('TrunkHealth', 4), HtnError);
  assert.throws(() => planner.world.set('TrunkHelth', 1), /no property 'TrunkHelth'/);
  assert.equal(planner.find({ root: 'BeTroll' }).outcome, 'plan');
  planner.free();
  domain.free();
});

test('operators are functions, or are polled; a journal of both replays', () => {
  const domain = build(source);
  const done = [];
  const trolls = htn.agentClass(domain, { operators: {
    Navigate: { start: (step) => (done.push(`start ${step.arguments[0]}`), RUNNING), update: () => SUCCEEDED },
  } });
  const polled = [];
  const troll = htn.agent(trolls, { onStep: (step) => polled.push({ id: step.id, what: step.arguments[0], aborting: step.aborting }) });
  troll.beginJournal();
  troll.world.set('SeesEnemy', true);
  for (let i = 0; i < 20; i++) {
    troll.tick(100);
    for (const { id, aborting } of polled.splice(0)) troll.report(id, aborting ? ABORTED : SUCCEEDED);
  }
  assert.deepEqual(done.slice(0, 4), ['start Tree', 'start Enemy', 'start Enemy', 'start Enemy']);
  assert.equal(troll.plan()[0].task, 'WalkTo');
  const journal = troll.readJournal();
  const replayed = domain.replay(journal);
  assert.equal(replayed.same, true, replayed.reason);
  assert.ok(replayed.events > 30);
  journal[journal.length >> 1] ^= 1;
  assert.equal(domain.replay(journal).same, false);
  troll.free();
  trolls.free();
  domain.free();
});

test('the native tool accepts the journal', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'thumper-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const domain = build(source);
  const trolls = htn.agentClass(domain, { operators: { Navigate: () => SUCCEEDED, Animate: (step) => (step.elapsed > 0 ? SUCCEEDED : RUNNING) } });
  const troll = htn.agent(trolls, { seed: 7 });
  troll.beginJournal(1 << 18);
  for (let i = 0; i < 50; i++) {
    troll.world.set('SeesEnemy', i % 9 > 3);
    troll.tick(16.667);
  }
  writeFileSync(`${folder}/a.htn`, source);
  writeFileSync(`${folder}/troll.htnj`, troll.readJournal());
  assert.match(execFileSync(process.env.HTN, ['replay', `${folder}/a.htn`, `${folder}/troll.htnj`], { encoding: 'utf8' }), /same|events/);
});

test('an error of an operator comes out of the tick, and the agent goes on', () => {
  const domain = build(source);
  let broken = true;
  const trolls = htn.agentClass(domain, { operators: { Animate: () => { if (broken) throw new Error('no such animation'); return RUNNING; } } });
  const troll = htn.agent(trolls);
  assert.throws(() => { for (let i = 0; i < 5; i++) troll.tick(16); }, /no such animation/);
  broken = false;
  for (let i = 0; i < 5; i++) troll.tick(16);
  assert.equal(troll.plan()[0].task, 'Watch');
});

test('a save in the middle of a plan goes on in another agent', () => {
  const domain = build(source);
  const trolls = htn.agentClass(domain, { operators: { Navigate: { start: () => RUNNING, update: () => RUNNING, resume: () => {} } } });
  const one = htn.agent(trolls), two = htn.agent(trolls);
  one.world.set('SeesEnemy', true);
  one.tick(16);
  two.load(one.save());
  assert.equal(two.world.get('SeesEnemy'), true);
  assert.deepEqual(two.plan(), one.plan());
  assert.throws(() => two.load(new Uint8Array([1, 2, 3])), HtnError);
});

test('tables, instances, sensors, queries and orders', () => {
  const domain = build(`
Entities [Enemy] Max [4]
Enum [Mood] Values [Calm, Angry]
World State [Temper : Mood, Distance(Enemy) : 0..100, Target : Enemy, Heat : 0.0..10.0]
Sensor [Look] Updates [Temper] Every [100ms]
Query [CanReach(Enemy) : bool]
Compound Task [Root]
    Method [any e : Enemy, Distance(e) < 10 and Temper == Angry and CanReach(e)]
        Subtasks [Hit(e)]
    Method [true]
        Subtasks [Wait()]
Primitive Task [Hit(e : Enemy)] Operator [Hit(e)]
Primitive Task [Wait] Operator [Wait]
`);
  const answers = [];
  const guards = htn.agentClass(domain, {
    sensors: { Look: (agent) => agent.world.set('Temper', 'Angry') },
    queries: { CanReach: (agent, enemy) => (answers.push(enemy), answers.length > 1 ? true : LATER) },
  });
  assert.throws(() => htn.agentClass(domain, { operators: { Hti: () => {} } }), /no operator 'Hti'/);
  const ended = [];
  const heard = [];
  const guard = htn.agent(guards, { orders: 4, onStep: ({ id, aborting }) => aborting && heard.push({ id, aborting }), onOrderEnded: (id, end) => ended.push([id, end]) });
  const { world } = guard;
  assert.equal(world.get('Temper'), 'Calm');
  assert.equal(world.get('Target'), null);
  const first = world.spawn('Enemy'), second = world.spawn('Enemy');
  assert.deepEqual([first, second], [0, 1]);
  world.set('Distance', 50, first);
  world.set('Distance', 5, second);
  world.set('Target', second);
  world.set('Heat', 2.5);
  assert.deepEqual([world.get('Distance', second), world.get('Target'), world.get('Heat')], [5, 1, 2.5]);
  assert.throws(() => world.set('Distance', 5, 7), HtnError);
  assert.throws(() => world.set('Distance', 5), HtnError);
  assert.throws(() => world.set('Distance', 5, 0, 0), /has 1 parameters, not 2/);
  assert.throws(() => world.set('Temper', 'Furious'), /'Furious' is no value of Mood/);
  guard.tick(16);
  assert.equal(guard.plan(), null);
  guard.answersChanged();
  guard.tick(16);
  assert.deepEqual(guard.plan(), [{ task: 'Hit', arguments: [1], done: false, progress: 0 }]);
  assert.deepEqual([...new Set(answers)], [1]);
  const id = guard.order('Hit', [first]);
  guard.tick(16);
  assert.equal(guard.plan()[0].arguments[0], 0);
  guard.takeBack(id);
  guard.tick(16);
  for (let i = 0; i < 3 && ended.length === 0; i++) {
    for (const each of heard.splice(0)) guard.report(each.id, each.aborting ? ABORTED : SUCCEEDED);
    guard.tick(16);
  }
  assert.deepEqual(ended, [[id, 'taken']]);
  world.despawn('Enemy', second);
  assert.equal(world.exists('Enemy', second), false);
  assert.equal(world.get('Target'), null);
});

// Two domains' worth of agents, half of them polled, with sensors that write and errors nowhere: each has a journal.
function herd(crowd) {
  const domain = build(source);
  const walks = { Navigate: (step) => (step.elapsed > 20 ? SUCCEEDED : RUNNING) };
  const classes = [htn.agentClass(domain, { operators: walks }), htn.agentClass(domain, { operators: { ...walks, Animate: () => SUCCEEDED } })];
  const onStep = (step) => step.agent.report(step.id, step.aborting ? ABORTED : SUCCEEDED);
  return Array.from({ length: 20 }, (_, i) => {
    const agent = htn.agent(classes[i % 2], { seed: i, stagger: i, onStep });
    agent.beginJournal();
    return crowd?.add(agent) ?? agent;
  });
}

test('a crowd does what its agents would do one by one', () => {
  const crowd = htn.crowd();
  const [together, alone] = [herd(crowd), herd(null)];
  assert.equal(crowd.size, 20);
  for (let frame = 0; frame < 60; frame++) {
    for (const agent of [...together, ...alone]) agent.world.set('SeesEnemy', frame % 20 > 9);
    assert.equal(crowd.tick(16.667), 0);
    for (const agent of alone) agent.tick(16.667);
    assert.deepEqual(together.map((agent) => agent.plan()), alone.map((agent) => agent.plan()));
  }
  const domain = together[0].of.domain;
  for (const agent of [...together, ...alone]) {
    const journal = agent.readJournal();
    assert.ok(journal.length > 500);
    assert.equal(domain.replay(journal).same, true);
  }
});

test('a crowd shares a budget, in units or in milliseconds, and says how it is doing', () => {
  const crowd = htn.crowd();
  const all = herd(crowd);
  crowd.tick(16, 0);
  assert.deepEqual(all.map((agent) => agent.plan()), all.map(() => null));
  const { agents, waiting, work, budget } = crowd.statistics();
  assert.deepEqual([agents, waiting, work, budget], [20, 20, 0, 0]);
  for (let i = 0; i < 40; i++) crowd.tick(16, 8);
  assert.ok(crowd.statistics().longestWait > 1);
  crowd.tickFor(16, 5);
  assert.ok(crowd.statistics().budget > 0 && crowd.statistics().nanosecondsPerUnit > 0);
  crowd.tick(16);
  assert.deepEqual([crowd.statistics().waiting, crowd.statistics().budget], [0, Infinity]);
});

test('an agent with a period is ticked in some frames, with the time of all', () => {
  const times = [];
  const trolls = htn.agentClass(build(source), { operators: { Animate: (step) => void (step.elapsed > 0 && times.push(step.elapsed)) } });
  const crowd = htn.crowd();
  crowd.add(htn.agent(trolls)).setPeriod(4);
  for (let i = 0; i < 40; i++) crowd.tick(10);
  assert.ok(times.length >= 8 && times.length <= 10);
  assert.deepEqual(new Set(times), new Set([40]));
});

test('a thousand agents for thousands of frames make no garbage', { skip: typeof gc !== 'function' }, () => {
  const domain = build(source);
  const sees = domain.property('SeesEnemy');
  const trolls = htn.agentClass(domain, { operators: { Navigate: (step) => (step.elapsed > 0 ? SUCCEEDED : RUNNING), Animate: (step) => (step.elapsed > 0 ? SUCCEEDED : RUNNING) } });
  const all = Array.from({ length: 1000 }, (_, i) => htn.agent(trolls, { seed: i }));
  const crowd = htn.crowd();
  for (const each of all.slice(500)) crowd.add(each);
  const frame = (n) => {
    for (let i = 0; i < all.length; i++) {
      if ((n + i) % 60 === 0) all[i].world.set(sees, (n + i) % 120 === 0);
      if (i < 500) all[i].tick(16.667);
    }
    crowd.tick(16.667);
  };
  for (let n = 0; n < 200; n++) frame(n);
  gc();
  const collections = [];
  const watch = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  watch.observe({ entryTypes: ['gc'] });
  const started = performance.now();
  for (let n = 0; n < 1000; n++) frame(n);
  const took = performance.now() - started;
  collections.push(...watch.takeRecords());
  watch.disconnect();
  console.log(`# ${took.toFixed(0)} ns a tick; ${collections.length} collections in 1,000,000 ticks`);
  assert.ok(collections.length <= 1, `1,000,000 ticks made ${collections.length} garbage collections`);
  for (const each of all) each.free();
});
