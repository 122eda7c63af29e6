/* How a pass or a search of the solver ends. */
#pragma once

typedef enum hddl_outcome {
    HDDL_PLAN_FOUND,   /* of a pass that makes something: it is made */
    HDDL_NO_PLAN,      /* proved: the problem has no plan */
    HDDL_GAVE_UP,      /* nothing is left to try, but something was left out: nothing is known */
    HDDL_OUT_OF_TIME,  /* the time slice or the whole time is used up; a search can be resumed */
    HDDL_OUT_OF_MEMORY /* the memory limit is reached */
} hddl_outcome;
