/* What can be reserved: families of instances, and the tables that say how many others hold an instance. */
#pragma once

#include "compiler/types/checker.h"

/* The family of an Entities type. `span`: where it is spoken of, for messages. */
htnc_held *htnc_held_of(htnc_checker *checker, const htnc_type *type, base_span span);

/* Adds the tables to the model's properties, behind the agent's own tables, once all expressions have their types. */
void htnc_make_held_tables(htnc_checker *checker);
