/* A replay from beginning to end; see htn/replay.h. Neighbours: replay_steps.c; replay_moments.c stops on the way. */
#include "replay_steps.h"
#include <string.h>

htn_status htn_replay(const htn_domain *domain, const void *journal, size_t size, void *memory, size_t memory_size,
                      htn_replay_report *report)
{
    htni_replay replay;
    if (domain == NULL || domain->blob == NULL || journal == NULL || report == NULL)
        return HTN_BAD_ARGUMENT;
    if ((uintptr_t)memory % 8 != 0)
        return HTN_BAD_MEMORY;
    memset(report, 0, sizeof *report);
    memset(&replay, 0, sizeof replay);
    replay.domain = domain;
    replay.bytes = (const uint8_t *)journal;
    replay.size = size;
    replay.memory = (uint8_t *)memory;
    replay.memory_size = memory == NULL ? 0 : memory_size;
    replay.report = report;
    replay.journal.sink = htni_replay_compare;
    replay.journal.sink_user = &replay;
    if (size == 0)
        htni_replay_stop(&replay, HTN_BAD_JOURNAL, "it is empty");
    while (replay.status == HTN_OK && replay.at < size)
        htni_replay_give_next(&replay);
    if (replay.status == HTN_OK)
        report->offset = size;
    return replay.status;
}
