//! Domains, worlds, plans, agents, crowds, lifetimes and panics. The domains are compiled by the tool, which HTN names; else it is the one
//! that `make` has built, or the one on PATH.

use htn::Outcome::*;
use htn::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::time::Duration;

const FRAME: Duration = Duration::from_millis(100);

fn compile(source: &str) -> Vec<u8> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../build/htn");
    let tool = std::env::var_os("HTN").map(PathBuf::from).unwrap_or(if built.exists() { built } else { "htn".into() });
    let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let source_path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.htn"));
    let blob = source_path.with_extension("htnb");
    std::fs::write(&source_path, source).unwrap();
    let out = Command::new(&tool).arg("compile").arg(&source_path).arg("-o").arg(&blob).output().expect("the tool htn");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let bytes = std::fs::read(&blob).unwrap();
    std::fs::remove_file(source_path).unwrap();
    std::fs::remove_file(blob).unwrap();
    bytes
}

const EAT: &str = r#"
Entities [Dish] Max [2]
Enum [Side] Values [North, South]
Query [Enough() : bool]
World State [Hungry : bool = true, Fuel : 0.0..2.0 = 0.5, Meals : 0..99, Favourite : Dish, Taste(Dish) : 0..9, Wind : Side,
             Fresh : bool Expires]
Sensor [Nose] Updates [Hungry] Every [1s]
Orders [Eat, Twice]
Root [Live]
Compound Task [Live]
    Method [Enough()] Subtasks []
    Method [Hungry] Subtasks [Eat("soup", Fuel), Rest()]
    Method [true] Subtasks [Rest()]
Compound Task [Twice(d : Dish)]
    Method [true] Subtasks [Rest(), Rest()]
Primitive Task [Eat(what, fuel : fixed)]
    Preconditions [Hungry]
    Operator [Eat(what, fuel)]
    Effects [Meals += 1, Hungry = false]
Primitive Task [Rest]
    Operator [Rest]
"#;

fn eat() -> Domain {
    Domain::load(compile(EAT)).unwrap()
}

fn id<I>(found: Option<I>) -> I {
    found.expect("the domain has it")
}

#[derive(Default)]
struct Cook {
    ate: u32,
    aborted: u32,
    resumed: u32,
    full: bool,
    panics: bool,
    fuel: i32,
    ended: Vec<OrderEnd>,
}

fn cooks(domain: &Domain) -> Class<Cook> {
    let hungry = id(domain.find_property("Hungry"));
    Class::new(
        domain,
        Bindings::<Cook>::new()
            .operator("Eat", |o| {
                o.update(|cook, step| {
                    assert!(!cook.panics, "burnt");
                    assert_eq!(step.text(0), "soup");
                    cook.fuel = step.value(1);
                    let bites = step.memory::<u32>();
                    *bites += 1;
                    cook.ate += 1;
                    if *bites < 3 {
                        Running
                    } else {
                        Succeeded
                    }
                })
                .abort(|cook, _| {
                    cook.aborted += 1;
                    Aborted
                })
                .resume(|cook, _| cook.resumed += 1)
                .memory::<u32>()
            })
            .sensor("Nose", move |cook, world| {
                if cook.ate == 0 {
                    world.set(hungry, true);
                }
            })
            .query("Enough", |cook, _| cook.full)
            .order_ended(|cook, report| cook.ended.push(report.end)),
    )
    .unwrap()
}

fn panics(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("it should panic");
    match panic.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => panic.downcast_ref::<&str>().map_or(String::new(), |text| (*text).to_owned()),
    }
}

#[test]
fn a_blob_that_is_none_is_refused() {
    let error = Domain::load(vec![0; 100]).unwrap_err();
    assert_eq!(error.status(), Status::BadBlob);
    assert!(error.to_string().starts_with("not a sound blob: header at byte 0: "), "{error}");
    let mut blob = compile(EAT);
    let middle = blob.len() / 2;
    blob[middle] ^= 1;
    assert_eq!(Domain::load(blob).unwrap_err().status(), Status::BadBlob);
}

#[test]
fn a_domain_tells_its_names_and_types() {
    let domain = eat();
    let taste = id(domain.find_property("Taste"));
    let dish = id(domain.find_type("Dish"));
    assert_eq!(domain.property_name(taste), "Taste");
    assert_eq!(domain.property_parameters(taste).collect::<Vec<_>>(), [dish]);
    assert!(domain.type_is_open(dish) && domain.type_kind(dish) == Some(TypeKind::Entities));
    let side = id(domain.find_type("Side"));
    assert_eq!((domain.find_value(side, "South"), domain.value_name(side, 1)), (Some(1), Some("South")));
    assert_eq!(domain.find_property("Nothing"), None);
    assert_eq!(domain.find_property("a\0b"), None);
    assert_eq!(domain.property_name(Property(99)), "");
    let task = id(domain.find_task("Eat"));
    assert_eq!(domain.task_operator(task), domain.find_operator("Eat"));
    assert_eq!(domain.task_parameters(task).next(), Some(None), "a symbol has no type");
    let fuel = id(domain.property_type(id(domain.find_property("Fuel"))));
    assert_eq!(domain.type_range(fuel), 0..=2000);
    assert_eq!((fixed(0.5), fixed(-0.0005), fixed(f64::NAN), from_fixed(1500)), (500, -1, 0, 1.5));
}

#[test]
fn a_world_takes_what_the_domain_has() {
    let domain = eat();
    let (meals, taste, dish) = (id(domain.find_property("Meals")), id(domain.find_property("Taste")), id(domain.find_type("Dish")));
    let mut world = OwnedWorld::new(&domain);
    world.set(meals, 7);
    world.add(meals, 200);
    assert_eq!(world.get(meals), 99);
    let error = world.try_set(meals, 100).unwrap_err();
    assert_eq!((error.status(), error.to_string()), (Status::BadValue, "the value is outside the property's range: Meals".to_owned()));
    assert!(panics(|| world.set(meals, 100)).contains("Meals"));
    let a = world.spawn(dish).unwrap();
    let b = world.spawn(dish).unwrap();
    assert_eq!(world.spawn(dish).unwrap_err().status(), Status::FullInstances);
    world.set_at(taste, &[b], 4);
    assert_eq!((world.get_at(taste, &[a]), world.get_at(taste, &[b]), world.get_at(taste, &[-1])), (0, 4, 0));
    assert!(world.try_set_at(taste, &[], 1).is_err() && world.try_set_at(taste, &[5], 1).is_err());
    let save = world.save().unwrap();
    world.despawn(dish, b).unwrap();
    assert!(world.despawn(dish, b).is_err() && !world.exists(dish, b));
    let mut other = OwnedWorld::new(&domain);
    assert!(other.load(&save).unwrap().exact);
    assert_eq!(other.get_at(taste, &[b]), 4);
    assert!(other.load(&save[..save.len() / 2]).unwrap_err().to_string().contains("at byte"));
    world.copy_from(&other).unwrap();
    assert!(world.exists(dish, b));
    assert!(world.try_set_for(id(domain.find_property("Fresh")), true, FRAME).is_err(), "only an agent's world has time");
}

#[test]
fn a_planner_finds_plans() {
    let domain = eat();
    let mut world = OwnedWorld::new(&domain);
    let mut planner = Planner::new(&domain, &Limits::default()).unwrap();
    let names = |plan: Plan| plan.steps().map(|step| domain.task_name(step.task).to_owned()).collect::<Vec<_>>();
    assert_eq!(names(planner.find(&mut world, &Request::default()).unwrap().unwrap()), ["Eat", "Rest"]);
    planner.adopt().unwrap();
    assert_eq!(planner.validate(&mut world, 0).unwrap(), Ok(()));
    world.set(id(domain.find_property("Hungry")), false);
    assert_eq!(planner.validate(&mut world, 0).unwrap(), Err(0));
    planner.drop_plan();
    assert!(planner.running().is_none());
    let asked = Arc::new(AtomicU32::new(0));
    let heard = asked.clone();
    planner.answer(move |_| heard.fetch_add(1, Ordering::Relaxed) == 0);
    assert!(planner.find(&mut world, &Request::default()).unwrap().unwrap().is_empty());
    assert_eq!(names(planner.find(&mut world, &Request { keep: true, ..Request::default() }).unwrap().unwrap()), ["Rest"]);
    assert!(planner.find_next().unwrap().is_none(), "there is no other plan");
    let eat = id(domain.find_task("Eat"));
    let soup = domain.find_symbol("soup").unwrap();
    let tasks: [(Task, &[i32]); 1] = [(eat, &[soup, 100])];
    assert!(planner.find(&mut world, &Request { tasks: &tasks, ..Request::default() }).unwrap().is_none(), "not hungry");
    planner.begin(&mut world, &Request::default()).unwrap();
    assert_eq!(planner.step(None).unwrap(), Progress::Found);
    planner.answer(|_| -> bool { panic!("no answer") });
    assert_eq!(panics(|| drop(planner.find(&mut world, &Request::default()))), "no answer");
    planner.answer(|_| Answer::Late);
    assert_eq!(planner.find(&mut world, &Request::default()).err().unwrap().status(), Status::Waits);
}

#[test]
fn an_agent_runs_its_plan() {
    let domain = eat();
    let mut agent = Agent::new(&cooks(&domain), Cook::default(), &Options::default()).unwrap();
    drop(domain); // it lives in the class, and the class in the agent
    assert_eq!(agent.result(Root::FIRST), Status::NotBegun);
    for _ in 0..4 {
        agent.tick(FRAME).unwrap();
    }
    assert_eq!((agent.user().ate, agent.user().fuel), (3, 500));
    assert_eq!(agent.world().get(id(agent.domain().find_property("Meals"))), 1);
    let plan = agent.plan(Root::FIRST).unwrap();
    assert_eq!(plan.steps().map(|step| step.done).collect::<Vec<_>>(), [Done::Yes, Done::No]);
    let news = agent.next_news().unwrap();
    assert_eq!((news.kind, agent.domain().find_operator("Rest").is_some()), (NewsKind::Start, true));
    let mut steps = Vec::new();
    agent.each_step(Root::FIRST, |step| steps.push(step.id()));
    assert_eq!(steps.len(), 1);
    assert_eq!(agent.report(steps[0], Aborted).unwrap_err().status(), Status::BadArgument);
    agent.report(steps[0], Succeeded).unwrap();
    assert!(agent.next_news().is_none());
    agent.user_mut().full = true;
    agent.answers_changed();
    agent.tick(FRAME).unwrap();
    assert!(agent.idle(Root::FIRST) && agent.counts().searches >= 2);
    assert_eq!(agent.into_user().ate, 3);
}

#[test]
fn names_that_the_domain_lacks_are_told() {
    let domain = eat();
    let wrong = |bindings| match Class::<()>::new(&domain, bindings) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert!(wrong(Bindings::new().start("Drink", |_, _| Succeeded)).ends_with(": Drink"));
    assert!(wrong(Bindings::new().sensor("Ears", |_, _| {})).ends_with(": Ears"));
    assert!(wrong(Bindings::new().query("Much", |_, _| 1)).ends_with(": query Much"));
    assert!(wrong(Bindings::new().start("a\0b", |_, _| Succeeded)).contains("a\\0b"));
    assert!(!wrong(Bindings::new().operator("Rest", |o| o.polled().start(|_, _| Succeeded))).is_empty());
}

#[test]
fn a_panic_comes_out_of_the_tick() {
    let domain = eat();
    let mut agent = Agent::new(&cooks(&domain), Cook { panics: true, ..Cook::default() }, &Options::default()).unwrap();
    agent.tick(FRAME).unwrap();
    assert_eq!(panics(|| drop(agent.tick(FRAME))), "burnt");
    agent.user_mut().panics = false;
    for _ in 0..4 {
        agent.tick(FRAME).unwrap(); // its step has failed, and it goes on
    }
    assert_eq!(agent.user().ate, 3);
    let too_much = Bindings::<Cook>::new().update("Eat", |_, step| {
        *step.memory::<u32>() += 1;
        Succeeded
    });
    let mut agent = Agent::new(&Class::new(&domain, too_much).unwrap(), Cook::default(), &Options::default()).unwrap();
    agent.tick(FRAME).unwrap();
    assert_eq!(panics(|| drop(agent.tick(FRAME))), "the operator is bound with 0 bytes of memory, and this takes 4");
}

#[test]
fn agents_are_saved_loaded_and_replayed() {
    let domain = eat();
    let class = cooks(&domain);
    let mut agent = Agent::new(&class, Cook::default(), &Options::default()).unwrap();
    assert_eq!(agent.keep_journal(8).unwrap_err().status(), Status::TooSmall);
    agent.keep_journal(1 << 16).unwrap();
    for _ in 0..3 {
        agent.tick(FRAME).unwrap();
    }
    let mut journal = Vec::new();
    agent.read_journal(&mut journal);
    let replayed = replay(&domain, &journal).unwrap();
    assert_eq!((replayed.reason, replayed.offset, replayed.other_build), (None, journal.len(), false));
    assert!(replay(&domain, &journal[..journal.len() - 1]).is_err());
    let save = agent.save().unwrap();
    assert!(agent.load(&save).is_err(), "only a new agent can be loaded");
    agent.end_journal();
    let mut other = Agent::new(&class, agent.into_user(), &Options::default()).unwrap();
    assert!(other.load(&save[1..]).is_err());
    let report = other.load(&save).unwrap();
    assert!(report.exact && report.plans_kept == 1);
    other.tick(FRAME).unwrap();
    let cook = other.user();
    assert_eq!((cook.resumed, cook.ate, cook.aborted), (1, 3, 0), "the step goes on with its memory");

    let newer = Domain::load(compile(&EAT.replace("Meals : 0..99,", "Meals : 0..99, Salt : bool,"))).unwrap();
    let mut reloaded = Agent::new(&cooks(&newer), Cook::default(), &Options::default()).unwrap();
    assert!(!reloaded.reload(&mut other).unwrap().exact);
    assert_eq!(reloaded.world().get(id(newer.find_property("Meals"))), 1);
}

#[test]
fn orders_are_given_and_taken_back() {
    let domain = eat();
    let twice = id(domain.find_task("Twice"));
    let mut agent = Agent::new(&cooks(&domain), Cook::default(), &Options { orders: 2, ..Options::default() }).unwrap();
    let dish = agent.world_mut().spawn(id(domain.find_type("Dish"))).unwrap();
    let first = agent.order(twice, &[dish]).unwrap();
    agent.order(twice, &[dish]).unwrap();
    assert_eq!(agent.order(twice, &[dish]).unwrap_err().status(), Status::TooSmall);
    assert_eq!(agent.order(twice, &[]).unwrap_err().status(), Status::BadArgument);
    agent.tick(FRAME).unwrap();
    assert_eq!(agent.orders(Root::FIRST).map(|order| order.runs).collect::<Vec<_>>(), [true, false]);
    agent.take_back(Root::FIRST, first).unwrap();
    agent.order_in(Root::FIRST, twice, &[dish], true).unwrap();
    agent.tick(FRAME).unwrap();
    let mut kinds = Vec::new();
    while let Some(news) = agent.next_news() {
        kinds.push(news.kind);
        let id = news.step.id();
        if kinds.last() == Some(&NewsKind::Abort) {
            agent.report(id, Aborted).unwrap(); // the first one ends when its step has
        }
    }
    assert_eq!(kinds, [NewsKind::Start, NewsKind::Abort]);
    agent.tick(FRAME).unwrap();
    let mut ended = agent.user().ended.clone();
    ended.sort_by_key(|&end| end as i32);
    assert_eq!(ended, [OrderEnd::Replaced, OrderEnd::Taken]);
    agent.take_back(Root::FIRST, None).unwrap();
    assert_eq!(agent.orders(Root::FIRST).count(), 0);
}

#[test]
fn a_crowd_owns_its_agents() {
    let domain = eat();
    let class = cooks(&domain);
    let agent = |cook| Agent::new(&class, cook, &Options::default()).unwrap();
    let mut crowd = Crowd::new();
    let a = crowd.add(agent(Cook::default()));
    let b = crowd.add(agent(Cook { panics: true, ..Cook::default() }));
    let c = crowd.add(agent(Cook::default()));
    crowd.tick(FRAME, None).unwrap();
    assert_eq!(panics(|| drop(crowd.tick(FRAME, None))), "burnt");
    assert_eq!((crowd.get(a).unwrap().user().ate, crowd.get(c).unwrap().user().ate), (1, 1), "all were ticked");
    let back = crowd.remove(b).unwrap();
    assert!(crowd.get(b).is_none() && crowd.remove(b).is_none() && back.user().panics);
    let d = crowd.add(agent(Cook::default()));
    assert!(crowd.get(b).is_none() && crowd.get_mut(d).is_some(), "the place is another agent's now");
    for _ in 0..4 {
        crowd.tick(FRAME, Some(10_000)).unwrap();
    }
    let statistics = crowd.statistics();
    assert_eq!((statistics.agents, statistics.budget, statistics.trouble), (3, Some(10_000), None));
    let mut who = Vec::new();
    while let Some((id, news)) = crowd.next_news() {
        assert_eq!(news.kind, NewsKind::Start);
        who.push(id);
    }
    assert_eq!((who.len(), crowd.len(), crowd.iter().count()), (3, 3, 3));
    let there = std::thread::spawn(move || {
        crowd.tick(FRAME, None).unwrap();
        crowd.iter().map(|agent| agent.user().ate).sum::<u32>()
    });
    assert_eq!(there.join().unwrap(), 9, "a crowd goes to another thread");
}

#[test]
fn groups_share() {
    let domain = Domain::load(compile(
        "Shared World State [Alarm : bool]\nRoot [Live]\nCompound Task [Live]\n    Method [Alarm] Subtasks [Run()]\n    Method [true] \
         Subtasks []\nPrimitive Task [Run]\n    Operator [Run]\n",
    ))
    .unwrap();
    let class = Class::new(&domain, Bindings::<u32>::new().start("Run", |runs, _| {
        *runs += 1;
        Running
    }))
    .unwrap();
    let mut crowd = Crowd::new();
    let options = Options { defer: true, ..Options::default() };
    let ids: Vec<_> = (0..3).map(|_| crowd.add(Agent::new(&class, 0, &options).unwrap())).collect();
    let group = crowd.new_group(&domain, GroupOptions { id: 5, mode: GroupMode::Later }).unwrap();
    let alarm = id(domain.find_property("Alarm"));
    crowd.join(ids[0], group).unwrap();
    crowd.join(ids[1], group).unwrap();
    crowd.tick(FRAME, None).unwrap();
    crowd.group_mut(group).world_mut().set(alarm, true);
    crowd.tick(FRAME, None).unwrap();
    crowd.share();
    assert_eq!(crowd.iter().map(|agent| *agent.user()).collect::<Vec<_>>(), [1, 1, 0]);
    let other = Crowd::<u32>::new();
    assert!(crowd.remove(ids[0]).is_some() && crowd.join(ids[0], group).is_err());
    assert!(panics(|| drop(other.group(group).save())).contains("index out of bounds"));
    let save = crowd.group(group).save().unwrap();
    assert!(crowd.group_mut(group).load(&save).is_err(), "it has members");
    let empty = crowd.new_group(&domain, GroupOptions { id: 5, ..GroupOptions::default() }).unwrap();
    crowd.group_mut(empty).load(&save).unwrap();
    assert!(crowd.group(empty).world().is(alarm));
    crowd.join(ids[1], None).unwrap();
}

#[test]
fn agents_move_and_go_in_any_order() {
    let class = cooks(&eat());
    let mut agents: Vec<_> = (0..100).map(|_| Agent::new(&class, Cook::default(), &Options::default()).unwrap()).collect();
    drop(class);
    for agent in &mut agents {
        agent.tick(FRAME).unwrap();
    }
    let (first, last) = agents.split_at_mut(50);
    std::mem::swap(&mut first[0], &mut last[0]);
    agents.retain(|agent| agent.counts().searches == 0);
    assert!(agents.is_empty());
    fn is_send<S: Send>() {}
    fn is_shared<S: Send + Sync>() {}
    is_send::<Agent<Cook>>();
    is_send::<Crowd<Cook>>();
    is_send::<Planner>();
    is_shared::<Class<Cook>>();
    is_shared::<Domain>();
}
