/**
 * The tool `htn` in a page or in node, with files in memory: its commands, its language server, and plays of `htn run`. All of `Htn`
 * is there, too.
 */
import type { Htn } from './index.js';

export interface Run { status: number; out: string; err: string; bytes: Uint8Array }

/** `htn lsp` without its streams: the Language Server Protocol 3.17. */
export interface LanguageServer {
  request(method: string, params: unknown): unknown;
  notify(method: string, params: unknown): void;
  free(): void;
}

export interface DeclaredType {
  name: string;
  kind: 'bool' | 'int' | 'fixed' | 'enum' | 'entities';
  low: number;
  high: number;
  /** Its instances come and go. */
  open: boolean;
  parent?: number;
  values?: string[];
}
/** Types are indexes of `types`. */
export interface Declarations {
  types: DeclaredType[];
  properties: { name: string; type: number; parameters: number[]; fact: boolean }[];
  queries: { name: string; type: number; candidates: number; parameters: number[] }[];
  layers: string[];
  bytesPerAgent: number;
}
export interface PlayStep {
  text: string;
  mark: 'group' | 'todo' | 'running' | 'done' | 'aborting';
  depth: number;
  /** Of a running step, in milliseconds. */
  id?: number;
  elapsed?: number;
  duration?: number;
}
export interface PlayState {
  /** Milliseconds since the play began. */
  time: number;
  /** How many actions lie behind this moment, and how many there are with those that were undone. */
  moment: number;
  moments: number;
  world: { name: string; property: number; value: boolean | number | string; changed?: true }[];
  instances: Record<string, string[]>;
  answers: { name: string; value: string }[];
  layers: { name: string; status: string; steps: PlayStep[] }[];
  logged: number;
  log: { time: number; kind: 'world' | 'plan' | 'start' | 'success' | 'failure' | 'abort' | 'note' | 'problem'; text: string }[];
}
/** The task network; `task` is an index of the list. */
export interface NetworkTask {
  name: string;
  root: boolean;
  compound: boolean;
  operator?: string;
  methods?: { name: string; conditions: string; file?: string; line?: number; subtasks: { text: string; task?: number; back: boolean }[] }[];
}

export interface Play {
  /** A command of `htn run`: `set SeesEnemy = true`, `tick 0.1`, `succeed WalkTo`, `undo 3`, `save a.test.htn a name`. */
  do(command: string): { good: boolean; answer: string };
  /** `logFrom`: the first entry of the log that is wanted. */
  state(logFrom?: number): PlayState;
  declarations(): Declarations;
  /** What the layer would plan now, and why nothing else: as `htn explain --json` (docs/schema/explain.json). */
  explain(layer?: number): unknown;
  network(): NetworkTask[];
  free(): void;
}

/** An agent of a recording. `items`: four numbers each, in the order of the second: what it is, begin and end in milliseconds, the index of its text. */
export interface Track {
  name: string;
  end: number;
  /** What: 0 a plan, 1 a step, 2 a search without a new plan, 3 a change, 4 a sensor's, 5 a hold, 6 a failure, 7 others; from bit 8 on the layer plus 1, 0 if it is of none; from bit 24 on how a step ended: 1 it was running, 2 success, 3 failure, 4 abort; 0: it had not ended. */
  items: Uint32Array;
}
export interface PastMoment {
  /** Milliseconds since the run began, and how many ticks. */
  time: number;
  tick: number;
  /** Why the journal cannot be replayed up to the time that was asked for. */
  problem?: string;
  world: PlayState['world'];
  instances: PlayState['instances'];
  answers: [];
  layers: PlayState['layers'];
  /** As `htn explain --journal --json`. */
  explained?: unknown;
}
/** Journals of agents of one domain. */
export interface Recording {
  tracks: Track[];
  texts: string[];
  /** Adds the runs of a journal as tracks. Returns what could not be read, as text; '' if all is well. */
  add(name: string, bytes: Uint8Array): string;
  /** The same for an agent that still acts: the first bytes of its journal, then what has come since, whole events each time. One track of a recording grows. */
  grow(name: string, bytes: Uint8Array): string;
  /** The agent at a time in milliseconds; `explained`: with the layer's latest search by then. */
  moment(track: number, time: number, layer?: number, explained?: boolean): PastMoment | null;
  free(): void;
}

/** What is known of a game that is attached to. */
export interface AttachState {
  /** Whether the game has answered; whether it has stopped time, and the break that did, from 1. */
  greeted: boolean;
  paused: boolean;
  stoppedBy: number;
  /** Whether it did what the last line asked. */
  good: boolean;
  /** Whether the names of all agents are known, and how many there are. */
  listed: boolean;
  agents: number;
  /** The chosen agent and its domain's build; -1: none yet. */
  chosen: number;
  build: number;
  /** Its journal: another number for each that does not go on with the one before, and its size in bytes. */
  generation: number;
  size: number;
}
/** `htn attach` without a socket (docs/attach.md): the caller has the connection. */
export interface Attach {
  /** Takes a message of the game. Returns what is to be told to a person, as text. */
  hear(message: Uint8Array): string;
  /** The connection is gone. */
  lost(): void;
  /** Whether it takes a line: it does not wait for an answer of the game. */
  readonly ready: boolean;
  do(line: string): { good: boolean; answer: string };
  /** The source that the line `reload` compiles and sends. */
  source(path: string): void;
  state(): AttachState;
  names(): string[];
  blob(): Uint8Array;
  journal(from: number): Uint8Array;
  free(): void;
}

export interface Tool extends Htn {
  /** `run(['check', '--json', 'troll.htn'])`. `input`: standard input. */
  run(args: string[], input?: string | Uint8Array): Run;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): Uint8Array | null;
  readText(path: string): string | null;
  remove(path: string): void;
  /** Makes the folder, and begins relative paths there. */
  enter(folder: string): void;
  /** `heard` gets the server's notifications, such as textDocument/publishDiagnostics. */
  languageServer(heard?: (method: string, params: unknown) => void): LanguageServer;
  /** Begins a play. Throws what the compiler says if the source has errors. `duration`: of a step without a Duration, in milliseconds. */
  play(path: string, options?: { seed?: number; duration?: number }): Play;
  /** `say` gets each message to the game. */
  attach(say: (message: Uint8Array) => void): Attach;
  /** Begins a recording of agents of a domain. Throws what the compiler says if the source has errors. */
  recording(path: string): Recording;
}

/** `wasm`: the bytes of modules/tool.wasm. */
export function loadTool(options?: { wasm?: Uint8Array }): Promise<Tool>;
