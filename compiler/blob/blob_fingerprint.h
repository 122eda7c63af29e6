/* The fingerprint that says whether saves, running plans and generated headers fit a blob. */
#pragma once

#include "compiler/blob/blob_writer.h"

/* Computes the fingerprint of the tables and strings. All sections must be complete. */
uint32_t htnc_blob_fingerprint(const htnc_writer *to);
