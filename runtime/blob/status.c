/* Statuses in words; see status.h for the list. */
#include <htn/status.h>

const char *htn_status_text(htn_status status)
{
    switch (status) {
#define HTN_STATUS(name, number, text) \
    case HTN_##name: return text;
        HTN_STATUS_LIST(HTN_STATUS)
#undef HTN_STATUS
    default: return "not a status of this runtime";
    }
}
