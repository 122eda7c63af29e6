/* The world as text: Entities, World State and Facts. Only what the tasks use is written, so the text of the tasks is
   made before. */
#pragma once

#include "hddl/convert/translation.h"

void translate_world(translation *tr);
