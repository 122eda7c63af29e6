// Agents in a game loop. A tick makes no garbage: an operator is given one object, which is the same at each call; in a tick inside of an
// operator, another one. native/agent_calls.c is the other side.
import { HtnError, Owned } from './module.js';
import { NONE } from './domain.js';
import { World, check } from './world.js';

export const RUNNING = 0;
export const SUCCEEDED = 1;
export const FAILED = 2;
export const ABORTED = 3;

const FUNCTIONS = ['start', 'update', 'abort', 'resume'];
const ABORT = 2, RESUME = 3;
const OUTCOMES = [RUNNING, SUCCEEDED, FAILED, ABORTED];
const BUSY = 115;
const ORDER_ENDS = ['done', 'no plan', 'limit', 'failed', 'gone', 'replaced', 'taken', 'dropped'];

/** What an operator's functions get. It is the same object at each call: copy what is needed later. */
class Step {
  constructor() {
    this.agent = null;
    this.id = this.layer = this.index = this.microseconds = 0;
    this.task = this.operator = '';
    this.arguments = [];
    this.lists = []; // of arguments, by their number
    this.aborting = false; // of news: the step is to end
    this.memoryAt = 0;
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
      operator: (what, user, operator, id, task, layer, index, given, count, elapsed, memory) =>
        this.operator(what, user, operator, id, task, layer, index, given, count, elapsed, memory),
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
    try {
      const agent = this.all[user];
      agent.of.sense(agent, sensor);
    } catch (error) {
      this.module.keep(error);
    }
  }

  orderEnded(user, id, layer, end) {
    try {
      this.all[user].onOrderEnded?.(id, ORDER_ENDS[end], layer);
    } catch (error) {
      this.module.keep(error);
    }
  }

  operator(what, user, operator, id, task, layer, index, given, count, elapsed, memory) {
    const step = (this.steps[this.depth++] ??= new Step());
    try {
      const agent = this.all[user];
      const { domain } = agent.of;
      step.agent = agent;
      step.id = id;
      step.layer = layer;
      step.index = index === -1 || index === NONE ? -1 : index;
      step.microseconds = elapsed;
      step.memoryAt = memory;
      step.task = domain.tasks[task];
      step.operator = domain.operators[operator];
      step.arguments = this.readArguments(domain, step.lists, given, count);
      const functions = agent.of.operators[operator];
      if (!functions?.bits) {
        step.aborting = what === ABORT;
        agent.heard(step);
        return RUNNING;
      }
      step.aborting = false;
      const outcome = functions[FUNCTIONS[what]](step);
      if (what === RESUME) return RUNNING;
      if (outcome === undefined) return what === ABORT ? ABORTED : RUNNING;
      if (!OUTCOMES.includes(outcome)) {
        const names = 'RUNNING, SUCCEEDED, FAILED or ABORTED';
        throw new HtnError(`operator '${step.operator}': '${FUNCTIONS[what]}' returned ${String(outcome)}, not ${names}`, 104);
      }
      return outcome;
    } catch (error) {
      this.module.keep(error);
      return what === ABORT ? ABORTED : FAILED;
    } finally {
      step.agent = null;
      this.depth--;
    }
  }

  /** htn_argument: type, value, text. One of `lists` for each number of arguments. */
  readArguments(domain, lists, given, count) {
    const { wasm } = this.module;
    const list = (lists[count] ??= new Array(count).fill(null));
    for (let i = 0; i < count; i++) {
      const at = (given >> 2) + 3 * i;
      const type = wasm.HEAPU32[at];
      list[i] = type === NONE ? this.module.getLastingText(wasm.HEAPU32[at + 2]) : domain.conversionOf(type).get(wasm.HEAP32[at + 1]);
    }
    return list;
  }

  /** How many answers were written; -1: the default counts; -2: the answer is late. */
  answer(user, query, given, count, answers, capacity) {
    try {
      const { wasm } = this.module;
      const agent = this.all[user];
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
      const made = typeof given === 'function' ? { start: given, update: given } : { ...given };
      return Object.assign(made, { bits: FUNCTIONS.reduce((sum, name, i) => sum | (made[name] ? 1 << i : 0), 0) });
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
    this.calls = 0; // how many calls of this agent that may call back have not returned
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

  free() {
    if (this.isFreed) return;
    if (this.calls > 0) throw new HtnError('free: the agent is in the midst of a tick or another call; free it afterwards', BUSY);
    this.module.wasm._js_agent_free(this.address);
    this.address = this.world.address = 0;
    this.of.agents.remove(this.number);
    this.of.users--;
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
