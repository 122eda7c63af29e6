/*
 * The properties XID_Start and XID_Continue follow from the general category, with the exceptions that Unicode lists by character:
 * those are here, and tests compare all code points with Unicode's own tables.
 */
#include "base/unicode.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

typedef struct code_range {
    uint32_t first, last;
} code_range;

#define IS_IN(code, ranges) is_within((code), (ranges), sizeof(ranges) / sizeof(ranges)[0])

static bool is_within(uint32_t code, const code_range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* --- Characters --------------------------------------------------------------------------------- */

base_character base_decode(const char *text, size_t left)
{
    utf8proc_int32_t code;
    if ((unsigned char)text[0] < 0x80)
        return (base_character){(unsigned char)text[0], 1};
    const utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &code);
    return bytes <= 0 ? (base_character){BASE_NOT_UTF8, 1} : (base_character){(uint32_t)code, (uint32_t)bytes};
}

/* Eight bytes at once: none has its highest bit, and none is 0, which lends from the bit above it. */
size_t base_plain_run(const char *text, size_t length)
{
    const uint64_t highest = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    size_t at = 0;
    for (uint64_t eight; length - at >= sizeof eight; at += sizeof eight) {
        memcpy(&eight, text + at, sizeof eight);
        if (((eight | (eight - ones)) & highest) != 0)
            break;
    }
    while (at < length && (unsigned char)text[at] < 0x80 && text[at] != '\0')
        at++;
    return at;
}

bool base_is_printable(uint32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool turns_text_round = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !control && code != BASE_NOT_UTF8 && !turns_text_round && !(code >= 0xD800 && code < 0xE000) &&
           code <= 0x10FFFF;
}

unsigned base_width(uint32_t code)
{
    return code < 0x7F || !base_is_printable(code) ? 1 : (unsigned)utf8proc_charwidth((utf8proc_int32_t)code);
}

/* --- Names -------------------------------------------------------------------------------------- */

static bool is_letter(uint32_t code)
{
    const utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) || category == UTF8PROC_CATEGORY_NL;
}

/* Letters that are no XID_Continue: their compatible forms begin with something else, or they are part of patterns. */
static bool is_in_no_name(uint32_t code)
{
    static const code_range list[] = {{0x037A, 0x037A}, {0x2E2F, 0x2E2F}, {0xFC5E, 0xFC63}, {0xFDFA, 0xFDFB},
                                      {0xFE70, 0xFE70}, {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76},
                                      {0xFE78, 0xFE78}, {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}};
    return IS_IN(code, list);
}

/* Letters that are no XID_Start. */
static bool begins_no_name(uint32_t code)
{
    static const code_range others[] = {{0x0E33, 0x0E33}, {0x0EB3, 0x0EB3}, {0xFF9E, 0xFF9F}};
    return is_in_no_name(code) || IS_IN(code, others);
}

bool base_may_begin_name(uint32_t code)
{
    static const code_range others[] = {{0x1885, 0x1886}, {0x2118, 0x2118}, {0x212E, 0x212E}};
    if (code < 0x80)
        return (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z') || code == '_';
    return (is_letter(code) || IS_IN(code, others)) && !begins_no_name(code) &&
           !utf8proc_get_property((utf8proc_int32_t)code)->ignorable;
}

bool base_may_continue_name(uint32_t code)
{
    static const code_range others[] = {{0x00B7, 0x00B7}, {0x0387, 0x0387}, {0x1369, 0x1371}, {0x19DA, 0x19DA}};
    if (code < 0x80)
        return base_may_begin_name(code) || (code >= '0' && code <= '9');
    const utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    const bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
    const bool part = mark || category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_PC;
    return (part || base_may_begin_name(code) || is_letter(code) || IS_IN(code, others)) && !is_in_no_name(code) &&
           !utf8proc_get_property((utf8proc_int32_t)code)->ignorable;
}

base_script base_script_of(uint32_t code)
{
    static const code_range latin[] = {
        {0x0041, 0x00AA}, {0x00BA, 0x02B8}, {0x02E0, 0x02E4},   {0x1D00, 0x1D25},  {0x1D2C, 0x1D5C}, {0x1D62, 0x1D65},
        {0x1D6B, 0x1D77}, {0x1D79, 0x1DBE}, {0x1E00, 0x1EFF},   {0x2071, 0x209C},  {0x212A, 0x212B}, {0x2132, 0x2132},
        {0x214E, 0x2188}, {0x2C60, 0x2C7F}, {0xA722, 0xA787},   {0xA78B, 0xA7FF},  {0xAB30, 0xAB64}, {0xAB66, 0xAB69},
        {0xFB00, 0xFB06}, {0xFF21, 0xFF5A}, {0x10780, 0x107BA}, {0x1DF00, 0x1DF2A}};
    static const code_range greek[] = {{0x0370, 0x0373}, {0x0376, 0x03E1}, {0x03F0, 0x03FF},  {0x1D26, 0x1D2A},
                                       {0x1D5D, 0x1D61}, {0x1D66, 0x1D6A}, {0x1DBF, 0x1DBF},  {0x1F00, 0x1FFC},
                                       {0x2126, 0x2126}, {0xAB65, 0xAB65}, {0x10140, 0x10174}};
    static const code_range cyrillic[] = {{0x0400, 0x052F}, {0x1C80, 0x1C88}, {0x1D2B, 0x1D2B},
                                          {0x1D78, 0x1D78}, {0xA640, 0xA69D}, {0x1E030, 0x1E06D}};
    if (!is_letter(code))
        return BASE_SCRIPT_OTHER;
    return IS_IN(code, latin)      ? BASE_SCRIPT_LATIN
           : IS_IN(code, greek)    ? BASE_SCRIPT_GREEK
           : IS_IN(code, cyrillic) ? BASE_SCRIPT_CYRILLIC
                                   : BASE_SCRIPT_OTHER;
}

const char *base_script_name(base_script script)
{
    static const char *const names[] = {"", "Latin", "Greek", "Cyrillic"};
    return names[script];
}

bool base_mixes_scripts(const char *text, uint32_t *letter, uint32_t *other)
{
    const size_t length = strlen(text);
    base_script script = BASE_SCRIPT_OTHER;
    for (size_t i = 0; i < length;) {
        const base_character next = base_decode(text + i, length - i);
        const base_script found = base_script_of(next.code);
        if (found != BASE_SCRIPT_OTHER && script != BASE_SCRIPT_OTHER && found != script) {
            *other = next.code;
            return true;
        }
        if (script == BASE_SCRIPT_OTHER)
            *letter = next.code;
        script = found == BASE_SCRIPT_OTHER ? script : found;
        i += next.bytes;
    }
    return false;
}

/* --- Forms -------------------------------------------------------------------------------------- */

/* The text in a form of Unicode. NULL: it is not UTF-8. */
static const char *to_form(base_arena *arena, const char *text, size_t length, utf8proc_option_t options)
{
    utf8proc_uint8_t *made = NULL;
    const utf8proc_ssize_t size = utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &made,
                                               (utf8proc_option_t)(options | UTF8PROC_STABLE));
    if (size == UTF8PROC_ERROR_NOMEM)
        longjmp(arena->failed, 1);
    if (size < 0)
        return NULL;
    const char *copy = base_copy_text(arena, (const char *)made, (size_t)size);
    free(made);
    return copy;
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

const char *base_to_nfc(base_arena *arena, const char *text, size_t length)
{
    if (is_ascii(text, length))
        return NULL;
    const char *made = to_form(arena, text, length, UTF8PROC_COMPOSE);
    return made == NULL || (strlen(made) == length && memcmp(made, text, length) == 0) ? NULL : made;
}

/* The Latin letter that a Greek or Cyrillic one looks like; others stand for themselves. */
static uint32_t look_of(uint32_t code)
{
    static const struct {
        uint16_t code;
        char looks;
    } list[] = {{0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'}, {0x0399, 'I'}, {0x039A, 'K'},
                {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'}, {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'},
                {0x03B1, 'a'}, {0x03B9, 'i'}, {0x03BA, 'k'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C5, 'u'},
                {0x03C7, 'x'}, {0x03F2, 'c'}, {0x03F3, 'j'}, {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'}, {0x0410, 'A'},
                {0x0412, 'B'}, {0x0415, 'E'}, {0x041A, 'K'}, {0x041C, 'M'}, {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'},
                {0x0421, 'C'}, {0x0422, 'T'}, {0x0423, 'Y'}, {0x0425, 'X'}, {0x0430, 'a'}, {0x0435, 'e'}, {0x043A, 'k'},
                {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'},
                {0x0458, 'j'}, {0x04AE, 'Y'}, {0x04BB, 'h'}, {0x04C0, 'I'}, {0x0501, 'd'}, {0x051A, 'Q'}, {0x051B, 'q'},
                {0x051C, 'W'}, {0x051D, 'w'}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].code == code)
            return (unsigned char)list[i].looks;
    return code;
}

const char *base_skeleton(base_arena *arena, const char *text)
{
    const size_t length = strlen(text);
    const char *folded = is_ascii(text, length)
                             ? NULL
                             : to_form(arena, text, length, (utf8proc_option_t)(UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
    if (folded == NULL)
        return text;
    const size_t size = strlen(folded);
    char *made = base_alloc(arena, 4 * size + 1);
    size_t end = 0;
    for (size_t i = 0; i < size;) {
        const base_character character = base_decode(folded + i, size - i);
        end += (size_t)utf8proc_encode_char((utf8proc_int32_t)look_of(character.code), (utf8proc_uint8_t *)made + end);
        i += character.bytes;
    }
    return made;
}
