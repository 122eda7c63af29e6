// The language client: what VS Code would ask of the extension, answered by the real `htn lsp`.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { startEditor, until, noCancel, vscode, said, replace } = require('./editor.js');

const guard = `World State [Alert : bool]

Compound Task [Guard]
    Method [Alrt]
        Subtasks [Shout()]

Primitive Task [Shout]
  Operator [Shout]
`;

const provider = (name) => said.providers[name][0].provider;
const cursor = (document, text) => document.positionAt(document.getText().indexOf(text.replace('^', '')) + Math.max(text.indexOf('^'), 0));

test('a session in the editor', async (t) => {
  const editor = await startEditor({ 'guard.htn': guard });
  const document = await vscode.workspace.openTextDocument(editor.file('guard.htn'));
  await vscode.window.showTextDocument(document);
  const problems = () => said.diagnostics.get(document.uri.toString());

  await t.test('the server is that of the setting', () => assert.equal(said.messages.length, 0));

  await t.test('a mistake is underlined, and its correction offered', async () => {
    const [mistake] = await until(() => problems()?.length && problems());
    assert.match(mistake.message, /did you mean `Alert`/);
    assert.equal(mistake.code, 'unknown-name');
    const actions = await provider('CodeActions').provideCodeActions(document, mistake.range, { diagnostics: [mistake], only: undefined, triggerKind: 1 }, noCancel);
    assert.equal(actions[0].title, 'Replace `Alrt` by `Alert`');
    await vscode.workspace.applyEdit(actions[0].edit);
    assert.match(document.getText(), /Method \[Alert\]/);
    await until(() => problems().length === 0);
  });

  await t.test('completion, hover, definition, symbols, hints, tokens', async () => {
    const list = await provider('CompletionItem').provideCompletionItems(document, cursor(document, '[^Shout()'), noCancel, { triggerKind: 0 });
    assert.ok((list.items ?? list).some((item) => (item.label.label ?? item.label) === 'Guard'));
    const hover = await provider('Hover').provideHover(document, cursor(document, 'Guard]'), noCancel);
    assert.match([hover.contents].flat().map((each) => each.value).join(), /Method \[Alert\]/);
    const definition = await provider('Definition').provideDefinition(document, cursor(document, 'Shout()'), noCancel);
    assert.equal((definition[0] ?? definition).range.start.line, 6);
    const symbols = await provider('DocumentSymbol').provideDocumentSymbols(document, noCancel);
    assert.deepEqual(symbols.map((each) => each.name), ['Alert', 'Guard', 'Shout']);
    const tokens = await provider('DocumentSemanticTokens').provideDocumentSemanticTokens(document, noCancel);
    assert.ok(tokens.data.length > 50);
    const hints = await provider('InlayHints').provideInlayHints(document, new vscode.Range(0, 0, 9, 0), noCancel);
    assert.equal(hints[0].label, '0');
  });

  await t.test('formatting and renaming change the document', async () => {
    const edits = await provider('DocumentFormattingEdit').provideDocumentFormattingEdits(document, { tabSize: 4, insertSpaces: true }, noCancel);
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.match(document.getText(), /\n    Operator \[Shout\]/);
    await vscode.workspace.applyEdit(await provider('Rename').provideRenameEdits(document, cursor(document, 'Shout()'), 'Call', noCancel));
    assert.match(document.getText(), /Primitive Task \[Call\]\n    Operator \[Shout\]/);
  });

  await t.test('an unsaved change is answered, and the server starts again when it is told to', async () => {
    await replace(document, 'Call()', 'Cal()');
    await until(() => problems().length === 1);
    await vscode.commands.executeCommand('htn.restart');
    await until(() => problems()?.length === 1);
    await replace(document, 'Cal()', 'Call()');
    await until(() => problems().length === 0);
  });
});

test('without a tool the extension says what to do', async () => {
  const path = process.env.PATH;
  said.settings['htn.path'] = '/nowhere/htn';
  said.answers.push('Open the setting');
  await vscode.commands.executeCommand('htn.restart');
  assert.match(said.messages.at(-1).message, /names no program: .*nowhere/);
  await until(() => said.shown.some((each) => each[0] === 'workbench.action.openSettings'));
  said.settings['htn.path'] = '';
  process.env.PATH = '/nowhere';
  await vscode.commands.executeCommand('htn.restart');
  process.env.PATH = path;
  assert.match(said.messages.at(-1).message, /not found on PATH/);
});
