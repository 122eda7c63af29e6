/* The whole runtime. docs/embedding.md has a program that uses it. */
#ifndef HTN_H
#define HTN_H

#include <htn/blob.h>
#include <htn/domain.h>
#include <htn/agent.h>
#include <htn/crowd.h>
#include <htn/fixed.h>
#include <htn/group.h>
#include <htn/journal.h>
#include <htn/orders.h>
#include <htn/planner.h>
#include <htn/replay.h>
#include <htn/save.h>
#include <htn/status.h>
#include <htn/trace.h>
#include <htn/version.h>
#include <htn/world.h>

#endif
