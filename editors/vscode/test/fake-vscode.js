// Stands in for the module `vscode` in tests: an editor without windows. Enums and plain classes come from the published types
// (@types/vscode), so a name that VS Code does not have is not here either. What an extension registers can be asked for in `said`.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');
const { URI, Utils } = require('vscode-uri');

URI.joinPath = Utils.joinPath;

// --- From the published types ---------------------------------------------------------------------------------------

const types = fs.readFileSync(require.resolve('@types/vscode/index.d.ts'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function enumsOf(text) {
  const found = {};
  for (const [, name, body] of text.matchAll(/export enum (\w+) \{([^}]*)\}/g)) {
    found[name] = {};
    let next = 0;
    for (const [, member, value] of body.matchAll(/(\w+)(?:\s*=\s*(-?\d+))?/g)) {
      next = value === undefined ? next : Number(value);
      found[name][member] = next;
      found[name][next++] = member;
    }
  }
  return found;
}

// Classes whose constructor keeps what it is given.
function plainClassesOf(text) {
  const found = {};
  for (const [, name, body] of text.matchAll(/export class (\w+)(?:<[^{]*>)?[^{]*\{([\s\S]*?)\n\t\}/g)) {
    const lists = [...body.matchAll(/\bconstructor\(([^)]*)\)/g)].map(([, list]) => list.split(',').map((each) => /^\s*(?:\.\.\.)?(\w+)/.exec(each)?.[1]).filter(Boolean));
    const parameters = lists.sort((a, b) => b.length - a.length)[0] ?? [];
    found[name] = { [name]: class { constructor(...given) { parameters.forEach((each, i) => { if (given[i] !== undefined) this[each] = given[i]; }); } } }[name];
  }
  return found;
}

// --- Classes that do something --------------------------------------------------------------------------------------

class Disposable {
  constructor(end) { this.dispose = () => { end?.(); end = undefined; }; }
  static from(...list) { return new Disposable(() => list.forEach((each) => each.dispose())); }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self, disposables) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      const end = new Disposable(() => this.listeners.delete(bound));
      disposables?.push(end);
      return end;
    };
  }
  fire(what) { [...this.listeners].forEach((each) => each(what)); }
  dispose() { this.listeners.clear(); }
}

class CancellationTokenSource {
  constructor() {
    const asked = new EventEmitter();
    this.token = { isCancellationRequested: false, onCancellationRequested: asked.event };
    this.cancel = () => { this.token.isCancellationRequested = true; asked.fire(); };
    this.dispose = () => {};
  }
}

class Position {
  constructor(line, character) { this.line = line; this.character = character; }
  isBefore(other) { return this.line < other.line || (this.line === other.line && this.character < other.character); }
  isEqual(other) { return this.line === other.line && this.character === other.character; }
  translate(lines = 0, characters = 0) { return new Position(this.line + lines, this.character + characters); }
}

class Range {
  constructor(a, b, c, d) {
    [this.start, this.end] = typeof a === 'number' ? [new Position(a, b), new Position(c, d)] : [a, b];
  }
  get isEmpty() { return this.start.isEqual(this.end); }
}
class Selection extends Range { get active() { return this.end; } get anchor() { return this.start; } }

class Location { constructor(uri, place) { this.uri = uri; this.range = place instanceof Range ? place : new Range(place, place); } }
class SnippetString { constructor(value = '') { this.value = value; } }
class MarkdownString { constructor(value = '') { this.value = value; } appendMarkdown(text) { this.value += text; return this; } }
class TestMessage { constructor(message) { this.message = message; } static diff(message, expected, actual) { return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual }); } }
class Task { constructor(definition, scope, name, source, execution, problemMatchers) { Object.assign(this, { definition, scope, name, source, execution, problemMatchers: [problemMatchers].flat() }); } }
class TestCoverageCount { constructor(covered, total) { this.covered = covered; this.total = total; } }

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
  contains(other) { return other.value === this.value || other.value.startsWith(`${this.value}.`); }
}
for (const [name, value] of Object.entries({ Empty: '', QuickFix: 'quickfix', Refactor: 'refactor', RefactorExtract: 'refactor.extract', RefactorInline: 'refactor.inline',
  RefactorRewrite: 'refactor.rewrite', Source: 'source', SourceOrganizeImports: 'source.organizeImports', SourceFixAll: 'source.fixAll' })) CodeActionKind[name] = new CodeActionKind(value);

class WorkspaceEdit {
  constructor() { this.list = new Map(); }
  set(uri, edits) { this.list.set(uri.toString(), [uri, [...(this.list.get(uri.toString())?.[1] ?? []), ...edits]]); }
  replace(uri, range, newText) { this.set(uri, [{ range, newText }]); }
  insert(uri, position, newText) { this.replace(uri, new Range(position, position), newText); }
  entries() { return [...this.list.values()]; }
}

class FileCoverage {
  constructor(uri, statementCoverage, branchCoverage, declarationCoverage) { Object.assign(this, { uri, statementCoverage, branchCoverage, declarationCoverage }); }
  static fromDetails(uri, details) {
    const counted = (list) => new TestCoverageCount(list.filter((each) => Number(each.executed) > 0).length, list.length);
    const statements = details.filter((each) => 'branches' in each || !('name' in each));
    return new FileCoverage(uri, counted(statements), counted(statements.flatMap((each) => each.branches ?? [])), counted(details.filter((each) => 'name' in each)));
  }
}

// --- Documents ------------------------------------------------------------------------------------------------------

class TextDocument {
  constructor(uri, text, languageId) { Object.assign(this, { uri, text, languageId, version: 1, isDirty: false, isClosed: false, eol: 1, isUntitled: uri.scheme === 'untitled' }); }
  get fileName() { return this.uri.fsPath; }
  get lines() { return this.text.split('\n'); }
  get lineCount() { return this.lines.length; }
  lineAt(at) { const line = typeof at === 'number' ? at : at.line; return { text: this.lines[line].replace(/\r$/, ''), lineNumber: line }; }
  getText(range) { return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text; }
  offsetAt(at) { return this.lines.slice(0, at.line).reduce((sum, line) => sum + line.length + 1, 0) + at.character; }
  positionAt(offset) { const before = this.text.slice(0, offset).split('\n'); return new Position(before.length - 1, before.at(-1).length); }
  async save() {
    fs.writeFileSync(this.uri.fsPath, this.text);
    this.isDirty = false;
    events.onDidSaveTextDocument.fire(this);
    return true;
  }
}

const events = {};
const event = (name) => (events[name] = new EventEmitter()).event;

// --- What was registered and shown ----------------------------------------------------------------------------------

const said = {
  folder: undefined, settings: {}, written: [], providers: {}, commands: new Map(), diagnostics: new Map(), messages: [], answers: [], controllers: [],
  views: new Map(), taskProviders: new Map(), tasks: [], executed: [], terminals: [], channels: [], runs: [], shown: [], watchers: [],
};

const provide = (name) => (selector, provider) => {
  const list = (said.providers[name] ??= []);
  const entry = { selector, provider };
  list.push(entry);
  return new Disposable(() => list.splice(list.indexOf(entry), 1));
};

function filesBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const file = path.join(folder, each.name);
    return each.isDirectory() ? (each.name === 'node_modules' || each.name.startsWith('.') ? [] : filesBelow(file)) : [file];
  });
}

const ending = (glob) => /\*(\.[\w.]+)$/.exec(typeof glob === 'string' ? glob : glob.pattern)[1];

function createDiagnosticCollection(name) {
  return {
    name,
    set(uri, list) { said.diagnostics.set(uri.toString(), list ?? []); events.diagnostics.fire({ uri: uri.toString(), list: list ?? [] }); },
    delete(uri) { said.diagnostics.delete(uri.toString()); },
    clear() { said.diagnostics.clear(); },
    dispose() { said.diagnostics.clear(); },
    forEach() {}, get() {}, has() { return false; },
  };
}

class TestItems {
  constructor() { this.map = new Map(); }
  get size() { return this.map.size; }
  get(id) { return this.map.get(id); }
  add(item) { this.map.set(item.id, item); }
  delete(id) { this.map.delete(id); }
  replace(items) { this.map = new Map(items.map((item) => [item.id, item])); }
  forEach(visit) { this.map.forEach((item) => visit(item, this)); }
  [Symbol.iterator]() { return this.map[Symbol.iterator](); }
}

function createTestController(id, label) {
  const controller = {
    id, label, items: new TestItems(), profiles: [],
    createTestItem(itemId, itemLabel, uri) {
      const item = { id: itemId, label: itemLabel, uri, children: new TestItems(), canResolveChildren: false, parent: undefined };
      const add = item.children.add.bind(item.children), replace = item.children.replace.bind(item.children);
      item.children.add = (child) => { child.parent = item; add(child); };
      item.children.replace = (list) => { list.forEach((child) => { child.parent = item; }); replace(list); };
      return item;
    },
    createRunProfile(name, kind, runHandler, isDefault, tag, supportsContinuousRun) {
      const profile = { label: name, kind, runHandler, isDefault, tag, supportsContinuousRun };
      controller.profiles.push(profile);
      return profile;
    },
    createTestRun(request) {
      const run = { request, events: [], output: '', coverage: [], ended: false, token: new CancellationTokenSource().token };
      for (const name of ['enqueued', 'started', 'skipped']) run[name] = (item) => run.events.push([name, item.label]);
      run.passed = (item, duration) => run.events.push(['passed', item.label, duration]);
      run.failed = (item, message, duration) => run.events.push(['failed', item.label, [message].flat(), duration]);
      run.errored = (item, message) => run.events.push(['errored', item.label, [message].flat()]);
      run.appendOutput = (text) => { run.output += text; };
      run.addCoverage = (coverage) => run.coverage.push(coverage);
      run.end = () => { run.ended = true; };
      said.runs.push(run);
      return run;
    },
    dispose() {},
  };
  said.controllers.push(controller);
  return controller;
}

const show = (kind) => async (message, ...rest) => {
  said.messages.push({ kind, message, choices: rest.filter((each) => typeof each === 'string') });
  return said.answers.shift();
};

const vscode = {
  ...plainClassesOf(types), ...enumsOf(types),
  version: '1.88.0', Uri: URI, Disposable, EventEmitter, CancellationTokenSource, Position, Range, Selection, Location, SnippetString, MarkdownString, TestMessage, Task,
  TestCoverageCount, FileCoverage, CodeActionKind, WorkspaceEdit,
  env: { language: 'en', appName: 'Fake', openExternal: async () => true, clipboard: { writeText: async () => {} } },
  commands: {
    registerCommand(name, run) {
      if (said.commands.has(name)) throw new Error(`command '${name}' already exists`);
      said.commands.set(name, run);
      return new Disposable(() => said.commands.delete(name));
    },
    async executeCommand(name, ...given) {
      if (/\.focus$|^setContext$|^workbench\./.test(name)) { said.shown.push([name, ...given]); return undefined; }
      if (!said.commands.has(name)) throw new Error(`command '${name}' not found`);
      return said.commands.get(name)(...given);
    },
  },
  languages: new Proxy({
    createDiagnosticCollection,
    match: (selector, document) => ([selector].flat().some((each) => each === document.languageId || (each.language === document.languageId && (!each.scheme || each.scheme === document.uri.scheme))) ? 10 : 0),
  }, { get: (known, name) => known[name] ?? (/^register/.test(name) ? provide(name.replace(/^register|Provider$/g, '')) : undefined) }),
  window: {
    activeTextEditor: undefined, visibleTextEditors: [], tabGroups: { all: [], onDidChangeTabs: event('onDidChangeTabs') }, terminals: [],
    onDidChangeActiveTextEditor: event('onDidChangeActiveTextEditor'), onDidChangeVisibleTextEditors: event('onDidChangeVisibleTextEditors'),
    showInformationMessage: show('information'), showWarningMessage: show('warning'), showErrorMessage: show('error'),
    createOutputChannel(name) {
      const channel = { name, text: '', append(text) { channel.text += text; }, appendLine(text) { channel.text += `${text}\n`; }, show() {}, clear() {}, replace() {}, hide() {}, dispose() {} };
      said.channels.push(channel);
      return channel;
    },
    withProgress: (_, work) => work({ report() {} }, new CancellationTokenSource().token),
    createTerminal(options) { const terminal = { ...options, show() {}, sendText() {}, dispose() {} }; said.terminals.push(terminal); return terminal; },
    registerWebviewViewProvider(id, provider) { said.views.set(id, provider); return new Disposable(() => said.views.delete(id)); },
    async showTextDocument(what, options) {
      const document = what instanceof TextDocument ? what : await vscode.workspace.openTextDocument(what);
      const editor = { document, selection: options?.selection ?? new Selection(0, 0, 0, 0), options: {}, revealRange() {} };
      said.shown.push(['document', document.uri.toString(), options]);
      vscode.window.activeTextEditor = editor;
      vscode.window.visibleTextEditors = [editor];
      events.onDidChangeActiveTextEditor.fire(editor);
      return editor;
    },
  },
  workspace: {
    isTrusted: true, textDocuments: [], workspaceFolders: undefined, notebookDocuments: [],
    onDidOpenTextDocument: event('onDidOpenTextDocument'), onDidCloseTextDocument: event('onDidCloseTextDocument'), onDidChangeTextDocument: event('onDidChangeTextDocument'),
    onDidSaveTextDocument: event('onDidSaveTextDocument'), onWillSaveTextDocument: event('onWillSaveTextDocument'), onDidChangeConfiguration: event('onDidChangeConfiguration'),
    onDidChangeWorkspaceFolders: event('onDidChangeWorkspaceFolders'), onDidCreateFiles: event('onDidCreateFiles'), onDidDeleteFiles: event('onDidDeleteFiles'),
    onDidRenameFiles: event('onDidRenameFiles'), onWillCreateFiles: event('onWillCreateFiles'), onWillDeleteFiles: event('onWillDeleteFiles'), onWillRenameFiles: event('onWillRenameFiles'),
    onDidOpenNotebookDocument: event('onDidOpenNotebookDocument'), onDidCloseNotebookDocument: event('onDidCloseNotebookDocument'), onDidChangeNotebookDocument: event('onDidChangeNotebookDocument'),
    onDidSaveNotebookDocument: event('onDidSaveNotebookDocument'),
    getConfiguration(section) {
      const key = (name) => (section ? `${section}.${name}` : name);
      return {
        get: (name, fallback) => said.settings[key(name)] ?? fallback,
        has: (name) => key(name) in said.settings,
        inspect: () => undefined,
        async update(name, value) { said.settings[key(name)] = value; said.written.push([key(name), value]); },
      };
    },
    getWorkspaceFolder: (uri) => vscode.workspace.workspaceFolders?.find((each) => uri.fsPath.startsWith(each.uri.fsPath + path.sep)),
    asRelativePath: (what) => path.relative(said.folder, typeof what === 'string' ? what : what.fsPath),
    findFiles: async (glob) => filesBelow(said.folder).filter((file) => file.endsWith(ending(glob))).map((file) => URI.file(file)),
    createFileSystemWatcher(glob) {
      const made = { glob, created: new EventEmitter(), changed: new EventEmitter(), deleted: new EventEmitter(), dispose() {} };
      Object.assign(made, { onDidCreate: made.created.event, onDidChange: made.changed.event, onDidDelete: made.deleted.event });
      said.watchers.push(made);
      return made;
    },
    async openTextDocument(what) {
      const uri = typeof what === 'string' ? URI.file(what) : what;
      let document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
      if (!document) {
        document = new TextDocument(uri, fs.readFileSync(uri.fsPath, 'utf8'), uri.path.endsWith('.htn') ? 'htn' : 'plaintext');
        vscode.workspace.textDocuments.push(document);
        events.onDidOpenTextDocument.fire(document);
      }
      return document;
    },
    async applyEdit(edit) {
      for (const [uri, edits] of edit.entries()) await change(await vscode.workspace.openTextDocument(uri), edits);
      return true;
    },
    fs: {
      readFile: async (uri) => fs.promises.readFile(uri.fsPath), stat: async (uri) => fs.promises.stat(uri.fsPath),
      writeFile: async (uri, bytes) => fs.promises.writeFile(uri.fsPath, bytes),
    },
  },
  tests: { createTestController },
  tasks: {
    registerTaskProvider(type, provider) { said.taskProviders.set(type, provider); return new Disposable(() => said.taskProviders.delete(type)); },
    fetchTasks: async () => said.tasks,
    async executeTask(task) { said.executed.push(task); return { task, terminate() {} }; },
    taskExecutions: [], onDidEndTask: event('onDidEndTask'), onDidEndTaskProcess: event('onDidEndTaskProcess'), onDidStartTask: event('onDidStartTask'),
  },
};
events.diagnostics = new EventEmitter();

/** Changes a document as typing does: the edits do not overlap, and are in terms of the text before. */
async function change(document, edits) {
  const changes = edits.map((each) => ({ range: each.range, text: each.newText, rangeOffset: document.offsetAt(each.range.start), rangeLength: document.offsetAt(each.range.end) - document.offsetAt(each.range.start) }))
    .sort((a, b) => b.rangeOffset - a.rangeOffset);
  for (const each of changes) document.text = document.text.slice(0, each.rangeOffset) + each.text + document.text.slice(each.rangeOffset + each.rangeLength);
  document.version++;
  document.isDirty = true;
  events.onDidChangeTextDocument.fire({ document, contentChanges: changes, reason: undefined });
}

/** Replaces the first `old` of a document. */
function replace(document, old, newText) {
  const at = document.text.indexOf(old);
  if (at < 0) throw new Error(`no such text: ${old}`);
  return change(document, [{ range: new Range(document.positionAt(at), document.positionAt(at + old.length)), newText }]);
}

function openFolder(folder) {
  said.folder = folder;
  vscode.workspace.workspaceFolders = [{ uri: URI.file(folder), name: path.basename(folder), index: 0 }];
}

const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));

module.exports = { vscode, said, events, openFolder, replace };
