//! The guard in Rust: a port of bindings/guard/guard.c.   guard GUARD.htnb JOURNAL

#[allow(clippy::all)]
mod ids {
    include!(concat!(env!("OUT_DIR"), "/guard.rs"));
}
use htn::{Agent, Bindings, Class, Domain, NewsKind, Options, Outcome, Outcome::*, Root, Step, StepId, World};
use ids::{entities, property, task, value};
use std::io::Write;
use std::time::Duration;

const PLACES: [i32; 3] = [2, 12, 24]; // Gate, Hall, Vault
const LINE: i32 = 30;
const GUARD: Root = Root::FIRST;

struct Game {
    at: i32,
    tired: i32,
    tries: i32,
    thieves: [i32; 4],
    looking: Option<StepId>,
    looked: i32,
}

fn towards(from: i32, to: i32, most: i32) -> i32 {
    from + (to - from).clamp(-most, most)
}

fn done_if(done: bool) -> Outcome {
    if done {
        Succeeded
    } else {
        Running
    }
}

fn look(g: &mut Game, world: &mut World) {
    for (thief, at) in (0..).zip(g.thieves) {
        if world.exists(entities::Thief, thief) {
            let far = (g.at - at).abs();
            world.set_at(property::Sees, &[thief], far < 15);
            world.set_at(property::Distance, &[thief], far);
        }
    }
}

fn walk(g: &mut Game, step: &mut Step) -> Outcome {
    let to = PLACES[step.value(0) as usize];
    g.at = towards(g.at, to, 1);
    g.tired += i32::from(g.tired < 100);
    done_if(g.at == to)
}

fn chase(g: &mut Game, step: &mut Step) -> Outcome {
    match step.instance(0) {
        None => Running, // it is gone: the plan fails, and abort is called
        Some(thief) => {
            g.at = towards(g.at, g.thieves[thief as usize], 2);
            done_if(g.at == g.thieves[thief as usize])
        }
    }
}

fn stop(_: &mut Game, step: &mut Step) -> Outcome {
    let calls = step.memory::<u32>(); // it takes him a frame to stop
    *calls += 1;
    if *calls == 1 {
        Running
    } else {
        Aborted
    }
}

fn shout(_: &mut Game, step: &mut Step) -> Outcome {
    let elapsed = step.elapsed().as_micros() as u64;
    let since = step.memory::<u64>();
    *since += elapsed;
    done_if(*since >= 250_000)
}

fn arrest(_: &mut Game, step: &mut Step) -> Outcome {
    if let Some(thief) = step.instance(0) {
        step.world().despawn(entities::Thief, thief).unwrap();
    }
    Succeeded
}

fn unlock(g: &mut Game, _: &mut Step) -> Outcome {
    g.tries += 1;
    if g.tries <= 3 {
        Failed
    } else {
        Succeeded
    }
}

fn rest(g: &mut Game, _: &mut Step) -> Outcome {
    g.tired -= 7;
    done_if(g.tired < 10)
}

fn bindings() -> Bindings<Game> {
    Bindings::new()
        .sensor("Eyes", look)
        .sensor("Legs", |g, world| world.set(property::Tired, g.tired))
        .query("Steps", |g, asked| (g.at - PLACES[asked.arguments()[0] as usize]).abs())
        .update("Walk", walk)
        .operator("Chase", |o| o.update(chase).abort(stop).memory::<u32>())
        .operator("Shout", |o| o.update(shout).memory::<u64>())
        .update("Arrest", arrest)
        .start("Unlock", unlock)
        .start("Silence", |_, _| Succeeded)
        .update("Rest", rest)
        .order_ended(|_, report| println!("order {} ended {}", report.id.0, report.end as i32))
}

// LookAround is not bound, so it is polled.
fn poll(agent: &mut Agent<Game>) -> htn::Result<()> {
    while let Some(news) = agent.next_news() {
        let (id, ends) = (news.step.id(), news.kind == NewsKind::Abort);
        if ends {
            agent.report(id, Aborted)?;
        }
        let g = agent.user_mut();
        g.looking = Some(id).filter(|_| !ends);
        g.looked = 0;
    }
    let g = agent.user_mut();
    g.looked += 1;
    if let (Some(id), 4..) = (g.looking, g.looked) {
        g.looking = None;
        agent.report(id, Succeeded)?;
        let at_hall = agent.world().get(property::Beat) == value::Hall;
        agent.world_mut().set(property::Beat, if at_hall { value::Vault } else { value::Hall });
    }
    Ok(())
}

fn spawn(agent: &mut Agent<Game>, at: i32) {
    if let Ok(thief) = agent.world_mut().spawn(entities::Thief) {
        agent.user_mut().thieves[thief as usize] = at;
    }
}

fn happen(agent: &mut Agent<Game>, frame: u32) -> htn::Result<()> {
    let g = agent.user_mut();
    for thief in g.thieves.iter_mut().filter(|thief| frame % 2 == 0 && (1..LINE).contains(*thief)) {
        *thief += if *thief < g.at { -1 } else { 1 }; // thieves run away
    }
    match frame {
        8 => spawn(agent, 20),
        36 => [3, 25].into_iter().for_each(|at| spawn(agent, at)),
        42 => agent.world_mut().despawn(entities::Thief, 0)?, // it escapes
        70 => agent.world_mut().set(property::Alarm, true),
        118 => {
            agent.order(task::Inspect, &[value::Gate])?;
            agent.order(task::Inspect, &[value::Vault])?;
        }
        122 => agent.take_back(GUARD, htn::OrderId(2))?,
        134 => drop(agent.order_in(GUARD, task::Inspect, &[value::Hall], true)?),
        _ => {}
    }
    Ok(())
}

fn print_plan(agent: &Agent<Game>, frame: u32) {
    print!("{frame}");
    for step in agent.plan(GUARD).iter().flat_map(|plan| plan.steps()) {
        print!(" {}:{}", agent.domain().task_name(step.task), step.done as i32);
    }
    println!();
}

fn new_agent(class: &Class<Game>, game: Game) -> htn::Result<Agent<Game>> {
    let mut agent = Agent::new(class, game, &Options { seed: 7, orders: 2, running: Some(3), ..Options::default() })?;
    agent.keep_journal(1 << 16)?;
    Ok(agent)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    let domain = Domain::load(std::fs::read(&files[0])?)?;
    let mut journal_file = std::fs::File::create(&files[1])?;
    let class = Class::new(&domain, bindings())?;
    let game = Game { at: 12, tired: 0, tries: 0, thieves: [-1; 4], looking: None, looked: 0 };
    let mut agent = new_agent(&class, game)?;
    for frame in 0..160 {
        let from = agent.user().at;
        if frame == 64 {
            let save = agent.save()?;
            agent = new_agent(&class, agent.into_user())?;
            agent.load(&save)?;
        }
        happen(&mut agent, frame)?;
        agent.tick(Duration::from_micros(80_000 + u64::from(frame % 3) * 20_011))?;
        poll(&mut agent)?;
        if agent.user().at != from {
            agent.answers_changed();
        }
        print_plan(&agent, frame);
        let mut piece = Vec::new();
        agent.read_journal(&mut piece);
        journal_file.write_all(&piece)?;
    }
    Ok(())
}
