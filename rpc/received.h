/* A message as it arrives: its members, and its id as the client wrote it. */
#pragma once

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rpc_received {
    cJSON *json; /* NULL: the text is not one JSON value */
    /*
     * The id with the digits that it came with, as a double does not hold all of them; for rpc_answer(). NULL: there is none, or it is
     * neither a number nor a string, or it has a NUL. Known also for a text that is not JSON, if it can be read and a `method` is there.
     */
    cJSON *id;
    const char *problem; /* what keeps the text from being JSON; NULL: nothing */
    bool has_nul;        /* a string has a NUL, or an escape that cJSON reads as one, and cJSON cuts the string there */
} rpc_received;

rpc_received rpc_receive(const char *text, size_t length);

/*
 * The same for texts that must not be cut, with U+001A (SUBSTITUTE) in place of each NUL: texts keep their length in every encoding. `has_nul` is then only for escapes
 * that are none, such as \u12.
 */
rpc_received rpc_receive_without_nul(const char *text, size_t length);
void rpc_received_free(rpc_received *message);
