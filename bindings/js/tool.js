// The tool `htn` in a page or in node, with files in memory: its commands, its language server, and plays, which the desk shows.
import { Htn } from './index.js';
import { Module, decode, encode } from './module.js';

/** A language server: `htn lsp` without its streams. */
class LanguageServer {
  constructor(module, heard) {
    this.module = module;
    this.heard = heard;
    this.asked = 0;
    this.received = [];
    this.server = module.wasm._js_language_open();
  }

  send(message) {
    const body = encode(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const head = encode(`Content-Length: ${body.length}\r\n\r\n`);
    const whole = new Uint8Array(head.length + body.length);
    whole.set(head);
    whole.set(body, head.length);
    const at = this.module.put(whole);
    this.received = [];
    this.module.host.send = (bytes, count) => {
      const text = decode(this.module.wasm.HEAPU8.subarray(bytes, bytes + count));
      this.received.push(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)));
    };
    this.module.wasm._js_language_feed(this.server, at, whole.length);
    this.module.wasm._free(at);
    for (const each of this.received) if (each.method !== undefined) this.heard?.(each.method, each.params);
    return this.received;
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    const id = ++this.asked;
    const answer = this.send({ id, method, params }).find((each) => each.id === id && each.method === undefined);
    if (answer?.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer?.result ?? null;
  }

  free() {
    this.module.wasm._js_language_close(this.server);
  }
}

/** A play of `htn run`: an agent whose world a person changes, with undo. */
class Play {
  constructor(tool, address) {
    this.tool = tool;
    this.module = tool.module;
    this.address = address;
  }

  /** Does a command of `htn run`: `set SeesEnemy = true`, `tick 0.1`, `succeed`, `undo 3`. */
  do(line) {
    const { wasm } = this.module;
    const at = wasm._malloc(4);
    const good = this.module.withTexts([line], (text) => wasm._js_play_do(this.address, text, at)) !== 0;
    const answer = this.module.takeText(wasm.HEAPU32[at >> 2]);
    wasm._free(at);
    return { good, answer };
  }

  state(logFrom = 0) {
    return JSON.parse(this.module.takeText(this.module.wasm._js_play_state(this.address, logFrom)));
  }

  declarations() {
    return JSON.parse(this.module.takeText(this.module.wasm._js_play_declarations(this.address)));
  }

  explain(layer = 0) {
    const text = this.module.takeText(this.module.wasm._js_play_explain(this.address, layer));
    return text === '' ? null : JSON.parse(text);
  }

  network() {
    return JSON.parse(this.module.takeText(this.module.wasm._js_play_network(this.address)));
  }

  free() {
    this.module.wasm._js_play_close(this.address);
  }
}

/** Journals of agents of one domain: what they did, and any moment of it. */
class Recording {
  constructor(tool, address) {
    this.tool = tool;
    this.module = tool.module;
    this.address = address;
    this.tracks = [];
    this.texts = [];
  }

  /** Adds the runs of a journal. Says what could not be read; '' if all is well. */
  add(name, bytes) {
    const { wasm } = this.module;
    this.tool.streams.err.length = 0;
    const at = this.module.put(bytes);
    const count = this.module.withTexts([name], (text) => wasm._js_recording_add(this.address, text, at, bytes.length));
    return this.read(this.tracks.length, count);
  }

  /** The same for an agent that still acts: its journal's first bytes, then what has come since. One track of a recording grows. */
  grow(name, bytes) {
    const { wasm } = this.module;
    this.tool.streams.err.length = 0;
    const at = this.module.put(bytes);
    const count = this.module.withTexts([name], (text) => wasm._js_recording_grow(this.address, text, at, bytes.length));
    wasm._free(at);
    return this.read(count - 1, count);
  }

  /** Reads tracks, and texts that are new. */
  read(from, to) {
    const { wasm } = this.module;
    const about = wasm._malloc(16);
    for (let i = Math.max(0, from); i < to; i++) {
      wasm._js_recording_track(this.address, i, about);
      const [nameAt, itemsAt, items, end] = wasm.HEAPU32.subarray(about >> 2, (about >> 2) + 4);
      this.tracks[i] = { name: this.module.getText(nameAt), end, items: wasm.HEAPU32.slice(itemsAt >> 2, (itemsAt >> 2) + 4 * items) };
    }
    const texts = wasm._js_recording_texts(this.address, this.texts.length, about);
    const size = wasm.HEAPU32[about >> 2];
    if (size > 0) for (const text of decode(wasm.HEAPU8.subarray(texts, texts + size - 1)).split('\0')) this.texts.push(text);
    wasm._free(about);
    return decode(Uint8Array.from(this.tool.streams.err));
  }

  /** The agent at a time in milliseconds. */
  moment(track, time, layer = 0, explained = false) {
    const text = this.module.takeText(this.module.wasm._js_recording_moment(this.address, track, Math.round(time * 1000), layer, explained));
    return text === '' ? null : JSON.parse(text);
  }

  free() {
    this.module.wasm._js_recording_close(this.address);
  }
}

/** What `htn attach` does, without a socket: the game's messages in, lines in, messages to the game out. */
class Attach {
  constructor(tool, say) {
    this.tool = tool;
    this.module = tool.module;
    this.say = say;
    this.address = this.module.wasm._js_attach_open();
  }

  /** What was printed meanwhile. */
  printed(act) {
    const { streams } = this.tool;
    streams.out.length = streams.err.length = 0;
    this.module.host.say = (bytes, count) => this.say(this.module.wasm.HEAPU8.slice(bytes, bytes + count));
    const good = act() !== 0;
    return { good, answer: decode(Uint8Array.from([...streams.out, ...streams.err])) };
  }

  /** Takes a message of the game. Returns what is to be told, as text. */
  hear(message) {
    const at = this.module.put(message);
    const { answer } = this.printed(() => this.module.wasm._js_attach_hear(this.address, at, message.length));
    this.module.wasm._free(at);
    return answer;
  }

  /** The connection is gone. */
  lost() {
    this.module.wasm._js_attach_lost(this.address);
  }

  /** Whether it waits for nothing, and takes a line. */
  get ready() {
    return this.module.wasm._js_attach_ready(this.address) !== 0;
  }

  /** Does a line of `htn attach`: `choose 3`, `set Tired=90`, `break at Rest`. */
  do(line) {
    return this.printed(() => this.module.withTexts([line], (text) => this.module.wasm._js_attach_do(this.address, text)));
  }

  /** The source that `reload` compiles and sends. */
  source(path) {
    this.module.withTexts([path], (text) => this.module.wasm._js_attach_source(this.address, text));
  }

  state() {
    return JSON.parse(this.module.takeText(this.module.wasm._js_attach_state(this.address)));
  }

  names() {
    const names = [];
    for (let at; (at = this.module.wasm._js_attach_name(this.address, names.length)) !== 0;) names.push(this.module.getText(at));
    return names;
  }

  bytesOf(call) {
    const { wasm } = this.module;
    const size = wasm._malloc(4);
    const at = call(size), count = wasm.HEAPU32[size >> 2];
    wasm._free(size);
    return wasm.HEAPU8.slice(at, at + count);
  }

  /** The chosen agent's domain. */
  blob() {
    return this.bytesOf((size) => this.module.wasm._js_attach_blob(this.address, size));
  }

  /** Its journal from a byte on. */
  journal(from) {
    return this.bytesOf((size) => this.module.wasm._js_attach_journal(this.address, from, size));
  }

  free() {
    this.module.wasm._js_attach_close(this.address);
  }
}

export class Tool extends Htn {
  constructor(module, streams) {
    super(module);
    this.streams = streams;
  }

  /** Runs a command, such as `['check', '--json', 'troll.htn']`, with `input` as its standard input. */
  run(given, input = '') {
    const { wasm } = this.module;
    const { streams } = this;
    const texts = ['htn', ...given].map((text) => this.module.putText(text));
    const list = wasm._malloc(4 * (texts.length + 1));
    texts.forEach((at, i) => (wasm.HEAPU32[(list >> 2) + i] = at));
    wasm.HEAPU32[(list >> 2) + texts.length] = 0;
    streams.out.length = streams.err.length = 0;
    streams.input = typeof input === 'string' ? encode(input) : input;
    streams.read = 0;
    const status = wasm._js_run(texts.length, list);
    for (const at of [...texts, list]) wasm._free(at);
    const out = Uint8Array.from(streams.out);
    return { status, bytes: out, out: decode(out), err: decode(Uint8Array.from(streams.err)) };
  }

  write(path, content) {
    const { FS } = this.module.wasm;
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder !== '') FS.mkdirTree(folder);
    FS.writeFile(path, content);
  }

  /** The bytes of a file; null: there is none. */
  read(path) {
    try {
      return this.module.wasm.FS.readFile(path);
    } catch {
      return null;
    }
  }

  readText(path) {
    const bytes = this.read(path);
    return bytes === null ? null : decode(bytes);
  }

  remove(path) {
    if (this.read(path) !== null) this.module.wasm.FS.unlink(path);
  }

  enter(folder) {
    this.module.wasm.FS.mkdirTree(folder);
    this.module.wasm.FS.chdir(folder);
  }

  languageServer(heard) {
    return new LanguageServer(this.module, heard);
  }

  /** Begins a play with a source; its errors are thrown as text. */
  play(path, { seed = 0, duration = 1000 } = {}) {
    this.streams.err.length = 0;
    const address = this.module.withTexts([path], (text) => this.module.wasm._js_play_open(text, seed, duration));
    if (address === 0) throw new Error(decode(Uint8Array.from(this.streams.err)));
    return new Play(this, address);
  }

  /** What `htn attach` does. `say` gets each message to the game. */
  attach(say) {
    return new Attach(this, say);
  }

  /** Begins a recording: journals of agents of a domain, whose errors are thrown as text. */
  recording(path) {
    this.streams.err.length = 0;
    const address = this.module.withTexts([path], (text) => this.module.wasm._js_recording_open(text));
    if (address === 0) throw new Error(decode(Uint8Array.from(this.streams.err)));
    return new Recording(this, address);
  }
}

export async function loadTool({ wasm } = {}) {
  const streams = { out: [], err: [], input: new Uint8Array(), read: 0 };
  const module = await Module.load('tool', wasm, {
    preRun: [(made) => made.FS.init(
      () => (streams.read < streams.input.length ? streams.input[streams.read++] : null),
      (byte) => byte !== null && streams.out.push(byte & 255),
      (byte) => byte !== null && streams.err.push(byte & 255))],
  });
  return new Tool(module, streams);
}
