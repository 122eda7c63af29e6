// The compiler: texts in, a blob and messages out. native/compile_calls.c is the other side.
import { encode } from './module.js';

const OUTCOMES = { 0: 'built', 10: 'rejected', 20: 'unreadable', 30: 'no memory', 40: 'bad switch', 50: 'bad argument' };
const SEVERITIES = { 10: 'note', 20: 'warning', 30: 'error' };
const FIX = 40;

/** A reader of `files`: an object of texts by path, or a function from a path to its text. */
function reader(files) {
  if (typeof files === 'function') return files;
  return (path) => (Object.hasOwn(files, path) ? files[path] : undefined);
}

export function compile(module, main, files, options = {}) {
  const { wasm, host } = module;
  const find = reader(files);
  const messages = [];
  const given = [];
  host.findText = (path, size) => {
    try {
      const text = find(module.getText(path));
      if (text === undefined || text === null) return 0;
      const bytes = typeof text === 'string' ? encode(text) : text;
      given.push(module.put(bytes));
      wasm.HEAPU32[size >> 2] = bytes.length;
      return given.at(-1);
    } catch (error) {
      module.keep(error);
      return 0;
    }
  };
  host.hear = (severity, id, text, path, line, column, endLine, endColumn) => {
    const place = path === 0 ? null : { file: module.getText(path), span: { line, column, endLine, endColumn } };
    const message = { message: module.getText(text), ...place };
    const last = messages.at(-1);
    if (severity === FIX) last.fixits.push({ ...place, text: message.message });
    else if (SEVERITIES[severity] === 'note') last.notes.push(message);
    else messages.push({ id: module.getText(id), severity: SEVERITIES[severity], ...message, notes: [], fixits: [] });
  };
  const switches = (options.warnings ?? []).map((text) => module.putText(text));
  const results = wasm._malloc(8 + 4 * switches.length);
  switches.forEach((at, i) => (wasm.HEAPU32[(results >> 2) + 2 + i] = at));
  const outer = module.begin();
  try {
    const outcome = module.withTexts([main], (path) =>
      wasm._js_compile(path, results + 8, switches.length, options.debug === false, results, results + 4));
    module.end(outer);
    const [blob, size] = [wasm.HEAPU32[results >> 2], wasm.HEAPU32[(results >> 2) + 1]];
    const made = outcome === 0 ? module.get(blob, size) : null;
    wasm._js_free_blob(blob);
    return { outcome: OUTCOMES[outcome], blob: made, diagnostics: messages };
  } finally {
    for (const at of [...switches, ...given, results]) wasm._free(at);
  }
}

