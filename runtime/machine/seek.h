/* The instruction SEEK: methods in a row that ask for values of single bytes. */
#pragma once

#include <stdint.h>

/*
 * The target of the first row, from `row` on, that the world matches. The verifier makes sure that the last
 * row matches any world. A chain of tests would end in a jump to an address that was just read; here the rows
 * lie one behind the other, and the only jump is predicted.
 */
uint32_t htni_seek(const uint8_t *row, const uint8_t *world);
