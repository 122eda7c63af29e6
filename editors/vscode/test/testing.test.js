// The Testing view and the tasks, over the real `htn test`.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const { startEditor, until, noCancel, vscode, said, events, replace } = require('./editor.js');
const { tool } = require('../../../tests/editors/server.js');
const { scenariosOf } = require('../src/scenarios.js');

const domain = `World State [Alert : bool, Ammo : 0..3]

Compound Task [Guard]
    Method [Alert, Ammo > 0]
        Subtasks [Shoot()]
    Method [true]
        Subtasks [Wait()]

Primitive Task [Shoot]
    Operator [Shoot]
    Effects [Ammo -= 1]

Primitive Task [Wait]
    Operator [Wait]
`;
const scenarios = `Import ["guard.htn"]

// Scenario [not this one]
Scenario [it waits]
    Expect Plan [Wait()]

Scenario [it waits longer]
    Given  [Alert = true]
    Expect Plan [Shoot()]
`;

test('scenarios are found as the scanner finds them', () => {
  assert.deepEqual(scenariosOf('/* Scenario [a]\n*/ Scenario  [ b // c ]\r\n"Scenario [d]" Scenario\n[e]'), [{ name: 'b // c', line: 1, column: 3 }, { name: 'e', line: 2, column: 15 }]);
  assert.deepEqual(scenariosOf('Scenario [half\n"x'), []);
});

test('the Testing view', async (t) => {
  const editor = await startEditor({ 'ai/guard.htn': domain, 'ai/guard.test.htn': scenarios, 'broken.htn': 'Scenario [never played]\n    Expect Plan [Gone()]\n' });
  const [controller] = said.controllers;
  const [runs, covers] = controller.profiles;
  const play = async (profile, include, exclude) => {
    await profile.runHandler(new vscode.TestRunRequest(include, exclude, profile), noCancel);
    const run = said.runs.at(-1);
    assert.ok(run.ended);
    return run.events.filter(([kind]) => !/enqueued|started/.test(kind));
  };
  const group = () => controller.items.get(editor.uri('ai/guard.test.htn').toString());

  await t.test('files with scenarios are groups, scenarios are tests', async () => {
    await controller.resolveHandler(undefined);
    assert.deepEqual([...controller.items].map(([, item]) => item.label).sort(), ['ai/guard.test.htn', 'broken.htn']);
    assert.deepEqual([...group().children].map(([, item]) => [item.label, item.range.start.line]), [['it waits', 3], ['it waits longer', 6]]);
  });

  await t.test('all are played; a failure has its place, and what was expected', async () => {
    const results = await play(runs, [group()]);
    assert.deepEqual(results[0].slice(0, 2), ['passed', 'it waits']);
    const [kind, name, [message]] = results[1];
    assert.deepEqual([kind, name], ['failed', 'it waits longer']);
    assert.equal(message.location.uri.toString(), editor.uri('ai/guard.test.htn').toString());
    assert.equal(message.location.range.start.line, 8);
    assert.match(message.expectedOutput, /Shoot/);
    assert.match(message.actualOutput, /Wait/);
  });

  await t.test('one is played, though its name begins another', async () => {
    assert.deepEqual(await play(runs, [group().children.get('it waits')]), [['passed', 'it waits', undefined]]);
    assert.deepEqual(await play(runs, [group()], [group().children.get('it waits longer')]), [['passed', 'it waits', undefined]]);
  });

  await t.test('a file with errors says which', async () => {
    const [[kind, , [message]]] = await play(runs, [controller.items.get(editor.uri('broken.htn').toString())]);
    assert.equal(kind, 'errored');
    assert.match(message.message, /Gone|compound task/);
  });

  await t.test('coverage: methods are statements, conditions have branches', async () => {
    await play(covers, [group()]);
    const coverage = said.runs.at(-1).coverage.find((each) => each.uri.fsPath === editor.file('ai/guard.htn'));
    const details = await covers.loadDetailedCoverage(said.runs.at(-1), coverage, noCancel);
    const at = (line) => details.filter((each) => (each.location.start ?? each.location).line === line);
    const [shooting] = at(3).filter((each) => !each.branches?.length), [alert] = at(3).filter((each) => each.branches?.length);
    assert.equal(shooting.executed, 0);
    assert.ok(alert.branches[0].executed > 0 && alert.branches[1].executed > 0);
    assert.ok(at(5)[0].executed > 0);
    assert.deepEqual(details.filter((each) => each.name).map((each) => [each.name, each.executed > 0]), [['Guard', true], ['Shoot', false], ['Wait', true]]);
    assert.equal(coverage.declarationCoverage.covered, 2);
  });

  await t.test('the text of the editor counts, and a click on a lens plays what is saved then', async () => {
    const document = await vscode.workspace.openTextDocument(editor.file('ai/guard.test.htn'));
    await replace(document, 'Given  [Alert = true]', 'Given  [Alert = true, Ammo = 1]');
    await replace(document, 'it waits longer', 'it shoots');
    await until(() => group().children.get('it shoots'));
    await vscode.commands.executeCommand('htn.runScenario', document.uri.toString(), 'it shoots');
    assert.deepEqual(said.runs.at(-1).events.at(-1).slice(0, 2), ['passed', 'it shoots']);
    assert.ok(!document.isDirty);
  });

  await t.test('continuous runs follow each save', async () => {
    const before = said.runs.length, stopped = new vscode.CancellationTokenSource();
    await runs.runHandler(Object.assign(new vscode.TestRunRequest([group()], undefined, runs), { continuous: true }), stopped.token);
    const document = await vscode.workspace.openTextDocument(editor.file('ai/guard.htn'));
    await replace(document, 'Ammo > 0', 'Ammo > 2');
    await document.save();
    const run = await until(() => said.runs.length > before && said.runs.at(-1).ended && said.runs.at(-1));
    assert.ok(run.events.some(([kind, name]) => kind === 'failed' && name === 'it shoots'));
    stopped.cancel();
    await document.save();
    assert.equal(said.runs.length, before + 1);
  });

  await t.test('a file that goes takes its tests along', () => {
    fs.rmSync(editor.file('broken.htn'));
    said.watchers.forEach((watcher) => watcher.deleted.fire(editor.uri('broken.htn')));
    assert.deepEqual([...controller.items].map(([, item]) => item.label), ['ai/guard.test.htn']);
  });

  await t.test('tasks: the source in front of the user, and what is compiled on save', async () => {
    const provider = said.taskProviders.get('htn');
    assert.deepEqual(provider.provideTasks(), []);
    await vscode.window.showTextDocument(editor.uri('ai/guard.htn'));
    const [compile, , play, format] = provider.provideTasks();
    assert.deepEqual(compile.execution.args ?? compile.execution.process, ['compile', '--color', 'never', 'ai/guard.htn']);
    assert.deepEqual(play.problemMatchers, ['$htn', '$htn-test']);
    assert.deepEqual(format.execution.args, ['fmt', 'ai/guard.htn']);
    await vscode.commands.executeCommand('htn.compileOnSave');
    const written = said.settings['tasks.tasks'];
    assert.deepEqual(written, [{ type: 'htn', command: 'compile', file: 'ai/guard.htn', output: 'ai/guard.htnb', onSave: true, problemMatcher: '$htn' }]);
    said.tasks = [provider.resolveTask({ definition: written[0], scope: vscode.workspace.workspaceFolders[0] }), compile];
    events.onDidSaveTextDocument.fire(vscode.window.activeTextEditor.document);
    await until(() => said.executed.length === 1);
    const { process, args } = said.executed[0].execution;
    const made = require('node:child_process').spawnSync(process, args, { cwd: editor.root, encoding: 'utf8' });
    assert.equal(made.status, 0, made.stderr);
    assert.ok(fs.existsSync(editor.file('ai/guard.htnb')));
  });

  await t.test('the problem matchers read what the tool prints', () => {
    const { problemMatchers } = JSON.parse(fs.readFileSync(`${__dirname}/../package.json`, 'utf8')).contributes;
    const [found, failed] = problemMatchers.map((each) => new RegExp(each.pattern.regexp));
    fs.writeFileSync(editor.file('bad.htn'), 'World State [A : bool]\nCompound Task [B]\n    Method [C]\n        Subtasks []\n');
    const said = require('node:child_process').spawnSync(tool, ['check', 'bad.htn'], { cwd: editor.root, encoding: 'utf8' });
    const lines = said.stderr.split('\n').map((line) => found.exec(line)).filter(Boolean).map((match) => match.slice(1));
    assert.deepEqual(lines.at(-1).slice(0, 4), ['bad.htn', '3', '13', 'error']);
    assert.equal(lines.at(-1)[5], 'unknown-name');
    assert.deepEqual(found.exec('C:\\ai\\bad.htn:3:13: warning: a [b]: text [unused]').slice(1), ['C:\\ai\\bad.htn', '3', '13', 'warning', 'a [b]: text', 'unused']);
    const played = require('node:child_process').spawnSync(tool, ['test', 'ai/guard.test.htn'], { cwd: editor.root, encoding: 'utf8' });
    const [place] = played.stdout.split('\n').map((line) => failed.exec(line)).filter(Boolean);
    assert.deepEqual(place.slice(1, 3), ['ai/guard.test.htn', '9']);
  });
});
