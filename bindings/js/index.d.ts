/**
 * Thumper in JavaScript: hierarchical task networks for games, in WebAssembly.
 *
 * `load()` gives compiler and runtime. Values of properties are JavaScript's: booleans, numbers (a fixed number has decimals), names of
 * an Enum's values as strings, instances as names or, of open types, as numbers; `null` is none. Errors are thrown as HtnError.
 * What has a method `free` lies in the module's memory until it is called: agents before their class, classes before their domain.
 */

/** A place in a source: lines and columns from 1, columns in bytes of UTF-8; the end is behind the last byte. */
export interface Span { line: number; column: number; endLine: number; endColumn: number }
export interface Note { message: string; file?: string; span?: Span }
export interface Fixit { file: string; span: Span; text: string }
/** A message of the compiler, as `htn check --json` has it. */
export interface Diagnostic extends Note { id: string; severity: 'error' | 'warning'; notes: Note[]; fixits: Fixit[] }

/** Sources by path, or a function that finds them. Imports are relative to the file that imports. */
export type Files = Record<string, string | Uint8Array> | ((path: string) => string | Uint8Array | undefined);
export interface CompileOptions {
  /** Switches of `-W` without the `-W`: `error`, `no-unused-task`. */
  warnings?: string[];
  /** false: without what `htn explain` and traces use. */
  debug?: boolean;
}
export interface Compilation {
  outcome: 'built' | 'rejected' | 'unreadable' | 'no memory' | 'bad switch' | 'bad argument';
  /** The same bytes as those of `htn compile`; null: there were errors. */
  blob: Uint8Array | null;
  diagnostics: Diagnostic[];
}

export type Value = boolean | number | string | null;
/** How a step is doing: RUNNING 0, SUCCEEDED 1, FAILED 2, ABORTED 3. */
export type Outcome = 0 | 1 | 2 | 3;
export const RUNNING: 0;
export const SUCCEEDED: 1;
export const FAILED: 2;
export const ABORTED: 3;
/** What a query's function returns while its answer is not known: the layer waits, and asks again. */
export const LATER: unique symbol;

export class HtnError extends Error {
  /** A number of htn/status.h. */
  readonly status: number;
}

/** Verified, and ready to plan over. Names are in the order of the blob. */
export interface Domain {
  readonly properties: readonly string[];
  readonly types: readonly string[];
  readonly tasks: readonly string[];
  readonly roots: readonly string[];
  readonly operators: readonly string[];
  readonly sensors: readonly string[];
  readonly queries: readonly string[];
  /** The number of a property, which reads and writes worlds faster than its name. Throws if there is none. */
  property(name: string): number;
  /** Gives a journal's inputs to a new agent, and compares what that does with the journal, byte for byte. */
  replay(journal: Uint8Array): { same: boolean; events: number; offset: number; reason: string | null; status: number };
  free(): void;
}

export interface World {
  get(property: string | number, ...index: Value[]): Value;
  set(property: string | number, value: Value, ...index: Value[]): void;
  /** Creates an instance of an open type, and says its number. */
  spawn(type: string): number;
  despawn(type: string, instance: number): void;
  exists(type: string, instance: number): boolean;
}

export interface PlannedStep { task: string; arguments: Value[] }
/** `progress`: 0: to do; 1: done; 2: to do once more, in a loop; 3 or more: done in this round. `done`: 1, or 3 or more. */
export interface RunningStep extends PlannedStep { progress: number; done: boolean }
export interface Plan { outcome: 'plan' | 'none' | 'limit'; status: number; steps: PlannedStep[]; mtr: number[] }
/** A world and a planner, without an agent. */
export interface Planner {
  readonly world: World;
  find(request?: { root?: string; seed?: number }): Plan;
  free(): void;
}

/** A step in progress. The same object at each call: copy what is needed later. A tick inside of an operator has another. */
export interface Step {
  readonly agent: Agent;
  /** Which run of a step this is: unique in the agent. */
  readonly id: number;
  readonly layer: number;
  /** In the layer's running plan; -1 while the step is being aborted. */
  readonly index: number;
  readonly task: string;
  readonly operator: string;
  readonly arguments: readonly Value[];
  /** Milliseconds since the operator was last called. */
  readonly elapsed: number;
  /** The step's own bytes, as many as its operator's `memory`: zero at its start, and saved with the agent. A new object at each access. */
  readonly memory: DataView;
  /** In Agent's onStep: the step is to end early; report ABORTED when it has. */
  readonly aborting: boolean;
}
/** undefined: RUNNING; of `abort`: ABORTED. What is no outcome is an error, and the step has failed. */
export type StepFunction = (step: Step) => Outcome | void;
export interface Operator {
  start?: StepFunction;
  update?: StepFunction;
  abort?: StepFunction;
  resume?: (step: Step) => void;
  /** Bytes of Step's memory. With no function, the operator is polled. */
  memory?: number;
}
export interface Bindings {
  /** A function is called when a step starts, and then once a tick. An operator that is not here is polled: onStep, report(). */
  operators?: Record<string, StepFunction | Operator>;
  sensors?: Record<string, (agent: Agent) => void>;
  /** Returns the answer; a list of candidates for a query with Max; undefined for the default. It may only read. */
  queries?: Record<string, (agent: Agent, ...arguments: Value[]) => Value | Value[] | typeof LATER | undefined>;
}
export interface AgentClass { readonly domain: Domain; free(): void }

export interface AgentOptions {
  seed?: number;
  /** What searches may spend in a tick; 0: a search ends in the tick in which it begins. */
  budget?: number;
  /** Milliseconds: replan at least so often; 0: only when there is another reason. */
  interval?: number;
  /** Milliseconds after which a plan ends early; 0: none. */
  horizon?: number;
  /** How many orders each layer can have. */
  orders?: number;
  /** How many steps each layer can have in progress; 0: 8 if the domain has Parallel, else 1. */
  running?: number;
  /** Spreads the sensors of different agents over different ticks; without it, the agents' numbers do. */
  stagger?: number;
  /** A step of a polled operator starts or, if `aborting`, is to end. */
  onStep?: (step: Step) => void;
  onOrderEnded?: (id: number, end: 'done' | 'no plan' | 'limit' | 'failed' | 'gone' | 'replaced' | 'taken' | 'dropped', layer: number) => void;
}
export interface Agent {
  readonly world: World;
  /** One frame. The status of a limit that was reached, or 0. An error that an operator throws ends its step as failed, and comes out here. */
  tick(milliseconds: number): number;
  /** How a step of a polled operator has ended. */
  report(id: number, outcome: Outcome): void;
  /** Replan in the next tick. */
  ask(): void;
  answersChanged(): void;
  /** The running plan; null: none runs. */
  plan(layer?: string | number): RunningStep[] | null;
  /** Gives the layer a task; says the order's number. */
  order(task: string, args?: Value[], how?: { layer?: string | number; replace?: boolean }): number;
  /** Takes an order back, or all of a layer. */
  takeBack(id?: number, layer?: string | number): void;
  save(): Uint8Array;
  load(save: Uint8Array): void;
  /** Begin before the first tick, so that it can be replayed. `bytes`: of the ring that is read. */
  beginJournal(bytes?: number): void;
  /** What was written since the last call; the pieces one after the other are the journal, for `htn trace` and Domain.replay(). */
  readJournal(): Uint8Array;
  /** In a crowd: only each so many-th frame ticks the agent, with the time of all frames since. */
  setPeriod(frames: number): void;
  /** Leaves its crowd, too. Not from inside of its own operators, sensors and queries. */
  free(): void;
}

/** A crowd since it was made; waits are in frames, `work` and `budget` in units of the runtime, of which one lasts `nanosecondsPerUnit`. */
export interface CrowdStatistics {
  agents: number; waiting: number; wait: number; longestWait: number; work: number; budget: number; nanosecondsPerUnit: number;
}
/** Agents that are ticked in one call, and share what a frame may spend on planning. */
export interface Crowd {
  readonly size: number;
  /** Returns the agent. It can be in one crowd only; do not tick it by itself as well. */
  add(agent: Agent): Agent;
  remove(agent: Agent): void;
  /**
   * One frame of all agents, then onStep of those with news. `budget`: what all searches together may spend, in units of the runtime; without it, no
   * bound. The status of the first limit that an agent reached, or 0. The first error that a function throws comes out when all are ticked.
   */
  tick(milliseconds: number, budget?: number): number;
  /**
   * The same with a budget in milliseconds: searches get as many units as have lately been done in such a time. It uses performance.now(), which
   * browsers make coarse, so it settles only after some hundred searches.
   */
  tickFor(milliseconds: number, budget: number): number;
  statistics(): CrowdStatistics;
  /** The agents stay, without a crowd. */
  free(): void;
}

export interface Htn {
  compile(main: string, files: Files, options?: CompileOptions): Compilation;
  domain(blob: Uint8Array): Domain;
  planner(domain: Domain): Planner;
  agentClass(domain: Domain, bindings?: Bindings): AgentClass;
  agent(agentClass: AgentClass, options?: AgentOptions): Agent;
  crowd(): Crowd;
}

/** `wasm`: the bytes of modules/library.wasm, for a game that loads them itself. */
export function load(options?: { wasm?: Uint8Array }): Promise<Htn>;
