// The source pane: CodeMirror, with what the compiler and the language server say.
import { basicSetup } from 'codemirror';
import { autocompletion } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, hoverTooltip, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import words from 'words';
import { by, make } from './dom.js';

const keywords = new Set(words);
const language = StreamLanguage.define({
  name: 'htn',
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match('/*')) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^\d+(\.\d+)?(ms|s)?/)) return 'number';
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (word) return keywords.has(word[0]) ? 'keyword' : stream.peek() === '(' ? 'propertyName' : 'variableName';
    stream.next();
    return null;
  },
});
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--key)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: tags.number, color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--note)', fontStyle: 'italic' },
]);

// --- A line that belongs to the moment, and what scenarios cover ---

const setMarks = StateEffect.define();
class Mark extends GutterMarker {
  constructor(sign, kind, title) {
    super();
    Object.assign(this, { sign, kind, title });
  }
  eq(other) {
    return this.sign === other.sign && this.title === other.title;
  }
  toDOM() {
    return make('span', { class: this.kind, title: this.title, 'aria-label': this.title, role: 'img' }, this.sign);
  }
}
const marks = StateField.define({
  create: () => ({ lines: Decoration.none, gutter: RangeSet.empty }),
  update: (value, change) => {
    for (const effect of change.effects) if (effect.is(setMarks)) return effect.value;
    return { lines: value.lines.map(change.changes), gutter: value.gutter.map(change.changes) };
  },
  provide: (field) => EditorView.decorations.from(field, (value) => value.lines),
});

/** Columns of the compiler count bytes of UTF-8; those of CodeMirror, units of UTF-16. */
export function placeOf(document, line, column) {
  const at = document.line(Math.min(Math.max(line, 1), document.lines));
  let bytes = 1, units = 0;
  for (const letter of at.text) {
    if (bytes >= column) break;
    const code = letter.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    units += letter.length;
  }
  return at.from + units;
}

export class Source {
  constructor(model) {
    this.model = model;
    this.path = '';
    this.states = new Map();
    this.server = null;
    this.versions = new Map();
    this.handles = new Map(); // path -> the file on the disk that was chosen for it
    this.view = new EditorView({ parent: by('editor') });
    model.listen((what) => this.update(what));
  }

  extensions() {
    return [
      basicSetup, keymap.of([indentWithTab]), language, syntaxHighlighting(colours), lintGutter(), marks,
      gutter({ class: 'cm-coverage', markers: (view) => view.state.field(marks).gutter }),
      EditorView.contentAttributes.of({ 'aria-label': 'Source of the domain', tabindex: '0' }),
      EditorView.updateListener.of((update) => update.docChanged && this.changed()),
      autocompletion({ override: [(context) => this.complete(context)] }),
      hoverTooltip((view, at) => this.hover(view, at)),
      EditorView.theme({
        '.cm-gutters': { background: 'var(--soft)', color: 'var(--quiet)', border: 'none' },
        '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--soft) 70%, transparent)' },
        '.cm-cursor': { borderLeftColor: 'var(--ink)' },
        '.cm-tooltip': { background: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--edge)' },
        '.cm-tooltip-hover': { padding: '6px 10px', maxWidth: '520px', whiteSpace: 'pre-wrap' },
        '.cm-moment': { background: 'var(--glow)' },
        '.cm-selectionBackground': { background: 'color-mix(in srgb, var(--accent) 28%, transparent) !important' },
        '.cm-panels': { background: 'var(--soft)', color: 'var(--ink)' },
      }),
    ];
  }

  changed() {
    this.typed = true;
    this.model.edit(this.path, this.view.state.doc.toString());
    this.typed = false;
  }

  show(path, line) {
    if (path !== this.path) {
      if (this.states.has(this.path)) this.states.set(this.path, this.view.state);
      this.path = path;
      const text = this.model.files.get(path) ?? '';
      let state = this.states.get(path);
      if (state === undefined || state.doc.toString() !== text) state = EditorState.create({ doc: text, extensions: this.extensions() });
      this.states.set(path, state);
      this.view.setState(state);
      this.tabs();
      this.mark();
      this.lint();
    }
    if (line === undefined) return;
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: 'center' }) });
  }

  /** Writes the file that is shown to the disk: to a file that the person chooses once, where the browser can, or as a download. */
  async save() {
    const { path } = this, text = this.model.files.get(path), name = path.split('/').at(-1);
    if (globalThis.showSaveFilePicker === undefined) {
      const link = make('a', { download: name, href: URL.createObjectURL(new Blob([text])) });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      return `${name} was downloaded.`;
    }
    try {
      const key = `${this.opened}/${path}`;
      if (!this.handles.has(key)) this.handles.set(key, await globalThis.showSaveFilePicker({ suggestedName: name }));
      const file = await this.handles.get(key).createWritable();
      await file.write(text);
      await file.close();
      return `${this.handles.get(key).name} was written.`;
    } catch (error) {
      return error.name === 'AbortError' ? '' : `${name} was not written: ${error.message}`;
    }
  }

  tabs() {
    by('files').replaceChildren(...[...this.model.files.keys()].map((path) =>
      make('button', { role: 'tab', 'aria-selected': String(path === this.path), 'aria-controls': 'editor', onclick: () => this.show(path) }, path)));
  }

  update(what) {
    const { model } = this;
    if (what === 'files') {
      if (!model.files.has(this.path) || this.opened !== model.opened) {
        if (this.opened !== model.opened) {
          this.states.clear();
          this.server?.free();
          this.server = null;
        }
        this.opened = model.opened;
        this.path = '';
        this.show(model.main);
      } else {
        const text = model.files.get(this.path);
        const now = this.view.state.doc.toString();
        if (text !== now) this.view.dispatch({ changes: { from: 0, to: now.length, insert: text } });
        this.tabs();
      }
    }
    if (what === 'files' || what === 'source') this.lint();
    if (what === 'play' || what === 'results' || what === 'source') this.mark();
  }

  lint() {
    const { doc } = this.view.state;
    const { model } = this;
    const found = model.diagnostics.filter((each) => each.file === this.path).map((each) => ({
      from: placeOf(doc, each.span.line, each.span.column),
      to: Math.max(placeOf(doc, each.span.line, each.span.column), placeOf(doc, each.span.endLine, each.span.endColumn)),
      severity: each.severity,
      message: `${each.message} [${each.id}]`,
      actions: each.fixits.slice(0, 1).map((fixit) => ({ name: `Write ${fixit.text.trim() || 'nothing'}`, apply: () => model.fix(fixit) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, found));
    const errors = model.diagnostics.filter((each) => each.severity === 'error').length;
    const warnings = model.diagnostics.length - errors;
    const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
    by('verdict').textContent = errors > 0 ? count(errors, 'error') : warnings > 0 ? count(warnings, 'warning') : 'compiles';
    by('verdict').className = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : 'good';
    by('problems').replaceChildren(...model.diagnostics.map((each) => make('div', { role: 'listitem', class: 'problem' },
      make('button', { class: 'place', onclick: () => { this.show(each.file, each.span.line); this.view.focus(); } }, `${each.file}:${each.span.line}`),
      make('span', { class: `what ${each.severity === 'error' ? 'bad' : 'warn'}` }, each.message),
      each.fixits.length > 0 ? make('button', { class: 'fix', onclick: () => { model.fix(each.fixits[0]); this.view.focus(); } }, `Fix: ${each.fixits[0].text.trim() || 'remove it'}`) : null)));
  }

  /** Highlights the methods that the plan at this moment took, and shows scenarios and coverage in the margin. */
  mark() {
    const { doc } = this.view.state;
    const { model } = this;
    const taken = new Set();
    if (!model.stale) for (const node of model.explained?.tree ?? []) if (node.span && model.known(node.file) === this.path) taken.add(node.span.line);
    const lines = [...taken].filter((line) => line <= doc.lines).sort((a, b) => a - b)
      .map((line) => Decoration.line({ class: 'cm-moment' }).range(doc.line(line).from));
    const signs = new Map();
    for (const [line, count] of model.results?.coverage.get(this.path) ?? [])
      signs.set(line, count > 0 ? new Mark('▏', 'good', `exercised ${count} times by scenarios`) : new Mark('▏', 'bad', 'no scenario exercises this'));
    for (const each of model.results?.scenarios ?? [])
      if (each.file === this.path) signs.set(each.line, each.passed ? new Mark('✓', 'good', 'passes') : new Mark('✗', 'bad', 'fails'));
    const gutterMarks = [...signs].filter(([line]) => line <= doc.lines).sort((a, b) => a[0] - b[0]).map(([line, mark]) => mark.range(doc.line(line).from));
    this.view.dispatch({ effects: setMarks.of({ lines: Decoration.set(lines), gutter: RangeSet.of(gutterMarks) }) });
  }

  // --- The language server ---

  uri(path) {
    return `file://${this.model.folder}/${encodeURI(path)}`;
  }

  /** The server, which knows all texts as they are now. */
  language() {
    if (this.server === null) {
      this.server = this.model.tool.languageServer();
      this.server.request('initialize', { capabilities: {}, rootUri: `file://${this.model.folder}`, processId: null });
      this.server.notify('initialized', {});
      this.versions.clear();
    }
    const text = this.model.files.get(this.path);
    const known = this.versions.get(this.path);
    const uri = this.uri(this.path);
    if (known === undefined) this.server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'htn', version: 1, text } });
    else if (known.text !== text) this.server.notify('textDocument/didChange', { textDocument: { uri, version: known.version + 1 }, contentChanges: [{ text }] });
    this.versions.set(this.path, { version: (known?.version ?? 0) + 1, text });
    return this.server;
  }

  ask(method, at, more) {
    const line = this.view.state.doc.lineAt(at);
    return this.language().request(`textDocument/${method}`, {
      textDocument: { uri: this.uri(this.path) }, position: { line: line.number - 1, character: at - line.from }, ...more });
  }

  complete(context) {
    const word = context.matchBefore(/[\p{L}\p{N}_]*/u);
    if (!context.explicit && (word === null || word.from === word.to)) return null;
    const answer = this.ask('completion', context.pos, { context: { triggerKind: 1 } });
    const items = Array.isArray(answer) ? answer : answer?.items ?? [];
    if (items.length === 0) return null;
    const kinds = { 14: 'keyword', 3: 'function', 10: 'property', 20: 'constant', 13: 'enum', 6: 'variable', 7: 'class', 15: 'text' };
    return {
      from: word?.from ?? context.pos,
      options: items.map((item) => ({ label: item.label, detail: item.detail, type: kinds[item.kind] ?? 'text',
        apply: (item.textEdit?.newText ?? item.insertText ?? item.label).replace(/\$\{\d+:([^}]*)\}|\$\d+/g, '$1') })),
      validFor: /^[\p{L}\p{N}_]*$/u,
    };
  }

  hover(view, at) {
    const answer = this.ask('hover', at);
    if (!answer?.contents) return null;
    const text = (answer.contents.value ?? answer.contents).replace(/```\w*\n?/g, '').trim();
    return { pos: at, create: () => ({ dom: make('div', {}, text) }) };
  }
}
