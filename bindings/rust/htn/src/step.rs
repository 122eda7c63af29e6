//! What the game's closures are given.

use crate::domain::{Operator, Query, Root, StepId, Task, Type};
use crate::error::{check, text, Result};
use crate::sys;
use crate::world::World;
use std::marker::PhantomData;
use std::time::Duration;

/// How a step is doing, or how it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
pub enum Outcome {
    /// It goes on.
    Running = sys::HTN_RUNNING,
    /// It has ended well.
    Succeeded = sys::HTN_SUCCEEDED,
    /// It has failed, and so has the plan.
    Failed = sys::HTN_FAILED,
    /// It has ended early, as it was told to.
    Aborted = sys::HTN_ABORTED,
}

/// An argument of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument<'a> {
    /// A value of a type; an instance that is gone is -1.
    Value(Type, i32),
    /// A symbol or a text.
    Text(&'a str),
}

/// Memory that an operator can have for each of its steps: plain numbers, for which any bytes are a value.
///
/// # Safety
///
/// All bytes, zeroes too, must be a value of the type; it must be aligned to 8 bytes at most, and hold no pointers, as it is saved.
pub unsafe trait Plain: Copy + 'static {}

macro_rules! plain { ($($t:ty)*) => { $(unsafe impl Plain for $t {})* }; }
plain! { u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }
unsafe impl<P: Plain, const N: usize> Plain for [P; N] {}

/// A step in progress, as its operator sees it.
pub struct Step<'a> {
    pub(crate) c: *const sys::htn_activity,
    pub(crate) memory: u32,
    pub(crate) owner: PhantomData<&'a mut ()>,
}

impl<'a> Step<'a> {
    fn c(&self) -> &sys::htn_activity {
        unsafe { &*self.c }
    }

    /// Argument `index` of the operator. Panics if there are not so many.
    #[track_caller]
    pub fn argument(&self, index: usize) -> Argument<'_> {
        let count = self.c().argument_count as usize;
        assert!(index < count, "argument {} of an operator with {}", index, count);
        let argument = unsafe { &*self.c().arguments.add(index) };
        match argument.type_ {
            sys::HTN_NONE => Argument::Text(unsafe { text(argument.text) }),
            of => Argument::Value(Type(of), argument.value),
        }
    }

    /// All arguments, evaluated when the step started.
    pub fn arguments(&self) -> impl ExactSizeIterator<Item = Argument<'_>> {
        (0..self.c().argument_count as usize).map(move |i| self.argument(i))
    }

    /// The value of an argument; a bool is 0 or 1. Panics if it is a text.
    #[track_caller]
    pub fn value(&self, index: usize) -> i32 {
        match self.argument(index) {
            Argument::Value(_, value) => value,
            Argument::Text(text) => panic!("argument {} is the text `{}`: take text()", index, text),
        }
    }

    /// The instance that an argument is. None: there is none, or it was removed since the step started.
    #[track_caller]
    pub fn instance(&self, index: usize) -> Option<i32> {
        Some(self.value(index)).filter(|&instance| instance >= 0)
    }

    /// The text of an argument. Panics if it is a value.
    #[track_caller]
    pub fn text(&self, index: usize) -> &str {
        match self.argument(index) {
            Argument::Text(text) => text,
            Argument::Value(_, value) => panic!("argument {} is the value {}: take value()", index, value),
        }
    }

    /// Which run of a step this is.
    pub fn id(&self) -> StepId {
        StepId(self.c().id)
    }

    /// The primitive task that it carries out.
    pub fn task(&self) -> Task {
        Task(self.c().task)
    }

    /// Its operator.
    pub fn operator(&self) -> Operator {
        Operator(self.c().operator_index)
    }

    /// The layer that it is in.
    pub fn layer(&self) -> Root {
        Root(self.c().layer)
    }

    /// Its index in the layer's running plan. None while it is being aborted: that plan may be gone.
    pub fn index(&self) -> Option<usize> {
        Some(self.c().step).filter(|&step| step != sys::HTN_NONE).map(|step| step as usize)
    }

    /// The time since the operator was last called: that of this tick; zero in `start`, in the first call of `abort`, and in news.
    pub fn elapsed(&self) -> Duration {
        Duration::from_micros(self.c().elapsed_us)
    }

    /// The agent's world.
    pub fn world(&mut self) -> &mut World {
        unsafe { World::of(sys::htn_agent_world(self.c().agent)) }
    }

    /// The operator's own memory for this step: zero when it starts, saved with the agent. The binding says how much there is
    /// ([`Operation::memory`](crate::Operation::memory)); more is a panic.
    #[track_caller]
    pub fn memory<P: Plain>(&mut self) -> &mut P {
        let (size, room) = (std::mem::size_of::<P>(), self.memory as usize);
        assert!(size <= room, "the operator is bound with {} bytes of memory, and this takes {}", room, size);
        assert!(std::mem::align_of::<P>() <= 8, "an operator's memory is aligned to 8 bytes");
        assert!(size > 0, "nothing has no place");
        unsafe { &mut *self.c().memory.cast() }
    }

    /// Asks all layers to replan in the next tick.
    pub fn ask(&mut self) {
        unsafe { sys::htn_agent_ask(self.c().agent, sys::HTN_NONE) };
    }

    /// Answers of queries may be different from now on.
    pub fn answers_changed(&mut self) {
        unsafe { sys::htn_agent_answers_changed(self.c().agent) };
    }

    /// Reports how another step of the agent is doing, whose operator is polled.
    pub fn report(&mut self, id: StepId, outcome: Outcome) -> Result<()> {
        check(unsafe { sys::htn_agent_report(self.c().agent, id.0, outcome as sys::htn_outcome) })
    }
}

/// The answer to a query. A closure may return a number or a bool instead, or an `Option` of them: None is the query's default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A value of the query's type.
    Value(i32),
    /// The query's default.
    Default,
    /// The answer is late: the search waits, and asks again.
    Late,
    /// The candidates given to [`Question::propose`].
    Proposed,
}

impl From<i32> for Answer {
    fn from(value: i32) -> Answer {
        Answer::Value(value)
    }
}

impl From<bool> for Answer {
    fn from(value: bool) -> Answer {
        Answer::Value(value.into())
    }
}

impl<V: Into<Answer>> From<Option<V>> for Answer {
    fn from(value: Option<V>) -> Answer {
        value.map_or(Answer::Default, Into::into)
    }
}

/// What a query asks. The answer must depend only on this, and on values that the game does not change while a search lasts.
pub struct Question<'a> {
    pub(crate) c: &'a sys::htn_question,
    pub(crate) answers: *mut i32,
    pub(crate) proposed: u32,
}

impl Question<'_> {
    /// One value for each parameter.
    pub fn arguments(&self) -> &[i32] {
        match self.c.argument_count {
            0 => &[],
            count => unsafe { std::slice::from_raw_parts(self.c.arguments, count as usize) },
        }
    }

    /// Which query it is.
    pub fn query(&self) -> Query {
        Query(self.c.query)
    }

    /// Adds a candidate. False: there is no room for it; a query has room for the `Max` of its declaration. Then return
    /// [`Answer::Proposed`].
    pub fn propose(&mut self, value: i32) -> bool {
        if self.proposed == self.c.capacity {
            return false;
        }
        unsafe { *self.answers.add(self.proposed as usize) = value };
        self.proposed += 1;
        true
    }
}
