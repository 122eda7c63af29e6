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
  const text = largeDomain(663), server = new Server(folder({ 'large.htn': text })), times = {};
  await server.begin();
  assert.deepEqual((await server.open('large.htn')).filter((each) => each.severity === 1), []);
  const textDocument = { uri: server.uri('large.htn') };
  let task = 0, previousResultId;
  // Each answer comes behind an edit of its own, which it has to take into account.
  const measure = async (what, answer) => {
    const list = times[what] = [];
    for (let i = 0; i < 15; i++, task++) {
      const edited = server.change('large.htn', `// The task number ${task}.`, `// The task number ${task}, changed.`);
      const begun = performance.now();
      await answer(edited);
      list.push(performance.now() - begun);
      await edited;
    }
  };
  await measure('diagnostics', (edited) => edited);
  await measure('a definition', async () => assert.ok(await server.send('textDocument/definition', server.at('large.htn', `Q${310 + task}()`))));
  await measure('all semantic tokens', async () => {
    previousResultId = (await server.send('textDocument/semanticTokens/full', { textDocument })).resultId;
  });
  await measure('the tokens that changed', async () => {
    const delta = await server.send('textDocument/semanticTokens/full/delta', { textDocument, previousResultId });
    assert.ok(delta.edits);
    previousResultId = delta.resultId;
  });
  await measure('formatting', async () => {
    assert.equal((await server.send('textDocument/formatting', { textDocument, options: { tabSize: 4, insertSpaces: true } })).length, 1);
  });
  t.diagnostic(`${text.split('\n').length} lines: behind an edit ${Object.entries(times).map(([what, list]) => `${what} after ${middle(list).toFixed(1)} ms`).join(', ')} (medians)`);
  for (const list of Object.values(times)) assert.ok(middle(list) < 1000, 'a loaded machine and a debug build are slower, but not that slow');
  await server.end();
});
