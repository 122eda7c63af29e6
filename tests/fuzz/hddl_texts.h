/* A domain and a problem that stand in one text, one behind the other: for doors that read HDDL. */
#pragma once

#include "base/reader.h"

/* What is still to be asked for: first the domain, then the problem. */
typedef struct hddl_texts {
    const char *next, *problem, *end;
} hddl_texts;

/* Gives out one text after the other, whatever the paths. `texts` must stay where it is. */
base_reader hddl_texts_reader(hddl_texts *texts);
