/* Entities types and their subtypes. */
#pragma once

#include "compiler/names/resolver.h"

/* Once parents are known: puts every type before its subtypes, which follow it at once. */
void htnc_order_types(htnc_resolver *resolver);
