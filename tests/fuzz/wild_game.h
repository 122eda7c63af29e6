/*
 * A game that does anything with an agent, over any domain that was let in, hostile ones too: random options, writes, instances,
 * outcomes, reports, requests and saves. All depends on its seed alone. It expects nothing but that the agent
 * survives: what agents must come to is tests/differential's.
 */
#pragma once

#include "fuzz.h"

typedef struct wild_game {
    const htn_domain *domain;
    uint64_t state;
    uint64_t order_state, answer_state; /* what is ordered, and late, changes nothing else that is drawn */
    htn_operator_binding *operators;
    htn_bindings bindings;
    void *class_memory, *agent_memory, *group_memory; /* group_memory: NULL, or of a LATER group */
    htn_agent_class *agent_class;
    htn_agent *agent;
    htn_group *group;
    htn_agent_options options;
    size_t agent_size;
    htn_journal journal;
    uint8_t ring[8192];
    uint8_t *story; /* all that was read from the journal */
    size_t story_size;
} wild_game;

/* False: the domain takes more memory than this has patience for. End it all the same. */
bool wild_game_begin(wild_game *game, const htn_domain *domain, uint32_t seed);
void wild_game_tick(wild_game *game);

/* Ends the program where a running plan is larger than its limits, or its spans lie outside. */
void wild_game_check_plans(const wild_game *game);

void wild_game_end(wild_game *game);

/* The agent's save, of exactly its size; the caller frees it. */
uint8_t *wild_game_save(const wild_game *game, size_t *size);

/* Writes saves and journals of such games into a folder, as seeds. */
void wild_game_write_seeds(const char *folder);
