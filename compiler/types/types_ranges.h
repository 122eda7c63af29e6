/* The types `lo..hi`, and the type `fixed`. */
#pragma once

#include "compiler/types/checker.h"

/* The type of the integers from `low` to `high`, ends included. It is added to the model when first asked for. */
const htnc_type *htnc_range_type(htnc_checker *checker, int32_t low, int32_t high);

/* The type of the fixed numbers from `low` to `high` thousandths, likewise. */
const htnc_type *htnc_fixed_range_type(htnc_checker *checker, int32_t low, int32_t high);

/* `fixed`, for something that lies in the blob: adds it to the model when first asked for. */
const htnc_type *htnc_listed_fixed_type(htnc_checker *checker);
