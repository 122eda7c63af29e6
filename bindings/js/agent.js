// Agents in a game loop, and crowds of them. A tick makes no garbage: an operator is given one object, which is the same at each call; in a
// tick inside of an operator, another one. native/agent_calls.c is the other side.
import { HtnError, Owned } from './module.js';
import { NONE } from './domain.js';
import { World, check } from './world.js';

export const RUNNING = 0;
export const SUCCEEDED = 1;
export const FAILED = 2;
export const ABORTED = 3;

const FUNCTIONS = ['start', 'update', 'abort', 'resume'];
const ABORT = 2, RESUME = 3;
const BUSY = 115;
const ORDER_ENDS = ['done', 'no plan', 'limit', 'failed', 'gone', 'replaced', 'taken', 'dropped'];
// An htn_activity in words of four bytes: agent_calls.c holds that it is so.
const ID = 4, LAYER = 5, INDEX = 6, TASK = 7, ARGUMENTS = 8, COUNT = 9, MEMORY = 10;

/** What an operator's functions get. It is the same object at each call: copy what is needed later. */
class Step {
  #at = 0; // of the htn_activity, in words; 0: the function has returned
  #lists = []; // of arguments, by their number
  #list = [];

  constructor() {
    this.agent = null;
    this.id = this.layer = this.index = this.microseconds = 0;
    this.task = this.operator = '';
    this.aborting = false; // of news: the step is to end
    this.memoryAt = 0;
  }

  begin(agent, operator, activity, elapsed) {
    const { domain } = agent.of;
    const words = agent.module.wasm.HEAPU32;
    const at = activity >> 2;
    this.#at = at;
    this.agent = agent;
    this.id = words[at + ID];
    this.layer = words[at + LAYER];
    this.index = words[at + INDEX] === NONE ? -1 : words[at + INDEX];
    this.microseconds = elapsed;
    this.memoryAt = words[at + MEMORY];
    this.task = domain.tasks[words[at + TASK]];
    this.operator = domain.operators[operator];
    this.aborting = false;
  }

  end() {
    this.#at = 0;
    this.agent = null;
  }

  /** One list for each number of arguments: read when a function asks for it. */
  get arguments() {
    if (this.#at === 0) return this.#list;
    const { module, of } = this.agent;
    const words = module.wasm.HEAPU32;
    const count = words[this.#at + COUNT];
    const list = (this.#lists[count] ??= new Array(count).fill(null));
    for (let i = 0, from = words[this.#at + ARGUMENTS] >> 2; i < count; i++, from += 3) { // htn_argument: type, value, text
      const type = words[from];
      list[i] = type === NONE ? module.getLastingText(words[from + 2]) : of.domain.conversionOf(type).get(words[from + 1] | 0);
    }
    return (this.#list = list);
  }

  /** The step's own bytes, zero at its start: operator.memory of them. Good until the function returns. */
  get memory() {
    const { domain, operators } = this.agent.of;
    return new DataView(this.agent.module.wasm.HEAPU8.buffer, this.memoryAt, operators[domain.operators.indexOf(this.operator)]?.memory ?? 0);
  }

  /** In milliseconds. */
  get elapsed() {
    return this.microseconds / 1000;
  }
}

/** The agents of a module by number, and what the module calls. */
export class Agents {
  constructor(module) {
    this.module = module;
    this.all = [null];
    this.free = [];
    this.steps = []; // by depth: an operator may tick another agent
    this.depth = 0;
    Object.assign(module.host, {
      operator: (what, user, operator, activity, elapsed) => this.operator(what, user, operator, activity, elapsed),
      sense: (user, sensor) => this.sense(user, sensor),
      answer: (user, query, given, count, answers, capacity) => this.answer(user, query, given, count, answers, capacity),
      orderEnded: (user, id, layer, end) => this.orderEnded(user, id, layer, end),
    });
  }

  add(agent) {
    const number = this.free.pop() ?? this.all.length;
    this.all[number] = agent;
    return number;
  }

  remove(number) {
    this.all[number] = null;
    this.free.push(number);
  }

  sense(user, sensor) {
    const agent = this.all[user];
    agent.calls++;
    try {
      agent.of.sense(agent, sensor);
    } catch (error) {
      this.module.keep(error);
    } finally {
      agent.calls--;
    }
  }

  orderEnded(user, id, layer, end) {
    const agent = this.all[user];
    agent.calls++;
    try {
      agent.onOrderEnded?.(id, ORDER_ENDS[end], layer);
    } catch (error) {
      this.module.keep(error);
    } finally {
      agent.calls--;
    }
  }

  operator(what, user, operator, activity, elapsed) {
    const step = (this.steps[this.depth++] ??= new Step());
    const agent = this.all[user];
    agent.calls++;
    try {
      step.begin(agent, operator, activity, elapsed);
      const functions = agent.of.operators[operator];
      if (functions === null || functions.bits === 0) {
        step.aborting = what === ABORT;
        agent.heard(step);
        return RUNNING;
      }
      const outcome = functions.calls[what].call(functions.given, step);
      if (what === RESUME) return RUNNING;
      if (outcome === RUNNING || outcome === SUCCEEDED || outcome === FAILED || outcome === ABORTED) return outcome;
      if (outcome === undefined) return what === ABORT ? ABORTED : RUNNING;
      const names = 'RUNNING, SUCCEEDED, FAILED or ABORTED';
      throw new HtnError(`operator '${step.operator}': '${FUNCTIONS[what]}' returned ${String(outcome)}, not ${names}`, 104);
    } catch (error) {
      this.module.keep(error);
      return what === ABORT ? ABORTED : FAILED;
    } finally {
      step.end();
      agent.calls--;
      this.depth--;
    }
  }

  /** How many answers were written; -1: the default counts; -2: the answer is late. */
  answer(user, query, given, count, answers, capacity) {
    const agent = this.all[user];
    agent.calls++;
    try {
      const { wasm } = this.module;
      const { domain } = agent.of;
      const asked = Array.from({ length: count }, (_, i) =>
        domain.conversionOf(wasm._htn_query_parameter_type(domain.address, query, i)).get(wasm.HEAP32[(given >> 2) + i]));
      const said = agent.of.queries[query]?.(agent, ...asked);
      if (said === undefined) return -1;
      if (said === LATER) return -2;
      const type = domain.conversionOf(wasm._htn_query_type(domain.address, query));
      const list = Array.isArray(said) ? said : [said];
      for (let i = 0; i < list.length && i < capacity; i++) {
        const raw = type.put(list[i]); // first: it can make the memory grow, which needs a new view
        wasm.HEAP32[(answers >> 2) + i] = raw;
      }
      return Math.min(list.length, capacity);
    } catch (error) {
      this.module.keep(error);
      return -1;
    } finally {
      agent.calls--;
    }
  }
}

/** What a query's function returns while its answer is not known yet. */
export const LATER = Symbol('later');

export class AgentClass extends Owned {
  constructor(agents, domain, { operators = {}, sensors = {}, queries = {} } = {}) {
    super('this agent class');
    const { module } = domain;
    for (const [list, given] of [['operators', operators], ['sensors', sensors], ['queries', queries]])
      for (const name of Object.keys(given)) domain.find(list, name, list.slice(0, -1).replace('querie', 'query'));
    this.agents = agents;
    this.domain = domain;
    const functionsOf = (given) => {
      const named = typeof given === 'function' ? { start: given, update: given } : { ...given };
      const calls = FUNCTIONS.map((name) => named[name] ?? null);
      return { given: named, calls, memory: named.memory ?? 0, bits: calls.reduce((sum, each, i) => sum | (each ? 1 << i : 0), 0) };
    };
    this.operators = domain.operators.map((name) => (operators[name] === undefined ? null : functionsOf(operators[name])));
    this.sensors = domain.sensors.map((name) => sensors[name] ?? null);
    this.queries = domain.queries.map((name) => queries[name] ?? null);
    const bound = module.put(Uint8Array.from(this.operators, (each) => each?.bits ?? 0));
    const memory = module.put(new Uint8Array(Uint32Array.from(this.operators, (each) => each?.memory ?? 0).buffer));
    const sensing = module.put(Uint8Array.from(this.sensors, (each) => (each ? 1 : 0)));
    const made = module.wasm._js_class_make(domain.address, bound, memory, sensing, this.queries.some(Boolean));
    module.wasm._free(bound);
    module.wasm._free(memory);
    module.wasm._free(sensing);
    if (made === 0) throw new HtnError('no memory is left', 107);
    this.address = made;
    this.users = 0; // agents
    domain.users++;
  }

  sense(agent, sensor) {
    this.sensors[sensor](agent);
  }

  free() {
    if (this.isFreed) return;
    if (this.users > 0) throw new HtnError(`free: ${this.users} agents of this class are in use; free them first`, BUSY);
    this.domain.module.wasm._js_class_free(this.address);
    this.address = 0;
    this.domain.users--;
  }
}

export class Agent extends Owned {
  constructor(of, { seed = 0, budget = 0, interval = 0, horizon = 0, orders = 0, running = 0, stagger, onStep, onOrderEnded } = {}) {
    super('this agent');
    const { module } = of.domain;
    this.of = of;
    this.module = module;
    this.onStep = onStep ?? null;
    this.onOrderEnded = onOrderEnded ?? null;
    this.calls = 0; // how many calls of this agent that may call back, and of its callbacks, have not returned
    this.crowd = null;
    const classAddress = of.address;
    this.number = of.agents.add(this);
    const made = module.wasm._js_agent_make(classAddress, this.number, seed, budget, interval, horizon, orders, running, stagger ?? this.number);
    if (made === 0) {
      of.agents.remove(this.number);
      throw new HtnError('no memory is left', 107);
    }
    this.address = made;
    of.users++;
    this.world = new World(of.domain, module.wasm._js_agent_world(this.address));
  }

  heard(step) {
    this.onStep?.(step);
  }

  /** Around what may call back: see Module.begin() and Module.end(). */
  begin() {
    this.calls++;
    return this.module.begin();
  }

  end(outer) {
    this.calls--;
    this.module.end(outer);
  }

  /** One frame, in milliseconds. Says the status of the tick: 0, or that of a limit. */
  tick(milliseconds) {
    const { wasm } = this.module;
    const { address } = this;
    const outer = this.begin();
    const status = wasm._js_agent_tick(address, milliseconds);
    while (status !== BUSY && wasm._js_agent_news(address));
    this.end(outer);
    if (status >= 100) check(this.module, status, 'tick');
    return status;
  }

  report(id, outcome) {
    check(this.module, this.module.wasm._js_agent_report(this.address, id, outcome), `step ${id}`);
  }

  /** Replan in the next tick, in all layers. */
  ask() {
    this.module.wasm._htn_agent_ask(this.module.wasm._js_agent_of(this.address), NONE);
  }

  answersChanged() {
    this.module.wasm._htn_agent_answers_changed(this.module.wasm._js_agent_of(this.address));
  }

  layer(name) {
    return typeof name === 'number' ? name : name === undefined ? 0 : this.of.domain.find('roots', name, 'root');
  }

  /** The running plan's steps; null: no plan runs. */
  plan(layer) {
    const { wasm } = this.module;
    const { domain } = this.of;
    const plan = wasm._js_agent_plan(this.address, this.layer(layer), domain.scratch);
    return plan === 0 ? null : domain.readSteps(plan, wasm.HEAPU32[domain.scratch >> 2]);
  }

  /** Gives a layer an order. Says its number. */
  order(task, given = [], { layer, replace = false } = {}) {
    const { wasm } = this.module;
    const { domain } = this.of;
    const number = domain.find('tasks', task, 'task');
    const wanted = wasm._htn_task_parameters(domain.address, number);
    if (given.length !== wanted) throw new HtnError(`${task} has ${wanted} parameters, not ${given.length}`, 104);
    const raws = given.map((value, i) => domain.conversionOf(wasm._htn_task_parameter_type(domain.address, number, i)).put(value));
    const where = this.layer(layer);
    const { address } = this;
    const at = this.module.put(new Uint8Array(Int32Array.from([0, ...raws]).buffer)); // the order's number, then the arguments
    const outer = this.begin();
    const status = wasm._js_agent_order(address, where, number, at + 4, wanted, replace ? 1 : 0, at);
    const id = wasm.HEAPU32[at >> 2];
    wasm._free(at);
    this.end(outer);
    check(this.module, status, task);
    return id;
  }

  takeBack(id, layer) {
    const { wasm } = this.module;
    const where = this.layer(layer);
    const agent = wasm._js_agent_of(this.address);
    const outer = this.begin();
    const status = wasm._htn_agent_take_back(agent, where, id ?? NONE);
    this.end(outer);
    check(this.module, status, 'takeBack');
  }

  save() {
    const { wasm } = this.module;
    const { scratch } = this.of.domain;
    const at = wasm._js_agent_save(this.address, scratch);
    if (at === 0) throw new HtnError('the agent cannot be saved now', 109);
    const made = this.module.get(at, wasm.HEAPU32[scratch >> 2]);
    wasm._free(at);
    return made;
  }

  load(save) {
    const { address } = this;
    const at = this.module.put(save);
    const outer = this.begin();
    const status = this.module.wasm._js_agent_load(address, at, save.length);
    this.module.wasm._free(at);
    this.end(outer);
    check(this.module, status, 'load');
  }

  /** From now on the agent writes a journal, in a ring of `bytes`. Begin before the first tick, so that it can be replayed. */
  beginJournal(bytes = 1 << 16) {
    check(this.module, this.module.wasm._js_agent_begin_journal(this.address, bytes), 'beginJournal');
  }

  /** What was written since the last call. The pieces one after the other are the journal. */
  readJournal() {
    const { wasm } = this.module;
    const { address } = this;
    const size = 1 << 16;
    const at = wasm._malloc(size);
    const pieces = [];
    for (let count; (count = wasm._js_agent_read_journal(address, at, size)) > 0;) pieces.push(this.module.get(at, count));
    wasm._free(at);
    const made = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((to, piece) => (made.set(piece, to), to + piece.length), 0);
    return made;
  }

  /** In a crowd: from now on only each so many-th frame ticks the agent, with the time of all frames since. */
  setPeriod(frames) {
    check(this.module, this.module.wasm._htn_agent_set_period(this.module.wasm._js_agent_of(this.address), frames), 'setPeriod');
  }

  free() {
    if (this.isFreed) return;
    if (this.calls > 0) throw new HtnError('free: the agent is in the midst of a tick or another call; free it afterwards', BUSY);
    this.crowd?.remove(this);
    this.module.wasm._js_agent_free(this.address);
    this.address = this.world.address = 0;
    this.of.agents.remove(this.number);
    this.of.users--;
  }
}

/** Agents that are ticked in one call, and share what a frame may spend on planning. */
export class Crowd extends Owned {
  constructor(module) {
    super('this crowd');
    const made = module.wasm._js_crowd_make();
    if (made === 0) throw new HtnError('no memory is left', 107);
    this.address = made;
    this.module = module;
    this.agents = new Set();
    this.ticking = false;
  }

  get size() {
    return this.agents.size;
  }

  add(agent) {
    if (agent.module !== this.module) throw new HtnError('add: the agent is of another module; one load() makes both', 104);
    if (agent.crowd !== null) throw new HtnError('add: the agent is in a crowd already', 104);
    check(this.module, this.module.wasm._js_crowd_add(this.address, agent.address), 'add');
    this.agents.add(agent);
    agent.crowd = this;
    return agent;
  }

  remove(agent) {
    if (agent.crowd !== this) throw new HtnError('remove: the agent is not in this crowd', 104);
    check(this.module, this.module.wasm._js_crowd_remove(this.address, agent.address), 'remove');
    this.agents.delete(agent);
    agent.crowd = null;
  }

  /** One frame of all agents, in milliseconds. `budget`: what all searches together may spend; without it, no bound. Says as Agent.tick(). */
  tick(milliseconds, budget = NONE) {
    return this.#tick(false, milliseconds, budget);
  }

  /** The same with a budget in milliseconds: searches get what has lately been done in such a time. */
  tickFor(milliseconds, budget) {
    return this.#tick(true, milliseconds, budget);
  }

  #tick(timed, milliseconds, budget) {
    const { module, address } = this;
    if (this.ticking) throw new HtnError('tick: the crowd is in the midst of a tick', BUSY);
    const outer = module.begin();
    this.ticking = true;
    const status = module.wasm._js_crowd_tick(address, timed, milliseconds, budget);
    this.ticking = false;
    module.end(outer);
    if (status >= 100) check(module, status, 'tick');
    return status;
  }

  statistics() {
    const { wasm } = this.module;
    const at = wasm._js_crowd_statistics(this.address) >> 2;
    const [agents, waiting, wait, longestWait, work, budget, unit] = wasm.HEAPU32.subarray(at, at + 7);
    return { agents, waiting, wait, longestWait, work, budget: budget === NONE ? Infinity : budget, nanosecondsPerUnit: unit / 1000 };
  }

  /** The agents stay, without a crowd. */
  free() {
    if (this.isFreed) return;
    if (this.ticking) throw new HtnError('free: the crowd is in the midst of a tick; free it afterwards', BUSY);
    for (const agent of this.agents) this.remove(agent);
    this.module.wasm._free(this.address);
    this.address = 0;
  }
}

/** A world of its own, and a planner: asks what would be planned, without an agent. */
export class Planner extends Owned {
  constructor(domain) {
    super('this planner');
    this.domain = domain;
    const made = domain.module.wasm._js_planner_make(domain.address);
    if (made === 0) throw new HtnError('no memory is left', 107);
    this.address = made;
    domain.users++;
    this.world = new World(domain, domain.module.wasm._js_planner_world(this.address));
  }

  find({ root, seed = 0 } = {}) {
    const { domain } = this;
    const { module } = domain;
    const { wasm } = module;
    const status = wasm._js_planner_find(this.address, root === undefined ? 0 : domain.find('roots', root, 'root'), seed);
    if (status >= 100) check(module, status, 'find');
    const plan = wasm._js_planner_plan(this.address);
    const at = plan >> 2;
    const [record, count] = [wasm.HEAPU32[at + 3], wasm.HEAPU32[at + 4]];
    return {
      outcome: status === 0 ? 'plan' : status === 10 ? 'none' : 'limit',
      status,
      steps: status === 0 ? domain.readSteps(plan) : [],
      mtr: status === 0 ? Array.from(wasm.HEAPU16.subarray(record >> 1, (record >> 1) + count)) : [],
    };
  }

  free() {
    if (this.isFreed) return;
    this.domain.module.wasm._js_planner_free(this.address);
    this.address = this.world.address = 0;
    this.domain.users--;
  }
}
