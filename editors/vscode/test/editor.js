// Activates the extension in the fake editor, over the real `htn`. One editor for each process, as in VS Code.
'use strict';
const path = require('node:path');
const { after } = require('node:test');
const { vscode, said, events, openFolder, replace } = require('./fake-vscode.js');
const { folder, tool } = require('../../../tests/editors/server.js');

const extensionPath = path.resolve(__dirname, '..');

/** `at`: where the extension is. */
async function startEditor(files, settings = {}, at = extensionPath) {
  const extension = require(path.join(at, 'src/extension.js'));
  const root = folder(files);
  openFolder(root);
  Object.assign(said.settings, { 'htn.path': tool }, settings);
  const context = { subscriptions: [], extensionPath: at, extensionUri: vscode.Uri.file(at), asAbsolutePath: (name) => path.join(at, name) };
  await extension.activate(context);
  after(() => extension.deactivate());
  return { root, context, file: (name) => path.join(root, name), uri: (name) => vscode.Uri.file(path.join(root, name)) };
}

/** Waits until `found` gives something; fails after ten seconds. */
async function until(found, what) {
  for (let tries = 0; tries < 500; tries++) {
    const result = await found();
    if (result) return result;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`this never happened: ${what ?? found}`);
}

const noCancel = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

module.exports = { startEditor, until, noCancel, vscode, said, events, replace };
