/* Text within XML, SVG and HTML. */
#pragma once

#include "base/text.h"

/*
 * Appends a text so that it stands as it is: between tags, or (`attribute`) between double quotes. Control characters that XML 1.0 does
 * not have become `?`. The text is UTF-8.
 */
void cli_add_escaped(base_text *text, const char *from, bool attribute);
