/* The table that opcodes.def makes, and what its columns mean for an instruction with operands. */
#include "opcode_table.h"

enum {
#define HTN_OPERAND(kind, leads, meaning) LEADS_OF_##kind = HTNI_LEADS_##leads,
#include <htn/opcodes.def>

    OPERANDS_END
};

const htni_opcode htni_opcodes[HTN_OPCODES] = {
#define HTN_OP(name, family, where, a, b, c, pops, pushes, flow, work, writes, in_c, meaning)      \
    {HTNI_FAMILY_##family, HTNI_IN_##where,  HTNI_OPERAND_##a, HTNI_OPERAND_##b, HTNI_OPERAND_##c, \
     LEADS_OF_##c,         HTNI_POPS_##pops, pushes,           HTNI_FLOW_##flow, work,             \
     HTNI_WRITES_##writes},
#include <htn/opcodes.def>

};

static uint32_t parameters_of(const htn_domain *domain, uint32_t property)
{
    return HTNI_FIELD(domain, PROPERTIES, property, PARAMETER_COUNT);
}

uint32_t htni_popped(const htn_domain *domain, const htni_instruction *in, uint32_t depth)
{
    const uint32_t pops = htni_opcodes[in->op].pops;
    switch (pops) {
    case HTNI_POPS_A: return in->a;
    case HTNI_POPS_TABLE: return parameters_of(domain, in->c);
    case HTNI_POPS_QUERY: return HTNI_FIELD(domain, QUERIES, in->c, PARAMETER_COUNT);
    case HTNI_POPS_KEY: return parameters_of(domain, HTNI_FIELD(domain, KEY_LISTS, in->c, PROPERTY)) - 1;
    case HTNI_POPS_WRITE: return parameters_of(domain, in->c) == 0 ? 1 : 2;
    case HTNI_POPS_DERIVED: return HTNI_FIELD(domain, DERIVED, in->c, PARAMETER_COUNT);
    case HTNI_POPS_ALL: return depth;
    case HTNI_POPS_CALLERS: return 0;
    default: return pops;
    }
}

uint32_t htni_written_property(const htn_domain *domain, const htni_instruction *in)
{
    switch (htni_opcodes[in->op].writes) {
    case HTNI_WRITES_BYTE: return htn_property_at(domain, in->b);
    case HTNI_WRITES_PROPERTY:
    case HTNI_WRITES_CELL:
    case HTNI_WRITES_DEFERRED: return in->c;
    default: return HTN_NONE;
    }
}
