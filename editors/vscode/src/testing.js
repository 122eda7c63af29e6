// The Testing view: a file with scenarios is a group, a scenario is a test. `htn test --json` plays them, one process for each file, one
// after the other.
// @ts-check
'use strict';
const path = require('node:path');
const vscode = require('vscode');
const { coverageOf, detailsOf } = require('./coverage.js');
const { runTool } = require('./run-tool.js');
const { scenariosOf } = require('./scenarios.js');

const PAUSE = 300; // milliseconds of silence after which a changed text is searched

/**
 * @typedef {{file: string, line: number, name: string, passed: boolean,
 *            failure?: {file?: string, line?: number, column?: number, message: string, expected?: string, actual?: string, why?: string}}} Result
 */

class Testing {
  /** @param {() => string | undefined} tool */
  constructor(tool) {
    this.tool = tool;
    this.controller = vscode.tests.createTestController('htn', 'HTN scenarios');
    /** @type {Map<string, NodeJS.Timeout>} */
    this.waiting = new Map();
    this.controller.resolveHandler = async (item) => { if (!item) await this.findAll(); };
    this.controller.refreshHandler = () => this.findAll();
    const { Run, Coverage } = vscode.TestRunProfileKind;
    this.runs = this.controller.createRunProfile('Run', Run, (request, token) => this.start(request, token), true, undefined, true);
    this.covers = this.controller.createRunProfile('Run with coverage', Coverage, (request, token) => this.start(request, token), true);
    this.covers.loadDetailedCoverage = (_, coverage) => detailsOf(coverage);
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.htn');
    this.disposables = [
      this.controller, watcher,
      watcher.onDidCreate((uri) => this.read(uri)),
      watcher.onDidChange((uri) => this.read(uri)),
      watcher.onDidDelete((uri) => this.controller.items.delete(uri.toString())),
      vscode.workspace.onDidOpenTextDocument((document) => this.take(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.takeLater(event.document)),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.take(document));
  }

  dispose() {
    this.waiting.forEach(clearTimeout);
    this.disposables.forEach((each) => each.dispose());
  }

  // --- Finding ---

  async findAll() {
    const files = await vscode.workspace.findFiles('**/*.htn', '**/node_modules/**');
    await Promise.all(files.map((uri) => this.read(uri)));
  }

  /** @param {vscode.Uri} uri */
  async read(uri) {
    const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    try {
      this.update(uri, open ? open.getText() : Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'));
    } catch { // it has gone
      this.controller.items.delete(uri.toString());
    }
  }

  /** @param {vscode.TextDocument} document */
  take(document) {
    if (document.languageId === 'htn' && document.uri.scheme === 'file') this.update(document.uri, document.getText());
  }

  /** @param {vscode.TextDocument} document */
  takeLater(document) {
    if (document.languageId !== 'htn') return;
    const key = document.uri.toString();
    clearTimeout(this.waiting.get(key));
    this.waiting.set(key, setTimeout(() => { this.waiting.delete(key); this.take(document); }, PAUSE));
  }

  /** @param {vscode.Uri} uri @param {string} text */
  update(uri, text) {
    const scenarios = scenariosOf(text);
    if (scenarios.length === 0) {
      this.controller.items.delete(uri.toString());
      return;
    }
    let file = this.controller.items.get(uri.toString());
    if (!file) {
      file = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
      this.controller.items.add(file);
    }
    file.children.replace(scenarios.map((scenario) => {
      const item = file.children.get(scenario.name) ?? this.controller.createTestItem(scenario.name, scenario.name, uri);
      item.range = new vscode.Range(scenario.line, scenario.column, scenario.line, scenario.column + 'Scenario'.length);
      return item;
    }));
  }

  // --- Playing ---

  /** @param {vscode.TestRunRequest} request @param {vscode.CancellationToken} token */
  async start(request, token) {
    if (!request.continuous) return this.play(request, token);
    const saved = vscode.workspace.onDidSaveTextDocument((document) => { if (document.languageId === 'htn') void this.play(request, token); });
    token.onCancellationRequested(() => saved.dispose());
  }

  /** The scenarios of a request, by file; `all`: no scenario of the file is left out. @param {vscode.TestRunRequest} request */
  chosen(request) {
    /** @type {Map<string, {uri: vscode.Uri, items: Map<string, vscode.TestItem>, all: boolean}>} */
    const files = new Map();
    const left = new Set(request.exclude ?? []);
    /** @param {vscode.TestItem} item */
    const add = (item) => {
      if (left.has(item)) return;
      if (!item.parent) { item.children.forEach(add); return; }
      const key = item.parent.id, of = files.get(key) ?? { uri: /** @type {vscode.Uri} */ (item.uri), items: new Map(), all: false };
      files.set(key, of);
      of.items.set(item.label, item);
      of.all = of.items.size === item.parent.children.size;
    };
    if (request.include) request.include.forEach(add);
    else this.controller.items.forEach(add);
    return [...files.values()];
  }

  /** @param {vscode.TestRunRequest} request @param {vscode.CancellationToken} token */
  async play(request, token) {
    const run = this.controller.createTestRun(request);
    const files = this.chosen(request), covering = request.profile === this.covers;
    /** @type {import('./coverage.js').Item[][]} */
    const covered = [];
    files.forEach(({ items }) => items.forEach((item) => run.enqueued(item)));
    try {
      for (const file of files) {
        if (token.isCancellationRequested) break;
        const coverage = await this.playFile(run, file, covering, token);
        if (coverage) covered.push(coverage);
      }
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
      if (covering) coverageOf(covered, folder).forEach((each) => run.addCoverage(each));
    } finally {
      run.end();
    }
  }

  /**
   * @param {vscode.TestRun} run
   * @param {{uri: vscode.Uri, items: Map<string, vscode.TestItem>, all: boolean}} file
   * @param {boolean} covering
   * @param {vscode.CancellationToken} token
   */
  async playFile(run, { uri, items, all }, covering, token) {
    const tool = this.tool();
    const filters = all ? [] : [...items.keys()].flatMap((name) => ['--filter', name]);
    items.forEach((item) => run.started(item));
    if (!tool) return void failAll(run, items, 'There is no program htn: see the setting htn.path.');
    const args = ['test', '--json', ...(covering ? ['--coverage'] : []), ...filters, uri.fsPath];
    const result = await runTool(tool, args, path.dirname(uri.fsPath), token);
    if (token.isCancellationRequested) return void items.forEach((item) => run.skipped(item));
    const report = parse(result.out);
    if (!report) return void failAll(run, items, result.errors || `htn test ended with ${result.status}`);
    for (const scenario of report.scenarios) {
      const item = items.get(scenario.name);
      if (item) this.tell(run, item, scenario);
      items.delete(scenario.name);
    }
    const unplayed = report.unplayed.map((each) => [each.message, ...(each.diagnostics ?? []).map(line)].join('\r\n'));
    if (items.size > 0) failAll(run, items, unplayed.join('\r\n') || 'There is no such scenario in the saved file.');
    return report.coverage?.items;
  }

  /** @param {vscode.TestRun} run @param {vscode.TestItem} item @param {Result} result */
  tell(run, item, { passed, failure }) {
    run.appendOutput(`${passed ? 'ok    ' : 'failed'}  ${item.label}\r\n`, undefined, item);
    if (passed || !failure) return run.passed(item);
    const text = `${failure.message}\n${failure.why ?? ''}`.trim();
    const message = failure.expected !== undefined && failure.actual !== undefined ? vscode.TestMessage.diff(text, failure.expected, failure.actual) : new vscode.TestMessage(text);
    if (failure.line && item.uri) {
      const file = failure.file ? vscode.Uri.file(path.resolve(path.dirname(item.uri.fsPath), failure.file)) : item.uri;
      message.location = new vscode.Location(file, new vscode.Position(failure.line - 1, (failure.column ?? 1) - 1));
    }
    run.appendOutput(`        ${text.replace(/\n/g, '\r\n        ')}\r\n`, message.location, item);
    run.failed(item, message);
  }

  /** Plays one scenario, as a click on its lens asks. @param {string} uri @param {string} name */
  async runScenario(uri, name) {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === vscode.Uri.parse(uri).toString());
    if (document?.isDirty) await document.save();
    await this.read(vscode.Uri.parse(uri));
    const item = this.controller.items.get(vscode.Uri.parse(uri).toString())?.children.get(name);
    if (!item) return;
    await this.play(new vscode.TestRunRequest([item], undefined, this.runs), new vscode.CancellationTokenSource().token);
  }
}

/** @param {{line?: number, column?: number, severity?: string, message: string}} diagnostic */
const line = (diagnostic) => `${diagnostic.line ?? ''}:${diagnostic.column ?? ''}: ${diagnostic.severity ?? 'error'}: ${diagnostic.message}`;

/** @param {vscode.TestRun} run @param {Map<string, vscode.TestItem>} items @param {string} why */
function failAll(run, items, why) {
  run.appendOutput(`${why.replace(/\r?\n/g, '\r\n')}\r\n`);
  items.forEach((item) => run.errored(item, new vscode.TestMessage(why)));
}

/** @param {string} text @returns {{scenarios: Result[], unplayed: {file: string, message: string, diagnostics?: any[]}[], coverage?: {items: import('./coverage.js').Item[]}} | undefined} */
function parse(text) {
  try { return JSON.parse(text); } catch { return undefined; }
}

module.exports = { Testing };
