/*
 * Characters of UTF-8 text, by utf8proc: which ones names are made of (Unicode Standard Annex 31: XID_Start, XID_Continue), their
 * normal form, and the columns that they take on a terminal.
 */
#pragma once

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

enum { BASE_NOT_UTF8 = 0xFFFD };

typedef struct base_character {
    uint32_t code;  /* BASE_NOT_UTF8: the bytes are no character */
    uint32_t bytes; /* 1 or more */
} base_character;

typedef enum base_script { BASE_SCRIPT_OTHER, BASE_SCRIPT_LATIN, BASE_SCRIPT_GREEK, BASE_SCRIPT_CYRILLIC } base_script;

/* The first character of `left` bytes (at least 1). A byte that is not part of a character is one of its own. */
base_character base_decode(const char *text, size_t left);

/* How many bytes at the beginning are characters of ASCII but NUL: passes over a text take them at once. */
size_t base_plain_run(const char *text, size_t length);

/* Whether a terminal may get it: no control character, and none that turns the direction of text. */
bool base_is_printable(uint32_t code);

/* Columns on a terminal: 0, 1 or 2. What cannot be printed is shown as one character. */
unsigned base_width(uint32_t code);

bool base_may_begin_name(uint32_t code);    /* XID_Start or `_` */
bool base_may_continue_name(uint32_t code); /* XID_Continue, and not ignorable by default */

/* Of letters; BASE_SCRIPT_OTHER of all else. */
base_script base_script_of(uint32_t code);
const char *base_script_name(base_script script); /* not of BASE_SCRIPT_OTHER */

/* Whether a text has letters of two of Latin, Greek and Cyrillic: the first one found, and the first one of another script. */
bool base_mixes_scripts(const char *text, uint32_t *letter, uint32_t *other);

/* The text in the composed normal form (NFC). NULL: it is in that form, or it is not UTF-8. */
const char *base_to_nfc(base_arena *arena, const char *text, size_t length);

/*
 * The text with each character replaced by one that stands for all that look like it: letters that Latin, Greek and Cyrillic share,
 * and compatible forms (NFKC). Two texts that look alike have the same. It is the text itself where that is ASCII.
 */
const char *base_skeleton(base_arena *arena, const char *text);
