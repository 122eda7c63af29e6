"""The engine on unified-planning's own HDDL problems: `test_up.py FOLDER-OF-HDDL [TIMEOUT]`. Prints a line for each, ends with a count.

A plan is checked in two ways: its actions by unified-planning's simulator from the first state to the goal, and its hierarchy here: each
task of the network has a method for it, or is an action, with the arguments that it must have, in an order that is allowed.
"""

import os
import sys

import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.sequential_simulator import UPSequentialSimulator
from unified_planning.io import PDDLReader
from unified_planning.plans import ActionInstance

up.get_environment().credits_stream = None


def check_network(network, decomposition, bound, places):
    """Returns the first and last place of the network's steps; raises AssertionError."""
    assert set(decomposition.subtasks) == {s.identifier for s in network.subtasks}, decomposition.subtasks
    spans = {}
    for subtask in network.subtasks:
        done = decomposition.subtasks[subtask.identifier]
        wanted = [bound[e.parameter().name] if e.is_parameter_exp() and e.parameter().name in bound else None if e.is_parameter_exp() else e
                  for e in subtask.parameters]
        if isinstance(done, ActionInstance):
            assert done.action == subtask.task
            got, inside = done.actual_parameters, [places[id(done)]]
        else:
            assert done.method.achieved_task.task == subtask.task
            names = {p.name: v for p, v in zip(done.method.parameters, done.parameters)}
            got = [names[p.name] for p in done.method.achieved_task.parameters]
            inside = check_network(done.method, done.decomposition, names, places)
        assert all(w is None or w == g for w, g in zip(wanted, got)), (subtask, got)
        spans[subtask.identifier] = inside
    for before, after in network.partial_order() or []:
        assert not spans[before] or not spans[after] or max(spans[before]) < min(spans[after]), (before, after)
    return [place for inside in spans.values() for place in inside]


def check(problem, plan):
    actions = plan.action_plan.actions
    with UPSequentialSimulator(problem, error_on_failed_checks=False) as simulator:
        state = simulator.get_initial_state()
        for action in actions:
            state = simulator.apply(state, action)
            assert state is not None, action
        assert simulator.is_goal(state)
    places = {id(action): i for i, action in enumerate(actions)}
    assert sorted(check_network(problem.task_network, plan.decomposition, {}, places)) == list(range(len(actions)))


up.get_environment().factory.add_engine("htn", "htn.up", "HtnEngine")
solved, failed, left = 0, 0, 0
for name in sorted(os.listdir(sys.argv[1])):
    folder = os.path.join(sys.argv[1], name)
    if not os.path.exists(os.path.join(folder, "domain.hddl")):
        continue
    try:
        problem = PDDLReader().parse_problem(os.path.join(folder, "domain.hddl"), os.path.join(folder, "instance.1.pb.hddl"))
        with up.OneshotPlanner(name="htn") as planner:
            planner.skip_checks = True  # partially ordered ones are answered, too
            result = planner.solve(problem, timeout=float(sys.argv[2]) if len(sys.argv) > 2 else 30)
        if result.status == Status.SOLVED_SATISFICING:
            check(problem, result.plan)
            solved += 1
            print(f"{name}: {len(result.plan.action_plan.actions)} actions, {len(result.plan.methods())} methods", flush=True)
        else:
            assert result.status == Status.UNSUPPORTED_PROBLEM and "[partially-ordered]" in result.log_messages[0].message, result
            left += 1
            print(f"{name}: {result.status.name} {' '.join(m.message for m in result.log_messages or [])[:300]}", flush=True)
    except Exception as error:
        failed += 1
        print(f"{name}: FAILED: {type(error).__name__}: {str(error)[:300]}", flush=True)
print(f"{solved} solved, {left} partially ordered, {failed} failed")
sys.exit(failed > 0 or solved == 0)
