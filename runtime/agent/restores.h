/*
 * What a layer's Durings have overwritten, to be restored when their steps end. Instances come and
 * go in the meantime. If a cell or the value to be restored belongs to an instance that is gone,
 * the world resets both; the restore then follows, so that it puts back neither a dead instance nor
 * a value that belonged to the one before it in the same slot.
 */
#ifndef HTNI_RESTORES_H
#define HTNI_RESTORES_H

#include "../planner/restore.h"
#include <htn/world.h>

/* Notes which instances a new restore refers to. */
void htni_restore_note(const htn_world *world, htni_restore *restore);

/* The restore, brought up to date with the instances that are gone by now. */
htni_restore htni_restore_followed(const htn_world *world, htni_restore restore);

/* Brings all of them up to date. */
void htni_restores_follow(const htn_world *world, htni_restore *restores, uint32_t count);

#endif
