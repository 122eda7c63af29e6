/*
 * Loading domains whose code is C (htn/native.h), and refusing C that is of another blob or for another runtime.
 * Neighbour: native_run.c, which runs it.
 */
#include "../blob/blob_reader.h"
#include <htn/native.h>

static bool fits(const htn_native *native)
{
    return native->version == HTN_NATIVE_VERSION && native->machine_bytes == sizeof(htni_machine);
}

htn_status htn_domain_use_native(htn_domain *domain, const htn_native *native)
{
    if (domain == NULL || domain->blob == NULL)
        return HTN_BAD_ARGUMENT;
    if (native != NULL && !fits(native))
        return HTN_WRONG_RUNTIME;
    if (native != NULL &&
        (native->size != domain->size || native->checksum != htni_read32(domain->blob + HTN_HEADER_CHECKSUM)))
        return HTN_WRONG_DOMAIN;
    domain->native = native;
    return HTN_OK;
}

htn_status htn_domain_load_native(htn_domain *domain, const htn_native *native, htn_fault *fault)
{
    if (domain == NULL || native == NULL)
        return HTN_BAD_ARGUMENT;
    memset(domain, 0, sizeof *domain);
    if (!fits(native))
        return HTN_WRONG_RUNTIME;
    const htn_status status = htn_domain_load(domain, native->blob, native->size, fault);
    return status == HTN_OK ? htn_domain_use_native(domain, native) : status;
}
