//! Domains, and the ids of what is in them.

use crate::error::{check, text, Error, Result, Status};
use crate::sys;
use std::ffi::CString;
use std::os::raw::c_char;
use std::sync::Arc;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);
    )* };
}

ids! {
    /// A property of the world state. `htn compile --rs` names the domain's; [`Domain::find_property`] finds one by name.
    Property
    /// A type of values: an Enum, Entities, a range of numbers.
    Type
    /// A compound or primitive task.
    Task
    /// An operator, which the game carries out.
    Operator
    /// A query, which the game answers while planning.
    Query
    /// A sensor, which writes the world state.
    Sensor
    /// A root task. An agent has a layer for each root, and the layer is called by its root.
    Root
    /// A run of a step, unique in its agent.
    StepId
    /// An order, unique in its agent.
    OrderId
}

impl Root {
    /// The first root, which is the only one of most domains.
    pub const FIRST: Root = Root(0);
}

/// What a type's values are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum TypeKind {
    Bool,
    Integer,
    Enum,
    Entities,
    /// In thousandths.
    Fixed,
}

/// What a task is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TaskKind {
    Compound,
    Primitive,
}

pub(crate) struct Loaded {
    pub(crate) c: sys::htn_domain,
    _blob: Box<[u8]>,
}

// Immutable once it is loaded.
unsafe impl Send for Loaded {}
unsafe impl Sync for Loaded {}

/// A domain: a verified blob. Clones are the same domain.
#[derive(Clone)]
pub struct Domain(pub(crate) Arc<Loaded>);

impl Domain {
    /// Verifies a blob, as `htn compile` writes it, and keeps a copy of it.
    pub fn load(blob: impl Into<Box<[u8]>>) -> Result<Domain> {
        let version = unsafe { sys::htn_version() };
        assert_eq!(version, sys::HTN_VERSION, "htn: the library is of another version than the crate htn-sys");
        let blob = blob.into();
        let (at, size) = (blob.as_ptr(), blob.len());
        let mut loaded = Arc::new(Loaded { c: unsafe { std::mem::zeroed() }, _blob: blob });
        let mut fault: sys::htn_fault = unsafe { std::mem::zeroed() };
        let c = &mut Arc::get_mut(&mut loaded).expect("nobody else has it").c;
        match unsafe { sys::htn_domain_load(c, at.cast(), size, &mut fault) } {
            sys::HTN_OK => Ok(Domain(loaded)),
            status if fault.reason.is_null() => Err(Error::new(Status::of(status))),
            status => {
                let (section, reason) = unsafe { (text(fault.section), text(fault.reason)) };
                Err(Error::with(Status::of(status), format!("{} at byte {}: {}", section, fault.offset, reason)))
            }
        }
    }

    pub(crate) fn c(&self) -> *const sys::htn_domain {
        &self.0.c
    }

    /// The same for blobs whose worlds and plans mean the same: compare it with the constant `FINGERPRINT` that `htn compile --rs` writes.
    pub fn fingerprint(&self) -> u32 {
        self.0.c.fingerprint
    }

    fn find(&self, name: &str, find: unsafe extern "C" fn(*const sys::htn_domain, *const c_char) -> u32) -> Option<u32> {
        let name = CString::new(name).ok()?;
        Some(unsafe { find(self.c(), name.as_ptr()) }).filter(|&id| id != sys::HTN_NONE)
    }

    /// By name, in linear time: for start-up.
    pub fn find_property(&self, name: &str) -> Option<Property> {
        self.find(name, sys::htn_property_find).map(Property)
    }

    /// By name.
    pub fn find_type(&self, name: &str) -> Option<Type> {
        self.find(name, sys::htn_type_find).map(Type)
    }

    /// By name.
    pub fn find_task(&self, name: &str) -> Option<Task> {
        self.find(name, sys::htn_task_find).map(Task)
    }

    /// By name.
    pub fn find_operator(&self, name: &str) -> Option<Operator> {
        self.find(name, sys::htn_operator_find).map(Operator)
    }

    /// By name.
    pub fn find_query(&self, name: &str) -> Option<Query> {
        self.find(name, sys::htn_query_find).map(Query)
    }

    /// By name.
    pub fn find_sensor(&self, name: &str) -> Option<Sensor> {
        self.find(name, sys::htn_sensor_find).map(Sensor)
    }

    /// By the name of its task.
    pub fn find_root(&self, name: &str) -> Option<Root> {
        self.find(name, sys::htn_root_find).map(Root)
    }

    /// The value of a type by its name: of an Enum, an instance of closed Entities, `true`, `none`.
    pub fn find_value(&self, of: Type, name: &str) -> Option<i32> {
        let name = CString::new(name).ok()?;
        let mut value = 0;
        let found = unsafe { sys::htn_value_find(self.c(), of.0, name.as_ptr(), &mut value) };
        Some(value).filter(|_| found)
    }

    /// The value of a symbol by its text, for an argument of a given task. None: no task of the domain has that text.
    pub fn find_symbol(&self, text: &str) -> Option<i32> {
        let text = CString::new(text).ok()?;
        let mut value = 0;
        let found = unsafe { sys::htn_symbol_find(self.c(), text.as_ptr(), &mut value) };
        Some(value).filter(|_| found)
    }

    /// Empty for an id that is not of this domain, like the names below.
    pub fn property_name(&self, property: Property) -> &str {
        unsafe { text(sys::htn_property_name(self.c(), property.0)) }
    }

    /// A type's name.
    pub fn type_name(&self, of: Type) -> &str {
        unsafe { text(sys::htn_type_name(self.c(), of.0)) }
    }

    /// A task's name.
    pub fn task_name(&self, task: Task) -> &str {
        unsafe { text(sys::htn_task_name(self.c(), task.0)) }
    }

    /// An operator's name.
    pub fn operator_name(&self, operator: Operator) -> &str {
        unsafe { text(sys::htn_operator_name(self.c(), operator.0)) }
    }

    /// A query's name.
    pub fn query_name(&self, query: Query) -> &str {
        unsafe { text(sys::htn_query_name(self.c(), query.0)) }
    }

    /// A sensor's name.
    pub fn sensor_name(&self, sensor: Sensor) -> &str {
        unsafe { text(sys::htn_sensor_name(self.c(), sensor.0)) }
    }

    /// The name of a root's task.
    pub fn root_name(&self, root: Root) -> &str {
        unsafe { text(sys::htn_root_name(self.c(), root.0)) }
    }

    /// The name of a value: `true`, `MeleeRange`, `none`. None: it is a number, or an instance of an open type.
    pub fn value_name(&self, of: Type, value: i32) -> Option<&str> {
        let name = unsafe { sys::htn_value_name(self.c(), of.0, value) };
        if name.is_null() {
            None
        } else {
            Some(unsafe { text(name) })
        }
    }

    fn some_type(id: u32) -> Option<Type> {
        Some(Type(id)).filter(|of| of.0 != sys::HTN_NONE)
    }

    /// The type of a property's values.
    pub fn property_type(&self, property: Property) -> Option<Type> {
        Domain::some_type(unsafe { sys::htn_property_type(self.c(), property.0) })
    }

    /// The types of a table's parameters: none if the property is no table.
    pub fn property_parameters(&self, property: Property) -> impl Iterator<Item = Type> + '_ {
        let count = unsafe { sys::htn_property_parameters(self.c(), property.0) };
        (0..count).map(move |i| Type(unsafe { sys::htn_property_parameter_type(self.c(), property.0, i) }))
    }

    /// The types of a task's parameters; None for a symbol.
    pub fn task_parameters(&self, task: Task) -> impl Iterator<Item = Option<Type>> + '_ {
        let count = unsafe { sys::htn_task_parameters(self.c(), task.0) };
        (0..count).map(move |i| Domain::some_type(unsafe { sys::htn_task_parameter_type(self.c(), task.0, i) }))
    }

    /// The types of an operator's parameters; None for a symbol.
    pub fn operator_parameters(&self, operator: Operator) -> impl Iterator<Item = Option<Type>> + '_ {
        let count = unsafe { sys::htn_operator_parameters(self.c(), operator.0) };
        (0..count).map(move |i| Domain::some_type(unsafe { sys::htn_operator_parameter_type(self.c(), operator.0, i) }))
    }

    /// What a type's values are. None: there is no such type.
    pub fn type_kind(&self, of: Type) -> Option<TypeKind> {
        match unsafe { sys::htn_type_kind_of(self.c(), of.0) } {
            sys::HTN_TYPE_BOOL => Some(TypeKind::Bool),
            sys::HTN_TYPE_INTEGER => Some(TypeKind::Integer),
            sys::HTN_TYPE_ENUM => Some(TypeKind::Enum),
            sys::HTN_TYPE_ENTITIES => Some(TypeKind::Entities),
            sys::HTN_TYPE_FIXED => Some(TypeKind::Fixed),
            _ => None,
        }
    }

    /// The least and the greatest value of a type.
    pub fn type_range(&self, of: Type) -> std::ops::RangeInclusive<i32> {
        unsafe { sys::htn_type_low(self.c(), of.0)..=sys::htn_type_high(self.c(), of.0) }
    }

    /// Whether the instances of a type come and go.
    pub fn type_is_open(&self, of: Type) -> bool {
        unsafe { sys::htn_type_is_open(self.c(), of.0) }
    }

    /// The type that it is a subtype of.
    pub fn type_parent(&self, of: Type) -> Option<Type> {
        Domain::some_type(unsafe { sys::htn_type_parent(self.c(), of.0) })
    }

    /// The type, `of` or one of its subtypes, that the instance belongs to itself.
    pub fn instance_type(&self, of: Type, instance: i32) -> Option<Type> {
        Domain::some_type(unsafe { sys::htn_instance_type(self.c(), of.0, instance) })
    }

    /// What a task is. None: there is no such task.
    pub fn task_kind(&self, task: Task) -> Option<TaskKind> {
        match unsafe { sys::htn_task_kind_of(self.c(), task.0) } {
            sys::HTN_TASK_COMPOUND => Some(TaskKind::Compound),
            sys::HTN_TASK_PRIMITIVE => Some(TaskKind::Primitive),
            _ => None,
        }
    }

    /// The operator of a primitive task, if it has one.
    pub fn task_operator(&self, task: Task) -> Option<Operator> {
        Some(unsafe { sys::htn_task_operator(self.c(), task.0) }).filter(|&id| id != sys::HTN_NONE).map(Operator)
    }

    /// The task of a root.
    pub fn root_task(&self, root: Root) -> Option<Task> {
        Some(unsafe { sys::htn_root_task(self.c(), root.0) }).filter(|&id| id != sys::HTN_NONE).map(Task)
    }

    pub(crate) fn world_bytes(&self) -> usize {
        unsafe { sys::htn_world_bytes(self.c()) }
    }

    pub(crate) fn init_world(&self, world: *mut sys::htn_world, memory: &crate::block::Block) -> Result<()> {
        check(unsafe { sys::htn_world_init(world, self.c(), memory.at(), memory.size()) })
    }
}

impl std::fmt::Debug for Domain {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "Domain({:#010x})", self.fingerprint())
    }
}
