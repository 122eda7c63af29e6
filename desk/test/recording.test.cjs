// Journals on the desk, in Chromium: loaded, scrubbed, searched, explained. bench/bench_journal.c writes them: agents that live for minutes, or, with BENCH=1, a
// hundred that live for an hour.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { createServer } = require('node:http');
const { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { after, before, test } = require('node:test');
const { chromium } = require('playwright-core');

const root = resolve(__dirname, '../..'), folder = join(root, 'build/desk/page');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const SECONDS = 300;
let server, browser, address, work;

/** A journal file: of an agent of the domain, with a snapshot every ten seconds. */
function journal(domain, number, seconds) {
  const blob = join(work, `${domain}.htnb`), path = join(work, `${domain}-${number}.htnj`);
  if (!existsSync(blob)) {
    copyFileSync(join(root, `domains/${domain}.htn`), join(work, `${domain}.htn`));
    execFileSync(process.env.HTN, ['compile', join(root, `domains/${domain}.htn`), '-o', blob]); // by another name than the page knows it
  }
  execFileSync(process.env.BENCH_JOURNAL, [blob, path, String(seconds), '10', String(number)]);
  return path;
}

before(async () => {
  work = mkdtempSync(join(tmpdir(), 'htn-desk-'));
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
  rmSync(work, { recursive: true });
});

async function open(t, { domain = 'troll', count = 3, seconds = SECONDS, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(address);
  await page.waitForSelector('html[data-ready]', { timeout: 60000 });
  if (domain !== 'troll') await page.locator('#example').selectOption(`${domain}.htn`);
  const files = Array.from({ length: count }, (_, i) => journal(domain, i + 1, seconds));
  await page.getByLabel('Journals of agents').setInputFiles(files);
  await page.waitForFunction((n) => globalThis.desk.recording.recording?.tracks.length === n, count, { timeout: 300000 });
  return { page, files };
}

/** What the tool says on the command line of the same moment. */
function told(domain, file, time) {
  try {
    return JSON.parse(execFileSync(process.env.HTN, ['explain', `${domain}.htn`, '--journal', file, '--at', `${time}ms`, '--json'], { cwd: work, stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}

const seek = async (page, time) => {
  await page.evaluate((to) => globalThis.desk.recording.seek(to), time);
  await page.waitForTimeout(400);
};

test('a moment of a journal has the world, the plan and the reasons that the tool tells', async (t) => {
  const { page, files } = await open(t);
  await page.evaluate(() => globalThis.desk.recording.select(1));
  for (const time of [0, 40, 12345, 61000, 299999]) {
    await seek(page, time);
    const here = await page.evaluate(() => ({ explained: globalThis.desk.model.explained, doing: globalThis.desk.model.state.layers[0].steps.filter((step) => step.mark === 'running').map((step) => step.text) }));
    const there = told('troll', files[1], time);
    if (there.tree === undefined) assert.equal(here.explained, null);
    else assert.deepEqual(here.explained, there);
    for (const step of here.doing) assert.ok(there.moment.doing.includes(step), `${step} in ${there.moment.doing}`);
  }
  assert.match(await page.locator('#outcome').innerText(), /Plan of|kept|No plan/);
  const world = await page.evaluate(() => Object.fromEntries(globalThis.desk.model.state.world.map((cell) => [cell.name, cell.value])));
  assert.equal(await page.getByRole('switch', { name: 'SeesEnemy' }).isChecked(), world.SeesEnemy);
});

test('the last change of a property is what `htn trace --last` says', async (t) => {
  const { page, files } = await open(t);
  await seek(page, 200000);
  await page.getByLabel('Property, step or layer whose last change is looked for').fill('TrunkHealth');
  await page.getByRole('button', { name: 'Last change' }).click();
  const line = execFileSync(process.env.HTN, ['trace', join(root, 'domains/troll.htn'), files[0], '--last', 'TrunkHealth', '--at', '199999ms'], { encoding: 'utf8' });
  const [, ms, text] = /^ *(\d+) +(.*)\n/.exec(line);
  assert.ok((await page.locator('#said').textContent()).endsWith(text), text);
  const now = await page.evaluate(() => globalThis.desk.recording.time);
  assert.ok(now - Number(ms) <= 1 && now >= Number(ms), `${now} and ${ms}`);
  await page.getByLabel('Property, step or layer whose last change is looked for').fill('Nonsense');
  await page.getByRole('button', { name: 'Last change' }).click();
  assert.match(await page.locator('#said').innerText(), /Nonsense: nothing has happened/);
});

test('the last change of a play is a moment of it', async (t) => {
  const { page } = await open(t, { count: 1, seconds: 5 });
  await page.getByRole('button', { name: 'Close journals' }).click();
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  await page.evaluate(() => { for (let i = 0; i < 45; i++) globalThis.desk.model.pass(100); });
  const last = async (name) => {
    await page.getByLabel('Property, step or layer whose last change is looked for').fill(name);
    await page.getByRole('button', { name: 'Last change' }).click();
    return page.locator('#said').textContent();
  };
  assert.match(await last('TrunkHealth'), /^4\.0 s: TrunkHealth: 3 -> 2/);
  assert.match(await last('TrunkHealth'), /^2\.0 s: TrunkHealth: 0 -> 3/);
  assert.equal(await page.evaluate(() => globalThis.desk.model.state.world.find((cell) => cell.name === 'TrunkHealth').value), 3);
  assert.match(await last('Uproot'), /^2\.0 s: Uproot\(\) succeeded/);
  assert.match(await last('BeTroll'), /^0\.0 s: .*plan \[0, 1, 0\]/);
  assert.match(await last('Nonsense'), /nothing has happened/);
});

test('the pointer and the keys move through time and agents', async (t) => {
  const { page } = await open(t);
  const slider = page.getByRole('slider', { name: 'Time and agent of the recording' });
  const box = await slider.boundingBox();
  const rows = await page.evaluate(() => globalThis.desk.recording.rowHeight);
  await page.mouse.click(box.x + 150 + (box.width - 150) / 2, box.y + 22 + rows * 1.5);
  const half = await page.evaluate(() => ({ time: globalThis.desk.recording.time, selected: globalThis.desk.recording.selected }));
  assert.equal(half.selected, 1);
  assert.ok(Math.abs(half.time - SECONDS * 500) < SECONDS * 20, String(half.time));
  await slider.press('ArrowDown');
  assert.equal(await page.evaluate(() => globalThis.desk.recording.selected), 2);
  await slider.press('ArrowRight');
  const next = await page.evaluate(() => {
    const { recording, selected, time } = globalThis.desk.recording;
    const { items } = recording.tracks[selected];
    return items.some((_, i) => i % 4 === 1 && items[i] === time);
  });
  assert.ok(next, 'an event begins there');
  assert.ok((await page.evaluate(() => globalThis.desk.recording.time)) > half.time);
  await slider.press('Home');
  assert.equal(await page.evaluate(() => globalThis.desk.recording.time), 0);
  await slider.press('End');
  await page.waitForTimeout(300);
  assert.match(await slider.getAttribute('aria-valuetext'), /^troll-3, 300\.0 s$/);
  assert.match(await page.getByRole('table').innerText(), /troll-3: what it did by 300\.0 s/);
  const scale = await page.evaluate(() => globalThis.desk.recording.scale);
  await slider.press('+');
  assert.equal(await page.evaluate(() => globalThis.desk.recording.scale), scale * 2);
  await slider.press('0');
  assert.ok((await page.evaluate(() => globalThis.desk.recording.scale)) <= scale * 1.01);
});

test('finding goes from one match to the next, over all agents', async (t) => {
  const { page } = await open(t);
  await page.getByLabel('Find in the recording').fill('Uproot()');
  const count = await page.evaluate(() => globalThis.desk.recording.found.textContent);
  assert.match(count, /^\d+ found$/);
  assert.ok(parseInt(count, 10) > 10, count);
  const seen = new Set();
  for (let i = 0; i < 12; i++) {
    await page.getByLabel('Find in the recording').press('Enter');
    seen.add(await page.evaluate(() => `${globalThis.desk.recording.selected}/${globalThis.desk.recording.time}`));
  }
  assert.equal(seen.size, 12);
});

test('a recording plays up to a break, and its world is not to be changed', async (t) => {
  const { page } = await open(t);
  await page.getByRole('tab', { name: 'Breaks' }).click();
  await page.locator('#break-kind').selectOption('task');
  await page.locator('#break-text').fill('Uproot');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('#speed').selectOption('16');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForFunction(() => /Stopped at .*task starts Uproot/.test(document.getElementById('said').textContent), null, { timeout: 30000 });
  assert.equal(await page.evaluate(() => globalThis.desk.model.state.layers[0].steps.find((step) => step.mark === 'running')?.text), 'Uproot()');
  const before_ = await page.getByRole('switch', { name: 'SeesEnemy' }).isChecked();
  await page.getByRole('switch', { name: 'SeesEnemy' }).click();
  assert.equal(await page.getByRole('switch', { name: 'SeesEnemy' }).isChecked(), before_);
  assert.match(await page.locator('#said').innerText(), /This is a recording/);
  await page.getByRole('button', { name: 'Close journals' }).click();
  await page.getByRole('switch', { name: 'SeesEnemy' }).check();
  assert.match(await page.locator('#outcome').innerText(), /Plan of 4 steps/);
});

test('layers, dropped files, files that are no journals and those of other domains', async (t) => {
  const { page, files } = await open(t, { domain: '14-layers', count: 2 });
  await seek(page, 100000);
  assert.equal(await page.evaluate(() => globalThis.desk.model.state.layers.length), 2);
  await page.locator('#layer').selectOption('1');
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => globalThis.desk.model.explained.root), 'Legs');
  const drop = (name, bytes) => page.evaluate(([called, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(content)], called));
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, [name, [...bytes]]);
  await drop('nonsense.htnj', Buffer.from('nonsense'));
  await page.getByText("'nonsense' is no journal of this domain").waitFor();
  await drop('troll.htnj', readFileSync(journal('troll', 1, 5)));
  await page.getByText("'troll' is the journal of another domain").waitFor();
  const cut = readFileSync(files[0]).subarray(0, 5000);
  await drop('cut.htnj', cut);
  await page.waitForFunction(() => globalThis.desk.recording.recording.tracks.length === 3);
  writeFileSync(join(work, 'cut.htnj'), cut);
  await page.locator('#example').selectOption('troll.htn');
  assert.equal(await page.evaluate(() => globalThis.desk.recording.isOpen), false);
});

for (const colorScheme of ['light', 'dark'])
  test(`axe has no finding: ${colorScheme}`, async (t) => {
    const { page } = await open(t, { colorScheme, bypassCSP: true });
    await seek(page, 150000);
    await page.addScriptTag({ path: require.resolve('axe-core') });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}: ${each.nodes[0].failureSummary}`), []);
  });

/** Moves through all of the time, a place for each frame; frames per second, and the longest frame. */
const scrub = (page, frames) => page.evaluate((count) => new Promise((done) => {
  const view = globalThis.desk.recording;
  const times = [];
  let last = performance.now(), left = count;
  const next = () => {
    const now = performance.now();
    times.push(now - last);
    last = now;
    if (left-- === 0) {
      times.sort((a, b) => a - b);
      return done({ rate: (1000 * times.length) / times.reduce((sum, each) => sum + each, 0), median: times[times.length >> 1], most: times.at(-1), painted: view.painted, rows: view.rows });
    }
    view.seek(((left * 7919) % count) / count * view.end);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}), frames);

test('many agents are scrubbed: only rows that can be seen are drawn, and never more than pixels', async (t) => {
  const { page } = await open(t, { count: 40, seconds: 60 });
  const { painted, rows } = await scrub(page, 60);
  assert.ok(rows > 0 && rows < 20, String(rows));
  assert.ok(painted > 0 && painted < rows * 3 * 1280, String(painted));
});

test('an hour of many agents', { skip: !process.env.BENCH }, async (t) => {
  for (const [count, seconds] of [[100, 3600], [1000, 120]]) {
    const started = Date.now();
    const { page } = await open(t, { count, seconds });
    const loaded = Date.now() - started;
    const whole = await scrub(page, 200);
    await page.evaluate(() => globalThis.desk.recording.zoom(200));
    const near = await scrub(page, 200);
    console.log(`# desk figures: ${count} agents of ${seconds} s written and loaded in ${(loaded / 1000).toFixed(0)} s; scrubbing: ${whole.rate.toFixed(0)} frames a second (median ${whole.median.toFixed(1)} ms, most ${whole.most.toFixed(0)} ms), near ${near.rate.toFixed(0)} (${near.median.toFixed(1)} ms, ${near.most.toFixed(0)} ms)`);
    assert.ok(whole.rate >= 30 && near.rate >= 30, `${whole.rate} and ${near.rate} frames a second`);
  }
});

test('pictures', { skip: !process.env.SHOTS }, async (t) => {
  mkdirSync(process.env.SHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [[1280, 800], [2560, 1440]]) {
      const { page } = await open(t, { count: 12, colorScheme, viewport: { width, height } });
      await seek(page, 150000);
      await page.screenshot({ path: `${process.env.SHOTS}/recording-${colorScheme}-${width}.png` });
      await page.evaluate(() => globalThis.desk.recording.zoom(20));
      await page.getByLabel('Find in the recording').fill('Uproot');
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${process.env.SHOTS}/recording-near-${colorScheme}-${width}.png` });
    }
});
