// What a designer does at the desk, in Chromium. The page is served from loopback; every other request is a failure.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { createServer, request } = require('node:http');
const { existsSync, mkdirSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { after, before, test } = require('node:test');
const { gzipSync } = require('node:zlib');
const { chromium } = require('playwright-core');

const folder = resolve(__dirname, '../../build/desk/page');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
let server, browser, address;

before(async () => {
  server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
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
});

async function open(t, { fragment = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => { if (!request.url().startsWith(address) && !request.url().startsWith('data:')) problems.push(`asked for ${request.url()}`); });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(address + fragment);
  await page.waitForSelector('html[data-ready]', { timeout: 60000 });
  return page;
}
const tree = (page) => page.locator('#tree').innerText();
const outcome = (page) => page.locator('#outcome').innerText();
const edit = (page, from, to) => page.evaluate(([a, b]) => {
  const { view } = globalThis.desk.source;
  const at = view.state.doc.toString().indexOf(a);
  view.dispatch({ changes: { from: at, to: at + a.length, insert: b } });
}, [from, to]);

test('a world control changes the plan, and the tree says why not', async (t) => {
  const page = await open(t);
  assert.match(await outcome(page), /Plan of 1 step/);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  assert.match(await outcome(page), /Plan of 4 steps.*record \[0, 1, 0\]/s);
  assert.match(await tree(page), /method 0 \[TrunkHealth > 0\] .*TrunkHealth was 0/);
  await page.locator('#cell-TrunkHealth').fill('2');
  assert.match(await outcome(page), /record \[0, 0\]/);
});

test('a mistake has a message, and its fix makes the plan new again', async (t) => {
  const page = await open(t);
  await edit(page, 'Method [SeesEnemy]', 'Method [SeesEnmy]');
  await page.getByText('unknown name `SeesEnmy`; did you mean `SeesEnemy`?').first().waitFor();
  assert.match(await outcome(page), /Last source that compiled/);
  await page.getByRole('button', { name: 'Fix: SeesEnemy' }).click();
  await page.waitForFunction(() => document.getElementById('verdict').textContent === 'compiles');
  assert.doesNotMatch(await outcome(page), /Last source/);
});

test('the file is saved: as a download, or to one that was chosen once', async (t) => {
  const page = await open(t);
  await edit(page, 'TrunkHealth = 3', 'TrunkHealth = 2');
  await page.evaluate(() => (globalThis.showSaveFilePicker = undefined));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save file' }).click()]);
  assert.equal(download.suggestedFilename(), 'troll.htn');
  assert.equal(readFileSync(await download.path(), 'utf8'), await page.evaluate(() => globalThis.desk.model.files.get('troll.htn')));
  await page.evaluate(() => {
    globalThis.wrote = [];
    globalThis.showSaveFilePicker = async () => ({ name: 'mine.htn', createWritable: async () => ({ write: async (text) => globalThis.wrote.push(text), close: async () => {} }) });
  });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+s');
  await page.getByText('mine.htn was written.').waitFor();
  await page.evaluate(() => (globalThis.showSaveFilePicker = () => Promise.reject(new Error('asked twice'))));
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => globalThis.wrote.length === 2);
});

test('the timeline shows steps from their beginning to their end', async (t) => {
  const page = await open(t);
  const titles = await page.evaluate(() => {
    for (let i = 0; i < 35; i++) globalThis.desk.model.pass(100);
    return [...document.querySelectorAll('.barstep')].map((each) => each.title);
  });
  assert.deepEqual(titles, ['Watch(): 0.0 s to 1.0 s', 'Watch(): 1.0 s to 2.0 s', 'Watch(): 2.0 s to 3.0 s', 'Watch(): 3.0 s to 3.5 s']);
});

test('edits of a domain are there again when one comes back to it', async (t) => {
  const page = await open(t);
  await edit(page, 'TrunkHealth = 3', 'TrunkHealth = 2');
  await page.locator('#example').selectOption('09-partial-plans.htn');
  await page.locator('#example').selectOption('troll.htn');
  assert.match(await page.evaluate(() => globalThis.desk.source.view.state.doc.toString()), /TrunkHealth = 2/);
});

test('an edit changes the running domain', async (t) => {
  const page = await open(t);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await edit(page, 'Effects [TrunkHealth = 3]', 'Effects [TrunkHealth = 2]');
  assert.match(await tree(page), /TrunkHealth was 2 \(written by step 2 Uproot\)/);
  const world = page.locator('#cell-SeesEnemy');
  assert.equal(await world.isChecked(), true, 'the world stays');
});

test('time runs, and every moment comes back', async (t) => {
  const page = await open(t);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await page.evaluate(() => { for (let i = 0; i < 60; i++) globalThis.desk.model.pass(100); });
  const now = await page.evaluate(() => JSON.stringify([globalThis.desk.model.state.world, globalThis.desk.model.explained]));
  const last = Number(await page.locator('#scrub').inputValue());
  assert.ok(last >= 5, `${last} moments`);
  const seen = [];
  for (let moment = last; moment >= 0; moment--) {
    await page.locator('#scrub').fill(String(moment));
    seen.push(await page.evaluate(() => JSON.stringify([globalThis.desk.model.state.time, globalThis.desk.model.state.world, globalThis.desk.model.explained.steps])));
  }
  assert.match(seen.at(-1), /^\[0,\[\{"name":"SeesEnemy","property":0,"value":false/);
  for (let moment = 0; moment <= last; moment++) {
    await page.locator('#scrub').fill(String(moment));
    const again = await page.evaluate(() => JSON.stringify([globalThis.desk.model.state.time, globalThis.desk.model.state.world, globalThis.desk.model.explained.steps]));
    assert.deepEqual(again.replaceAll(',"changed":true', ''), seen[last - moment].replaceAll(',"changed":true', ''), `moment ${moment}`);
  }
  const back = await page.evaluate(() => JSON.stringify([globalThis.desk.model.state.world, globalThis.desk.model.explained]));
  assert.equal(back.replaceAll(',"changed":true', ''), now.replaceAll(',"changed":true', ''));
  assert.ok((await page.locator('.barstep').count()) >= 4);
});

test('breaks stop time: a task starts, a plan becomes, a property is', async (t) => {
  const page = await open(t);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await page.getByRole('tab', { name: 'Breaks' }).click();
  const add = async (kind, text) => {
    await page.locator('#break-kind').selectOption(kind);
    await page.locator('#break-text').fill(text);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  const run = async () => {
    await page.locator('#speed').selectOption('16');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => document.getElementById('play').textContent === 'Play');
    return page.locator('#said').innerText();
  };
  await add('task', 'Uproot');
  assert.match(await run(), /Stopped at 1\.0 s: task starts Uproot/);
  await add('property', 'TrunkHealth = 2');
  await page.getByRole('button', { name: 'Remove the break: task starts Uproot' }).click();
  assert.match(await run(), /property is TrunkHealth = 2/);
  assert.equal(await page.locator('#cell-TrunkHealth').inputValue(), '2');
  await add('property', 'NoSuch = 2');
  assert.match(await page.locator('#said').innerText(), /there is no property `NoSuch`/);
});

test('a play becomes a scenario, which passes, and coverage is in the margin', async (t) => {
  const page = await open(t);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await page.evaluate(() => { for (let i = 0; i < 12; i++) globalThis.desk.model.pass(100); });
  await page.getByRole('button', { name: 'Save scenario…' }).click();
  await page.locator('#save-name').fill('it fetches a trunk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: /it fetches a trunk/ }).waitFor();
  assert.match(await page.locator('#test-verdict').innerText(), /6 passed, 0 failed/);
  assert.match(await page.evaluate(() => globalThis.desk.model.files.get('troll.test.htn')), /Scenario \[it fetches a trunk\]/);
  await page.getByRole('tab', { name: 'troll.htn', exact: true }).click();
  assert.ok((await page.locator('.cm-coverage .good').count()) > 3);
  await edit(page, 'Effects [TrunkHealth = 3]', 'Effects [TrunkHealth = 1]');
  await page.waitForFunction(() => /[1-9] failed/.test(document.getElementById('test-verdict').textContent));
  assert.ok((await page.locator('#scenarios pre').count()) > 0, 'a failure says why');
});

test('a link carries the domain', async (t) => {
  const page = await open(t);
  await edit(page, 'TrunkHealth : 0..3', 'TrunkHealth : 0..9');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#d='));
  const fragment = await page.evaluate(() => location.hash);
  const other = await open(t, { fragment });
  assert.equal(await other.locator('#cell-TrunkHealth').getAttribute('max'), '9');
  const broken = await open(t, { fragment: fragment.slice(0, 60) });
  assert.match(await broken.locator('#said').innerText(), /damaged or cut short/);
});

test('completion and hover come from the language server', async (t) => {
  const page = await open(t);
  await edit(page, 'Method [SeesEnemy]', 'Method [Sees]');
  await page.evaluate(() => {
    const { view } = globalThis.desk.source;
    const at = view.state.doc.toString().indexOf('Method [Sees]') + 12;
    view.dispatch({ selection: { anchor: at } });
    view.focus();
  });
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete').getByText('SeesEnemy').first().waitFor();
  await page.keyboard.press('Escape');
  const hover = await page.evaluate(() => {
    const { source } = globalThis.desk;
    return source.hover(source.view, source.view.state.doc.toString().indexOf('TrunkHealth > 0') + 3).create().dom.textContent;
  });
  assert.match(hover, /TrunkHealth/);
});

test('the enemy is dragged, also by keys, and the troll sees it', async (t) => {
  const page = await open(t);
  const stage = page.locator('#stage');
  const box = await stage.boundingBox();
  await page.mouse.move(box.x + box.width * 0.92, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator('#cell-SeesEnemy').isChecked(), true);
  await stage.focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#cell-SeesEnemy').isChecked(), false);
});

test('the graph highlights the plan', async (t) => {
  const page = await open(t);
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await page.getByRole('tab', { name: 'Graph' }).click();
  assert.equal(await page.locator('#graph g.on').count(), 5);
  assert.ok((await page.locator('#graph .line.on').count()) >= 4);
});

test('every lesson opens, plays, passes its scenarios and has no problem', async (t) => {
  const page = await open(t);
  const names = await page.locator('#example option').evaluateAll((all) => all.map((each) => each.value).filter(Boolean));
  assert.ok(names.length >= 20);
  for (const name of names) {
    await page.locator('#example').selectOption(name);
    const answer = await page.evaluate(() => {
      const { model } = globalThis.desk;
      if (model.play === null) return { complaint: model.complaint, diagnostics: model.diagnostics };
      for (let i = 0; i < 10; i++) model.pass(300);
      const results = model.test();
      return { stale: model.stale, errors: model.diagnostics.filter((each) => each.severity === 'error'), failed: results?.failed ?? 0, problem: results?.problem, time: model.state.time };
    });
    assert.deepEqual(answer, { stale: false, errors: [], failed: 0, problem: undefined, time: 3000 }, name);
  }
});

test('keys reach everything: time, views, the tree', async (t) => {
  const page = await open(t);
  await page.keyboard.press('Alt+Period');
  assert.equal(await page.locator('#clock').innerText(), '0.1 s');
  await page.keyboard.press('Alt+Digit2');
  assert.equal(await page.locator('#view-graph').isVisible(), true);
  await page.keyboard.press('Alt+Digit1');
  await page.locator('#tree [tabindex="0"]').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('#tree [role=treeitem]').count(), 1);
  await page.keyboard.press('ArrowRight');
  assert.ok((await page.locator('#tree [role=treeitem]').count()) > 2);
  await page.keyboard.press('Alt+KeyP');
  await page.waitForFunction(() => document.getElementById('play').textContent === 'Pause');
  await page.keyboard.press('Alt+KeyP');
});

for (const colorScheme of ['light', 'dark'])
  test(`axe has no finding: ${colorScheme}`, async (t) => {
    const page = await open(t, { colorScheme, bypassCSP: true });
    await page.getByRole('switch', { name: 'SeesEnemy' }).check();
    await page.evaluate(() => { for (let i = 0; i < 30; i++) globalThis.desk.model.pass(100); });
    await page.addScriptTag({ path: require.resolve('axe-core') });
    for (const name of ['Plan', 'Graph', 'Scenarios', 'Breaks']) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}: ${each.nodes[0].failureSummary}`), [], name);
    }
  });

test('the page is small, begins soon, and answers each key', async (t) => {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (statSync(path).isFile() && !name.startsWith('licences')) bytes += gzipSync(readFileSync(path), { level: 9 }).length;
  }
  const page = await open(t);
  const first = await page.evaluate(() => performance.getEntriesByName('first-plan')[0].startTime);
  const key = await page.evaluate(() => {
    const { view } = globalThis.desk.source;
    const times = [];
    for (let i = 0; i < 40; i++) {
      const started = performance.now();
      view.dispatch({ changes: { from: view.state.doc.length, insert: i % 2 === 0 ? '\n' : '// x' } });
      document.getElementById('tree').getBoundingClientRect();
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[20];
  });
  console.log(`# desk figures: ${(bytes / 1024).toFixed(0)} KB compressed, first plan after ${first.toFixed(0)} ms, keystroke to tree ${key.toFixed(1)} ms (median)`);
  assert.ok(bytes < 1e6, `${bytes} bytes compressed`);
  assert.ok(first < 8000, `${first} ms to the first plan`);
  assert.ok(key < 250, `${key} ms from a keystroke to the tree`);
});

test('htn desk serves the page and a file, and nothing to other names', { skip: process.platform === 'win32' }, async (t) => {
  const tool = spawn(process.env.HTN, ['desk', resolve(__dirname, '../../domains/11-imports.htn'), '--page', folder, '--no-open']);
  t.after(() => tool.kill());
  const line = await new Promise((done) => tool.stdout.once('data', (text) => done(String(text))));
  const [, url, port] = /(http:\/\/127\.0\.0\.1:(\d+)\/#served)/.exec(line);
  const get = (path, headers, method = 'GET') => new Promise((done) => request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
    let text = '';
    response.on('data', (piece) => (text += piece));
    response.on('end', () => done({ status: response.statusCode, type: response.headers['content-type'], text }));
  }).end());
  assert.equal((await get('/files.json', { host: 'evil.example' })).status, 403);
  assert.equal((await get('/../package.json', { host: `127.0.0.1:${port}` })).status, 404);
  assert.equal((await get('/', { host: `localhost:${port}` }, 'POST')).status, 405);
  assert.equal((await get('/modules/tool.wasm', { host: `localhost:${port}` })).type, 'application/wasm');
  assert.ok(JSON.parse((await get('/files.json', { host: `localhost:${port}` })).text).files['11-imports.test.htn']);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', { timeout: 60000 });
  assert.equal(await page.evaluate(() => globalThis.desk.model.main), '11-imports.htn');
  assert.match(await outcome(page), /Plan of/);
});

test('pictures', { skip: !process.env.SHOTS }, async (t) => {
  mkdirSync(process.env.SHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [[1280, 800], [2560, 1440]]) {
      const page = await open(t, { colorScheme, viewport: { width, height } });
      await page.getByRole('switch', { name: 'SeesEnemy' }).check();
      await page.evaluate(() => { for (let i = 0; i < 45; i++) globalThis.desk.model.pass(100); globalThis.desk.model.test(); });
      await page.screenshot({ path: `${process.env.SHOTS}/plan-${colorScheme}-${width}.png` });
      await page.getByRole('tab', { name: 'Graph' }).click();
      await page.screenshot({ path: `${process.env.SHOTS}/graph-${colorScheme}-${width}.png` });
      await edit(page, 'Method [SeesEnemy]', 'Method [SeesEnmy]');
      await page.getByRole('tab', { name: /Scenarios/ }).click();
      await page.screenshot({ path: `${process.env.SHOTS}/mistake-${colorScheme}-${width}.png` });
    }
});
