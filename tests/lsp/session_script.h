/*
 * A session with the language server as a text, which people can read:
 *
 *     # a comment
 *     open guard.htn                     opens file:///w/guard.htn; the lines that begin with | are its text
 *     |Compound Task [Guard]
 *     change guard.htn "Alrt" "Alert"    replaces the first such text; `change FILE all` has the whole text in | lines
 *     textDocument/hover guard.htn "Al^ert"   a request; ^ is where the cursor is, without one it is at the beginning
 *     textDocument/rename guard.htn "Alert"#2 {"newName":"Alarm"}   the second such text; more parameters
 *     send {"jsonrpc":"2.0"}             this message
 *     bytes "Content-Length: x\r\n\r\n"  these bytes
 *     folder tests/lsp/imports           a folder of the workspace; $ROOT in texts is the repository's folder
 *     utf8                               before the first message: positions in UTF-8
 *     raw                                no initialize
 *
 * What the server says is printed as one line of JSON for each message, behind `<`.
 */
#pragma once

/* Plays the file; the transcript goes to stdout. Returns the exit status. */
int play_session_script(const char *path);
