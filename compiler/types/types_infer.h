/* The types of parameters that are written without a type. */
#pragma once

#include "compiler/types/checker.h"

/* Gives every parameter of a task its type: the one that is written, or the one that its uses agree on. */
void htnc_infer_parameters(htnc_checker *checker);
