/* The types `lo..hi`. */
#pragma once

#include "compiler/types/checker.h"

/* The type of the integers from `low` to `high`, ends included. It is added to the model when first asked for. */
const htnc_type *htnc_range_type(htnc_checker *checker, int32_t low, int32_t high);
