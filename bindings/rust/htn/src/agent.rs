//! Agents.

use crate::block::Block;
use crate::class::Class;
use crate::crowd::AgentId;
use crate::domain::{Domain, OrderId, Root, Sensor, StepId, Task};
use crate::error::{check, text, Error, Result, Status};
use crate::options::{Limits, Options};
use crate::plan::Plan;
use crate::step::{Outcome, Step};
use crate::sys;
use crate::world::World;
use std::any::Any;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::os::raw::c_void;
use std::panic::resume_unwind;
use std::ptr::NonNull;
use std::time::Duration;

/// What lies behind an agent, at an address that C has. It is reached by raw pointers only.
pub(crate) struct Inner<T> {
    pub(crate) c: *mut sys::htn_agent,
    pub(crate) user: T,
    pub(crate) class: Class<T>,
    pub(crate) panic: Option<Box<dyn Any + Send>>,
    pub(crate) id: Option<AgentId>,
    journal: Option<Journal>,
    news: sys::htn_news,
    _memory: Block,
}

struct Journal {
    c: Block,
    _ring: Block,
}

/// An agent, with the game's `T`. Its methods are those of [`AgentCore`].
pub struct Agent<T> {
    inner: [NonNull<Inner<T>>; 1],
    owns: PhantomData<Inner<T>>,
}

// C keeps no state of the thread, and refers only to what the agent owns and to its class.
unsafe impl<T: Send> Send for Agent<T> {}

/// An agent behind a reference: an [`Agent`], or one in a [`Crowd`](crate::Crowd). (It has no size, so that two agents of crowds cannot be
/// swapped.)
#[repr(transparent)]
pub struct AgentCore<T>([NonNull<Inner<T>>]);

/// What an agent has done since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Searches that have begun.
    pub searches: u64,
    /// Searches that there was a reason for, but that were skipped because their result was known.
    pub skipped: u64,
    /// What all searches have spent, in units of [`Limits::work`].
    pub work: u64,
}

/// What happened to a step whose operator is polled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NewsKind {
    /// It has started: report how it ends.
    Start,
    /// It is to end early: report [`Outcome::Aborted`] when it has ended.
    Abort,
    /// The agent has been loaded in the middle of it.
    Resume,
}

/// A piece of news.
pub struct News<'a> {
    /// What happened.
    pub kind: NewsKind,
    /// The step.
    pub step: Step<'a>,
}

/// How an order has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
pub enum OrderEnd {
    /// All of its plan is done.
    Done = sys::HTN_ORDER_DONE,
    /// Its search found no plan.
    NoPlan = sys::HTN_ORDER_NO_PLAN,
    /// Its search reached a limit.
    Limit = sys::HTN_ORDER_LIMIT,
    /// Its plans have failed.
    Failed = sys::HTN_ORDER_FAILED,
    /// An instance among its arguments was removed.
    Gone = sys::HTN_ORDER_GONE,
    /// The game has replaced it.
    Replaced = sys::HTN_ORDER_REPLACED,
    /// The game has taken it back.
    Taken = sys::HTN_ORDER_TAKEN,
    /// A load or a reload lacks its task, its arguments or room for it.
    Dropped = sys::HTN_ORDER_DROPPED,
}

/// The end of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderReport {
    /// The order.
    pub id: OrderId,
    /// Its layer.
    pub layer: Root,
    /// Its task. None: of a build that has another one.
    pub task: Option<Task>,
    /// How it has ended.
    pub end: OrderEnd,
    /// [`OrderEnd::Limit`]: which limit. Else [`Status::Ok`].
    pub status: Status,
}

impl OrderReport {
    pub(crate) fn new(c: &sys::htn_order_report) -> OrderReport {
        OrderReport {
            id: OrderId(c.id),
            layer: Root(c.layer),
            task: Some(Task(c.task)).filter(|task| task.0 != sys::HTN_NONE),
            end: match c.end {
                sys::HTN_ORDER_DONE => OrderEnd::Done,
                sys::HTN_ORDER_NO_PLAN => OrderEnd::NoPlan,
                sys::HTN_ORDER_LIMIT => OrderEnd::Limit,
                sys::HTN_ORDER_FAILED => OrderEnd::Failed,
                sys::HTN_ORDER_GONE => OrderEnd::Gone,
                sys::HTN_ORDER_REPLACED => OrderEnd::Replaced,
                sys::HTN_ORDER_TAKEN => OrderEnd::Taken,
                _ => OrderEnd::Dropped,
            },
            status: Status::of(c.status),
        }
    }
}

/// An order that has not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// Its task.
    pub task: Task,
    /// Plans in a row that have failed without a step done.
    pub tries: u32,
    /// Its plan is running.
    pub runs: bool,
    /// It is the first one, and its gate was closed when it was last asked.
    pub waits: bool,
}

/// How a load went. All zero and false if there is nothing to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadReport {
    /// The save was made with the very blob of the agent's domain: nothing was lost.
    pub exact: bool,
    /// Properties that the domain does not have any more.
    pub properties_lost: u32,
    /// Cells whose value is out of range now, or whose value's name is gone.
    pub values_changed: u32,
    /// Instances for which there is no slot now.
    pub instances_lost: u32,
    /// Running plans that go on.
    pub plans_kept: u32,
    /// Running plans of which some step is not in the domain any more.
    pub plans_dropped: u32,
    /// Steps in progress whose operator is not in the domain any more, or takes other arguments.
    pub steps_lost: u32,
}

impl LoadReport {
    pub(crate) fn from_call(call: impl FnOnce(*mut sys::htn_load_report) -> sys::htn_status) -> Result<LoadReport> {
        let mut c: sys::htn_load_report = unsafe { std::mem::zeroed() };
        let status = call(&mut c);
        if status != sys::HTN_OK && !c.reason.is_null() {
            return Err(Error::with(Status::of(status), format!("{} at byte {}", unsafe { text(c.reason) }, c.offset)));
        }
        check(status)?;
        Ok(LoadReport {
            exact: c.exact,
            properties_lost: c.properties_lost,
            values_changed: c.values_changed,
            instances_lost: c.instances_lost,
            plans_kept: c.plans_kept,
            plans_dropped: c.plans_dropped,
            steps_lost: c.steps_lost,
        })
    }
}

impl<T: 'static> Agent<T> {
    /// Makes an agent. `user` is what the class's closures are given.
    pub fn new(class: &Class<T>, user: T, options: &Options) -> Result<Agent<T>> {
        let mut c = options.to_c();
        let memory = match unsafe { sys::htn_agent_bytes(class.0.c, &c) } {
            0 => return Err(Error::with(Status::BadArgument, "the options ask for too much".to_owned())),
            size => Block::new(size),
        };
        let (at, size) = (memory.at(), memory.size());
        let inner = Box::into_raw(Box::new(Inner {
            c: std::ptr::null_mut(),
            user,
            class: class.clone(),
            panic: None,
            id: None,
            journal: None,
            news: unsafe { std::mem::zeroed() },
            _memory: memory,
        }));
        c.user = inner.cast();
        let agent = Agent { inner: [unsafe { NonNull::new_unchecked(inner) }], owns: PhantomData };
        check(unsafe { sys::htn_agent_init(std::ptr::addr_of_mut!((*inner).c), class.0.c, &c, at, size) })?;
        Ok(agent)
    }

    /// Ends the agent, and gives back what it was made with.
    pub fn into_user(self) -> T {
        let inner = self.inner[0].as_ptr();
        std::mem::forget(self);
        unsafe { Box::from_raw(inner) }.user
    }

    pub(crate) fn inner(&self) -> *mut Inner<T> {
        self.inner[0].as_ptr()
    }
}

impl<T> Drop for Agent<T> {
    fn drop(&mut self) {
        drop(unsafe { Box::from_raw(self.inner[0].as_ptr()) });
    }
}

impl<T> Deref for Agent<T> {
    type Target = AgentCore<T>;
    fn deref(&self) -> &AgentCore<T> {
        let slice: *const [NonNull<Inner<T>>] = &self.inner[..];
        unsafe { &*(slice as *const AgentCore<T>) }
    }
}

impl<T> DerefMut for Agent<T> {
    fn deref_mut(&mut self) -> &mut AgentCore<T> {
        let slice: *mut [NonNull<Inner<T>>] = &mut self.inner[..];
        unsafe { &mut *(slice as *mut AgentCore<T>) }
    }
}

impl<T: 'static> AgentCore<T> {
    fn inner(&self) -> *mut Inner<T> {
        self.0[0].as_ptr()
    }

    pub(crate) fn c(&self) -> *mut sys::htn_agent {
        unsafe { (*self.inner()).c }
    }

    /// Goes on with a panic that a closure had in the call that is over.
    fn resume(&self) {
        if let Some(panic) = unsafe { (*self.inner()).panic.take() } {
            resume_unwind(panic);
        }
    }

    /// What the agent was made with.
    pub fn user(&self) -> &T {
        unsafe { &(*self.inner()).user }
    }

    /// The same, to change it.
    pub fn user_mut(&mut self) -> &mut T {
        unsafe { &mut (*self.inner()).user }
    }

    /// The agent's class.
    pub fn class(&self) -> &Class<T> {
        unsafe { &(*self.inner()).class }
    }

    /// The agent's domain.
    pub fn domain(&self) -> &Domain {
        &self.class().0.domain
    }

    /// The agent's world state.
    pub fn world(&self) -> &World {
        unsafe { World::of_const(sys::htn_agent_world(self.c())) }
    }

    /// The same, to change it: a change is a reason to plan.
    pub fn world_mut(&mut self) -> &mut World {
        unsafe { World::of(sys::htn_agent_world(self.c())) }
    }

    /// One frame, in microseconds; 24 days at most. An error is a warning: the tick was completed, but a search ended with a limit
    /// ([`Status::is_limit`]), and the layer goes on as if there were no plan. Every tick returns it until a search ends otherwise.
    pub fn tick(&mut self, elapsed: Duration) -> Result<()> {
        let status = unsafe { sys::htn_agent_tick(self.c(), microseconds(elapsed)) };
        self.resume();
        check(status)
    }

    /// The same with at most `work` for searches, in units of [`Limits::work`]; afterwards `work` is what remains of it.
    pub fn tick_within(&mut self, elapsed: Duration, work: &mut u32) -> Result<()> {
        let status = unsafe { sys::htn_agent_tick_within(self.c(), microseconds(elapsed), work) };
        self.resume();
        check(status)
    }

    /// Asks a layer (None: all) to replan in the next tick, unless the result is known.
    pub fn ask(&mut self, layer: impl Into<Option<Root>>) -> Result<()> {
        check(unsafe { sys::htn_agent_ask(self.c(), layer.into().map_or(sys::HTN_NONE, |layer| layer.0)) })
    }

    /// Answers of queries may be different from now on. Call it whenever that is so.
    pub fn answers_changed(&mut self) {
        unsafe { sys::htn_agent_answers_changed(self.c()) };
    }

    /// Runs a sensor now, whatever its period.
    pub fn sense(&mut self, sensor: Sensor) -> Result<()> {
        let status = unsafe { sys::htn_agent_sense(self.c(), sensor.0) };
        self.resume();
        check(status)
    }

    /// The layers, one for each root of the domain.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Root> {
        (0..unsafe { sys::htn_agent_layers(self.c()) }).map(Root)
    }

    /// A layer's running plan.
    pub fn plan(&self, layer: Root) -> Option<Plan<'_>> {
        let mut plan: sys::htn_plan = unsafe { std::mem::zeroed() };
        let mut done = std::ptr::null();
        unsafe { sys::htn_agent_plan(self.c(), layer.0, &mut plan, &mut done).then(|| Plan::new(plan, done, self.domain().c())) }
    }

    /// Calls `show` with each step that the layer has in progress, those that are being aborted included, by rising id.
    pub fn each_step(&self, layer: Root, mut show: impl FnMut(&Step<'_>)) {
        let mut activity: sys::htn_activity = unsafe { std::mem::zeroed() };
        for i in 0.. {
            if !unsafe { sys::htn_agent_activity(self.c(), layer.0, i, &mut activity) } {
                break;
            }
            show(&Step { c: &activity, memory: 0, owner: PhantomData });
        }
    }

    /// How a layer's last search ended: [`Status::Ok`], [`Status::NoPlan`], [`Status::Suspended`] while one is under way,
    /// [`Status::NotBegun`], a limit.
    pub fn result(&self, layer: Root) -> Status {
        Status::of(unsafe { sys::htn_agent_result(self.c(), layer.0) })
    }

    /// Whether there is nothing to do: the layer's last search has found an empty plan.
    pub fn idle(&self, layer: Root) -> bool {
        unsafe { sys::htn_agent_idle(self.c(), layer.0) }
    }

    /// What the agent has done since it was made.
    pub fn counts(&self) -> Counts {
        let mut c = sys::htn_counts { searches: 0, skipped: 0, work: 0 };
        unsafe { sys::htn_agent_counts(self.c(), &mut c) };
        Counts { searches: c.searches, skipped: c.skipped, work: c.work }
    }

    /// The most that a layer's searches have used, in the units of [`Limits`].
    pub fn peaks(&self, layer: Root) -> Result<Limits> {
        let mut c = Limits::default().to_c();
        check(unsafe { sys::htn_agent_peaks(self.c(), layer.0, &mut c) })?;
        Ok(Limits::from_c(&c))
    }

    /// Takes the oldest piece of news of a step whose operator is polled.
    pub fn next_news(&mut self) -> Option<News<'_>> {
        let inner = self.inner();
        unsafe { sys::htn_agent_news((*inner).c, std::ptr::addr_of_mut!((*inner).news)).then(|| news_of(inner)) }
    }

    /// Reports how a step is doing: [`Outcome::Succeeded`] or [`Outcome::Failed`] for a running step, [`Outcome::Aborted`] for one that is
    /// being aborted. An error: no such step is in progress.
    pub fn report(&mut self, id: StepId, outcome: Outcome) -> Result<()> {
        check(unsafe { sys::htn_agent_report(self.c(), id.0, outcome as sys::htn_outcome) })
    }

    /// Gives the first layer an order, behind those that it has. One argument for each parameter of the task.
    pub fn order(&mut self, task: Task, arguments: &[i32]) -> Result<OrderId> {
        self.order_in(Root::FIRST, task, arguments, false)
    }

    /// Gives a layer an order. `replace`: it takes the place of those that the layer has.
    pub fn order_in(&mut self, layer: Root, task: Task, arguments: &[i32], replace: bool) -> Result<OrderId> {
        let given = sys::htn_given_task { task: task.0, arguments: arguments.as_ptr(), argument_count: arguments.len() as u32 };
        let how = if replace { sys::HTN_ORDER_REPLACE } else { sys::HTN_ORDER_QUEUE };
        let mut id = 0;
        let status = unsafe { sys::htn_agent_order(self.c(), layer.0, &given, how, &mut id) };
        self.resume();
        check(status)?;
        Ok(OrderId(id))
    }

    /// Takes an order back; None: all orders of the layer.
    pub fn take_back(&mut self, layer: Root, id: impl Into<Option<OrderId>>) -> Result<()> {
        let status = unsafe { sys::htn_agent_take_back(self.c(), layer.0, id.into().map_or(sys::HTN_NONE, |id| id.0)) };
        self.resume();
        check(status)
    }

    /// The orders of a layer that have not ended, in their order.
    pub fn orders(&self, layer: Root) -> impl Iterator<Item = Order> + '_ {
        (0..).map_while(move |i| {
            let mut c: sys::htn_order = unsafe { std::mem::zeroed() };
            let order = |c: sys::htn_order| Order { id: OrderId(c.id), task: Task(c.task.task), tries: c.tries, runs: c.runs, waits: c.waits };
            unsafe { sys::htn_agent_order_at(self.c(), layer.0, i, &mut c) }.then(|| order(c))
        })
    }

    /// Level of detail: its crowd ticks the agent only in every `frames`th frame, with the time of all of them. 1 is each frame.
    pub fn set_period(&mut self, frames: u32) {
        unsafe { sys::htn_agent_set_period(self.c(), frames) };
    }

    /// From now on the agent writes a journal into a ring of `bytes`, for `htn trace` and [`replay`]. To be replayed, a journal must begin
    /// before the first tick. `read_journal()` empties the ring.
    pub fn keep_journal(&mut self, bytes: usize) -> Result<()> {
        let (c, ring) = (Block::of::<sys::htn_journal>(), Block::new(bytes));
        check(unsafe { sys::htn_journal_init(c.at().cast(), ring.at(), bytes) })?;
        check(unsafe { sys::htn_agent_journal(self.c(), c.at().cast()) })?;
        unsafe { (*self.inner()).journal = Some(Journal { c, _ring: ring }) };
        Ok(())
    }

    /// Ends the journal.
    pub fn end_journal(&mut self) {
        unsafe {
            sys::htn_agent_journal(self.c(), std::ptr::null_mut());
            (*self.inner()).journal = None;
        }
    }

    /// Moves what the journal has to the end of `to`. The pieces one after the other are the journal.
    pub fn read_journal(&mut self, to: &mut Vec<u8>) {
        let journal = match unsafe { &(*self.inner()).journal } {
            Some(journal) => journal.c.at().cast(),
            None => return,
        };
        let mut piece = [0u8; 4096];
        loop {
            match unsafe { sys::htn_journal_read(journal, piece.as_mut_ptr().cast(), piece.len()) } {
                0 => break,
                size => to.extend_from_slice(&piece[..size]),
            }
        }
    }

    /// All that the agent is, as bytes for `load()`. Not its class, options, group, crowd and journal, nor the game's `T`.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut save = vec![0; unsafe { sys::htn_agent_save_bytes(self.c()) }];
        let mut used = 0;
        check(unsafe { sys::htn_agent_save(self.c(), save.as_mut_ptr().cast(), save.len(), &mut used) })?;
        save.truncate(used);
        Ok(save)
    }

    /// Turns an agent that was never ticked into the saved one. Each step in progress gets `resume`. The save is not trusted: if it is
    /// refused, nothing has changed.
    pub fn load(&mut self, save: &[u8]) -> Result<LoadReport> {
        let c = self.c();
        let report = LoadReport::from_call(|report| unsafe { sys::htn_agent_load(c, save.as_ptr().cast(), save.len(), report) });
        self.resume();
        report
    }

    /// Hot reload: this agent, which was never ticked, over another build of the domain, takes over from `from`, which is good for nothing
    /// afterwards but reading its news.
    pub fn reload(&mut self, from: &mut AgentCore<T>) -> Result<LoadReport> {
        let scratch = Block::new(unsafe { sys::htn_agent_save_bytes(from.c()) });
        let (to, old) = (self.c(), from.c());
        let report = LoadReport::from_call(|report| unsafe { sys::htn_agent_reload(to, old, scratch.at(), scratch.size(), report) });
        from.resume();
        self.resume();
        report
    }
}

pub(crate) unsafe fn news_of<'a, T: 'static>(inner: *mut Inner<T>) -> News<'a> {
    let news = &*std::ptr::addr_of!((*inner).news);
    let kind = match news.kind {
        sys::HTN_NEWS_START => NewsKind::Start,
        sys::HTN_NEWS_ABORT => NewsKind::Abort,
        _ => NewsKind::Resume,
    };
    let class = &(*inner).class;
    let memory = class.0.polled_memory.get(news.activity.operator_index as usize).copied().unwrap_or(0);
    News { kind, step: Step { c: &news.activity, memory, owner: PhantomData } }
}

pub(crate) unsafe fn keep_news<T>(inner: *mut Inner<T>, news: &sys::htn_news) {
    (*inner).news = *news;
}

pub(crate) fn microseconds(time: Duration) -> u64 {
    time.as_micros().min(sys::HTN_MAX_ELAPSED_US.into()) as u64
}

/// How a replay went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// Why it did not reach the journal's end. None: it did.
    pub reason: Option<&'static str>,
    /// How many events were the same as in the journal.
    pub events: u32,
    /// The byte of the event that differs; the journal's size if it was replayed to its end.
    pub offset: usize,
    /// The domain is another build than the journal's.
    pub other_build: bool,
}

/// Replays the journal of an agent of `domain`, and compares what comes with it. Calls nothing of the game. An error: the journal cannot
/// be replayed.
pub fn replay(domain: &Domain, journal: &[u8]) -> Result<Replay> {
    let mut report: sys::htn_replay_report = unsafe { std::mem::zeroed() };
    let mut memory = Block::new(8);
    let status = loop {
        let (at, size): (*mut c_void, usize) = (memory.at(), memory.size());
        match unsafe { sys::htn_replay(domain.c(), journal.as_ptr().cast(), journal.len(), at, size, &mut report) } {
            sys::HTN_TOO_SMALL => memory = Block::new(report.memory),
            status => break status,
        }
    };
    let reason = if report.reason.is_null() { None } else { Some(unsafe { text(report.reason) }) };
    match (status, reason) {
        (sys::HTN_OK, _) | (sys::HTN_DIFFERS, _) => {
            Ok(Replay { reason, events: report.events, offset: report.offset, other_build: report.other_build })
        }
        (status, Some(reason)) => Err(Error::with(Status::of(status), format!("{} at byte {}", reason, report.offset))),
        (status, None) => Err(Error::new(Status::of(status))),
    }
}
