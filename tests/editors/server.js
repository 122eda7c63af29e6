// Starts `htn lsp` and speaks with it through vscode-jsonrpc, as editors do.
'use strict';
const { after } = require('node:test');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const rpc = require('vscode-jsonrpc/node');
const protocol = require('vscode-languageserver-protocol/node');

const tool = path.resolve(process.env.HTN || 'build/htn');

// A folder with these files, which goes away with the process.
function folder(files) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'htn editors ')));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}

// A test that fails leaves its server running; the process ends all the same.
const running = new Set();
after(() => running.forEach((child) => child.kill()));

class Server {
  constructor(root) {
    this.root = root;
    this.process = spawn(tool, ['lsp'], { stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(this.process);
    this.process.on('exit', () => running.delete(this.process));
    this.errors = '';
    this.process.stderr.on('data', (data) => { this.errors += data; });
    this.ended = new Promise((done) => this.process.on('exit', done));
    this.connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.process.stdout), new rpc.StreamMessageWriter(this.process.stdin));
    this.diagnostics = new Map(); // by URI
    this.waiting = [];
    this.versions = new Map();
    this.texts = new Map();
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => {
      this.diagnostics.set(params.uri, params);
      this.waiting = this.waiting.filter((each) => !each(params));
    });
    this.connection.onNotification('window/showMessage', () => {});
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/codeLens/refresh', () => null);
    this.connection.listen();
  }

  async begin(capabilities = {}, options = {}) {
    const result = await this.send('initialize', {
      processId: process.pid, capabilities, initializationOptions: options,
      workspaceFolders: [{ uri: pathToFileURL(this.root).href, name: 'w' }],
    });
    this.connection.sendNotification('initialized', {});
    return result.capabilities;
  }

  send(method, params) { return this.connection.sendRequest(method, params); }
  uri(name) { return pathToFileURL(path.join(this.root, name)).href; }

  // Resolves with the diagnostics of this version of the document.
  published(name, version) {
    return new Promise((done) => this.waiting.push((params) => {
      if (params.uri !== this.uri(name) || (version !== undefined && params.version !== version)) return false;
      done(params.diagnostics);
      return true;
    }));
  }

  open(name, text = fs.readFileSync(path.join(this.root, name), 'utf8')) {
    this.versions.set(name, 1);
    this.texts.set(name, text);
    const seen = this.published(name, 1);
    this.connection.sendNotification('textDocument/didOpen',
      { textDocument: { uri: this.uri(name), languageId: 'htn', version: 1, text } });
    return seen;
  }

  // Replaces the first `old` by `text`.
  change(name, old, text) {
    const version = this.versions.get(name) + 1;
    const before = this.texts.get(name), at = before.indexOf(old);
    if (at < 0) throw new Error(`no such text: ${old}`);
    this.versions.set(name, version);
    const range = { start: this.position(name, at), end: this.position(name, at + old.length) };
    this.texts.set(name, before.slice(0, at) + text + before.slice(at + old.length));
    const seen = this.published(name, version);
    this.connection.sendNotification('textDocument/didChange',
      { textDocument: { uri: this.uri(name), version }, contentChanges: [{ range, text }] });
    return seen;
  }

  position(name, offset) {
    const lines = this.texts.get(name).slice(0, offset).split('\n');
    return { line: lines.length - 1, character: lines[lines.length - 1].length };
  }

  // The parameters for the place of `text`, where ^ marks the cursor.
  at(name, text, more = {}) {
    const cursor = text.indexOf('^'), plain = text.replace('^', '');
    const offset = this.texts.get(name).indexOf(plain);
    if (offset < 0) throw new Error(`no such text: ${plain}`);
    return { textDocument: { uri: this.uri(name) }, position: this.position(name, offset + Math.max(cursor, 0)), ...more };
  }

  async end() {
    await this.send('shutdown');
    this.connection.sendNotification('exit');
    const status = await this.ended;
    this.connection.dispose();
    return status;
  }
}

// Applies a WorkspaceEdit's edits of one document to its text.
function apply(server, name, edits) {
  const text = server.texts.get(name), lines = text.split('\n');
  const offset = (at) => lines.slice(0, at.line).reduce((sum, line) => sum + line.length + 1, 0) + at.character;
  return edits.map((edit) => [offset(edit.range.start), offset(edit.range.end), edit.newText])
    .sort((a, b) => b[0] - a[0])
    .reduce((made, [from, to, added]) => made.slice(0, from) + added + made.slice(to), text);
}

module.exports = { Server, folder, apply, protocol, tool };
