/* A session of the language server, from the first message to `exit`. */
#pragma once

#include "lsp/protocol/frames.h"
#include "lsp/workspace/editor_session.h"

typedef struct lsp_server {
    lsp_session session;
    lsp_frames frames;
    bool initialized, shut_down, exited;
    bool changed;   /* since the diagnostics were published */
    bool complete;  /* what takes longer was done, too */
    uint64_t quiet; /* when that is done, in base_milliseconds() */
} lsp_server;

/* `descriptor`: messages come from it; -1: from rpc_buffer_feed(). `send` gets whole messages. */
void lsp_server_init(lsp_server *server, int descriptor, void (*send)(void *user, const char *bytes, size_t count),
                     void *user);
void lsp_server_free(lsp_server *server);

/* Handles messages until `exit`, or until no more will come. True: the editor said goodbye as the protocol wants it. */
bool lsp_serve(lsp_server *server);
