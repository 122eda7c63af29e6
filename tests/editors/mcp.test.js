// `htn mcp` through the client of the protocol's own SDK: the loop of an assistant, and the wall around its folder.
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');

const tool = path.resolve(process.env.HTN || 'build/htn');
const troll = fs.readFileSync('domains/troll.htn', 'utf8');
const scenarios = fs.readFileSync('domains/troll.test.htn', 'utf8');

// A session in a folder of its own, which lies beside another one.
async function session(t, files = {}) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'htn-mcp-'));
  const inside = path.join(root, 'inside'), outside = path.join(root, 'outside');
  fs.mkdirSync(inside);
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, 'secret.htn'), '// a secret\n' + troll);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(inside, name), text);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: tool, args: ['mcp', inside], env: { ...process.env } }));
  t.after(async () => {
    await client.close();
    fs.rmSync(root, { recursive: true, force: true });
  });
  const call = async (name, args) => {
    const answer = await client.callTool({ name, arguments: args });
    return { text: answer.content[0].text, failed: answer.isError === true };
  };
  return { client, call, inside, outside };
}

test('every tool has a schema, a description, and an answer', async (t) => {
  const { client } = await session(t);
  const { tools } = await client.listTools();
  assert.deepStrictEqual(tools.map((each) => each.name).sort(),
    ['check', 'explain', 'fix', 'format', 'look_up', 'plan', 'test', 'write']);
  for (const each of tools) {
    assert.ok(each.description.length > 10);
    assert.ok(each.inputSchema.required.length > 0);
  }
});

test('generate, check, fix, plan, explain, test and format work as a loop', async (t) => {
  const { call, inside } = await session(t);
  const wrong = troll.replace('Method [SeesEnemy]', 'Method [SeesEnmy]');
  const written = await call('write', { path: 'troll.htn', text: wrong });
  assert.match(written.text, /troll\.htn:\d+:\d+: error: unknown name `SeesEnmy`; did you mean `SeesEnemy`\?/);
  assert.match(written.text, /\nNext: correct the errors.*`fix`/);
  const fixed = await call('fix', { path: 'troll.htn' });
  assert.match(fixed.text, /1 correction applied\nno errors, no warnings\n\nNext: /);
  assert.strictEqual(fs.readFileSync(path.join(inside, 'troll.htn'), 'utf8'), troll);
  const plan = await call('plan', { path: 'troll.htn', set: ['SeesEnemy = true', 'TrunkHealth = 1'] });
  assert.match(plan.text, /^WalkTo\("Enemy"\)\nSlam\(\)\n\nNext: `explain`/);
  const why = await call('explain', { path: 'troll.htn', set: ['SeesEnemy = true'] });
  assert.match(why.text, /method 0 \[TrunkHealth > 0\]: rejected/);
  await call('write', { path: 'troll.test.htn', text: scenarios });
  const passed = await call('test', { path: 'troll.test.htn', coverage: true });
  assert.match(passed.text, /5 passed, 0 failed/);
  assert.match(passed.text, /exercised +methods/);
  await call('write', { path: 'troll.test.htn', text: scenarios.replace('TrunkHealth == 3', 'TrunkHealth == 2') });
  const failed = await call('test', { path: 'troll.test.htn' });
  assert.match(failed.text, /FAIL|failed/);
  assert.match(failed.text, /\nNext: `explain`/);
  fs.writeFileSync(path.join(inside, 'troll.htn'), troll.replace(/^ +/gm, ' '));
  assert.match((await call('format', { path: 'troll.htn' })).text, /^laid out/);
  assert.strictEqual(fs.readFileSync(path.join(inside, 'troll.htn'), 'utf8'), troll);
  assert.match((await call('format', { path: 'troll.htn' })).text, /right already/);
});

test('the reference and the lessons are resources, and compile', async (t) => {
  const { client, call } = await session(t);
  const { resources } = await client.listResources();
  const uris = resources.map((each) => each.uri);
  assert.strictEqual(new Set(uris).size, uris.length);
  for (const file of fs.readdirSync('domains').filter((name) => name.endsWith('.htn')))
    assert.ok(uris.includes(`htn://domains/${file}`), file);
  const read = async (uri) => (await client.readResource({ uri })).contents[0].text;
  for (const uri of uris) assert.ok((await read(uri)).length > 50, uri);
  assert.strictEqual(await read('htn://domains/troll.htn'), troll);
  const pages = await Promise.all(uris.filter((uri) => uri.startsWith('htn://docs/language.md')).map(read));
  const all = fs.readFileSync('docs/language.md', 'utf8').replace(/^<!--.*-->\n/gm, '');
  assert.strictEqual(pages.join(''), all);
  await assert.rejects(client.readResource({ uri: 'htn://docs/none.md' }), /no such resource/);
  await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }), /no such resource/);
  assert.match((await call('look_up', { topic: 'unknown-name' })).text, /Cure:/);
  for (const topic of ['[unknown-name]', ' `unknown-name` ']) assert.match((await call('look_up', { topic })).text, /Cure:/, topic);
  assert.match((await call('look_up', { topic: 'achieve' })).text, /^## Achieve/);
  assert.ok((await call('look_up', { topic: 'qqqqq' })).failed);
});

test('nothing outside of the folder is read or written', async (t) => {
  const { call, inside, outside } = await session(t);
  const secret = path.join(outside, 'secret.htn');
  fs.symlinkSync('../outside', path.join(inside, 'link'));
  fs.symlinkSync('../outside/secret.htn', path.join(inside, 'file.htn'));
  const paths = ['../outside/secret.htn', secret, 'link/secret.htn', 'file.htn', 'link/new.htn', '../outside/new.htn',
    './../inside/../outside/secret.htn', '..', '/', '../insidee.htn'];
  if (process.env.HTN_HOST !== 'windows') { // wine shows a link to nothing to no program of Windows
    fs.symlinkSync('../outside/new.htn', path.join(inside, 'nowhere.htn'));
    paths.push('nowhere.htn');
  }
  for (const each of paths) {
    for (const name of ['check', 'fix', 'format', 'plan', 'explain', 'test']) {
      const answer = await call(name, { path: each });
      assert.ok(answer.failed, `${name} ${each}: ${answer.text}`);
      assert.doesNotMatch(answer.text, /a secret|SeesEnemy/);
    }
    assert.ok((await call('write', { path: each, text: 'changed' })).failed, each);
  }
  for (const each of ['../outside/secret.htn', secret, 'link/secret.htn', 'file.htn']) {
    fs.writeFileSync(path.join(inside, 'imports.htn'), `Import ["${each}"]\n`);
    for (const name of ['check', 'plan', 'explain', 'test']) {
      const answer = await call(name, { path: 'imports.htn' });
      assert.match(answer.text, /cannot read/, each);
      assert.doesNotMatch(answer.text, /a secret/);
    }
  }
  assert.strictEqual(fs.readFileSync(secret, 'utf8'), '// a secret\n' + troll);
  assert.deepStrictEqual(fs.readdirSync(outside), ['secret.htn']);
});

test('wrong arguments are answered with what is wrong, and the session goes on', async (t) => {
  const { client, call } = await session(t, { 'troll.htn': troll, '-.htn': troll, 'bytes.htn': Buffer.from([0xff, 0, 0x41, 0x80, 10]) });
  const wrong = [['check', {}], ['check', { path: 1 }], ['check', { path: '' }], ['check', { path: '.' }], ['check', { path: '-' }],
    ['check', { path: '--help' }], ['check', { path: 'none.htn' }], ['check', { path: 'troll.htn', more: true }], ['plan', { path: 'troll.htn', set: 'A' }],
    ['plan', { path: 'troll.htn', set: [1] }], ['plan', { path: 'troll.htn', set: Array(201).fill('TrunkHealth = 1') }],
    ['plan', { path: 'troll.htn', set: ['Nothing = 1'] }], ['plan', { path: 'troll.htn', root: '--json' }], ['plan', { path: 'troll.htn', root: '' }],
    ['test', { path: 'troll.htn', coverage: 'yes' }], ['write', { path: 'troll.txt', text: '' }], ['write', { path: '.htn', text: '' }],
    ['write', { path: 'a/b.htn', text: '' }], ['write', { path: 'x'.repeat(5000) + '.htn', text: '' }], ['look_up', { topic: '' }], ['look_up', { topic: '-x' }]];
  for (const [name, args] of wrong) {
    const answer = await call(name, args);
    assert.ok(answer.failed, `${name} ${JSON.stringify(args).slice(0, 100)}: ${answer.text}`);
    assert.ok(answer.text.length > 10 && answer.text.length < 2000);
  }
  await assert.rejects(client.callTool({ name: 'shell', arguments: {} }), /no such tool/);
  assert.match((await call('check', { path: '-.htn' })).text, /no errors/);
  assert.match((await call('check', { path: 'bytes.htn' })).text, /bytes\.htn/);
  const many = await call('write', { path: 'many.htn', text: 'World State [A : bool]\n' + 'Compound Task [T] Method [Bxxx]\n'.repeat(5000) });
  assert.ok(many.text.length < 13000);
  assert.match((await call('plan', { path: 'troll.htn' })).text, /^Watch\(\)/);
});

test('answers say what is wrong and what to do, in words that an assistant has', async (t) => {
  const source = 'World State [A : bool]\n\nRoot [T]\n\n// --set stays\nCompound Task [T]\n    Method [B] // --set stays\n        Subtasks []\n';
  const { client, call, inside } = await session(t, { 'troll.htn': troll, 'troll.test.htn': scenarios, 'bad.htn': source });
  const expected = [
    ['check', { path: '' }, /^`path` is empty/],
    ['check', { path: '-' }, /^`-` is not there; `write` makes only files that end with \.htn\n$/],
    ['plan', { path: 'x.htnb' }, /^`x\.htnb` is not there; `write` makes only files/],
    ['plan', { path: 'x.htn' }, /^`x\.htn` is not there; `write` makes it\n$/],
    ['check', { path: '.' }, /^`\.` is a folder/],
    ['write', { path: 'nodir/x.htn', text: troll }, /^`nodir` is not there; no tool makes folders/],
    ['write', { path: path.join(inside, 'nodir', 'x.htn'), text: troll }, /nodir` is not there; no tool makes folders/],
    ['write', { path: 'troll.htn/x.htn', text: troll }, /^`troll\.htn` is no folder/],
    ['write', { path: '../nodir/x.htn', text: troll }, /^`\.\.\/nodir\/x\.htn` is not below the folder; give a path relative to it\n$/],
    ['write', { path: 'cut.htn', text: 'a\0b' }, /has a NUL/],
    ['plan', { path: 'troll.htn', set: ['Nothing = 1'] }, /^htn plan: `set` Nothing = 1: the domain has no property 'Nothing'\n$/],
    ['plan', { path: 'troll.htn', root: 'Q' }, /`root` Q: .*its root is BeTroll\n$/],
    ['plan', { path: 'troll.htn', tasks: ['Q('] }, /`tasks` Q\(: /],
    ['plan', { path: 'bad.htn' }, /Method \[B\] \/\/ --set stays\n[^]*\nNext: correct the errors/],
    ['explain', { path: 'bad.htn' }, /\nNext: correct the errors/],
    ['test', { path: 'bad.htn' }, /\nNext: correct the errors/],
    ['explain', { path: 'troll.htn' }, /only the game does \(here `set`\)/],
    ['test', { path: 'troll.htn' }, /htn:\/\/docs\/testing\.md says[^]*\nNext: `write` scenarios as NAME\.test\.htn/],
    ['test', { path: 'troll.test.htn', filter: 'zzz' }, /`filter` matches none of 5 scenarios\n\nNext: give another `filter`/],
  ];
  for (const [name, args, answer] of expected) {
    const text = await call(name, args).then((given) => given.text, (error) => error.message);
    assert.match(text, answer, `${name} ${JSON.stringify(args)}`);
    assert.doesNotMatch(text, /htn help|[^/]docs\/|--(?!set stays)/, `${name} ${JSON.stringify(args)}`);
  }
  await client.readResource({ uri: 'htn://docs/testing.md' });
  assert.deepStrictEqual(fs.readdirSync(inside).sort(), ['bad.htn', 'troll.htn', 'troll.test.htn']);
});
