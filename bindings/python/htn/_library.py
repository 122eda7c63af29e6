"""The C library as ctypes sees it: structs, functions, and where the files are.

Each struct here has the members of the C struct of the same name (runtime/include/htn); when it is loaded, its size is compared with
the library's own. No other file of this package calls C.
"""

from __future__ import annotations

import ctypes as c
import ctypes.util
import os
import sys
from pathlib import Path
from typing import Any

NONE = 0xFFFFFFFF
VERSION = 1000  # 0.1.0, of htn/version.h
MAX_ARGUMENTS = 64

u8, u16, u32, u64, i32, size_t = c.c_uint8, c.c_uint16, c.c_uint32, c.c_uint64, c.c_int32, c.c_size_t
pointer, text = c.c_void_p, c.c_char_p


def _struct(name: str, *members: Any) -> Any:
    return type(name, (c.Structure,), {"_fields_": list(members), "__slots__": ()})


Fault = _struct("Fault", ("section", text), ("offset", u32), ("reason", text))
Limits = _struct("Limits", *((n, u32) for n in ("steps", "depth", "work", "record", "frames", "choices", "nodes", "trail", "spans",
                                                "continuation", "solutions", "tuples")))
GivenTask = _struct("GivenTask", ("task", u32), ("arguments", c.POINTER(i32)), ("argument_count", u32))
Request = _struct("Request", ("root", u32), ("work", u32), ("replan", c.c_bool), ("go_on", c.c_bool), ("keep", c.c_bool), ("horizon", u32),
                  ("steps_done", u32), ("done", pointer), ("seed", u32), ("task_count", u32), ("tasks", c.POINTER(GivenTask)),
                  ("cheapest", c.c_bool))
Step = _struct("Step", ("task", u32), ("arguments", u32))
Span = _struct("Span", ("kind", u32), ("first", u32), ("end", u32), ("parent", u32), ("entry", u32))
Plan = _struct("Plan", ("steps", c.POINTER(Step)), ("step_count", u32), ("values", c.POINTER(i32)), ("record", c.POINTER(u16)),
               ("record_count", u32), ("spans", c.POINTER(Span)), ("span_count", u32), ("cost", i32), ("duration", i32), ("reached", u32),
               ("proven", c.c_bool), ("continues", c.c_bool), ("partial", u32))
Argument = _struct("Argument", ("type", u32), ("value", i32), ("text", text))
Question = _struct("Question", ("query", u32), ("argument_count", u32), ("arguments", c.POINTER(i32)), ("capacity", u32), ("context", pointer))
Activity = _struct("Activity", ("agent", pointer), ("user", pointer), ("context", pointer), ("operator_index", u32), ("id", u32),
                   ("layer", u32), ("step", u32), ("task", u32), ("arguments", c.POINTER(Argument)), ("argument_count", u32),
                   ("memory", pointer), ("elapsed_us", u64))
OPERATOR = c.CFUNCTYPE(c.c_int, pointer, c.POINTER(Activity))
RESUME = c.CFUNCTYPE(None, pointer, c.POINTER(Activity))
OperatorBinding = _struct("OperatorBinding", ("name", text), ("start", OPERATOR), ("update", OPERATOR), ("abort", OPERATOR),
                          ("resume", RESUME), ("memory", u32), ("polled", c.c_bool), ("context", pointer))
Sensing = _struct("Sensing", ("agent", pointer), ("world", pointer), ("sensor", u32), ("context", pointer))
SENSE = c.CFUNCTYPE(None, pointer, c.POINTER(Sensing))
SensorBinding = _struct("SensorBinding", ("name", text), ("sense", SENSE), ("context", pointer))
ANSWERER = c.CFUNCTYPE(c.c_int, pointer, c.POINTER(Question), c.POINTER(i32), c.POINTER(u32))
OrderReport = _struct("OrderReport", ("id", u32), ("layer", u32), ("task", u32), ("end", c.c_int), ("status", c.c_int))
ORDER_ENDED = c.CFUNCTYPE(None, pointer, c.POINTER(OrderReport))
Bindings = _struct("Bindings", ("operators", c.POINTER(OperatorBinding)), ("operator_count", u32), ("sensors", c.POINTER(SensorBinding)),
                   ("sensor_count", u32), ("answerer", ANSWERER), ("context", pointer), ("order_ended", ORDER_ENDED))
AgentOptions = _struct("AgentOptions", ("limits", Limits), ("user", pointer), ("budget", u32), ("interval_ms", u32), ("back_off_ms", u32),
                       ("horizon_ms", u32), ("seed", u32), ("stagger", u32), ("running", u32), ("replan_always", c.c_bool),
                       ("defer", c.c_bool), ("orders", u8), ("order_tries", u8))
GroupOptions = _struct("GroupOptions", ("id", u32), ("mode", c.c_int))
Counts = _struct("Counts", ("searches", u64), ("skipped", u64), ("work", u64))
News = _struct("News", ("kind", c.c_int), ("activity", Activity))
Order = _struct("Order", ("id", u32), ("task", GivenTask), ("tries", u32), ("runs", c.c_bool), ("waits", c.c_bool))
LoadReport = _struct("LoadReport", ("reason", text), ("offset", u32), ("exact", c.c_bool), ("properties_lost", u32), ("values_changed", u32),
                     ("instances_lost", u32), ("plans_kept", u32), ("plans_dropped", u32), ("steps_lost", u32))
JournalEvent = _struct("JournalEvent", ("kind", c.c_int), ("count", u32), ("numbers", u32 * 260), ("offset", size_t), ("size", size_t))
CrowdStats = _struct("CrowdStats", *((n, u32) for n in ("agents", "waiting", "wait", "longest_wait", "work", "budget", "unit_ps")),
                     ("searches", u64), ("skipped", u64), ("trouble", c.c_int), ("trouble_agent", pointer), ("trouble_layer", u32))
ReplayReport = _struct("ReplayReport", ("reason", text), ("events", u32), ("offset", size_t), ("memory", size_t), ("other_build", c.c_bool),
                       ("instead", u8 * 1320), ("instead_size", u32))

# Structs whose members nobody reads here: the library says how large they are.
OPAQUE = ("domain", "world", "crowd", "journal")
KNOWN = {"fault": Fault, "limits": Limits, "given_task": GivenTask, "request": Request, "step": Step, "span": Span, "plan": Plan,
         "argument": Argument, "question": Question, "activity": Activity, "operator_binding": OperatorBinding, "sensing": Sensing,
         "sensor_binding": SensorBinding, "bindings": Bindings, "agent_options": AgentOptions, "group_options": GroupOptions,
         "counts": Counts, "news": News, "order": Order, "order_report": OrderReport, "load_report": LoadReport,
         "journal_event": JournalEvent, "crowd_stats": CrowdStats, "replay_report": ReplayReport}

FIND = c.CFUNCTYPE(c.c_bool, pointer, text, c.POINTER(pointer), c.POINTER(size_t))


class Message(c.Structure):
    _fields_ = [("severity", c.c_int), ("id", text), ("text", text), ("path", text), ("line", u32), ("column", u32), ("end_line", u32),
                ("end_column", u32)]


HEAR = c.CFUNCTYPE(None, pointer, c.POINTER(Message))


class Job(c.Structure):
    _fields_ = [("size", size_t), ("path", text), ("find", FIND), ("hear", HEAR), ("user", pointer), ("switches", c.POINTER(text)),
                ("switch_count", size_t), ("no_debug", c.c_bool)]


def _load(name: str, variable: str) -> c.CDLL:
    """The library: what the variable names, beside this package, or where the system looks."""
    named = os.environ.get(variable)
    files = {"win32": [f"{name}.dll", f"lib{name}.dll"], "darwin": [f"lib{name}.dylib"]}.get(sys.platform, [f"lib{name}.so.0", f"lib{name}.so"])
    tried = [named] if named else [str(p) for f in files if (p := Path(__file__).parent / f).exists()] + files
    found = None if named else ctypes.util.find_library(name)
    problem: OSError | None = None
    for path in tried + ([found] if found else []):
        try:
            return c.CDLL(path)
        except OSError as error:
            problem = error
    raise ImportError(f"the library {files[0]} is not found: {problem}. Install it (make install), or name it in {variable}")


lib = _load("htn", "HTN_LIBRARY")
lib.htn_version.restype = u32
if lib.htn_version() != VERSION:
    raise ImportError(f"this package is for htn {VERSION}, and the library is htn {lib.htn_version()}; both must be of one version")

_P, _S, _U = pointer, c.c_int, u32
_FUNCTIONS: dict[str, tuple[Any, ...]] = {  # result, parameters
    "htn_status_text": (text, _S),
    "htn_domain_load": (_S, _P, _P, size_t, c.POINTER(Fault)),
    "htn_domain_count": (_U, _P, c.c_int), "htn_domain_text": (text, _P, c.c_int, _U),
    "htn_type_name": (text, _P, _U), "htn_property_name": (text, _P, _U), "htn_task_name": (text, _P, _U),
    "htn_task_parameter_name": (text, _P, _U, _U), "htn_method_name": (text, _P, _U, _U), "htn_root_name": (text, _P, _U),
    "htn_type_kind_of": (c.c_int, _P, _U), "htn_type_low": (i32, _P, _U), "htn_type_high": (i32, _P, _U),
    "htn_type_parent": (_U, _P, _U), "htn_type_is_open": (c.c_bool, _P, _U), "htn_instance_type": (_U, _P, _U, i32),
    "htn_property_type": (_U, _P, _U), "htn_property_parameters": (_U, _P, _U), "htn_property_parameter_type": (_U, _P, _U, _U),
    "htn_task_kind_of": (c.c_int, _P, _U), "htn_task_parameters": (_U, _P, _U), "htn_task_parameter_type": (_U, _P, _U, _U),
    "htn_operator_parameters": (_U, _P, _U), "htn_operator_parameter_type": (_U, _P, _U, _U), "htn_root_task": (_U, _P, _U),
    "htn_task_operator": (_U, _P, _U), "htn_operator_name": (text, _P, _U), "htn_sensor_name": (text, _P, _U),
    "htn_value_name": (text, _P, _U, i32), "htn_query_count": (_U, _P), "htn_query_name": (text, _P, _U), "htn_query_type": (_U, _P, _U),
    "htn_query_parameters": (_U, _P, _U), "htn_query_parameter_type": (_U, _P, _U, _U), "htn_query_candidates": (_U, _P, _U),
    "htn_query_default": (i32, _P, _U), "htn_property_find": (_U, _P, text), "htn_type_find": (_U, _P, text), "htn_task_find": (_U, _P, text),
    "htn_query_find": (_U, _P, text), "htn_operator_find": (_U, _P, text), "htn_sensor_find": (_U, _P, text),
    "htn_value_find": (c.c_bool, _P, _U, text, c.POINTER(i32)), "htn_symbol_find": (c.c_bool, _P, text, c.POINTER(i32)),
    "htn_root_find": (_U, _P, text), "htn_blob_checksum": (_U, _P, size_t),
    "htn_world_bytes": (size_t, _P), "htn_world_init": (_S, _P, _P, _P, size_t), "htn_world_get": (i32, _P, _U),
    "htn_world_set": (_S, _P, _U, i32), "htn_world_get_at": (i32, _P, _U, c.POINTER(i32), _U),
    "htn_world_set_at": (_S, _P, _U, c.POINTER(i32), _U, i32), "htn_world_add": (_S, _P, _U, i32),
    "htn_world_add_at": (_S, _P, _U, c.POINTER(i32), _U, i32), "htn_world_set_for": (_S, _P, _U, i32, _U),
    "htn_world_set_at_for": (_S, _P, _U, c.POINTER(i32), _U, i32, _U), "htn_world_time_left": (_U, _P, _U, c.POINTER(i32), _U),
    "htn_world_spawn": (_S, _P, _U, c.POINTER(i32)), "htn_world_despawn": (_S, _P, _U, i32), "htn_world_exists": (c.c_bool, _P, _U, i32),
    "htn_world_generation": (_U, _P, _U, i32), "htn_world_copy": (_S, _P, _P),
    "htn_planner_bytes": (size_t, _P, c.POINTER(Limits)), "htn_planner_init": (_S, c.POINTER(_P), _P, c.POINTER(Limits), _P, size_t),
    "htn_planner_limits": (None, _P, c.POINTER(Limits)), "htn_planner_answer": (_S, _P, ANSWERER, _P),
    "htn_plan_begin": (_S, _P, _P, c.POINTER(Request)), "htn_plan_step": (_S, _P, _U), "htn_plan_next": (_S, _P, _U),
    "htn_plan_find": (_S, _P, _P, c.POINTER(Request)), "htn_planner_plan": (None, _P, c.POINTER(Plan)), "htn_planner_adopt": (_S, _P),
    "htn_planner_drop": (None, _P), "htn_planner_running": (c.c_bool, _P, c.POINTER(Plan)),
    "htn_planner_validate": (_S, _P, _P, _U, _P, c.POINTER(u32)),
    "htn_operator_arguments": (_S, _P, _U, c.POINTER(i32), _P, _P, c.POINTER(Argument), _U, c.POINTER(u32)),
    "htn_agent_class_bytes": (size_t, _P), "htn_agent_class_init": (_S, c.POINTER(_P), _P, c.POINTER(Bindings), _P, size_t, c.POINTER(text)),
    "htn_agent_bytes": (size_t, _P, c.POINTER(AgentOptions)), "htn_agent_init": (_S, c.POINTER(_P), _P, c.POINTER(AgentOptions), _P, size_t),
    "htn_agent_world": (_P, _P), "htn_agent_tick": (_S, _P, u64), "htn_agent_tick_within": (_S, _P, u64, c.POINTER(u32)),
    "htn_agent_ask": (_S, _P, _U), "htn_agent_answers_changed": (_S, _P), "htn_agent_sense": (_S, _P, _U), "htn_agent_layers": (_U, _P),
    "htn_agent_plan": (c.c_bool, _P, _U, c.POINTER(Plan), c.POINTER(c.POINTER(u8))),
    "htn_agent_activity": (c.c_bool, _P, _U, _U, c.POINTER(Activity)), "htn_agent_result": (_S, _P, _U), "htn_agent_idle": (c.c_bool, _P, _U),
    "htn_agent_counts": (None, _P, c.POINTER(Counts)), "htn_agent_peaks": (_S, _P, _U, c.POINTER(Limits)), "htn_agent_journal": (_S, _P, _P),
    "htn_agent_news": (c.c_bool, _P, c.POINTER(News)), "htn_agent_report": (_S, _P, _U, c.c_int),
    "htn_agent_order": (_S, _P, _U, c.POINTER(GivenTask), c.c_int, c.POINTER(u32)), "htn_agent_take_back": (_S, _P, _U, _U),
    "htn_agent_order_at": (c.c_bool, _P, _U, _U, c.POINTER(Order)),
    "htn_agent_save_bytes": (size_t, _P), "htn_agent_save": (_S, _P, _P, size_t, c.POINTER(size_t)),
    "htn_agent_load": (_S, _P, _P, size_t, c.POINTER(LoadReport)), "htn_agent_reload": (_S, _P, _P, _P, size_t, c.POINTER(LoadReport)),
    "htn_world_save_bytes": (size_t, _P), "htn_world_save": (_S, _P, _P, size_t, c.POINTER(size_t)),
    "htn_world_load": (_S, _P, _P, size_t, c.POINTER(LoadReport)),
    "htn_group_bytes": (size_t, _P, c.POINTER(GroupOptions)), "htn_group_init": (_S, c.POINTER(_P), _P, c.POINTER(GroupOptions), _P, size_t),
    "htn_group_tick": (_S, _P, u64), "htn_group_world": (_P, _P), "htn_agent_join": (_S, _P, _P), "htn_agent_share": (_S, _P),
    "htn_group_release": (_S, _P, _U, i32), "htn_group_save_bytes": (size_t, _P), "htn_group_save": (_S, _P, _P, size_t, c.POINTER(size_t)),
    "htn_group_load": (_S, _P, _P, size_t, c.POINTER(LoadReport)),
    "htn_crowd_init": (_S, _P), "htn_crowd_add": (_S, _P, _P), "htn_crowd_remove": (_S, _P, _P), "htn_agent_set_period": (_S, _P, _U),
    "htn_crowd_tick": (_S, _P, u64, _U), "htn_crowd_share": (_S, _P), "htn_crowd_statistics": (_S, _P, c.POINTER(CrowdStats)),
    "htn_journal_init": (_S, _P, _P, size_t), "htn_journal_read": (size_t, _P, _P, size_t),
    "htn_journal_next": (_S, _P, size_t, c.POINTER(size_t), c.POINTER(JournalEvent)), "htn_journal_signed": (i32, _U),
    "htn_journal_name": (text, c.c_int), "htn_replay": (_S, _P, _P, size_t, _P, size_t, c.POINTER(ReplayReport)),
}
for _name, (_result, *_parameters) in _FUNCTIONS.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _parameters

sizes: dict[str, int] = {}
for _name in (*OPAQUE, *KNOWN):
    _function = getattr(lib, "htn_sizeof_" + _name)
    _function.restype = size_t
    sizes[_name] = _function()
    if _name in KNOWN and c.sizeof(KNOWN[_name]) != sizes[_name]:
        raise ImportError(f"htn_{_name} has {sizes[_name]} bytes in the library and {c.sizeof(KNOWN[_name])} here; both must be of one version")


def block(size: int) -> Any:
    """Memory of C, aligned to 8, that lives as long as the object."""
    return (u64 * ((size + 7) // 8))()


_compiler: c.CDLL | None = None


def compiler() -> c.CDLL:
    global _compiler
    if _compiler is None:
        found = _load("htnc", "HTNC_LIBRARY")
        found.htnc_build.argtypes = [c.POINTER(Job), c.POINTER(pointer), c.POINTER(size_t)]
        found.htnc_build.restype = c.c_int
        found.htnc_free_blob.argtypes = [pointer]
        found.htnc_free_blob.restype = None
        _compiler = found
    return _compiler
