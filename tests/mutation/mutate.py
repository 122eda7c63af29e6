#!/usr/bin/env python3
"""Mutation testing: changes one thing in a source, builds, and looks whether the tests notice.

    tests/mutation/mutate.py verifier|machine|runner [--sample N] [--seed S] [--only TEXT] [--list]

`make mutate-verifier`, `make mutate`. Works on a copy of the project under build/mutation, never on the project itself.
Mutants are found mechanically:

    checks      each operand of && and || is left out, each if is made not to be taken; each operand kind of an
                instruction and each field kind of a record is made one that allows anything
    operators   a relation is made its neighbour or its opposite, + and - are exchanged, a 1 that is added is left out
    statements  a statement is left out

A mutant is noticed if a test fails, crashes, or does not end. What cannot be noticed since it changes nothing stands in
`equivalent`, beside this file, with the reason. The exit status is 0 if every other one is noticed.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "build", "mutation")
TREE = os.path.join(WORK, "tree")
SECONDS = 300  # for one test

# What to change, and the tests that must notice, quickest first. `until`: only what stands in front of that text.
TARGETS = {
    "verifier": {
        "files": ["runtime/domain.c", "runtime/verify_tables.c", "runtime/verify_code.c", "runtime/include/htn/opcodes.def",
                  "runtime/include/htn/blob.def"],
        "until": {"runtime/domain.c": "\nuint32_t htn_domain_count("},
        "kinds": ["checks"],
        "variant": "asan",
        "tests": ["runtime/test_verifier", "runtime/test_operands", "damage/test_damage"],
        # these lists drive everything; the verifier reads copies of its own, which alone are changed
        "own": {"runtime/include/htn/opcodes.def": "runtime/verify_code.c",
                "runtime/include/htn/blob.def": "runtime/verify_tables.c"},
    },
    "machine": {
        "files": ["runtime/vm_loop.h", "runtime/value_ops.h", "runtime/test_ops.h", "runtime/machine.c"],
        "kinds": ["checks", "operators", "statements"],
        "variant": "release",
        "tests": ["runtime/test_planner", "runtime/test_faults", "runtime/test_split", "runtime/test_parallel",
                  "runtime/test_achieve", "runtime/test_cheapest", "runtime/test_select", "runtime/test_query",
                  "runtime/test_running", "runtime/test_agent", "runtime/test_verifier", "code/test_limits",
                  "differential/test_arithmetic", "differential/test_differential"],
    },
    "runner": {
        "files": ["runtime/runner.c", "runtime/layer.c"],
        "kinds": ["checks", "operators", "statements"],
        "variant": "release",
        "tests": ["runtime/test_agent", "runtime/test_running", "runtime/test_faults", "runtime/test_crowd"],
    },
}

ANYTHING = {"opcodes.def": "IMM", "blob.def": "NUMBER"}  # the kind that allows any value
FREE = {"opcodes.def": ("IMM", "IMM16", "KNOWN", "DELTA"), "blob.def": ("NUMBER", "SIGNED", "FLAGS", "ENUM")}
NEIGHBOURS = {"<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"]}
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\\n|\s+|[A-Za-z_]\w*|\d\w*|
                       ->|\+\+|--|<<=?|>>=?|[-+*/%&|^=!<>]=|&&|\|\||\#\#?|.""", re.X | re.S)


class Mutant:
    def __init__(self, path, text, start, end, new):
        self.path, self.start, self.end, self.new = path, start, end, new
        self.line = text.count("\n", 0, start) + 1
        self.old = " ".join(text[start:end].split())
        whole = text[text.rfind("\n", 0, start) + 1:text.find("\n", end)]
        self.context = " ".join(whole.split())

    def name(self):
        return f"{self.path}:{self.line}: `{self.old}` -> `{self.new}`  in  {self.context[:150]}"

    def key(self):  # lines move; what stands there does not
        return f"{os.path.basename(self.path)}: {self.old} -> {self.new} in {self.context}"


# --- Finding mutants ----------------------------------------------------------------------------------------------


def tokens_of(text):
    """(token, offset) without white space, comments and preprocessor lines; the bodies of macros stay."""
    found = []
    skip_until = -1
    for match in TOKEN.finditer(text):
        token, at = match.group(), match.start()
        if at < skip_until or token[0].isspace() or token.startswith(("/*", "//", "\\\n")):
            continue
        if token == "#" and text[text.rfind("\n", 0, at) + 1:at].strip() == "":
            head = re.compile(r"#\s*define\s+\w+(\([^)]*\))?|#(?:[^\n\\]|\\.|\\\n)*", re.S).match(text, at)
            skip_until = head.end()
            continue
        found.append((token, at))
    return found


OPEN, CLOSE = "([{", ")]}"


def operand_ends(tokens, at, operator):
    """The tokens of the operands left and right of && or ||: (first of the left, last of the right)."""
    stops = {";", ",", "?", ":", "return", "=", "{", "}", "|=", "&=", "||"} | ({"&&"} if operator == "&&" else set())
    depth, left = 0, at
    while left > 0:
        token = tokens[left - 1][0]
        if depth == 0 and (token in stops or token in OPEN):
            break
        depth += (token in CLOSE) - (token in OPEN)
        left -= 1
    depth, right = 0, at
    while right + 1 < len(tokens):
        token = tokens[right + 1][0]
        if depth == 0 and (token in stops or token in CLOSE):
            break
        depth += (token in OPEN) - (token in CLOSE)
        right += 1
    return left, right


def span(tokens, first, last):
    return tokens[first][1], tokens[last][1] + len(tokens[last][0])


def closing(tokens, opening):
    depth = 0
    for i in range(opening, len(tokens)):
        depth += (tokens[i][0] in OPEN) - (tokens[i][0] in CLOSE)
        if depth == 0:
            return i
    return len(tokens) - 1


def checks(path, text):
    tokens = tokens_of(text)
    found = {}
    for i, (token, _) in enumerate(tokens):
        if token in ("&&", "||"):
            left, right = operand_ends(tokens, i, token)
            neutral = "true" if token == "&&" else "false"
            if i > left and right > i:  # not GNU C's &&label
                found[span(tokens, left, i - 1)] = neutral
                found[span(tokens, i + 1, right)] = neutral
            if token == "||" and re.match(r"(refuse|FAULT_IN|htni_fault\w*)$", tokens[i + 1][0]):
                found[span(tokens, left, i - 1)] = "true"  # what keeps it from being refused
        elif token == "if" and tokens[i + 1][0] == "(":
            found[span(tokens, i + 2, closing(tokens, i + 1) - 1)] = "false"
    return [Mutant(path, text, start, end, new) for (start, end), new in sorted(found.items())
            if not re.search(r"\b(refuse|htni_fault\w*|FAULT_IN)\(", text[start:end])]


def kinds(path, text):
    """Of opcodes.def the operands, pops, pushes and ends; of blob.def the kinds of fields, but for FIRST: COUNT has the check."""
    name = os.path.basename(path)
    pattern = r"^HTN_OP\(\w+,(.*?)\"" if name == "opcodes.def" else r"^\s*HTN_FIELD\(\w+,\s*\w+,(.*?)\""
    found = []
    for row in re.finditer(pattern, text, re.M):
        for word in re.finditer(r"[A-Z]\w*(\(\w+\))?|\d", row.group(1)):
            if word.group() in FREE[name] or word.group().startswith("FIRST"):
                continue
            start = row.start(1) + word.start()
            new = {"0": "1", "1": "0", "2": "1", "3": "2"}.get(word.group(), "0" if "_" in word.group() else ANYTHING[name])
            found.append(Mutant(path, text, start, start + len(word.group()), new))
    return found


def operators(path, text):
    tokens = tokens_of(text)
    found = []
    for i, (token, at) in enumerate(tokens):
        before = tokens[i - 1][0] if i > 0 else "("
        binary = before in (")", "]") or re.match(r"\w", before) and before not in ("return", "case")
        if token in NEIGHBOURS and binary:
            found += [Mutant(path, text, at, at + len(token), new) for new in NEIGHBOURS[token]]
        if token == "1" and before in ("+", "-"):
            found.append(Mutant(path, text, at, at + 1, "0"))
    return found


def statements(path, text):
    """Calls, assignments and steps that are statements of their own, on one line."""
    pattern = re.compile(r"^[ ]+((?:[\w>.\[\]()*&-]+ (?:[-+|&]?=|<<=) [^;{}]*|[\w>.-]+(?:\+\+|--)|htni_\w+\([^;{}]*\));)", re.M)
    return [Mutant(path, text, match.start(1), match.end(1), ";") for match in pattern.finditer(text)
            if "const" not in match.group(1).split("=")[0]]


def find_mutants(target):
    found = []
    for path in target["files"]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        if path.endswith(".def"):
            found += kinds(path, text)
            continue
        part = text[:text.index(target["until"][path])] if path in target.get("until", {}) else text
        for kind in target["kinds"]:
            found += {"checks": checks, "operators": operators, "statements": statements}[kind](path, part)
    return found


# --- Trying them --------------------------------------------------------------------------------------------------


def copy_tree():
    os.makedirs(WORK, exist_ok=True)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, text=True,
                           capture_output=True).stdout.split("\n")
    for name in filter(None, files):
        source, to = os.path.join(ROOT, name), os.path.join(TREE, name)
        if not os.path.isfile(source):
            continue
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(source, "rb") as file:
            content = file.read()
        if os.path.isfile(to) and open(to, "rb").read() == content:
            continue
        shutil.copy(source, to)


def own_copies(target):
    """Where a list of its own is read: a folder beside the source; the name has the same length, so that places stay."""
    for path, reader in target.get("own", {}).items():
        name = os.path.basename(path)
        os.makedirs(os.path.join(TREE, "runtime", "own"), exist_ok=True)
        shutil.copy(os.path.join(ROOT, path), os.path.join(TREE, "runtime", "own", name))
        with open(os.path.join(TREE, reader), encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(TREE, reader), "w", encoding="utf-8") as file:
            file.write(text.replace(f"<htn/{name}>", f'"own/{name}"'))


def changed_file(target, mutant):
    return f"runtime/own/{os.path.basename(mutant.path)}" if mutant.path in target.get("own", {}) else mutant.path


def build(target):
    programs = [f"build/{target['variant']}/tests/{test}" for test in target["tests"]]
    command = ["make", "-s", f"VARIANT={target['variant']}", f"BUILD=build/{target['variant']}", "CFLAGS=-w -O1"] + programs
    return subprocess.run(command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def run(target, test):
    """The last line of what was printed where the test fails; None where it passes."""
    environment = dict(os.environ, HTN_MUTATION="1")
    try:
        done = subprocess.run([f"build/{target['variant']}/tests/{test}"], cwd=TREE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS, env=environment, errors="replace")
    except subprocess.TimeoutExpired:
        return "does not end"
    return None if done.returncode == 0 else f"status {done.returncode}"


def attempt(target, mutant):
    """What noticed the mutant; None: nothing did."""
    path = os.path.join(TREE, changed_file(target, mutant))
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:mutant.start] + mutant.new + text[mutant.end:])
        built = build(target)
        if built.returncode != 0:
            return "the compiler"
        for test in target["tests"]:
            noticed = run(target, test)
            if noticed is not None:
                return f"{test} ({noticed})"
        return None
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def known_equivalents():
    with open(os.path.join(ROOT, "tests", "mutation", "equivalent"), encoding="utf-8") as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("target", choices=sorted(TARGETS))
    options.add_argument("--sample", type=int, help="so many of the mutants, drawn at random")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="those with this text in their names")
    options.add_argument("--list", action="store_true", help="the mutants, without trying them")
    options.add_argument("--tests", help="instead of all those that must notice, with commas between")
    given = options.parse_args()
    target = dict(TARGETS[given.target])
    target["tests"] = given.tests.split(",") if given.tests else target["tests"]
    equivalents = known_equivalents()
    mutants = [mutant for mutant in find_mutants(target) if given.only in mutant.name()]
    equivalent = [mutant for mutant in mutants if mutant.key() in equivalents]
    mutants = [mutant for mutant in mutants if mutant.key() not in equivalents]
    total = len(mutants)
    if given.sample and given.sample < total:
        mutants = sorted(random.Random(given.seed).sample(mutants, given.sample), key=lambda m: (m.path, m.start))
    if given.list:
        print("\n".join(mutant.key() for mutant in mutants))
        return 0
    copy_tree()
    own_copies(target)
    built = build(target)
    failing = [test for test in target["tests"] if built.returncode == 0 and run(target, test) is not None]
    if built.returncode != 0 or failing:
        print(built.stdout, "without any mutation these fail:", failing)
        return 2
    return try_all(given, target, mutants, total, len(equivalent))


def try_all(given, target, mutants, total, equivalent):
    survivors, began = [], time.monotonic()
    for i, mutant in enumerate(mutants):
        noticed = attempt(target, mutant)
        print(f"{i + 1}/{len(mutants)} {'SURVIVED' if noticed is None else noticed}: {mutant.name()}", flush=True)
        if noticed is None:
            survivors.append(mutant)
    print()
    for mutant in survivors:
        print("survived:", mutant.key())
    drawn = "" if len(mutants) == total else f" (a sample of {total}, seed {given.seed})"
    print(f"{given.target}: {len(mutants)} mutants{drawn}, {len(mutants) - len(survivors)} noticed, "
          f"{len(survivors)} survived; {equivalent} more change nothing; {time.monotonic() - began:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
