/*
 * Source files in one space of offsets. A file takes its length plus one, so that its very end is a
 * place of its own; lines are counted only when somebody asks where an offset is.
 */
#include "base/source.h"

#include <string.h>

enum { SPACE = INT32_MAX };

void base_sources_init(base_sources *sources, base_arena *arena)
{
    *sources = (base_sources){.arena = arena, .end = 1};
}

base_source *base_source_add(base_sources *sources, const char *path, const char *text, size_t length)
{
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    uint32_t base = sources->end;
    if (length >= (size_t)SPACE - base)
        return NULL;
    base_source *source = BASE_NEW(sources->arena, base_source);
    source->path = base_copy_text(sources->arena, path, strlen(path));
    source->text = base_copy_text(sources->arena, text, length);
    source->length = (uint32_t)length;
    source->base = base;
    source->index = sources->last == NULL ? 0 : sources->last->index + 1;
    sources->end = base + (uint32_t)length + 1;
    if (sources->last == NULL)
        sources->first = source;
    else
        sources->last->next = source;
    sources->last = source;
    return source;
}

/* Notes where each line begins: after every line feed, whether or not a carriage return is before it. */
static void find_lines(base_arena *arena, base_source *source)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < source->length; i++)
        count += source->text[i] == '\n';
    source->lines = base_alloc_array(arena, count, sizeof *source->lines);
    source->line_count = count;
    uint32_t line = 1;
    for (uint32_t i = 0; i < source->length; i++)
        if (source->text[i] == '\n')
            source->lines[line++] = i + 1;
}

static base_source *source_of(const base_sources *sources, uint32_t offset)
{
    for (base_source *source = sources->first; source != NULL; source = source->next)
        if (offset >= source->base && offset - source->base <= source->length)
            return source;
    return NULL;
}

base_position base_source_position(base_sources *sources, uint32_t offset)
{
    base_position position = {NULL, 0, 0};
    base_source *source = source_of(sources, offset);
    if (source == NULL)
        return position;
    if (source->lines == NULL)
        find_lines(sources->arena, source);
    uint32_t inside = offset - source->base;
    uint32_t low = 0;
    uint32_t high = source->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= inside)
            low = middle;
        else
            high = middle;
    }
    position.source = source;
    position.line = low + 1;
    position.column = inside - source->lines[low] + 1;
    return position;
}

const char *base_source_line(base_source *source, uint32_t line, uint32_t *length)
{
    if (source->lines == NULL || line == 0 || line > source->line_count) {
        *length = 0;
        return "";
    }
    uint32_t begin = source->lines[line - 1];
    uint32_t end = line == source->line_count ? source->length : source->lines[line] - 1;
    if (end > begin && source->text[end - 1] == '\r')
        end--;
    *length = end - begin;
    return source->text + begin;
}

char *base_source_excerpt(base_arena *arena, const base_source *source, base_span span, uint32_t most)
{
    uint32_t length = span.end - span.begin;
    const char *text = source->text + (span.begin - source->base);
    if (length <= most)
        return base_copy_text(arena, text, length);
    length = most;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
        length--; /* not in the middle of a character */
    return base_format(arena, "%.*s...", (int)length, text);
}

base_span base_span_join(base_span a, base_span b)
{
    if (a.end == 0)
        return b;
    if (b.end == 0)
        return a;
    return (base_span){a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end};
}
