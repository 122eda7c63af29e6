/* See order_text.h. */
#include "cli/common/order_text.h"
#include "cli/common/value_text.h"

const char *cli_order_end_text(uint32_t end)
{
    static const char *const ends[HTN_ORDER_ENDS] = {"is done",
                                                     "has no plan",
                                                     "has reached a limit",
                                                     "has failed too often",
                                                     "is about an instance that is gone",
                                                     "is replaced",
                                                     "is taken back",
                                                     "is dropped: this build lacks its task"};
    return end < HTN_ORDER_ENDS ? ends[end] : "?";
}

void cli_add_order(base_text *text, const htn_domain *domain, uint32_t id, const htn_given_task *task)
{
    base_text_add(text, "order %u: ", id);
    cli_add_step(text, domain, task->task, task->arguments);
}
