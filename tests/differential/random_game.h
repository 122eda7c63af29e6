/*
 * A game that does anything at any time: a random domain, an agent with random options and bindings, and from tick to tick random
 * writes, instances, answers, reports and requests, between ticks and inside callbacks. What it does depends on its seed
 * alone. Its agent's journal is kept whole.
 */
#pragma once

#include "worlds.h"

typedef struct random_game {
    uint64_t seed;
    dice_state dice;
    subject_state subject;
    const htn_domain *domain;
    htn_agent *agent;
    void *class_memory, *agent_memory;
    const htn_agent_class *agent_class;
    htn_agent_options options;
    htn_operator_binding *operators;
    htn_sensor_binding *sensors;
    htn_group *group; /* what it may join */
    bool later;       /* it is a LATER group */
    htn_world other;  /* what its world may be copied from */
    htn_journal journal;
    uint8_t *ring;
    uint8_t *bytes; /* all that was read from the journal */
    size_t size;
    bool calm;         /* writes and requests are rare */
    htn_listener *spy; /* hears of all searches, and changes nothing; NULL: nobody */
    void *spy_user;
    uint32_t snapshot_percent; /* of ticks have a snapshot before them; 0, as at first: none */
    uint32_t snapshots;        /* that were taken */
    dice_state snapshot_dice;
} random_game;

/* False: `problem` says what did not work; end it all the same. */
bool random_game_begin(random_game *game, uint64_t seed, char *problem, size_t size);
void random_game_tick(random_game *game);
void random_game_end(random_game *game);
