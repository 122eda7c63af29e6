// The package: what is in it, and whether the extension works as it is packaged, with the tool inside.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const yauzl = require('yauzl');
const { startEditor, until, vscode, said } = require('./editor.js');
const { folder, tool } = require('../../../tests/editors/server.js');

/** Unpacks a zip, as VS Code does. Resolves with its names, and which of them are programs. */
function unpack(file, to) {
  return new Promise((done, fail) => yauzl.open(file, { lazyEntries: true }, (error, zip) => {
    if (error) { fail(error); return; }
    const names = [], programs = [];
    zip.on('entry', (entry) => {
      names.push(entry.fileName);
      const mode = entry.externalFileAttributes >>> 16;
      if (mode & 0o111) programs.push(entry.fileName);
      zip.openReadStream(entry, (problem, stream) => {
        if (problem) { fail(problem); return; }
        const place = path.join(to, entry.fileName);
        fs.mkdirSync(path.dirname(place), { recursive: true });
        stream.pipe(fs.createWriteStream(place, { mode: mode || 0o644 })).on('finish', () => zip.readEntry());
      });
    });
    zip.on('end', () => done({ names, programs }));
    zip.readEntry();
  }));
}

test('the package', async (t) => {
  const place = folder({ 'dist/linux-x64/licences/a.txt': 'terms' });
  fs.copyFileSync(tool, path.join(place, 'dist/linux-x64/htn'));
  const packed = spawnSync('bash', ['.ci/vsix', '--as-built', 'linux-x64', 'win32-x64'], { encoding: 'utf8', env: { ...process.env, DIST: path.join(place, 'dist'), OUT: path.join(place, 'out') } });

  await t.test('a platform whose tool is not there is left out, with a word; the others are packaged', () => {
    assert.equal(packed.status, 1);
    assert.match(packed.stderr, /no package for win32-x64/);
    assert.doesNotMatch(packed.stderr, /no package for linux-x64/);
  });

  const file = path.resolve(packed.stdout.trim());
  const { names, programs } = await unpack(file, place);

  await t.test('its contents', () => {
    const own = names.filter((name) => name.startsWith('extension/') && !name.includes('/node_modules/')).map((name) => name.slice('extension/'.length)).sort();
    assert.deepEqual(own, [
      'LICENSE.txt', 'bin/htn', 'bin/licences/a.txt', 'changelog.md', 'language-configuration.json', 'media/htn.svg', 'media/icon.png', 'media/plan.css', 'media/plan.js', 'package.json', 'readme.md',
      'snippets/htn.json', 'src/client.js', 'src/coverage.js', 'src/extension.js', 'src/plan-view.js', 'src/run-tool.js', 'src/scenarios.js', 'src/tasks.js', 'src/testing.js',
      'src/tool.js', 'syntaxes/htn.tmLanguage.json']);
    assert.deepEqual([...new Set(names.map((name) => /node_modules\/([\w.-]+)/.exec(name)?.[1]).filter(Boolean))].sort(), ['balanced-match', 'brace-expansion', 'minimatch', 'semver',
      'vscode-jsonrpc', 'vscode-languageclient', 'vscode-languageserver-protocol', 'vscode-languageserver-types']);
    assert.deepEqual(names.filter((name) => /\.(ts|map)$/.test(name)), []);
    assert.ok(programs.includes('extension/bin/htn'));
    assert.match(fs.readFileSync(path.join(place, 'extension.vsixmanifest'), 'utf8'), /TargetPlatform="linux-x64"/);
    const version = /HTN_VERSION_TEXT *"([\d.]+)/.exec(fs.readFileSync('runtime/include/htn/version.h', 'utf8'))[1];
    assert.equal(JSON.parse(fs.readFileSync(path.join(place, 'extension/package.json'), 'utf8')).version, version);
    assert.equal(path.basename(file), `htn-${version}-linux-x64.vsix`);
  });

  await t.test('it works, with the tool inside and its own packages', async () => {
    const at = path.join(place, 'extension');
    assert.ok(require.resolve('vscode-languageclient/node', { paths: [path.join(at, 'src')] }).startsWith(at));
    const editor = await startEditor({ 'a.htn': 'World State [A : bool]\n\nCompound Task [B]\n    Method [C]\n        Subtasks []\n' }, { 'htn.path': '' }, at);
    const document = await vscode.workspace.openTextDocument(editor.file('a.htn'));
    const [problem] = await until(() => said.diagnostics.get(document.uri.toString()));
    assert.equal(problem.code, 'unknown-name');
    assert.deepEqual(said.messages, []);
  });
});
