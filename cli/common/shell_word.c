/* See shell_word.h. Double quotes are those of all shells; only a POSIX shell has names that need single ones. */
#include "cli/common/shell_word.h"
#include <string.h>

void cli_add_word(base_text *text, const char *path)
{
    if (path[0] != '\0' && strpbrk(path, " \t\n\"'$`!#&()*;<>?[]{}|~%^") == NULL) {
        base_text_add(text, "%s", path);
    } else if (strpbrk(path, "\"$`!%") == NULL) {
        base_text_add(text, "\"%s\"", path);
    } else {
        base_text_add(text, "'");
        for (const char *at = path; *at != '\0'; at++)
            base_text_add(text, *at == '\'' ? "'\\''" : "%c", *at);
        base_text_add(text, "'");
    }
}
