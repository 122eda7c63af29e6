htn check --dump-ast tests/cli/the_whole_language.htn
