/* Types of operators, functions and curves. */
#pragma once

#include "compiler/types/checker.h"

/* The type of a UNARY, BINARY, BUILTIN or CURVE expression whose operands have their types. Reports operands that do not fit. */
const htnc_type *htnc_type_of_operator(htnc_checker *checker, htnc_expr *expr);
