/* The line that is typed in the live view; see play_prompt.h. */
#include "cli/play/play_prompt.h"
#include "cli/play/play_complete.h"
#include "cli/play/play_key_codes.h"
#include <stdlib.h>
#include <string.h>

void play_prompt_open(play_prompt *prompt, const char *text)
{
    prompt->open = true;
    prompt->completing = false;
    prompt->recalled = prompt->past_count;
    base_text_clear(&prompt->text);
    base_text_add(&prompt->text, "%s", text);
}

void play_prompt_free(play_prompt *prompt)
{
    for (size_t i = 0; i < prompt->past_count; i++)
        free(prompt->past[i]);
    free(prompt->past);
    base_text_free(&prompt->text);
    base_text_free(&prompt->begun);
}

/* Replaces the last word by its next completion; after the last completion comes the first. */
static void complete(play_prompt *prompt, const play_model *model)
{
    if (!prompt->completing) {
        base_text_clear(&prompt->begun);
        base_text_add(&prompt->begun, "%s", base_text_of(&prompt->text));
        prompt->offers = 0;
    }
    prompt->completing = true;
    if (!play_complete(model, base_text_of(&prompt->begun), prompt->offers, &prompt->text)) {
        prompt->offers = 0;
        if (!play_complete(model, base_text_of(&prompt->begun), 0, &prompt->text))
            return;
    }
    prompt->offers++;
}

static void recall(play_prompt *prompt, bool earlier)
{
    if (earlier && prompt->recalled > 0)
        prompt->recalled--;
    else if (!earlier && prompt->recalled < prompt->past_count)
        prompt->recalled++;
    base_text_clear(&prompt->text);
    if (prompt->recalled < prompt->past_count)
        base_text_add(&prompt->text, "%s", prompt->past[prompt->recalled]);
}

/* Removes the last character, which may have several bytes. Closes an empty prompt. */
static void erase(play_prompt *prompt)
{
    base_text *text = &prompt->text;
    if (text->length == 0) {
        prompt->open = false;
        return;
    }
    while (text->length > 1 && ((unsigned char)text->bytes[text->length - 1] & 0xC0) == 0x80)
        text->length--;
    text->bytes[--text->length] = '\0';
}

static void remember(play_prompt *prompt)
{
    prompt->past = base_grow_array(prompt->past, prompt->past_count, &prompt->past_capacity, sizeof *prompt->past);
    prompt->past[prompt->past_count++] = base_duplicate_text(base_text_of(&prompt->text));
}

bool play_prompt_key(play_prompt *prompt, const play_model *model, int key)
{
    const char byte = (char)key;
    if (key == PLAY_KEY_TAB) {
        complete(prompt, model);
        return false;
    }
    prompt->completing = false;
    switch (key) {
    case PLAY_KEY_ENTER:
        prompt->open = false;
        if (prompt->text.length > 0)
            remember(prompt);
        return prompt->text.length > 0;
    case PLAY_KEY_ESCAPE: prompt->open = false; break;
    case PLAY_KEY_BACK: erase(prompt); break;
    case PLAY_KEY_CLEAR: base_text_clear(&prompt->text); break;
    case PLAY_KEY_UP: recall(prompt, true); break;
    case PLAY_KEY_DOWN: recall(prompt, false); break;
    default:
        if (key >= ' ' && key < 0x100 && key != 0x7F)
            base_text_add_bytes(&prompt->text, &byte, 1);
        break;
    }
    return false;
}
