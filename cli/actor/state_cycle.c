/*
 * Cycles of states; see state_cycle.h. A state is the saves of the agents (docs/saving.md has their layout). Only one earlier state
 * is kept, and replaced after 1, 2, 4, ... further ones, so that any cycle is found (Brent's algorithm).
 */
#include "cli/actor/state_cycle.h"
#include "base/text.h"
#include "cli/common/instruction.h"
#include <htn/save.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 24, CHECKSUM = 12, MOST_FAILURES = 2 };

bool cli_draws(const htn_domain *domain)
{
    const uint32_t count = htn_domain_count(domain, HTN_SECTION_CODE);
    for (uint32_t pc = 0; pc < count; pc++)
        if (cli_instruction_at(domain, pc).op == HTN_OP_DRAW || cli_instruction_at(domain, pc).op == HTN_OP_DRAW_FIXED)
            return true;
    return false;
}

/* --- Saves ---------------------------------------------------------------------------------------- */

static uint8_t *behind_part(uint8_t *at)
{
    return at + 4 + ((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

static uint8_t *behind_number(uint8_t *at)
{
    while (*at >= 0x80)
        at++;
    return at + 1;
}

/* Makes a number `least` if it is more. It takes as many bytes as before. */
static uint8_t *lower(uint8_t *at, uint8_t least)
{
    uint8_t *end = behind_number(at);
    if (*at > least) {
        memset(at, 0, (size_t)(end - at));
        *at = least;
    }
    return end;
}

/*
 * Plans and failures are counted for ever. The number of plans is only for draws; a third failure is like the second. So they
 * do not make a state another one.
 */
static void forget_counts(uint8_t *save)
{
    uint8_t *at = behind_part(behind_part(behind_part(save + HEADER))); /* types, world, times */
    at = behind_part(at + 1);                                           /* there is an agent: its own part */
    uint32_t layers = 0;
    for (uint32_t shift = 0; shift == 0 || at[-1] >= 0x80; shift += 7)
        layers |= (uint32_t)(*at++ & 0x7F) << shift;
    for (; layers > 0; layers--) {
        uint8_t *end = behind_part(at);
        at += 4;
        at += strlen((const char *)at) + 1;         /* the root's name */
        at = behind_number(behind_number(at));      /* flags, result */
        at = lower(at, MOST_FAILURES);              /* failures in a row */
        lower(behind_number(behind_number(at)), 0); /* behind two times: plans started */
        at = end;
    }
    memset(save + CHECKSUM, 0, 4);
}

/* --- States --------------------------------------------------------------------------------------- */

/* Adds an agent's save to a text of bytes. False: it cannot be saved now. */
static bool add_save(base_text *to, const htn_agent *agent)
{
    size_t size = htn_agent_save_bytes(agent);
    uint8_t *save = base_allocate(size);
    const bool good = htn_agent_save(agent, save, size, &size) == HTN_OK;
    if (good) {
        forget_counts(save);
        base_text_add_bytes(to, (const char *)save, size);
    }
    free(save);
    return good;
}

bool cli_states_repeat(cli_states *states, htn_agent *const *agents, uint32_t count)
{
    base_text now = {0};
    for (uint32_t i = 0; i < count; i++)
        if (!add_save(&now, agents[i])) {
            base_text_free(&now);
            return false;
        }
    const bool same = states->earlier != NULL && states->size == now.length &&
                      (now.length == 0 || memcmp(states->earlier, now.bytes, now.length) == 0);
    if (same || (states->earlier != NULL && ++states->since < states->length)) {
        base_text_free(&now);
        return same;
    }
    free(states->earlier);
    *states = (cli_states){(uint8_t *)now.bytes, now.length, 0, states->length == 0 ? 1 : states->length * 2};
    return false;
}

void cli_states_free(cli_states *states)
{
    free(states->earlier);
    *states = (cli_states){0};
}
