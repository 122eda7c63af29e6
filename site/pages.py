"""Lays out the pages of the documentation site: the repository's own Markdown, for mkdocs.

    python3 site/pages.py FOLDER WORDS

Run in the root of the repository. FOLDER becomes the site's sources, laid out as the repository is, so that links between
pages work as they do there. WORDS is a JSON list of the language's keywords. What is changed on the way:

* an example in .htn becomes a highlighted one with a button that opens it in the desk, with the files that the page
  wrote before it (`<!-- file: X -->`), and whole where it shows a part (`<!-- with ... -->`, `<!-- from: X -->`);
* a link to a source or a folder leads to a page that shows it;
* lists are indented as Python-Markdown wants them.

Ends with status 1 where a link leads nowhere, or a page is missing from the navigation of mkdocs.yml.
"""
import base64
import html
import json
import posixpath
import re
import shutil
import sys
import zlib
from pathlib import Path

out, words = Path(sys.argv[1]), set(json.loads(Path(sys.argv[2]).read_text()))
mistakes = []
shown = {}  # path of a source or folder in the repository: its page

LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".hpp": "cpp", ".cs": "csharp", ".lua": "lua", ".py": "python", ".js": "js", ".ts": "ts",
             ".toml": "toml", ".el": "lisp", ".hddl": "lisp", ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".gd": "gdscript", ".rs": "rust"}
NUMBER_OR_NAME = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|[A-Za-z_]\w*|\d+(?:\.\d+)?|[\s\S]", re.S)


def highlighted(source):
    """The text as HTML. The words are those of the compiler's own list."""
    parts = []
    for part in NUMBER_OR_NAME.findall(source):
        kind = None
        if part.startswith(("//", "/*")) and len(part) > 1:
            kind = "c"
        elif part.startswith('"') and len(part) > 1:
            kind = "s"
        elif part[0].isdigit():
            kind = "m"
        elif part in words:
            kind = "k"
        text = html.escape(part, quote=False)
        parts.append(f'<span class="{kind}">{text}</span>' if kind else text)
    return "".join(parts)


def fragment(main, files):
    """As desk/source/link.js makes it: the files, deflated, behind the # of the desk's address."""
    text = json.dumps({"main": main, "files": files}, ensure_ascii=False)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return "d=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


IMPORT = re.compile(r"^\s*Import\s*\[([^\]]*)\]", re.M)


def with_imports(main, files, base):
    """Adds what the files import: those that the page wrote, else those of the repository beside base."""
    found, queue = {}, [main]
    while queue:
        name = queue.pop()
        if name in found or name not in files and not (Path(base) / name).is_file():
            continue
        found[name] = files[name] if name in files else (Path(base) / name).read_text()
        for names in IMPORT.findall(found[name]):
            queue += [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in re.findall(r'"([^"]+)"', names)]
    return found


def safe(name):
    """The desk takes no names that lead out of its folder."""
    return re.fullmatch(r"[\w. /-]+\.htn", name) and ".." not in name and not name.startswith("/")


def example(part, source, main, files, base):
    """A highlighted part of a source; the desk opens below it, with all of it. Blank lines end a block of HTML in Markdown, so there are none."""
    files = with_imports(main, {**files, main: source}, base)
    body = re.sub(r"\n(?=\n)", "\n&#8203;", highlighted(part.rstrip("\n")))
    button = ""
    if all(safe(name) for name in files):
        button = f'<button class="try" type="button" data-domain="{fragment(main, files)}">Try it</button>'
    return f'<div class="example"><pre><code>{body}</code></pre>{button}</div>'


def page_of(target):
    """The page that shows a source or a folder of the repository."""
    if target in shown:
        return shown[target]
    path = Path(target)
    if path.is_dir():
        if (path / "README.md").is_file() and (out / target / "README.md").is_file():
            return f"{target}/README.md"
        page = f"{target}/files.md"
        shown[target] = page
        text = [f"# {target}", ""]
        for file in sorted(path.rglob("*")):
            if file.is_file():
                text += [f"## {file.relative_to(path)}", "", *fenced(file), ""]
    else:
        page = f"{target}.md"
        shown[target] = page
        text = [f"# {target}", ""]
        if path.suffix == ".htn":
            text += [example(path.read_text(), path.read_text(), path.name, {}, path.parent), ""]
        else:
            text += [*fenced(path), ""]
    (out / page).parent.mkdir(parents=True, exist_ok=True)
    (out / page).write_text("\n".join(text))
    return page


def fenced(path):
    source = path.read_text()
    fence = "`" * max(3, 1 + max((len(ticks) for ticks in re.findall(r"`+", source)), default=0))
    return [fence + LANGUAGES.get(path.suffix, "text"), source.rstrip("\n"), fence]


LINK = re.compile(r"(?<!`)\]\(([^)#\s]+)(#[^)\s]*)?\)")
PICTURES = (".svg", ".png")


def relinked(line, page, pages):
    def one(match):
        target, anchor = match.group(1), match.group(2) or ""
        if re.match(r"[a-z]+:", target):
            return match.group(0)
        folder = posixpath.dirname(page)
        path = posixpath.normpath(posixpath.join(folder, target))
        if path == "README.md":
            path = "index.md"
        elif path in pages or path.endswith(PICTURES):
            if path.endswith(PICTURES):
                (out / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, out / path)
        elif posixpath.join(path, "README.md") in pages:
            path = posixpath.join(path, "README.md")
        elif Path(path).exists():
            path = page_of(path)
        else:
            mistakes.append(f"{page}: there is no {target}")
            return match.group(0)
        return f"]({posixpath.relpath(path, folder or '.')}{anchor})"
    parts = re.split(r"(`[^`]*`)", line)  # a link's text may be code; code that looks like a link is none
    joined, codes = "", []
    for part in parts:
        if part.startswith("`") and part.endswith("`") and len(part) > 1:
            codes.append(part)
            joined += f"\0{len(codes) - 1}\0"
        else:
            joined += part
    return re.sub(r"\0(\d+)\0", lambda match: codes[int(match.group(1))], LINK.sub(one, joined))


def laid_out(page, pages):
    lines = Path(page).read_text().split("\n")
    result, files = [], {}
    held = {"file": None, "from": None, "with": ""}
    at, in_list = 0, False
    while at < len(lines):
        line = lines[at]
        at += 1
        if (match := re.match(r"^(\s*)(```+)\s*(\S*)\s*(.*)$", line)):
            indent, ticks, language, info = match.groups()
            body = []
            while at < len(lines) and not lines[at].startswith(indent + ticks):
                body.append(lines[at])
                at += 1
            at += 1
            source = "\n".join(body) + "\n"
            if language == "htn":
                main = held["from"] or held["file"] or "example.htn"
                if held["from"]:
                    whole = files[main] if main in files else Path(main).read_text()
                else:
                    whole = held["with"] + source
                made = example(source, whole, main if main.endswith(".htn") else "example.htn", files, ".")
                result += ["", made, ""]
            else:
                result += [f"{indent}{ticks}{ {'sh': 'bash', '': 'text'}.get(language, language)}", *body, indent + ticks]
            if held["file"]:
                files[held["file"]] = source
            held = {"file": None, "from": None, "with": ""}
            continue
        if (match := re.match(r"^<!-- file: (\S+)", line)):
            held["file"] = match.group(1)
            continue
        if (match := re.match(r"^<!-- from: (\S+)", line)):
            held["from"] = match.group(1)
            continue
        if line.startswith("<!-- with"):
            while at < len(lines) and "-->" not in lines[at]:
                held["with"] += lines[at] + "\n"
                at += 1
            at += 1
            continue
        if re.match(r"^([*-]|\d+\.) ", line):
            if not in_list and result and result[-1].strip():
                result.append("")
            in_list = True
        elif line and not line[0].isspace():
            in_list = False
        elif in_list and line.strip():
            depth = len(line) - len(line.lstrip())
            line = "    " * max(1, round(depth / 2.5)) + line.lstrip()
        result.append(relinked(line, page, pages))
    return "\n".join(result)


def navigation():
    text = Path("site/mkdocs.yml").read_text()
    return re.findall(r"[ :](\S+\.md)\s*$", text[text.index("\nnav:"):], re.M)


def main():
    nav = navigation()
    pages = {str(path) for pattern in ("docs/*.md", "bindings/*/README.md", "examples/*/README.md", "editors/*/README.md") for path in Path(".").glob(pattern)}
    pages |= {"bindings/README.md", "domains/README.md", "tests/README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
    for page in sorted(pages - set(nav)):
        mistakes.append(f"{page} is not in the navigation of site/mkdocs.yml")
    for page in sorted(set(nav) - pages - {"index.md"}):
        mistakes.append(f"site/mkdocs.yml names {page}, which is not there")
    shutil.rmtree(out, ignore_errors=True)
    for page in sorted(pages):
        (out / page).parent.mkdir(parents=True, exist_ok=True)
        (out / page).touch()
    for page in sorted(pages):
        (out / page).write_text(laid_out(page, pages))
    (out / "index.md").write_text(Path("site/index.md").read_text())
    for mistake in mistakes:
        print("make site:", mistake, file=sys.stderr)
    sys.exit(1 if mistakes else 0)


main()
