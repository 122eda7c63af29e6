/* Orders in words. */
#pragma once

#include "base/text.h"
#include <htn/orders.h>

/* Why an order has ended, behind `order 3 `: `is done`, `has no plan`. */
const char *cli_order_end_text(uint32_t end);

/* `order 3: Travel(Alice, Park)` */
void cli_add_order(base_text *text, const htn_domain *domain, uint32_t id, const htn_given_task *task);
