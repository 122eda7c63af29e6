/*
 * What lowering does at the limits of the blob's format and of the machine: generic instructions where
 * a fused one has no room, and a diagnostic where nothing has. Sources are generated, in memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "compiler/htnc.h"
#include <htn/htn.h>
#include <stdlib.h>
#include <string.h>

typedef struct made {
    base_arena arena;
    base_buffer source;
    htnc_compilation compilation;
    base_result result;
} made;

static const char *read_source(void *user, const char *path, char **text, size_t *length)
{
    made *of = user;
    (void)path;
    *length = of->source.length;
    *text = malloc(*length + 1);
    assert_non_null(*text);
    memcpy(*text, of->source.bytes, *length);
    (*text)[*length] = '\0';
    return NULL;
}

static void release_source(void *user, char *text)
{
    (void)user;
    free(text);
}

static void begin(made *of)
{
    memset(of, 0, sizeof *of);
    base_arena_init(&of->arena, NULL);
    if (setjmp(of->arena.failed) != 0)
        abort();
    of->source.arena = &of->arena;
}

static void compile(made *of)
{
    static const char *const switches[] = {"none"};
    base_reader reader = {read_source, release_source, of, NULL};
    htnc_options options = {.workspace.reader = &reader, .workspace.switches = switches, .workspace.switch_count = 1};
    of->result = htnc_compile(&of->compilation, "limits.htn", &options);
}

static void end(made *of)
{
    htnc_free(&of->compilation);
    base_arena_free(&of->arena);
}

static void expect_too_large(made *of)
{
    compile(of);
    assert_int_equal(of->result, BASE_REJECTED);
    assert_non_null(of->compilation.workspace.diagnostics.first);
    assert_int_equal(of->compilation.workspace.diagnostics.first->id, BASE_DIAG_TOO_LARGE);
    end(of);
}

/* Plans once with property `name` set to `value`; the index of the first method taken, or -1 for no plan. */
static int first_method(made *of, const char *name, int32_t value)
{
    htn_domain domain;
    htn_world world;
    htn_planner *planner;
    htn_plan plan;
    int method = -1;
    assert_int_equal(of->result, BASE_DONE);
    assert_int_equal(htn_domain_load(&domain, of->compilation.blob, of->compilation.blob_size, NULL), HTN_OK);
    size_t world_size = htn_world_bytes(&domain), size = htn_planner_bytes(&domain, NULL);
    void *world_memory = malloc(world_size), *memory = malloc(size);
    assert_int_equal(htn_world_init(&world, &domain, world_memory, world_size), HTN_OK);
    assert_int_equal(htn_world_set(&world, htn_property_find(&domain, name), value), HTN_OK);
    assert_int_equal(htn_planner_init(&planner, &domain, NULL, memory, size), HTN_OK);
    if (htn_plan_find(planner, &world, NULL) == HTN_OK) {
        htn_planner_plan(planner, &plan);
        method = plan.record[0];
    }
    free(memory);
    free(world_memory);
    return method;
}

static void add_root(made *of, const char *condition)
{
    base_buffer_format(&of->source,
                       "Compound Task [Root] Method [%s] Subtasks [Do()] Method [] Subtasks [Do()]\n"
                       "Primitive Task [Do] Operator [Do()]\n",
                       condition);
}

static void properties_beyond_64_kib_are_reached(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [\n");
    for (unsigned i = 0; i < 70000; i++)
        base_buffer_format(&of.source, "    P%u : bool,\n", i);
    base_buffer_text(&of.source, "    N : 0..9]\n"
                                 "Compound Task [Root] Method [P69999, N <= 3] Subtasks [Clear(), Check()] "
                                 "Method [] Subtasks [Check()]\n"
                                 "Primitive Task [Clear] Operator [Clear()] Effects [P69999 = false, N = 200, N -= 2]\n"
                                 "Primitive Task [Check] Preconditions [not P69999, N == 7] Operator [Check()]\n");
    compile(&of);
    assert_int_equal(first_method(&of, "P69999", 1), 0);
    assert_int_equal(first_method(&of, "N", 7), 1);
    assert_int_equal(first_method(&of, "N", 6), -1);
    end(&of);
}

static void an_enum_of_more_than_256_values_takes_four_bytes(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "Enum [Big] Values [V0");
    for (unsigned i = 1; i < 300; i++)
        base_buffer_format(&of.source, ", V%u", i);
    base_buffer_text(&of.source, "]\nWorld State [P : Big, Q : Big = V298]\n");
    add_root(&of, "P == V299, Q < P");
    compile(&of);
    assert_int_equal(first_method(&of, "P", 299), 0);
    assert_int_equal(first_method(&of, "P", 298), 1);
    end(&of);
}

static void add_methods(made *of, unsigned count)
{
    base_buffer_text(&of->source, "World State [N : int]\nCompound Task [Root]\n");
    for (unsigned i = 0; i < count; i++)
        base_buffer_format(&of->source, "Method [N == %u] Subtasks [Do()]\n", i);
    base_buffer_text(&of->source, "Primitive Task [Do] Operator [Do()]\n");
}

static void a_task_has_65535_methods(void **state)
{
    made of;
    (void)state;
    begin(&of);
    add_methods(&of, 65535);
    compile(&of);
    assert_int_equal(first_method(&of, "N", 65534), 65534);
    end(&of);
}

static void a_task_has_no_65536_methods(void **state)
{
    made of;
    (void)state;
    begin(&of);
    add_methods(&of, 65536);
    expect_too_large(&of);
}

/* By rows, which have no skips among them where the values fall. */
static void each_of_300_methods_is_found(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source,
                     "World State [P : 0..255, Q : bool = true, R : 0..45, N : int]\nCompound Task [Root]\n");
    for (int i = 0; i < 300; i++)
        base_buffer_format(&of.source, "Method [%c == %d, Q] Subtasks [Do()]\n", i < 255 ? 'P' : 'R',
                           i < 255 ? 255 - i : 300 - i);
    base_buffer_text(&of.source, "Primitive Task [Do] Operator [Do()]\n");
    compile(&of);
    for (int value = 1; value <= 255; value++)
        assert_int_equal(first_method(&of, "P", value), 255 - value);
    for (int value = 1; value <= 45; value++)
        assert_int_equal(first_method(&of, "R", value), 300 - value);
    assert_int_equal(first_method(&of, "N", 1), -1);
    end(&of);
}

static void rows_of_65535_methods(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [P : 0..9, Q : bool, N : int]\nCompound Task [Root]\n");
    for (int i = 0; i < 65534; i++)
        base_buffer_format(&of.source, "Method [P == %d, not Q] Subtasks [Do()]\n", 2 - i % 2);
    base_buffer_text(&of.source, "Method [P == 3] Subtasks [Do()]\nPrimitive Task [Do] Operator [Do()]\n");
    compile(&of);
    assert_int_equal(first_method(&of, "P", 3), 65534);
    assert_int_equal(first_method(&of, "P", 4), -1);
    assert_int_equal(first_method(&of, "P", 1), 1);
    end(&of);
}

static void add_parameters(made *of, unsigned count)
{
    base_buffer_text(&of->source, "World State [N : int]\nCompound Task [Root] Method [] Subtasks [Do(");
    for (unsigned i = 0; i < count; i++)
        base_buffer_format(&of->source, "%s%u", i == 0 ? "" : ", ", i);
    base_buffer_text(&of->source, ")]\nPrimitive Task [Do(");
    for (unsigned i = 0; i < count; i++)
        base_buffer_format(&of->source, "%sp%u : int", i == 0 ? "" : ", ", i);
    base_buffer_format(&of->source, ")] Preconditions [p%u == N] Operator [Do()]\n", count - 1);
}

static void a_task_has_64_parameters(void **state)
{
    made of;
    (void)state;
    begin(&of);
    add_parameters(&of, 64);
    compile(&of);
    assert_int_equal(first_method(&of, "N", 63), 0);
    assert_int_equal(first_method(&of, "N", 62), -1);
    end(&of);
}

static void a_task_has_no_65_parameters(void **state)
{
    made of;
    (void)state;
    begin(&of);
    add_parameters(&of, 65);
    expect_too_large(&of);
}

/* Shared by a long list of effects: P0 = P1, P1 = P2, ... or the other way. */
static void add_shift(made *of, unsigned count, bool up)
{
    base_buffer_text(&of->source, "World State [");
    for (unsigned i = 0; i <= count; i++)
        base_buffer_format(&of->source, "P%u : int, ", i);
    base_buffer_text(&of->source, "]\nCompound Task [Root] Method [P0 != 0] Subtasks [Shift(), Last()] "
                                  "Method [] Subtasks [Shift(), First()]\nPrimitive Task [Shift] Effects [");
    for (unsigned i = 0; i < count; i++)
        base_buffer_format(&of->source, "P%u = P%u, ", up ? i + 1 : i, up ? i : i + 1);
    base_buffer_format(&of->source,
                       "]\nPrimitive Task [First] Preconditions [P%u == 5, P0 == 0] Operator [First()]\n"
                       "Primitive Task [Last] Preconditions [P1 == 5, P2 == 0] Operator [Last()]\n",
                       count - 1);
}

static void effects_that_do_not_wait_need_no_stack(void **state)
{
    made of;
    char last[16];
    (void)state;
    begin(&of);
    add_shift(&of, 5000, false);
    compile(&of);
    sprintf(last, "P%d", 5000);
    assert_int_equal(first_method(&of, last, 5), 1);
    end(&of);
}

static void effects_that_wait_are_bounded_by_the_stack(void **state)
{
    made of;
    (void)state;
    begin(&of);
    add_shift(&of, 60, true);
    compile(&of);
    assert_int_equal(first_method(&of, "P0", 5), 0);
    end(&of);
    begin(&of);
    add_shift(&of, 70, true);
    expect_too_large(&of);
}

static void long_lists_of_conditions_are_no_matter(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [N : int]\nCondition [Long] [");
    for (int i = 1; i < 10000; i++)
        base_buffer_format(&of.source, "N != %d, ", i);
    base_buffer_text(&of.source, "]\n");
    add_root(&of, "not Long");
    compile(&of);
    assert_int_equal(first_method(&of, "N", 9999), 0);
    assert_int_equal(first_method(&of, "N", 10000), 1);
    end(&of);
}

static void an_expression_too_deep_for_the_stack_is_refused(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [N : int]\nCondition [C0(x : int)] [N / x == 0]\n");
    for (int i = 1; i < 30; i++)
        base_buffer_format(&of.source, "Condition [C%d(x : int)] [C%d(N / (N / (N / x)))]\n", i, i - 1);
    add_root(&of, "C29(N)");
    expect_too_large(&of);
}

static void conditions_that_explode_are_refused(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [N : int]\nCondition [C0] [N != 1]\n");
    for (int i = 1; i < 60; i++)
        base_buffer_format(&of.source, "Condition [C%d] [C%d or C%d]\n", i, i - 1, i - 1);
    add_root(&of, "C59");
    expect_too_large(&of);
    begin(&of);
    base_buffer_text(&of.source, "World State [N : int]\nCondition [C0(x : int)] [N != x]\n");
    for (int i = 1; i < 60; i++)
        base_buffer_format(&of.source, "Condition [C%d(x : int)] [C%d(x + x)]\n", i, i - 1);
    add_root(&of, "C59(N)");
    expect_too_large(&of);
}

static void conditions_nested_too_deep_are_refused(void **state)
{
    made of;
    (void)state;
    begin(&of);
    base_buffer_text(&of.source, "World State [N : int]\nCondition [C0] [N != 1]\n");
    for (int i = 1; i < 4000; i++)
        base_buffer_format(&of.source, "Condition [C%d] [not C%d]\n", i, i - 1);
    add_root(&of, "C3999");
    expect_too_large(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_beyond_64_kib_are_reached),
        cmocka_unit_test(an_enum_of_more_than_256_values_takes_four_bytes),
        cmocka_unit_test(a_task_has_65535_methods),
        cmocka_unit_test(a_task_has_no_65536_methods),
        cmocka_unit_test(each_of_300_methods_is_found),
        cmocka_unit_test(rows_of_65535_methods),
        cmocka_unit_test(a_task_has_64_parameters),
        cmocka_unit_test(a_task_has_no_65_parameters),
        cmocka_unit_test(effects_that_do_not_wait_need_no_stack),
        cmocka_unit_test(effects_that_wait_are_bounded_by_the_stack),
        cmocka_unit_test(long_lists_of_conditions_are_no_matter),
        cmocka_unit_test(an_expression_too_deep_for_the_stack_is_refused),
        cmocka_unit_test(conditions_that_explode_are_refused),
        cmocka_unit_test(conditions_nested_too_deep_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
