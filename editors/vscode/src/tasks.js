// Tasks of the type `htn`: compile, check, test and fmt. A compile task with `"onSave": true` runs whenever a source is saved.
// @ts-check
'use strict';
const path = require('node:path');
const vscode = require('vscode');

const PAUSE = 200; // several files that are saved at once make one run

/** @typedef {vscode.TaskDefinition & {command: string, file: string, output?: string, args?: string[], onSave?: boolean}} Definition */

/** @param {Definition} definition */
function argumentsOf({ command, file, output, args = [] }) {
  return [command, ...(command === 'fmt' ? [] : ['--color', 'never']), ...args, file, ...(command === 'compile' && output ? ['-o', output] : [])];
}

/**
 * @param {string} tool
 * @param {Definition} definition
 * @param {vscode.WorkspaceFolder | vscode.TaskScope} scope
 */
function makeTask(tool, definition, scope) {
  const task = new vscode.Task(definition, scope, `${definition.command} ${definition.file}`, 'htn', new vscode.ProcessExecution(tool, argumentsOf(definition)), definition.command === 'test' ? ['$htn', '$htn-test'] : '$htn');
  if (definition.command === 'test') task.group = vscode.TaskGroup.Test;
  else if (definition.command !== 'fmt') task.group = vscode.TaskGroup.Build;
  if (definition.onSave) task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return task;
}

class Tasks {
  /** @param {() => string | undefined} tool */
  constructor(tool) {
    this.tool = tool;
    /** @type {NodeJS.Timeout | undefined} */
    this.waiting = undefined;
    this.disposables = [
      vscode.tasks.registerTaskProvider('htn', this),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document.languageId !== 'htn') return;
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => void this.compileSaved(), PAUSE);
      }),
      vscode.commands.registerCommand('htn.compileOnSave', () => this.addCompileOnSave()),
    ];
  }

  dispose() {
    clearTimeout(this.waiting);
    this.disposables.forEach((each) => each.dispose());
  }

  /** The source in front of the user, if it lies in a folder of the workspace. */
  current() {
    const document = vscode.window.activeTextEditor?.document;
    const folder = document?.languageId === 'htn' ? vscode.workspace.getWorkspaceFolder(document.uri) : undefined;
    return document && folder ? { folder, file: path.relative(folder.uri.fsPath, document.uri.fsPath).replace(/\\/g, '/') } : undefined;
  }

  provideTasks() {
    const tool = this.tool(), current = this.current();
    if (!tool || !current) return [];
    return ['compile', 'check', 'test', 'fmt'].map((command) => makeTask(tool, { type: 'htn', command, file: current.file }, current.folder));
  }

  /** @param {vscode.Task} task */
  resolveTask(task) {
    const tool = this.tool(), definition = /** @type {Definition} */ (task.definition);
    return tool && definition.command && definition.file ? makeTask(tool, definition, task.scope ?? vscode.TaskScope.Workspace) : undefined;
  }

  async compileSaved() {
    const tasks = await vscode.tasks.fetchTasks({ type: 'htn' });
    for (const task of tasks.filter((each) => each.definition.onSave)) {
      const before = vscode.tasks.taskExecutions.find((each) => each.task.name === task.name);
      before?.terminate();
      await vscode.tasks.executeTask(task);
    }
  }

  /** Writes such a task for the source in front of the user into tasks.json. */
  async addCompileOnSave() {
    const current = this.current();
    if (!current) {
      await vscode.window.showWarningMessage('HTN: open a domain of a folder first; it is then compiled whenever a source is saved.');
      return;
    }
    const settings = vscode.workspace.getConfiguration('tasks', current.folder.uri);
    /** @type {any[]} */
    const tasks = settings.get('tasks', []);
    if (!tasks.some((each) => each.type === 'htn' && each.command === 'compile' && each.file === current.file)) {
      const added = { type: 'htn', command: 'compile', file: current.file, output: current.file.replace(/\.htn$/, '.htnb'), onSave: true, problemMatcher: '$htn' };
      await settings.update('version', '2.0.0', vscode.ConfigurationTarget.WorkspaceFolder);
      await settings.update('tasks', [...tasks, added], vscode.ConfigurationTarget.WorkspaceFolder);
    }
    await vscode.window.showInformationMessage(`HTN: ${current.file} is compiled whenever a source is saved (.vscode/tasks.json).`);
  }
}

module.exports = { Tasks };
