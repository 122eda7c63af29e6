/* The declarations of all files, as lists of the model and as symbols. */
#ifndef HTNC_NAMES_DECLARE_H
#define HTNC_NAMES_DECLARE_H

#include "compiler/names/resolver.h"

void htnc_declare_all(htnc_resolver *resolver);

#endif
