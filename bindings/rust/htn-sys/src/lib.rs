//! The C functions of the HTN runtime, as they are: `runtime/include/htn` says what each does. The crate `htn` is the safe way to call
//! them. `build.rs` compiles the C; there is nothing to install.
//!
//! Left out are the functions of `htn/native.h`, which only generated C calls, and the tables of the blob's format.
#![allow(non_camel_case_types)]

use std::os::raw::{c_char, c_int, c_void};

pub const HTN_NONE: u32 = u32::MAX;
pub const HTN_VERSION: u32 = 1000; // 0.1.0
pub const HTN_FIXED_ONE: i32 = 1000;
pub const HTN_MAX_ELAPSED_US: u64 = 2_147_483_647_000;
pub const HTN_JOURNAL_MIN_BYTES: usize = 1320;
pub const HTN_JOURNAL_NUMBERS: usize = 260;
pub const HTN_MAX_ARGUMENTS: usize = 64;
pub const HTN_MAX_LOCALS: usize = 255;
pub const HTN_MAX_INSTANCES: u32 = 1_048_576;

pub type htn_property = u32;
pub type htn_task = u32;
pub type htn_query = u32;

pub type htn_status = c_int;
pub const HTN_OK: htn_status = 0;
pub const HTN_NO_PLAN: htn_status = 10;
pub const HTN_STANDS: htn_status = 11;
pub const HTN_SUSPENDED: htn_status = 12;
pub const HTN_WAITS: htn_status = 13;
pub const HTN_LIMIT_STEPS: htn_status = 30;
pub const HTN_LIMIT_DEPTH: htn_status = 31;
pub const HTN_LIMIT_WORK: htn_status = 32;
pub const HTN_LIMIT_NODES: htn_status = 33;
pub const HTN_LIMIT_TUPLES: htn_status = 34;
pub const HTN_FULL_HEADER: htn_status = 50;
pub const HTN_FULL_WORLD: htn_status = 51;
pub const HTN_FULL_STEPS: htn_status = 52;
pub const HTN_FULL_RECORD: htn_status = 53;
pub const HTN_FULL_FRAMES: htn_status = 54;
pub const HTN_FULL_CHOICES: htn_status = 55;
pub const HTN_FULL_TRAIL: htn_status = 56;
pub const HTN_FULL_SPANS: htn_status = 57;
pub const HTN_FULL_NODES: htn_status = 58;
pub const HTN_FULL_CONTINUATION: htn_status = 59;
pub const HTN_FULL_RUNNING: htn_status = 60;
pub const HTN_FULL_BEST: htn_status = 61;
pub const HTN_FULL_INSTANCES: htn_status = 62;
pub const HTN_FULL_SOLUTIONS: htn_status = 63;
pub const HTN_FULL_TUPLES: htn_status = 64;
pub const HTN_BAD_BLOB: htn_status = 100;
pub const HTN_NEWER_BLOB: htn_status = 101;
pub const HTN_BAD_SAVE: htn_status = 102;
pub const HTN_NEWER_SAVE: htn_status = 103;
pub const HTN_BAD_ARGUMENT: htn_status = 104;
pub const HTN_BAD_VALUE: htn_status = 105;
pub const HTN_BAD_MEMORY: htn_status = 106;
pub const HTN_TOO_SMALL: htn_status = 107;
pub const HTN_WRONG_DOMAIN: htn_status = 108;
pub const HTN_NOT_BEGUN: htn_status = 109;
pub const HTN_NO_RUNNING_PLAN: htn_status = 110;
pub const HTN_NOT_PARTIAL: htn_status = 111;
pub const HTN_NOT_FOUND: htn_status = 112;
pub const HTN_BAD_JOURNAL: htn_status = 113;
pub const HTN_DIFFERS: htn_status = 114;
pub const HTN_BUSY: htn_status = 115;
pub const HTN_WRONG_RUNTIME: htn_status = 116;

pub type htn_outcome = c_int;
pub const HTN_RUNNING: htn_outcome = 0;
pub const HTN_SUCCEEDED: htn_outcome = 1;
pub const HTN_FAILED: htn_outcome = 2;
pub const HTN_ABORTED: htn_outcome = 3;

pub type htn_order_end = c_int;
pub const HTN_ORDER_DONE: htn_order_end = 0;
pub const HTN_ORDER_NO_PLAN: htn_order_end = 1;
pub const HTN_ORDER_LIMIT: htn_order_end = 2;
pub const HTN_ORDER_FAILED: htn_order_end = 3;
pub const HTN_ORDER_GONE: htn_order_end = 4;
pub const HTN_ORDER_REPLACED: htn_order_end = 5;
pub const HTN_ORDER_TAKEN: htn_order_end = 6;
pub const HTN_ORDER_DROPPED: htn_order_end = 7;

pub type htn_order_how = c_int;
pub const HTN_ORDER_QUEUE: htn_order_how = 0;
pub const HTN_ORDER_REPLACE: htn_order_how = 1;

pub type htn_news_kind = c_int;
pub const HTN_NEWS_START: htn_news_kind = 0;
pub const HTN_NEWS_ABORT: htn_news_kind = 1;
pub const HTN_NEWS_RESUME: htn_news_kind = 2;

pub type htn_group_mode = c_int;
pub const HTN_GROUP_AT_ONCE: htn_group_mode = 0;
pub const HTN_GROUP_LATER: htn_group_mode = 1;

pub type htn_type_kind = c_int;
pub const HTN_TYPE_BOOL: htn_type_kind = 0;
pub const HTN_TYPE_INTEGER: htn_type_kind = 1;
pub const HTN_TYPE_ENUM: htn_type_kind = 2;
pub const HTN_TYPE_ENTITIES: htn_type_kind = 3;
pub const HTN_TYPE_FIXED: htn_type_kind = 4;

pub type htn_task_kind = c_int;
pub const HTN_TASK_COMPOUND: htn_task_kind = 0;
pub const HTN_TASK_PRIMITIVE: htn_task_kind = 1;

pub type htn_crowd_timing = c_int;
pub const HTN_CROWD_TIMING_OPEN: htn_crowd_timing = 0;
pub const HTN_CROWD_TIMING_NOT: htn_crowd_timing = 1;
pub const HTN_CROWD_TIMING_ON: htn_crowd_timing = 2;

pub type htn_section = c_int;
pub const HTN_SECTION_STRINGS: htn_section = 1;
pub const HTN_SECTION_TYPES: htn_section = 2;
pub const HTN_SECTION_VALUES: htn_section = 3;
pub const HTN_SECTION_PROPERTIES: htn_section = 4;
pub const HTN_SECTION_PARAMETERS: htn_section = 5;
pub const HTN_SECTION_OPERATORS: htn_section = 6;
pub const HTN_SECTION_TASKS: htn_section = 7;
pub const HTN_SECTION_METHODS: htn_section = 8;
pub const HTN_SECTION_ROOTS: htn_section = 9;
pub const HTN_SECTION_CONSTANTS: htn_section = 10;
pub const HTN_SECTION_CODE: htn_section = 11;
pub const HTN_SECTION_LEADERS: htn_section = 12;
pub const HTN_SECTION_FACTS: htn_section = 13;
pub const HTN_SECTION_INDEXES: htn_section = 14;
pub const HTN_SECTION_SENSORS: htn_section = 15;
pub const HTN_SECTION_UPDATES: htn_section = 16;
pub const HTN_SECTION_QUERIES: htn_section = 17;
pub const HTN_SECTION_FACT_HIGHS: htn_section = 18;
pub const HTN_SECTION_KEY_LISTS: htn_section = 19;
pub const HTN_SECTION_ACHIEVES: htn_section = 20;
pub const HTN_SECTION_USES: htn_section = 21;
pub const HTN_SECTION_WRITES: htn_section = 22;
pub const HTN_SECTION_ENDS: htn_section = 23;
pub const HTN_SECTION_ENTERS: htn_section = 32;
pub const HTN_SECTION_RESERVATIONS: htn_section = 33;
pub const HTN_SECTION_COOLDOWN_KEYS: htn_section = 34;
pub const HTN_SECTION_ORDERS: htn_section = 35;
pub const HTN_SECTION_DERIVED: htn_section = 36;
pub const HTN_SECTION_CANDIDATES: htn_section = 37;

pub type htn_journal_kind = c_int;
pub const HTN_JOURNAL_NONE: htn_journal_kind = 0;
pub const HTN_JOURNAL_BEGIN: htn_journal_kind = 1;
pub const HTN_JOURNAL_OPERATOR: htn_journal_kind = 2;
pub const HTN_JOURNAL_SENSOR: htn_journal_kind = 3;
pub const HTN_JOURNAL_LOST: htn_journal_kind = 4;
pub const HTN_JOURNAL_LOAD: htn_journal_kind = 5;
pub const HTN_JOURNAL_BYTES: htn_journal_kind = 6;
pub const HTN_JOURNAL_DROP: htn_journal_kind = 7;
pub const HTN_JOURNAL_WORLD: htn_journal_kind = 8;
pub const HTN_JOURNAL_COPY: htn_journal_kind = 9;
pub const HTN_JOURNAL_WRITE: htn_journal_kind = 10;
pub const HTN_JOURNAL_TICK: htn_journal_kind = 11;
pub const HTN_JOURNAL_ASK: htn_journal_kind = 12;
pub const HTN_JOURNAL_ANSWERS: htn_journal_kind = 13;
pub const HTN_JOURNAL_REPORT: htn_journal_kind = 14;
pub const HTN_JOURNAL_SENSE: htn_journal_kind = 15;
pub const HTN_JOURNAL_JOIN: htn_journal_kind = 16;
pub const HTN_JOURNAL_LISTEN: htn_journal_kind = 17;
pub const HTN_JOURNAL_ANSWER: htn_journal_kind = 18;
pub const HTN_JOURNAL_QUERY: htn_journal_kind = 19;
pub const HTN_JOURNAL_REQUEST: htn_journal_kind = 20;
pub const HTN_JOURNAL_SKIP: htn_journal_kind = 21;
pub const HTN_JOURNAL_RESULT: htn_journal_kind = 22;
pub const HTN_JOURNAL_STALE: htn_journal_kind = 23;
pub const HTN_JOURNAL_PLAN: htn_journal_kind = 24;
pub const HTN_JOURNAL_STEP: htn_journal_kind = 25;
pub const HTN_JOURNAL_RECORD: htn_journal_kind = 26;
pub const HTN_JOURNAL_START: htn_journal_kind = 27;
pub const HTN_JOURNAL_PASS: htn_journal_kind = 28;
pub const HTN_JOURNAL_ABORT: htn_journal_kind = 29;
pub const HTN_JOURNAL_END: htn_journal_kind = 30;
pub const HTN_JOURNAL_FAIL: htn_journal_kind = 31;
pub const HTN_JOURNAL_DONE: htn_journal_kind = 32;
pub const HTN_JOURNAL_COOLDOWN: htn_journal_kind = 33;
pub const HTN_JOURNAL_BACK_OFF: htn_journal_kind = 34;
pub const HTN_JOURNAL_TROUBLE: htn_journal_kind = 35;
pub const HTN_JOURNAL_LEFT: htn_journal_kind = 36;
pub const HTN_JOURNAL_GO_ON: htn_journal_kind = 37;
pub const HTN_JOURNAL_MICROSECONDS: htn_journal_kind = 38;
pub const HTN_JOURNAL_RECOVER: htn_journal_kind = 39;
pub const HTN_JOURNAL_TIMEOUT: htn_journal_kind = 40;
pub const HTN_JOURNAL_RETRY: htn_journal_kind = 41;
pub const HTN_JOURNAL_OVERWRITTEN: htn_journal_kind = 42;
pub const HTN_JOURNAL_OTHERS: htn_journal_kind = 43;
pub const HTN_JOURNAL_BENEATH: htn_journal_kind = 44;
pub const HTN_JOURNAL_HOLD: htn_journal_kind = 45;
pub const HTN_JOURNAL_RELEASE: htn_journal_kind = 46;
pub const HTN_JOURNAL_TIMER: htn_journal_kind = 47;
pub const HTN_JOURNAL_LAPSE: htn_journal_kind = 48;
pub const HTN_JOURNAL_ROUND: htn_journal_kind = 49;
pub const HTN_JOURNAL_OVER: htn_journal_kind = 50;
pub const HTN_JOURNAL_REVOKE: htn_journal_kind = 51;
pub const HTN_JOURNAL_SHARE: htn_journal_kind = 52;
pub const HTN_JOURNAL_ASK_HOLDS: htn_journal_kind = 53;
pub const HTN_JOURNAL_GRANT: htn_journal_kind = 54;
pub const HTN_JOURNAL_ORDERS: htn_journal_kind = 55;
pub const HTN_JOURNAL_ORDER: htn_journal_kind = 56;
pub const HTN_JOURNAL_TAKE_BACK: htn_journal_kind = 57;
pub const HTN_JOURNAL_ORDER_END: htn_journal_kind = 58;
pub const HTN_JOURNAL_LATE: htn_journal_kind = 59;
pub const HTN_JOURNAL_GATE: htn_journal_kind = 60;
pub const HTN_JOURNAL_CANDIDATES: htn_journal_kind = 61;

pub type htn_event_kind = c_int;
pub const HTN_EVENT_BEGIN: htn_event_kind = 0;
pub const HTN_EVENT_ENTER: htn_event_kind = 1;
pub const HTN_EVENT_FRAME: htn_event_kind = 2;
pub const HTN_EVENT_REJECT: htn_event_kind = 3;
pub const HTN_EVENT_BIND: htn_event_kind = 4;
pub const HTN_EVENT_QUERY: htn_event_kind = 5;
pub const HTN_EVENT_CANDIDATE: htn_event_kind = 6;
pub const HTN_EVENT_METHOD: htn_event_kind = 7;
pub const HTN_EVENT_FOLLOW: htn_event_kind = 8;
pub const HTN_EVENT_CHOICE: htn_event_kind = 9;
pub const HTN_EVENT_STEP: htn_event_kind = 10;
pub const HTN_EVENT_APPLY: htn_event_kind = 11;
pub const HTN_EVENT_RETURN: htn_event_kind = 12;
pub const HTN_EVENT_LOOP: htn_event_kind = 13;
pub const HTN_EVENT_LIMIT: htn_event_kind = 14;
pub const HTN_EVENT_ACHIEVE: htn_event_kind = 15;
pub const HTN_EVENT_ACHIEVED: htn_event_kind = 16;
pub const HTN_EVENT_UNACHIEVABLE: htn_event_kind = 17;
pub const HTN_EVENT_SPLIT: htn_event_kind = 18;
pub const HTN_EVENT_EXCEEDS_BOUND: htn_event_kind = 19;
pub const HTN_EVENT_FOUND: htn_event_kind = 20;
pub const HTN_EVENT_BACKTRACK: htn_event_kind = 21;
pub const HTN_EVENT_MEMBER: htn_event_kind = 22;
pub const HTN_EVENT_WAIT: htn_event_kind = 23;
pub const HTN_EVENT_TUPLE: htn_event_kind = 24;
pub const HTN_EVENT_TUPLE_DONE: htn_event_kind = 25;
pub const HTN_EVENT_TUPLE_KNOWN: htn_event_kind = 26;
pub const HTN_EVENT_PROPOSED: htn_event_kind = 27;

/* How far a step of a running plan is. */
pub const HTN_STEP_TO_DO: u32 = 0;
pub const HTN_STEP_DONE: u32 = 1;
pub const HTN_STEP_AGAIN: u32 = 2;
pub const HTN_STEP_ROUND_DONE: u32 = 3;

/* `htn_span.kind`. */
pub const HTN_SPAN_PARALLEL: u32 = 0;
pub const HTN_SPAN_MEMBER: u32 = 1;
pub const HTN_SPAN_ACHIEVE: u32 = 2;
pub const HTN_SPAN_WHILE: u32 = 3;
pub const HTN_SPAN_BACKGROUND: u32 = 4;

/* `htn_plan.partial`. */
pub const HTN_PARTIAL_NOT: u32 = 0;
pub const HTN_PARTIAL_SPLIT: u32 = 1;
pub const HTN_PARTIAL_HORIZON: u32 = 2;

/* `htn_plan.reached`. */
pub const HTN_REACHED_STEPS: u32 = 1;
pub const HTN_REACHED_DEPTH: u32 = 2;
pub const HTN_REACHED_WORK: u32 = 4;
pub const HTN_REACHED_ROOM: u32 = 8;
pub const HTN_REACHED_NODES: u32 = 16;
pub const HTN_REACHED_TUPLES: u32 = 32;

/* `htn_domain.flags`. */
pub const HTN_BLOB_FIXED_COSTS: u32 = 128;

#[repr(C)]
pub struct htn_agent {
    _private: [u8; 0],
}
#[repr(C)]
pub struct htn_agent_class {
    _private: [u8; 0],
}
#[repr(C)]
pub struct htn_group {
    _private: [u8; 0],
}
#[repr(C)]
pub struct htn_native {
    _private: [u8; 0],
}
#[repr(C)]
pub struct htn_planner {
    _private: [u8; 0],
}
#[repr(C)]
pub struct htn_replay_cursor {
    _private: [u8; 0],
}

pub type htn_answerer =
    unsafe extern "C" fn(user: *mut c_void, question: *const htn_question, answers: *mut i32, count: *mut u32) -> htn_status;
pub type htn_clock = unsafe extern "C" fn(user: *mut c_void) -> u64;
pub type htn_listener = unsafe extern "C" fn(user: *mut c_void, planner: *const htn_planner, event: *const htn_event);
pub type htn_replay_watcher = unsafe extern "C" fn(user: *mut c_void, agent: *const htn_agent, event: *const htn_journal_event);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_achievement {
    pub index: u32,
    pub states: u32,
    pub explored: u32,
    pub steps: u32,
    pub cost: u64,
    pub met: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_activity {
    pub agent: *mut htn_agent,
    pub user: *mut c_void,
    pub context: *mut c_void,
    pub operator_index: u32,
    pub id: u32,
    pub layer: u32,
    pub step: u32,
    pub task: htn_task,
    pub arguments: *const htn_argument,
    pub argument_count: u32,
    pub memory: *mut c_void,
    pub elapsed_us: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_agent_options {
    pub limits: htn_limits,
    pub user: *mut c_void,
    pub budget: u32,
    pub interval_ms: u32,
    pub back_off_ms: u32,
    pub horizon_ms: u32,
    pub seed: u32,
    pub stagger: u32,
    pub running: u32,
    pub replan_always: bool,
    pub defer: bool,
    pub orders: u8,
    pub order_tries: u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_argument {
    pub type_: u32,
    pub value: i32,
    pub text: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_bindings {
    pub operators: *const htn_operator_binding,
    pub operator_count: u32,
    pub sensors: *const htn_sensor_binding,
    pub sensor_count: u32,
    pub answerer: Option<htn_answerer>,
    pub context: *mut c_void,
    pub order_ended: Option<unsafe extern "C" fn(user: *mut c_void, report: *const htn_order_report)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_counts {
    pub searches: u64,
    pub skipped: u64,
    pub work: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_crowd {
    pub lists: [htn_crowd_list; 3],
    pub frame: u32,
    pub added: u32,
    pub budget: u32,
    pub left: u32,
    pub work: u32,
    pub longest_wait: u32,
    pub searches: u64,
    pub skipped: u64,
    pub trouble: htn_status,
    pub troubled: *mut htn_agent,
    pub trouble_layer: u32,
    pub inside: bool,
    pub clock: Option<htn_clock>,
    pub clock_user: *mut c_void,
    pub timing: htn_crowd_timing,
    pub until_timed: u32,
    pub timed_from: u64,
    pub timed_ns: u64,
    pub timed_units: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_crowd_list {
    pub first: *mut htn_agent,
    pub last: *mut htn_agent,
    pub next: *mut htn_agent,
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_crowd_stats {
    pub agents: u32,
    pub waiting: u32,
    pub wait: u32,
    pub longest_wait: u32,
    pub work: u32,
    pub budget: u32,
    pub unit_ps: u32,
    pub searches: u64,
    pub skipped: u64,
    pub trouble: htn_status,
    pub trouble_agent: *mut htn_agent,
    pub trouble_layer: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_domain {
    pub blob: *const u8,
    pub size: u32,
    pub fingerprint: u32,
    pub world_bytes: u32,
    pub shared_at: u32,
    pub flags: u32,
    pub max_arguments: u32,
    pub max_bindings: u32,
    pub max_writes: u32,
    pub max_state: u32,
    pub max_uses: u32,
    pub max_tests: u32,
    pub max_byte_writes: u32,
    pub cheapest: u32,
    pub instances: u32,
    pub cools: u32,
    pub task_flags: u32,
    pub retries: u32,
    pub aborts: u32,
    pub record_sites: u32,
    pub native: *const htn_native,
    pub sections: [htn_view; 64],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_event {
    pub kind: htn_event_kind,
    pub pc: u32,
    pub index: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_fault {
    pub section: *const c_char,
    pub offset: u32,
    pub reason: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_given_task {
    pub task: htn_task,
    pub arguments: *const i32,
    pub argument_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_group_options {
    pub id: u32,
    pub mode: htn_group_mode,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_hold {
    pub layer: u32,
    pub type_: u32,
    pub instance: i32,
    pub task: htn_task,
    pub lost: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_journal {
    pub memory: *mut u8,
    pub size: u32,
    pub first: u32,
    pub used: u32,
    pub lost: u32,
    pub begin: [u8; 113],
    pub begin_size: u32,
    pub sink: Option<unsafe extern "C" fn(user: *mut c_void, event: *const u8, size: u32)>,
    pub sink_user: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_journal_event {
    pub kind: htn_journal_kind,
    pub count: u32,
    pub numbers: [u32; HTN_JOURNAL_NUMBERS],
    pub offset: usize,
    pub size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_journal_location {
    pub property: htn_property,
    pub cell: u32,
    pub type_: u32,
    pub instance: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_limits {
    pub steps: u32,
    pub depth: u32,
    pub work: u32,
    pub record: u32,
    pub frames: u32,
    pub choices: u32,
    pub nodes: u32,
    pub trail: u32,
    pub spans: u32,
    pub continuation: u32,
    pub solutions: u32,
    pub tuples: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_load_report {
    pub reason: *const c_char,
    pub offset: u32,
    pub exact: bool,
    pub properties_lost: u32,
    pub values_changed: u32,
    pub instances_lost: u32,
    pub plans_kept: u32,
    pub plans_dropped: u32,
    pub steps_lost: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_news {
    pub kind: htn_news_kind,
    pub activity: htn_activity,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_operator_binding {
    pub name: *const c_char,
    pub start: Option<unsafe extern "C" fn(user: *mut c_void, activity: *const htn_activity) -> htn_outcome>,
    pub update: Option<unsafe extern "C" fn(user: *mut c_void, activity: *const htn_activity) -> htn_outcome>,
    pub abort: Option<unsafe extern "C" fn(user: *mut c_void, activity: *const htn_activity) -> htn_outcome>,
    pub resume: Option<unsafe extern "C" fn(user: *mut c_void, activity: *const htn_activity)>,
    pub memory: u32,
    pub polled: bool,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_order {
    pub id: u32,
    pub task: htn_given_task,
    pub tries: u32,
    pub runs: bool,
    pub waits: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_order_report {
    pub id: u32,
    pub layer: u32,
    pub task: htn_task,
    pub end: htn_order_end,
    pub status: htn_status,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_plan {
    pub steps: *const htn_step,
    pub step_count: u32,
    pub values: *const i32,
    pub record: *const u16,
    pub record_count: u32,
    pub spans: *const htn_span,
    pub span_count: u32,
    pub cost: i32,
    pub duration: i32,
    pub reached: u32,
    pub proven: bool,
    pub continues: bool,
    pub partial: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_question {
    pub query: htn_query,
    pub argument_count: u32,
    pub arguments: *const i32,
    pub capacity: u32,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_replay_moment {
    pub offset: usize,
    pub events: u32,
    pub ticks: u32,
    pub time_us: u64,
    pub cut: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_replay_report {
    pub reason: *const c_char,
    pub events: u32,
    pub offset: usize,
    pub memory: usize,
    pub other_build: bool,
    pub instead: [u8; HTN_JOURNAL_MIN_BYTES],
    pub instead_size: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_request {
    pub root: u32,
    pub work: u32,
    pub replan: bool,
    pub go_on: bool,
    pub keep: bool,
    pub horizon: u32,
    pub steps_done: u32,
    pub done: *const u8,
    pub seed: u32,
    pub task_count: u32,
    pub tasks: *const htn_given_task,
    pub cheapest: bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_sensing {
    pub agent: *mut htn_agent,
    pub world: *mut htn_world,
    pub sensor: u32,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_sensor_binding {
    pub name: *const c_char,
    pub sense: Option<unsafe extern "C" fn(user: *mut c_void, sensing: *const htn_sensing)>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_span {
    pub kind: u32,
    pub first: u32,
    pub end: u32,
    pub parent: u32,
    pub entry: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_step {
    pub task: htn_task,
    pub arguments: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_view {
    pub data: *const u8,
    pub count: u32,
    pub size: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct htn_world {
    pub domain: *const htn_domain,
    pub bytes: *mut u8,
    pub changes: u32,
    pub values_hash: u64,
    pub generations_hash: u64,
    pub watcher: Option<unsafe extern "C" fn(user: *mut c_void, cell: u32)>,
    pub watcher_user: *mut c_void,
    pub durings: *mut c_void,
    pub link: *mut c_void,
    pub holds: *mut c_void,
    pub timers: *mut c_void,
    pub log: [u32; 64],
}

extern "C" {
    pub fn htn_agent_activity(agent: *const htn_agent, layer: u32, index: u32, activity: *mut htn_activity) -> bool;
    pub fn htn_agent_calling(agent: *const htn_agent, activity: *mut htn_activity) -> bool;
    pub fn htn_agent_answers_changed(agent: *mut htn_agent) -> htn_status;
    pub fn htn_agent_ask(agent: *mut htn_agent, layer: u32) -> htn_status;
    pub fn htn_agent_bytes(agent_class: *const htn_agent_class, options: *const htn_agent_options) -> usize;
    pub fn htn_agent_class_bytes(domain: *const htn_domain) -> usize;
    pub fn htn_agent_class_init(
        agent_class: *mut *mut htn_agent_class,
        domain: *const htn_domain,
        bindings: *const htn_bindings,
        memory: *mut c_void,
        size: usize,
        wrong: *mut *const c_char,
    ) -> htn_status;
    pub fn htn_agent_counts(agent: *const htn_agent, counts: *mut htn_counts);
    pub fn htn_agent_domain(agent: *const htn_agent) -> *const htn_domain;
    pub fn htn_agent_group(agent: *const htn_agent) -> *mut htn_group;
    pub fn htn_agent_hold(agent: *const htn_agent, index: u32, hold: *mut htn_hold) -> bool;
    pub fn htn_agent_holds(agent: *const htn_agent) -> u32;
    pub fn htn_agent_idle(agent: *const htn_agent, layer: u32) -> bool;
    pub fn htn_agent_init(
        agent: *mut *mut htn_agent,
        agent_class: *const htn_agent_class,
        options: *const htn_agent_options,
        memory: *mut c_void,
        size: usize,
    ) -> htn_status;
    pub fn htn_agent_join(agent: *mut htn_agent, group: *mut htn_group) -> htn_status;
    pub fn htn_agent_journal(agent: *mut htn_agent, journal: *mut htn_journal) -> htn_status;
    pub fn htn_agent_layers(agent: *const htn_agent) -> u32;
    pub fn htn_agent_listen(agent: *mut htn_agent, listener: Option<htn_listener>, user: *mut c_void) -> htn_status;
    pub fn htn_agent_load(agent: *mut htn_agent, save: *const c_void, size: usize, report: *mut htn_load_report) -> htn_status;
    pub fn htn_agent_news(agent: *mut htn_agent, news: *mut htn_news) -> bool;
    pub fn htn_agent_order(agent: *mut htn_agent, layer: u32, task: *const htn_given_task, how: htn_order_how, id: *mut u32) -> htn_status;
    pub fn htn_agent_order_at(agent: *const htn_agent, layer: u32, index: u32, order: *mut htn_order) -> bool;
    pub fn htn_agent_peaks(agent: *const htn_agent, layer: u32, peaks: *mut htn_limits) -> htn_status;
    pub fn htn_agent_plan(agent: *const htn_agent, layer: u32, plan: *mut htn_plan, done: *mut *const u8) -> bool;
    pub fn htn_agent_planner(agent: *const htn_agent, layer: u32) -> *const htn_planner;
    pub fn htn_agent_recover(agent: *mut htn_agent) -> htn_status;
    pub fn htn_agent_reload(
        to: *mut htn_agent,
        from: *mut htn_agent,
        scratch: *mut c_void,
        size: usize,
        report: *mut htn_load_report,
    ) -> htn_status;
    pub fn htn_agent_report(agent: *mut htn_agent, id: u32, outcome: htn_outcome) -> htn_status;
    pub fn htn_agent_result(agent: *const htn_agent, layer: u32) -> htn_status;
    pub fn htn_agent_save(agent: *const htn_agent, out: *mut c_void, size: usize, used: *mut usize) -> htn_status;
    pub fn htn_agent_save_bytes(agent: *const htn_agent) -> usize;
    pub fn htn_agent_sense(agent: *mut htn_agent, sensor: u32) -> htn_status;
    pub fn htn_agent_set_period(agent: *mut htn_agent, frames: u32) -> htn_status;
    pub fn htn_agent_share(agent: *mut htn_agent) -> htn_status;
    pub fn htn_agent_snapshot(agent: *mut htn_agent, journal: *mut htn_journal, scratch: *mut c_void, size: usize) -> htn_status;
    pub fn htn_agent_take_back(agent: *mut htn_agent, layer: u32, id: u32) -> htn_status;
    pub fn htn_agent_tick(agent: *mut htn_agent, elapsed_us: u64) -> htn_status;
    pub fn htn_agent_tick_within(agent: *mut htn_agent, elapsed_us: u64, work: *mut u32) -> htn_status;
    pub fn htn_agent_user(agent: *const htn_agent) -> *mut c_void;
    pub fn htn_agent_world(agent: *mut htn_agent) -> *mut htn_world;
    pub fn htn_blob_checksum(bytes: *const c_void, size: usize) -> u32;
    pub fn htn_crowd_add(crowd: *mut htn_crowd, agent: *mut htn_agent) -> htn_status;
    pub fn htn_crowd_init(crowd: *mut htn_crowd) -> htn_status;
    pub fn htn_crowd_news(crowd: *mut htn_crowd, news: *mut htn_news) -> bool;
    pub fn htn_crowd_remove(crowd: *mut htn_crowd, agent: *mut htn_agent) -> htn_status;
    pub fn htn_crowd_set_clock(crowd: *mut htn_crowd, clock: Option<htn_clock>, user: *mut c_void) -> htn_status;
    pub fn htn_crowd_share(crowd: *mut htn_crowd) -> htn_status;
    pub fn htn_crowd_statistics(crowd: *const htn_crowd, stats: *mut htn_crowd_stats) -> htn_status;
    pub fn htn_crowd_tick(crowd: *mut htn_crowd, elapsed_us: u64, budget: u32) -> htn_status;
    pub fn htn_crowd_tick_for(crowd: *mut htn_crowd, elapsed_us: u64, budget_ns: u64) -> htn_status;
    pub fn htn_domain_count(domain: *const htn_domain, section: htn_section) -> u32;
    pub fn htn_domain_field(domain: *const htn_domain, section: htn_section, index: u32, field: u32) -> u32;
    pub fn htn_domain_load(domain: *mut htn_domain, blob: *const c_void, size: usize, fault: *mut htn_fault) -> htn_status;
    pub fn htn_domain_load_native(domain: *mut htn_domain, native: *const htn_native, fault: *mut htn_fault) -> htn_status;
    pub fn htn_domain_text(domain: *const htn_domain, strings: htn_section, offset: u32) -> *const c_char;
    pub fn htn_domain_use_native(domain: *mut htn_domain, native: *const htn_native) -> htn_status;
    pub fn htn_group_bytes(domain: *const htn_domain, options: *const htn_group_options) -> usize;
    pub fn htn_group_holder(group: *const htn_group, type_: u32, instance: i32, index: u32, layer: *mut u32) -> *mut htn_agent;
    pub fn htn_group_id(group: *const htn_group) -> u32;
    pub fn htn_group_init(
        group: *mut *mut htn_group,
        domain: *const htn_domain,
        options: *const htn_group_options,
        memory: *mut c_void,
        size: usize,
    ) -> htn_status;
    pub fn htn_group_load(group: *mut htn_group, save: *const c_void, size: usize, report: *mut htn_load_report) -> htn_status;
    pub fn htn_group_release(group: *mut htn_group, type_: u32, instance: i32) -> htn_status;
    pub fn htn_group_save(group: *const htn_group, out: *mut c_void, size: usize, used: *mut usize) -> htn_status;
    pub fn htn_group_save_bytes(group: *const htn_group) -> usize;
    pub fn htn_group_tick(group: *mut htn_group, elapsed_us: u64) -> htn_status;
    pub fn htn_group_world(group: *mut htn_group) -> *mut htn_world;
    pub fn htn_instance_type(domain: *const htn_domain, type_: u32, instance: i32) -> u32;
    pub fn htn_journal_index(domain: *const htn_domain, location: *const htn_journal_location, index: *mut i32) -> u32;
    pub fn htn_journal_init(journal: *mut htn_journal, memory: *mut c_void, size: usize) -> htn_status;
    pub fn htn_journal_locate(domain: *const htn_domain, address: u32, location: *mut htn_journal_location) -> bool;
    pub fn htn_journal_name(kind: htn_journal_kind) -> *const c_char;
    pub fn htn_journal_next(bytes: *const c_void, size: usize, offset: *mut usize, event: *mut htn_journal_event) -> htn_status;
    pub fn htn_journal_read(journal: *mut htn_journal, out: *mut c_void, size: usize) -> usize;
    pub fn htn_journal_signed(number: u32) -> i32;
    pub fn htn_journal_value_at(domain: *const htn_domain, location: *const htn_journal_location, number: u32) -> i32;
    pub fn htn_method_name(domain: *const htn_domain, task: htn_task, method: u32) -> *const c_char;
    pub fn htn_operator_arguments(
        world: *const htn_world,
        task: htn_task,
        values: *const i32,
        answerer: Option<htn_answerer>,
        user: *mut c_void,
        out: *mut htn_argument,
        capacity: u32,
        count: *mut u32,
    ) -> htn_status;
    pub fn htn_operator_find(domain: *const htn_domain, name: *const c_char) -> u32;
    pub fn htn_operator_name(domain: *const htn_domain, operator_index: u32) -> *const c_char;
    pub fn htn_operator_parameter_type(domain: *const htn_domain, operator_index: u32, parameter: u32) -> u32;
    pub fn htn_operator_parameters(domain: *const htn_domain, operator_index: u32) -> u32;
    pub fn htn_plan_begin(planner: *mut htn_planner, world: *mut htn_world, request: *const htn_request) -> htn_status;
    pub fn htn_plan_find(planner: *mut htn_planner, world: *mut htn_world, request: *const htn_request) -> htn_status;
    pub fn htn_plan_next(planner: *mut htn_planner, budget: u32) -> htn_status;
    pub fn htn_plan_step(planner: *mut htn_planner, budget: u32) -> htn_status;
    pub fn htn_plan_trace(planner: *mut htn_planner, listener: Option<htn_listener>, user: *mut c_void) -> htn_status;
    pub fn htn_planner_adopt(planner: *mut htn_planner) -> htn_status;
    pub fn htn_planner_answer(planner: *mut htn_planner, answerer: Option<htn_answerer>, user: *mut c_void) -> htn_status;
    pub fn htn_planner_attach(planner: *mut *mut htn_planner, domain: *const htn_domain, memory: *mut c_void, size: usize) -> htn_status;
    pub fn htn_planner_bytes(domain: *const htn_domain, limits: *const htn_limits) -> usize;
    pub fn htn_planner_drop(planner: *mut htn_planner);
    pub fn htn_planner_init(
        planner: *mut *mut htn_planner,
        domain: *const htn_domain,
        limits: *const htn_limits,
        memory: *mut c_void,
        size: usize,
    ) -> htn_status;
    pub fn htn_planner_limits(planner: *const htn_planner, limits: *mut htn_limits);
    pub fn htn_planner_plan(planner: *const htn_planner, plan: *mut htn_plan);
    pub fn htn_planner_running(planner: *const htn_planner, plan: *mut htn_plan) -> bool;
    pub fn htn_planner_validate(
        planner: *mut htn_planner,
        world: *mut htn_world,
        steps_done: u32,
        done: *const u8,
        failed_step: *mut u32,
    ) -> htn_status;
    pub fn htn_property_at(domain: *const htn_domain, address: u32) -> htn_property;
    pub fn htn_property_find(domain: *const htn_domain, name: *const c_char) -> htn_property;
    pub fn htn_property_name(domain: *const htn_domain, property: htn_property) -> *const c_char;
    pub fn htn_property_parameter_type(domain: *const htn_domain, property: htn_property, parameter: u32) -> u32;
    pub fn htn_property_parameters(domain: *const htn_domain, property: htn_property) -> u32;
    pub fn htn_property_type(domain: *const htn_domain, property: htn_property) -> u32;
    pub fn htn_query_candidates(domain: *const htn_domain, query: htn_query) -> u32;
    pub fn htn_query_count(domain: *const htn_domain) -> u32;
    pub fn htn_query_default(domain: *const htn_domain, query: htn_query) -> i32;
    pub fn htn_query_find(domain: *const htn_domain, name: *const c_char) -> htn_query;
    pub fn htn_query_name(domain: *const htn_domain, query: htn_query) -> *const c_char;
    pub fn htn_query_parameter_type(domain: *const htn_domain, query: htn_query, parameter: u32) -> u32;
    pub fn htn_query_parameters(domain: *const htn_domain, query: htn_query) -> u32;
    pub fn htn_query_type(domain: *const htn_domain, query: htn_query) -> u32;
    pub fn htn_replay(
        domain: *const htn_domain,
        journal: *const c_void,
        size: usize,
        memory: *mut c_void,
        memory_size: usize,
        report: *mut htn_replay_report,
    ) -> htn_status;
    pub fn htn_replay_agent(cursor: *const htn_replay_cursor) -> *const htn_agent;
    pub fn htn_replay_back(cursor: *mut htn_replay_cursor, kept: *const c_void, size: usize) -> htn_status;
    pub fn htn_replay_end(cursor: *const htn_replay_cursor) -> htn_replay_moment;
    pub fn htn_replay_how(cursor: *const htn_replay_cursor) -> *const htn_replay_report;
    pub fn htn_replay_keep(cursor: *const htn_replay_cursor, out: *mut c_void, size: usize) -> htn_status;
    pub fn htn_replay_kept_bytes(cursor: *const htn_replay_cursor) -> usize;
    pub fn htn_replay_listen(cursor: *mut htn_replay_cursor, listener: Option<htn_listener>, user: *mut c_void) -> htn_status;
    pub fn htn_replay_now(cursor: *const htn_replay_cursor) -> htn_replay_moment;
    pub fn htn_replay_open(
        cursor: *mut *mut htn_replay_cursor,
        domain: *const htn_domain,
        journal: *const c_void,
        size: usize,
        memory: *mut c_void,
        memory_size: usize,
        report: *mut htn_replay_report,
    ) -> htn_status;
    pub fn htn_replay_to(cursor: *mut htn_replay_cursor, offset: usize) -> htn_status;
    pub fn htn_replay_until(cursor: *mut htn_replay_cursor, time_us: u64) -> htn_status;
    pub fn htn_replay_watch(cursor: *mut htn_replay_cursor, watcher: Option<htn_replay_watcher>, user: *mut c_void) -> htn_status;
    pub fn htn_replay_world(cursor: *const htn_replay_cursor) -> *const htn_world;
    pub fn htn_root_find(domain: *const htn_domain, task_name: *const c_char) -> u32;
    pub fn htn_root_name(domain: *const htn_domain, root: u32) -> *const c_char;
    pub fn htn_root_task(domain: *const htn_domain, root: u32) -> htn_task;
    pub fn htn_sensor_find(domain: *const htn_domain, name: *const c_char) -> u32;
    pub fn htn_sensor_name(domain: *const htn_domain, sensor: u32) -> *const c_char;
    pub fn htn_sizeof_achievement() -> usize;
    pub fn htn_sizeof_activity() -> usize;
    pub fn htn_sizeof_agent_options() -> usize;
    pub fn htn_sizeof_argument() -> usize;
    pub fn htn_sizeof_bindings() -> usize;
    pub fn htn_sizeof_counts() -> usize;
    pub fn htn_sizeof_crowd() -> usize;
    pub fn htn_sizeof_crowd_stats() -> usize;
    pub fn htn_sizeof_domain() -> usize;
    pub fn htn_sizeof_event() -> usize;
    pub fn htn_sizeof_fault() -> usize;
    pub fn htn_sizeof_given_task() -> usize;
    pub fn htn_sizeof_group_options() -> usize;
    pub fn htn_sizeof_journal() -> usize;
    pub fn htn_sizeof_journal_event() -> usize;
    pub fn htn_sizeof_journal_location() -> usize;
    pub fn htn_sizeof_limits() -> usize;
    pub fn htn_sizeof_load_report() -> usize;
    pub fn htn_sizeof_news() -> usize;
    pub fn htn_sizeof_operator_binding() -> usize;
    pub fn htn_sizeof_order() -> usize;
    pub fn htn_sizeof_order_report() -> usize;
    pub fn htn_sizeof_plan() -> usize;
    pub fn htn_sizeof_question() -> usize;
    pub fn htn_sizeof_replay_report() -> usize;
    pub fn htn_sizeof_request() -> usize;
    pub fn htn_sizeof_sensing() -> usize;
    pub fn htn_sizeof_sensor_binding() -> usize;
    pub fn htn_sizeof_span() -> usize;
    pub fn htn_sizeof_step() -> usize;
    pub fn htn_sizeof_view() -> usize;
    pub fn htn_sizeof_world() -> usize;
    pub fn htn_status_text(status: htn_status) -> *const c_char;
    pub fn htn_symbol_find(domain: *const htn_domain, text: *const c_char, value: *mut i32) -> bool;
    pub fn htn_task_find(domain: *const htn_domain, name: *const c_char) -> htn_task;
    pub fn htn_task_kind_of(domain: *const htn_domain, task: htn_task) -> htn_task_kind;
    pub fn htn_task_name(domain: *const htn_domain, task: htn_task) -> *const c_char;
    pub fn htn_task_operator(domain: *const htn_domain, task: htn_task) -> u32;
    pub fn htn_task_parameter_name(domain: *const htn_domain, task: htn_task, parameter: u32) -> *const c_char;
    pub fn htn_task_parameter_type(domain: *const htn_domain, task: htn_task, parameter: u32) -> u32;
    pub fn htn_task_parameters(domain: *const htn_domain, task: htn_task) -> u32;
    pub fn htn_trace_achievement(planner: *const htn_planner, achievement: *mut htn_achievement);
    pub fn htn_trace_candidates(planner: *const htn_planner, event: *const htn_event, count: *mut u32) -> *const i32;
    pub fn htn_trace_get(planner: *const htn_planner, property: htn_property) -> i32;
    pub fn htn_trace_get_at(planner: *const htn_planner, property: htn_property, index: *const i32, count: u32) -> i32;
    pub fn htn_trace_local(planner: *const htn_planner, slot: u32) -> i32;
    pub fn htn_trace_plan(planner: *const htn_planner, plan: *mut htn_plan);
    pub fn htn_trace_question(planner: *const htn_planner, answer: *mut i32) -> *const i32;
    pub fn htn_trace_root(planner: *const htn_planner) -> u32;
    pub fn htn_trace_writer(planner: *const htn_planner, property: htn_property) -> u32;
    pub fn htn_trace_writer_at(planner: *const htn_planner, property: htn_property, index: *const i32, count: u32) -> u32;
    pub fn htn_type_find(domain: *const htn_domain, name: *const c_char) -> u32;
    pub fn htn_type_high(domain: *const htn_domain, type_: u32) -> i32;
    pub fn htn_type_is_open(domain: *const htn_domain, type_: u32) -> bool;
    pub fn htn_type_kind_of(domain: *const htn_domain, type_: u32) -> htn_type_kind;
    pub fn htn_type_low(domain: *const htn_domain, type_: u32) -> i32;
    pub fn htn_type_name(domain: *const htn_domain, type_: u32) -> *const c_char;
    pub fn htn_type_parent(domain: *const htn_domain, type_: u32) -> u32;
    pub fn htn_value_find(domain: *const htn_domain, type_: u32, name: *const c_char, value: *mut i32) -> bool;
    pub fn htn_value_name(domain: *const htn_domain, type_: u32, value: i32) -> *const c_char;
    pub fn htn_version() -> u32;
    pub fn htn_world_add(world: *mut htn_world, property: htn_property, n: i32) -> htn_status;
    pub fn htn_world_add_at(world: *mut htn_world, property: htn_property, index: *const i32, count: u32, n: i32) -> htn_status;
    pub fn htn_world_bytes(domain: *const htn_domain) -> usize;
    pub fn htn_world_copy(to: *mut htn_world, from: *const htn_world) -> htn_status;
    pub fn htn_world_despawn(world: *mut htn_world, type_: u32, instance: i32) -> htn_status;
    pub fn htn_world_exists(world: *const htn_world, type_: u32, instance: i32) -> bool;
    pub fn htn_world_generation(world: *const htn_world, type_: u32, instance: i32) -> u32;
    pub fn htn_world_get(world: *const htn_world, property: htn_property) -> i32;
    pub fn htn_world_get_at(world: *const htn_world, property: htn_property, index: *const i32, count: u32) -> i32;
    pub fn htn_world_init(world: *mut htn_world, domain: *const htn_domain, memory: *mut c_void, size: usize) -> htn_status;
    pub fn htn_world_load(world: *mut htn_world, save: *const c_void, size: usize, report: *mut htn_load_report) -> htn_status;
    pub fn htn_world_save(world: *const htn_world, out: *mut c_void, size: usize, used: *mut usize) -> htn_status;
    pub fn htn_world_save_bytes(world: *const htn_world) -> usize;
    pub fn htn_world_set(world: *mut htn_world, property: htn_property, value: i32) -> htn_status;
    pub fn htn_world_set_at(world: *mut htn_world, property: htn_property, index: *const i32, count: u32, value: i32) -> htn_status;
    pub fn htn_world_set_at_for(
        world: *mut htn_world,
        property: htn_property,
        index: *const i32,
        count: u32,
        value: i32,
        milliseconds: u32,
    ) -> htn_status;
    pub fn htn_world_set_for(world: *mut htn_world, property: htn_property, value: i32, milliseconds: u32) -> htn_status;
    pub fn htn_world_spawn(world: *mut htn_world, type_: u32, instance: *mut i32) -> htn_status;
    pub fn htn_world_time_left(world: *const htn_world, property: htn_property, index: *const i32, count: u32) -> u32;
}
