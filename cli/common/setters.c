/* Reads the code's writes and the sensors' updates; see setters.h. */
#include "cli/common/setters.h"
#include "base/text.h"
#include "cli/common/records.h"
#include <htn/blob.h>
#include <string.h>

/* What an instruction writes, in the words of opcodes.def. */
enum { NOTHING, BYTE, PROPERTY, CELL, DEFERRED, PENDING, SUM, MARK, MUCH };

static const uint8_t writes_of[] = {
#define HTN_OP(name, family, where, a, b, c, pops, pushes, flow, work, writes, ...) writes,
#include <htn/opcodes.def>
};

htn_property cli_written_by(const htn_domain *domain, const cli_instruction *in)
{
    switch (writes_of[in->op]) {
    case BYTE: return htn_property_at(domain, in->b);
    case PROPERTY:
    case CELL:
    case DEFERRED: return in->c;
    default: return HTN_NONE;
    }
}

bool *cli_never_set(const htn_domain *domain)
{
    const uint32_t flags = HTN_PROPERTY_STATIC | HTN_PROPERTY_HELD | HTN_PROPERTY_AFTER_SUCCESS |
                           HTN_PROPERTY_AFTER_ALWAYS | HTN_PROPERTY_EXPIRES;
    const uint32_t properties = htn_domain_count(domain, HTN_SECTION_PROPERTIES);
    bool *never = base_allocate((properties + (size_t)1) * sizeof *never);
    for (uint32_t i = 0; i < properties; i++)
        never[i] = (CLI_FIELD(domain, PROPERTIES, i, FLAGS) & flags) == 0;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_METHODS); i++)
        if (CLI_FIELD(domain, METHODS, i, COOLING) != HTN_NONE)
            never[CLI_FIELD(domain, METHODS, i, COOLING)] = false;
    for (uint32_t i = 0; i < htn_domain_count(domain, HTN_SECTION_UPDATES); i++)
        never[CLI_FIELD(domain, UPDATES, i, PROPERTY)] = false;
    for (uint32_t pc = 0; pc < htn_domain_count(domain, HTN_SECTION_CODE); pc++) {
        const cli_instruction in = cli_instruction_at(domain, pc);
        const htn_property property = cli_written_by(domain, &in);
        if (property < properties)
            never[property] = false;
    }
    return never;
}
