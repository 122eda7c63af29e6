/* The size of the elements of a section. */
#ifndef HTNI_ELEMENT_SIZE_H
#define HTNI_ELEMENT_SIZE_H

#include <stdint.h>

/* Bytes of one element of a section; 0 for an id that this version does not know. */
uint32_t htni_element_size(uint32_t id);

#endif
