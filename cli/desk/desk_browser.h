/* The user's browser. */
#pragma once

/* Opens an address in it, and does not wait for that. Where none can be started, a line on stderr says so. */
void desk_open_browser(const char *address);
