/* The exit statuses of `htn`. They mean the same for every command. */
#pragma once

enum {
    CLI_EXIT_YES = 0,   /* success; there is a plan */
    CLI_EXIT_NO = 1,    /* the source has errors; there is no plan; a scenario failed */
    CLI_EXIT_USAGE = 2, /* wrong usage, or a file cannot be read or written */
    CLI_EXIT_LIMIT = 3  /* a limit was reached, so the answer is not known */
};
