/*
 * Tasks as text: compound tasks with their methods, and actions as primitive tasks. A variable of a method that is an
 * argument of its task is the task's parameter, unless its type is narrower: then a binder makes it equal to the
 * parameter.
 */
#pragma once

#include "hddl/convert/translation.h"

/* Names the parameters of all compound tasks. */
void translate_name_parameters(translation *tr);

/* Writes all tasks that are reached. */
void translate_tasks(translation *tr);
