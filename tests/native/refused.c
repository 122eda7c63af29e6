/* C that is not of this blob, or not of this runtime, is refused, and nothing is changed. ONE and OTHER name the C of two domains. */
#include <htn/htn.h>
#include <htn/native.h>
#include <stdio.h>

extern const htn_native ONE, OTHER;

static int failures;

static void expect(htn_status got, htn_status wanted, const char *what)
{
    if (got != wanted) {
        printf("%s: %s, and not %s\n", what, htn_status_text(got), htn_status_text(wanted));
        failures++;
    }
}

int main(void)
{
    htn_domain domain;
    htn_fault fault;
    htn_native old = ONE, narrow = ONE, damaged = ONE;
    old.version++;
    narrow.machine_bytes--;
    damaged.size--;
    expect(htn_domain_load_native(&domain, &ONE, &fault), HTN_OK, "loading");
    expect(htn_domain_use_native(&domain, &OTHER), HTN_WRONG_DOMAIN, "another's C");
    expect(htn_domain_use_native(&domain, &old), HTN_WRONG_RUNTIME, "another version's C");
    if (domain.native != &ONE) {
        puts("what was refused is used");
        failures++;
    }
    expect(htn_domain_use_native(&domain, NULL), HTN_OK, "the machine again");
    expect(domain.native == NULL ? HTN_OK : HTN_BAD_ARGUMENT, HTN_OK, "no C");
    expect(htn_domain_load_native(&domain, &narrow, &fault), HTN_WRONG_RUNTIME, "other headers");
    expect(htn_domain_load_native(&domain, &damaged, &fault), HTN_BAD_BLOB, "a short blob");
    expect(htn_domain_use_native(&domain, &ONE), HTN_BAD_ARGUMENT, "a domain that did not load");
    expect(htn_domain_load_native(NULL, &ONE, NULL), HTN_BAD_ARGUMENT, "no domain");
    expect(htn_domain_load_native(&domain, NULL, NULL), HTN_BAD_ARGUMENT, "no C");
    return failures != 0;
}
