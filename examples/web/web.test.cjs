// The page of examples/web in Chromium, as `make web` lays it out.
const assert = require('node:assert/strict');
const { createServer } = require('node:http');
const { existsSync, readFileSync } = require('node:fs');
const { extname, join, resolve } = require('node:path');
const { test } = require('node:test');
const { chromium } = require('playwright-core');

const folder = resolve(__dirname, '../../build/web');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.htn': 'text/plain' };

test('the troll on a page watches, fetches a trunk, strikes, and follows', async (t) => {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
    if (!path.startsWith(folder) || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kinds[extname(path)] ?? 'text/plain' }).end(readFileSync(path));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
  t.after(async () => { await browser.close(); server.close(); });
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const says = (selector, text) => page.waitForFunction(([where, what]) => document.querySelector(where).value.includes(what), [selector, text], { timeout: 30000 });
  await says('#now', 'Watch');
  const stage = page.locator('#stage');
  await stage.focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
  await says('#plan', 'WalkTo, Uproot, WalkTo, Slam');
  await says('#now', 'walks to the Tree');
  await says('#now', 'walks to the Enemy, trunk 3');
  await says('#now', 'Slam');
  await says('#now', 'trunk 2');
  const box = await stage.boundingBox();
  await page.mouse.move(box.x + box.width - 2, box.y + 20);
  await says('#now', 'walks to the Enemy'); // it follows
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/web.png` });
  assert.deepEqual(problems, []);
});
