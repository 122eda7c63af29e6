// A world state. Properties are given by name, or by the number that Domain.property() says; reading and writing makes no garbage.
import { HtnError, Owned } from './module.js';

export function check(module, status, what) {
  if (status === 0) return;
  throw new HtnError(`${what}: ${module.getText(module.wasm._js_status_text(status))}`, status);
}

export class World extends Owned {
  constructor(domain, address) {
    super('the agent or planner of this world');
    this.domain = domain;
    this.address = address;
    this.scratch = domain.scratch >> 2;
  }

  // The index of a table's cell stands behind: read from `arguments`, as a rest parameter would be garbage.
  get(property) {
    const { domain } = this;
    const { wasm } = domain.module;
    const number = typeof property === 'number' ? property : domain.property(property);
    if (arguments.length === 1) return domain.propertyTypes[number].get(wasm._htn_world_get(this.address, number));
    this.checkCount(number, arguments.length - 1);
    for (let i = 1; i < arguments.length; i++) this.putIndex(number, i - 1, arguments[i]);
    return domain.propertyTypes[number].get(wasm._htn_world_get_at(this.address, number, domain.scratch, arguments.length - 1));
  }

  set(property, value) {
    const { domain } = this;
    const { wasm } = domain.module;
    const number = typeof property === 'number' ? property : domain.property(property);
    const raw = domain.propertyTypes[number].put(value);
    let status;
    if (arguments.length === 2) {
      status = wasm._htn_world_set(this.address, number, raw);
    } else {
      this.checkCount(number, arguments.length - 2);
      for (let i = 2; i < arguments.length; i++) this.putIndex(number, i - 2, arguments[i]);
      status = wasm._htn_world_set_at(this.address, number, domain.scratch, arguments.length - 2, raw);
    }
    if (status !== 0) check(domain.module, status, `${domain.properties[number]} = ${value}`);
  }

  checkCount(number, count) {
    const { domain } = this;
    const wanted = domain.propertyParameters[number].length;
    if (wanted !== count) throw new HtnError(`${domain.properties[number]} has ${wanted} parameters, not ${count}`, 104);
  }

  putIndex(number, at, value) {
    const raw = this.domain.propertyParameters[number][at].put(value); // first: it can make the memory grow, which needs a new view
    this.domain.module.wasm.HEAP32[this.scratch + at] = raw;
  }

  /** Creates an instance of an open type, and says its number. */
  spawn(type) {
    const { domain } = this;
    const { wasm } = domain.module;
    check(domain.module, wasm._htn_world_spawn(this.address, domain.find('types', type, 'type'), domain.scratch), type);
    return wasm.HEAP32[this.scratch];
  }

  despawn(type, instance) {
    const { domain } = this;
    check(domain.module, domain.module.wasm._htn_world_despawn(this.address, domain.find('types', type, 'type'), instance), type);
  }

  exists(type, instance) {
    const { domain } = this;
    return domain.module.wasm._htn_world_exists(this.address, domain.find('types', type, 'type'), instance) !== 0;
  }
}
