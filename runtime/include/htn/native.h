/*
 * A domain as C: what `htn compile --emit-c` writes, for a game to compile in (docs/native.md). It holds the blob, and its code as
 * functions that do what the machine would do with it: the same plans, records, limits, budgets and suspension points. Everything
 * else is as with a blob, so between the two a game changes one line:
 *
 *     htn_domain_load(&domain, bytes, size, &fault);              a blob from a file, by the machine
 *     htn_domain_load_native(&domain, &troll_native, &fault);     the same compiled in
 */
#ifndef HTN_NATIVE_H
#define HTN_NATIVE_H

#include <htn/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Made by `htn compile --emit-c` and constant; its fields are the runtime's. Declared by the `--header` written with it. */
typedef struct htn_native htn_native;

/*
 * htn_domain_load() of the blob that `native` holds, whose code runs as C. OK | BAD_BLOB | NEWER_BLOB | WRONG_RUNTIME (the C was
 * made by another version of the compiler, or compiled with another runtime's headers) | BAD_ARGUMENT (domain or native NULL).
 */
htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault);

/*
 * Has a loaded domain's code run as C from now on: for a game that loads blobs from files, and has the C of the one that it
 * ships. NULL: by the machine again. Not while another thread plans with the domain; a search under way may go on.
 * OK | WRONG_DOMAIN (the C is of another blob: nothing is changed) | WRONG_RUNTIME | BAD_ARGUMENT (no domain).
 */
htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native);

#ifdef __cplusplus
}
#endif

#endif
