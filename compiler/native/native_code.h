/* A part of a domain as a function in C. */
#pragma once

#include "base/buffer.h"
#include "compiler/native/native_program.h"

/* Writes part number `part` of a program that has been analysed. */
void htnc_native_write_part(base_buffer *text, const native_program *program, uint32_t part);
