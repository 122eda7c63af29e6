/* Escapes; see markup.h. */
#include "cli/common/markup.h"
#include <string.h>

void cli_add_escaped(base_text *text, const char *from, bool attribute)
{
    base_text valid = {0};
    base_text_add_utf8(&valid, from, strlen(from));
    for (from = base_text_of(&valid); *from != '\0'; from++) {
        const unsigned char c = (unsigned char)*from;
        if (c == '&')
            base_text_add(text, "&amp;");
        else if (c == '<')
            base_text_add(text, "&lt;");
        else if (c == '>')
            base_text_add(text, "&gt;");
        else if (c == '"')
            base_text_add(text, "&quot;");
        else if (c == '\r' || (attribute && (c == '\n' || c == '\t'))) /* a reader of XML would turn them into spaces */
            base_text_add(text, "&#%u;", c);
        else
            base_text_add(text, "%c", (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F ? '?' : c);
    }
    base_text_free(&valid);
}
