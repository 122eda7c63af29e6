/* What the keys of the live view do; see play_keys.h. */
#include "cli/play/play_keys.h"
#include "base/text.h"
#include "cli/actor/actor.h"
#include "cli/common/value_text.h"
#include "cli/play/play_actions.h"
#include "cli/play/play_cells.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_key_codes.h"
#include "cli/play/play_players.h"
#include "cli/play/play_prompt.h"
#include "cli/play/play_rows.h"
#include <stdlib.h>
#include <string.h>

/* Carries out a line. Its answer becomes the message. False: the person leaves. */
static bool carry_out(play_screen *screen, const char *line)
{
    base_text answer = {0};
    const play_result result = play_command(screen->model, line, &answer);
    play_say(screen, result == PLAY_WRONG, base_text_of(&answer));
    base_text_free(&answer);
    screen->log_back = 0;
    return result != PLAY_QUIT;
}

static const char help[] = "space t     a tick                      r     let time run, or stop it\n"
                           "s f         the step succeeds, fails        u y   undo, redo\n"
                           "up down     select a property           left right   change its value by one\n"
                           "enter       type its value; unfold a folded table\n"
                           "tab         go to the world, or to the plans' running steps\n"
                           "a           go on with the next of several agents\n"
                           "l           the next layer's decomposition      w     hide or show it\n"
                           "page up, page down    scroll the decomposition     [ ]   scroll the log\n"
                           ": or a capital        type a command, or PROP = VALUE; tab completes\n"
                           "?           this text                   q     quit\n"
                           "\n"
                           "Commands:\n";

static void show_help(play_screen *screen)
{
    base_text text = {0}, commands = {0};
    play_command(screen->model, "help", &commands);
    base_text_add(&text, "%s%s", help, base_text_of(&commands));
    play_say(screen, false, base_text_of(&text));
    base_text_free(&text);
    base_text_free(&commands);
}

/* --- The world ------------------------------------------------------------------------------------ */

static const play_world_row *selected(const play_screen *screen)
{
    return screen->row < screen->world.count ? &screen->world.rows[screen->row] : NULL;
}

/* The next value of a type (`step` 1) or the previous one (-1), among those that exist. Numbers stop at their ends, other
   values begin again at the other end. */
static int32_t neighbour(const htn_world *world, uint32_t type, int32_t value, int step)
{
    const int64_t low = (int32_t)htn_domain_field(world->domain, HTN_SECTION_TYPES, type, HTN_TYPES_LOW);
    const int64_t high = (int32_t)htn_domain_field(world->domain, HTN_SECTION_TYPES, type, HTN_TYPES_HIGH);
    const uint32_t kind = htn_domain_field(world->domain, HTN_SECTION_TYPES, type, HTN_TYPES_KIND);
    const bool open = htn_domain_field(world->domain, HTN_SECTION_TYPES, type, HTN_TYPES_PRESENCE) != HTN_NONE;
    const int64_t least = open ? -1 : low;
    int64_t next = value;
    do {
        next += kind == HTN_TYPE_FIXED ? step * 1000 : step;
        if (kind == HTN_TYPE_INTEGER || kind == HTN_TYPE_FIXED)
            return (int32_t)(next < least ? least : next > high ? high : next);
        next = next < least ? high : next > high ? least : next;
    } while (open && next >= 0 && next != value && !htn_world_exists(world, type, (int32_t)next));
    return (int32_t)next;
}

static void change(play_screen *screen, int step)
{
    const play_world_row *row = selected(screen);
    const htn_world *world = htn_agent_world(screen->model->now->actor.agent);
    base_text text = {0}, problem = {0};
    if (row == NULL || row->kind == PLAY_ROW_INSTANCES || row->kind == PLAY_ROW_QUERY)
        return;
    if (row->kind == PLAY_ROW_FOLDED || row->kind == PLAY_ROW_ANSWER) {
        if (row->kind == PLAY_ROW_FOLDED)
            screen->unfolded[row->property] = true;
        return;
    }
    const uint32_t type = htn_domain_field(world->domain, HTN_SECTION_PROPERTIES, row->property, HTN_PROPERTIES_TYPE);
    base_text_add(&text, "%s=", row->name);
    cli_add_value(&text, world->domain, type,
                  neighbour(world, type, play_cell_value(world, row->property, row->cell), step));
    const bool done = play_set(screen->model, base_text_of(&text), &problem);
    play_say(screen, !done, base_text_of(&problem));
    base_text_free(&text);
    base_text_free(&problem);
}

static void type_value(play_screen *screen)
{
    const play_world_row *row = selected(screen);
    base_text text = {0};
    if (screen->focus == PLAY_FOCUS_PLAN || row == NULL || row->kind == PLAY_ROW_INSTANCES) {
        play_prompt_open(&screen->prompt, "");
    } else if (row->kind == PLAY_ROW_FOLDED) {
        screen->unfolded[row->property] = true;
    } else if (row->kind == PLAY_ROW_QUERY) { /* its arguments follow */
        base_text_add(&text, "%.*s(", (int)strcspn(row->name, "("), row->name);
        play_prompt_open(&screen->prompt, base_text_of(&text));
    } else {
        base_text_add(&text, "%s = ", row->name);
        play_prompt_open(&screen->prompt, base_text_of(&text));
    }
    base_text_free(&text);
}

/* --- Steps ---------------------------------------------------------------------------------------- */

static void select_step(play_screen *screen, int by)
{
    const cli_actor *actor = &screen->model->now->actor;
    const uint32_t at = play_selected_step(screen);
    if (at == HTN_NONE)
        return;
    const uint32_t next = by > 0 ? (at + 1) % actor->step_count : (at + actor->step_count - 1) % actor->step_count;
    screen->step = actor->steps[next].id;
    screen->layer = actor->steps[next].layer;
    screen->tree_top = 0;
}

static void end_step(play_screen *screen, htn_outcome outcome)
{
    const uint32_t index = play_selected_step(screen);
    if (index == HTN_NONE)
        play_say(screen, true, "no step is in progress");
    else
        play_end(screen->model, index, outcome);
    screen->log_back = 0;
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static void move(play_screen *screen, int by)
{
    if (screen->focus == PLAY_FOCUS_PLAN)
        select_step(screen, by);
    else if (by < 0)
        screen->row -= screen->row > 0;
    else
        screen->row += screen->row + 1 < screen->world.count;
}

/* A letter, or the first byte of one, is the first of the line. */
static void open_line(play_screen *screen, int key)
{
    const char first[] = {(char)key, '\0'};
    play_prompt_open(&screen->prompt, key == ':' || key == '/' ? "" : first);
}

/* A capital letter, or the first byte of a character of UTF-8: no key has one, and a name can begin with it. */
static bool begins_a_line(int key)
{
    return key == ':' || key == '/' || key == '_' || (key >= 'A' && key <= 'Z') || (key >= 0xC2 && key <= 0xF4);
}

/* A key while a page of text is shown: it scrolls, or closes the page. What begins a line does that too, so nothing typed is lost. */
static bool page_key(play_screen *screen, int key)
{
    const size_t page = screen->height > 4 ? (size_t)screen->height - 4 : 1;
    switch (key) {
    case PLAY_KEY_UP: screen->page_top -= screen->page_top > 0; break;
    case PLAY_KEY_DOWN: screen->page_top++; break;
    case PLAY_KEY_PAGE_UP: screen->page_top -= screen->page_top > page ? page : screen->page_top; break;
    case PLAY_KEY_PAGE_DOWN:
    case ' ': screen->page_top += page; break;
    default:
        play_say(screen, false, "");
        if (begins_a_line(key))
            open_line(screen, key);
        break;
    }
    return true;
}

/* The next agent, if there are several. */
static void go_on_with_next(play_screen *screen)
{
    play_model *model = screen->model;
    const uint32_t next = play_next_player(model, model->turn);
    model->chosen = next != HTN_NONE ? next : play_next_player(model, HTN_NONE);
    play_turn_back(model);
    screen->tree_top = 0;
}

static bool letter(play_screen *screen, int key)
{
    switch (key) {
    case 'q': return false;
    case 't':
    case ' ': return carry_out(screen, "tick");
    case 'u': return carry_out(screen, "undo");
    case 'y': return carry_out(screen, "redo");
    case 'r':
        screen->playing = !screen->playing;
        play_say(screen, false, "");
        break;
    case 'a': go_on_with_next(screen); break;
    case 's': end_step(screen, HTN_SUCCEEDED); break;
    case 'f': end_step(screen, HTN_FAILED); break;
    case 'w': screen->tree = !screen->tree; break;
    case 'l':
        screen->layer = (screen->layer + 1) % screen->model->layer_count;
        screen->tree_top = 0;
        break;
    case '?': show_help(screen); break;
    case '[': screen->log_back += screen->log_back < screen->model->log_count; break;
    case ']': screen->log_back -= screen->log_back > 0; break;
    default:
        if (begins_a_line(key))
            open_line(screen, key);
        break;
    }
    return true;
}

bool play_key(play_screen *screen, int key)
{
    if (screen->prompt.open) {
        const bool ready = play_prompt_key(&screen->prompt, screen->model, key);
        return !ready || carry_out(screen, base_text_of(&screen->prompt.text));
    }
    if (screen->page)
        return page_key(screen, key);
    switch (key) {
    case PLAY_KEY_UP: move(screen, -1); break;
    case PLAY_KEY_DOWN: move(screen, 1); break;
    case PLAY_KEY_LEFT: change(screen, -1); break;
    case PLAY_KEY_RIGHT: change(screen, 1); break;
    case PLAY_KEY_ENTER: type_value(screen); break;
    case PLAY_KEY_TAB: screen->focus = screen->focus == PLAY_FOCUS_WORLD ? PLAY_FOCUS_PLAN : PLAY_FOCUS_WORLD; break;
    case PLAY_KEY_PAGE_UP: screen->tree_top -= screen->tree_top > 5 ? 5 : screen->tree_top; break;
    case PLAY_KEY_PAGE_DOWN: screen->tree_top += 5; break;
    case PLAY_KEY_ESCAPE: play_say(screen, false, ""); break;
    default: return key >= 0x100 || letter(screen, key);
    }
    return true;
}
