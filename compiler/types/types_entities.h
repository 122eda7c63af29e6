/* Entities, tables and facts: instances and cells get their numbers. */
#pragma once

#include "compiler/types/checker.h"

/*
 * Numbers the instances of all Entities types, as far as their own numbers of instances are known: before constants are typed,
 * which may name instances of closed types, and again in htnc_type_entities().
 */
void htnc_number_instances(htnc_checker *checker);

/* Types `Max`, once constants have their types, and numbers the instances of all types. */
void htnc_type_entities(htnc_checker *checker);

/* Counts the cells of a property whose parameters have their types. 0 cells: there are too many, which was reported. */
void htnc_count_cells(htnc_checker *checker, htnc_property *property);

/* Types `Facts`, and decides which tables are static. */
void htnc_type_facts(htnc_checker *checker);
