/* Pieces of a text; see scan_words.h. */
#include "lsp/workspace/scan_words.h"

#include "base/unicode.h"
#include <string.h>

lsp_scan lsp_scan_of(const char *text, uint32_t length)
{
    return (lsp_scan){.text = text, .length = length};
}

bool lsp_piece_is(const lsp_scan *scan, const lsp_piece *piece, const char *text)
{
    const size_t length = piece->end - piece->begin;
    return strlen(text) == length && memcmp(scan->text + piece->begin, text, length) == 0;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static char byte_at(const lsp_scan *scan, uint32_t at)
{
    return at < scan->length ? scan->text[at] : '\0';
}

/* The end of a name that begins here; `at` itself: none does. */
static uint32_t end_of_word(const lsp_scan *scan, uint32_t at)
{
    const uint32_t begin = at;
    while (at < scan->length) {
        if (is_letter(scan->text[at]) || (at > begin && is_digit(scan->text[at]))) {
            at++;
            continue;
        }
        if ((unsigned char)scan->text[at] < 0x80)
            break;
        const base_character next = base_decode(scan->text + at, scan->length - at);
        if (!(at > begin ? base_may_continue_name(next.code) : base_may_begin_name(next.code)))
            break;
        at += next.bytes;
    }
    return at;
}

static uint32_t end_of_number(const lsp_scan *scan, uint32_t at)
{
    while (is_digit(byte_at(scan, at)))
        at++;
    if (byte_at(scan, at) == '.' && is_digit(byte_at(scan, at + 1)))
        for (at++; is_digit(byte_at(scan, at));)
            at++;
    while (is_letter(byte_at(scan, at)) || is_digit(byte_at(scan, at)))
        at++;
    return at;
}

static uint32_t end_of_string(const lsp_scan *scan, uint32_t at)
{
    for (at++; at < scan->length && scan->text[at] != '\n' && scan->text[at] != '\r'; at++) {
        if (scan->text[at] == '"')
            return at + 1;
        at += scan->text[at] == '\\' && byte_at(scan, at + 1) != '\n' && at + 1 < scan->length;
    }
    return at;
}

static uint32_t end_of_comment(const lsp_scan *scan, uint32_t at)
{
    if (scan->text[at + 1] == '/') {
        while (at < scan->length && scan->text[at] != '\n' && scan->text[at] != '\r')
            at++;
        return at;
    }
    for (at += 2; at < scan->length; at++)
        if (scan->text[at] == '*' && byte_at(scan, at + 1) == '/')
            return at + 2;
    return at;
}

static uint32_t end_of_scenario_name(const lsp_scan *scan, uint32_t at)
{
    while (at < scan->length && strchr("]\r\n", scan->text[at]) == NULL)
        at++;
    return at;
}

static lsp_piece piece_here(lsp_scan *scan, uint32_t at)
{
    const char first = scan->text[at], second = byte_at(scan, at + 1);
    const uint32_t word = end_of_word(scan, at);
    if (word > at)
        return (lsp_piece){LSP_PIECE_WORD, at, word};
    if (is_digit(first))
        return (lsp_piece){LSP_PIECE_NUMBER, at, end_of_number(scan, at)};
    if (first == '/' && (second == '/' || second == '*'))
        return (lsp_piece){LSP_PIECE_COMMENT, at, end_of_comment(scan, at)};
    switch (first) {
    case '"': return (lsp_piece){LSP_PIECE_STRING, at, end_of_string(scan, at)};
    case '[':
    case ']':
    case '(':
    case ')': return (lsp_piece){LSP_PIECE_BRACKET, at, at + 1};
    case '<':
    case '>':
    case '+':
    case '-':
    case '*':
    case '!': return (lsp_piece){LSP_PIECE_OPERATOR, at, at + (second == '=' ? 2 : 1)};
    case '=':
        if (second == '=')
            return (lsp_piece){LSP_PIECE_OPERATOR, at, at + 2};
        break;
    case '/':
    case '%':
    case '&':
    case '|': return (lsp_piece){LSP_PIECE_OPERATOR, at, at + 1};
    default: break;
    }
    return (lsp_piece){LSP_PIECE_SIGN, at, at + base_decode(scan->text + at, scan->length - at).bytes};
}

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

lsp_piece lsp_scan_next(lsp_scan *scan)
{
    while (scan->at < scan->length && is_blank(scan->text[scan->at]))
        scan->at++;
    if (scan->at >= scan->length)
        return (lsp_piece){LSP_PIECE_END, scan->length, scan->length};
    lsp_piece piece = piece_here(scan, scan->at);
    if (scan->scenario == 2 && scan->text[scan->at] != ']')
        piece = (lsp_piece){LSP_PIECE_NAME_OF_SCENARIO, scan->at, end_of_scenario_name(scan, scan->at)};
    const bool word = piece.kind == LSP_PIECE_WORD && lsp_piece_is(scan, &piece, "Scenario");
    scan->scenario = word ? 1 : scan->scenario == 1 && scan->text[piece.begin] == '[' ? 2 : 0;
    scan->at = piece.end;
    return piece;
}
