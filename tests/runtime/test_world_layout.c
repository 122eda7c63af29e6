/*
 * Where things lie in a world, and what a world takes: its own part, the part that a group shares, the bytes that say
 * which instances are there. Sizes are computed here from what docs/blob.md says, not taken from the blob.
 */
#include "fixture.h"

static const char camp[] =
    "Entities [Guard] Values [Ann, Ben, Cid]\n"
    "Entities [Foe] Max [5]\n"
    "Entities [Boss : Foe] Max [2]\n"
    "Entities [Tree] Max [300]\n"
    "Enum [Mood] Values [Calm, Wary]\n"
    "Shared World State [ Alarm : bool, Known(Foe) : bool, Day : int = 3 ]\n"
    "World State [ Health : 0..100 = 40, Far : -300..300, Mood0 : Mood = Wary, Target : Foe,\n"
    "  Near(Tree) : -5..5 = 1, Post : Guard ]\n"
    "Shared World State [ Rumour(Guard, Guard) : 0..1000 = 7, Leader : Guard = Cid ]\n"
    "Compound Task [Be]\n"
    "  Method [Alarm, Day > 3] Subtasks [Shout()]\n"
    "  Method [any f : Foe where Known(f)] Subtasks [Chase(f)]\n"
    "  Method [not Alarm, Near(none) == 0, Far == 0, Mood0 == Wary, Post == Ann, Leader == Cid]\n"
    "    Subtasks [Ring(), Be()]\n"
    "Primitive Task [Shout] Operator [Shout]\n"
    "Primitive Task [Chase(f : Foe)] Operator [Chase(f)] Effects [Target = f, Health -= 1]\n"
    "Primitive Task [Ring] Operator [Ring] Effects [Alarm = true, Day += 1, Rumour(Ann, Ben) = 5]\n";

static htn_domain load(uint8_t **blob)
{
    size_t size;
    *blob = fixture_compile(camp, true, &size);
    return fixture_load(*blob, size);
}

static uint32_t address_of(const htn_domain *domain, const char *property)
{
    return htn_domain_field(domain, HTN_SECTION_PROPERTIES, htn_property_find(domain, property),
                            HTN_PROPERTIES_ADDRESS);
}

/* Takes `bytes` in units of `width` and says where they begin. */
static uint32_t take(uint32_t *end, uint32_t count, uint32_t width)
{
    const uint32_t at = (*end + width - 1) / width * width;
    *end = at + count * width;
    return at;
}

static void the_world_is_the_sum_of_its_parts(void **state)
{
    (void)state;
    uint8_t *blob;
    const htn_domain domain = load(&blob);
    uint32_t end = 0;
    /* its own: single values as declared, then tables, then who is there of types that nothing shared speaks of */
    assert_int_equal(address_of(&domain, "Health"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Far"), take(&end, 1, 4));
    assert_int_equal(address_of(&domain, "Mood0"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Target"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Post"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Near"), take(&end, 300, 1));
    const uint32_t tree = htn_type_find(&domain, "Tree"), foe = htn_type_find(&domain, "Foe");
    assert_int_equal(htn_domain_field(&domain, HTN_SECTION_TYPES, tree, HTN_TYPES_PRESENCE), take(&end, 300, 1));
    /* the shared part, likewise */
    const uint32_t shared = take(&end, 0, 8);
    assert_int_equal(domain.shared_at, shared);
    assert_int_equal(address_of(&domain, "Alarm"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Day"), take(&end, 1, 4));
    assert_int_equal(address_of(&domain, "Leader"), take(&end, 1, 1));
    assert_int_equal(address_of(&domain, "Known"), take(&end, 7, 1));
    assert_int_equal(address_of(&domain, "Rumour"), take(&end, 9, 4));
    assert_int_equal(htn_domain_field(&domain, HTN_SECTION_TYPES, foe, HTN_TYPES_PRESENCE), take(&end, 7, 1));
    take(&end, 0, 4);
    assert_int_equal(domain.world_bytes, end);
    /* generations of slots of open types, behind all of it */
    assert_int_equal(htn_world_bytes(&domain), end + 2 * (7 + 300));
    free(blob);
}

static void a_domain_without_shared_properties_has_no_shared_part(void **state)
{
    (void)state;
    size_t size;
    uint8_t *blob = fixture_compile(
        "World State [ A : bool, B : int ]\nCompound Task [R] Method [A, B > 0] Subtasks []\n", true, &size);
    const htn_domain domain = fixture_load(blob, size);
    assert_int_equal(domain.world_bytes, 8);
    assert_int_equal(domain.shared_at, domain.world_bytes);
    free(blob);
}

static void shared_properties_are_planned_over_and_set_like_any_other(void **state)
{
    (void)state;
    uint8_t *blob;
    const htn_domain domain = load(&blob);
    htn_world world = fixture_world(&domain);
    htn_planner *planner = fixture_planner(&domain, NULL);
    int32_t foe;
    assert_string_equal(fixture_plan_text(planner, &domain, htn_plan_find(planner, &world, NULL)),
                        "Ring() Shout() MTR [2, 0]");
    assert_int_equal(htn_world_get(&world, htn_property_find(&domain, "Day")), 3);
    assert_int_equal(htn_world_spawn(&world, htn_type_find(&domain, "Foe"), &foe), HTN_OK);
    assert_int_equal(htn_world_set_at(&world, htn_property_find(&domain, "Known"), &foe, 1, 1), HTN_OK);
    assert_string_equal(fixture_plan_text(planner, &domain, htn_plan_find(planner, &world, NULL)), "Chase(0) MTR [1]");
    assert_int_equal(htn_world_despawn(&world, htn_type_find(&domain, "Foe"), foe), HTN_OK);
    fixture_set(&world, "Alarm", 1);
    assert_int_equal(htn_plan_find(planner, &world, NULL), HTN_NO_PLAN);
    fixture_set(&world, "Day", 4);
    assert_string_equal(fixture_plan_text(planner, &domain, htn_plan_find(planner, &world, NULL)), "Shout() MTR [0]");
    free(planner);
    free(world.bytes);
    free(blob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_world_is_the_sum_of_its_parts),
        cmocka_unit_test(a_domain_without_shared_properties_has_no_shared_part),
        cmocka_unit_test(shared_properties_are_planned_over_and_set_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
