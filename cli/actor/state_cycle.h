/*
 * Whether agents come back to a state in which they were before. Without time passing and without anything new from outside,
 * they then go through the same states for ever.
 */
#pragma once

#include <htn/agent.h>

/* The states of some agents so far, one after each tick. All zero: none. Free it with cli_states_free(). */
typedef struct cli_states {
    uint8_t *earlier; /* one of them */
    size_t size;
    uint32_t since;  /* so many states ago */
    uint32_t length; /* after so many states a later one is kept instead */
} cli_states;

/* Whether the domain draws at random: then a state is never quite the same as an earlier one. */
bool cli_draws(const htn_domain *domain);

/* Adds the present state of these agents, always the same ones. True: they were all in it before. */
bool cli_states_repeat(cli_states *states, htn_agent *const *agents, uint32_t count);
void cli_states_free(cli_states *states);
