/*
 * Comparing the runtime's answers with the reference's, and saying in full where they differ.
 */
#pragma once

#include "reference.h"
#include "under_test.h"

typedef struct text_buffer {
    char text[64 << 10];
    size_t length;
} text_buffer;

void add_text(text_buffer *buffer, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* What a search that comes to this answers. */
htn_status status_of_outcome(reference_outcome outcome);

/* A status that means that a region of the block ran out. */
bool is_full(htn_status status);

/* The answer of a search, in words: status, steps with arguments, record, cost, duration, cut. */
void describe_answer(text_buffer *to, const htn_domain *domain, htn_status status, const htn_plan *plan);
void describe_reference(text_buffer *to, const reference_planner *reference, const reference_plan *plan);
void describe_world(text_buffer *to, const reference_planner *reference, const htnc_model *model, const int32_t *world);

/* Whether the runtime's bound on the length of all plans of roots holds for this one. */
bool keeps_bound(const htn_domain *domain, const htn_plan *plan);

/* Whether the runtime's answer is the reference's, in every part. */
bool same_answer(const reference_planner *reference, const reference_plan *expected, const htn_domain *domain,
                 htn_status status, const htn_plan *plan);

/* The same for two answers of the runtime over one domain. */
bool same_plans(const htn_domain *domain, const htn_plan *a, const htn_plan *b);

/* Whether one of a step's values is a symbol; how many it has: its parameters, and behind them what its preconditions bind. */
bool is_symbol_value(const htn_domain *domain, htn_task task, uint32_t index);
uint32_t value_count(const htn_domain *domain, htn_task task);
