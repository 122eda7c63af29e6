mkdir "$SCRATCH/in" && cp domains/troll.htn "$SCRATCH/in/" && cd "$SCRATCH" || exit
begin='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'
shorten() { sed 's/"instructions":"[^"]*"/"instructions":"..."/'; }
{
    echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    echo '{"jsonrpc":"2.0","id":"two","method":"ping"}'
    echo "$begin"
    printf '\r\n\n'
    echo 'Content-Length: 20'
    echo '{"jsonrpc":"2.0","id":3,"method":'
    echo '[{"jsonrpc":"2.0","id":4,"method":"ping"}]'
    echo '"text"'
    echo '{"jsonrpc":"2.0","id":{"a":5},"method":"ping"}'
    echo '{"jsonrpc":"2.0","id":null,"method":"ping"}'
    echo '{"jsonrpc":"2.0","id":6,"method":7}'
    echo '{"jsonrpc":"2.0","id":8,"method":"tools/none"}'
    echo '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[1]}'
    echo '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"check","arguments":[{}]}}'
    echo '{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":"plan","arguments":{"path":"troll.htn","set":["SeesEnemy=true","--root=x"]}}}'
    echo '{"jsonrpc":"2.0","id":12,"method":"resources/read","params":{"uri":5}}'
    echo '{"jsonrpc":"2.0","method":"notifications/none"}'
    echo '{"jsonrpc":"2.0","id":13,"result":{}}'
    printf '{"jsonrpc":"2.0","id":14,"method":"ping","params":%s1%s}\n' "$(printf '[%.0s' {1..2000})" "$(printf ']%.0s' {1..2000})"
    head -c 17000000 /dev/zero | tr '\0' x; echo
    printf '{"jsonrpc":"2.0","id":15,"method":"ping","params":"\0\377"}\n'
    echo '{"jsonrpc":"2.0","id":16,"method":"tools/call","params":{"name":"check","arguments":{"path":"troll.htn\u0000/../../x"}}}'
    echo '{"id":16,"method":"tools/call","params":{"name":"write","arguments":{"path":"cut.htn","text":"// a\u0000b"}}}'
    echo '{"id":16,"method":"tools/call","params":{"name":"write","arguments":{"path":"cut.htn","\u0000":"x"}}}'
    echo '{"id":16,"method":"tools/call","params":{"name":"look_up","arguments":{"topic":"a\\u0000"}}}'
    echo '{"id":16,"method":"tools/call","params":{"name":"look_up","arguments":{"topic":"\uZZZZ"}}}'
    echo '{"id":"a\u0000","method":"ping"}'
    echo '{"id":9007199254740991,"method":"ping"}'
    echo '{"id":1763920000123456789,"method":"ping"}'
    echo '{"id":-1.50e3,"method":"ping"}'
    echo '{"id":01,"method":"ping"}'
    echo '{"params":{"id":"inner"},"id":1763920000123456789,"method":"tools/none"}'
    echo '{"\u0069d":19,"method":"ping"}'
    echo '{"id":20,"method":"ping","params":"\ud800"}'
    echo '{"params":"\udc00\ud800","id":"twenty","method":"ping"}'
    echo '{"method":"ping","id":"\ud800"}'
    echo '{"id":21,"result":"\ud800"}'
    echo '{"id":22,"method":"ping"} {"id":23,"method":"ping"}'
    echo '{"id":24,"method":"ping"}}'
    echo '{"id":25,"method":"ping"}   '
    echo '{"jsonrpc":"2.0","id":17,"method":"ping"}'
    printf '{"jsonrpc":"2.0","id":18,"method":"ping"}'
} | htn mcp in | shorten
ls in
htn mcp none < /dev/null; echo "exit $?"
htn mcp in/troll.htn < /dev/null; echo "exit $?"
htn mcp < /dev/null; echo "exit $?"
