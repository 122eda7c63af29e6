"""Thumper for Python: plans with hierarchical task networks. README.md has ten lines to begin with."""

from ._core import (ABORTED, FAILED, NONE, RUNNING, STANDS, SUCCEEDED, WAITING, Activity, Agent, AgentClass, CompileError, Crowd, Domain, Error,
                    Group, Journal, LoadReport, Message, News, NoPlan, Operator, Outcome, Plan, Planner, Step, World, compile, journal_events,
                    replay, version)

__all__ = ["ABORTED", "FAILED", "NONE", "RUNNING", "STANDS", "SUCCEEDED", "WAITING", "Activity", "Agent", "AgentClass", "CompileError", "Crowd",
           "Domain", "Error", "Group", "Journal", "LoadReport", "Message", "News", "NoPlan", "Operator", "Outcome", "Plan", "Planner", "Step",
           "World", "compile", "journal_events", "replay", "version"]
