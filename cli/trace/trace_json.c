/*
 * A journal's events as JSON: time, kind and numbers. journal.def names the numbers; a number that means something with a
 * name, such as a task, is written as that name. See trace_json.h.
 */
#include "cli/trace/trace_json.h"
#include "base/text.h"
#include "cli/common/json.h"
#include "cli/common/value_text.h"
#include "cli/trace/trace_reader.h"
#include "cli/trace/trace_sentences.h"
#include "cli/trace/trace_words.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

/* A number of an event, as journal.def describes it. */
typedef struct field {
    char name[24];
    bool is_signed; /* `±name` */
    bool from_one;  /* `name+1`: 0 means none */
    bool repeated;  /* `name...`: so are all numbers that follow */
} field;

/* Reads the next field of a description. False: there are no more. */
static bool next_field(const char **at, field *of)
{
    static const char plus_minus[] = "\xC2\xB1";
    *at += strspn(*at, " []()");
    size_t length = strcspn(*at, " []()");
    const char *word = *at;
    *at += length;
    of->is_signed = strncmp(word, plus_minus, 2) == 0;
    if (of->is_signed) {
        word += 2;
        length -= 2;
    }
    of->repeated = length > 3 && memcmp(word + length - 3, "...", 3) == 0;
    length -= of->repeated ? 3 : 0;
    of->from_one = length > 2 && memcmp(word + length - 2, "+1", 2) == 0;
    length -= of->from_one ? 2 : 0;
    if (length == 0 || length >= sizeof of->name)
        return false;
    memcpy(of->name, word, length);
    of->name[length] = '\0';
    return true;
}

static const char *word_of(const char *const *words, uint32_t count, uint32_t number)
{
    return number < count ? words[number] : "?";
}

#define WORD(number, ...)                       \
    word_of((const char *const[]){__VA_ARGS__}, \
            (uint32_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)), number)

static cJSON *reasons_json(uint32_t reasons)
{
    static const char *const words[] = {"changed", "answers", "asked", "interval", "no plan", "failed"};
    cJSON *list = cJSON_CreateArray();
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
        if (reasons >> i & 1u)
            cJSON_AddItemToArray(list, cJSON_CreateString(words[i]));
    return list;
}

static const char *name_in(const htn_domain *domain, htn_section section, uint32_t index, uint32_t which)
{
    return index < htn_domain_count(domain, section)
               ? htn_domain_text(domain, HTN_SECTION_STRINGS, htn_domain_field(domain, section, index, which))
               : "?";
}

/* The name of what a number means; NULL: it is just a number. */
static const char *name_of(const trace_reader *reader, const char *called, uint32_t number)
{
    const htn_domain *domain = reader->domain;
    if (strcmp(called, "task") == 0)
        return htn_task_name(domain, number);
    if (strcmp(called, "operator") == 0)
        return htn_operator_name(domain, number);
    if (strcmp(called, "query") == 0)
        return htn_query_name(domain, number);
    if (strcmp(called, "sensor") == 0)
        return name_in(domain, HTN_SECTION_SENSORS, number, HTN_SENSORS_NAME);
    if (strcmp(called, "status") == 0)
        return htn_status_text((htn_status)number);
    if (strcmp(called, "outcome") == 0)
        return trace_outcome_name(number);
    if (strcmp(called, "by") == 0)
        return trace_by_name(number);
    if (strcmp(called, "quest") == 0)
        return WORD(number, "?", "plan", "better", "rest");
    if (strcmp(called, "why") == 0)
        return WORD(number, "?", "operator", "preconditions", "while", "context", "rest", "trouble", "timeout", "enter",
                    "reservation");
    if (strcmp(called, "type") == 0)
        return name_in(domain, HTN_SECTION_TYPES, number, HTN_TYPES_NAME);
    if (strcmp(called, "partial") == 0)
        return WORD(number, "no", "split", "horizon");
    if (strcmp(called, "function") == 0)
        return WORD(number, "?", "start", "update", "?", "abort");
    return NULL;
}

/* The same for names that are made of several parts. False: it is just a number. */
static bool add_name(base_text *text, const trace_reader *reader, const htn_journal_event *event, const char *called,
                     uint32_t number)
{
    if (strcmp(called, "layer") == 0)
        trace_add_layer(text, reader, number);
    else if (strcmp(called, "address") == 0)
        trace_add_cell(text, reader, number);
    else if (strcmp(called, "method") == 0 && event->kind != HTN_JOURNAL_RECORD)
        trace_add_method(text, reader, number);
    else if (strcmp(called, "instance") == 0)
        cli_add_value(text, reader->domain, event->numbers[1], htn_journal_signed(number));
    else if (strcmp(called, "value") == 0 && (event->kind == HTN_JOURNAL_WRITE || event->kind == HTN_JOURNAL_COPY))
        trace_add_cell_value(text, reader, event->numbers[event->kind == HTN_JOURNAL_WRITE ? 2 : 0], number);
    else
        return false;
    return true;
}

static cJSON *number_json(const trace_reader *reader, const htn_journal_event *event, const field *of, uint32_t number)
{
    base_text text = {0};
    cJSON *json;
    if (of->from_one && number == 0)
        return cJSON_CreateNull();
    if (strcmp(of->name, "reasons") == 0)
        return reasons_json(number);
    const uint32_t index = of->from_one ? number - 1 : number;
    if (strcmp(of->name, "cost") == 0 && (reader->domain->flags & HTN_BLOB_FIXED_COSTS) != 0)
        return cJSON_CreateNumber(htn_journal_signed(index) / 1000.0);
    const char *name = name_of(reader, of->name, index);
    if (name != NULL)
        json = cJSON_CreateString(name);
    else if (add_name(&text, reader, event, of->name, index))
        json = cJSON_CreateString(base_text_of(&text));
    else
        json = cJSON_CreateNumber(of->is_signed ? (double)htn_journal_signed(index) : (double)index);
    base_text_free(&text);
    return json;
}

/* A repeated field becomes a list. */
static void add_numbers(cJSON *json, const trace_reader *reader, const htn_journal_event *event)
{
    const char *at = trace_numbers_of(event->kind);
    field of;
    for (uint32_t i = 0; i < event->count && next_field(&at, &of); i++) {
        if (!of.repeated) {
            cJSON_AddItemToObject(json, of.name, number_json(reader, event, &of, event->numbers[i]));
            continue;
        }
        cJSON *list = cJSON_AddArrayToObject(json, of.name);
        for (; i < event->count; i++)
            cJSON_AddItemToArray(list, number_json(reader, event, &of, event->numbers[i]));
    }
}

static cJSON *event_json(const trace_reader *reader, const htn_journal_event *event)
{
    base_text text = {0};
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "ms", (double)reader->time);
    cJSON_AddStringToObject(json, "event", htn_journal_name(event->kind));
    add_numbers(json, reader, event);
    if (event->kind == HTN_JOURNAL_STEP)
        trace_add_step(&text, reader, event);
    else
        trace_add_event(&text, reader, event);
    if (text.length > 0)
        cJSON_AddStringToObject(json, "text", base_text_of(&text));
    base_text_free(&text);
    return json;
}

htn_status trace_print_json(trace_reader *reader, bool first, bool last)
{
    htn_status status;
    const char *before = first ? "[\n" : ",\n";
    while ((status = trace_next(reader)) == HTN_OK) {
        base_text text = {0};
        cli_add_json(&text, event_json(reader, &reader->event), false);
        printf("%s%s", before, base_text_of(&text));
        base_text_free(&text);
        before = ",\n";
        trace_learn(reader);
    }
    if (last || status != HTN_NOT_FOUND)
        printf("\n]\n");
    return status;
}
