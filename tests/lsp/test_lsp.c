/*
 * The plumbing of the language server: frames, URIs, positions. With the name of a session (session_script.h) it plays that instead;
 * tests/lsp/run compares.
 */
#include "base/text.h"
#include "lsp/protocol/frames.h"
#include "lsp/protocol/text_lines.h"
#include "lsp/protocol/uri.h"
#include "session_script.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cases, failures;

static void check(bool holds, const char *name)
{
    cases++;
    failures += !holds;
    printf("%s %d - %s\n", holds ? "ok" : "not ok", cases, name);
}

/* --- Frames --------------------------------------------------------------------------------------- */

static bool arrives(lsp_frames *frames, const char *wanted)
{
    const char *text;
    size_t length;
    return lsp_frames_next(frames, 0, &text, &length) == LSP_ARRIVED && length == strlen(wanted) &&
           memcmp(text, wanted, length) == 0;
}

static lsp_arrival next(lsp_frames *frames)
{
    const char *text;
    size_t length;
    return lsp_frames_next(frames, 0, &text, &length);
}

static lsp_frames with(const char *bytes)
{
    lsp_frames frames;
    lsp_frames_init(&frames, -1);
    rpc_buffer_feed(&frames.buffer, bytes, strlen(bytes));
    return frames;
}

static void test_frames(void)
{
    lsp_frames f = with("Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]");
    check(arrives(&f, "{}") && arrives(&f, "[1]") && next(&f) == LSP_STREAM_END, "messages follow one another");
    lsp_frames_free(&f);
    f = with("Content-Length: 0\n\nContent-Length: 1\n\n1");
    check(arrives(&f, "") && arrives(&f, "1"), "a header may end its lines with \\n alone");
    lsp_frames_free(&f);
    f = with("Content-Type: x\r\n\r\n{}Content-Length: 2\r\n\r\n{}");
    check(next(&f) == LSP_DAMAGED && arrives(&f, "{}"), "after a header without a length the next message is found");
    lsp_frames_free(&f);
    f = with("Content-Length: -5\r\n\r\nContent-Length: 2\r\n\r\n{}");
    check(next(&f) == LSP_DAMAGED && arrives(&f, "{}"), "a negative length is damage");
    lsp_frames_free(&f);
    f = with("Content-Length: 99999999999999999999\r\n\r\nContent-Length: 2\r\n\r\n{}");
    check(next(&f) == LSP_DAMAGED && arrives(&f, "{}"), "an enormous length is damage");
    lsp_frames_free(&f);
    f = with("Content-Length: 10\r\n\r\n{}");
    check(next(&f) == LSP_STREAM_END && f.problem != NULL, "a message that is cut off ends the stream");
    lsp_frames_free(&f);
    f = with("Content-Le");
    check(next(&f) == LSP_STREAM_END && f.problem != NULL, "so does a header that is cut off");
    lsp_frames_free(&f);
    lsp_frames_init(&f, -1);
    for (int i = 0; i < 3000; i++)
        rpc_buffer_feed(&f.buffer, "garbage ", 8);
    rpc_buffer_feed(&f.buffer, "Content-Length: 2\r\n\r\n{}", 23);
    check(next(&f) == LSP_DAMAGED && arrives(&f, "{}"), "much that is no header is skipped");
    lsp_frames_free(&f);
}

/* --- URIs ----------------------------------------------------------------------------------------- */

static void check_path(const char *uri, const char *path)
{
    char *made = lsp_path_of_uri(uri);
    check(strcmp(made, path) == 0, uri);
    if (strcmp(made, path) != 0)
        printf("#   %s, not %s\n", made, path);
    free(made);
}

static void check_uri(const char *path, const char *uri)
{
    char *made = lsp_uri_of_path(path);
    check(strcmp(made, uri) == 0, path);
    if (strcmp(made, uri) != 0)
        printf("#   %s, not %s\n", made, uri);
    free(made);
}

static void test_uris(void)
{
    check_path("file:///home/a/x.htn", "/home/a/x.htn");
    check_path("file:///home/a%20b/%C3%A9.htn", "/home/a b/\xC3\xA9.htn");
    check_path("file:///c%3A/Games/x.htn", "C:/Games/x.htn");
    check_path("file:///C:/Games/../x.htn", "C:/x.htn");
    check_path("file://server/share/x.htn", "//server/share/x.htn");
    check_path("file:///a//b/./c/../x.htn", "/a/b/x.htn");
    check_path("file:///../../x", "/x");
    check_path("file:///50%", "/50%");
    check_path("untitled:Untitled-1", "untitled:Untitled-1");
    check_uri("/home/a b/\xC3\xA9.htn", "file:///home/a%20b/%C3%A9.htn");
    check_uri("C:/Games/x.htn", "file:///C%3A/Games/x.htn");
    check_uri("//server/share/x.htn", "file://server/share/x.htn");
    check_uri("untitled:Untitled-1", "untitled:Untitled-1");
}

/* --- Positions ------------------------------------------------------------------------------------ */

static void check_position(const char *text, uint32_t offset, lsp_encoding encoding, uint32_t line, uint32_t character,
                           const char *name)
{
    lsp_lines lines = lsp_lines_of(text, (uint32_t)strlen(text));
    const lsp_position at = lsp_position_of(&lines, offset, encoding);
    check(at.line == line && at.character == character && lsp_offset_of(&lines, at, encoding) == offset, name);
    lsp_lines_free(&lines);
}

static void check_offset(const char *text, uint32_t line, uint32_t character, uint32_t offset, const char *name)
{
    lsp_lines lines = lsp_lines_of(text, (uint32_t)strlen(text));
    check(lsp_offset_of(&lines, (lsp_position){line, character}, LSP_UTF16) == offset, name);
    lsp_lines_free(&lines);
}

static void test_positions(void)
{
    static const char text[] = "a\xC3\xA9z\r\n\xF0\x9F\x98\x80x\ry\n";
    check_position(text, 3, LSP_UTF16, 0, 2, "behind a character of two bytes, in UTF-16");
    check_position(text, 3, LSP_UTF8, 0, 3, "the same in UTF-8");
    check_position(text, 10, LSP_UTF16, 1, 2, "behind a character of two units");
    check_position(text, 10, LSP_UTF8, 1, 4, "the same in UTF-8");
    check_position(text, 12, LSP_UTF16, 2, 0, "a carriage return alone ends a line");
    check_position(text, 14, LSP_UTF16, 3, 0, "the end of the text");
    check_offset(text, 1, 1, 6, "within a character: in front of it");
    check_offset(text, 0, 99, 4, "behind the end of a line: its end");
    check_offset(text, 99, 0, 14, "behind the last line: the end");
    check_offset("", 0, 0, 0, "an empty text");
    check_offset("\xFF\xFE", 0, 1, 1, "bytes that are no UTF-8 are one character each");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return play_session_script(argv[1]);
    test_frames();
    test_uris();
    test_positions();
    printf("1..%d\n", cases);
    return failures > 0;
}
