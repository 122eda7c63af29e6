/* A session of `htn mcp`: the Model Context Protocol, one message a line. */
#pragma once

#include "mcp/tools.h"
#include "rpc/lines.h"
#include "rpc/outbox.h"

typedef struct mcp_session {
    rpc_lines lines;
    rpc_outbox outbox;
    mcp_commands commands;
    bool initialized;
} mcp_session;

/* `descriptor`: messages come from it; -1: from rpc_buffer_feed(). `send` gets whole messages. */
void mcp_session_init(mcp_session *session, int descriptor, const mcp_commands *commands,
                      void (*send)(void *user, const char *bytes, size_t count), void *user);
void mcp_session_free(mcp_session *session);

/* Answers messages until no more will come. */
void mcp_serve(mcp_session *session);
