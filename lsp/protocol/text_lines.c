/* Lines and positions; see text_lines.h. */
#include "lsp/protocol/text_lines.h"

#include "base/text.h"
#include "base/unicode.h"
#include <stdlib.h>
#include <string.h>

lsp_lines lsp_lines_of(const char *text, uint32_t length)
{
    lsp_lines lines = {.text = text, .length = length};
    size_t capacity = 0;
    lines.starts = base_grow_array(NULL, 0, &capacity, sizeof *lines.starts);
    lines.starts[lines.count++] = 0;
    const bool returns = length > 0 && memchr(text, '\r', length) != NULL;
    for (uint32_t i = 0; i < length; i++) {
        if (!returns) {
            const char *end = memchr(text + i, '\n', length - i);
            if (end == NULL)
                break;
            i = (uint32_t)(end - text);
        } else if (text[i] != '\n' && (text[i] != '\r' || (i + 1 < length && text[i + 1] == '\n'))) {
            continue;
        }
        lines.starts = base_grow_array(lines.starts, lines.count, &capacity, sizeof *lines.starts);
        lines.starts[lines.count++] = i + 1;
    }
    return lines;
}

void lsp_lines_free(lsp_lines *lines)
{
    free(lines->starts);
    *lines = (lsp_lines){0};
}

uint32_t lsp_line_end(const lsp_lines *lines, uint32_t line)
{
    uint32_t end = line + 1 < lines->count ? lines->starts[line + 1] : lines->length;
    if (line + 1 < lines->count) {
        end--;
        if (end > lines->starts[line] && lines->text[end] == '\n' && lines->text[end - 1] == '\r')
            end--;
    }
    return end;
}

/* Units that a character takes. Outside the basic plane UTF-16 has two. */
static uint32_t units_of(base_character character, lsp_encoding encoding)
{
    return encoding == LSP_UTF8 ? character.bytes : character.code > 0xFFFF ? 2 : 1;
}

uint32_t lsp_characters(const char *text, uint32_t count, lsp_encoding encoding)
{
    uint32_t units = 0;
    if (encoding == LSP_UTF8)
        return count;
    for (uint32_t at = 0; at < count;) {
        if ((unsigned char)text[at] < 0x80) { /* nearly all are */
            units++;
            at++;
            continue;
        }
        const base_character next = base_decode(text + at, count - at);
        units += units_of(next, encoding);
        at += next.bytes;
    }
    return units;
}

uint32_t lsp_offset_of(const lsp_lines *lines, lsp_position position, lsp_encoding encoding)
{
    if (position.line >= lines->count)
        return lines->length;
    uint32_t at = lines->starts[position.line];
    const uint32_t end = lsp_line_end(lines, position.line);
    for (uint32_t units = 0; at < end && units < position.character;) {
        const base_character next = base_decode(lines->text + at, end - at);
        units += units_of(next, encoding);
        if (units > position.character)
            break; /* within a character: in front of it */
        at += next.bytes;
    }
    return at;
}

lsp_position lsp_position_of(const lsp_lines *lines, uint32_t offset, lsp_encoding encoding)
{
    uint32_t low = 0, high = lines->count;
    offset = offset < lines->length ? offset : lines->length;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (lines->starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    const uint32_t end = lsp_line_end(lines, low), start = lines->starts[low];
    offset = offset < end ? offset : end;
    return (lsp_position){low, lsp_characters(lines->text + start, offset - start, encoding)};
}
