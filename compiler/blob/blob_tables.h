/* The blob's tables: types, values, properties, facts, tasks, methods and so on. */
#pragma once

#include "compiler/blob/blob_writer.h"

/* Fills the sections of the tables. Names are added to the code's strings. */
void htnc_write_tables(htnc_writer *to);
