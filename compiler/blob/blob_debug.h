/* The debug sections, which `htn explain` and traces read and the machine does not. */
#pragma once

#include "compiler/blob/blob_writer.h"

/* Fills the debug sections. Their texts are not among the code's strings, so a stripped blob has the same strings. */
void htnc_write_debug(htnc_writer *to);
