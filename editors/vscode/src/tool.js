// Finds the tool `htn`: the setting `htn.path`, else the one inside the extension, else the one on PATH.
// @ts-check
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');

const NAME = process.platform === 'win32' ? 'htn.exe' : 'htn';

/** @param {string} file */
function isProgram(file) {
  try {
    if (!fs.statSync(file).isFile()) return false;
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} written */
function expand(written) {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return path.normalize(written.replace(/^~(?=[\\/])/, os.homedir()).replace(/\$\{workspaceFolder\}/g, folder));
}

/** The tool inside. A package loses the permission to execute where it was unpacked without it. @param {string} file */
function inside(file) {
  if (!fs.existsSync(file)) return false;
  if (!isProgram(file)) {
    try { fs.chmodSync(file, 0o755); } catch { return false; }
  }
  return isProgram(file);
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, NAME)).find(isProgram);
}

/**
 * @param {vscode.ExtensionContext} context
 * @returns {{path: string, from: 'setting' | 'inside' | 'PATH'} | {problem: string}}
 */
function findTool(context) {
  const written = vscode.workspace.getConfiguration('htn').get('path', '');
  if (written !== '') {
    const file = expand(written);
    if (isProgram(file)) return { path: file, from: 'setting' };
    return { problem: `The setting htn.path names no program: ${file}` };
  }
  const own = context.asAbsolutePath(path.join('bin', NAME));
  if (inside(own)) return { path: own, from: 'inside' };
  const found = onPath();
  if (found) return { path: found, from: 'PATH' };
  return { problem: 'The program htn was not found on PATH. Build it with `make`, or say where it is in the setting htn.path.' };
}

module.exports = { findTool };
