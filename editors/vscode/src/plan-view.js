// The side panel: the world state, the plan for it, and why. The server plans with the text as it is in the editor (`htn.plan`), when the
// panel is visible, after a pause in typing. What is set in the panel is kept for each file until the window closes.
// @ts-check
'use strict';
const crypto = require('node:crypto');
const vscode = require('vscode');

const PAUSE = 250; // milliseconds of silence after which a changed text is planned again

/**
 * What the panel shows, for one file.
 * @typedef {{uri: string, task?: string, root?: string, set: Map<string, string>, spawn: Map<string, number>}} Subject
 */

class PlanView {
  /**
   * @param {vscode.Uri} extensionUri
   * @param {() => import('vscode-languageclient/node').LanguageClient | undefined} client
   */
  constructor(extensionUri, client) {
    this.media = vscode.Uri.joinPath(extensionUri, 'media');
    this.client = client;
    /** @type {Map<string, Subject>} */
    this.subjects = new Map();
    /** @type {Subject | undefined} */
    this.subject = undefined;
    /** @type {vscode.WebviewView | undefined} */
    this.view = undefined;
    /** @type {any} the last answer of the server */
    this.answer = undefined;
    /** @type {NodeJS.Timeout | undefined} */
    this.waiting = undefined;
    this.asked = 0;
    this.disposables = [
      vscode.window.registerWebviewViewProvider('htn.planView', this),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument((event) => { if (event.document.languageId === 'htn' && event.contentChanges.length > 0) this.refreshLater(); }),
      vscode.commands.registerCommand('htn.showPlan', () => this.show(vscode.window.activeTextEditor?.document.uri.toString(), undefined)),
    ];
    this.follow(vscode.window.activeTextEditor);
  }

  dispose() {
    clearTimeout(this.waiting);
    this.disposables.forEach((each) => each.dispose());
  }

  // --- What is shown ---

  /** @param {string} uri */
  subjectOf(uri) {
    const known = this.subjects.get(uri) ?? { uri, set: new Map(), spawn: new Map() };
    this.subjects.set(uri, known);
    return known;
  }

  /** @param {vscode.TextEditor | undefined} editor */
  follow(editor) {
    if (editor?.document.languageId !== 'htn' || editor.document.uri.toString() === this.subject?.uri) return;
    this.subject = this.subjectOf(editor.document.uri.toString());
    this.answer = undefined;
    this.refreshLater();
  }

  /** Opens the panel with the plan for a task. @param {string | undefined} uri @param {string | undefined} task */
  async show(uri, task) {
    if (uri) {
      this.subject = this.subjectOf(vscode.Uri.parse(uri).toString());
      this.subject.task = task;
      this.subject.root = undefined;
    }
    await vscode.commands.executeCommand('htn.planView.focus');
    await this.refresh();
  }

  refreshLater() {
    clearTimeout(this.waiting);
    if (this.view?.visible) this.waiting = setTimeout(() => void this.refresh(), PAUSE);
  }

  /** Asks the server, and draws its answer unless a newer question is under way. */
  async refresh() {
    clearTimeout(this.waiting);
    const client = this.client(), subject = this.subject;
    if (!this.view?.visible) return;
    if (!client || !subject) return this.draw({ problem: subject ? 'The language server is not running.' : 'Open a domain (.htn) to see its plan.' });
    const number = ++this.asked;
    /** @type {any} */
    let answer;
    try {
      answer = await this.ask(client, subject);
    } catch (error) {
      answer = { problem: error instanceof Error ? error.message : String(error) };
    }
    if (number !== this.asked) return;
    if (answer.plan) this.answer = answer;
    this.draw(answer.plan ? answer : { ...this.answer, ...answer, stale: this.answer !== undefined });
  }

  /**
   * What the domain no longer knows is forgotten.
   * @param {import('vscode-languageclient/node').LanguageClient} client
   * @param {Subject} subject
   */
  async ask(client, subject) {
    const set = [...subject.set].map(([name, value]) => `${name}=${value}`), spawn = [...subject.spawn].map(([type, count]) => `${type}=${count}`);
    const answer = await client.sendRequest('workspace/executeCommand', { command: 'htn.plan', arguments: [subject.uri, { task: subject.task, root: subject.root, set, spawn }] });
    for (const { text } of answer.refused) {
      subject.set.delete(text.slice(0, text.lastIndexOf('=')));
      subject.spawn.delete(text.slice(0, text.lastIndexOf('=')));
    }
    return answer;
  }

  /** @param {any} answer */
  draw(answer) {
    const { subject } = this;
    void this.view?.webview.postMessage({
      ...answer, file: subject ? vscode.workspace.asRelativePath(vscode.Uri.parse(subject.uri)) : '', task: subject?.task, root: subject?.root,
      set: subject ? [...subject.set.keys()] : [],
    });
  }

  // --- The panel ---

  /** @param {vscode.WebviewView} view */
  resolveWebviewView(view) {
    this.view = view;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.media] };
    view.webview.html = page(view.webview, this.media);
    view.webview.onDidReceiveMessage((message) => this.receive(message));
    view.onDidChangeVisibility(() => { if (view.visible) void this.refresh(); });
    view.onDidDispose(() => { this.view = undefined; });
  }

  /** @param {any} message */
  async receive(message) {
    const { subject } = this;
    if (message.do === 'open') return this.open(message.task, message.source);
    if (subject) {
      if (message.do === 'set') subject.set.set(message.name, message.value);
      if (message.do === 'unset') subject.set.delete(message.name);
      if (message.do === 'spawn') subject.spawn.set(message.name, message.count);
      if (message.do === 'spawn' && message.count === 0) subject.spawn.delete(message.name);
      if (message.do === 'reset') { subject.set.clear(); subject.spawn.clear(); }
      if (message.do === 'root') { subject.root = message.name; subject.task = undefined; }
      if (message.do === 'whole') subject.task = undefined;
    }
    await this.refresh();
  }

  /** Goes to the declaration of a task, or to a place as `troll.htn:16`. @param {string | undefined} task @param {string | undefined} source */
  async open(task, source) {
    const [, file, line] = /^(.*):(\d+)$/.exec(source ?? '') ?? [];
    const uri = file && this.answer?.files.find((/** @type {string} */ each) => decodeURIComponent(each).endsWith(`/${file}`));
    const place = task ? this.answer?.tasks[task] : uri && { uri, range: { start: { line: Number(line) - 1, character: 0 } } };
    if (!place) return;
    const start = new vscode.Position(place.range.start.line, place.range.start.character);
    await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { viewColumn: vscode.ViewColumn.One, selection: new vscode.Range(start, start) });
  }
}

/** @param {vscode.Webview} webview @param {vscode.Uri} media */
function page(webview, media) {
  const nonce = crypto.randomBytes(16).toString('hex');
  /** @param {string} name */
  const at = (name) => webview.asWebviewUri(vscode.Uri.joinPath(media, name));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}';">
<link rel="stylesheet" href="${at('plan.css')}">
<title>Plan</title>
</head>
<body>
<main id="plan"></main>
<script nonce="${nonce}" src="${at('plan.js')}"></script>
</body>
</html>`;
}

module.exports = { PlanView };
