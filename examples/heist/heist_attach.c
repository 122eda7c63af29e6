/* See heist_attach.h. */
#include "heist_attach.h"
#include <stdio.h>

static htn_agent *agent(void *user, uint32_t number, const char **name)
{
    heist_attach *self = user;
    snprintf(self->name, sizeof self->name, "Guard %u", number);
    *name = self->name;
    htn_journal *its;
    return number < HEIST_GUARDS ? heist_guards_agent(self->guards, number, &its) : NULL;
}

static htn_journal *journal(void *user, uint32_t number)
{
    htn_journal *its;
    heist_guards_agent(((heist_attach *)user)->guards, number, &its);
    return its;
}

static const char *reload(void *user, const void *blob, size_t size)
{
    return heist_guards_load(((heist_attach *)user)->guards, blob, size);
}

const char *heist_attach_open(heist_attach *self, heist_guards *guards, uint16_t port, const char *token, size_t bytes,
                              bool own)
{
    const htn_attach_options options = {
        .token = token, .port = port, .user = self, .agent = agent, .journal = own ? journal : NULL, .reload = reload};
    self->guards = guards;
    return htn_attach_open(&self->attach, &options, self->memory,
                           bytes < sizeof self->memory ? bytes : sizeof self->memory);
}

void heist_attach_update(heist_attach *self)
{
    heist_guards_read(self->guards);
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        const heist_bytes *all = heist_guards_journal(self->guards, i);
        htn_attach_wrote(self->attach, i, all->bytes + self->told[i], all->size - self->told[i]);
        self->told[i] = all->size;
    }
    htn_attach_update(self->attach); /* behind what has happened: where it stops time, the other side knows why */
}
