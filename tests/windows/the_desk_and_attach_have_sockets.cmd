# the page in the zip is found beside the tool and served; the tool attaches to a game, here one of Linux
root=$PWD; cd $SCRATCH || exit
cp "$root/domains/troll.htn" "$root/examples/heist/heist.htn" .
cat > ask.py << 'END'
import re, subprocess, sys, urllib.request
more = ["--page", "page"] if sys.argv[1:] else []
tool = subprocess.Popen(["htn", "desk", "--no-open", "troll.htn", *more], stdout=subprocess.PIPE, text=True)
address = re.search(r"http://[\d.]+:\d+/", tool.stdout.readline()).group(0)
for name in ["", "files.json", "nothing"]:
    try:
        with urllib.request.urlopen(address + name, timeout=60) as answer:
            body = answer.read().decode()
            print(name or "index", answer.status, "Thumper desk" in body or "SeesEnemy" in body)
    except urllib.error.HTTPError as error:
        print(name, error.code)
tool.kill()
END
if [ -e "$HTN_UNPACKED/desk/index.html" ]; then
    python3 ask.py
else # built where there was no emscripten
    mkdir page && echo 'Thumper desk' > page/index.html
    python3 ask.py page
fi
mkdir game
cc -std=c11 -O1 -pthread -I "$root/runtime/include" -I "$root" "$root"/tests/attach/game.c "$root"/examples/heist/heist_[agt]*.c \
    "$root/bindings/attach/htn_attach.c" "$root"/runtime/*/*.c -o game/game && htn compile heist.htn -o heist.htnb
game/game game 0123456789abcdef 0 1048576 none heist.htnb & game=$!
for _ in $(seq 100); do [ -e game/port ] && break; sleep 0.1; done
# as from a pipe that stays open, so the lines come one by one
{ printf 'choose Guard 3\nwait 300ms\nbreak\nset Tired=90\n'; sleep 2; printf 'world\nsave saved.htnj\nquit\n'; } |
    htn attach "127.0.0.1:$(cat game/port)" --token 0123456789abcdef --ascii --once | grep -E 'attached|stopped|Tired'; echo "exit ${PIPESTATUS[1]}"
htn replay heist.htnb saved.htnj > said; echo "exit $?"
htn attach "127.0.0.1:$(cat game/port)" --token wrongwrong --once < /dev/null; echo "exit $?"
kill $game
htn attach 127.0.0.1:1 --token wrongwrong --once < /dev/null; echo "exit $?"
