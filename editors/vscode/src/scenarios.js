// Finds the scenarios of a text, without a server: a file need not be open, nor free of errors.
// @ts-check
'use strict';

/**
 * @param {string} text
 * @returns {{name: string, line: number, column: number}[]} places count from 0
 */
function scenariosOf(text) {
  const found = [];
  let line = 0, begin = 0;
  for (const [piece, name] of pieces(text)) {
    if (name !== undefined) found.push({ name, line, column: piece.at - begin });
    for (let at = text.indexOf('\n', piece.at); at >= 0 && at < piece.end; at = text.indexOf('\n', at + 1)) {
      line++;
      begin = at + 1;
    }
  }
  return found;
}

/**
 * Comments, strings, scenarios, and what lies between them.
 * @param {string} text
 * @returns {Generator<[{at: number, end: number}, string | undefined]>}
 */
function* pieces(text) {
  const special = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\r\n]|\\.)*"|\bScenario\s*\[([^\]\r\n]*)\]/g;
  let at = 0;
  for (const match of text.matchAll(special)) {
    yield [{ at, end: match.index }, undefined];
    at = match.index + match[0].length;
    yield [{ at: match.index, end: at }, match[1]?.trim()];
  }
}

module.exports = { scenariosOf };
