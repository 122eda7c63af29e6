/* See hddl_texts.h. */
#include "hddl_texts.h"
#include "fuzz.h"
#include <stdlib.h>
#include <string.h>

static const char *read_one(void *user, const char *path, char **text, size_t *length)
{
    hddl_texts *of = user;
    const char *end = of->next == of->problem ? of->end : of->problem;
    (void)path;
    *length = (size_t)(end - of->next);
    *text = must_allocate(*length + 1);
    memcpy(*text, of->next, *length);
    (*text)[*length] = '\0';
    of->next = of->problem;
    return NULL;
}

static void release_one(void *user, char *text)
{
    (void)user;
    free(text);
}

base_reader hddl_texts_reader(hddl_texts *texts)
{
    return (base_reader){read_one, release_one, texts, NULL};
}
