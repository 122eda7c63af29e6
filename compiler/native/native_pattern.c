/* The table of patterns; see native_pattern.h. */
#include "compiler/native/native_pattern.h"
#include <string.h>

const native_pattern htnc_native_patterns[HTN_OPCODES] = {
#define BY_C(text)                                                                            text, false
#define BY_BOTH(text)                                                                         text, true
#define BY_MACHINE                                                                            "BY_MACHINE($m);", true
#define HTN_OP(name, family, where, a, b, c, pops, pushes, flow, work, writes, in_c, meaning) {in_c},
#include <htn/opcodes.def>
};

uint32_t htnc_native_work(uint32_t op)
{
    return htnc_native_patterns[op].by_machine ? 0 : htni_opcodes[op].work;
}

/* A deferred write needs room for itself, two entries, and for the change that it will make. */
uint32_t htnc_native_changes(uint32_t op)
{
    static const uint8_t changes[] = {
        [HTNI_WRITES_BYTE] = 1, [HTNI_WRITES_PROPERTY] = 1, [HTNI_WRITES_CELL] = 1, [HTNI_WRITES_DEFERRED] = 3,
        [HTNI_WRITES_SUM] = 1,  [HTNI_WRITES_MARK] = 1,     [HTNI_WRITES_MUCH] = 0,
    };
    return htnc_native_patterns[op].text[0] == '\0' ? 0 : changes[htni_opcodes[op].writes];
}

bool htnc_native_may_leave(uint32_t op)
{
    const char *text = htnc_native_patterns[op].text;
    return htni_opcodes[op].flow == HTNI_FLOW_ENDS || strstr(text, "$j") != NULL || strstr(text, "$e") != NULL ||
           strstr(text, "$m") != NULL || strstr(text, "$f") != NULL;
}
