// The colours without a server: vscode-tmgrammar-test, and beside it what the compiler's own scanner says of every source here.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');
const { Server, folder } = require('../../../tests/editors/server.js');

const extension = path.resolve(__dirname, '..');
const grammarFile = path.join(extension, 'syntaxes/htn.tmLanguage.json');

test('vscode-tmgrammar-test: each place has its scopes', () => {
  const tester = require.resolve('vscode-tmgrammar-test/dist/unit.js');
  const files = fs.readdirSync(path.join(__dirname, 'grammar')).map((name) => path.join(__dirname, 'grammar', name));
  assert.ok(files.length >= 2);
  const run = spawnSync(process.execPath, [tester, '-g', grammarFile, '--config', path.join(extension, 'package.json'), ...files], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout + run.stderr);
});

async function loadGrammar() {
  const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (list) => new oniguruma.OnigScanner(list), createOnigString: (text) => new oniguruma.OnigString(text) }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile),
  });
  return registry.loadGrammar('source.htn');
}

/** The innermost scope at each place of a text: a list of lines, each a function of the column. */
function scopesOf(grammar, text) {
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return (column) => result.tokens.find((token) => column < token.endIndex)?.scopes.join(' ') ?? '';
  });
}

function sources(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const file = path.join(folder, each.name);
    return each.isDirectory() ? sources(file) : file.endsWith('.htn') ? [file] : [];
  });
}

// What a token of the server must look like without one. A keyword that may be a name is told apart only by the server.
const looks = {
  comment: /comment/, string: /string|entity\.name\.section/, number: /constant\.numeric|keyword\.other\.unit/,
  keyword: /keyword|storage|constant\.language|support|entity\.name\.function/,
  type: /entity\.name\.type|support\.type|variable|entity\.name\.function/, enum: /entity\.name\.type|variable|support\.type/, enumMember: /variable|constant|entity\.name/,
  property: /variable|entity\.name/, variable: /variable|entity\.name\.type/, parameter: /variable|entity\.name\.type/, function: /entity\.name\.function|support\.function|variable|keyword\.operator\.word/,
  macro: /support\.function|entity\.name\.function|variable/, event: /entity\.name\.type/, namespace: /entity\.name\.type/, operator: /keyword\.operator|punctuation/, method: /entity\.name\.function|variable/,
};

// A comment within a keyword of two words, and a task that is called Split.
const onlyTheServerKnows = ['layout_is_free.htn:2:1', 'any_order_finds_the_order_from_the_front.htn:27:7'];

test('the colours without a server agree with the scanner on every source of this project', async () => {
  const grammar = await loadGrammar();
  const root = folder({}); // an empty one: the server would watch all sources of the project
  const server = new Server(root);
  const can = await server.begin();
  const legend = can.semanticTokensProvider.legend.tokenTypes;
  const wrong = [];
  let tokens = 0, keywords = 0, keywordsSeen = 0;
  for (const source of ['domains', 'examples', 'tests/plans'].flatMap(sources)) {
    const file = path.relative(root, path.resolve(source));
    const text = fs.readFileSync(source, 'utf8').replace(/^\uFEFF/, ''); // as editors do
    await server.open(file, text);
    const { data } = await server.send('textDocument/semanticTokens/full', { textDocument: { uri: server.uri(file) } });
    const scopes = scopesOf(grammar, text);
    for (let i = 0, line = 0, column = 0; i < data.length; i += 5) {
      line += data[i];
      column = data[i] ? data[i + 1] : column + data[i + 1];
      const kind = legend[data[i + 3]], seen = scopes[line](column), word = text.split('\n')[line].slice(column, column + data[i + 2]);
      tokens++;
      const place = `${source}:${line + 1}:${column + 1}`;
      if (!looks[kind].test(seen) && !onlyTheServerKnows.some((each) => place.endsWith(each))) wrong.push(`${place}: \`${word}\` is ${kind}, coloured as ${seen}`);
      if (kind === 'keyword') keywords++;
      if (kind === 'keyword' && /keyword|storage|constant\.language|support/.test(seen)) keywordsSeen++;
    }
    server.connection.sendNotification('textDocument/didClose', { textDocument: { uri: server.uri(file) } });
  }
  await server.end();
  assert.deepEqual(wrong.slice(0, 20), []);
  assert.ok(tokens > 10000, `${tokens} tokens`);
  assert.ok(keywordsSeen / keywords > 0.999, `${keywordsSeen} of ${keywords} keywords are coloured`);
});

// A snippet as it stands when nobody has filled it in.
function filled(body) {
  let text = [body].flat().join('\n'), before;
  const values = {};
  do {
    before = text;
    text = text.replace(/\$\{(\d+)\|([^,|]*)[^}]*\|\}/g, '$2').replace(/\$\{(\d+):([^${}]*)\}/g, (_, number, value) => (values[number] = value))
      .replace(/\$(\d+)/g, (whole, number) => values[number] ?? whole);
  } while (text !== before);
  return text.replace(/\$\d+/g, '');
}

test('every snippet is text that the parser takes', () => {
  const { tool } = require('../../../tests/editors/server.js');
  const places = [(text) => text, (text) => `Compound Task [A]\n    ${text}`, (text) => `Compound Task [A]\n    Method [true]\n        Subtasks [${text}]`];
  for (const [name, snippet] of Object.entries(JSON.parse(fs.readFileSync(path.join(extension, 'snippets/htn.json'), 'utf8')))) {
    const said = places.map((place) => spawnSync(tool, ['check', '--dump-ast', '-'], { input: `${place(filled(snippet.body))}\n`, encoding: 'utf8' }));
    assert.ok(said.some((run) => run.status === 0 || /^1 error$/m.test(run.stderr) && /\[cannot-read\]/.test(run.stderr)), `${name}: ${filled(snippet.body)}\n${said.map((run) => run.stderr).join('\n')}`);
  }
});
