//! HTN planning for games: agents plan, run their plans, and plan afresh when the world changes.
//!
//! A designer writes `troll.htn`; `htn compile troll.htn --rs troll.rs` makes the blob `troll.htnb` and a module of ids. The game binds
//! its closures to the domain's operators, sensors and queries, and ticks its agents once a frame.
//!
//! | what | is |
//! | --- | --- |
//! | [`Domain`] | a blob, verified; shared and never changed |
//! | [`Bindings`], [`Class`] | the game's closures for a domain; shared and never changed |
//! | [`Agent<T>`](Agent) | owns its world state, its plans and the game's `T`, which the closures are given |
//! | [`Crowd<T>`](Crowd) | owns agents that share a frame's budget, and groups of agents that share facts |
//! | [`World`] | a world state: of an agent, a group, or [`OwnedWorld`] |
//! | [`Planner`] | plans without an agent |
//!
//! A tick allocates nothing. Domains and classes go to any thread; agents and crowds can be sent to one if `T` can.
//!
//! **Panics.** A closure that panics never unwinds through C. Its step has failed (a query takes its default); the call that ran it,
//! mostly `tick()`, is completed and then goes on with the panic. A crowd ticks all its agents first.
//!
//! **Values** are `i32`: a bool is 0 or 1, a value of an Enum its constant, an instance its number and -1 for none, a fixed number is in
//! thousandths ([`fixed`]).
#![warn(missing_docs)]

use htn_sys as sys;

mod agent;
mod block;
mod class;
mod crowd;
mod domain;
mod error;
mod options;
mod plan;
mod planner;
mod step;
mod world;

pub use agent::{replay, Agent, AgentCore, Counts, LoadReport, News, NewsKind, Order, OrderEnd, OrderReport, Replay};
pub use class::{Bindings, Class, Operation};
pub use crowd::{AgentId, Crowd, CrowdStatistics, Group, GroupId, GroupMode, GroupOptions};
pub use domain::{Domain, Operator, OrderId, Property, Query, Root, Sensor, StepId, Task, TaskKind, Type, TypeKind};
pub use error::{Error, Result, Status};
pub use options::{Limits, Options};
pub use plan::{Done, Partial, Plan, PlanStep};
pub use planner::{Planner, Progress, Request};
pub use step::{Answer, Argument, Outcome, Plain, Question, Step};
pub use world::{OwnedWorld, World};

/// Thousandths, as properties and arguments of the type `fixed` have them: `fixed(0.5)` is 500. Rounded half away from zero; beyond 32
/// bits it is the nearest end, and NaN is 0.
pub fn fixed(number: f64) -> i32 {
    (number * f64::from(sys::HTN_FIXED_ONE)).round() as i32
}

/// The number that thousandths stand for.
pub fn from_fixed(thousandths: i32) -> f64 {
    f64::from(thousandths) / f64::from(sys::HTN_FIXED_ONE)
}
