/*
 * Conditions and methods as the designer wrote them. An item is an index of DEBUG_ITEMS; HTN_NONE: not known, because the blob has
 * no debug information.
 */
#pragma once

#include "base/text.h"
#include <htn/domain.h>

/* The source text of a condition, without brackets; `a condition` if it is not known. */
void explain_add_condition(base_text *text, const htn_domain *domain, uint32_t item);

/* The condition among its list: `[b]`, or `[..., b, ...]` if there are others before or behind it. */
void explain_add_condition_among(base_text *text, const htn_domain *domain, uint32_t item);

/* Whether `other` is a condition of the same list as `item` and stands behind it; whether it stands within it, or is it. */
bool explain_is_behind(const htn_domain *domain, uint32_t item, uint32_t other);
bool explain_is_within(const htn_domain *domain, uint32_t item, uint32_t other);

/* `troll.htn:12`; nothing if it is not known. */
void explain_add_source(base_text *text, const htn_domain *domain, uint32_t item);

/* ` [a, b]`: the conditions of the method whose head is this item; nothing if it is not known. */
void explain_add_conditions(base_text *text, const htn_domain *domain, uint32_t item);

/* What a task stands for: itself, or a group of subtasks that the compiler has made it of. */
typedef enum explain_made { EXPLAIN_AS_WRITTEN, EXPLAIN_EACH, EXPLAIN_OPTIONAL, EXPLAIN_ANY_ORDER } explain_made;
explain_made explain_made_of(const htn_domain *domain, uint32_t task);

/* `Walk`, `AnyOrder of Root` */
void explain_add_task_name(base_text *text, const htn_domain *domain, uint32_t task);

/* `method 1`, `method 1 charge` */
void explain_add_method(base_text *text, const htn_domain *domain, uint32_t task, uint32_t method);

/* Whether an item is one of a Context. */
bool explain_is_context(const htn_domain *domain, uint32_t item);

/* Whether an item is a Utility in `Select [highest by N]` that did not exceed the running plan's by more than N. */
bool explain_is_margin(const htn_domain *domain, uint32_t item);
