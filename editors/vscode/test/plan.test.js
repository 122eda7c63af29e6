// The side panel: the view asks the real server, and the script of the page draws the answer into a document of linkedom.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { parseHTML } = require('linkedom');
const { startEditor, until, vscode, said, replace } = require('./editor.js');
const { tool } = require('../../../tests/editors/server.js');

const domain = `Entities [Enemy] Max [3]

World State [
    Sees(e : Enemy) : bool,
    Ammo            : 0..6,
    Hidden          : bool,
]

Compound Task [Guard]
    Method [any e : Enemy where Sees(e), Ammo > 0]
        Subtasks [Parallel [Shoot(e), Say("hey")]]
    Method [true]
        Subtasks [Wait()]

Primitive Task [Shoot(e : Enemy)]
    Operator [Shoot(e)]
    Effects [Ammo -= 1]

Primitive Task [Say(what : symbol)]
    Operator [Say(what)]

Primitive Task [Wait]
    Operator [Wait]
`;

/** What VS Code makes of a view: a page that runs its script, and messages in both directions. */
function openPage(provider) {
  const received = new vscode.EventEmitter(), changed = new vscode.EventEmitter(), disposed = new vscode.EventEmitter();
  let dom;
  const view = {
    visible: true, onDidChangeVisibility: changed.event, onDidDispose: disposed.event, drawn: 0,
    webview: {
      cspSource: 'vscode-resource:', options: {}, html: '', asWebviewUri: (uri) => uri, onDidReceiveMessage: received.event,
      async postMessage(message) { dom.listeners.forEach((each) => each({ data: structuredClone(message) })); view.drawn++; },
    },
  };
  provider.resolveWebviewView(view);
  const { document } = parseHTML(view.webview.html);
  dom = { listeners: [] };
  const context = vm.createContext({ document, CSS: { escape: (text) => text.replace(/["\\]/g, '\\$&') }, acquireVsCodeApi: () => ({ postMessage: (message) => received.fire(message) }) });
  context.window = { addEventListener: (_, listener) => dom.listeners.push(listener) };
  const script = new URL(document.querySelector('script').getAttribute('src'));
  vm.runInContext(fs.readFileSync(script, 'utf8'), context);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const field = (label) => all('input, select').find((each) => each.getAttribute('aria-label') === label && each.getAttribute('type') !== 'range');
  const fire = (element, name) => { const event = document.createEvent('Event'); event.initEvent(name, true, false); element.dispatchEvent(event); };
  return {
    view, document, all, changed,
    texts: (selector) => all(selector).map((each) => each.textContent.replace(/\s+/g, ' ').trim()),
    async set(label, value) {
      const element = field(label), before = view.drawn;
      if (typeof value === 'boolean') element.checked = value;
      else element.value = String(value);
      element.checkValidity ??= () => true;
      fire(element, 'change');
      await until(() => view.drawn > before, `drawn after ${label}`);
    },
    async click(text) {
      const button = all('button').find((each) => each.textContent.trim() === text), before = view.drawn + said.shown.length;
      fire(button, 'click');
      await until(() => view.drawn + said.shown.length > before, `something after ${text}`);
    },
  };
}

test('the side panel', async (t) => {
  const editor = await startEditor({ 'ai/guard.htn': domain, 'ai/other.txt': '' });
  const page = openPage(said.views.get('htn.planView'));
  const steps = () => page.texts('.steps .step');

  await t.test('without a domain it says what to do', async () => {
    await until(() => page.view.drawn > 0);
    assert.match(page.texts('.problem')[0], /Open a domain/);
  });

  await t.test('the page runs its own script only', () => {
    const policy = page.document.querySelector('meta[http-equiv]').getAttribute('content');
    const { nonce } = page.document.querySelector('script').attributes;
    assert.match(policy, /default-src 'none'/);
    assert.ok(policy.includes(`'nonce-${nonce.value}'`) && nonce.value.length >= 32);
    assert.deepEqual(page.view.webview.options.localResourceRoots.map((each) => path.basename(each.fsPath)), ['media']);
  });

  const document = await vscode.workspace.openTextDocument(editor.file('ai/guard.htn'));
  await vscode.window.showTextDocument(document);

  await t.test('the plan of the domain in front of the user', async () => {
    await until(() => steps().length > 0);
    assert.deepEqual(steps(), ['Wait()']);
    assert.match(page.texts('.tree')[0], /Guard ?✗method 0: Ammo > 0 does not hold guard.htn:10 ?Ammo = 0 \(at first\)/);
    assert.match(page.texts('.tree')[0], /✓method 1 guard.htn:12 ?●Wait\(\) step 1/);
    assert.deepEqual(page.texts('.unread').sort(), ['Hidden']);
  });

  await t.test('another world has another plan', async () => {
    await page.set('Enemy', 2);
    await page.set('Sees(Enemy#1)', true);
    await page.set('Ammo', 3);
    assert.deepEqual(steps(), ['Shoot(Enemy#1)', 'Say("hey")']);
    assert.equal(page.all('.member').length, 2);
    assert.deepEqual(page.texts('.changed').sort(), ['Ammo', 'Sees(Enemy#1)']);
    assert.match(page.texts('.tree')[0], /method 0 with e = Enemy#1.*Sees\(Enemy#1\) = true \(set\)/);
  });

  await t.test('an unsaved change is planned again; an error keeps the plan, and says so', async () => {
    await replace(document, 'Say("hey")]]', 'Say("ho")]]');
    await until(() => steps().includes('Say("ho")'));
    await replace(document, 'Ammo > 0', 'Amo > 0');
    await until(() => page.texts('.problem')[0]);
    assert.match(page.texts('.problem')[0], /errors/);
    assert.equal(page.document.querySelector('main').className, 'stale');
    assert.deepEqual(steps(), ['Shoot(Enemy#1)', 'Say("ho")']);
    await replace(document, 'Amo > 0', 'Ammo > 0');
    await until(() => page.texts('.problem').length === 0);
  });

  await t.test('what the domain no longer knows is forgotten, with the reason', async () => {
    await replace(document, 'Ammo            : 0..6', 'Ammo            : 0..2');
    await until(() => page.texts('.problem')[0]);
    assert.match(page.texts('.problem')[0], /Ammo=3: Ammo takes a number in 0\.\.2/);
    await page.click('reset');
    assert.deepEqual(steps(), ['Wait()']);
    assert.deepEqual(page.texts('.changed, .problem'), []);
  });

  await t.test('without a plan it says what failed', async () => {
    await replace(document, 'Primitive Task [Wait]', 'Primitive Task [Wait]\n    Preconditions [Hidden, Ammo < 1]');
    await until(() => page.texts('.outcome')[0]);
    assert.match(page.texts('.outcome')[0], /There is no plan/);
    assert.match(page.texts('.tree')[0], /Wait's precondition \[Hidden.*\] failed/);
    await page.set('Hidden', true);
    await page.set('Ammo', 2);
    assert.match(page.texts('.tree')[0], /Ammo < 1\] failed: Ammo was 2 \(set\)/);
    await page.click('reset');
    await page.set('Hidden', true);
    assert.deepEqual(steps(), ['Wait()']);
    await replace(document, '\n    Preconditions [Hidden, Ammo < 1]', '');
    await page.click('reset');
  });

  await t.test('a lens shows the plan of its task; tasks and places open the source', async () => {
    await vscode.commands.executeCommand('htn.explain', document.uri.toString(), 'Guard()');
    assert.ok(said.shown.some(([name]) => name === 'htn.planView.focus'));
    await until(() => page.texts('.pill').length === 1);
    await page.click('guard.htn:12');
    assert.equal(said.shown.at(-1)[2].selection.start.line, 11);
    await page.click('Wait()');
    assert.equal(said.shown.at(-1)[2].selection.start.line, 21);
    await page.click('×');
    await until(() => page.texts('.pill').length === 0);
  });

  await t.test('a hidden panel asks nothing', async () => {
    page.view.visible = false;
    const before = page.view.drawn;
    await replace(document, 'Subtasks [Wait()]', 'Subtasks [Wait(), Wait()]');
    await new Promise((done) => setTimeout(done, 600));
    assert.equal(page.view.drawn, before);
    page.view.visible = true;
    page.changed.fire();
    await until(() => steps().length === 2);
  });

  await t.test('a domain can be played in a terminal', async () => {
    await vscode.commands.executeCommand('htn.play');
    assert.equal(said.terminals[0].shellPath, tool);
    assert.deepEqual(said.terminals[0].shellArgs, ['run', editor.file('ai/guard.htn')]);
  });
});
