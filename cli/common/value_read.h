/*
 * Values of a domain as a person types them: by name, as numbers, instances of open types as `Type#0`. The reverse is
 * value_text.h.
 */
#pragma once

#include "base/text.h"
#include <htn/domain.h>

/* `Troll#2`: an instance of an open type, or of a subtype of it. Whether it exists does not matter. */
bool cli_read_instance(const htn_domain *domain, uint32_t type, const char *text, int32_t *value);

/* A value of a type; whole numbers also as durations, `5s` or `250ms`, in milliseconds. False: it is none of the type's range; then `*value` may have changed. */
bool cli_read_value(const htn_domain *domain, uint32_t type, const char *text, int32_t *value);

/*
 * Which values a type has: `true or false`, `a number in 0..3`, `Melee, View or None`, `none, or an instance such as
 * Enemy#0`. `index`: as an index of a table, which is never none.
 */
void cli_add_values_of(base_text *text, const htn_domain *domain, uint32_t type, bool index);

/* `5s`, `1.5s`, `250ms`: in milliseconds. False: it is no duration, or too long. */
bool cli_read_duration(const char *text, int32_t *milliseconds);

/*
 * The same as the end of a moment in microseconds: `htn trace` prints whole milliseconds, so all of the last one belongs to it.
 */
bool cli_read_moment(const char *text, uint64_t *time_us);
