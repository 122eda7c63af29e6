# not on Windows: openers of browsers are those of Linux here; tests/windows has a case of its own
root=$PWD; cd $SCRATCH || exit
mkdir page empty; echo 'the page' > page/index.html; echo secret > secret
cp "$root/domains/troll.htn" Troll.htn; cp Troll.htn troll.htn; cp Troll.htn a..b.htn
printf 'Import ["Troll.htn"]\nImport ["troll.htn"]\nImport ["a..b.htn"]\n' > main.htn
printf 'Domain [A]\n// a\0b\n' > nul.htn
# what it refuses
htn desk --port 70000; echo "exit $?"
htn desk --port x; echo "exit $?"
htn desk a.htn b.htn; echo "exit $?"
htn desk nowhere.htn --page page; echo "exit $?"
htn desk --page empty; echo "exit $?"
htn desk nul.htn --page page; echo "exit $?"
cat > front_door.py << 'END'
import json, os, re, socket, subprocess

def ask(port, request):
    with socket.create_connection(("127.0.0.1", port), 20) as s:
        s.sendall(request)
        got = b""
        while True:
            more = s.recv(65536)
            if not more:
                return got
            got += more

def serve(*options, **more):
    tool = subprocess.Popen(["htn", "desk", "--page", "page", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    return tool, int(re.search(r"127\.0\.0\.1:(\d+)", tool.stdout.readline()).group(1))

tool, port = serve("--no-open", "main.htn")
host = b"Host: 127.0.0.1:%d\r\n" % port
for what, line, more in [("index", b"GET / ", host), ("by name", b"GET /index.html?x ", host), ("head", b"HEAD / ", host), ("nothing", b"GET /nothing ", host),
        ("another site", b"GET / ", b"Host: evil.example\r\n"), ("no host", b"GET / ", b""), ("post", b"POST / ", host),
        ("up", b"GET /../secret ", host), ("up, encoded", b"GET /%2e%2e/secret ", host), ("long", b"GET / ", host + b"X: " + b"x" * 100000 + b"\r\n")]:
    got = ask(port, line + b"HTTP/1.1\r\n" + more + b"\r\n")
    head, body = got.split(b"\r\n\r\n", 1)
    print(what + ":", head.split(b"\r\n")[0].decode(), "|", body.decode().strip())
body = ask(port, b"GET /files.json HTTP/1.1\r\n" + host + b"\r\n").split(b"\r\n\r\n", 1)[1]
print(sorted(json.loads(body.decode("utf-8"))["files"]))
second = subprocess.run(["htn", "desk", "--page", "page", "--port", str(port)], capture_output=True, text=True, timeout=20)
print("a port in use:", second.returncode, second.stderr.replace(str(port), "N").splitlines()[0])
tool.kill()
tool.wait()

# no browser: openers that cannot be started, and one that lasts as long as its browser
os.mkdir("bin")
for script in ["exit 3", "echo \"$1\" > opened; exec sleep 1"]:
    for opener in ["xdg-open", "open"]:
        with open("bin/" + opener, "w") as f:
            f.write("#!/bin/sh\n" + script + "\n")
        os.chmod("bin/" + opener, 0o755)
    tool, port = serve(env=dict(os.environ, PATH=os.getcwd() + "/bin:" + os.environ["PATH"]))
    if script == "exit 3":
        print(tool.stderr.readline().strip())
    print(ask(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").split(b"\r\n")[0].decode())
    tool.kill()
    tool.wait()
END
python3 front_door.py
