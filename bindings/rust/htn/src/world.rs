//! World states.

use crate::agent::LoadReport;
use crate::block::Block;
use crate::domain::{Domain, Property, Type};
use crate::error::{check, text, Error, Result, Status};
use crate::sys;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// A world state, behind a reference: an agent's, a group's, or an [`OwnedWorld`]. (It has no size, so that two agents' worlds cannot be
/// swapped.)
///
/// The setters panic where the domain has no such property or cell, and where the value is out of its range, as an index of a slice does.
/// Those with `try_` return an error instead, and have written nothing then.
#[repr(transparent)]
pub struct World([sys::htn_world]);

impl World {
    pub(crate) unsafe fn of<'a>(c: *mut sys::htn_world) -> &'a mut World {
        &mut *(std::ptr::slice_from_raw_parts_mut(c, 1) as *mut World)
    }

    pub(crate) unsafe fn of_const<'a>(c: *const sys::htn_world) -> &'a World {
        &*(std::ptr::slice_from_raw_parts(c, 1) as *const World)
    }

    pub(crate) fn c(&self) -> *const sys::htn_world {
        self.0.as_ptr()
    }

    pub(crate) fn c_mut(&mut self) -> *mut sys::htn_world {
        self.0.as_mut_ptr()
    }

    fn error(&self, status: sys::htn_status, property: Property) -> Error {
        let name = unsafe { text(sys::htn_property_name(self.0[0].domain, property.0)) };
        Error::with(Status::of(status), if name.is_empty() { format!("property {}", property.0) } else { name.to_owned() })
    }

    fn checked(&self, status: sys::htn_status, property: Property) -> Result<()> {
        if status == sys::HTN_OK {
            Ok(())
        } else {
            Err(self.error(status, property))
        }
    }

    /// The value of a property; 0 if there is no such property.
    pub fn get(&self, property: Property) -> i32 {
        unsafe { sys::htn_world_get(self.c(), property.0) }
    }

    /// The same for a property of the type bool.
    pub fn is(&self, property: Property) -> bool {
        self.get(property) != 0
    }

    /// The value of a table's cell: one number of `index` for each parameter. If one is no instance: the default of the property's type.
    pub fn get_at(&self, property: Property, index: &[i32]) -> i32 {
        unsafe { sys::htn_world_get_at(self.c(), property.0, index.as_ptr(), index.len() as u32) }
    }

    /// Changes a property.
    #[track_caller]
    pub fn set(&mut self, property: Property, value: impl Into<i32>) {
        self.try_set(property, value).unwrap()
    }

    /// Changes a cell of a table.
    #[track_caller]
    pub fn set_at(&mut self, property: Property, index: &[i32], value: impl Into<i32>) {
        self.try_set_at(property, index, value).unwrap()
    }

    /// Changes a property, or says why it cannot.
    pub fn try_set(&mut self, property: Property, value: impl Into<i32>) -> Result<()> {
        let status = unsafe { sys::htn_world_set(self.c_mut(), property.0, value.into()) };
        self.checked(status, property)
    }

    /// Changes a cell of a table, or says why it cannot.
    pub fn try_set_at(&mut self, property: Property, index: &[i32], value: impl Into<i32>) -> Result<()> {
        let status = unsafe { sys::htn_world_set_at(self.c_mut(), property.0, index.as_ptr(), index.len() as u32, value.into()) };
        self.checked(status, property)
    }

    /// Adds to a number; the result is the value of the property's range that is nearest.
    #[track_caller]
    pub fn add(&mut self, property: Property, n: i32) {
        let status = unsafe { sys::htn_world_add(self.c_mut(), property.0, n) };
        self.checked(status, property).unwrap()
    }

    /// The same for a cell of a table.
    #[track_caller]
    pub fn add_at(&mut self, property: Property, index: &[i32], n: i32) {
        let status = unsafe { sys::htn_world_add_at(self.c_mut(), property.0, index.as_ptr(), index.len() as u32, n) };
        self.checked(status, property).unwrap()
    }

    /// Changes a property for a time, in whole milliseconds; then it gets its initial value. Not every property can: it must be set for a
    /// time by an effect, or be marked `Expires`, and the world must be an agent's or a group's.
    pub fn try_set_for(&mut self, property: Property, value: impl Into<i32>, time: Duration) -> Result<()> {
        let status = unsafe { sys::htn_world_set_for(self.c_mut(), property.0, value.into(), milliseconds(time)) };
        self.checked(status, property)
    }

    /// The same for a cell of a table.
    pub fn try_set_at_for(&mut self, property: Property, index: &[i32], value: impl Into<i32>, time: Duration) -> Result<()> {
        let (at, count) = (index.as_ptr(), index.len() as u32);
        let status = unsafe { sys::htn_world_set_at_for(self.c_mut(), property.0, at, count, value.into(), milliseconds(time)) };
        self.checked(status, property)
    }

    /// How long until the value of a cell expires; zero: it does not. `index` is empty for a property that is no table.
    pub fn time_left(&self, property: Property, index: &[i32]) -> Duration {
        let left = unsafe { sys::htn_world_time_left(self.c(), property.0, index.as_ptr(), index.len() as u32) };
        Duration::from_millis(left.into())
    }

    /// A new instance of an open type. An error: there is no room for another one, or the type is not open.
    pub fn spawn(&mut self, of: Type) -> Result<i32> {
        let mut instance = 0;
        check(unsafe { sys::htn_world_spawn(self.c_mut(), of.0, &mut instance) })?;
        Ok(instance)
    }

    /// Removes an instance of an open type. An error: it is not there.
    pub fn despawn(&mut self, of: Type, instance: i32) -> Result<()> {
        check(unsafe { sys::htn_world_despawn(self.c_mut(), of.0, instance) })
    }

    /// Whether an instance is present.
    pub fn exists(&self, of: Type, instance: i32) -> bool {
        unsafe { sys::htn_world_exists(self.c(), of.0, instance) }
    }

    /// How often the slot of an instance was given out, modulo 65,536: tells a new instance from an old one in the same slot.
    pub fn generation(&self, of: Type, instance: i32) -> u32 {
        unsafe { sys::htn_world_generation(self.c(), of.0, instance) }
    }

    /// Copies all values of another world of the same domain; into an agent in a group, only what is not shared.
    pub fn copy_from(&mut self, other: &World) -> Result<()> {
        check(unsafe { sys::htn_world_copy(self.c_mut(), other.c()) })
    }

    /// Values and instances as bytes, which a later build of the domain can load.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut save = vec![0; unsafe { sys::htn_world_save_bytes(self.c()) }];
        let mut used = 0;
        check(unsafe { sys::htn_world_save(self.c(), save.as_mut_ptr().cast(), save.len(), &mut used) })?;
        save.truncate(used);
        Ok(save)
    }

    /// Takes values and instances from a save of a world or an agent. The save is not trusted: if it is refused, nothing has changed.
    pub fn load(&mut self, save: &[u8]) -> Result<LoadReport> {
        LoadReport::from_call(|report| unsafe { sys::htn_world_load(self.c_mut(), save.as_ptr().cast(), save.len(), report) })
    }
}

pub(crate) fn milliseconds(time: Duration) -> u32 {
    time.as_millis().min(u32::MAX.into()) as u32
}

/// A world of its own, for a [`Planner`](crate::Planner).
pub struct OwnedWorld {
    c: Block,
    _values: Block,
    _domain: Domain,
}

impl OwnedWorld {
    /// With the declared initial values.
    pub fn new(domain: &Domain) -> OwnedWorld {
        let (c, values) = (Block::of::<sys::htn_world>(), Block::new(domain.world_bytes()));
        domain.init_world(c.at().cast(), &values).expect("a world's memory");
        OwnedWorld { c, _values: values, _domain: domain.clone() }
    }
}

impl Deref for OwnedWorld {
    type Target = World;
    fn deref(&self) -> &World {
        unsafe { World::of_const(self.c.at().cast()) }
    }
}

impl DerefMut for OwnedWorld {
    fn deref_mut(&mut self) -> &mut World {
        unsafe { World::of(self.c.at().cast()) }
    }
}
