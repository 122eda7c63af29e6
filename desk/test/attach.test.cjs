// The page attached to a running game, the heist without its window (tests/attach/game.c): it is looked at, changed, stopped, reloaded; it dies and returns.
const assert = require('node:assert/strict');
const { execFileSync, spawn } = require('node:child_process');
const { createServer } = require('node:http');
const { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { after, before, test } = require('node:test');
const { chromium } = require('playwright-core');

const root = resolve(__dirname, '../..'), folder = join(root, 'build/desk/page');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const source = readFileSync(join(root, 'examples/heist/heist.htn'), 'utf8');
const TOKEN = '0123456789abcdef';
let server, browser, address, work, blob;

before(async () => {
  work = mkdtempSync(join(tmpdir(), 'htn-attach-'));
  blob = join(work, 'heist.htnb');
  writeFileSync(join(work, 'heist.htn'), source);
  execFileSync(process.env.HTN, ['compile', 'heist.htn', '-o', blob], { cwd: work });
  server = createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname;
    if (name === '/files.json') return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ main: 'heist.htn', files: { 'heist.htn': source } }));
    const path = join(folder, name.replace(/\/$/, '/index.html'));
    if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kinds[path.slice(path.lastIndexOf('.'))] ?? 'text/plain' }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server.close();
  rmSync(work, { recursive: true });
});

/** Starts the game, and waits until it listens. */
async function start(t, { port = 0, own = 'own' } = {}) {
  const place = mkdtempSync(join(work, 'game-'));
  const process_ = spawn(process.env.HEIST_GAME, [place, TOKEN, String(port), '1048576', own, blob], { stdio: 'inherit' });
  t.after(() => process_.kill('SIGKILL'));
  for (let i = 0; i < 200 && !existsSync(join(place, 'port')); i++) await new Promise((done) => setTimeout(done, 50));
  return { port: Number(readFileSync(join(place, 'port'), 'utf8')), folder: place, kill: (signal) => new Promise((done) => { process_.on('exit', done); process_.kill(signal); }) };
}

async function open(t, fragment, { greets = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && !/WebSocket connection to/.test(message.text()) && problems.push(message.text()));
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(address + fragment);
  await page.waitForSelector('html[data-ready]', { timeout: 60000 });
  if (greets) await page.waitForFunction(() => globalThis.desk.recording.isLive && globalThis.desk.recording.end > 0, null, { timeout: 30000 });
  return page;
}
const attached = (game) => `#served&attach=127.0.0.1:${game.port}&token=${TOKEN}`;
const said = (page, pattern) => page.waitForFunction((source_) => new RegExp(source_).test(document.getElementById('said').textContent), pattern.source, { timeout: 30000 });
const choose = async (page, name) => {
  await page.getByLabel('Agent', { exact: true }).selectOption(name);
  await page.waitForFunction((called) => globalThis.desk.recording.isLive && globalThis.desk.recording.recording.tracks[0]?.name === called, name, { timeout: 30000 });
};
const value = (page, name) => page.evaluate((called) => globalThis.desk.model.state.world.find((cell) => cell.name === called).value, name);
const addBreak = async (page, kind, text) => {
  await page.getByRole('tab', { name: /^Breaks/ }).click();
  await page.locator('#break-kind').selectOption(kind);
  await page.locator('#break-text').fill(text);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
};

test('an agent is looked at while it acts: world, plan, reasons, timeline; and its past', async (t) => {
  const game = await start(t);
  const page = await open(t, attached(game));
  assert.doesNotMatch(page.url(), /token/);
  assert.equal(await page.getByLabel('Agent', { exact: true }).locator('option').count(), 51);
  await choose(page, 'Guard 3');
  await page.waitForFunction(() => globalThis.desk.model.explained?.tree?.length > 0 && globalThis.desk.recording.end > 3000, null, { timeout: 30000 });
  assert.match(await page.locator('#outcome').innerText(), /Plan of|kept|No plan|Nothing to do/);
  const first = await page.evaluate(() => globalThis.desk.recording.end);
  await page.waitForFunction((before_) => globalThis.desk.recording.end > before_ + 1000 && globalThis.desk.recording.time === globalThis.desk.recording.end, first);
  await page.getByRole('slider', { name: 'Time and agent of the recording' }).press('ArrowLeft');
  const back = await page.evaluate(() => globalThis.desk.recording.time);
  await page.waitForFunction((then) => globalThis.desk.recording.end > then + 1000, back);
  assert.equal(await page.evaluate(() => globalThis.desk.recording.time), back, 'the past stays where it is');
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.waitForFunction(() => globalThis.desk.recording.time === globalThis.desk.recording.end);
  await page.getByRole('button', { name: 'Detach' }).click();
  assert.equal(await page.evaluate(() => globalThis.desk.recording.isOpen || globalThis.desk.model.past), false);
  assert.match(await page.locator('#outcome').innerText(), /Plan of|Nothing to do|No plan/);
});

test('what the page explains is what the tool explains of the journal that it saves', async (t) => {
  const game = await start(t, { own: 'none' });
  const page = await open(t, attached(game));
  await choose(page, 'Guard 7');
  await page.waitForFunction(() => globalThis.desk.recording.end > 5000 && globalThis.desk.model.explained?.tree?.length > 0, null, { timeout: 30000 });
  await page.getByRole('button', { name: 'Pause' }).click();
  await said(page, /time has stopped/);
  await page.waitForTimeout(600);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save journal' }).click()]);
  const path = join(work, 'saved.htnj');
  await download.saveAs(path);
  assert.match(execFileSync(process.env.HTN, ['replay', blob, path], { encoding: 'utf8' }), /same|replay/i);
  const there = JSON.parse(execFileSync(process.env.HTN, ['explain', blob, '--journal', path, '--json'], { encoding: 'utf8', cwd: work }));
  const here = await page.evaluate(() => { globalThis.desk.recording.show(true); return globalThis.desk.model.explained; });
  assert.deepEqual(here, there);
});

test('properties, orders, pause, step and continue', async (t) => {
  const game = await start(t, { own: 'none' });
  const page = await open(t, attached(game));
  await choose(page, 'Guard 5');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const ticks = () => page.evaluate(() => globalThis.desk.model.state.tick);
  await page.waitForTimeout(300);
  const still = await ticks();
  await page.waitForTimeout(300);
  assert.equal(await ticks(), still);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.waitForFunction((before_) => globalThis.desk.model.state.tick === before_ + 1, still);
  await page.evaluate(() => globalThis.desk.model.set('Tired', 90));
  await page.waitForFunction(() => globalThis.desk.model.state.world.find((cell) => cell.name === 'Tired').value === 90);
  assert.equal(await value(page, 'Tired'), 90);
  await page.evaluate(() => globalThis.desk.model.set('Tired', 1000));
  await said(page, /Tired/);
  await page.getByLabel('Order for the agent').fill('SearchAround');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => globalThis.desk.recording.recording.texts.some((text) => /order.*SearchAround/i.test(text)), null, { timeout: 30000 });
  await page.getByLabel('Order for the agent').fill('Fly()');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await said(page, /Fly/);
});

test('time stops where a task starts, a property becomes, or a plan has a task', async (t) => {
  const game = await start(t);
  const page = await open(t, attached(game));
  await choose(page, 'Guard 2');
  const go = async (kind, text, pattern) => {
    await addBreak(page, kind, text);
    if (await page.evaluate(() => globalThis.desk.attach.isPaused)) await page.getByRole('button', { name: 'Play' }).click();
    await said(page, pattern);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const state = await page.evaluate(() => globalThis.desk.model.state);
    await page.locator('#breaks button').first().click();
    return state;
  };
  const state = await go('property', 'Alarm = true', /Stopped at .*property is Alarm = true/);
  assert.equal(state.world.find((cell) => cell.name === 'Alarm').value, true);
  const starts = await go('task', 'Rest', /Stopped at .*task starts Rest/);
  assert.ok(starts.layers.some((layer) => layer.steps.some((step) => step.text.startsWith('Rest(') && step.mark !== 'todo')), JSON.stringify(starts.layers));
  await go('plan', 'Rest', /Stopped at .*plan becomes Rest/);
  await addBreak(page, 'task', 'Nonsense');
  await said(page, /no such task/);
  await page.getByText('task starts Nonsense: not possible').waitFor();
  await addBreak(page, 'task', 'Legs');
  await page.getByText('task starts Legs: not possible').waitFor();
  await addBreak(page, 'property', 'Alarm = true');
  await page.waitForFunction(() => globalThis.desk.attach.met.length === 1);
  if (await page.evaluate(() => globalThis.desk.attach.isPaused)) await page.getByRole('button', { name: 'Play' }).click();
  await said(page, /Stopped at .*property is Alarm = true/);
});

test('what runs already when an agent is chosen is on the timeline', async (t) => {
  const game = await start(t);
  const page = await open(t, attached(game));
  await choose(page, 'Guard 8');
  const items = await page.evaluate(() => {
    const { items: all } = globalThis.desk.recording.recording.tracks[0], { texts } = globalThis.desk.recording.recording;
    return Array.from({ length: all.length / 4 }, (_, i) => ({ kind: all[4 * i] & 255, begin: all[4 * i + 1], text: texts[all[4 * i + 3]] }));
  });
  assert.ok(items.some((each) => each.kind === 0 && each.begin === 0), JSON.stringify(items.slice(0, 6)));
  assert.ok(items.some((each) => each.kind === 1 && each.begin === 0 && /\w+\(/.test(each.text)), JSON.stringify(items.slice(0, 6)));
});

test('the source is sent, the game goes on with it, and another source is not sent', async (t) => {
  const game = await start(t);
  const page = await open(t, attached(game));
  await choose(page, 'Guard 4');
  const before_ = await page.evaluate(() => globalThis.desk.attach.shown.build);
  await page.evaluate(() => {
    const { view } = globalThis.desk.source, text = view.state.doc.toString(), at = text.indexOf('Tired >= 80');
    view.dispatch({ changes: { from: at, to: at + 11, insert: 'Tired >= 10' } });
  });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+s');
  await page.waitForFunction((build) => globalThis.desk.attach.shown.build !== build && globalThis.desk.recording.end > 0, before_, { timeout: 30000 });
  assert.equal(await page.evaluate(() => globalThis.desk.recording.recording.tracks[0].name), 'Guard 4');
  const build = await page.evaluate(() => globalThis.desk.attach.shown.build);
  await page.evaluate(() => {
    const { view } = globalThis.desk.source;
    view.dispatch({ changes: { from: 0, insert: 'Wrold\n' } });
  });
  await page.getByRole('button', { name: 'Send source' }).click();
  await said(page, /has errors; nothing was sent/);
  await page.evaluate(() => {
    const { view } = globalThis.desk.source;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: 'Task Other\n    Method []\n        Subtasks [Do()]\n\nTask Do\n    Operator [Do]\n' } });
  });
  await page.getByRole('button', { name: 'Send source' }).click();
  await said(page, /other layers than the game|has errors/);
  assert.equal(await page.evaluate(() => globalThis.desk.attach.shown.build), build);
});

test('a game that dies and returns is followed, with the same agent and the breaks', async (t) => {
  const game = await start(t);
  const page = await open(t, attached(game));
  await choose(page, 'Guard 9');
  await addBreak(page, 'property', 'Alarm = true');
  await game.kill('SIGKILL');
  await page.getByText(/is gone; waiting for it/).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save journal' }).click()]);
  await download.saveAs(join(work, 'dead.htnj'));
  assert.match(execFileSync(process.env.HTN, ['replay', blob, join(work, 'dead.htnj')], { encoding: 'utf8' }), /same|replay/i);
  await start(t, { port: game.port });
  await page.waitForFunction(() => globalThis.desk.attach.greeted && globalThis.desk.recording.end > 0 && document.getElementById('live-status').textContent === '', null, { timeout: 30000 });
  await said(page, /Stopped at .*property is Alarm = true/);
  assert.equal(await page.evaluate(() => globalThis.desk.recording.recording.tracks[0].name), 'Guard 9');
});

test('the dialog: an address, a token; a wrong one is said', async (t) => {
  const game = await start(t);
  const page = await open(t, '#served', { greets: false });
  await page.getByRole('button', { name: 'Attach…' }).click();
  await page.locator('#attach-address').fill(`127.0.0.1:${game.port}`);
  await page.locator('#attach-token').fill('wrongwrong');
  await page.getByRole('dialog').getByRole('button', { name: 'Attach', exact: true }).click();
  await page.getByText(/it has another token/).waitFor();
  assert.equal(await page.locator('#world').evaluate((world) => world.inert), true);
  await page.getByRole('slider', { name: 'Time and agent of the recording' }).press('ArrowLeft'); // nothing is there yet
  await page.getByRole('button', { name: 'Attach…' }).click();
  await page.locator('#attach-token').fill(TOKEN);
  await page.getByRole('dialog').getByRole('button', { name: 'Attach', exact: true }).click();
  await page.waitForFunction(() => globalThis.desk.recording.isLive && globalThis.desk.recording.end > 0, null, { timeout: 30000 });
});

test('a link to a game of another machine asks first', async (t) => {
  const page = await open(t, '#attach=games.example:7117&token=abcdefgh', { greets: false });
  await page.getByRole('dialog', { name: 'Attach to a running game' }).waitFor();
  assert.equal(await page.locator('#attach-address').inputValue(), 'games.example:7117');
  assert.equal(await page.evaluate(() => globalThis.desk.attach.isOpen), false);
});

for (const colorScheme of ['light', 'dark'])
  test(`axe has no finding: ${colorScheme}`, async (t) => {
    const game = await start(t);
    const page = await open(t, attached(game), { colorScheme, bypassCSP: true });
    await choose(page, 'Guard 1');
    await page.waitForFunction(() => globalThis.desk.recording.end > 4000, null, { timeout: 30000 });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.addScriptTag({ path: require.resolve('axe-core') });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}: ${each.nodes[0].failureSummary}`), []);
  });

test('pictures', { skip: !process.env.SHOTS }, async (t) => {
  mkdirSync(process.env.SHOTS, { recursive: true });
  const game = await start(t);
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [[1280, 800], [2560, 1440]]) {
      const page = await open(t, attached(game), { colorScheme, viewport: { width, height } });
      await choose(page, 'Guard 3');
      await page.waitForFunction(() => globalThis.desk.recording.end > 8000, null, { timeout: 30000 });
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${process.env.SHOTS}/attached-${colorScheme}-${width}.png` });
      await page.context().close();
    }
});
