"""An engine for unified-planning 1.2: hierarchical problems, solved by `htn plan`, with plans as its objects, the hierarchy included.

    import unified_planning.shortcuts as up
    up.get_environment().factory.add_engine("htn", "htn.up", "HtnEngine")
    with up.OneshotPlanner(name="htn") as planner:
        print(planner.solve(problem).plan)

Totally ordered problems: of partially ordered ones (`planner.skip_checks = True`) those whose order follows all the same; the others are
answered UNSUPPORTED_PROBLEM. The problem goes to the tool as HDDL, by unified-planning's own writer. HTN_TOOL names the tool; else it is the `htn` in PATH.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from typing import IO, Any

import unified_planning as up
from unified_planning.engines import Engine, PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.io import PDDLWriter
from unified_planning.model import InstantaneousAction, ProblemKind
from unified_planning.model.htn import HierarchicalProblem, Method, Subtask
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.plans.hierarchical_plan import Decomposition, HierarchicalPlan, MethodInstance

BINDS = "htn_binds_"  # an action without effects, which tells the values that a method's conditions have bound


class HtnEngine(Engine, OneshotPlannerMixin):  # type: ignore[misc]
    def __init__(self, **options: Any):
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self._tool = options.get("tool") or os.environ.get("HTN_TOOL", "htn")

    @property
    def name(self) -> str:
        return "htn"

    @staticmethod
    def supported_kind() -> ProblemKind:
        kind = ProblemKind(version=2)
        kind.set_problem_class("HIERARCHICAL")
        kind.set_problem_class("ACTION_BASED")
        for feature in ("METHOD_PRECONDITIONS", "TASK_NETWORK_CONSTRAINTS", "INITIAL_TASK_NETWORK_VARIABLES", "TASK_ORDER_TOTAL"):
            kind.set_hierarchical(feature)
        kind.set_typing("FLAT_TYPING")
        kind.set_typing("HIERARCHICAL_TYPING")
        for feature in ("NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS"):
            kind.set_conditions_kind(feature)
        kind.set_effects_kind("CONDITIONAL_EFFECTS")
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= HtnEngine.supported_kind())

    def _solve(self, problem: Any, heuristic: Callable[[Any], float | None] | None = None, timeout: float | None = None,
               output_stream: IO[str] | None = None) -> PlanGenerationResult:
        if heuristic is not None:
            raise up.exceptions.UPUsageError("htn has its own heuristics, and takes none")
        told = _tell_bindings(problem)
        writer = PDDLWriter(told)
        with tempfile.TemporaryDirectory() as folder:
            domain, instance = os.path.join(folder, "domain.hddl"), os.path.join(folder, "problem.hddl")
            writer.write_domain(domain)
            writer.write_problem(instance)
            command = [self._tool, "plan", "--json", *(["--time", str(timeout)] if timeout is not None else []), domain, instance]
            try:
                run = subprocess.run(command, capture_output=True, text=True)
            except FileNotFoundError:
                raise up.exceptions.UPUsageError(f"the tool {self._tool} is not found: install htn, or name it in HTN_TOOL") from None
        if output_stream is not None:
            output_stream.write(run.stderr)
        said = [LogMessage(LogLevel.ERROR if run.returncode == 2 else LogLevel.INFO, run.stderr)] if run.stderr else []
        if run.returncode == 0:
            plan = _Reader(problem, told, writer, json.loads(run.stdout)).plan()
            return PlanGenerationResult(PlanGenerationResultStatus.SOLVED_SATISFICING, plan, self.name, log_messages=said)
        status = {1: PlanGenerationResultStatus.UNSOLVABLE_PROVEN, 3: PlanGenerationResultStatus.TIMEOUT}.get(
            run.returncode, PlanGenerationResultStatus.INTERNAL_ERROR)
        if run.returncode == 1 and "error:" in run.stderr:
            status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
        return PlanGenerationResult(status, None, self.name, log_messages=said)


def _tell_bindings(problem: HierarchicalProblem) -> HierarchicalProblem:
    """The problem, with one more subtask for each method whose parameters do not all stand in its task or subtasks. Constraints of methods,
    which the writer does not know, become preconditions: they are about parameters, which do not change."""
    told = problem.clone()
    for one in problem.methods:  # a clone of a problem has the very same methods
        method = copy.copy(one)
        method._subtasks, method._constraints, method._preconditions = list(one._subtasks), list(one._constraints), list(one._preconditions)
        told._methods[one.name] = method
        for constraint in method.non_temporal_constraints():
            method._constraints.remove(constraint)
            method.add_precondition(constraint)
        named = {p.name for p in method.achieved_task.parameters}
        for subtask in method.subtasks:
            named |= {e.parameter().name for e in subtask.parameters if e.is_parameter_exp()}
        if all(p.name in named for p in method.parameters):
            continue
        order = method.total_order()
        tells = InstantaneousAction(BINDS + method.name, **{p.name: p.type for p in method.parameters})
        told.add_action(tells)
        told_first = method.add_subtask(tells, *method.parameters)
        if order:
            method.set_ordered(told_first, method.get_subtask(order[0]))
    return told


class _Reader:
    """The tool's answer as a plan of unified-planning. Numbers below that of the steps are steps, the others are tasks."""

    def __init__(self, problem: HierarchicalProblem, told: HierarchicalProblem, writer: PDDLWriter, answer: Any):
        self.problem, self.told, self.writer, self.answer = problem, told, writer, answer
        self.expressions = problem.environment.expression_manager
        self.steps = [self._step(step) for step in answer["steps"]]

    def _object(self, name: str) -> Any:
        return self.expressions.ObjectExp(self.problem.object(self.writer.get_item_named(name).name))

    def _step(self, step: Any) -> tuple[str, tuple[Any, ...], ActionInstance | None]:
        name = self.writer.get_item_named(step["task"]).name
        values = tuple(self._object(a) for a in step["arguments"])
        return name, values, None if name.startswith(BINDS) else ActionInstance(self.problem.action(name), values)

    def plan(self) -> HierarchicalPlan:
        network = self.told.task_network
        children = self._match(network.subtasks, self.answer["root"], {})
        decomposition = Decomposition({name: self._instance(number) for name, number in children[0].items()})
        return HierarchicalPlan(SequentialPlan([a for _, _, a in self.steps if a is not None], self.problem.environment), decomposition)

    def _of(self, number: int) -> tuple[str, tuple[Any, ...]]:
        if number < len(self.steps):
            return self.steps[number][:2]
        task = self.answer["tasks"][number - len(self.steps)]
        return self.writer.get_item_named(task["task"]).name, tuple(self._object(a) for a in task["arguments"])

    def _instance(self, number: int) -> Any:
        if number < len(self.steps):
            return self.steps[number][2]
        task = self.answer["tasks"][number - len(self.steps)]
        told: Method = self.writer.get_item_named(task["method"])
        bound = {p.name: value for p, value in zip(told.achieved_task.parameters, self._of(number)[1])}
        children, bound = self._match(told.subtasks, task["subtasks"], bound)
        method = self.problem.method(told.name)
        inside = {name: self._instance(child) for name, child in children.items()
                  if not (child < len(self.steps) and self.steps[child][2] is None)}
        return MethodInstance(method, tuple(bound[p.name] for p in method.parameters), Decomposition(inside))

    def _match(self, subtasks: Sequence[Subtask], numbers: Sequence[int], bound: dict[str, Any]) -> tuple[dict[str, int], dict[str, Any]]:
        """Which of the plan's tasks is which subtask: the one of that name whose arguments fit, whatever their order."""
        found = self._try(list(subtasks), list(numbers), bound)
        if found is None:
            raise up.exceptions.UPException("the tool's plan is not one of this problem")
        return found

    def _try(self, subtasks: list[Subtask], numbers: list[int], bound: dict[str, Any]) -> tuple[dict[str, int], dict[str, Any]] | None:
        if not subtasks:
            return ({}, bound) if not numbers else None
        first, rest = subtasks[0], subtasks[1:]
        for i, number in enumerate(numbers):
            name, values = self._of(number)
            if first.task.name != name:
                continue
            more = self._unify(first.parameters, values, bound)
            if more is not None and (found := self._try(rest, numbers[:i] + numbers[i + 1:], more)) is not None:
                return {first.identifier: number, **found[0]}, found[1]
        return None

    def _unify(self, parameters: Sequence[Any], values: Sequence[Any], bound: dict[str, Any]) -> dict[str, Any] | None:
        more = dict(bound)
        for parameter, value in zip(parameters, values):
            if parameter.is_parameter_exp():
                if more.setdefault(parameter.parameter().name, value) != value:
                    return None
            elif parameter.is_object_exp() and parameter.object().name != value.object().name:
                return None
        return more
