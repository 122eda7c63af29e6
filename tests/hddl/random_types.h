/* The types of random problems in HDDL, and their objects: a, c and b, which is a subtype of a. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { TYPE_ANY, TYPE_A, TYPE_B, TYPE_C, RANDOM_TYPES, RANDOM_OBJECTS = 5, RANDOM_CONSTANT = 1 };

/* "object", "a", ... */
const char *random_type_name(uint32_t type);

/* RANDOM_CONSTANT is one of the domain. The last one is in some problems only. */
const char *random_object_name(uint32_t object);
uint32_t random_object_type(uint32_t object);

/* Whether values of a type are values of the other one. */
bool random_is_under(uint32_t type, uint32_t above);
