/* An agent's journal, kept whole, and replayed; see recording.h. */
#include "recording.h"
#include "hostile_save.h"
#include <stdio.h>

void recording_begin(recording *made, htn_agent *agent, size_t ring)
{
    memset(made, 0, sizeof *made);
    made->ring = malloc(ring);
    assert_int_equal(htn_journal_init(&made->journal, made->ring, ring), HTN_OK);
    assert_int_equal(htn_agent_journal(agent, &made->journal), HTN_OK);
}

void recording_read(recording *made)
{
    size_t read;
    do {
        made->bytes = realloc(made->bytes, made->size + HTN_JOURNAL_MIN_BYTES);
        read = htn_journal_read(&made->journal, made->bytes + made->size, HTN_JOURNAL_MIN_BYTES);
        made->size += read;
    } while (read != 0);
}

htn_status recording_replay(recording *made, const htn_domain *domain, htn_replay_report *report)
{
    void *memory = NULL;
    size_t size = 0;
    htn_status status;
    recording_read(made);
    uint8_t *bytes = fixture_copy(made->bytes, made->size);
    while ((status = htn_replay(domain, bytes, made->size, memory, size, report)) == HTN_TOO_SMALL) {
        assert_true(report->memory > size);
        free(memory);
        size = report->memory;
        memory = malloc(size);
    }
    free(memory);
    free(bytes);
    return status;
}

void recording_assert_replayed(recording *made, const htn_domain *domain)
{
    htn_replay_report report;
    htn_journal_event event;
    const htn_status status = recording_replay(made, domain, &report);
    size_t offset = report.offset;
    if (status == HTN_OK)
        return;
    if (htn_journal_next(made->bytes, made->size, &offset, &event) == HTN_OK)
        print_error("the journal has %s\n", htn_journal_name(event.kind));
    offset = 0;
    if (htn_journal_next(report.instead, report.instead_size, &offset, &event) == HTN_OK)
        print_error("the replay %s\n", htn_journal_name(event.kind));
    fail_msg("offset %zu: %s: %s", report.offset, htn_status_text(status), report.reason);
}

/* A cursor at the end of the journal, in memory of its own, `*memory`, that the caller frees. */
static htn_replay_cursor *go_to_end(const uint8_t *bytes, size_t size, const htn_domain *domain, void **memory)
{
    htn_replay_cursor *cursor = NULL;
    htn_replay_report report;
    size_t room = 0;
    *memory = NULL;
    while (htn_replay_open(&cursor, domain, bytes, size, *memory, room, &report) == HTN_TOO_SMALL) {
        assert_true(report.memory > room);
        free(*memory);
        room = report.memory;
        *memory = malloc(room);
    }
    assert_non_null(cursor);
    assert_int_equal(htn_replay_to(cursor, size), HTN_OK);
    assert_int_equal(htn_replay_now(cursor).offset, size);
    return cursor;
}

static uint8_t *save_agent(const htn_agent *agent, size_t *size)
{
    *size = htn_agent_save_bytes(agent);
    uint8_t *save = malloc(*size);
    if (htn_agent_save(agent, save, *size, NULL) == HTN_OK)
        return save;
    free(save);
    return NULL;
}

/* A group numbers its Durings. Whether the byte is part of such a number: a replay's group gives other ones. */
static bool is_of_an_order(const htn_domain *domain, const uint8_t *save, size_t size, size_t at)
{
    hostile_number number;
    for (uint32_t i = 0; hostile_number_at(domain, save, size, "order", i, &number); i++)
        if (number.at <= at && at < number.end)
            return true;
    return false;
}

void recording_assert_alike(recording *made, const htn_domain *domain, const htn_agent *agent)
{
    void *memory;
    size_t size, replayed_size;
    uint8_t *save = save_agent(agent, &size);
    if (save == NULL)
        return;
    recording_read(made);
    const htn_replay_cursor *cursor = go_to_end(made->bytes, made->size, domain, &memory);
    uint8_t *replayed = save_agent(htn_replay_agent(cursor), &replayed_size);
    assert_non_null(replayed);
    assert_int_equal(replayed_size, size);
    for (size_t i = 16; i < size; i++) /* behind the checksum */
        if (replayed[i] != save[i] && !is_of_an_order(domain, save, size, i))
            fail_msg("the agent that was replayed saves another byte %zu of %zu", i, size);
    free(replayed);
    free(memory);
    free(save);
}

static bool is_left_out(const char *name, const char *left_out)
{
    const size_t length = strlen(name);
    for (const char *at = left_out; at != NULL && (at = strstr(at, name)) != NULL; at += length)
        if ((at == left_out || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

const char *recording_kinds(recording *made, const char *left_out)
{
    static char text[1 << 14];
    size_t offset = 0, used = 0;
    htn_journal_event event;
    recording_read(made);
    text[0] = '\0';
    while (htn_journal_next(made->bytes, made->size, &offset, &event) == HTN_OK)
        if (!is_left_out(htn_journal_name(event.kind), left_out) && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used == 0 ? "" : " ",
                                     htn_journal_name(event.kind));
    return text;
}

void recording_end(recording *made)
{
    free(made->ring);
    free(made->bytes);
}
