/* The table of requests: which function answers which method. */
#pragma once

#include "lsp/workspace/editor_session.h"

/* Why a request is refused. */
typedef struct lsp_refusal {
    int code;   /* 0: it is not */
    char *text; /* malloc'ed */
} lsp_refusal;

/* False: no request has this name. Else `*result` is the answer (NULL for `null`), unless `refusal->code` is set. */
bool lsp_answer_request(lsp_session *session, const char *method, const cJSON *params, cJSON **result,
                        lsp_refusal *refusal);
