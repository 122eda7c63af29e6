//! Plans.

use crate::domain::Task;
use crate::sys;
use std::marker::PhantomData;
use std::time::Duration;

/// How far a step of a running plan is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Done {
    /// It is to be done, or in progress.
    No,
    /// It has succeeded.
    Yes,
    /// Of a Background that has begun again: it is to be done once more.
    Again,
    /// Of a Background that is not over: it has been done in this round.
    InThisRound,
}

/// Whether a plan is the whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Partial {
    /// Nothing remains.
    No,
    /// It ends at a Split.
    Split,
    /// Its duration has reached the horizon.
    Horizon,
}

/// A plan, good as long as nobody calls its agent or planner.
pub struct Plan<'a> {
    pub(crate) c: sys::htn_plan,
    done: *const u8,
    domain: *const sys::htn_domain,
    owner: PhantomData<&'a ()>,
}

/// A step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanStep<'a> {
    /// The primitive task.
    pub task: Task,
    /// One value for each parameter of the task.
    pub arguments: &'a [i32],
    /// How far it is. [`Done::No`] in a plan that is not running.
    pub done: Done,
}

unsafe fn slice<'a, C>(at: *const C, count: u32) -> &'a [C] {
    if count == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(at, count as usize)
    }
}

impl<'a> Plan<'a> {
    /// `done` may be NULL.
    pub(crate) unsafe fn new(c: sys::htn_plan, done: *const u8, domain: *const sys::htn_domain) -> Plan<'a> {
        Plan { c, done, domain, owner: PhantomData }
    }

    /// How many steps it has. An empty plan says that there is nothing to do.
    pub fn len(&self) -> usize {
        self.c.step_count as usize
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The steps in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = PlanStep<'a>> + '_ {
        (0..self.len()).map(move |i| unsafe {
            let step = *self.c.steps.add(i);
            let count = sys::htn_task_parameters(self.domain, step.task);
            let done = if self.done.is_null() { 0 } else { u32::from(*self.done.add(i)) };
            PlanStep {
                task: Task(step.task),
                arguments: if count == 0 { &[] } else { slice(self.c.values.add(step.arguments as usize), count) },
                done: match done {
                    sys::HTN_STEP_TO_DO => Done::No,
                    sys::HTN_STEP_DONE => Done::Yes,
                    sys::HTN_STEP_AGAIN => Done::Again,
                    _ => Done::InThisRound,
                },
            }
        })
    }

    /// The method traversal record: which method each compound task was decomposed by, in order.
    pub fn record(&self) -> &'a [u16] {
        unsafe { slice(self.c.record, self.c.record_count) }
    }

    /// The sum of the steps' Cost; in thousandths where the domain's costs are.
    pub fn cost(&self) -> i32 {
        self.c.cost
    }

    /// The sum of the steps' Duration.
    pub fn duration(&self) -> Duration {
        Duration::from_millis(self.c.duration.max(0) as u64)
    }

    /// There is no better plan.
    pub fn proven(&self) -> bool {
        self.c.proven
    }

    /// Whether something remains to be planned when its steps are done.
    pub fn partial(&self) -> Partial {
        match self.c.partial {
            sys::HTN_PARTIAL_NOT => Partial::No,
            sys::HTN_PARTIAL_SPLIT => Partial::Split,
            _ => Partial::Horizon,
        }
    }
}
