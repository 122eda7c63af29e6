/* See expression_start.h. Neighbours: verify_code.c, which makes sure of the invariant; machine/vm_loop.h. */
#include "expression_start.h"
#include "opcode_table.h"

uint32_t htni_expression_start(const htn_domain *domain, uint32_t pc, uint32_t depth)
{
    while (depth != 0) {
        const htni_instruction before = htni_fetch(domain, --pc);
        depth += htni_popped(domain, &before, depth);
        depth -= htni_opcodes[before.op].pushes;
    }
    return pc;
}
