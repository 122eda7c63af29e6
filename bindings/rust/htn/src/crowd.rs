//! Crowds, and groups of their agents.

use crate::agent::{keep_news, microseconds, news_of, Agent, AgentCore, Inner, LoadReport, News};
use crate::block::Block;
use crate::class::PANICS;
use crate::domain::{Domain, Root, Type};
use crate::error::{check, Error, Result, Status};
use crate::sys;
use crate::world::World;
use std::panic::resume_unwind;
use std::time::Duration;

/// An agent in a crowd. It is not given out again when the agent has left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentId {
    index: u32,
    generation: u32,
}

/// A group in a crowd.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupId(u32);

/// When what a member of a group writes reaches the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GroupMode {
    /// At once: the member that is ticked next sees it in the same frame.
    AtOnce,
    /// At [`Crowd::share`]: in a frame all members see what there was at its beginning. They need [`Options::defer`](crate::Options::defer).
    Later,
}

/// How a group is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroupOptions {
    /// The group's number, which is saved. Give a group that is loaded the number that it had.
    pub id: u32,
    /// When what a member writes reaches the others.
    pub mode: GroupMode,
}

impl Default for GroupOptions {
    fn default() -> Self {
        GroupOptions { id: 0, mode: GroupMode::AtOnce }
    }
}

struct Slot<T> {
    generation: u32,
    agent: Option<Agent<T>>,
}

struct Home {
    c: *mut sys::htn_group,
    _memory: Block,
    _domain: Domain,
}

/// Agents that share what a frame may spend on planning. Each frame ticks every agent; if the budget does not suffice for all searches,
/// some agents wait, and their old plans run on. Agents of different kinds can have an enum or a `Box<dyn ...>` as their `T`.
pub struct Crowd<T> {
    c: Block,
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
    groups: Vec<Home>,
}

// It owns its agents and groups, and nobody else refers to them.
unsafe impl<T: Send> Send for Crowd<T> {}

/// How a crowd is doing. If agents wait for more frames than players will accept, the budget is too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrowdStatistics {
    /// Agents in the crowd.
    pub agents: u32,
    /// Agents whose searches did not get enough budget in the last frame.
    pub waiting: u32,
    /// The longest current wait, in frames.
    pub wait: u32,
    /// The most that `wait` has been.
    pub longest_wait: u32,
    /// What searches have spent in the last frame.
    pub work: u32,
    /// What the last frame had to spend. None: there was no bound.
    pub budget: Option<u32>,
    /// Searches that have begun, in all frames.
    pub searches: u64,
    /// Searches that were skipped because their result was known, in all frames.
    pub skipped: u64,
    /// The first limit that was reached in the last frame, and whose search, in which layer.
    pub trouble: Option<(Status, Option<AgentId>, Root)>,
}

impl<T: 'static> Default for Crowd<T> {
    fn default() -> Self {
        Crowd::new()
    }
}

impl<T: 'static> Crowd<T> {
    /// Without agents.
    pub fn new() -> Crowd<T> {
        let c = Block::of::<sys::htn_crowd>();
        unsafe { sys::htn_crowd_init(c.at().cast()) };
        Crowd { c, slots: Vec::new(), free: Vec::new(), groups: Vec::new() }
    }

    fn c(&self) -> *mut sys::htn_crowd {
        self.c.at().cast()
    }

    /// Takes an agent in.
    pub fn add(&mut self, agent: Agent<T>) -> AgentId {
        let status = unsafe { sys::htn_crowd_add(self.c(), agent.c()) };
        assert_eq!(status, sys::HTN_OK, "an agent that nobody else has can be added");
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, agent: None });
            self.slots.len() as u32 - 1
        });
        let slot = &mut self.slots[index as usize];
        let id = AgentId { index, generation: slot.generation };
        unsafe { (*agent.inner()).id = Some(id) };
        slot.agent = Some(agent);
        id
    }

    /// Gives an agent back; it leaves its group, too. None: it is gone.
    pub fn remove(&mut self, id: AgentId) -> Option<Agent<T>> {
        self.get(id)?;
        let slot = &mut self.slots[id.index as usize];
        let agent = slot.agent.take()?;
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(id.index);
        unsafe {
            sys::htn_crowd_remove(self.c(), agent.c());
            sys::htn_agent_share(agent.c());
            sys::htn_agent_join(agent.c(), std::ptr::null_mut());
            (*agent.inner()).id = None;
        }
        Some(agent)
    }

    /// An agent. None: it is gone.
    pub fn get(&self, id: AgentId) -> Option<&AgentCore<T>> {
        let slot = self.slots.get(id.index as usize)?;
        slot.agent.as_deref().filter(|_| slot.generation == id.generation)
    }

    /// An agent, to change it. None: it is gone.
    pub fn get_mut(&mut self, id: AgentId) -> Option<&mut AgentCore<T>> {
        let slot = self.slots.get_mut(id.index as usize)?;
        let current = slot.generation == id.generation;
        slot.agent.as_deref_mut().filter(|_| current)
    }

    /// All agents.
    pub fn iter(&self) -> impl Iterator<Item = &AgentCore<T>> {
        self.slots.iter().filter_map(|slot| slot.agent.as_deref())
    }

    /// All agents, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut AgentCore<T>> {
        self.slots.iter_mut().filter_map(|slot| slot.agent.as_deref_mut())
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there is no agent.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One frame for each agent whose turn it is, with at most `budget` for all searches together, in units of
    /// [`Limits::work`](crate::Limits::work); None: no bound. An error is the first limit that a search reached; all agents were ticked.
    /// If a closure panics, the frame is completed, and then goes on with the first agent's panic.
    pub fn tick(&mut self, elapsed: Duration, budget: Option<u32>) -> Result<()> {
        let before = PANICS.with(|count| count.get());
        let status = unsafe { sys::htn_crowd_tick(self.c(), microseconds(elapsed), budget.unwrap_or(sys::HTN_NONE)) };
        if PANICS.with(|count| count.get()) != before {
            let agents = self.slots.iter().filter_map(|slot| slot.agent.as_ref());
            let mut panics = agents.filter_map(|agent| unsafe { (*agent.inner()).panic.take() });
            if let Some(first) = panics.next() {
                panics.for_each(std::mem::forget);
                resume_unwind(first);
            }
        }
        check(status)
    }

    /// A piece of news of some agent, as [`AgentCore::next_news`]. Call it after `tick()` until there is none; it takes time for the agents
    /// that have news, not for all.
    pub fn next_news(&mut self) -> Option<(AgentId, News<'_>)> {
        let mut news: sys::htn_news = unsafe { std::mem::zeroed() };
        if !unsafe { sys::htn_crowd_news(self.c(), &mut news) } {
            return None;
        }
        let inner: *mut Inner<T> = news.activity.user.cast();
        unsafe {
            keep_news(inner, &news);
            (*inner).id.map(|id| (id, news_of(inner)))
        }
    }

    /// How the crowd is doing.
    pub fn statistics(&self) -> CrowdStatistics {
        let mut c: sys::htn_crowd_stats = unsafe { std::mem::zeroed() };
        unsafe { sys::htn_crowd_statistics(self.c(), &mut c) };
        let whose = if c.trouble_agent.is_null() {
            None
        } else {
            unsafe { (*sys::htn_agent_user(c.trouble_agent).cast::<Inner<T>>()).id }
        };
        CrowdStatistics {
            agents: c.agents,
            waiting: c.waiting,
            wait: c.wait,
            longest_wait: c.longest_wait,
            work: c.work,
            budget: Some(c.budget).filter(|&budget| budget != sys::HTN_NONE),
            searches: c.searches,
            skipped: c.skipped,
            trouble: Some((Status::of(c.trouble), whose, Root(c.trouble_layer))).filter(|trouble| trouble.0 != Status::Ok),
        }
    }

    /// Makes a group, whose members share the domain's Shared World State. It stays as long as the crowd.
    pub fn new_group(&mut self, domain: &Domain, options: GroupOptions) -> Result<GroupId> {
        let mode = if options.mode == GroupMode::Later { sys::HTN_GROUP_LATER } else { sys::HTN_GROUP_AT_ONCE };
        let options = sys::htn_group_options { id: options.id, mode };
        let memory = Block::new(unsafe { sys::htn_group_bytes(domain.c(), &options) });
        let mut c = std::ptr::null_mut();
        check(unsafe { sys::htn_group_init(&mut c, domain.c(), &options, memory.at(), memory.size()) })?;
        self.groups.push(Home { c, _memory: memory, _domain: domain.clone() });
        Ok(GroupId(self.groups.len() as u32 - 1))
    }

    /// Makes the agent a member of the group, and of no other; None: of none. It takes effect when the agent is ticked next.
    pub fn join(&mut self, agent: AgentId, group: impl Into<Option<GroupId>>) -> Result<()> {
        let home = match group.into() {
            Some(group) => self.home(group)?,
            None => std::ptr::null_mut(),
        };
        let agent = self.get(agent).ok_or_else(|| Error::with(Status::NotFound, "the agent has left the crowd".to_owned()))?;
        check(unsafe { sys::htn_agent_join(agent.c(), home) })
    }

    fn home(&self, group: GroupId) -> Result<*mut sys::htn_group> {
        let home = self.groups.get(group.0 as usize);
        home.map(|home| home.c).ok_or_else(|| Error::with(Status::NotFound, "the group is another crowd's".to_owned()))
    }

    /// A group. Panics for one of another crowd.
    #[track_caller]
    pub fn group(&self, group: GroupId) -> &Group {
        let at = std::ptr::slice_from_raw_parts(&self.groups[group.0 as usize].c, 1);
        unsafe { &*(at as *const Group) }
    }

    /// The same, to change it.
    #[track_caller]
    pub fn group_mut(&mut self, group: GroupId) -> &mut Group {
        let at = std::ptr::slice_from_raw_parts_mut(&mut self.groups[group.0 as usize].c, 1);
        unsafe { &mut *(at as *mut Group) }
    }

    /// At the end of a frame, if there are [`GroupMode::Later`] groups: what each member has written reaches the others.
    pub fn share(&mut self) {
        unsafe { sys::htn_crowd_share(self.c()) };
    }
}

/// A group of a crowd.
#[repr(transparent)]
pub struct Group([*mut sys::htn_group]);

impl Group {
    fn c(&self) -> *mut sys::htn_group {
        self.0[0]
    }

    /// What the members share. Only the shared part of this world counts.
    pub fn world(&self) -> &World {
        unsafe { World::of_const(sys::htn_group_world(self.c())) }
    }

    /// The same, to change it. Instances of shared types are spawned here.
    pub fn world_mut(&mut self) -> &mut World {
        unsafe { World::of(sys::htn_group_world(self.c())) }
    }

    /// Lets time pass for the shared values that expire: once a frame, before the crowd is ticked.
    pub fn tick(&mut self, elapsed: Duration) {
        unsafe { sys::htn_group_tick(self.c(), microseconds(elapsed)) };
    }

    /// Nobody in the group holds the instance any more (Reserve). An error: there is no such instance, or nothing reserves it.
    pub fn release(&mut self, of: Type, instance: i32) -> Result<()> {
        check(unsafe { sys::htn_group_release(self.c(), of.0, instance) })
    }

    /// The shared values, instances and the group's number, as bytes. Not the members.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut save = vec![0; unsafe { sys::htn_group_save_bytes(self.c()) }];
        let mut used = 0;
        check(unsafe { sys::htn_group_save(self.c(), save.as_mut_ptr().cast(), save.len(), &mut used) })?;
        save.truncate(used);
        Ok(save)
    }

    /// Loads a group's save into this one, which must have no members.
    pub fn load(&mut self, save: &[u8]) -> Result<LoadReport> {
        LoadReport::from_call(|report| unsafe { sys::htn_group_load(self.c(), save.as_ptr().cast(), save.len(), report) })
    }
}
