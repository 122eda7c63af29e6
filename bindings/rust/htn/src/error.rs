//! What a call can answer.

use crate::sys;
use std::ffi::CStr;
use std::fmt;

/// The runtime's statuses: errors and results of planning. Numbers from 30 to 99 say that room or a limit did not suffice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
#[non_exhaustive]
pub enum Status {
    /// Done.
    Ok = 0,
    /// No plan.
    NoPlan = 10,
    /// The running plan stands.
    Stands = 11,
    /// Suspended: the budget is spent, call again.
    Suspended = 12,
    /// An answer of a query is late, call again.
    Waits = 13,
    /// The limit on steps in a plan was reached.
    LimitSteps = 30,
    /// The limit on nested recursive tasks was reached.
    LimitDepth = 31,
    /// The limit on work was reached.
    LimitWork = 32,
    /// The limit on nodes of an Achieve was reached.
    LimitNodes = 33,
    /// The limit on tuples of derived conditions was reached.
    LimitTuples = 34,
    /// The block is too small for its header.
    FullHeader = 50,
    /// The block's region `world` is too small.
    FullWorld = 51,
    /// The block's region `steps` is too small.
    FullSteps = 52,
    /// The block's region `record` is too small.
    FullRecord = 53,
    /// The block's region `frames` is too small.
    FullFrames = 54,
    /// The block's region `choices` is too small.
    FullChoices = 55,
    /// The block's region `trail` is too small.
    FullTrail = 56,
    /// The block's region `spans` is too small.
    FullSpans = 57,
    /// The block's region `nodes` is too small.
    FullNodes = 58,
    /// The block's region `continuation` is too small.
    FullContinuation = 59,
    /// The block's region `running` is too small.
    FullRunning = 60,
    /// The block's region `best` is too small.
    FullBest = 61,
    /// The type has no free instance left.
    FullInstances = 62,
    /// The block's region `solutions` is too small.
    FullSolutions = 63,
    /// The block's region `tuples` is too small.
    FullTuples = 64,
    /// Not a sound blob.
    BadBlob = 100,
    /// The blob's format is newer than this runtime.
    NewerBlob = 101,
    /// Not a sound save.
    BadSave = 102,
    /// The save's format is newer than this runtime.
    NewerSave = 103,
    /// An argument is NULL or out of range.
    BadArgument = 104,
    /// The value is outside the property's range.
    BadValue = 105,
    /// The memory is not aligned to 8 bytes.
    BadMemory = 106,
    /// The memory is too small.
    TooSmall = 107,
    /// Made for another domain.
    WrongDomain = 108,
    /// There is no search to go on with.
    NotBegun = 109,
    /// There is no running plan.
    NoRunningPlan = 110,
    /// The running plan is whole: nothing remains to be planned.
    NotPartial = 111,
    /// The domain has nothing of that name, or the agent no such step.
    NotFound = 112,
    /// Not a sound journal, or none that can be replayed.
    BadJournal = 113,
    /// A replay does not come to what the journal says.
    Differs = 114,
    /// The agent is in the midst of a tick: this was called from inside a callback.
    Busy = 115,
    /// Made for another version of the runtime.
    WrongRuntime = 116,
}

impl Status {
    pub(crate) fn of(number: sys::htn_status) -> Status {
        match number {
            0 => Status::Ok,
            10 => Status::NoPlan,
            11 => Status::Stands,
            12 => Status::Suspended,
            13 => Status::Waits,
            30 => Status::LimitSteps,
            31 => Status::LimitDepth,
            32 => Status::LimitWork,
            33 => Status::LimitNodes,
            34 => Status::LimitTuples,
            50 => Status::FullHeader,
            51 => Status::FullWorld,
            52 => Status::FullSteps,
            53 => Status::FullRecord,
            54 => Status::FullFrames,
            55 => Status::FullChoices,
            56 => Status::FullTrail,
            57 => Status::FullSpans,
            58 => Status::FullNodes,
            59 => Status::FullContinuation,
            60 => Status::FullRunning,
            61 => Status::FullBest,
            62 => Status::FullInstances,
            63 => Status::FullSolutions,
            64 => Status::FullTuples,
            100 => Status::BadBlob,
            101 => Status::NewerBlob,
            102 => Status::BadSave,
            103 => Status::NewerSave,
            104 => Status::BadArgument,
            105 => Status::BadValue,
            106 => Status::BadMemory,
            107 => Status::TooSmall,
            108 => Status::WrongDomain,
            109 => Status::NotBegun,
            110 => Status::NoRunningPlan,
            111 => Status::NotPartial,
            112 => Status::NotFound,
            113 => Status::BadJournal,
            114 => Status::Differs,
            115 => Status::Busy,
            116 => Status::WrongRuntime,
            _ => unreachable!("htn has no status {}", number),
        }
    }

    /// The status in words.
    pub fn text(self) -> &'static str {
        unsafe { CStr::from_ptr(sys::htn_status_text(self as sys::htn_status)) }.to_str().unwrap_or("")
    }

    /// Whether a limit was reached, or a region of memory is full: raise that one of [`Limits`](crate::Limits).
    pub fn is_limit(self) -> bool {
        (sys::HTN_LIMIT_STEPS..sys::HTN_BAD_BLOB).contains(&(self as i32))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.text())
    }
}

/// Why a call was refused, or what went wrong in it.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    status: Status,
    detail: Option<Box<str>>,
}

/// `std::result::Result` with this crate's error.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(status: Status) -> Error {
        Error { status, detail: None }
    }

    pub(crate) fn with(status: Status, detail: String) -> Error {
        Error { status, detail: Some(detail.into()) }
    }

    /// The runtime's status.
    pub fn status(&self) -> Status {
        self.status
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) => write!(to, "{}: {}", self.status, detail),
            None => write!(to, "{}", self.status),
        }
    }
}

// What `main() -> htn::Result<()>` and unwrap() print.
impl fmt::Debug for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:?}: {}", self.status, self)
    }
}

impl std::error::Error for Error {}

pub(crate) fn check(status: sys::htn_status) -> Result<()> {
    if status == sys::HTN_OK {
        Ok(())
    } else {
        Err(Error::new(Status::of(status)))
    }
}

/// The text of a C string that is never NULL; a text that is not UTF-8 is empty.
pub(crate) unsafe fn text<'a>(of: *const std::os::raw::c_char) -> &'a str {
    CStr::from_ptr(of).to_str().unwrap_or("")
}
