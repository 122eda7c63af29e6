/* Where parsing goes on after an error. False: nowhere, so parsing has to end. */
#pragma once

#include "compiler/syntax/parser.h"

/* With the next item of the list, or the end of its brackets. */
bool htnc_resume_item(htnc_parser *parser);

/* With the end of the brackets. */
bool htnc_resume_value(htnc_parser *parser);

/* With the next declaration, part or clause. */
bool htnc_resume_file(htnc_parser *parser);
