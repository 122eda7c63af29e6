// Neovim's own client, headless; and the words that Vim colours.
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { folder, tool } = require('./server.js');

const vim = path.resolve('editors/vim');

test('Vim colours all keywords', () => {
  const words = [...fs.readFileSync('compiler/syntax/keywords.def', 'utf8').matchAll(/^HTNC_KEYWORD\(\w+,\s*"(\w+)"/gm)].map((m) => m[1]);
  const coloured = fs.readFileSync(path.join(vim, 'syntax/htn.vim'), 'utf8').match(/^syntax keyword htn(Keyword|Word) .*/gm).join(' ').split(' ');
  assert.deepEqual(words.filter((word) => !coloured.includes(word)), []);
});

const script = `
vim.opt.runtimepath:prepend(vim.env.HTN_VIM)
vim.cmd('filetype plugin on')
require('htn').setup({ cmd = { vim.env.HTN_TOOL, 'lsp' } })
vim.cmd('edit guard.htn')
local said = {}
local function ask(method, line, column, more)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, more or {}), 5000)
  local _, answer = next(answers or {})
  return answer and answer.result
end
vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end, 20)
said.diagnostics = vim.tbl_map(function(d) return d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code) end, vim.diagnostic.get(0))
vim.api.nvim_buf_set_text(0, 3, 12, 3, 16, { 'Alert' })
vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end, 20)
said.mended = #vim.diagnostic.get(0)
said.definition = ask('textDocument/definition', 3, 13)
said.completion = vim.tbl_map(function(item) return item.label end, ask('textDocument/completion', 4, 18))
vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', 6, 17, { newName = 'Call' }), 'utf-16')
vim.lsp.util.apply_text_edits(ask('textDocument/formatting', 0, 0, { options = { tabSize = 4, insertSpaces = true } }), 0, 'utf-16')
said.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')
said.filetype = vim.bo.filetype
vim.fn.setline(5, '        Subtasks [')
vim.fn.cursor(5, 19)
vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A<C-x><C-o>', true, false, true), 't', false)
local function finish()
  local menu = vim.fn.complete_info({ 'items' }).items
  if #menu == 0 then return vim.defer_fn(finish, 20) end
  said.menu = vim.tbl_map(function(item) return item.word end, menu)
  vim.fn.writefile({ vim.json and vim.json.encode(said) or vim.fn.json_encode(said) }, 'said.json')
  vim.cmd('qall!')
end
vim.defer_fn(finish, 20)
vim.defer_fn(function() print('there is no menu') vim.cmd('qall!') end, 20000)
`;

const there = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
test('a session of Neovim', { skip: there.status === 0 ? false : 'there is no nvim' }, () => {
  const root = folder({
    'guard.htn': 'World State [Alert : bool]\n\nCompound Task [Guard]\n    Method [Alrt]\n        Subtasks [Shout()]\n\nPrimitive Task [Shout]\n  Operator [Shout()]\n    Effects [Alert = true]\n',
    'session.lua': script,
  });
  const run = spawnSync('nvim', ['--headless', '-u', 'NONE', '-i', 'NONE', '-c', 'luafile session.lua'],
    { cwd: root, encoding: 'utf8', timeout: 60000, env: { ...process.env, HTN_VIM: vim, HTN_TOOL: tool, HOME: root, XDG_CONFIG_HOME: root, XDG_DATA_HOME: root, XDG_STATE_HOME: root } });
  assert.ok(fs.existsSync(path.join(root, 'said.json')), run.stdout + run.stderr);
  const said = JSON.parse(fs.readFileSync(path.join(root, 'said.json'), 'utf8'));
  assert.equal(said.diagnostics.length, 1);
  assert.equal(said.mended, 0);
  assert.deepEqual(said.definition.range.start, { line: 0, character: 13 });
  assert.ok(said.completion.includes('Shout') && said.completion.includes('Guard'));
  assert.ok(said.menu.some((word) => word.startsWith('Call')), said.menu.join());
  assert.equal(said.filetype, 'htn');
  assert.equal(said.text, 'World State [Alert : bool]\n\nCompound Task [Guard]\n    Method [Alert]\n        Subtasks [Call()]\n\nPrimitive Task [Call]\n    Operator [Shout()]\n    Effects [Alert = true]');
});
