//! Classes: the game's closures for the operators, sensors and queries of a domain.

use crate::agent::{Inner, OrderReport};
use crate::block::Block;
use crate::domain::Domain;
use crate::error::{check, Error, Result, Status};
use crate::step::{Answer, Outcome, Plain, Question, Step};
use crate::sys;
use crate::world::World;
use std::any::Any;
use std::cell::Cell;
use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

type StepCall<T> = Box<dyn Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync>;
type ResumeCall<T> = Box<dyn Fn(&mut T, &mut Step<'_>) + Send + Sync>;
type SenseCall<T> = Box<dyn Fn(&mut T, &mut World) + Send + Sync>;
type QueryCall<T> = Box<dyn Fn(&T, &mut Question<'_>) -> Answer + Send + Sync>;
type OrderCall<T> = Box<dyn Fn(&mut T, &OrderReport) + Send + Sync>;

/// The closures of one operator. Without `start` a step simply runs; without `update` it runs until it is reported; without `abort` it ends
/// at once when it is aborted.
pub struct Operation<T> {
    start: Option<StepCall<T>>,
    update: Option<StepCall<T>>,
    abort: Option<StepCall<T>>,
    resume: Option<ResumeCall<T>>,
    memory: u32,
    polled: bool,
}

impl<T> Operation<T> {
    fn new() -> Operation<T> {
        Operation { start: None, update: None, abort: None, resume: None, memory: 0, polled: false }
    }

    /// A step starts.
    pub fn start(mut self, call: impl Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync + 'static) -> Self {
        self.start = Some(Box::new(call));
        self
    }

    /// Called once per tick, from the tick after `start`.
    pub fn update(mut self, call: impl Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync + 'static) -> Self {
        self.update = Some(Box::new(call));
        self
    }

    /// The step is to end early: returns [`Outcome::Aborted`], or [`Outcome::Running`] if that takes time.
    pub fn abort(mut self, call: impl Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync + 'static) -> Self {
        self.abort = Some(Box::new(call));
        self
    }

    /// The agent has been loaded in the middle of this step.
    pub fn resume(mut self, call: impl Fn(&mut T, &mut Step<'_>) + Send + Sync + 'static) -> Self {
        self.resume = Some(Box::new(call));
        self
    }

    /// Each step has a `P` of memory: [`Step::memory`].
    pub fn memory<P: Plain>(mut self) -> Self {
        self.memory = std::mem::size_of::<P>() as u32;
        self
    }

    /// The operator is polled, as one without closures ([`next_news()`](crate::AgentCore::next_news)), but its steps have memory. It takes
    /// no closures.
    pub fn polled(mut self) -> Self {
        self.polled = true;
        self
    }
}

/// The game's closures, by the names of the domain. If something is bound twice, the last one counts. An operator that is not bound is
/// polled: [`next_news()`](crate::AgentCore::next_news).
pub struct Bindings<T> {
    operators: Vec<(String, Operation<T>)>,
    sensors: Vec<(String, SenseCall<T>)>,
    queries: Vec<(String, QueryCall<T>)>,
    order_ended: Option<OrderCall<T>>,
}

impl<T> Default for Bindings<T> {
    fn default() -> Self {
        Bindings::new()
    }
}

impl<T> Bindings<T> {
    /// None.
    pub fn new() -> Bindings<T> {
        Bindings { operators: Vec::new(), sensors: Vec::new(), queries: Vec::new(), order_ended: None }
    }

    /// An operator with several closures: `.operator("Chase", |o| o.update(chase).abort(stop).memory::<u32>())`.
    pub fn operator(mut self, name: &str, make: impl FnOnce(Operation<T>) -> Operation<T>) -> Self {
        self.operators.push((name.to_owned(), make(Operation::new())));
        self
    }

    /// An operator that is called in each tick from the one after its start, until it returns something else than
    /// [`Outcome::Running`].
    pub fn update(self, name: &str, call: impl Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync + 'static) -> Self {
        self.operator(name, |o| o.update(call))
    }

    /// An operator that is called once, when its step starts.
    pub fn start(self, name: &str, call: impl Fn(&mut T, &mut Step<'_>) -> Outcome + Send + Sync + 'static) -> Self {
        self.operator(name, |o| o.start(call))
    }

    /// A sensor, which reads the game and writes the agent's world.
    pub fn sensor(mut self, name: &str, call: impl Fn(&mut T, &mut World) + Send + Sync + 'static) -> Self {
        self.sensors.push((name.to_owned(), Box::new(call)));
        self
    }

    /// A query. The closure is called in the middle of searches.
    pub fn query<R: Into<Answer>>(mut self, name: &str, call: impl Fn(&T, &mut Question<'_>) -> R + Send + Sync + 'static) -> Self {
        self.queries.push((name.to_owned(), Box::new(move |user, question| call(user, question).into())));
        self
    }

    /// Hears of the end of each order.
    pub fn order_ended(mut self, call: impl Fn(&mut T, &OrderReport) + Send + Sync + 'static) -> Self {
        self.order_ended = Some(Box::new(call));
        self
    }
}

/// What C points at: closures in boxes, which stay where they are.
struct Calls<T> {
    #[allow(clippy::vec_box)]
    operators: Vec<Box<Operation<T>>>,
    #[allow(clippy::vec_box)]
    sensors: Vec<Box<SenseCall<T>>>,
    queries: Box<Vec<Option<QueryCall<T>>>>,
    order_ended: Option<OrderCall<T>>,
}

pub(crate) struct Made<T> {
    pub(crate) c: *const sys::htn_agent_class,
    pub(crate) domain: Domain,
    pub(crate) polled_memory: Vec<u32>,
    calls: Calls<T>,
    _names: Vec<CString>,
    _memory: Block,
}

// Immutable; its closures are Send and Sync.
unsafe impl<T> Send for Made<T> {}
unsafe impl<T> Sync for Made<T> {}

/// What the agents of one kind do: an archer and a gunner bind the operator `Attack` to different closures. Clones are the same class.
pub struct Class<T>(pub(crate) Arc<Made<T>>);

impl<T> Clone for Class<T> {
    fn clone(&self) -> Self {
        Class(self.0.clone())
    }
}

fn c_name(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::with(Status::NotFound, format!("{:?}", name)))
}

impl<T: 'static> Class<T> {
    /// Binds. A name that is not in the domain is an error, so that a misspelled name is noticed.
    pub fn new(domain: &Domain, bindings: Bindings<T>) -> Result<Class<T>> {
        let mut calls =
            Calls { operators: Vec::new(), sensors: Vec::new(), queries: Box::new(Vec::new()), order_ended: bindings.order_ended };
        let mut names = Vec::new();
        let mut operators = Vec::new();
        let operator_count = unsafe { sys::htn_domain_count(domain.c(), sys::HTN_SECTION_OPERATORS) };
        let mut polled_memory = vec![0; operator_count as usize];
        for (name, operation) in bindings.operators {
            names.push(c_name(&name)?);
            let operation = Box::new(operation);
            let index = domain.find_operator(&name).map(|operator| operator.0 as usize);
            if let Some(memory) = index.and_then(|index| polled_memory.get_mut(index)) {
                *memory = operation.memory;
            }
            operators.push(sys::htn_operator_binding {
                name: names[names.len() - 1].as_ptr(),
                start: operation.start.as_ref().map(|_| on_start::<T> as _),
                update: operation.update.as_ref().map(|_| on_update::<T> as _),
                abort: operation.abort.as_ref().map(|_| on_abort::<T> as _),
                resume: operation.resume.as_ref().map(|_| on_resume::<T> as _),
                memory: operation.memory,
                polled: operation.polled,
                context: &*operation as *const Operation<T> as *mut c_void,
            });
            calls.operators.push(operation);
        }
        let mut sensors = Vec::new();
        for (name, sense) in bindings.sensors {
            names.push(c_name(&name)?);
            let sense = Box::new(sense);
            let context = &*sense as *const SenseCall<T> as *mut c_void;
            sensors.push(sys::htn_sensor_binding { name: names[names.len() - 1].as_ptr(), sense: Some(on_sense::<T>), context });
            calls.sensors.push(sense);
        }
        calls.queries.resize_with(unsafe { sys::htn_query_count(domain.c()) } as usize, || None);
        let answers = !bindings.queries.is_empty();
        for (name, call) in bindings.queries {
            let query = domain.find_query(&name).ok_or_else(|| Error::with(Status::NotFound, format!("query {}", name)))?;
            calls.queries[query.0 as usize] = Some(call);
        }
        let c = sys::htn_bindings {
            operators: operators.as_ptr(),
            operator_count: operators.len() as u32,
            sensors: sensors.as_ptr(),
            sensor_count: sensors.len() as u32,
            answerer: Some(on_question::<T> as sys::htn_answerer).filter(|_| answers),
            context: &*calls.queries as *const Vec<Option<QueryCall<T>>> as *mut c_void,
            order_ended: calls.order_ended.as_ref().map(|_| on_order_ended::<T> as _),
        };
        let memory = Block::new(unsafe { sys::htn_agent_class_bytes(domain.c()) });
        let (mut class, mut wrong) = (std::ptr::null_mut(), std::ptr::null());
        let status = unsafe { sys::htn_agent_class_init(&mut class, domain.c(), &c, memory.at(), memory.size(), &mut wrong) };
        if status == sys::HTN_NOT_FOUND && !wrong.is_null() {
            let name = unsafe { CStr::from_ptr(wrong) }.to_string_lossy().into_owned();
            return Err(Error::with(Status::NotFound, name));
        }
        check(status)?;
        Ok(Class(Arc::new(Made { c: class, domain: domain.clone(), polled_memory, calls, _names: names, _memory: memory })))
    }

    /// The class's domain.
    pub fn domain(&self) -> &Domain {
        &self.0.domain
    }
}

/* --- What C calls: `user` is the agent's Inner<T> --- */

thread_local! {
    /// How many panics were caught on this thread: a crowd looks for them if there are more after a tick.
    pub(crate) static PANICS: Cell<u32> = Cell::new(0);
}

/// Calls a closure with the agent's user. A panic stops here: the first one is kept until the tick is over.
unsafe fn guarded<T, R>(user: *mut c_void, otherwise: R, call: impl FnOnce(*mut Inner<T>) -> R) -> R {
    let inner = user.cast::<Inner<T>>();
    match catch_unwind(AssertUnwindSafe(|| call(inner))) {
        Ok(result) => result,
        Err(panic) => {
            keep(&mut (*inner).panic, panic);
            otherwise
        }
    }
}

pub(crate) fn keep(kept: &mut Option<Box<dyn Any + Send>>, panic: Box<dyn Any + Send>) {
    PANICS.with(|count| count.set(count.get().wrapping_add(1)));
    if kept.is_none() {
        *kept = Some(panic);
    } else {
        std::mem::forget(panic); // its drop might panic, too
    }
}

unsafe fn on_step<T>(
    user: *mut c_void,
    activity: *const sys::htn_activity,
    otherwise: Outcome,
    which: impl Fn(&Operation<T>) -> &Option<StepCall<T>>,
) -> sys::htn_outcome {
    guarded::<T, _>(user, otherwise, |inner| {
        let operation = &*(*activity).context.cast::<Operation<T>>();
        let mut step = Step { c: activity, memory: operation.memory, owner: PhantomData };
        match which(operation) {
            Some(call) => call(&mut *std::ptr::addr_of_mut!((*inner).user), &mut step),
            None => otherwise,
        }
    }) as sys::htn_outcome
}

unsafe extern "C" fn on_start<T>(user: *mut c_void, activity: *const sys::htn_activity) -> sys::htn_outcome {
    on_step::<T>(user, activity, Outcome::Failed, |o| &o.start)
}

unsafe extern "C" fn on_update<T>(user: *mut c_void, activity: *const sys::htn_activity) -> sys::htn_outcome {
    on_step::<T>(user, activity, Outcome::Failed, |o| &o.update)
}

unsafe extern "C" fn on_abort<T>(user: *mut c_void, activity: *const sys::htn_activity) -> sys::htn_outcome {
    on_step::<T>(user, activity, Outcome::Aborted, |o| &o.abort)
}

unsafe extern "C" fn on_resume<T>(user: *mut c_void, activity: *const sys::htn_activity) {
    guarded::<T, _>(user, (), |inner| {
        let operation = &*(*activity).context.cast::<Operation<T>>();
        let mut step = Step { c: activity, memory: operation.memory, owner: PhantomData };
        if let Some(call) = &operation.resume {
            call(&mut *std::ptr::addr_of_mut!((*inner).user), &mut step);
        }
    })
}

unsafe extern "C" fn on_sense<T>(user: *mut c_void, sensing: *const sys::htn_sensing) {
    guarded::<T, _>(user, (), |inner| {
        let call = &*(*sensing).context.cast::<SenseCall<T>>();
        call(&mut *std::ptr::addr_of_mut!((*inner).user), World::of((*sensing).world));
    })
}

unsafe extern "C" fn on_question<T>(
    user: *mut c_void,
    question: *const sys::htn_question,
    answers: *mut i32,
    count: *mut u32,
) -> sys::htn_status {
    let answer = guarded::<T, _>(user, Answer::Default, |inner| {
        let calls = &*(*question).context.cast::<Vec<Option<QueryCall<T>>>>();
        let mut asked = Question { c: &*question, answers, proposed: 0 };
        let answer = match calls.get((*question).query as usize) {
            Some(Some(call)) => call(&*std::ptr::addr_of!((*inner).user), &mut asked),
            _ => Answer::Default,
        };
        if answer == Answer::Proposed {
            *count = asked.proposed;
        }
        answer
    });
    give(answer, answers)
}

pub(crate) unsafe fn give(answer: Answer, answers: *mut i32) -> sys::htn_status {
    match answer {
        Answer::Value(value) => {
            *answers = value;
            sys::HTN_OK
        }
        Answer::Proposed => sys::HTN_OK,
        Answer::Default => sys::HTN_NOT_FOUND,
        Answer::Late => sys::HTN_WAITS,
    }
}

unsafe extern "C" fn on_order_ended<T>(user: *mut c_void, report: *const sys::htn_order_report) {
    guarded::<T, _>(user, (), |inner| {
        let class = (*inner).class.clone();
        if let Some(call) = &class.0.calls.order_ended {
            call(&mut *std::ptr::addr_of_mut!((*inner).user), &OrderReport::new(&*report));
        }
    })
}
