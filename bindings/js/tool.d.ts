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
}

/** `wasm`: the bytes of modules/tool.wasm. */
export function loadTool(options?: { wasm?: Uint8Array }): Promise<Tool>;
