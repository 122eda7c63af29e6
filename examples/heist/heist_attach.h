/* Lets `htn attach` and the desk look into the heist (docs/attach.md): the functions that htn_attach.c asks of a game. */
#ifndef HEIST_ATTACH_H
#define HEIST_ATTACH_H

#include "bindings/attach/htn_attach.h"
#include "heist_guards.h"

enum { HEIST_ATTACH_BYTES = 1 << 20 };

typedef struct heist_attach {
    heist_guards *guards;
    htn_attach *attach;
    size_t told[HEIST_GUARDS]; /* bytes of each guard's journal that the attach has been given */
    char name[16];
    uint64_t memory[HEIST_ATTACH_BYTES / 8];
} heist_attach;

/*
 * Listens on a port of this machine; 0: any. `bytes`: of the memory, HEIST_ATTACH_BYTES or less. `own`: guards' journals are the
 * game's, which keeps them whole; else they last as long as somebody looks. NULL, or why it cannot.
 */
const char *heist_attach_open(heist_attach *self, heist_guards *guards, uint16_t port, const char *token, size_t bytes,
                              bool own);

/* Once per frame, behind the guards' tick. */
void heist_attach_update(heist_attach *self);

#endif
