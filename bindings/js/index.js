// Thumper in JavaScript: the compiler, and domains, worlds, planners and agents. README.md shows how to use it; index.d.ts has the types.
import { Agent, AgentClass, Agents, Crowd, Planner } from './agent.js';
import { compile } from './compile.js';
import { Domain } from './domain.js';
import { Module } from './module.js';

export { ABORTED, FAILED, LATER, RUNNING, SUCCEEDED } from './agent.js';
export { HtnError } from './module.js';

export class Htn {
  constructor(module) {
    this.module = module;
    this.agents = new Agents(module);
  }

  compile(main, files, options) {
    return compile(this.module, main, files, options);
  }

  domain(blob) {
    return new Domain(this.module, blob);
  }

  planner(domain) {
    return new Planner(domain);
  }

  agentClass(domain, bindings) {
    return new AgentClass(this.agents, domain, bindings);
  }

  agent(agentClass, options) {
    return new Agent(agentClass, options);
  }

  crowd() {
    return new Crowd(this.module);
  }
}

/** Loads the module once; each call gives an instance with a memory of its own. */
export async function load({ wasm } = {}) {
  return new Htn(await Module.load('library', wasm));
}
