/* What a person types, line by line, and what comes of it: answers from what is known of the game, and messages to it. */
#pragma once

#include "cli/attach/attach_game.h"
#include "cli/common/file_watch.h"

/* What the next line waits for. */
typedef enum attach_waits {
    ATTACH_GOES_ON,
    ATTACH_WAITS_NAMES,   /* the list of agents */
    ATTACH_WAITS_ANSWER,  /* the game's answer to `ticket` */
    ATTACH_WAITS_JOURNAL, /* the chosen agent's journal, with a tick if time runs */
    ATTACH_WAITS_TIME,    /* `until` */
    ATTACH_WAITS_STOP     /* time to stop */
} attach_waits;

/* Sends a message to the game: kind, numbers, and bytes behind them. What cannot be sent is forgotten. */
typedef void attach_say(void *user, uint8_t kind, const uint32_t *numbers, uint32_t count, const void *rest,
                        size_t size);

typedef struct attach_session {
    const char *command; /* "attach", for messages */
    attach_say *say;
    void *user;       /* of `say` */
    const char *file; /* the source to reload; NULL: none */
    cli_watch watch;  /* it, and what it imports */
    bool touched;     /* one of them was changed, and has not been sent */
    uint64_t look_at; /* milliseconds: when they are looked at next */
    attach_game game;
    attach_waits waits;
    uint32_t ticket;
    uint64_t until;   /* base_milliseconds(): of `wait`, and for the first tick of a chosen agent */
    bool lists;       /* the list is to be printed when it is whole */
    char *named;      /* `choose NAME` waits for the list */
    bool chooses;     /* the answer is about `choose` */
    bool watches;     /* each new search is explained */
    uint32_t watched; /* searches that have been */
    bool ascii;
    uint32_t colour; /* CLI_COLOUR_* */
    bool attached;   /* it has been, once */
    bool over;
    bool failed; /* a line was not understood, or refused */
} attach_session;

/* Whether a line can be done without a game: it is about what is known. */
bool attach_is_local(const char *line);

/* Does what a line says. */
void attach_do_line(attach_session *session, char *line);

/* What has come since may be what was waited for, or is watched. */
void attach_go_on(attach_session *session);

/* The connection has begun: asks for the agents, and for the one that was chosen. */
void attach_greet(attach_session *session);

/* Begins to watch FILE and what it imports. False: it cannot be read, and stderr says so. */
bool attach_watch(attach_session *session);

/* Whether one of them has been saved, and all were left alone since the last look. */
bool attach_is_saved(attach_session *session);

/* Compiles FILE, and sends the blob. */
void attach_reload(attach_session *session);

void attach_session_end(attach_session *session);
