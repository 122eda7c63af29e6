autocmd BufRead,BufNewFile *.htn setfiletype htn
