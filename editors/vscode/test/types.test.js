// The sources against VS Code's published types: the fake editor of the other tests cannot say that a function is called wrongly.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const extension = path.resolve(__dirname, '..');
const description = JSON.parse(fs.readFileSync(path.join(extension, 'package.json'), 'utf8'));
const modules = path.dirname(path.dirname(require.resolve('vscode-tmgrammar-test/package.json')));

test('the sources fit the types of VS Code', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'htn types '));
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {
      allowJs: true, checkJs: true, noEmit: true, strict: true, skipLibCheck: true, target: 'ES2022', module: 'CommonJS', moduleResolution: 'node10',
      lib: ['ES2023'], baseUrl: '.', types: ['node', 'vscode'], typeRoots: [path.join(modules, '@types')], paths: { '*': [path.join(modules, '*')] },
    },
    include: [path.join(extension, 'src/*.js')],
  }));
  const run = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  assert.equal(run.status, 0, run.stdout);
});

test('commands, settings and files of package.json exist', () => {
  const contributes = description.contributes;
  const code = fs.readdirSync(path.join(extension, 'src')).map((name) => fs.readFileSync(path.join(extension, 'src', name), 'utf8')).join('\n');
  for (const { command } of contributes.commands ?? []) assert.ok(code.includes(`'${command}'`), `no code registers ${command}`);
  for (const name of Object.keys(contributes.configuration.properties)) {
    const [, section, key] = /^(\w+)\.(.+)$/.exec(name);
    assert.ok(section === 'htn' && code.includes(`'${key}'`), `no code reads ${name}`);
  }
  for (const [, key] of code.matchAll(/getConfiguration\('htn'\)\.get\('(\w+)'/g)) assert.ok(`htn.${key}` in contributes.configuration.properties, `htn.${key} is not described`);
  for (const { path: file } of [...contributes.grammars, ...contributes.snippets]) assert.ok(fs.existsSync(path.join(extension, file)), file);
  assert.ok(fs.existsSync(path.join(extension, description.main)));
});

test('the packages are pinned', () => {
  for (const version of [...Object.values(description.dependencies), ...Object.values(description.devDependencies)]) assert.match(version, /^\d+\.\d+\.\d+$/);
});
