"""Domains, worlds, planners and agents; see README.md. Every object keeps alive what it needs: an agent its class, a class its domain."""

from __future__ import annotations

import ctypes as c
import enum
import inspect
import threading
import weakref
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from . import _library as l
from ._library import lib

NONE = l.NONE
Value = Union[int, bool, float, str, None]


class Outcome(enum.IntEnum):
    """How a step is doing, or how it has ended."""

    RUNNING = 0
    SUCCEEDED = 1
    FAILED = 2
    ABORTED = 3


RUNNING, SUCCEEDED, FAILED, ABORTED = Outcome.RUNNING, Outcome.SUCCEEDED, Outcome.FAILED, Outcome.ABORTED


class Error(Exception):
    """What the library has refused. `status` is an htn_status."""

    def __init__(self, status: int, what: str, detail: str = ""):
        super().__init__(f"{what}: {detail or lib.htn_status_text(status).decode()}")
        self.status = status


class NoPlan(Error):
    """A search has found no plan: none exists."""


OK, NO_PLAN, STANDS, SUSPENDED, WAITS = 0, 10, 11, 12, 13
TOO_SMALL, NOT_FOUND, DIFFERS = 107, 112, 114
ORDER_ENDS = ("done", "no plan", "limit", "failed", "gone", "replaced", "taken", "dropped")


def _check(status: int, what: str, *fine: int) -> int:
    if status != OK and status not in fine:
        raise (NoPlan if status == NO_PLAN else Error)(status, what)
    return status


class _Kept(threading.local):
    """What a function of the game has raised: an exception cannot pass through C, so it is kept until the call into C has returned."""

    raised: BaseException | None = None

    def keep(self, error: BaseException) -> None:
        self.raised = self.raised or error


_kept = _Kept()


def _call(function: Any, *arguments: Any) -> int:
    """Calls a function of C that may call the game, and raises what that raised. Such calls may lie in one another: each raises its own."""
    outer, _kept.raised = _kept.raised, None
    try:
        status = int(function(*arguments))
    finally:
        raised, _kept.raised = _kept.raised, outer
    if raised is not None:
        raise raised
    return status


def _null(function_type: Any) -> Any:
    return function_type()


I32, U32, U64 = (-(1 << 31), (1 << 31) - 1), (0, (1 << 32) - 1), (0, (1 << 64) - 1)


def _whole(value: Any, what: str, bounds: tuple[int, int] = U32) -> int:
    """ctypes cuts what does not fit, and says nothing: each number that goes into C comes through here."""
    if not isinstance(value, int):
        if not isinstance(value, float) or not value.is_integer():
            raise TypeError(f"{what}: a whole number is wanted, not {value!r}")
        value = int(value)
    if not bounds[0] <= value <= bounds[1]:
        raise ValueError(f"{what}: {value} is outside {bounds[0]}..{bounds[1]}")
    return value


def _filled(struct: Any, what: str, members: Mapping[str, Any]) -> Any:
    """A struct with these members, which are whole numbers or bools; the rest is 0."""
    made, types = struct(), dict(struct._fields_)
    for name, value in members.items():
        kind = types.get(name)
        if not isinstance(kind, type) or not issubclass(kind, (c.c_bool, c.c_uint8, c.c_uint32)):
            known = (n for n, k in types.items() if k in (c.c_bool, c.c_uint8, c.c_uint32) and n != "task_count")
            raise TypeError(f"{what}: there is no {name!r}; there are {', '.join(known)}")
        setattr(made, name, bool(value) if kind is c.c_bool else _whole(value, name, (0, (1 << 8 * c.sizeof(kind)) - 1)))
    return made


def _callable(function: Any, what: str, optional: bool = False) -> None:
    if not callable(function) and not (optional and function is None):
        raise TypeError(f"{what}: a function is wanted, not {function!r}")


@dataclass(frozen=True)
class Message:
    """What the compiler says. Notes and fixes follow the error or warning that they belong to."""

    severity: str
    id: str
    text: str
    path: str | None
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        place = "" if self.path is None else f"{self.path}:{self.line}:{self.column}: " if self.line else f"{self.path}: "
        return f"{place}{self.severity}: {self.text} [{self.id}]"


class CompileError(Exception):
    """A source with mistakes. `messages` has all that the compiler says."""

    def __init__(self, messages: list[Message]):
        super().__init__("\n".join(str(m) for m in messages if m.severity in ("error", "warning")))
        self.messages = messages


def compile(text: str | None = None, path: str | None = None, *, files: Mapping[str, str] | None = None, switches: Sequence[str] = (),
            debug: bool = True, messages: list[Message] | None = None) -> Domain:
    """Compiles a source, and loads it. `text` stands for the file `path`; `files` are texts of imports, by path. Without both, files are
    read. `switches`: of warnings, without the -W. Warnings are added to `messages`. Raises CompileError."""
    if text is None and path is None:
        raise TypeError("compile() has nothing to compile: give it a text, or path=, the name of a file")
    if text is not None and not isinstance(text, str):
        raise TypeError(f"compile(): the text of a domain is a str, not {type(text).__name__}")
    path = "domain.htn" if path is None else path
    said: list[Message] = [] if messages is None else messages
    given = {p: t.encode() for p, t in (files or {}).items()}
    if text is not None:
        given[path] = text.encode()

    def find(_user: Any, name: bytes, out: Any, size: Any) -> bool:
        data = given.get(name.decode(errors="surrogateescape"))
        if data is not None:
            out[0], size[0] = c.cast(c.c_char_p(data), c.c_void_p), len(data)
        return data is not None

    def hear(_user: Any, message: Any) -> None:
        m = message[0]
        severity = {10: "note", 20: "warning", 30: "error", 40: "fix"}.get(m.severity, str(m.severity))
        said.append(Message(severity, m.id.decode(), m.text.decode(errors="replace"), m.path.decode(errors="replace") if m.path else path, m.line,
                            m.column, m.end_line, m.end_column))

    options = (c.c_char_p * max(len(switches), 1))(*(s.encode() for s in switches))
    job = l.Job(c.sizeof(l.Job), path.encode(), l.FIND(find) if given else _null(l.FIND), l.HEAR(hear), None, options, len(switches), not debug)
    blob, size = c.c_void_p(), c.c_size_t()
    compiler = l.compiler()
    outcome = compiler.htnc_build(c.byref(job), c.byref(blob), c.byref(size))
    try:
        if outcome == 30:
            raise MemoryError("the compiler has no memory left")
        if outcome != 0:
            raise CompileError(said)
        return Domain(c.string_at(blob.value or 0, size.value))
    finally:
        compiler.htnc_free_blob(blob)


SECTIONS = {"type": 2, "property": 4, "operator": 6, "task": 7, "root": 9, "sensor": 15, "query": 17}  # htn_section


class Domain:
    """A verified blob. Immutable; any number of worlds, planners and agents share it."""

    def __init__(self, blob: bytes):
        self._memory, self._blob, self.size = l.block(l.sizes["domain"]), l.block(max(len(blob), 1)), len(blob)
        c.memmove(self._blob, blob, len(blob))
        self._as_parameter_ = c.addressof(self._memory)
        fault = l.Fault()
        status = lib.htn_domain_load(self, self._blob, len(blob), c.byref(fault))
        if status != OK:
            raise Error(status, "blob", f"{fault.section.decode()}, byte {fault.offset}: {fault.reason.decode()}" if fault.reason else "")
        self._ids: dict[tuple[str, str], int] = {}
        self._types: dict[int, int] = {}
        self._counts: dict[str, int] = {}
        self._cells: dict[int, tuple[int, tuple[int, ...]]] = {}

    @classmethod
    def load(cls, path: str) -> Domain:
        with open(path, "rb") as file:
            return cls(file.read())

    @property
    def blob(self) -> bytes:
        return c.string_at(self._blob, self.size)

    @property
    def fingerprint(self) -> int:
        """The same for domains whose worlds and plans mean the same; the constants of `htn compile --py` have it, too."""
        return int(c.cast(self._as_parameter_ + c.sizeof(c.c_void_p) + 4, c.POINTER(c.c_uint32))[0])

    def find(self, kind: str, name: str | int) -> int:
        """The index of a "property", "task", "operator", "sensor", "query", "root" or "type". KeyError if there is none of that name."""
        if isinstance(name, int):
            count = self._counts.get(kind)
            if count is None:
                count = self._counts[kind] = int(lib.htn_domain_count(self, SECTIONS[kind]))
            if not 0 <= name < count:
                raise KeyError(f"the domain has no {kind} number {name}; it has {count}")
            return name
        if not isinstance(name, str):
            raise TypeError(f"a {kind} is a name or a number, not {name!r}")
        known = self._ids.get((kind, name))
        if known is None:
            known = getattr(lib, f"htn_{kind}_find")(self, name.encode())
            if known == NONE:
                raise KeyError(f"the domain has no {kind} {name!r}")
            self._ids[kind, name] = known
        return known

    def name(self, kind: str, index: int) -> str:
        return str(getattr(lib, f"htn_{kind}_name")(self, index).decode())

    @property
    def properties(self) -> list[str]:
        return self._names("property")

    @property
    def tasks(self) -> list[str]:
        return self._names("task")

    @property
    def operators(self) -> list[str]:
        return self._names("operator")

    @property
    def roots(self) -> list[str]:
        return self._names("root")

    def _names(self, kind: str) -> list[str]:
        return [self.name(kind, i) for i in range(lib.htn_domain_count(self, SECTIONS[kind]))]

    def cells(self, prop: int) -> tuple[int, tuple[int, ...]]:
        """The type of a property, and those of its parameters, if it is a table."""
        found = self._cells.get(prop)
        if found is None:
            types = tuple(lib.htn_property_parameter_type(self, prop, i) for i in range(lib.htn_property_parameters(self, prop)))
            found = self._cells[prop] = (lib.htn_property_type(self, prop), types)
        return found

    def value(self, type_index: int, value: Value) -> int:
        """The number of a value: of a name ("Gate"), a bool, None (no instance), or a number of thousandths' type."""
        if isinstance(value, str):
            found = c.c_int32()
            if type_index == NONE:
                if not lib.htn_symbol_find(self, value.encode(), c.byref(found)):
                    raise ValueError(f"no task of the domain has the text {value!r}")
            elif not lib.htn_value_find(self, type_index, value.encode(), c.byref(found)):
                raise ValueError(f"the type {self.name('type', type_index)} has no value {value!r}")
            return found.value
        if value is None:
            return -1
        if type(value) is int and -2147483 <= value <= 2147483:
            return value * 1000 if self._kind(type_index) == 4 else value
        if not isinstance(value, (int, float)):
            raise TypeError(f"a value is a bool, a number, a name or None, not {value!r}")
        if self._kind(type_index) == 4:
            scaled = value * 1000
            if not I32[0] <= scaled <= I32[1]:  # infinity and NaN are not, either
                raise ValueError(f"a fixed number is wanted, from -2147483.648 to 2147483.647, and not {value!r}")
            return int(scaled + (0.5 if scaled >= 0 else -0.5))
        return _whole(value, f"a value of the type {self.name('type', type_index)}" if type_index != NONE else "a symbol", I32)

    def text(self, type_index: int, value: int) -> Value:
        """What a number of that type stands for: True, "Gate", 0.5, None, or the number."""
        if type_index == NONE:  # a symbol
            return str(lib.htn_domain_text(self, 1, value).decode())
        kind = self._kind(type_index)
        if kind == 0:
            return bool(value)
        if kind == 4:
            return value / 1000
        if kind == 3 and value == -1:
            return None
        if kind in (2, 3):
            name = lib.htn_value_name(self, type_index, value)
            return value if name is None else str(name.decode())
        return value

    def _kind(self, type_index: int) -> int:
        kind = self._types.get(type_index)
        if kind is None:
            kind = self._types[type_index] = int(lib.htn_type_kind_of(self, type_index))
        return kind


_Index = c.c_int32


class World:
    """A world state. `world["Alarm"] = True`, `world["Sees", 3]`: a property, or a cell of a table. A property is a name or its number."""

    def __init__(self, domain: Domain, _of: Any = None, _address: int | None = None):
        self.domain, self._of = domain, _of
        if _address is None:
            self._memory, size = l.block(l.sizes["world"]), lib.htn_world_bytes(domain)
            self._bytes = l.block(size)
            _address = c.addressof(self._memory)
            _check(lib.htn_world_init(_address, domain, self._bytes, size), "world")
        self._as_parameter_ = _address

    def _cell(self, key: Any) -> tuple[int, Any, int]:
        name, *index = key if isinstance(key, tuple) else (key,)
        prop = self.domain.find("property", name)
        types = self.domain.cells(prop)[1]
        if len(index) != len(types):
            name = self.domain.name("property", prop)
            if not types:
                raise IndexError(f"{name} is no table, so it takes no index: world[{name!r}]")
            wanted = ", ".join("a symbol" if t == NONE else self.domain.name("type", t) for t in types)
            raise IndexError(f"the table {name} takes {len(types)} for an index ({wanted}), not {len(index)}")
        if not index:
            return prop, None, 0
        return prop, (_Index * len(index))(*(self.domain.value(t, v) for t, v in zip(types, index))), len(index)

    def __getitem__(self, key: Any) -> Value:
        prop, index, count = self._cell(key)
        number = lib.htn_world_get_at(self, prop, index, count) if count else lib.htn_world_get(self, prop)
        return self.domain.text(self.domain.cells(prop)[0], number)

    def __setitem__(self, key: Any, value: Value) -> None:
        prop, index, count = self._cell(key)
        number = self.domain.value(self.domain.cells(prop)[0], value)
        status = lib.htn_world_set_at(self, prop, index, count, number) if count else lib.htn_world_set(self, prop, number)
        if status:
            _check(status, f"{self.domain.name('property', prop)} = {value!r}")

    def add(self, key: Any, number: int | float) -> None:
        """Adds to a number. Two agents of a group that add 1 have added 2."""
        prop, index, count = self._cell(key)
        amount = self.domain.value(self.domain.cells(prop)[0], number)
        _check(lib.htn_world_add_at(self, prop, index, count, amount) if count else lib.htn_world_add(self, prop, amount), "add")

    def set_for(self, key: Any, value: Value, milliseconds: int) -> None:
        """Sets a value that expires; an agent's or a group's world only."""
        prop, index, count = self._cell(key)
        number = self.domain.value(self.domain.cells(prop)[0], value)
        milliseconds = _whole(milliseconds, "set_for: milliseconds")
        _check(lib.htn_world_set_at_for(self, prop, index, count, number, milliseconds) if count
               else lib.htn_world_set_for(self, prop, number, milliseconds), "set_for")

    def time_left(self, key: Any) -> int:
        """Milliseconds until the value expires; 0: it does not."""
        return int(lib.htn_world_time_left(self, *self._cell(key)))

    def spawn(self, type_name: str | int) -> int:
        instance = c.c_int32()
        _check(lib.htn_world_spawn(self, self.domain.find("type", type_name), c.byref(instance)), f"spawn {type_name}")
        return instance.value

    def despawn(self, type_name: str | int, instance: int) -> None:
        _check(lib.htn_world_despawn(self, self.domain.find("type", type_name), _whole(instance, "an instance", I32)), f"despawn {type_name} {instance}")

    def exists(self, type_name: str | int, instance: int) -> bool:
        return bool(lib.htn_world_exists(self, self.domain.find("type", type_name), _whole(instance, "an instance", I32)))

    def generation(self, type_name: str | int, instance: int) -> int:
        return int(lib.htn_world_generation(self, self.domain.find("type", type_name), _whole(instance, "an instance", I32)))

    def copy_from(self, other: World) -> None:
        _check(lib.htn_world_copy(self, other), "copy")

    def save(self) -> bytes:
        return _save(self, "world")

    def load(self, save: bytes) -> LoadReport:
        return _load(lib.htn_world_load, self, save)


def _save(of: Any, kind: str) -> bytes:
    size, used = getattr(lib, f"htn_{kind}_save_bytes")(of), c.c_size_t()
    out = c.create_string_buffer(size)
    _check(getattr(lib, f"htn_{kind}_save")(of, out, size, c.byref(used)), "save")
    return out.raw[:used.value]


@dataclass(frozen=True)
class LoadReport:
    """How a load went; all 0 if there is nothing to say."""

    exact: bool
    properties_lost: int
    values_changed: int
    instances_lost: int
    plans_kept: int
    plans_dropped: int
    steps_lost: int


def _load(function: Any, of: Any, save: bytes) -> LoadReport:
    report = l.LoadReport()
    status = _call(function, of, save, len(save), c.byref(report))
    if status != OK:
        raise Error(status, "load", f"byte {report.offset}: {report.reason.decode()}" if report.reason else "")
    return LoadReport(*(getattr(report, f) for f in LoadReport.__dataclass_fields__))


@dataclass(frozen=True)
class Step:
    task: str
    parameters: tuple[Value, ...]
    operator: str | None
    done: int = 0

    def __str__(self) -> str:
        return f"{self.task}({', '.join(map(str, self.parameters))})"


@dataclass(frozen=True)
class Plan:
    steps: tuple[Step, ...]
    record: tuple[int, ...]
    cost: int
    duration: int
    proven: bool
    partial: int
    reached: int

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return " ".join(map(str, self.steps))


def _plan(domain: Domain, p: Any, done: Any = None) -> Plan:
    steps = []
    for i in range(p.step_count):
        task, at = p.steps[i].task, p.steps[i].arguments
        count = lib.htn_task_parameters(domain, task)
        values = tuple(domain.text(lib.htn_task_parameter_type(domain, task, k), p.values[at + k]) for k in range(count))
        operator = lib.htn_task_operator(domain, task)
        steps.append(Step(domain.name("task", task), values, None if operator == NONE else domain.name("operator", operator),
                          done[i] if done else 0))
    return Plan(tuple(steps), tuple(p.record[:p.record_count]), p.cost, p.duration, p.proven, p.partial, p.reached)


def _given(domain: Domain, tasks: Sequence[Any]) -> Any:
    given = (l.GivenTask * len(tasks))()
    for one, entry in zip(given, tasks):
        name, *arguments = entry if isinstance(entry, tuple) else (entry,)
        one.task = domain.find("task", name)
        wanted = lib.htn_task_parameters(domain, one.task)
        if len(arguments) != wanted:
            raise TypeError(f"the task {domain.name('task', one.task)} has {wanted} parameters, not {len(arguments)}")
        numbers = [domain.value(lib.htn_task_parameter_type(domain, one.task, i), v) for i, v in enumerate(arguments)]
        one.arguments, one.argument_count = (c.c_int32 * max(len(numbers), 1))(*numbers), len(numbers)
    return given


def _limits(limits: Mapping[str, int] | None) -> Any:
    return _filled(l.Limits, "limits", limits or {})


class _Answers:
    """The game's functions for queries, by name, as one of C. `agents`: by options.user, whose `user` the functions get first."""

    def __init__(self, domain: Domain, functions: Mapping[str, Callable[..., Any]], agents: Mapping[int, Agent] | None = None):
        for name, function in functions.items():
            _callable(function, f"the query {name!r}")
        table = {domain.find("query", name): function for name, function in functions.items()}
        types = {q: [lib.htn_query_parameter_type(domain, q, i) for i in range(lib.htn_query_parameters(domain, q))] for q in table}

        def answer(user: int | None, question: Any, answers: Any, count: Any) -> int:
            try:
                q = question[0]
                function = table.get(q.query)
                if function is None:
                    return NOT_FOUND
                arguments = [domain.text(t, q.arguments[i]) for i, t in enumerate(types[q.query])]
                if agents is None:
                    got = function(*arguments)
                else:
                    agent = agents[user or 0]
                    with _Inside(agent):
                        got = function(agent.user, *arguments)
                if got is WAITING:
                    return WAITS
                if got is None:
                    return NOT_FOUND
                kind = lib.htn_query_type(domain, q.query)
                several = list(got)[:q.capacity] if isinstance(got, (list, tuple)) else [got]
                for i, one in enumerate(several):
                    answers[i] = domain.value(kind, one)
                count[0] = len(several)
                return OK
            except BaseException as error:
                _kept.keep(error)
                return NOT_FOUND

        self.function = l.ANSWERER(answer) if table else _null(l.ANSWERER)


WAITING: Any = object()  # what a function for a query returns whose answer is late


class Planner:
    """Plans for a world. `answers`: functions for queries, by name; each gets the query's arguments."""

    def __init__(self, domain: Domain, *, limits: Mapping[str, int] | None = None, answers: Mapping[str, Callable[..., Any]] | None = None):
        self.domain, planner = domain, c.c_void_p()
        bounds = _limits(limits)
        size = lib.htn_planner_bytes(domain, c.byref(bounds))
        self._memory = l.block(size)
        _check(lib.htn_planner_init(c.byref(planner), domain, c.byref(bounds), self._memory, size), "planner")
        self._as_parameter_ = planner.value
        self._answers = _Answers(domain, answers or {})
        _check(lib.htn_planner_answer(self, self._answers.function, None), "answers")

    def find(self, world: World, *, root: str | int = 0, tasks: Sequence[Any] = (), **request: Any) -> Plan:
        """The plan for a root, or for given tasks: `tasks=["Rest", ("GoTo", "Gate")]`. Other members of htn_request by name: replan,
        go_on, keep, steps_done, seed, horizon, cheapest, work. Raises NoPlan; with replan, Error of status STANDS: keep what is running."""
        given = _given(self.domain, tasks)
        wanted = _filled(l.Request, "find()", request)
        wanted.root, wanted.task_count, wanted.tasks = self.domain.find("root", root), len(given), given
        return self._answer(_call(lib.htn_plan_find, self, world, c.byref(wanted)))

    def begin(self, world: World, *, root: str | int = 0, tasks: Sequence[Any] = (), **request: Any) -> None:
        given = _given(self.domain, tasks)
        wanted = _filled(l.Request, "find()", request)
        wanted.root, wanted.task_count, wanted.tasks = self.domain.find("root", root), len(given), given
        _check(_call(lib.htn_plan_begin, self, world, c.byref(wanted)), "plan")

    def step(self, budget: int = 0) -> Plan | None:
        """Goes on with a search that begin() began. None: it is suspended, or waits for an answer."""
        status = _call(lib.htn_plan_step, self, _whole(budget, "budget"))
        return None if status in (SUSPENDED, WAITS) else self._answer(status)

    def plans(self, world: World, **request: Any) -> Iterator[Plan]:
        """All plans, in the order of choices."""
        try:
            yield self.find(world, keep=True, **request)
            while True:
                yield self._answer(_call(lib.htn_plan_next, self, 0))
        except NoPlan:
            return

    def _answer(self, status: int) -> Plan:
        _check(status, "plan")
        plan = l.Plan()
        lib.htn_planner_plan(self, c.byref(plan))
        return _plan(self.domain, plan)

    def adopt(self) -> None:
        """Makes the plan that was found last the running plan."""
        _check(lib.htn_planner_adopt(self), "adopt")

    def drop(self) -> None:
        lib.htn_planner_drop(self)

    @property
    def running(self) -> Plan | None:
        plan = l.Plan()
        return _plan(self.domain, plan) if lib.htn_planner_running(self, c.byref(plan)) else None

    def holds(self, world: World, steps_done: int = 0) -> bool:
        """Whether the running plan still holds."""
        return _check(_call(lib.htn_planner_validate, self, world, _whole(steps_done, "steps_done"), None, None), "validate", NO_PLAN) == OK

    @property
    def limits(self) -> dict[str, int]:
        bounds = l.Limits()
        lib.htn_planner_limits(self, c.byref(bounds))
        return {name: getattr(bounds, name) for name, _ in bounds._fields_}

    def arguments(self, world: World, step: int) -> tuple[Value, ...]:
        """The arguments of the operator of a step of the plan that was found last."""
        plan, count = l.Plan(), c.c_uint32()
        lib.htn_planner_plan(self, c.byref(plan))
        if not 0 <= _whole(step, "step") < plan.step_count:
            raise IndexError(f"the plan has {plan.step_count} steps, and none of the number {step}")
        at, out = plan.steps[step], (l.Argument * l.MAX_ARGUMENTS)()
        values = c.cast(c.addressof(plan.values.contents) + 4 * at.arguments, c.POINTER(c.c_int32))
        _check(_call(lib.htn_operator_arguments, world, at.task, values, self._answers.function, None, out, l.MAX_ARGUMENTS, c.byref(count)),
               "arguments")
        return tuple(_argument(self.domain, out[i]) for i in range(count.value))


def _argument(domain: Domain, a: Any) -> Value:
    return str(a.text.decode()) if a.type == NONE else domain.text(a.type, a.value)


def _outcome(got: Any, what: str) -> Outcome:
    try:
        return Outcome(got)
    except ValueError:
        raise TypeError(f"{what} {got!r}: an outcome is wanted, so return htn.RUNNING, htn.SUCCEEDED or htn.FAILED") from None


class _Inside:
    """While a function of the game runs for an agent."""

    __slots__ = ("agent", "outer")

    def __init__(self, agent: Agent):
        self.agent, self.outer = agent, agent._inside

    def __enter__(self) -> None:
        self.agent._inside = True

    def __exit__(self, *_: object) -> None:
        self.agent._inside = self.outer


class Activity:
    """A step in progress, as its operator sees it. Good until the operator has returned."""

    __slots__ = ("agent", "_c")

    def __init__(self, agent: Agent, raw: Any):
        self.agent, self._c = agent, raw

    @property
    def id(self) -> int:
        return int(self._c.id)

    @property
    def layer(self) -> int:
        return int(self._c.layer)

    @property
    def elapsed_us(self) -> int:
        return int(self._c.elapsed_us)

    @property
    def task(self) -> str:
        return self.agent.domain.name("task", self._c.task)

    @property
    def operator(self) -> str:
        return self.agent.domain.name("operator", self._c.operator_index)

    @property
    def arguments(self) -> tuple[Value, ...]:
        return tuple(_argument(self.agent.domain, self._c.arguments[i]) for i in range(self._c.argument_count))

    @property
    def world(self) -> World:
        return self.agent.world

    @property
    def memory(self) -> memoryview:
        """The operator's own bytes for this step, which are saved with the agent: `step.memory.cast("I")[0] += 1`."""
        size = self.agent.agent_class._memory_of[self._c.operator_index]
        return memoryview((c.c_uint8 * size).from_address(self._c.memory)).cast("B") if size else memoryview(bytearray())


OperatorFunction = Callable[[Any, Activity], Any]


def _operator(name: str, given: Any) -> Operator:
    if not isinstance(given, Operator):
        _callable(given, f"the operator {name!r}")
    return given if isinstance(given, Operator) else Operator(given)


@dataclass
class Operator:
    """The game's functions for an operator; each gets `user` and the Activity, and returns an Outcome. None: RUNNING from `start` and
    `update`, ABORTED from `abort`. `update` may be a generator function: it runs on for one `yield` each tick, and its end is success;
    `return FAILED`, or an exception, is not. `memory`: bytes for each running step. `polled`: without functions; read Agent.news()."""

    update: OperatorFunction | None = None
    start: OperatorFunction | None = None
    abort: OperatorFunction | None = None
    resume: OperatorFunction | None = None
    memory: int = 0
    polled: bool = False


class AgentClass:
    """What many agents share: the domain, and functions for its operators, sensors and queries, by name. Each function gets the agent's
    `user` first. An operator without one is polled. A function that raises fails its step; the call that ran it, mostly a tick(), raises the
    exception when it is over."""

    def __init__(self, domain: Domain, operators: Mapping[str, Operator | OperatorFunction] | None = None,
                 sensors: Mapping[str, Callable[[Any, World], Any]] | None = None, answers: Mapping[str, Callable[..., Any]] | None = None,
                 order_ended: Callable[[Any, int, str], Any] | None = None):
        self.domain = domain
        self._agents: weakref.WeakValueDictionary[int, Agent] = weakref.WeakValueDictionary()  # by options.user
        self._memory_of: dict[int, int] = {}
        self._keep: list[Any] = []
        bound = [self._bind(name, _operator(name, f)) for name, f in (operators or {}).items()]
        sensed = [self._sense(name, f) for name, f in (sensors or {}).items()]
        self._answers = _Answers(domain, answers or {}, self._agents)
        ended = _null(l.ORDER_ENDED)
        _callable(order_ended, "order_ended", True)
        if order_ended is not None:
            hear = order_ended

            def end(user: int, report: Any) -> None:
                self._guarded(user, None, lambda agent: hear(agent.user, report[0].id, ORDER_ENDS[report[0].end]))

            ended = l.ORDER_ENDED(end)
        bindings = l.Bindings((l.OperatorBinding * max(len(bound), 1))(*bound), len(bound), (l.SensorBinding * max(len(sensed), 1))(*sensed),
                              len(sensed), self._answers.function, None, ended)
        self._keep += [bound, sensed, bindings, ended]
        size, made, wrong = lib.htn_agent_class_bytes(domain), c.c_void_p(), c.c_char_p()
        self._block = l.block(size)
        status = lib.htn_agent_class_init(c.byref(made), domain, c.byref(bindings), self._block, size, c.byref(wrong))
        if status != OK:
            raise Error(status, "agent class", f"the domain has no operator or sensor {wrong.value.decode()!r}" if wrong.value else "")
        self._as_parameter_ = made.value

    def _guarded(self, user: int, otherwise: Any, call: Callable[[Agent], Any]) -> Any:
        """Nothing leaves through C: `otherwise` is the answer of a function that raises."""
        try:
            agent = self._agents[user]
            with _Inside(agent):
                return call(agent)
        except BaseException as error:
            _kept.keep(error)
            return otherwise

    def _bind(self, name: str, operator: Operator) -> Any:
        for what in ("update", "start", "abort", "resume"):
            _callable(getattr(operator, what), f"the operator {name!r}, {what}", True)
        index = lib.htn_operator_find(self.domain, name.encode())
        self._memory_of[index] = operator.memory
        raw = name.encode()

        def outcome(got: Any, none: Outcome) -> int:
            return none if got is None else got if type(got) is Outcome else _outcome(got, f"the operator {name!r} returned")

        def wrap(function: OperatorFunction | None, none: Outcome) -> Any:
            if function is None:
                return _null(l.OPERATOR)
            call, wrong = function, ABORTED if none == ABORTED else FAILED

            def run(user: int, activity: Any) -> int:  # _guarded(), written out: it runs in each tick
                try:
                    agent = self._agents[user]
                    outer, agent._inside = agent._inside, True
                    try:
                        return outcome(call(agent.user, Activity(agent, activity[0])), none)
                    finally:
                        agent._inside = outer
                except BaseException as error:
                    _kept.keep(error)
                    return wrong

            return l.OPERATOR(run)

        update = operator.update
        if update is not None and inspect.isgeneratorfunction(update):
            start, go_on, stop = self._generator(update, operator.abort)
            binding = l.OperatorBinding(raw, wrap(start, RUNNING), wrap(go_on, RUNNING), wrap(stop, ABORTED))
        else:
            binding = l.OperatorBinding(raw, wrap(operator.start, RUNNING), wrap(update, RUNNING), wrap(operator.abort, ABORTED))
        if operator.resume is not None:
            resume = operator.resume

            def again(user: int, activity: Any) -> None:
                self._guarded(user, None, lambda agent: resume(agent.user, Activity(agent, activity[0])))

            binding.resume = l.RESUME(again)
        binding.memory, binding.polled = _whole(operator.memory, f"the operator {name!r}, memory"), operator.polled
        return binding

    @staticmethod
    def _generator(function: OperatorFunction, abort: OperatorFunction | None) -> tuple[OperatorFunction, OperatorFunction, OperatorFunction]:
        """Start, update and abort of an operator that is a generator function. One that was loaded in the midst begins again."""

        def step_of(agent: Agent, user: Any, activity: Activity) -> tuple[Any, Any]:
            kept = agent._generators.get(activity.id)
            if kept is None:
                kept = agent._generators[activity.id] = (function(user, activity), activity)
            kept[1]._c = activity._c  # the generator has the first Activity; it shows this tick
            return kept

        def go_on(user: Any, activity: Activity) -> Any:
            generator: Generator[Any, None, Any] = step_of(activity.agent, user, activity)[0]
            try:
                next(generator)
                return RUNNING
            except StopIteration as end:
                activity.agent._generators.pop(activity.id, None)
                return SUCCEEDED if end.value is None else end.value
            except BaseException:
                activity.agent._generators.pop(activity.id, None)
                raise

        def stop(user: Any, activity: Activity) -> Any:
            kept = activity.agent._generators.pop(activity.id, None)
            if kept is not None:
                kept[0].close()
            return abort(user, activity) if abort is not None else ABORTED

        return go_on, go_on, stop

    def _sense(self, name: str, function: Callable[[Any, World], Any]) -> Any:
        _callable(function, f"the sensor {name!r}")

        def sense(user: int, sensing: Any) -> None:
            self._guarded(user, None, lambda agent: function(agent.user, agent.world))

        return l.SensorBinding(name.encode(), l.SENSE(sense), None)


@dataclass
class News:
    """Something that happened to a step whose operator is polled: "start", "abort" or "resume"."""

    kind: str
    id: int
    layer: int
    task: str
    operator: str
    arguments: tuple[Value, ...] = field(default=())


class Agent:
    """Plans, runs its plans, and replans when its world changes. Options are those of htn_agent_options, by name."""

    def __init__(self, agent_class: AgentClass, user: Any = None, *, limits: Mapping[str, int] | None = None, **options: Any):
        self.agent_class, self.domain, self.user = agent_class, agent_class.domain, user
        self._generators: dict[int, Any] = {}
        self._group: Group | None = None
        self._journal: Journal | None = None
        self._crowd: Crowd | None = None
        self._inside = False
        made, wanted = c.c_void_p(), _filled(l.AgentOptions, "Agent()", options)
        wanted.limits = _limits(limits)
        size = lib.htn_agent_bytes(agent_class, c.byref(wanted))
        self._memory = l.block(max(size, 8))
        wanted.user = c.addressof(self._memory)
        agent_class._agents[wanted.user] = self
        _check(lib.htn_agent_init(c.byref(made), agent_class, c.byref(wanted), self._memory, size), "agent")
        self._as_parameter_ = made.value
        self.world = World(self.domain, self, lib.htn_agent_world(self))

    def close(self) -> None:
        """Lets the agent leave its crowd and group, so that its memory may go. An agent that nobody has any more does so by itself.
        RuntimeError from inside the agent's own functions: close it when the tick is over."""
        if self._inside:
            raise RuntimeError("close() from inside the agent's own function: close it when the tick is over")
        if self._crowd is not None:
            self._crowd.remove(self)
        if self._group is not None:
            self.join(None)

    def __del__(self) -> None:
        if getattr(self, "_group", None) is not None:
            _call(lib.htn_agent_join, self, None)

    def tick(self, elapsed_us: int, work: int | None = None) -> int:
        """One frame, in microseconds; more than 2147483647 seconds count as that. `work`: the most that searches may spend. Returns OK, or
        the status of a search that reached a limit."""
        if type(elapsed_us) is not int or not 0 <= elapsed_us <= U64[1]:
            elapsed_us = _whole(elapsed_us, "tick: microseconds", U64)
        status = (_call(lib.htn_agent_tick, self, elapsed_us) if work is None
                  else _call(lib.htn_agent_tick_within, self, elapsed_us, c.byref(c.c_uint32(_whole(work, "tick: work")))))
        if status >= 100:
            _check(status, "tick")
        return status

    def plan(self, layer: int = 0) -> Plan | None:
        """The running plan of a layer; `done` of a step is 1 when it has succeeded."""
        plan, done = l.Plan(), c.POINTER(c.c_uint8)()
        return _plan(self.domain, plan, done) if lib.htn_agent_plan(self, _whole(layer, "layer"), c.byref(plan), c.byref(done)) else None

    def activities(self, layer: int = 0) -> list[Activity]:
        """The steps in progress."""
        got: list[Activity] = []
        while True:
            raw = l.Activity()
            if not lib.htn_agent_activity(self, _whole(layer, "layer"), len(got), c.byref(raw)):
                return got
            got.append(Activity(self, raw))

    @property
    def layers(self) -> int:
        return int(lib.htn_agent_layers(self))

    def result(self, layer: int = 0) -> int:
        return int(lib.htn_agent_result(self, _whole(layer, "layer")))

    def idle(self, layer: int = 0) -> bool:
        return bool(lib.htn_agent_idle(self, _whole(layer, "layer")))

    @property
    def counts(self) -> dict[str, int]:
        counts = l.Counts()
        lib.htn_agent_counts(self, c.byref(counts))
        return {name: getattr(counts, name) for name, _ in counts._fields_}

    def peaks(self, layer: int = 0) -> dict[str, int]:
        """The most that the layer's searches have used: as limits, they would have had room."""
        peaks = l.Limits()
        _check(lib.htn_agent_peaks(self, _whole(layer, "layer"), c.byref(peaks)), "peaks")
        return {name: getattr(peaks, name) for name, _ in peaks._fields_}

    def ask(self, layer: int = NONE) -> None:
        _check(lib.htn_agent_ask(self, _whole(layer, "layer")), "ask")

    def answers_changed(self) -> None:
        _check(lib.htn_agent_answers_changed(self), "answers_changed")

    def sense(self, sensor: str | int) -> None:
        _check(_call(lib.htn_agent_sense, self, self.domain.find("sensor", sensor)), f"sensor {sensor}")

    def news(self) -> Iterator[News]:
        """What has happened to steps whose operators are polled."""
        raw = l.News()
        while lib.htn_agent_news(self, c.byref(raw)):
            a = Activity(self, raw.activity)
            yield News(("start", "abort", "resume")[raw.kind], a.id, a.layer, a.task, a.operator, a.arguments)

    def report(self, id: int, outcome: Outcome) -> None:
        """How a step is doing whose operator is polled."""
        _check(_call(lib.htn_agent_report, self, _whole(id, "a step"), _outcome(outcome, "report()")), f"report {id}")

    def order(self, task: str, *arguments: Value, layer: int = 0, replace: bool = False) -> int:
        """Gives a layer a task in place of its root. Returns the order's number."""
        number = c.c_uint32()
        given = _given(self.domain, [(task, *arguments)])
        _check(_call(lib.htn_agent_order, self, _whole(layer, "layer"), given, int(replace), c.byref(number)), f"order {task}")
        return number.value

    def take_back(self, id: int = NONE, layer: int = 0) -> None:
        _check(_call(lib.htn_agent_take_back, self, _whole(layer, "layer"), _whole(id, "an order")), f"take back {id}")

    def orders(self, layer: int = 0) -> list[int]:
        """The numbers of the orders that have not ended."""
        got: list[int] = []
        raw = l.Order()
        while lib.htn_agent_order_at(self, _whole(layer, "layer"), len(got), c.byref(raw)):
            got.append(raw.id)
        return got

    def save(self) -> bytes:
        return _save(self, "agent")

    def load(self, save: bytes) -> LoadReport:
        """Turns a new agent into the saved one. Generators of operators begin again."""
        return _load(lib.htn_agent_load, self, save)

    def reload(self, old: Agent) -> LoadReport:
        """Takes over from an agent over another build of the domain, which is good for nothing afterwards."""
        size, report = lib.htn_agent_save_bytes(old), l.LoadReport()
        status = _call(lib.htn_agent_reload, self, old, l.block(size), size, c.byref(report))
        if status != OK:
            raise Error(status, "reload", report.reason.decode() if report.reason else "")
        return LoadReport(*(getattr(report, f) for f in LoadReport.__dataclass_fields__))

    def journal(self, size: int = 1 << 16) -> Journal:
        """A journal of what the agent does from now on; it holds `size` bytes between two reads. Where it is refused (too small; from
        inside the agent's own functions), the journal before goes on."""
        made = Journal(size)
        _check(lib.htn_agent_journal(self, made), "journal")
        self._journal = made
        return made

    def join(self, group: Group | None) -> None:
        _check(_call(lib.htn_agent_join, self, group), "join")
        self._group = group

    def share(self) -> None:
        _check(_call(lib.htn_agent_share, self), "share")

    def set_period(self, frames: int) -> None:
        _check(lib.htn_agent_set_period(self, _whole(frames, "frames")), "period")


class Journal:
    """Agent.journal() makes one. `htn trace` and `htn replay` read what read() returns, one piece after the other."""

    def __init__(self, size: int):
        _whole(size, "a journal's bytes", (0, 1 << 40))
        self._memory, self._ring, self._size = l.block(l.sizes["journal"]), l.block(size), size
        self._as_parameter_ = c.addressof(self._memory)
        _check(lib.htn_journal_init(self, self._ring, size), "journal")
        self._out = c.create_string_buffer(size)

    def read(self) -> bytes:
        pieces = b""
        while size := lib.htn_journal_read(self, self._out, self._size):
            pieces += self._out.raw[:size]
        return pieces


def journal_events(journal: bytes) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The events of a journal: the name of the kind, and the numbers (docs/traces.md)."""
    at, event = c.c_size_t(), l.JournalEvent()
    while _check(lib.htn_journal_next(journal, len(journal), c.byref(at), c.byref(event)), "journal", NOT_FOUND) == OK:
        yield lib.htn_journal_name(event.kind).decode(), tuple(event.numbers[:event.count])


def replay(domain: Domain, journal: bytes) -> int:
    """Lives through a journal again. Returns how many events were the same: all. Raises Error where they differ."""
    report, size = l.ReplayReport(), 0
    while True:
        status = lib.htn_replay(domain, journal, len(journal), l.block(size) if size else None, size, c.byref(report))
        if status != TOO_SMALL:
            break
        size = report.memory
    if status != OK:
        raise Error(status, "replay", f"byte {report.offset}: {report.reason.decode()}" if report.reason else "")
    return int(report.events)


class Group:
    """Agents that share a part of their worlds. `later`: what a member writes reaches the others when it shares; its agents need `defer`."""

    def __init__(self, domain: Domain, id: int = 0, later: bool = False):
        self.domain, made, options = domain, c.c_void_p(), l.GroupOptions(_whole(id, "the group's id"), int(later))
        size = lib.htn_group_bytes(domain, c.byref(options))
        self._memory = l.block(size)
        _check(lib.htn_group_init(c.byref(made), domain, c.byref(options), self._memory, size), "group")
        self._as_parameter_ = made.value
        self.world = World(domain, self, lib.htn_group_world(self))

    def tick(self, elapsed_us: int) -> None:
        _check(lib.htn_group_tick(self, _whole(elapsed_us, "tick: microseconds", U64)), "group")

    def release(self, type_name: str | int, instance: int) -> None:
        _check(lib.htn_group_release(self, self.domain.find("type", type_name), _whole(instance, "an instance", I32)), "release")

    def save(self) -> bytes:
        return _save(self, "group")

    def load(self, save: bytes) -> LoadReport:
        return _load(lib.htn_group_load, self, save)


class Crowd:
    """Many agents that share what a frame may spend on planning."""

    def __init__(self) -> None:
        self._memory = l.block(l.sizes["crowd"])
        self._as_parameter_ = c.addressof(self._memory)
        self._agents: dict[int, Agent] = {}
        self._ticking, self._left = False, list[Agent]()  # those that have left in this tick: C may be in the midst of one
        _check(lib.htn_crowd_init(self), "crowd")

    def add(self, agent: Agent) -> None:
        _check(lib.htn_crowd_add(self, agent), "crowd")
        self._agents[id(agent)], agent._crowd = agent, self

    def remove(self, agent: Agent) -> None:
        _check(lib.htn_crowd_remove(self, agent), "crowd")
        self._agents.pop(id(agent), None)
        agent._crowd = None
        if self._ticking:
            self._left.append(agent)

    def tick(self, elapsed_us: int, budget: int = NONE) -> int:
        _whole(elapsed_us, "tick: microseconds", U64), _whole(budget, "tick: budget")
        outer, self._ticking = self._ticking, True
        try:
            status = _call(lib.htn_crowd_tick, self, elapsed_us, budget)
        finally:
            self._ticking = outer
            if not outer:
                self._left.clear()
        return _check(status, "crowd") if status >= 100 else status

    def share(self) -> None:
        _check(_call(lib.htn_crowd_share, self), "share")

    @property
    def statistics(self) -> dict[str, int]:
        stats = l.CrowdStats()
        _check(lib.htn_crowd_statistics(self, c.byref(stats)), "statistics")
        return {name: getattr(stats, name) for name, _ in stats._fields_ if not name.startswith("trouble")}


def version() -> int:
    return int(lib.htn_version())
