htn lsp < /dev/null
