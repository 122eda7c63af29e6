/* Which characters names are made of, against Unicode's own tables (Debian: unicode-data). Skipped where these are absent. */
#include "base/unicode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { CODES = 0x110000, BEGINS = 1, CONTINUES = 2, IGNORABLE = 4 };

#define TABLES "/usr/share/unicode/"

/* Calls `note` for each line `from..to ; word`. False: the table is absent, or of another version than utf8proc. */
static bool read_table(const char *name, void (*note)(uint8_t *codes, uint32_t code, const char *word), uint8_t *codes)
{
    char line[512], path[64];
    snprintf(path, sizeof path, TABLES "%s.txt", name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    const bool same = fgets(line, sizeof line, file) != NULL && strstr(line, utf8proc_unicode_version()) != NULL;
    while (same && fgets(line, sizeof line, file) != NULL) {
        unsigned from, to;
        char word[64];
        int fields = sscanf(line, "%x..%x ; %63s", &from, &to, word);
        if (fields != 3) {
            fields = sscanf(line, "%x ; %63s", &from, word) == 2 ? 3 : 0;
            to = from;
        }
        for (uint32_t code = from; fields == 3 && code <= to; code++)
            note(codes, code, word);
    }
    fclose(file);
    return same;
}

static void note_property(uint8_t *codes, uint32_t code, const char *word)
{
    codes[code] |= strcmp(word, "XID_Start") == 0                      ? BEGINS
                   : strcmp(word, "XID_Continue") == 0                 ? CONTINUES
                   : strcmp(word, "Default_Ignorable_Code_Point") == 0 ? IGNORABLE
                                                                       : 0;
}

static void note_script(uint8_t *codes, uint32_t code, const char *word)
{
    codes[code] = strcmp(word, "Latin") == 0      ? BASE_SCRIPT_LATIN
                  : strcmp(word, "Greek") == 0    ? BASE_SCRIPT_GREEK
                  : strcmp(word, "Cyrillic") == 0 ? BASE_SCRIPT_CYRILLIC
                                                  : BASE_SCRIPT_OTHER;
}

static void names_are_made_of_what_unicode_says(void **state)
{
    static uint8_t codes[CODES];
    (void)state;
    if (!read_table("DerivedCoreProperties", note_property, codes))
        skip();
    for (uint32_t code = 0; code < CODES; code++) {
        const bool seen = (codes[code] & IGNORABLE) == 0;
        if (base_may_begin_name(code) != ((seen && (codes[code] & BEGINS) != 0) || code == '_') ||
            base_may_continue_name(code) != (seen && (codes[code] & CONTINUES) != 0))
            fail_msg("U+%04X", (unsigned)code);
    }
}

static void letters_are_of_the_scripts_that_unicode_says(void **state)
{
    static uint8_t codes[CODES];
    (void)state;
    if (!read_table("Scripts", note_script, codes))
        skip();
    for (uint32_t code = 0; code < CODES; code++)
        if (code != '_' && base_may_begin_name(code) && base_script_of(code) != codes[code])
            fail_msg("U+%04X", (unsigned)code);
}

static void bytes_that_are_no_character_are_one_each(void **state)
{
    static const char *const texts[] = {"\x80", "\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xFF"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const base_character found = base_decode(texts[i], strlen(texts[i]));
        assert_int_equal(found.code, BASE_NOT_UTF8);
        assert_int_equal(found.bytes, 1);
    }
    assert_int_equal(base_decode("\xE6\x9C\x89\xE8", 4).code, 0x6709);
}

static void a_text_has_the_columns_that_a_terminal_shows(void **state)
{
    (void)state;
    assert_int_equal(base_width('a'), 1);
    assert_int_equal(base_width(0x6709), 2);
    assert_int_equal(base_width(0xFF0C), 2);
    assert_int_equal(base_width(0x0301), 0);
    assert_int_equal(base_width(0x202E), 1); /* it is shown as `?` */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_made_of_what_unicode_says),
        cmocka_unit_test(letters_are_of_the_scripts_that_unicode_says),
        cmocka_unit_test(bytes_that_are_no_character_are_one_each),
        cmocka_unit_test(a_text_has_the_columns_that_a_terminal_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
