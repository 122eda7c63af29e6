/*
 * The heist with its window: `make heist`. heist TOOL FILE [--lanes N] [--picture FILE.bmp] [--frames N]
 * [--attach TOKEN] [--port N]
 *
 * TOOL is the htn command, which compiles FILE, the guards' domain. Whenever FILE is saved, the guards get the new build and go
 * on. With --attach, `htn attach localhost:7117 --token TOKEN` looks into it (heist_attach.c). With a picture the program draws N
 * frames without waiting, writes the last one, and ends.
 */
#define _POSIX_C_SOURCE 200809L
#include "heist_attach.h"
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CELL = 18, FRAME_US = 16667 };

typedef struct heist {
    const char *tool, *file, *picture, *token;
    uint32_t lanes, frames, selected, port;
    heist_game game;
    heist_guards *guards;
    heist_attach attach;
    heist_bytes saved;
    struct timespec changed; /* when FILE was written that is loaded */
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool paused, over;
} heist;

/* --- The domain --------------------------------------------------------------------------------- */

static const char *load_blob(heist *self, const char *path)
{
    heist_bytes blob = {0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return "the compiled domain cannot be read";
    for (size_t got = 1; got > 0; heist_bytes_add(&blob, got))
        got = fread(heist_bytes_reserve(&blob, 4096), 1, 4096, file);
    fclose(file);
    const char *problem = heist_guards_load(self->guards, blob.bytes, blob.size);
    htn_attach_changed(self->attach.attach);
    free(blob.bytes);
    return problem;
}

/* Compiles FILE if it was written since the last time. The compiler says what is wrong; the guards then keep what they have. */
static void load_domain(heist *self)
{
    struct stat now;
    char blob[1024], command[4096];
    if (stat(self->file, &now) != 0 || memcmp(&now.st_mtim, &self->changed, sizeof now.st_mtim) == 0)
        return;
    self->changed = now.st_mtim;
    snprintf(blob, sizeof blob, "%s.heist-blob", self->tool);
    snprintf(command, sizeof command, "'%s' compile '%s' -o '%s'", self->tool, self->file, blob);
    const char *problem = system(command) == 0 ? load_blob(self, blob) : "there is no new build";
    remove(blob);
    printf("%s: %s\n", self->file, problem == NULL ? "loaded" : problem);
}

/* --- The picture -------------------------------------------------------------------------------- */

static void fill(heist *self, float x, float y, float size, uint32_t colour)
{
    const float gap = (1 - size) / 2;
    const SDL_FRect rect = {(x + gap) * CELL, (y + gap) * CELL, size * CELL, size * CELL};
    SDL_SetRenderDrawColor(self->renderer, (Uint8)(colour >> 16), (Uint8)(colour >> 8), (Uint8)colour, 255);
    SDL_RenderFillRectF(self->renderer, &rect);
}

static uint32_t colour_of(const char *task)
{
    static const struct {
        const char *task;
        uint32_t colour;
    } colours[] = {{"Chase", 0xff7043},  {"Arrest", 0xffffff}, {"SearchAround", 0xffca28},
                   {"GoHome", 0x5c6bc0}, {"Rest", 0x3949ab},   {"LookAround", 0x4fc3f7}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        if (strcmp(task, colours[i].task) == 0)
            return colours[i].colour;
    return 0x66bb6a; /* WalkBeat, and whatever a new build brings */
}

/* What a guard's layer is doing, "Chase"; "" if nothing. */
static const char *task_of(const heist *self, uint32_t guard, uint32_t layer)
{
    htn_journal *its;
    htn_activity step;
    const htn_agent *agent = heist_guards_agent(self->guards, guard, &its);
    return htn_agent_activity(agent, layer, 0, &step) ? htn_task_name(htn_agent_domain(agent), step.task) : "";
}

static void draw_house(heist *self)
{
    const htn_world *home = heist_guards_home(self->guards);
    const bool alarm = htn_world_get(home, htn_property_find(home->domain, "Alarm")) != 0;
    const uint32_t floor = alarm ? 0x2c1d1d : 0x1d222c;
    SDL_SetRenderDrawColor(self->renderer, (Uint8)(floor >> 16), (Uint8)(floor >> 8), (Uint8)floor, 255);
    SDL_RenderClear(self->renderer);
    for (uint32_t y = 0; y < HEIST_HEIGHT; y++)
        for (uint32_t x = 0; x < HEIST_WIDTH; x++)
            if (heist_is_wall(x, y) || heist_is_home(x, y))
                fill(self, (float)x, (float)y, 1, heist_is_wall(x, y) ? alarm ? 0x7a4040 : 0x56617a : 0x262d4a);
    for (uint32_t i = 0; i < HEIST_GOLD; i++)
        if (!self->game.taken[i])
            fill(self, self->game.gold[i].x, self->game.gold[i].y, 0.5f, 0xffd54f);
}

static void draw(heist *self)
{
    char title[200];
    draw_house(self);
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        const heist_cell at = self->game.guards[i].walker.at;
        if (strcmp(task_of(self, i, 1), "Shout") == 0)
            fill(self, at.x, at.y, 1.8f, 0xd32f2f);
        if (i == self->selected)
            fill(self, at.x, at.y, 1.2f, 0xffffff);
        fill(self, at.x, at.y, 0.8f, colour_of(task_of(self, i, 0)));
    }
    for (uint32_t i = 0; i < HEIST_THIEVES; i++) {
        const heist_thief *thief = &self->game.thieves[i];
        if (thief->doing == HEIST_AWAY)
            continue;
        fill(self, thief->walker.at.x, thief->walker.at.y, 0.9f, 0xe040fb);
        if (thief->doing == HEIST_FLEES)
            fill(self, thief->walker.at.x, thief->walker.at.y, 0.4f, 0xffd54f);
    }
    snprintf(title, sizeof title, "Heist: %u arrested, %u escaped | guard %u: %s, %s", self->game.arrested,
             self->game.escaped, self->selected, task_of(self, self->selected, 0), task_of(self, self->selected, 1));
    SDL_SetWindowTitle(self->window, title);
}

static void write_picture(heist *self)
{
    SDL_Surface *picture =
        SDL_CreateRGBSurfaceWithFormat(0, HEIST_WIDTH * CELL, HEIST_HEIGHT * CELL, 24, SDL_PIXELFORMAT_RGB24);
    SDL_RenderReadPixels(self->renderer, NULL, SDL_PIXELFORMAT_RGB24, picture->pixels, picture->pitch);
    SDL_SaveBMP(picture, self->picture);
    SDL_FreeSurface(picture);
}

/* --- Keys --------------------------------------------------------------------------------------- */

static void write_journal(heist *self)
{
    char path[64];
    const heist_bytes *journal = heist_guards_journal(self->guards, self->selected);
    snprintf(path, sizeof path, "guard-%u.htnj", self->selected);
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(journal->bytes, 1, journal->size, file) == journal->size;
    if (file != NULL)
        fclose(file);
    printf(written ? "%s: written; `htn trace %s %s` tells it\n" : "%s: cannot be written\n", path, self->file, path);
}

static void press(heist *self, SDL_Keycode key)
{
    const char *problem = NULL;
    switch (key) {
    case SDLK_ESCAPE: self->over = true; break;
    case SDLK_SPACE: self->paused = !self->paused; break;
    case SDLK_TAB: self->selected = (self->selected + 1) % HEIST_GUARDS; break;
    case SDLK_j: write_journal(self); break;
    case SDLK_s:
        self->saved.size = 0;
        heist_guards_save(self->guards, &self->saved);
        printf("saved: %zu bytes\n", self->saved.size);
        break;
    case SDLK_l:
        problem = self->saved.size == 0 ? "press S first" : heist_guards_restore(self->guards, &self->saved);
        htn_attach_changed(self->attach.attach);
        printf("load: %s\n", problem == NULL ? "done" : problem);
        break;
    default: break;
    }
}

static void click(heist *self, int x, int y)
{
    for (uint32_t i = 0; i < HEIST_GUARDS; i++)
        if (self->game.guards[i].walker.at.x == x / CELL && self->game.guards[i].walker.at.y == y / CELL)
            self->selected = i;
}

static void take_events(heist *self)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT)
            self->over = true;
        else if (event.type == SDL_KEYDOWN)
            press(self, event.key.keysym.sym);
        else if (event.type == SDL_MOUSEBUTTONDOWN)
            click(self, event.button.x, event.button.y);
    }
}

static void play(heist *self)
{
    for (uint32_t frame = 0; !self->over && (self->picture == NULL || frame < self->frames); frame++) {
        const Uint32 began = SDL_GetTicks();
        take_events(self);
        if (frame % 30 == 0)
            load_domain(self);
        if (!self->paused && htn_attach_runs(self->attach.attach)) {
            heist_move_thieves(&self->game, FRAME_US);
            const htn_status status = heist_guards_tick(self->guards, FRAME_US);
            if (status != HTN_OK)
                printf("tick: %s\n", htn_status_text(status));
        }
        if (self->attach.attach != NULL)
            heist_attach_update(&self->attach);
        draw(self);
        if (self->picture != NULL && frame + 1 == self->frames)
            write_picture(self);
        SDL_RenderPresent(self->renderer);
        const Uint32 took = SDL_GetTicks() - began;
        if (self->picture == NULL && took < FRAME_US / 1000)
            SDL_Delay(FRAME_US / 1000 - took);
    }
}

static bool take_options(heist *self, int argc, char **argv)
{
    self->lanes = 1;
    self->frames = 600;
    self->port = 7117;
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--lanes") == 0)
            self->lanes = (uint32_t)atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--frames") == 0)
            self->frames = (uint32_t)atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--attach") == 0)
            self->token = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--port") == 0)
            self->port = (uint32_t)atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--picture") == 0)
            self->picture = argv[++i];
        else if (self->tool == NULL)
            self->tool = argv[i];
        else
            self->file = argv[i];
    }
    return self->file != NULL && self->lanes >= 1 && self->lanes <= 8;
}

int main(int argc, char **argv)
{
    static heist self;
    if (!take_options(&self, argc, argv)) {
        fprintf(stderr, "usage: heist TOOL FILE [--lanes 1..8] [--picture FILE.bmp] [--frames N] [--attach TOKEN] "
                        "[--port N]\n");
        return 2;
    }
    heist_start(&self.game, 2024);
    self.guards = heist_guards_new(&self.game, self.lanes);
    load_domain(&self);
    const char *problem = self.token == NULL ? NULL
                                             : heist_attach_open(&self.attach, self.guards, (uint16_t)self.port,
                                                                 self.token, HEIST_ATTACH_BYTES, true);
    if (problem != NULL) {
        fprintf(stderr, "heist: --attach: %s\n", problem);
        return 1;
    }
    if (self.guards == NULL || SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(HEIST_WIDTH * CELL, HEIST_HEIGHT * CELL, 0, &self.window, &self.renderer) != 0) {
        fprintf(stderr, "heist: %s\n", SDL_GetError());
        return 1;
    }
    printf("S save, L load, J write the guard's journal, Tab or click: another guard, Space pause, Esc end.\n"
           "Save %s to change the guards while they act.\n",
           self.file);
    play(&self);
    SDL_Quit();
    htn_attach_close(self.attach.attach);
    heist_guards_free(self.guards);
    free(self.saved.bytes);
    return 0;
}
