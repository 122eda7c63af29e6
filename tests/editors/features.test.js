// Every feature of the server, through the client library of VS Code.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { Server, folder, apply } = require('./server.js');

const world = `Enum [Mood] Values [Calm, Angry]

World State [Alert : bool, Temper : Mood, Other : bool]
`;
const guard = `Import ["../world.htn"]

// Keeps watch.
Compound Task [Guard]
    Method [Temper == Angry]
        Subtasks [Shout(3)]
    Method [true]
        Subtasks [Wait()]

Primitive Task [Shout(times)]
    Operator [Animate("😀", times)]
    Effects [Alert = true]

Primitive Task [Wait]
    Operator [Idle]
`;
const scenarios = `Import ["guard.htn"]

Scenario [it waits]
    Given [Temper = Calm]
    Expect Plan [Wait()]
`;
const files = () => folder({ 'world.htn': world, 'guards/guard.htn': guard, 'guards/guard.test.htn': scenarios });
const file = 'guards/guard.htn';

async function started(capabilities) {
  const server = new Server(files());
  server.can = await server.begin(capabilities);
  server.first = await server.open(file);
  return server;
}

test('a session begins and ends', async () => {
  const server = await started();
  assert.equal(server.can.positionEncoding, 'utf-16');
  assert.deepEqual(server.first, []);
  assert.equal(await server.end(), 0);
  assert.equal(server.errors, '');
});

test('diagnostics follow unsaved changes, and a fix-it mends them', async () => {
  const server = await started();
  const found = await server.change(file, 'Angry', 'Angri');
  assert.equal(found[0].code, 'unknown-name');
  const actions = await server.send('textDocument/codeAction', {
    textDocument: { uri: server.uri(file) }, range: found[0].range, context: { diagnostics: found } });
  assert.equal(actions[0].title, 'Replace `Angri` by `Angry`');
  assert.equal(apply(server, file, actions[0].edit.changes[server.uri(file)]), guard);
  await server.end();
});

test('an unsaved change of an import counts', async () => {
  const server = await started();
  await server.open('world.htn');
  await server.change('world.htn', 'Angry', 'Wild');
  for (let tries = 0; tries < 50 && server.diagnostics.get(server.uri(file)).diagnostics.length === 0; tries++)
    await new Promise((done) => setTimeout(done, 100));
  assert.match(server.diagnostics.get(server.uri(file)).diagnostics[0].message, /unknown name `Angry`/);
  await server.end();
});

test('positions are in UTF-16, or in UTF-8 when offered', async () => {
  for (const [encodings, column] of [[undefined, 28], [['utf-8', 'utf-16'], 30]]) { // behind the four bytes of 😀
    const server = new Server(files());
    const can = await server.begin({ general: { positionEncodings: encodings } });
    await server.open(file);
    assert.equal(can.positionEncoding, encodings ? 'utf-8' : 'utf-16');
    const marks = await server.send('textDocument/documentHighlight', server.at(file, 'times)]\n    Operator'));
    assert.equal(marks[1].range.start.character, column);
    await server.end();
  }
});

test('hover, definition, references, symbols', async () => {
  const server = await started({ textDocument: { hover: { contentFormat: ['markdown'] } } });
  const hover = await server.send('textDocument/hover', server.at(file, 'Guard]'));
  assert.match(hover.contents.value, /Compound Task \[Guard\]\n {4}Method \[Temper == Angry\]/);
  assert.match(hover.contents.value, /Keeps watch\./);
  const definition = await server.send('textDocument/definition', server.at(file, 'Temper'));
  assert.equal(definition.uri, server.uri('world.htn'));
  const uses = await server.send('textDocument/references', server.at(file, 'Wait()', { context: { includeDeclaration: true } }));
  assert.deepEqual([...new Set(uses.map((use) => use.uri))], [server.uri(file), server.uri('guards/guard.test.htn')]);
  const symbols = await server.send('textDocument/documentSymbol', { textDocument: { uri: server.uri(file) } });
  assert.deepEqual(symbols.map((symbol) => symbol.name), ['Guard', 'Shout', 'Wait']);
  const found = await server.send('workspace/symbol', { query: 'temper' });
  assert.equal(found[0].location.uri, server.uri('world.htn'));
  await server.end();
});

test('completion knows what fits in text that does not parse', async () => {
  const server = await started();
  await server.change(file, 'Angry]', '');
  const values = await server.send('textDocument/completion', server.at(file, '== ^'));
  assert.deepEqual(values.slice(0, 2).map((item) => item.label).sort(), ['Angry', 'Calm']);
  const tasks = await server.send('textDocument/completion', server.at(file, 'Subtasks [^Wait'));
  assert.ok(tasks.some((item) => item.label === 'Shout'));
  const help = await server.send('textDocument/signatureHelp', server.at(file, 'Shout(^3'));
  assert.equal(help.signatures[0].label, 'Shout(times : int)');
  await server.end();
});

test('rename changes every file, and refuses a name that is taken', async () => {
  const server = await started();
  const edit = await server.send('textDocument/rename', server.at(file, 'Wait()', { newName: 'Stay' }));
  assert.deepEqual(Object.keys(edit.changes).sort(), [server.uri(file), server.uri('guards/guard.test.htn')]);
  const changed = apply(server, file, edit.changes[server.uri(file)]);
  assert.ok(changed.includes('Primitive Task [Stay]') && !changed.includes('Wait'));
  await assert.rejects(server.send('textDocument/rename', server.at(file, 'Wait()', { newName: 'Shout' })), /declared twice/);
  await server.end();
});

test('tokens, folds, hints, calls, layout', async () => {
  const server = await started();
  const document = { textDocument: { uri: server.uri(file) } };
  const tokens = await server.send('textDocument/semanticTokens/full', document);
  assert.ok(tokens.data.length > 100 && tokens.data.length % 5 === 0);
  assert.ok((await server.send('textDocument/foldingRange', document)).length >= 3);
  const hints = await server.send('textDocument/inlayHint',
    { ...document, range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } } });
  assert.deepEqual(hints.map((hint) => hint.label), ['0', 'times:', '1', ': int']);
  const [item] = await server.send('textDocument/prepareCallHierarchy', server.at(file, 'Wait()'));
  const calls = await server.send('callHierarchy/incomingCalls', { item });
  assert.equal(calls[0].from.name, 'Guard, method 1');
  await server.change(file, 'Operator [Idle]', 'Operator [  Idle ]');
  const edits = await server.send('textDocument/formatting', { ...document, options: { tabSize: 4, insertSpaces: true } });
  assert.equal(apply(server, file, edits), guard);
  await server.end();
});

test('the colours that changed lead to those of the new text', async () => {
  const server = await started();
  const document = { textDocument: { uri: server.uri(file) } };
  let { data, resultId } = await server.send('textDocument/semanticTokens/full', document);
  const edits = [['Wait', 'Wait // and\n // see'], ['Method [', 'Method first ['], ['\n', '\n\n'], ['Primitive', '/* ä */ Primitive'], ['Operator', ''], ['// and\n // see', '']];
  for (const [old, now] of edits) {
    await server.change(file, old, now);
    const delta = await server.send('textDocument/semanticTokens/full/delta', { ...document, previousResultId: resultId });
    for (const { start, deleteCount, data: more = [] } of delta.edits) data.splice(start, deleteCount, ...more);
    const full = await server.send('textDocument/semanticTokens/full', document);
    assert.deepEqual(data, full.data, `after ${JSON.stringify(old)} has become ${JSON.stringify(now)}`);
    resultId = full.resultId;
  }
  await server.end();
});

test('lenses come from scenarios of files that import this one; commands explain', async () => {
  const server = await started({ workspace: { codeLens: { refreshSupport: true } } });
  const titles = async () => (await server.send('textDocument/codeLens', { textDocument: { uri: server.uri(file) } }))
    .map((lens) => lens.command.title);
  for (let tries = 0; tries < 50 && !(await titles()).includes('scenarios take it 1 time'); tries++)
    await new Promise((done) => setTimeout(done, 100));
  assert.deepEqual(await titles(), ['plan from here', 'no scenario takes it', 'scenarios take it 1 time']);
  const text = await server.send('workspace/executeCommand', { command: 'htn.explain', arguments: [server.uri(file), 'Guard()'] });
  assert.match(text, /1\. Wait\(\)/);
  await server.end();
});

test('requests that make no sense are refused, and the session goes on', async () => {
  const server = await started();
  await assert.rejects(server.send('no/such', {}), { code: -32601 });
  await assert.rejects(server.send('textDocument/hover', []), { code: -32602 });
  assert.equal(await server.send('textDocument/hover', { textDocument: { uri: 'file:///nowhere' }, position: { line: 0, character: 0 } }), null);
  assert.equal(await server.end(), 0);
});
