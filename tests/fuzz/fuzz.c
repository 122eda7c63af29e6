/* What the doors share; see fuzz.h. */
#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_expect(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "impossible: %s\n", what);
    abort();
}

void fuzz_put32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* Replaces every `from` by `to`, which has the same length. */
static void exchange(char *text, const char *from, const char *to)
{
    for (char *at = text; (at = strstr(at, from)) != NULL; at += strlen(to))
        memcpy(at, to, strlen(to));
}

static void compile_everything(htn_domain *domain, htnc_compilation *compilation, bool other)
{
    size_t length;
    char *text = file_text("tests/damage/everything.htn", &length);
    if (other) {
        exchange(text, "Brood", "Mourn");
        exchange(text, "Max [200]", "Max [2]  ");
        exchange(text, "Temper", "Humour");
    }
    fuzz_expect(compile_text(compilation, text, length, false, NULL) == BASE_DONE, "everything.htn has an error");
    fuzz_expect(htn_domain_load(domain, compilation->blob, compilation->blob_size, NULL) == HTN_OK,
                "everything.htn does not load");
    free(text);
}

const htn_domain *fuzz_domain(void)
{
    static htnc_compilation compilation;
    static htn_domain domain;
    if (domain.blob == NULL)
        compile_everything(&domain, &compilation, false);
    return &domain;
}

const htn_domain *fuzz_other_build(void)
{
    static htnc_compilation compilation;
    static htn_domain domain;
    if (domain.blob == NULL)
        compile_everything(&domain, &compilation, true);
    return &domain;
}
