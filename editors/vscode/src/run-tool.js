// Runs `htn` once and keeps what it prints.
// @ts-check
'use strict';
const { spawn } = require('node:child_process');

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {string} folder
 * @param {import('vscode').CancellationToken} token ends the process
 * @returns {Promise<{status: number | null, out: string, errors: string}>} status null: it did not run to its end
 */
function runTool(tool, args, folder, token) {
  return new Promise((done) => {
    const child = spawn(tool, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '', errors = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
    child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
    const cancelled = token.onCancellationRequested(() => child.kill());
    child.on('error', (error) => { cancelled.dispose(); done({ status: null, out, errors: error.message }); });
    child.on('close', (status) => { cancelled.dispose(); done({ status, out, errors }); });
  });
}

module.exports = { runTool };
