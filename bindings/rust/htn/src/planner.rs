//! Planning without an agent: for tools, and for games that carry out plans themselves.

use crate::block::Block;
use crate::class::{give, keep};
use crate::domain::{Domain, Root, Task};
use crate::error::{check, Error, Result, Status};
use crate::options::Limits;
use crate::plan::Plan;
use crate::step::{Answer, Question};
use crate::sys;
use crate::world::{milliseconds, World};
use std::any::Any;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::time::Duration;

type Answerer = Box<dyn FnMut(&mut Question<'_>) -> Answer + Send>;

struct Asked {
    answerer: Option<Answerer>,
    panic: Option<Box<dyn Any + Send>>,
}

/// What to plan. The default is the domain's first root.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The root.
    pub root: Root,
    /// Tasks with their arguments, which are planned one after the other in place of the root's task.
    pub tasks: &'a [(Task, &'a [i32])],
    /// Of given tasks: the cheapest plan.
    pub cheapest: bool,
    /// The limit on work of this search. None: the planner's.
    pub work: Option<u32>,
    /// Find only a plan that should replace the running one ([`Planner::adopt`]).
    pub replan: bool,
    /// The running plan is partial and its steps are done: plan what remains.
    pub go_on: bool,
    /// Keep the search, for [`Planner::find_next`].
    pub keep: bool,
    /// A plan is partial as soon as its steps take so long.
    pub horizon: Option<Duration>,
    /// With `replan`: how many steps of the running plan have succeeded.
    pub steps_done: u32,
    /// Of random choices.
    pub seed: u32,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Request {
            root: Root::FIRST,
            tasks: &[],
            cheapest: false,
            work: None,
            replan: false,
            go_on: false,
            keep: false,
            horizon: None,
            steps_done: 0,
            seed: 0,
        }
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// A plan was found: [`Planner::plan`].
    Found,
    /// There is none. After `find_next()`: no more.
    NoPlan,
    /// Of a replan: the running plan is kept.
    Stands,
    /// The budget is spent: call again.
    Suspended,
    /// An answer is late: call again.
    Waits,
}

/// A planner.
pub struct Planner {
    c: *mut sys::htn_planner,
    asked: *mut Asked,
    domain: Domain,
    _memory: Block,
}

// It refers only to what it owns, and to its domain.
unsafe impl Send for Planner {}

impl Planner {
    /// Makes a planner.
    pub fn new(domain: &Domain, limits: &Limits) -> Result<Planner> {
        let limits = limits.to_c();
        let memory = match unsafe { sys::htn_planner_bytes(domain.c(), &limits) } {
            0 => return Err(Error::with(Status::BadArgument, "the limits ask for too much".to_owned())),
            size => Block::new(size),
        };
        let mut c = std::ptr::null_mut();
        check(unsafe { sys::htn_planner_init(&mut c, domain.c(), &limits, memory.at(), memory.size()) })?;
        let asked = Box::into_raw(Box::new(Asked { answerer: None, panic: None }));
        Ok(Planner { c, asked, domain: domain.clone(), _memory: memory })
    }

    /// The planner's domain.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// The planner's limits, with the defaults filled in.
    pub fn limits(&self) -> Limits {
        let mut c = Limits::default().to_c();
        unsafe { sys::htn_planner_limits(self.c, &mut c) };
        Limits::from_c(&c)
    }

    /// Sets the closure that answers queries; without one, each answers its default. [`Question::query`] says which it is.
    pub fn answer<R: Into<Answer>>(&mut self, mut call: impl FnMut(&mut Question<'_>) -> R + Send + 'static) {
        unsafe {
            (*self.asked).answerer = Some(Box::new(move |question| call(question).into()));
            sys::htn_planner_answer(self.c, Some(on_question), self.asked.cast());
        }
    }

    fn progress(&self, status: sys::htn_status) -> Result<Progress> {
        if let Some(panic) = unsafe { (*self.asked).panic.take() } {
            resume_unwind(panic);
        }
        match status {
            sys::HTN_OK => Ok(Progress::Found),
            sys::HTN_NO_PLAN => Ok(Progress::NoPlan),
            sys::HTN_STANDS => Ok(Progress::Stands),
            sys::HTN_SUSPENDED => Ok(Progress::Suspended),
            sys::HTN_WAITS => Ok(Progress::Waits),
            status => Err(Error::new(Status::of(status))),
        }
    }

    /// Searches to the end. None: there is no plan, or for a replan none that should replace the running one. An error: a limit was reached,
    /// or an answer is late ([`Status::Waits`]: go on with `step()`).
    pub fn find(&mut self, world: &mut World, request: &Request<'_>) -> Result<Option<Plan<'_>>> {
        let status = with_request(request, |c| unsafe { sys::htn_plan_find(self.c, world.c_mut(), c) });
        match self.progress(status)? {
            Progress::Found => Ok(Some(self.plan())),
            Progress::Waits => Err(Error::new(Status::Waits)),
            _ => Ok(None),
        }
    }

    /// Begins a search, which sees the world as it is now.
    pub fn begin(&mut self, world: &mut World, request: &Request<'_>) -> Result<()> {
        check(with_request(request, |c| unsafe { sys::htn_plan_begin(self.c, world.c_mut(), c) }))
    }

    /// Goes on with the search for `budget` units of work; None: to the end.
    pub fn step(&mut self, budget: Option<u32>) -> Result<Progress> {
        let status = unsafe { sys::htn_plan_step(self.c, budget.unwrap_or(0)) };
        self.progress(status)
    }

    /// The next plan of a search whose request has `keep`. None: there are no more.
    pub fn find_next(&mut self) -> Result<Option<Plan<'_>>> {
        let status = unsafe { sys::htn_plan_next(self.c, 0) };
        match self.progress(status)? {
            Progress::Found => Ok(Some(self.plan())),
            Progress::Waits => Err(Error::new(Status::Waits)),
            _ => Ok(None),
        }
    }

    /// The plan that was found last; empty if the last search found none.
    pub fn plan(&self) -> Plan<'_> {
        let mut plan: sys::htn_plan = unsafe { std::mem::zeroed() };
        unsafe {
            sys::htn_planner_plan(self.c, &mut plan);
            Plan::new(plan, std::ptr::null(), self.domain.c())
        }
    }

    /// Makes the plan that was found last the running plan.
    pub fn adopt(&mut self) -> Result<()> {
        check(unsafe { sys::htn_planner_adopt(self.c) })
    }

    /// Forgets the running plan.
    pub fn drop_plan(&mut self) {
        unsafe { sys::htn_planner_drop(self.c) }
    }

    /// The running plan.
    pub fn running(&self) -> Option<Plan<'_>> {
        let mut plan: sys::htn_plan = unsafe { std::mem::zeroed() };
        unsafe { sys::htn_planner_running(self.c, &mut plan).then(|| Plan::new(plan, std::ptr::null(), self.domain.c())) }
    }

    /// Whether the running plan still holds in `world`, whose first `steps_done` steps have succeeded. `Ok(Err(step))`: it does not, since
    /// the preconditions of that step fail.
    pub fn validate(&mut self, world: &mut World, steps_done: u32) -> Result<std::result::Result<(), u32>> {
        let mut failed = 0;
        let status = unsafe { sys::htn_planner_validate(self.c, world.c_mut(), steps_done, std::ptr::null(), &mut failed) };
        match self.progress(status)? {
            Progress::Found => Ok(Ok(())),
            Progress::Waits => Err(Error::new(Status::Waits)),
            _ => Ok(Err(failed)),
        }
    }
}

impl Drop for Planner {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.asked) });
    }
}

fn with_request<R>(request: &Request<'_>, call: impl FnOnce(*const sys::htn_request) -> R) -> R {
    let tasks: Vec<sys::htn_given_task> = request
        .tasks
        .iter()
        .map(|(task, arguments)| sys::htn_given_task {
            task: task.0,
            arguments: arguments.as_ptr(),
            argument_count: arguments.len() as u32,
        })
        .collect();
    call(&sys::htn_request {
        root: request.root.0,
        work: request.work.unwrap_or(0),
        replan: request.replan,
        go_on: request.go_on,
        keep: request.keep,
        horizon: request.horizon.map_or(0, milliseconds),
        steps_done: request.steps_done,
        done: std::ptr::null(),
        seed: request.seed,
        task_count: tasks.len() as u32,
        tasks: tasks.as_ptr(),
        cheapest: request.cheapest,
    })
}

unsafe extern "C" fn on_question(
    user: *mut c_void,
    question: *const sys::htn_question,
    answers: *mut i32,
    count: *mut u32,
) -> sys::htn_status {
    let asked = user.cast::<Asked>();
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let mut question = Question { c: &*question, answers, proposed: 0 };
        let answer = match &mut *std::ptr::addr_of_mut!((*asked).answerer) {
            Some(call) => call(&mut question),
            None => Answer::Default,
        };
        if answer == Answer::Proposed {
            *count = question.proposed;
        }
        answer
    }))
    .unwrap_or_else(|panic| {
        keep(&mut *std::ptr::addr_of_mut!((*asked).panic), panic);
        Answer::Default
    });
    give(answer, answers)
}
