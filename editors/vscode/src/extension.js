// The extension: finds the tool, and starts what works with it. Each part has a file of its own.
// @ts-check
'use strict';
const vscode = require('vscode');
const { createClient } = require('./client.js');
const { PlanView } = require('./plan-view.js');
const { Tasks } = require('./tasks.js');
const { Testing } = require('./testing.js');
const { findTool } = require('./tool.js');

/** @type {import('vscode-languageclient/node').LanguageClient | undefined} */
let client;
/** @type {string | undefined} */
let tool;

/** Says that there is no tool, with the way out. @param {string} problem */
async function offerPath(problem) {
  const chosen = await vscode.window.showErrorMessage(`HTN: ${problem}`, 'Open the setting');
  if (chosen) await vscode.commands.executeCommand('workbench.action.openSettings', 'htn.path');
}

/** @param {vscode.ExtensionContext} context @param {import('./client.js').Clicks} clicks */
async function start(context, clicks) {
  await stop();
  const found = findTool(context);
  if ('problem' in found) {
    void offerPath(found.problem);
    return;
  }
  tool = found.path;
  const started = createClient(tool, clicks);
  client = started;
  try {
    await started.start();
  } catch (error) {
    client = undefined;
    void offerPath(`${tool} does not start as a language server: ${error instanceof Error ? error.message : error}`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  tool = undefined;
  await old?.dispose();
}

/** `htn run`: the source in front of the user, in a terminal. */
function play() {
  const document = vscode.window.activeTextEditor?.document;
  if (!tool || document?.languageId !== 'htn') {
    void vscode.window.showWarningMessage('HTN: open a domain first; it is then played in a terminal.');
    return;
  }
  const cwd = vscode.workspace.getWorkspaceFolder(document.uri)?.uri;
  vscode.window.createTerminal({ name: 'htn run', shellPath: tool, shellArgs: ['run', document.uri.fsPath], cwd }).show();
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const plans = new PlanView(context.extensionUri, () => client);
  const testing = new Testing(() => tool);
  const tasks = new Tasks(() => tool);
  /** @type {import('./client.js').Clicks} */
  const clicks = { explain: (uri, task) => plans.show(uri, task), runScenario: (uri, name) => testing.runScenario(uri, name) };
  const restart = async () => { await start(context, clicks); await plans.refresh(); };
  context.subscriptions.push(
    plans, testing, tasks,
    vscode.commands.registerCommand('htn.restart', restart),
    vscode.commands.registerCommand('htn.play', play),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('htn.path') || event.affectsConfiguration('htn.warnings')) void restart();
    }),
  );
  await restart();
}

module.exports = { activate, deactivate: stop };
