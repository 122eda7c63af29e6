/*
 * What tool_client.c sends and tool_server.c receives, over a socket of the same machine: a tool_request with the open files as
 * ancillary data, then `size` bytes of texts that end with NUL: the arguments, then the environment. The answer is the status that
 * waitpid() gave.
 */
#pragma once

#include <stdint.h>
#include <sys/resource.h>

enum { TOOL_FILES = 64, TOOL_LIMITS = 16, TOOL_TEXTS = 1 << 22 /* bytes at most */ };

typedef struct tool_request {
    uint32_t size, argument_count, environment_count;
    uint32_t mask;             /* for new files */
    uint32_t file_count;       /* with the working directory, which is the last */
    int32_t files[TOOL_FILES]; /* the numbers that they have in the client */
    struct rlimit limits[TOOL_LIMITS];
} tool_request;
