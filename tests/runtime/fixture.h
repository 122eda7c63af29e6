/* What the runtime's tests share: a domain from text, its blob to patch, memory for worlds and planners. */
#pragma once

#include "compiler/htnc.h"
#include <htn/htn.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A blob of the caller's own, from source text; fails the test with the diagnostics where it is rejected. */
uint8_t *fixture_compile(const char *text, bool debug, size_t *size);

/* A copy of some bytes in memory of exactly that size, so that a sanitizer sees a read beyond it. */
uint8_t *fixture_copy(const uint8_t *bytes, size_t size);

/* A domain over a blob that must load. */
htn_domain fixture_load(const uint8_t *blob, size_t size);

htn_world fixture_world(const htn_domain *domain);                                    /* free with free(world.bytes) */
htn_planner *fixture_planner(const htn_domain *domain, const htn_limits *limits);     /* free with free() */
htn_group *fixture_group(const htn_domain *domain, htn_group_mode mode, uint32_t id); /* free with free() */

/* A domain with a world and a planner. */
typedef struct fixture {
    uint8_t *blob;
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
} fixture;

/* `limits` as for htn_planner_init(). `made` must stay where it is. */
void fixture_start(fixture *made, const char *text, const htn_limits *limits);
void fixture_tear_down(fixture *made);

/* What htn_plan_find() finds, as fixture_plan_text() tells it. */
const char *fixture_find(fixture *made, const htn_request *request);

void fixture_set(htn_world *world, const char *property, int32_t value);

/* The plan as text: "A(1, 2) B() MTR [0, 1]", "A() Split MTR [0]", or the status in words where there is none. */
const char *fixture_plan_text(const htn_planner *planner, const htn_domain *domain, htn_status status);

/* Little-endian access to a blob, whatever the host. */
uint32_t fixture_read32(const uint8_t *at);
void fixture_write32(uint8_t *at, uint32_t value);

/* Makes the header's checksum agree again. */
void fixture_seal(uint8_t *blob);
