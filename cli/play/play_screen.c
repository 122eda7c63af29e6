/* See play_screen.h. */
#include "cli/play/play_screen.h"
#include "cli/actor/actor.h"
#include <string.h>

void play_say(play_screen *screen, bool wrong, const char *text)
{
    base_text_clear(&screen->message);
    base_text_add(&screen->message, "%s", text);
    base_text *message = &screen->message;
    while (message->length > 0 && message->bytes[message->length - 1] == '\n')
        message->bytes[--message->length] = '\0';
    screen->wrong = wrong;
    screen->page = strchr(base_text_of(message), '\n') != NULL;
    screen->page_top = 0;
}

uint32_t play_selected_step(const play_screen *screen)
{
    const cli_actor *actor = &screen->model->now->actor;
    uint32_t first = HTN_NONE;
    for (uint32_t i = 0; i < actor->step_count; i++) {
        if (actor->steps[i].aborting)
            continue;
        if (actor->steps[i].id == screen->step)
            return i;
        if (first == HTN_NONE || (actor->steps[i].layer == screen->layer && actor->steps[first].layer != screen->layer))
            first = i;
    }
    return first;
}
