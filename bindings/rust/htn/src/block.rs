//! Memory for C, aligned to 8 and zeroed. C keeps pointers into it, so nothing else refers to it.

use std::alloc::{alloc_zeroed, dealloc, handle_alloc_error, Layout};
use std::os::raw::c_void;
use std::ptr::NonNull;

pub(crate) struct Block {
    memory: NonNull<u8>,
    size: usize,
}

// It is memory, which nobody else has.
unsafe impl Send for Block {}
unsafe impl Sync for Block {}

impl Block {
    /// Of at least `size` bytes.
    pub(crate) fn new(size: usize) -> Block {
        let size = size.max(8);
        let layout = Layout::from_size_align(size, 8).expect("the size of memory");
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).unwrap_or_else(|| handle_alloc_error(layout));
        Block { memory, size }
    }

    pub(crate) fn of<C>() -> Block {
        Block::new(std::mem::size_of::<C>())
    }

    pub(crate) fn at(&self) -> *mut c_void {
        self.memory.as_ptr().cast()
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        unsafe { dealloc(self.memory.as_ptr(), Layout::from_size_align_unchecked(self.size, 8)) }
    }
}
