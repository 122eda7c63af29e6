// The extension: finds the tool, and starts what works with it. Each part has a file of its own.
// @ts-check
'use strict';
const vscode = require('vscode');
const { createClient } = require('./client.js');
const { findTool } = require('./tool.js');

/** @type {import('vscode-languageclient/node').LanguageClient | undefined} */
let client;

/** Says that there is no tool, with the way out. @param {string} problem */
async function offerPath(problem) {
  const chosen = await vscode.window.showErrorMessage(`HTN: ${problem}`, 'Open the setting');
  if (chosen) await vscode.commands.executeCommand('workbench.action.openSettings', 'htn.path');
}

/** @param {vscode.ExtensionContext} context */
async function start(context) {
  await stop();
  const tool = findTool(context);
  if ('problem' in tool) {
    void offerPath(tool.problem);
    return;
  }
  client = createClient(tool.path, { explain: async () => {}, runScenario: async () => {} });
  await client.start();
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.dispose();
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('htn.restart', () => start(context)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('htn.path') || event.affectsConfiguration('htn.warnings')) void start(context);
    }),
  );
  await start(context);
}

module.exports = { activate, deactivate: stop };
