// What a reader does on the site, in Chromium. It is served from loopback; every request to another host is a failure.
const assert = require('node:assert/strict');
const { createServer } = require('node:http');
const { existsSync, mkdirSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { dirname, join, posix, resolve } = require('node:path');
const { after, before, test } = require('node:test');
const { inflateRawSync } = require('node:zlib');
const { chromium } = require('playwright-core');

const folder = resolve(__dirname, '../../build/site/html');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml' };
const pages = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.html') && !path.startsWith('desk/') && path !== '404.html');
const texts = new Map(pages.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
let server, browser, address;

before(async () => {
  server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
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

async function open(t, path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => { if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) problems.push(`asked for ${request.url()}`); });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(address + path);
  return page;
}
/** The desk in a frame, when it has its first plan. */
async function deskIn(page, frame) {
  const desk = page.frameLocator(frame);
  await desk.locator('html[data-ready]').waitFor({ timeout: 60000 });
  return desk;
}
const unpacked = (domain) => JSON.parse(inflateRawSync(Buffer.from(domain.slice(2), 'base64url')).toString());
const domainsOf = (text) => [...text.matchAll(/data-domain="([^"]+)"/g)].map(([, domain]) => unpacked(domain));

test('the front page is a playground', async (t) => {
  const page = await open(t, '');
  const desk = await deskIn(page, 'iframe.playground');
  await desk.getByRole('switch', { name: 'SeesEnemy' }).check();
  assert.match(await desk.locator('#outcome').innerText(), /Plan of 4 steps/);
  assert.match(await desk.locator('#tree').innerText(), /TrunkHealth was 0/);
});

test('an example opens in the desk below it, and closes', async (t) => {
  const page = await open(t, 'docs/tutorial.html');
  const button = page.getByRole('button', { name: 'Try it' }).first();
  const given = unpacked(await button.getAttribute('data-domain'));
  await button.click();
  const desk = await deskIn(page, '.example iframe');
  assert.equal((await desk.locator('.cm-content').innerText()).split('\n')[0], given.files[given.main].split('\n')[0]);
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.locator('.example iframe').count(), 0);
});

test('every lesson opens with its files, and the desk takes them all', async (t) => {
  const page = await open(t, 'desk/index.html');
  await page.waitForSelector('html[data-ready]', { timeout: 60000 });
  let tried = 0;
  for (const [path, text] of texts) {
    if (!path.startsWith('domains/')) continue;
    for (const [, domain] of text.matchAll(/data-domain="([^"]+)"/g)) {
      const { main, files } = unpacked(domain);
      assert.equal(files[main], readFileSync(resolve(folder, '../../..', dirname(path), main), 'utf8'));
      await page.evaluate((hash) => { location.hash = hash; }, domain);
      await page.waitForFunction((first) => globalThis.desk.source.view.state.doc.line(1).text === first, files[main].split('\n')[0]);
      const problems = await page.locator('#problems').innerText();
      assert.doesNotMatch(problems, /error/, `${path}: ${problems}`);
      tried++;
    }
  }
  assert.ok(tried >= 20, `${tried} lessons`);
});

test('every example in .htn of the pages has its button', () => {
  const source = (path) => readFileSync(resolve(folder, '../../..', path), 'utf8');
  let examples = 0;
  for (const path of ['docs/tutorial.md', 'docs/language.md', 'docs/cookbook.md', 'docs/diagnostics.md', 'docs/testing.md']) {
    const written = source(path).match(/^```htn/gm).length;
    assert.equal(domainsOf(texts.get(path.replace('.md', '.html'))).length, written, path);
    examples += written;
  }
  assert.ok(examples > 100, `${examples}`);
});

test('all links lead somewhere, anchors too', () => {
  const wrong = [];
  const ids = new Map([...texts].map(([path, text]) => [path, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]));
  for (const [path, text] of texts)
    for (const [, link] of text.matchAll(/<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [file, anchor] = link.replaceAll('&amp;', '&').split('#').map(decodeURIComponent);
      let to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file.split('?')[0]));
      if (to.endsWith('/') || to === '.') to = posix.join(to, 'index.html');
      if (!existsSync(join(folder, to))) wrong.push(`${path}: ${link}`);
      else if (anchor && !anchor.startsWith('__') && ids.has(to) && !ids.get(to).has(anchor)) wrong.push(`${path}: ${link}: no such place`);
    }
  assert.deepEqual(wrong, []);
});

test('nothing is loaded from another host', () => {
  const wrong = [];
  for (const [path, text] of texts)
    for (const [whole] of text.matchAll(/<(?:script|img|iframe|link)\b[^>]*(?:src|href)="(?:https?:)?\/\/[^>]*>/g))
      if (!whole.includes('rel="canonical"')) wrong.push(`${path}: ${whole}`);
  assert.deepEqual(wrong, []);
});

test('search finds a word of a page', async (t) => {
  const page = await open(t, 'docs/glossary.html');
  await page.locator('label.md-header__button[for=__search]').first().click({ force: true }).catch(() => {});
  await page.locator('input.md-search__input').fill('backtracking');
  await page.locator('.md-search-result__list', { hasText: /backtracking/i }).waitFor({ timeout: 20000 });
});

for (const colorScheme of ['light', 'dark'])
  test(`axe has no finding: ${colorScheme}`, async (t) => {
    for (const path of ['', 'docs/tutorial.html', 'docs/diagnostics.html']) {
      const page = await open(t, path, { colorScheme });
      await page.addScriptTag({ path: require.resolve('axe-core') });
      // What the theme itself draws around the page is the theme's.
      const { violations } = await page.evaluate(() => globalThis.axe.run({ include: [['.md-content']], exclude: [['iframe']] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`), []);
    }
  });

test('pictures', { skip: !process.env.SHOTS }, async (t) => {
  mkdirSync(process.env.SHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'])
    for (const [name, path] of [['front', ''], ['tutorial', 'docs/tutorial.html'], ['lessons', 'domains/index.html'], ['running', 'docs/running.html#a-tick']]) {
      const page = await open(t, path, { colorScheme });
      if (name === 'front') await deskIn(page, 'iframe.playground');
      if (name === 'tutorial') {
        await page.getByRole('button', { name: 'Try it' }).first().click();
        await deskIn(page, '.example iframe');
      }
      await page.screenshot({ path: join(process.env.SHOTS, `${name}-${colorScheme}.png`) });
    }
  assert.ok(statSync(join(process.env.SHOTS, 'front-light.png')).size > 10000);
});
