/* What the numbers of a journal mean, in words; see trace_words.h. */
#include "cli/trace/trace_words.h"
#include "cli/common/value_text.h"

static const char *text_of(const trace_reader *reader, htn_section section, uint32_t index, uint32_t field)
{
    return index < htn_domain_count(reader->domain, section)
               ? htn_domain_text(reader->domain, HTN_SECTION_STRINGS,
                                 htn_domain_field(reader->domain, section, index, field))
               : "?";
}

const char *trace_numbers_of(htn_journal_kind kind)
{
    static const char *const numbers[HTN_JOURNAL_KINDS] = {
        "",
#define HTN_JOURNAL_KIND(name, least, numbers, meaning) numbers,
#include <htn/journal.def>
#undef HTN_JOURNAL_KIND
    };
    return numbers[kind];
}

const char *trace_by_name(uint32_t by)
{
    static const char *const names[HTN_BY_COUNT] = {"game",     "sensor",   "operator", "effects",      "during",
                                                    "set back", "cooldown", "group",    "fail effects", "abort effects",
                                                    "hold",     "expiry",   "order"};
    return by < HTN_BY_COUNT ? names[by] : "?";
}

const char *trace_outcome_name(uint32_t outcome)
{
    static const char *const names[] = {"running", "succeeded", "failed", "aborted"};
    return outcome <= HTN_ABORTED ? names[outcome] : "?";
}

void trace_add_layer(base_text *text, const trace_reader *reader, uint32_t layer)
{
    base_text_add(text, "%s", layer < reader->layer_count ? cli_layer_name(reader->domain, layer) : "?");
}

void trace_add_run(base_text *text, const trace_reader *reader, uint32_t run)
{
    if (run - 1 < reader->run_count && reader->runs[run - 1].task != HTN_NONE)
        base_text_add(text, "%s", reader->runs[run - 1].text);
    else
        base_text_add(text, "step %u", run);
}

void trace_add_method(base_text *text, const trace_reader *reader, uint32_t method)
{
    const uint32_t tasks = htn_domain_count(reader->domain, HTN_SECTION_TASKS);
    for (uint32_t i = 0; i < tasks; i++) {
        const uint32_t first = htn_domain_field(reader->domain, HTN_SECTION_TASKS, i, HTN_TASKS_FIRST_METHOD);
        const uint32_t count = htn_domain_field(reader->domain, HTN_SECTION_TASKS, i, HTN_TASKS_METHOD_COUNT);
        if (method < first || method - first >= count)
            continue;
        const char *label = text_of(reader, HTN_SECTION_METHODS, method, HTN_METHODS_LABEL);
        base_text_add(text, "method %u%s%s%s of %s", method - first, label[0] != '\0' ? " (" : "", label,
                      label[0] != '\0' ? ")" : "", htn_task_name(reader->domain, i));
        return;
    }
    base_text_add(text, "method %u", method);
}

void trace_add_by(base_text *text, const trace_reader *reader, uint32_t by, uint32_t id)
{
    switch (by) {
    case HTN_BY_GAME: base_text_add(text, "the game"); break;
    case HTN_BY_SENSOR:
        base_text_add(text, "sensor %s", text_of(reader, HTN_SECTION_SENSORS, id, HTN_SENSORS_NAME));
        break;
    case HTN_BY_OPERATOR:
        base_text_add(text, "the operator of ");
        trace_add_run(text, reader, id);
        break;
    case HTN_BY_EFFECTS: base_text_add(text, "effect of %s", htn_task_name(reader->domain, id)); break;
    case HTN_BY_DURING: base_text_add(text, "During of %s", htn_task_name(reader->domain, id)); break;
    case HTN_BY_SET_BACK: base_text_add(text, "end of During of %s", htn_task_name(reader->domain, id)); break;
    case HTN_BY_FAIL_EFFECTS: base_text_add(text, "FailEffects of %s", htn_task_name(reader->domain, id)); break;
    case HTN_BY_ABORT_EFFECTS: base_text_add(text, "AbortEffects of %s", htn_task_name(reader->domain, id)); break;
    case HTN_BY_COOLDOWN:
        base_text_add(text, "Cooldown of ");
        trace_add_method(text, reader, id);
        break;
    case HTN_BY_HOLD: base_text_add(text, "Reserve of %s", cli_layer_name(reader->domain, id)); break;
    case HTN_BY_GROUP: base_text_add(text, "the group"); break;
    case HTN_BY_EXPIRY: base_text_add(text, "it has expired"); break;
    case HTN_BY_ORDER: base_text_add(text, "who hears of order %u", id); break;
    default: base_text_add(text, "?"); break;
    }
}

/* --- The world ---------------------------------------------------------------------------------- */

void trace_add_cell(base_text *text, const trace_reader *reader, uint32_t address)
{
    htn_journal_location location;
    if (!htn_journal_locate(reader->domain, address, &location))
        base_text_add(text, "?");
    else if (location.property != HTN_NONE)
        cli_add_cell(text, reader->domain, location.property, location.cell);
    else if (location.type != HTN_NONE)
        cli_add_value(text, reader->domain, location.type, location.instance);
    else
        base_text_add(text, "an instance's number");
}

void trace_add_cell_value(base_text *text, const trace_reader *reader, uint32_t address, uint32_t number)
{
    htn_journal_location location;
    if (!htn_journal_locate(reader->domain, address, &location))
        return;
    const int32_t value = htn_journal_value_at(reader->domain, &location, number);
    if (location.property != HTN_NONE)
        cli_add_value(text, reader->domain,
                      htn_domain_field(reader->domain, HTN_SECTION_PROPERTIES, location.property, HTN_PROPERTIES_TYPE),
                      value);
    else if (location.type != HTN_NONE)
        base_text_add(text, value != 0 ? "there" : "gone");
    else
        base_text_add(text, "%d", value);
}

/* --- Calls -------------------------------------------------------------------------------------- */

/* ` proposes [B, A]` */
static void add_candidates(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const uint32_t count = event->numbers[1], type = htn_query_type(reader->domain, event->numbers[0]);
    base_text_add(text, count == 0 ? " proposes nothing" : " proposes [");
    for (uint32_t i = 0; i < count; i++) {
        base_text_add(text, i == 0 ? "" : ", ");
        cli_add_value(text, reader->domain, type, htn_journal_signed(event->numbers[2 + i]));
    }
    base_text_add(text, count == 0 ? "" : "]");
}

void trace_add_query(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    const htn_query query = event->numbers[0];
    const uint32_t first = event->kind == HTN_JOURNAL_LATE         ? 1
                           : event->kind == HTN_JOURNAL_CANDIDATES ? 2 + event->numbers[1]
                                                                   : 2;
    base_text_add(text, "%s(", htn_query_name(reader->domain, query));
    for (uint32_t i = 0; i + first < event->count; i++) {
        base_text_add(text, i == 0 ? "" : ", ");
        cli_add_value(text, reader->domain, htn_query_parameter_type(reader->domain, query, i),
                      htn_journal_signed(event->numbers[first + i]));
    }
    if (event->kind == HTN_JOURNAL_CANDIDATES) {
        base_text_add(text, ")");
        add_candidates(text, reader, event);
        return;
    }
    base_text_add(text, first == 1 ? ") is late" : ") = ");
    if (first == 1)
        return;
    cli_add_value(text, reader->domain, htn_query_type(reader->domain, query), htn_journal_signed(event->numbers[1]));
}

void trace_add_operator(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    base_text_add(text, "%s(", htn_operator_name(reader->domain, htn_task_operator(reader->domain, event->numbers[3])));
    for (uint32_t i = 4; i + 1 < event->count; i += 2) {
        base_text_add(text, i == 4 ? "" : ", ");
        cli_add_value(text, reader->domain, event->numbers[i] - 1, htn_journal_signed(event->numbers[i + 1]));
    }
    base_text_add(text, ")");
}

void trace_add_step(base_text *text, const trace_reader *reader, const htn_journal_event *event)
{
    int32_t values[HTN_JOURNAL_NUMBERS];
    for (uint32_t i = 1; i < event->count; i++)
        values[i - 1] = htn_journal_signed(event->numbers[i]);
    cli_add_step(text, reader->domain, event->numbers[0], values);
}
