/* Reads messages; see received.h. cJSON reads the values; one pass over the text before it finds what cJSON does not keep. */
#include "rpc/received.h"

#include "base/text.h"
#include "rpc/json_members.h"
#include <stdlib.h>
#include <string.h>

typedef struct seen {
    const char *text;
    size_t length;
    size_t id, id_end; /* the value of the first member `id`; the same: there is none */
    bool has_method, has_nul, id_has_nul;
} seen;

static bool is_one_of(const seen *s, size_t at, const char *characters)
{
    return at < s->length && s->text[at] != '\0' && strchr(characters, s->text[at]) != NULL;
}

static size_t skip(const seen *s, size_t at, const char *characters)
{
    while (is_one_of(s, at, characters))
        at++;
    return at;
}

static const char spaces[] = " \t\r\n", digits[] = "0123456789";

/* Whether cJSON makes a NUL of what follows a backslash: `u0000`, and `u` without four digits. */
static bool is_nul(const seen *s, size_t at)
{
    size_t digit = 0, zeros = 0;
    if (!is_one_of(s, at, "u"))
        return false;
    while (digit < 4 && is_one_of(s, at + 1 + digit, "0123456789abcdefABCDEF"))
        zeros += s->text[at + 1 + digit++] == '0';
    return digit < 4 || zeros == 4;
}

/* Behind the closing quote of the string that begins here. */
static size_t end_of_string(seen *s, size_t at)
{
    for (at++; at < s->length && s->text[at] != '"'; at++) {
        s->has_nul |= s->text[at] == '\0';
        if (s->text[at] == '\\')
            s->has_nul |= is_nul(s, ++at);
    }
    return at < s->length ? at + 1 : s->length;
}

/* Looks at strings, and at members of the object that the text is. */
static void look(seen *s)
{
    long depth = 0;
    for (size_t at = 0; at < s->length;) {
        const size_t begin = at;
        if (s->text[at] != '"') {
            depth += s->text[at] == '{' || s->text[at] == '[';
            depth -= s->text[at] == '}' || s->text[at] == ']';
            at++;
            continue;
        }
        at = end_of_string(s, begin);
        const size_t colon = skip(s, at, spaces), length = at - begin;
        if (depth != 1 || !is_one_of(s, colon, ":"))
            continue;
        s->has_method |= length == 8 && memcmp(s->text + begin, "\"method\"", length) == 0;
        if (s->id_end > 0 || length != 4 || memcmp(s->text + begin, "\"id\"", length) != 0)
            continue;
        at = s->id = skip(s, colon + 1, spaces);
        const bool had_nul = s->has_nul;
        s->has_nul = false;
        s->id_end = at = is_one_of(s, at, "\"") ? end_of_string(s, at) : skip(s, at, "+-.eE0123456789");
        s->id_has_nul = s->has_nul;
        s->has_nul |= had_nul;
    }
}

/* Whether JSON writes numbers so; cJSON takes others, such as 01. */
static bool is_number(const seen *s)
{
    size_t at = s->id + is_one_of(s, s->id, "-"), end = skip(s, at, digits);
    if (end == at || (s->text[at] == '0' && end > at + 1))
        return false;
    at = end;
    if (is_one_of(s, at, ".")) {
        end = skip(s, at + 1, digits);
        if (end == at + 1)
            return false;
        at = end;
    }
    if (is_one_of(s, at, "eE")) {
        at++;
        at += is_one_of(s, at, "+-");
        end = skip(s, at, digits);
        if (end == at)
            return false;
        at = end;
    }
    return at == s->id_end;
}

static cJSON *id_of(const seen *s, const cJSON *json)
{
    const cJSON *member = rpc_member(json, "id");
    const bool known = json != NULL ? cJSON_IsNumber(member) || cJSON_IsString(member) : s->has_method;
    if (!known || s->id_has_nul)
        return NULL;
    if (s->id_end > s->id && is_number(s)) {
        base_text digits_of = {0};
        base_text_add_bytes(&digits_of, s->text + s->id, s->id_end - s->id);
        cJSON *id = cJSON_CreateRaw(base_text_of(&digits_of));
        base_text_free(&digits_of);
        return id;
    }
    if (json != NULL)
        return cJSON_Duplicate(member, false);
    cJSON *id = s->id_end > s->id ? cJSON_ParseWithLength(s->text + s->id, s->id_end - s->id) : NULL;
    if (id != NULL && !cJSON_IsString(id)) {
        cJSON_Delete(id);
        id = NULL;
    }
    return id;
}

rpc_received rpc_receive(const char *text, size_t length)
{
    seen s = {.text = text, .length = length};
    rpc_received message = {0};
    const char *end = NULL;
    look(&s);
    message.has_nul = s.has_nul;
    message.json = cJSON_ParseWithLengthOpts(text, length, &end, false);
    const size_t at = end != NULL ? (size_t)(end - text) : 0;
    if (message.json == NULL)
        message.problem = is_one_of(&s, at, "\\") && is_one_of(&s, at + 1, "u") && is_one_of(&s, at + 2, "dD")
                              ? "this is not JSON: a string has one half of a surrogate pair, such as \\uD800"
                              : "this is not JSON";
    else if (skip(&s, at, spaces) < length)
        message.problem = "this is not JSON: there is more behind the end of the message";
    if (message.problem != NULL) {
        cJSON_Delete(message.json);
        message.json = NULL;
    }
    message.id = id_of(&s, message.json);
    return message;
}

rpc_received rpc_receive_without_nul(const char *text, size_t length)
{
    rpc_received message = rpc_receive(text, length);
    if (!message.has_nul)
        return message;
    char *made = base_copy_array(text, length, 1);
    for (size_t i = 0; i < length; i++) {
        if (made[i] == '\0')
            made[i] = '\x1A';
        if (made[i] != '\\')
            continue;
        i++; /* what stands behind a backslash begins no escape of its own */
        if (length - i >= 5 && memcmp(made + i, "u0000", 5) == 0)
            memcpy(made + i, "u001A", 5);
    }
    rpc_received whole = rpc_receive(made, length);
    cJSON *id = message.id; /* which is none, if the NUL is in it */
    message.id = whole.id;
    whole.id = id;
    rpc_received_free(&message);
    free(made);
    return whole;
}

void rpc_received_free(rpc_received *message)
{
    cJSON_Delete(message->json);
    cJSON_Delete(message->id);
    *message = (rpc_received){0};
}
