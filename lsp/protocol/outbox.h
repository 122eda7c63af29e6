/* Messages as they leave: answers, errors, notifications and the server's own requests, each with its header. */
#pragma once

#include <cjson/cJSON.h>
#include <stddef.h>

/* The error codes of JSON-RPC and of the protocol. */
enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_INTERNAL_ERROR = -32603,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_FAILED = -32803
};

typedef struct lsp_outbox {
    void (*send)(void *user, const char *bytes, size_t count); /* takes one whole message */
    void *user;
    unsigned requests; /* numbers the server's own requests */
} lsp_outbox;

/* All of them take `result`, `params` and free them. `id` stays the caller's; NULL: the request could not be read. */
void lsp_answer(lsp_outbox *outbox, const cJSON *id, cJSON *result);
void lsp_refuse(lsp_outbox *outbox, const cJSON *id, int code, const char *message);
void lsp_notify(lsp_outbox *outbox, const char *method, cJSON *params);

/* A request of the server. Its answer may be anything, and is not waited for. */
void lsp_request(lsp_outbox *outbox, const char *method, cJSON *params);
