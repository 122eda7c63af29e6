/* The fingerprint that says whether saves, running plans and generated headers fit a blob. */
#ifndef HTNC_BLOB_FINGERPRINT_H
#define HTNC_BLOB_FINGERPRINT_H

#include "compiler/blob/blob_writer.h"

/* Of the tables and strings as they are in the sections: call it when all sections are complete. */
uint32_t htnc_blob_fingerprint(const htnc_writer *to);

#endif
