// Domains: what a blob declares, by name and by number; and its values, as JavaScript has them.
import { HtnError, Owned } from './module.js';

export const NONE = 0xffffffff;
const PROPERTIES = 0, TYPES = 1, TASKS = 2, ROOTS = 3, OPERATORS = 4, SENSORS = 5, QUERIES = 6;
const DONE = 1, ROUND_DONE = 3; // HTN_STEP_*
const SCRATCH = 1024; // bytes: more than the index of any table
const KINDS = ['bool', 'int', 'enum', 'entities', 'fixed'];

/** How a value of a type is written in JavaScript: `get` from the runtime's number, `put` to it. */
function conversion(domain, type, kind) {
  const { module, address } = domain;
  const { wasm } = module;
  if (kind === 'bool') return { get: (value) => value !== 0, put: (value) => (value ? 1 : 0) };
  if (kind === 'int') return { get: (value) => value, put: (value) => value };
  if (kind === 'fixed') return { get: (value) => value / 1000, put: (value) => Math.round(value * 1000) };
  const name = (value) => {
    const at = wasm._js_value_name(address, type, value);
    return at === 0 ? value : module.getLastingText(at);
  };
  const numbers = new Map();
  const put = (value) => {
    if (typeof value === 'number') return value;
    if (value === null) return -1;
    let number = numbers.get(value);
    if (number === undefined) {
      const found = module.withTexts([value], (text) => wasm._js_value_find(address, type, text, domain.found));
      if (!found) throw new HtnError(`'${value}' is no value of ${domain.typeName(type)}`, 105);
      numbers.set(value, (number = wasm.HEAP32[domain.found >> 2]));
    }
    return number;
  };
  if (kind === 'entities') return { get: (value) => (value < 0 ? null : name(value)), put };
  return { get: name, put };
}

export class Domain extends Owned {
  constructor(module, blob) {
    super('this domain');
    this.users = 0; // agent classes and planners
    const { wasm } = module;
    this.module = module;
    this.scratch = wasm._malloc(SCRATCH + 4);
    if (this.scratch === 0) throw new HtnError('no memory is left', 107);
    this.found = this.scratch + SCRATCH; // for conversions only: `scratch` may hold what has been converted
    const bytes = module.put(blob);
    const made = wasm._js_domain_load(bytes, blob.length, this.scratch);
    wasm._free(bytes);
    this.address = made;
    const status = wasm.HEAP32[this.scratch >> 2];
    if (status !== 0) {
      const reason = made === 0 ? 'no memory is left' : module.getText(wasm._js_domain_fault(made));
      this.free();
      throw new HtnError(`this is no blob of a domain: ${reason}`, status);
    }
    this.conversions = new Map();
    const count = (what) => wasm._js_count(this.address, what);
    const names = (what, name) => Array.from({ length: count(what) }, (_, i) => module.getText(name(this.address, i)));
    this.properties = names(PROPERTIES, wasm._htn_property_name);
    this.types = names(TYPES, wasm._htn_type_name);
    this.tasks = names(TASKS, wasm._htn_task_name);
    this.roots = names(ROOTS, wasm._htn_root_name);
    this.operators = names(OPERATORS, wasm._htn_operator_name);
    this.sensors = names(SENSORS, wasm._htn_sensor_name);
    this.queries = names(QUERIES, wasm._htn_query_name);
    this.numbers = new Map(this.properties.map((name, i) => [name, i]));
    this.propertyTypes = this.properties.map((_, i) => this.conversionOf(wasm._htn_property_type(this.address, i)));
    this.propertyParameters = this.properties.map((_, i) => Array.from(
      { length: wasm._htn_property_parameters(this.address, i) },
      (__, k) => this.conversionOf(wasm._htn_property_parameter_type(this.address, i, k))));
  }

  free() {
    if (this.scratch === 0) return;
    if (this.users > 0) throw new HtnError(`free: ${this.users} agent classes and planners of this domain are in use; free them first`, 115);
    if (!this.isFreed) this.module.wasm._free(this.address);
    this.module.wasm._free(this.scratch);
    this.address = this.scratch = this.found = 0;
    this.module.texts.clear();
  }

  typeName(type) {
    return type === NONE ? 'a symbol' : this.types[type];
  }

  conversionOf(type) {
    type >>>= 0;
    let made = this.conversions.get(type);
    if (made === undefined) {
      const kind = type === NONE ? 'symbol' : KINDS[this.module.wasm._htn_type_kind_of(this.address, type)];
      this.conversions.set(type, (made = conversion(this, type, kind)));
    }
    return made;
  }

  /** The number of a property, for World.get() and World.set(): finds misspelled names when the game starts. */
  property(name) {
    const found = typeof name === 'number' ? name : this.numbers.get(name);
    if (found === undefined) throw new HtnError(`there is no property '${name}'`, 104);
    return found;
  }

  find(list, name, what) {
    const found = this[list].indexOf(name);
    if (found < 0) throw new HtnError(`there is no ${what} '${name}'`, 104);
    return found;
  }

  /** The steps of an htn_plan, at its address. `done`: the address of a byte for each step, or 0. */
  readSteps(plan, done = 0) {
    const { wasm } = this.module;
    const [steps, count, values] = wasm.HEAPU32.subarray(plan >> 2, (plan >> 2) + 3);
    return Array.from({ length: count }, (_, i) => {
      const task = wasm.HEAPU32[(steps >> 2) + 2 * i];
      const first = (values >> 2) + wasm.HEAPU32[(steps >> 2) + 2 * i + 1];
      const given = Array.from({ length: wasm._htn_task_parameters(this.address, task) }, (__, k) =>
        this.conversionOf(wasm._htn_task_parameter_type(this.address, task, k)).get(wasm.HEAP32[first + k]));
      const step = { task: this.tasks[task], arguments: given };
      if (done !== 0) {
        step.progress = wasm.HEAPU8[done + i];
        step.done = step.progress === DONE || step.progress >= ROUND_DONE;
      }
      return step;
    });
  }

  /** Compares a journal with what an agent of this domain does when it is given the journal's inputs. */
  replay(journal) {
    const { wasm } = this.module;
    const bytes = this.module.put(journal);
    try {
      const status = wasm._js_replay(this.address, bytes, journal.length, this.scratch, this.scratch + 4, this.scratch + 8);
      const [events, offset, reason] = wasm.HEAPU32.subarray(this.scratch >> 2, (this.scratch >> 2) + 3);
      return { same: status === 0, events, offset, reason: reason === 0 ? null : this.module.getText(reason), status };
    } finally {
      wasm._free(bytes);
    }
  }
}
