/* The words of both files: a hash table, in which each word is once, in lower case. Which of them are keywords. */
#pragma once

#include "hddl/read/hddl_syntax.h"

/* The word with this text, in any case. Made if the document does not have it yet. */
hddl_word *hddl_word_of(hddl_document *document, const char *text, size_t length);

/* Gives the words that are keywords their tokens. */
void hddl_declare_keywords(hddl_document *document);
