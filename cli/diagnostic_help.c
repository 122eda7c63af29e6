/*
 * `htn help ID`. The texts are the sections of docs/diagnostics.md; docs/help_texts.awk makes the table below from that page when
 * the tool is built, so page and help cannot differ.
 */
#include "cli/diagnostic_help.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *id;
    const char *text;
} texts[] = {
#include "diagnostic_texts.inc"
};

const char *cli_diagnostic_id(size_t index)
{
    return index < sizeof texts / sizeof *texts ? texts[index].id : NULL;
}

bool cli_diagnostic_help_print(const char *id)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (strcmp(texts[i].id, id) == 0) {
            printf("%s\n\n%s", id, texts[i].text);
            return true;
        }
    }
    return false;
}
