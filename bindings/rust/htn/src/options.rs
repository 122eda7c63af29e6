//! How agents and planners are made.

use crate::sys;
use crate::world::milliseconds;
use std::time::Duration;

/// How much one planner can hold. `None` takes the default, which follows from the domain (`htn/planner.h` says how).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Steps of a plan.
    pub steps: Option<u32>,
    /// Recursive tasks nested in one another.
    pub depth: Option<u32>,
    /// Units of work of one search.
    pub work: Option<u32>,
    /// Entries of the method traversal record.
    pub record: Option<u32>,
    /// The region of frames, in 32-bit words.
    pub frames: Option<u32>,
    /// Choice points.
    pub choices: Option<u32>,
    /// States that one Achieve may reach.
    pub nodes: Option<u32>,
    /// Changes of the working world.
    pub trail: Option<u32>,
    /// Spans of a plan.
    pub spans: Option<u32>,
    /// The continuation of a partial plan, in 32-bit words.
    pub continuation: Option<u32>,
    /// The lists of the Eaches that have not ended.
    pub solutions: Option<u32>,
    /// Tuples of derived conditions.
    pub tuples: Option<u32>,
}

macro_rules! limits {
    ($($name:ident)*) => {
        impl Limits {
            pub(crate) fn to_c(self) -> sys::htn_limits {
                sys::htn_limits { $($name: self.$name.unwrap_or(0)),* }
            }
            pub(crate) fn from_c(c: &sys::htn_limits) -> Limits {
                Limits { $($name: Some(c.$name)),* }
            }
        }
    };
}
limits! { steps depth work record frames choices nodes trail spans continuation solutions tuples }

/// How an agent behaves: `Options { seed: 7, ..Options::default() }`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Of each layer's planner. They decide how large the agent is.
    pub limits: Limits,
    /// What all layers together may spend on searches in a tick, in units of [`Limits::work`]. None: a search ends in the tick in which
    /// it begins.
    pub budget: Option<u32>,
    /// Replan at least this often, also without another reason.
    pub interval: Option<Duration>,
    /// After two or more failures in a row, without a step done, wait this long before planning again.
    pub back_off: Duration,
    /// A plan ends early, as a partial plan, when its steps take this long.
    pub horizon: Option<Duration>,
    /// Of random choices. The same seed and the same inputs make the agent do the same.
    pub seed: u32,
    /// The agent's number in its crowd: spreads the sensors of different agents over different ticks.
    pub stagger: u32,
    /// How many steps each layer can have in progress. None: 8 if the domain has Parallel, else 1.
    pub running: Option<u32>,
    /// Search even when the result is known in advance: for tests and measurements.
    pub replan_always: bool,
    /// Room for what a member of a [`Later`](crate::GroupMode::Later) group writes until it shares.
    pub defer: bool,
    /// How many orders that have not ended each layer can have.
    pub orders: u8,
    /// An order ends as failed after so many failed plans in a row. None: 3.
    pub order_tries: Option<u8>,
}

impl Options {
    pub(crate) fn to_c(self) -> sys::htn_agent_options {
        sys::htn_agent_options {
            limits: self.limits.to_c(),
            user: std::ptr::null_mut(),
            budget: self.budget.unwrap_or(0),
            interval_ms: self.interval.map_or(0, milliseconds),
            back_off_ms: milliseconds(self.back_off),
            horizon_ms: self.horizon.map_or(0, milliseconds),
            seed: self.seed,
            stagger: self.stagger,
            running: self.running.unwrap_or(0),
            replan_always: self.replan_always,
            defer: self.defer,
            orders: self.orders,
            order_tries: self.order_tries.unwrap_or(0),
        }
    }
}
