// What `htn test --coverage --json` counts, as VS Code shows it: tasks are declarations, methods and conditions are statements, and a
// condition has two branches, true and false.
// @ts-check
'use strict';
const vscode = require('vscode');

/**
 * @typedef {{kind: string, file: string, line: number, column: number, text: string, task?: string, exercised: boolean, planned?: number,
 *            tried?: number, held?: number, failed?: number}} Item
 */

/** Counts of several runs of the tool become one. @param {Item[][]} lists @returns {Map<string, Map<string, Item>>} by file and place */
function merge(lists) {
  const files = new Map();
  for (const item of lists.flat()) {
    const places = files.get(item.file) ?? new Map();
    files.set(item.file, places);
    const place = `${item.line}:${item.column}:${item.kind}`, known = places.get(place);
    places.set(place, known ? {
      ...item, exercised: known.exercised || item.exercised, planned: (known.planned ?? 0) + (item.planned ?? 0),
      tried: (known.tried ?? 0) + (item.tried ?? 0), held: (known.held ?? 0) + (item.held ?? 0), failed: (known.failed ?? 0) + (item.failed ?? 0),
    } : item);
  }
  return files;
}

/** @param {Item} item @returns {vscode.FileCoverageDetail} */
function detail(item) {
  const begin = new vscode.Position(item.line - 1, item.column - 1);
  const range = new vscode.Range(begin, begin.translate(0, item.text.length));
  if (item.kind === 'condition') {
    const held = item.held ?? 0, failed = item.failed ?? 0;
    return new vscode.StatementCoverage(held + failed, range, [new vscode.BranchCoverage(held, range, 'true'), new vscode.BranchCoverage(failed, range, 'false')]);
  }
  const count = item.exercised ? Math.max(item.planned ?? 0, 1) : 0;
  if (item.kind === 'method') return new vscode.StatementCoverage(count, begin);
  return new vscode.DeclarationCoverage(item.text, count, range);
}

/** @type {WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>} */
const details = new WeakMap();

/** @param {Item[][]} lists @param {string} folder that file names are relative to @returns {vscode.FileCoverage[]} */
function coverageOf(lists, folder) {
  return [...merge(lists)].map(([file, places]) => {
    const uri = vscode.Uri.file(require('node:path').resolve(folder, file));
    const list = [...places.values()].map(detail);
    const coverage = vscode.FileCoverage.fromDetails(uri, list);
    details.set(coverage, list);
    return coverage;
  });
}

/** @param {vscode.FileCoverage} coverage */
const detailsOf = async (coverage) => details.get(coverage) ?? [];

module.exports = { coverageOf, detailsOf };
