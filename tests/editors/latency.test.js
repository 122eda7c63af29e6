// From a keystroke in 10,000 lines to its diagnostics, and to the answer of a request behind it.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { Server, folder } = require('./server.js');

// A domain of about 15 lines for each of `count` tasks, all of which the root reaches.
function largeDomain(count) {
  const lines = ['Domain [Large]', '', 'Enum [Mood] Values [Calm, Angry, Afraid]', '', 'World State ['];
  for (let i = 0; i < count; i++) lines.push(i % 3 === 0 ? `    P${i} : bool,` : i % 3 === 1 ? `    P${i} : 0..100 = ${i % 100},` : `    P${i} : Mood,`);
  lines.push(']', '', 'Compound Task [Live]');
  for (let i = 0; i < count; i++) lines.push(`    Method [P${i - i % 3}]`, `        Subtasks [T${i}()]`);
  for (let i = 0; i < count; i++) {
    const flag = i - i % 3, next = (i + 1) % count;
    lines.push('', `// The task number ${i}.`, `Compound Task [T${i}]`, `    Method one [P${flag} and P${flag + 1} > ${i % 90}]`,
      `        Subtasks [Q${i}(), Q${next}()]`, `    Method [P${flag + 2} == Angry]`, `        Subtasks [Q${i}()]`,
      '', `Primitive Task [Q${i}]`, `    Preconditions [not P${flag}]`, `    Operator [Do${i}]`, `    Effects [P${flag} = true]`);
  }
  return lines.join('\n') + '\n';
}

const middle = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

test('an edit of 10,000 lines is answered quickly', async (t) => {
  const text = largeDomain(663), server = new Server(folder({ 'large.htn': text }));
  await server.begin();
  assert.deepEqual((await server.open('large.htn')).filter((each) => each.severity === 1), []);
  const edits = [], requests = [];
  for (let i = 0; i < 15; i++) {
    let begun = performance.now();
    await server.change('large.htn', `// The task number ${300 + i}.`, `// The task number ${300 + i}, changed.`);
    edits.push(performance.now() - begun);
    const place = server.at('large.htn', `Q${310 + i}()`);
    begun = performance.now();
    assert.ok(await server.send('textDocument/definition', place));
    requests.push(performance.now() - begun);
  }
  t.diagnostic(`${text.split('\n').length} lines: diagnostics ${middle(edits).toFixed(1)} ms after an edit, a definition after ${middle(requests).toFixed(1)} ms (medians)`);
  assert.ok(middle(edits) < 1000, 'a loaded machine and a debug build are slower, but not that slow');
  await server.end();
});
