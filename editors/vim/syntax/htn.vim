" Highlighting for Vim, and for Neovim without a server. tests/editors/vim.test.js compares the words with compiler/syntax/keywords.def.
if exists('b:current_syntax')
  finish
endif
syntax keyword htnKeyword AbortEffects Achieve After Agents AnyOrder Background Compound Condition Constant Context Cooldown Cost Domain Duration During Each Effects Else Enter Entities Enum Every Expect Expected ExpectedEffects Expires Facts FailEffects For Given Holds Import In Interrupt Leave Loops MTR Max Method No Of Operator Optional Order Orders Parallel Plan Preconditions Prefer Primitive Query Queue Reserve Restart Retry Root Run Running Scenario Select Sense Sensor Shared Split State Subtasks Task Timeout Updates Using Utility Value Values Wait Weight While World
syntax keyword htnWord abs always and any by cheapest clamp count curve every exists fails false first for free from highest let lowest max min never none not or random succeeds success sum to true up when where
syntax keyword htnType bool int fixed symbol
syntax match htnNumber /\<\d\+\(\.\d\+\)\?\(ms\|s\)\?\>/
syntax match htnOperator /[-+*\/%=!<>]=\?\|\.\./
syntax region htnString start=/"/ skip=/\\./ end=/"/ oneline
syntax match htnComment /\/\/.*/ contains=@Spell
syntax region htnComment start=/\/\*/ end=/\*\// contains=@Spell
highlight default link htnKeyword Keyword
highlight default link htnWord Operator
highlight default link htnType Type
highlight default link htnNumber Number
highlight default link htnOperator Operator
highlight default link htnString String
highlight default link htnComment Comment
let b:current_syntax = 'htn'
