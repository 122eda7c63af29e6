/* The size of the elements of a section. */
#pragma once

#include <stdint.h>

/* Bytes of one element of a section; 0 for an id that this version does not know. */
uint32_t htni_element_size(uint32_t id);
