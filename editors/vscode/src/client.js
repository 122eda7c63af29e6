// The language client: `htn lsp` serves all documents of the language. Clicks on lenses go to the plan view and to the Testing view.
// @ts-check
'use strict';
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/**
 * @typedef {object} Clicks what a click on a lens does
 * @property {(uri: string, task: string | undefined) => Promise<void>} explain
 * @property {(uri: string, name: string) => Promise<void>} runScenario
 */

/**
 * @param {string} tool
 * @param {Clicks} clicks
 */
function createClient(tool, clicks) {
  /** @type {import('vscode-languageclient/node').Executable} */
  const command = { command: tool, args: ['lsp', ...vscode.workspace.getConfiguration('htn').get('warnings', [])] };
  return new LanguageClient('htn', 'HTN', command, {
    documentSelector: [{ scheme: 'file', language: 'htn' }, { scheme: 'untitled', language: 'htn' }],
    initializationOptions: { showsResults: true },
    middleware: {
      executeCommand: (name, args, next) => {
        if (name === 'htn.explain') return clicks.explain(args[0], args[1]);
        if (name === 'htn.runScenario') return clicks.runScenario(args[0], args[1]);
        return next(name, args);
      },
    },
  });
}

module.exports = { createClient };
