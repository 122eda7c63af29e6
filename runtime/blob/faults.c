/* Filling in an htn_fault; see faults.h for the list. */
#include "faults.h"

bool htni_fault(htn_fault *fault, const char *section, uint32_t offset, htni_fault_code code)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        HTNI_FAULT_LIST(TEXT)
#undef TEXT
    };
    fault->section = section;
    fault->offset = offset;
    fault->reason = texts[code];
    return false;
}

const char *htni_section_name(htn_section section)
{
    static const char *const names[HTN_SECTION_LIMIT] = {
#define HTN_SECTION(name, id, size, meaning) [HTN_SECTION_##name] = #name,
#include <htn/blob.def>

    };
    return section < HTN_SECTION_LIMIT && names[section] != NULL ? names[section] : "section table";
}

bool htni_fault_at(const htn_domain *domain, htn_fault *fault, htn_section section, uint32_t index, uint32_t field,
                   htni_fault_code code)
{
    const htn_view *view = &domain->sections[section];
    const uint32_t each = view->count == 0 ? 0 : view->size / view->count;
    const uint32_t start = view->data == NULL ? 0 : (uint32_t)(view->data - domain->blob);
    return htni_fault(fault, htni_section_name(section), start + index * each + field * 4, code);
}
