# not on Windows: names of files are UTF-16 there
# A name may be any bytes, JSON, XML and HTML may not: a byte that is no character becomes U+FFFD.
cd "$SCRATCH" || exit
name=$'w\xff\xed\xa0.htn'
printf 'World State [A : bool]\nCompound Task [T]\n    Method [A]\n        Subtasks [S()]\nPrimitive Task [S] Operator [S]\nRoot [T]\n' > "$name"
printf 'Scenario [s]\n    Given [A = true]\n    Expect Plan [S()]\n' >> "$name"
cp "$name" domain; printf 'Wrold\n' > $'bad\xc0.htn'
# valid COMMAND...: whether what it prints is UTF-8, and names the file
valid() {
    "$@" 2> said > told
    iconv -f UTF-8 -t UTF-8 told > /dev/null || echo "$1 $2 $3: not UTF-8"
    grep -q $'\xEF\xBF\xBD' told || echo "$1 $2 $3: no replacement"
}
valid htn check --json "$name" $'bad\xc0.htn'
htn check --json $'bad\xc0.htn' 2> /dev/null | grep file
valid htn plan --json $'bad\xc0.htn'
valid htn explain --json "$name"
valid htn test --json "$name" --coverage
valid htn test "$name" --junit -
valid htn test "$name" --html -
grep '<h2 id="f0"' told
uri="file://$PWD/w%FF%ED%A0.htn"
for text in '{"id":1,"method":"initialize","params":{}}' '{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"'"$uri"'","text":"Import [\"'$'x\xfe''.htn\"]"}}}'; do
    printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$text" | wc -c)" "$text"
done > messages
valid htn lsp < messages
printf '{"id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n{"id":2,"method":"tools/call","params":{"name":"check","arguments":{"path":"%s"}}}\n' $'bad\xc0.htn' > messages
valid htn mcp < messages
sed 1d told
