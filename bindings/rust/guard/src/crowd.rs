//! A thousand guards: a port of bindings/guard/guard_crowd.c.   crowd GUARD.htnb FRAMES prints `STEPS NANOSECONDS BYTES`

use htn::{Agent, Bindings, Class, Crowd, Domain, Options, Outcome::*};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Counts what is allocated.
struct Counted;
static BYTES: AtomicU64 = AtomicU64::new(0);

unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as u64, Relaxed);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        System.dealloc(memory, layout)
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

#[derive(Default)]
struct Guard {
    left: u32,
    ended: u64,
}

extern "C" {
    fn clock() -> std::os::raw::c_long; // of POSIX: the processor's time in microseconds
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let domain = Domain::load(std::fs::read(&arguments[1])?)?;
    let frames: u32 = arguments[2].parse()?;
    let bindings = Bindings::<Guard>::new()
        .update("Walk", |guard, _| {
            if guard.left == 0 {
                guard.left = 3;
            }
            guard.left -= 1;
            if guard.left > 0 {
                return Running;
            }
            guard.ended += 1;
            Succeeded
        })
        .update("LookAround", |guard, _| {
            guard.ended += 1;
            Succeeded
        });
    let class = Class::new(&domain, bindings)?;
    let mut crowd = Crowd::new();
    for i in 0..1000 {
        let options = Options { seed: i, stagger: i, ..Options::default() };
        crowd.add(Agent::new(&class, Guard::default(), &options)?);
    }
    let frame = Duration::from_micros(16_667);
    for _ in 0..10 {
        crowd.tick(frame, None)?;
    }
    let (begun, bytes) = (unsafe { clock() }, BYTES.load(Relaxed));
    for _ in 0..frames {
        crowd.tick(frame, None)?;
    }
    let ns = (unsafe { clock() } - begun) as f64 * 1000.0 / f64::from(frames) / 1000.0;
    let per_tick = (BYTES.load(Relaxed) - bytes) as f64 / f64::from(frames) / 1000.0;
    println!("{} {ns:.1} {per_tick}", crowd.iter().map(|agent| agent.user().ended).sum::<u64>());
    Ok(())
}
