/* Writes messages; see outbox.h. A message goes out in one piece. */
#include "rpc/outbox.h"

#include "base/text.h"
#include <string.h>

static void send_message(rpc_outbox *outbox, cJSON *message)
{
    char *text = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    if (text == NULL)
        return;
    base_text whole = {0}, content = {0};
    base_text_add_utf8(&content, text, strlen(text));
    if (!outbox->lines)
        base_text_add(&whole, "Content-Length: %zu\r\n\r\n", content.length);
    base_text_add_bytes(&whole, content.bytes, content.length);
    base_text_free(&content);
    if (outbox->lines)
        base_text_add_bytes(&whole, "\n", 1);
    outbox->send(outbox->user, whole.bytes, whole.length);
    base_text_free(&whole);
    cJSON_free(text);
}

static cJSON *begin(void)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "jsonrpc", "2.0");
    return message;
}

static void add_id(cJSON *message, const cJSON *id)
{
    cJSON_AddItemToObject(message, "id", id != NULL ? cJSON_Duplicate(id, false) : cJSON_CreateNull());
}

void rpc_answer(rpc_outbox *outbox, const cJSON *id, cJSON *result)
{
    cJSON *message = begin();
    add_id(message, id);
    cJSON_AddItemToObject(message, "result", result != NULL ? result : cJSON_CreateNull());
    send_message(outbox, message);
}

void rpc_refuse(rpc_outbox *outbox, const cJSON *id, int code, const char *text)
{
    cJSON *message = begin();
    add_id(message, id);
    cJSON *error = cJSON_AddObjectToObject(message, "error");
    cJSON_AddNumberToObject(error, "code", code);
    cJSON_AddStringToObject(error, "message", text);
    send_message(outbox, message);
}

void rpc_notify(rpc_outbox *outbox, const char *method, cJSON *params)
{
    cJSON *message = begin();
    cJSON_AddStringToObject(message, "method", method);
    cJSON_AddItemToObject(message, "params", params);
    send_message(outbox, message);
}

void rpc_request(rpc_outbox *outbox, const char *method, cJSON *params)
{
    cJSON *message = begin();
    cJSON_AddNumberToObject(message, "id", ++outbox->requests);
    cJSON_AddStringToObject(message, "method", method);
    if (params != NULL)
        cJSON_AddItemToObject(message, "params", params);
    send_message(outbox, message);
}
