#!/usr/bin/env python3
"""Mutation testing: one thing in a source is changed, and the tests must notice.

    tests/mutation/mutate.py verifier|machine|runner|loading|compiler|faults [--sample N] [--seed S] [--only TEXT] [--again LOG] [--variant asan] [--list]

`make mutate-verifier` and `make mutate` run it. All mutants are built into one copy of the project, under build/mutation,
where HTN_MUTANT in the environment chooses one. They are found mechanically:

    checks      each operand of && and || is left out, each if is not taken; each operand kind of an instruction and each
                field kind of a record allows anything, each number of values taken and left is another
    operators   a relation is its neighbour (<= for <, != for ==), a 1 that is added or taken off is a 0
    statements  a statement is left out

The target `faults` is not mechanical: the file `faults` beside this one says what to change for each, and random stories alone must
notice.

A mutant is noticed if a test fails, crashes, or takes far longer than it should. What cannot be noticed, since it changes
nothing, stands in `equivalent` beside this file, with the reason. The exit status is 0 if all others are noticed.
"""
import argparse
import glob
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TREE = os.path.join(ROOT, "build", "mutation")  # and in it a folder for each target


def sources(*folders):
    """All C of these folders, headers included, which hold the machine; without those that only print."""
    return sorted(path for folder in folders for path in glob.glob(f"{folder}/*.[ch]", root_dir=ROOT) if not path.endswith("/dump_ast.c"))


def programs(folder):
    return sorted(f"{folder}/{os.path.basename(path)[:-2]}" for path in glob.glob(f"{ROOT}/tests/{folder}/test_*.c"))


# What to change, and the tests that must notice.
TARGETS = {
    "verifier": {
        "files": ["runtime/blob/load_domain.c", "runtime/blob/verify_tables.c", "runtime/blob/verify_code.c",
                  "runtime/blob/opcode_table.c", "runtime/include/htn/opcodes.def", "runtime/include/htn/blob.def"],
        "kinds": ["checks"],
        "tests": ["runtime/test_verifier", "runtime/test_operands", "runtime/test_planner", "runtime/test_agent",
                  "damage/test_damage"],
    },
    "machine": {
        "files": sources(*(f"runtime/{room}" for room in ("machine", "search", "planner", "world", "achieve"))),
        "kinds": ["checks", "operators", "statements"],
        "tests": programs("runtime") + ["code/test_limits", "damage/test_hard_modes", "differential/test_arithmetic", "plans/run",
                                        "differential/test_differential", "differential/test_stories"],
    },
    "runner": {
        "files": sources("runtime/agent"),
        "kinds": ["checks", "operators", "statements"],
        "tests": programs("runtime") + ["differential/test_stories"],
    },
    "loading": {  # what is read of saves and journals; `--variant asan --tests fuzz/test_door_save`: by the kept corpus alone
        "files": sources("runtime/save", "runtime/journal", "runtime/replay"),
        "kinds": ["checks"],
        "tests": programs("runtime") + programs("moments") + [
            "differential/test_saving", "differential/test_replay", "differential/test_moments", "differential/test_stories",
            "fuzz/test_door_save", "fuzz/test_door_journal"],
    },
    "compiler": {
        "files": sources(*(f"compiler/{pass_}" for pass_ in ("syntax", "names", "types", "lint", "lower", "blob"))),
        "kinds": ["checks", "operators", "statements"],
        "tests": ["language/run", "frontend/test_frontend", "frontend/test_unicode", "code/run", "notation/run", "plans/run",
                  "format/run", "lint/test_lint_is_exact", "code/test_limits", "cookbook/run", "cli/run",
                  "differential/test_differential"],
    },
    "faults": {  # those that a game has found once
        "kinds": [],
        "tests": ["differential/test_stories"],
        "rounds": ["--count", "2000"],
    },
}

# What allows anything, in place of the operand and field kinds that do not already.
FREE_OPERANDS = ("IMM", "IMM16", "KNOWN", "DELTA", "POINTS", "ARGS")  # the last two are checked with the rest
FREE_FIELDS = ("NUMBER", "SIGNED", "FLAGS", "ENUM", "FIRST")  # of a run its COUNT is checked
NEIGHBOURS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPEN, CLOSE = "([{", ")]}"
ENDS = {";", ",", "?", ":", "return", "=", "+=", "-=", "*=", "|=", "&=", "{", "}", "||"}  # of what stands in front of && or ||
RELATION_ENDS = ENDS | {"&&", "&", "|", "^", "!"} | set(NEIGHBOURS)
TABLES = ("opcodes.def", "blob.def")  # each mutant of these changes what was made of a row
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\\n|\s+|[A-Za-z_]\w*|\d\w*|
                       ->|\+\+|--|<<=?|>>=?|[-+*/%&|^=!<>]=|&&|\|\||\#\#?|.""", re.X | re.S)
CONSTANT = re.compile(r"_Static_assert|^#define .*?\) \[")  # where an expression has to be one; the second makes a row of a table
ENUM = re.compile(r"enum(\s+\w+)?\s*\{[^}]*")  # all in it has to be constant
CHOICE = "htni_mutant"


class Mutant:
    """`new` stands in place of what is from `start` to `end`; for a list, `patch` is a statement that changes the table."""

    def __init__(self, path, text, start, end, new, patch=None):
        self.path, self.start, self.end, self.new, self.patch = path, start, end, new, patch
        self.line = text.count("\n", 0, start) + 1
        self.old = " ".join(text[start:end].split())
        self.context = " ".join(text[text.rfind("\n", 0, start) + 1:text.find("\n", end)].split())

    def key(self):  # lines move; what stands there does not
        if self.patch:
            return f"{os.path.basename(self.path)}: {self.patch.split(' = ')[0]} {self.old} -> {self.new}"
        return f"{os.path.basename(self.path)}: {self.old} -> {self.new} in {self.context}"


# --- Finding mutants ----------------------------------------------------------------------------------------------


def tokens_of(text):
    """(token, offset) without white space, comments and preprocessor lines; the bodies of macros stay."""
    found, skip_until = [], -1
    for match in TOKEN.finditer(text):
        token, at = match.group(), match.start()
        if at < skip_until or token[0].isspace() or token.startswith(("/*", "//", "\\\n")):
            continue
        if token == "#" and text[text.rfind("\n", 0, at) + 1:at].strip() == "":
            head = re.compile(r"#\s*define\s+\w+(\([^)]*\))?|#(?:[^\n\\]|\\.|\\\n)*", re.S).match(text, at)
            skip_until = head.end()
            found.append((";", at))  # nothing goes on over it
            continue
        if token == "enum":
            body = ENUM.match(text, at)
            skip_until = body.end() if body else skip_until
        found.append((token, at))
    return found


def reach(tokens, at, step, ends):
    """How far an operand goes from its operator, in one direction."""
    depth, opens, closes = 0, (CLOSE, OPEN)[step > 0], (OPEN, CLOSE)[step > 0]
    while 0 <= at + step < len(tokens):
        token = tokens[at + step][0]
        if depth == 0 and (token in ends or token in closes):
            break
        depth += (token in opens) - (token in closes)
        at += step
    return at


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
    tokens, found = tokens_of(text), {}
    for i, (token, _) in enumerate(tokens):
        if token in ("&&", "||"):
            ends = ENDS | ({"&&"} if token == "&&" else set())
            left, right = reach(tokens, i, -1, ends), reach(tokens, i, 1, ends)
            if left == i or right == i:
                continue  # GNU C's &&label
            neutral = "true" if token == "&&" else "false"
            refuses = re.match(r"(refuse|FAULT_IN|htni_fault\w*)$", tokens[i + 1][0])
            found[span(tokens, left, i - 1)] = "true" if refuses else neutral  # true: what keeps it from being refused
            found[span(tokens, i + 1, right)] = neutral
        elif token == "if" and tokens[i + 1][0] == "(":
            found[span(tokens, i + 2, closing(tokens, i + 1) - 1)] = "false"
    return [Mutant(path, text, start, end, new) for (start, end), new in found.items()
            if not re.search(r"\b(refuse|htni_fault\w*|FAULT_IN)\(", text[start:end])]


def operators(path, text):
    tokens, found = tokens_of(text), []
    for i, (token, at) in enumerate(tokens):
        if token in NEIGHBOURS:
            left, right = reach(tokens, i, -1, RELATION_ENDS), reach(tokens, i, 1, RELATION_ENDS)
            start, end = span(tokens, left, right)
            is_address = left > 0 and tokens[left - 1][0] == "&"  # an operand of its own
            if left < i < right and not is_address:
                found.append(Mutant(path, text, start, end, text[start:at] + NEIGHBOURS[token] + text[at + len(token):end]))
        elif token == "1" and tokens[i - 1][0] in ("+", "-") and tokens[i + 1][0] != "]":  # there it may have to be constant
            found.append(Mutant(path, text, at, at + 1, "0"))
    return found


def statements(path, text):
    """Calls, assignments and steps that are statements of their own, on one line."""
    pattern = re.compile(r"^[ ]+((?:[\w>.\[\]()*&-]+ (?:[-+|&]?=|<<=) [^;{}\\]*|[\w>.-]+(?:\+\+|--)|(?:htni|htnc|base)_\w+\([^;{}\\]*\)));", re.M)
    begins = re.compile(r"([;{})/:\\]|else|dispatch)\s*$")  # the end of what may stand in front of a statement
    enums = [match.span() for match in ENUM.finditer(text)]
    return [Mutant(path, text, match.start(1), match.end(), "") for match in pattern.finditer(text)
            if not any(start < match.start() < end for start, end in enums)
            and begins.search(text[max(0, match.start() - 20):match.start()])
            and match.group(1).count("(") == match.group(1).count(")")]  # else it is the end of a for


def lists(path, text):
    """Of opcodes.def the kinds of operands, and how many values are taken and left; of blob.def the kinds of fields."""
    found = []
    if path.endswith("opcodes.def"):
        columns = ("family", "where", "a", "b", "c", "pops", "pushes", "flow", "work", "writes")
        prefixes = {"a": "HTNI_OPERAND_", "b": "HTNI_OPERAND_", "c": "HTNI_OPERAND_", "pops": "HTNI_POPS_", "flow": "HTNI_FLOW_"}
        for row in re.finditer(r"^HTN_OP\((\w+),([^\"]*)", text, re.M):
            if row.group(1) in ("FAIL", "DONE", "VALID"):
                continue  # in the slots and nowhere else
            for part, word in zip(columns, re.finditer(r"\w+", row.group(2))):
                if part in ("family", "where", "work", "writes") or word.group() in FREE_OPERANDS:
                    continue
                if part == "flow":
                    new = "NEXT" if word.group() == "ENDS" else "ENDS"
                else:
                    new = "IMM" if part in "abc" else "0" if word.group() != "0" else "1"
                start = row.start(2) + word.start()
                found.append(Mutant(path, text, start, start + len(word.group()), new,
                                    f"htni_opcodes[HTN_OP_{row.group(1)}].{part} = {prefixes.get(part, '')}{new};"))
    else:
        for number, row in enumerate(re.finditer(r"^\s+HTN_FIELD\((\w+),\s*(\w+),\s*(\w+)", text, re.M)):
            if row.group(3) not in FREE_FIELDS:
                found.append(Mutant(path, text, row.start(3), row.end(3), "NUMBER",
                                    f"/* {row.group(1)}.{row.group(2)} */ rules[{number}].kind = PLAIN;"))
    return found


def find_mutants(target):
    found = []
    for path in target["files"]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        for kind in [lists] if path.endswith(TABLES) else [globals()[kind] for kind in target["kinds"]]:
            found += kind(path, text)
    found = [mutant for mutant in found if not CONSTANT.search(mutant.context)]
    return sorted(found, key=lambda mutant: (mutant.path, mutant.start, -mutant.end))


class Fault:
    """What stands in the file `faults`: a name, and by path the texts that are replaced. FAULT in them says whether it is chosen."""

    def __init__(self, name):
        self.name, self.edits, self.path, self.line = name, [], "", 0

    def key(self):
        return self.name


def find_faults():
    found, last = [], ""
    with open(os.path.join(ROOT, "tests", "mutation", "faults"), encoding="utf-8") as file:
        for line in file:
            mark, text = line[:1], line[1:]
            if line.startswith("fault "):
                found.append(Fault(line[6:].strip()))
            elif line.startswith("in "):
                found[-1].path = line[3:].strip()
            elif mark == "-":
                if last != "-":
                    found[-1].edits.append([found[-1].path, "", ""])
                found[-1].edits[-1][1] += text
            elif mark == "+":
                found[-1].edits[-1][2] += text
            last = mark
    return found


def plant(faults, numbers):
    texts = {}
    for fault in faults:
        for path, old, new in ((path, old[:-1], new[:-1]) for path, old, new in fault.edits):
            if path not in texts:
                with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                    texts[path] = file.read()
            if texts[path].count(old) != 1:
                sys.exit(f"{fault.name}: {path} does not contain this once:\n{old}")
            texts[path] = texts[path].replace(old, re.sub(r"\bFAULT\b", f"({CHOICE} == {numbers[fault]})", new))
    for path, text in texts.items():
        write(path, f"extern int {CHOICE};\n" + text)


# --- Building them in ---------------------------------------------------------------------------------------------


def copy_tree():
    shutil.rmtree(TREE, ignore_errors=True)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, text=True,
                           capture_output=True).stdout.split("\n")
    for name in files:
        if os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(TREE, name)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, name), os.path.join(TREE, name))


def with_choices(text, mutants, numbers, start, end):
    """The text from `start` to `end` with those mutants, which lie in it and in one another, to choose from."""
    out, at, i = "", start, 0
    while i < len(mutants):
        outer = mutants[i]
        same = [m for m in mutants[i:] if (m.start, m.end) == (outer.start, outer.end)]
        inside = [m for m in mutants[i:] if m.start >= outer.start and m.end <= outer.end and m not in same]
        inner = with_choices(text, inside, numbers, outer.start, outer.end)
        for mutant in same:
            chosen = f"{CHOICE} == {numbers[mutant]}"
            if mutant.new == "":
                inner = f"{{ if (!({chosen})) {{ {inner} }} }}"  # in braces, as an else may follow
            elif mutant.new in ("true", "false"):
                inner = f"({chosen} ? {mutant.new} : ({inner}) != 0)"
            else:
                inner = f"({chosen} ? ({mutant.new}) : ({inner}))"
        out += text[at:outer.start] + inner
        at = outer.end
        i += len(same) + len(inside)
    return out + text[at:end]


def write(path, text):
    with open(os.path.join(TREE, path), "w", encoding="utf-8") as file:
        file.write(text)


def build_in(target, mutants, numbers):
    write("runtime/blob/mutant.c", f"#include <stdlib.h>\nint {CHOICE};\n__attribute__((constructor(101))) static void choose(void)\n"
          f"{{\n    {CHOICE} = getenv(\"HTN_MUTANT\") ? atoi(getenv(\"HTN_MUTANT\")) : 0;\n}}\n")
    if "files" not in target:
        plant(mutants, numbers)
        return
    patches = dict.fromkeys(TABLES, "")
    for mutant in mutants:
        if mutant.patch:
            patches[os.path.basename(mutant.path)] += f"    if ({CHOICE} == {numbers[mutant]}) {mutant.patch}\n"
    for path in [path for path in target["files"] if not path.endswith(TABLES)]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        text = with_choices(text, [m for m in mutants if m.path == path], numbers, 0, len(text))
        for name, table, reader in (("opcodes.def", "htni_opcodes", "opcode_table.c"), ("blob.def", "rules", "verify_tables.c")):
            if path.endswith(reader):
                text = re.sub(rf"(static )?const (\w+ {table}\[)", lambda at: (at.group(1) or "") + at.group(2), text)
                text += f"\n__attribute__((constructor(102))) static void mutate(void)\n{{\n{patches[name]}}}\n"
        write(path, text if path.endswith(".def") else f"#include <stdbool.h>\nextern int {CHOICE};\n" + text)  # a list's readers declare it
    if "runtime/blob/opcode_table.c" in target["files"]:
        with open(os.path.join(ROOT, "runtime/blob/opcode_table.h"), encoding="utf-8") as file:
            write("runtime/blob/opcode_table.h", file.read().replace("extern const htni_opcode ", "extern htni_opcode "))


def is_runner(test):
    """Whether it is a shell runner, tests/KIND/run, and no program."""
    return test.endswith("/run")


def build(target):
    programs = [f"build/tests/{test}" for test in target["tests"] if not is_runner(test)]
    programs += ["build/htn", "build/served/tool_server", "build/served/htn"] if any(map(is_runner, target["tests"])) else []
    command = ["make", "-s", "-j2", f"VARIANT={target['variant']}", "BUILD=build", "CFLAGS=-w"] + programs
    return subprocess.run(command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


# --- Trying them --------------------------------------------------------------------------------------------------


def run(test, number, seconds, rounds):
    """
    How the test failed within so many seconds of processor time; None where it passes. Random tests: a tenth of their rounds. A
    runner ends at its first case that fails, and its processes have so much time each.
    """
    command = [f"tests/{test}"] if is_runner(test) else [f"build/tests/{test}", *rounds]
    chosen = dict(os.environ, HTN_MUTANT=str(number), HTN_BRIEF="1", HTN_FAIL_FAST="1", BUILD="build", CHECKED="build")
    process = subprocess.Popen(command, cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=chosen,
                               start_new_session=True,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1)))
    try:
        status = process.wait(60 + 20 * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return "does not end"
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return "does not end"
    return None if status == 0 else f"status {status}"


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Suite:
    """A test, the processor time it takes, and of how many mutants that it was tried on it has noticed how many."""

    def __init__(self, test, seconds):
        self.test, self.seconds, self.limit = test, seconds, math.ceil(3 + 10 * seconds)
        self.tried, self.noticed = {}, {}

    def count(self, mutant, failed):
        for key in (mutant.path, ""):
            self.tried[key] = self.tried.get(key, 0) + 1
            self.noticed[key] = self.noticed.get(key, 0) + bool(failed)

    def worth(self, mutant):
        """How likely it notices this one for each second that it takes: as it has been in this file, and less so in all."""
        general = (self.noticed.get("", 0) + 1) / (self.tried.get("", 0) + 2)
        return (self.noticed.get(mutant.path, 0) + 2 * general) / (self.tried.get(mutant.path, 0) + 2) / (self.seconds + 0.05)


def time_tests(target):
    """The tests with how much processor time each takes; None where one fails without any mutation."""
    suites = []
    for test in target["tests"]:
        began = processor_time()
        failed = run(test, 0, 3600, target.get("rounds", []))
        if failed:
            print(f"without any mutation {test} fails: {failed}")
            return None
        suites.append(Suite(test, processor_time() - began))
    print("seconds of each test:", ", ".join(f"{suite.test} {suite.seconds:.1f}" for suite in suites), flush=True)
    return suites


def noticed_by(target, suites, mutant, number):
    for suite in sorted(suites, key=lambda suite: -suite.worth(mutant)):
        failed = run(suite.test, number, suite.limit, target.get("rounds", []))
        suite.count(mutant, failed)
        if failed:
            return f"{suite.test} ({failed})"
    return None


def try_all(target, mutants, numbers, suites):
    survivors = []
    for i, mutant in enumerate(mutants):
        noticed = noticed_by(target, suites, mutant, numbers[mutant])
        print(f"{i + 1}/{len(mutants)} {noticed or 'SURVIVED'}: {mutant.path}:{mutant.line}: {mutant.key()}", flush=True)
        survivors += [] if noticed else [mutant]
    return survivors


def known_equivalents():
    with open(os.path.join(ROOT, "tests", "mutation", "equivalent"), encoding="utf-8") as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


def tried_before(log):
    """The keys of the mutants of an earlier run, from its lines `7/60 SURVIVED: FILE:LINE: KEY`."""
    with open(log, encoding="utf-8") as file:
        return {match.group(1) for match in re.finditer(r"^\d+/\d+ .*?: \S+:\d+: (.*)$", file.read(), re.M)}


def arguments():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("target", choices=sorted(TARGETS))
    options.add_argument("--sample", type=int, help="so many of the mutants, drawn at random")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", default="", help="those with this text in what is printed of them")
    options.add_argument("--again", metavar="LOG", help="those that an earlier run tried, from what it printed")
    options.add_argument("--variant", default="release", help="of the build: asan sees more, and takes longer")
    options.add_argument("--tests", help="instead of all those that must notice, with commas between")
    options.add_argument("--list", action="store_true", help="the mutants, without trying them")
    return options.parse_args()


def main():
    global TREE
    given = arguments()
    TREE = os.path.join(TREE, given.target)
    target = dict(TARGETS[given.target], variant=given.variant)
    target["tests"] = given.tests.split(",") if given.tests else target["tests"]
    equivalents, began = known_equivalents(), time.monotonic()
    found = [mutant for mutant in (find_mutants(target) if "files" in target else find_faults()) if given.only in mutant.key()]
    again = tried_before(given.again) if given.again else None
    mutants = [mutant for mutant in found if mutant.key() not in equivalents and (again is None or mutant.key() in again)]
    numbers = {mutant: i + 1 for i, mutant in enumerate(found)}
    total = len(found)
    if given.sample and given.sample < total:  # of all, so that the same are drawn when an equivalent one is known later
        chosen = set(random.Random(given.seed).sample(found, given.sample))
        unseen = sum(mutant.key() in equivalents for mutant in chosen)
        mutants = [mutant for mutant in mutants if mutant in chosen]
    else:
        unseen = sum(mutant.key() in equivalents for mutant in found)
    if given.list:
        print("\n".join(mutant.key() for mutant in mutants))
        return 0
    copy_tree()
    build_in(target, found, numbers)
    built = build(target)
    suites = None if built.returncode else time_tests(target)
    if suites is None:
        print(built.stdout)
        return 2
    survivors = try_all(target, mutants, numbers, suites)
    print("".join(f"survived: {mutant.key()}\n" for mutant in survivors), end="")
    drawn = f", a sample of {total} with seed {given.seed}" if given.sample else ""
    print(f"{given.target}: {len(mutants)} mutants{drawn}: {len(mutants) - len(survivors)} noticed, {len(survivors)} survived; "
          f"{unseen} more change nothing; {time.monotonic() - began:.0f} s")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
