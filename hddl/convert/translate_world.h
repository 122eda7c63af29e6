/* The world as text: Entities, World State and Facts. Only what the tasks use is written, so the text of the tasks is
   made before. */
#ifndef TRANSLATE_WORLD_H
#define TRANSLATE_WORLD_H

#include "hddl/convert/translation.h"

void translate_world(translation *tr);

#endif
