/*
 * What the C of the WebAssembly modules calls in JavaScript. Each is a method of `Module.host` (../module.js); all that crosses is numbers, so a
 * call makes no garbage there.
 */
#pragma once

#include <emscripten.h>
#include <stdint.h>

/* The four functions of an operator. */
enum { HOST_START = 0, HOST_UPDATE = 1, HOST_ABORT = 2, HOST_RESUME = 3 };
