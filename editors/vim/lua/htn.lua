-- Starts `htn lsp` for .htn files in Neovim 0.7 and later: require('htn').setup(), with cmd = { '/path/to/htn', 'lsp' } if it is not on the path.
local M = {}

local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local marked = vim.fn.finddir('.git', folder .. ';')
  return marked ~= '' and vim.fn.fnamemodify(marked, ':p:h:h') or folder
end

local clients = {} -- by root

-- Completion and jumps to tags ask the server. Neovim sets these itself from 0.8 on; what somebody else has set stays.
local function use_server(buffer)
  for _, option in ipairs({ 'omnifunc', 'tagfunc' }) do
    if vim.bo[buffer][option] == '' then
      vim.bo[buffer][option] = 'v:lua.vim.lsp.' .. option
    end
  end
end

function M.attach(options, buffer)
  local root = root_of(vim.api.nvim_buf_get_name(buffer))
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client({
      name = 'htn',
      cmd = options.cmd or { 'htn', 'lsp' },
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      on_attach = options.on_attach,
    })
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
    use_server(buffer)
  end
end

function M.setup(options)
  options = options or {}
  local group = vim.api.nvim_create_augroup('htn', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'htn',
    callback = function(event) M.attach(options, event.buf) end,
  })
end

return M
