/* The declarations of all files, as lists of the model and as symbols. */
#pragma once

#include "compiler/names/resolver.h"

void htnc_declare_all(htnc_resolver *resolver);
