// What all of the package shares: a WebAssembly module as it was compiled, texts in its memory, and the calls that it makes back.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** @returns {Promise<Uint8Array>} the bytes of a module that lies beside this file */
async function readModule(url) {
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* webpackIgnore: true */ 'node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A WebAssembly module with the texts that go in and come out. */
export class Module {
  static async load(name, given, settings) {
    const factory = (await import(new URL(`./modules/${name}.js`, import.meta.url).href)).default;
    const bytes = given ?? (await readModule(new URL(`./modules/${name}.wasm`, import.meta.url)));
    const host = {};
    return new Module(await factory({ wasmBinary: bytes, host, ...settings }), host);
  }

  constructor(wasm, host) {
    this.wasm = wasm;
    this.host = host;
    this.texts = new Map(); // by address: of texts that never change
    this.thrown = null;
  }

  /** A copy of `bytes` in the module's memory, to be freed. */
  put(bytes) {
    const at = this.wasm._malloc(bytes.length + 8);
    if (at === 0) throw new Error('no memory is left');
    this.wasm.HEAPU8.set(bytes, at);
    return at;
  }

  putText(text) {
    const bytes = encoder.encode(text);
    const at = this.put(bytes);
    this.wasm.HEAPU8[at + bytes.length] = 0;
    return at;
  }

  get(at, size) {
    return this.wasm.HEAPU8.slice(at, at + size);
  }

  getText(at) {
    if (at === 0) return '';
    const end = this.wasm.HEAPU8.indexOf(0, at);
    return decoder.decode(this.wasm.HEAPU8.subarray(at, end));
  }

  /** Of a text that stays where it is as long as its domain: makes garbage only once. */
  getLastingText(at) {
    let text = this.texts.get(at);
    if (text === undefined) this.texts.set(at, (text = this.getText(at)));
    return text;
  }

  /** A text that was malloc'ed for the caller. */
  takeText(at) {
    const text = this.getText(at);
    this.wasm._free(at);
    return text;
  }

  /** Calls `use` with the addresses of texts. */
  withTexts(texts, use) {
    const addresses = texts.map((text) => this.putText(text));
    try {
      return use(...addresses);
    } finally {
      for (const at of addresses) this.wasm._free(at);
    }
  }

  /** Keeps the first error of a callback: an exception must not unwind the C that called it. */
  keep(error) {
    this.thrown ??= { error };
  }

  /** Before a call that may call back. Says what an outer call keeps; give that to end(). */
  begin() {
    const outer = this.thrown;
    this.thrown = null;
    return outer;
  }

  /** After it: an error that a callback threw goes on here. */
  end(outer) {
    const { thrown } = this;
    this.thrown = outer;
    if (thrown !== null) throw thrown.error;
  }
}

/** What the runtime answers: a status by its number, as in htn/status.h. */
export class HtnError extends Error {
  constructor(message, status) {
    super(message);
    this.name = 'HtnError';
    this.status = status;
  }
}

/** The address of an object in the module's memory, which is 0 when it has been freed: to use it then is an error. */
export class Owned {
  #address = 0;

  constructor(what) {
    this.what = what;
  }

  get address() {
    if (this.#address === 0) throw new HtnError(`${this.what} was freed, and cannot be used any more`, 104);
    return this.#address;
  }

  set address(to) {
    this.#address = to;
  }

  get isFreed() {
    return this.#address === 0;
  }
}

export const encode = (text) => encoder.encode(text);
export const decode = (bytes) => decoder.decode(bytes);
