/* Messages as they leave: answers, errors, notifications and the server's own requests, each with its header or on a line of its own. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/* The error codes of JSON-RPC and of the protocol. */
enum {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_REQUEST_FAILED = -32803
};

typedef struct rpc_outbox {
    void (*send)(void *user, const char *bytes, size_t count); /* takes one whole message */
    void *user;
    bool lines;        /* a message is a line, without a header */
    unsigned requests; /* numbers the server's own requests */
} rpc_outbox;

/* All of them take `result`, `params` and free them. `id` stays the caller's; NULL: the request could not be read. */
void rpc_answer(rpc_outbox *outbox, const cJSON *id, cJSON *result);
void rpc_refuse(rpc_outbox *outbox, const cJSON *id, int code, const char *message);
void rpc_notify(rpc_outbox *outbox, const char *method, cJSON *params);

/* A request of the server. Its answer may be anything, and is not waited for. */
void rpc_request(rpc_outbox *outbox, const char *method, cJSON *params);
