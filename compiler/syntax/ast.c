/* How the operators of the tree are written. */
#include "compiler/syntax/ast.h"

const char *htnc_operator_text(htnc_operator_kind op)
{
    static const char *const texts[] = {"or", "and", "not", "==", "!=", "<", "<=", ">",
                                        ">=", "+",   "-",   "*",  "/",  "%", "-"};
    return texts[op];
}

const char *htnc_effect_text(htnc_effect_op op)
{
    static const char *const texts[] = {"=", "+=", "-=", "*="};
    return texts[op];
}

const char *htnc_function_text(htnc_function function)
{
    static const char *const texts[] = {"min", "max", "abs", "clamp"};
    return texts[function];
}

const char *htnc_quantifier_text(htnc_quantifier quantifier)
{
    static const char *const texts[] = {"exists", "every", "none", "count", "sum", "min", "max"};
    return texts[quantifier];
}
