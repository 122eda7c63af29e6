/* The traits of the kinds of types, from type_kinds.def. */
#include "compiler/names/model.h"

const htnc_type_traits htnc_traits_of_kind[HTNC_TYPE_KINDS] = {
#define ORDERED   true
#define UNORDERED false
#define LISTED    true
#define UNLISTED  false
#define STORED    true
#define PASSED    false
#define HTNC_TYPE_KIND(KIND, name, low, high, noun, phrase, order, values, place) \
    {name, low, high, noun, phrase, order, values, place},
#include "compiler/names/type_kinds.def"
};

const htnc_type_traits *htnc_traits(const htnc_type *type)
{
    return &htnc_traits_of_kind[type->kind];
}
