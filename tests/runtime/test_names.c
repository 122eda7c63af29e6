/* Names and types: every entity of a domain has a name that finds it, and a type. */
#include "fixture.h"
#include <stdlib.h>
#include <string.h>

static const char text[] = "Domain [Names]\n"
                           "Enum [Place] Values [Gate, Tower]\n"
                           "Entities [Animal] Values []\n"
                           "Entities [Dog : Animal] Values [Rex, Fido]\n"
                           "Entities [Cat : Animal] Values [Tom]\n"
                           "Entities [Thief] Max [4]\n"
                           "Query [IsOpen(p : Place) : bool]\n"
                           "World State [At : Place = Gate, Hungry : bool, Seen(t : Thief, p : Place) : 3..9]\n"
                           "Sensor [Nose] Updates [Hungry] Every [1s]\n"
                           "Root [Live]\n"
                           "Compound Task [Live] Method eats [Hungry] Subtasks [Eat()]\n"
                           "  Method [IsOpen(At)] Subtasks [Go(Tower, \"fast\")]\n"
                           "Primitive Task [Eat] Operator [Eat]\n"
                           "Primitive Task [Go(p : Place, how)] Operator [Walk(p, how)]\n";

static uint32_t type(const htn_domain *domain, const char *name)
{
    const uint32_t found = htn_type_find(domain, name);
    assert_int_not_equal(found, HTN_NONE);
    assert_string_equal(htn_type_name(domain, found), name);
    return found;
}

static void has_value(const htn_domain *domain, const char *of, const char *name, int32_t expected)
{
    int32_t value = 99;
    assert_true(htn_value_find(domain, type(domain, of), name, &value));
    assert_int_equal(value, expected);
    assert_string_equal(htn_value_name(domain, type(domain, of), value), name);
}

static void values_and_instances_are_found_by_name(void **state)
{
    fixture made;
    int32_t value = 99;
    (void)state;
    fixture_start(&made, text, NULL);
    const htn_domain *domain = &made.domain;
    has_value(domain, "Place", "Gate", 0);
    has_value(domain, "Place", "Tower", 1);
    has_value(domain, "bool", "false", 0);
    has_value(domain, "bool", "true", 1);
    has_value(domain, "Animal", "none", -1);
    has_value(domain, "Thief", "none", -1);
    int32_t rex, tom;
    assert_true(htn_value_find(domain, type(domain, "Dog"), "Rex", &rex));
    assert_true(htn_value_find(domain, type(domain, "Animal"), "Tom", &tom));
    assert_int_equal(htn_instance_type(domain, type(domain, "Animal"), rex), type(domain, "Dog"));
    assert_int_equal(htn_instance_type(domain, type(domain, "Animal"), tom), type(domain, "Cat"));
    assert_int_equal(htn_instance_type(domain, type(domain, "Dog"), tom), HTN_NONE);
    assert_int_equal(htn_instance_type(domain, type(domain, "Thief"), 3), type(domain, "Thief"));
    assert_int_equal(htn_instance_type(domain, type(domain, "Thief"), 4), HTN_NONE);
    assert_int_equal(htn_instance_type(domain, type(domain, "Place"), 0), HTN_NONE);
    value = 99;
    assert_false(htn_value_find(domain, type(domain, "Dog"), "Tom", &value));
    assert_false(htn_value_find(domain, type(domain, "Place"), "Rex", &value));
    assert_false(htn_value_find(domain, type(domain, "Place"), "none", &value));
    assert_false(htn_value_find(domain, type(domain, "Place"), NULL, &value));
    assert_false(htn_value_find(domain, HTN_NONE, "Gate", &value));
    assert_false(htn_value_find(NULL, 0, "Gate", &value));
    assert_int_equal(value, 99);
    assert_false(htn_value_find(domain, type(domain, "Place"), "Gate", NULL));
    fixture_tear_down(&made);
}

static void types_say_what_they_are(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    const htn_domain *domain = &made.domain;
    assert_int_equal(htn_type_kind_of(domain, type(domain, "Place")), HTN_TYPE_ENUM);
    assert_int_equal(htn_type_kind_of(domain, type(domain, "bool")), HTN_TYPE_BOOL);
    assert_int_equal(htn_type_kind_of(domain, type(domain, "Dog")), HTN_TYPE_ENTITIES);
    assert_int_equal(htn_type_parent(domain, type(domain, "Dog")), type(domain, "Animal"));
    assert_int_equal(htn_type_parent(domain, type(domain, "Animal")), HTN_NONE);
    assert_true(htn_type_is_open(domain, type(domain, "Thief")));
    assert_false(htn_type_is_open(domain, type(domain, "Dog")));
    assert_int_equal(htn_type_low(domain, type(domain, "Thief")), 0);
    assert_int_equal(htn_type_high(domain, type(domain, "Thief")), 3);
    assert_int_equal(htn_type_kind_of(domain, HTN_NONE), HTN_TYPE_KINDS);
    assert_int_equal(htn_type_high(NULL, 0), 0);
    assert_int_equal(htn_type_parent(NULL, 0), HTN_NONE);
    assert_false(htn_type_is_open(domain, HTN_NONE));
    assert_string_equal(htn_type_name(domain, HTN_NONE), "");
    fixture_tear_down(&made);
}

static void everything_has_a_name_and_a_type(void **state)
{
    fixture made;
    (void)state;
    fixture_start(&made, text, NULL);
    const htn_domain *domain = &made.domain;
    const htn_property seen = htn_property_find(domain, "Seen");
    assert_int_equal(htn_property_type(domain, htn_property_find(domain, "At")), type(domain, "Place"));
    assert_int_equal(htn_property_parameters(domain, htn_property_find(domain, "At")), 0);
    assert_int_equal(htn_property_parameter_type(domain, htn_property_find(domain, "At"), 0), HTN_NONE);
    assert_int_equal(htn_property_parameters(domain, seen), 2);
    assert_int_equal(htn_property_parameter_type(domain, seen, 0), type(domain, "Thief"));
    assert_int_equal(htn_property_parameter_type(domain, seen, 1), type(domain, "Place"));
    assert_int_equal(htn_property_parameter_type(domain, seen, 2), HTN_NONE);
    assert_int_equal(htn_type_low(domain, htn_property_type(domain, seen)), 3);
    assert_int_equal(htn_property_type(domain, HTN_NONE), HTN_NONE);

    const htn_task go = htn_task_find(domain, "Go"), live = htn_task_find(domain, "Live");
    assert_int_equal(htn_task_kind_of(domain, go), HTN_TASK_PRIMITIVE);
    assert_int_equal(htn_task_kind_of(domain, live), HTN_TASK_COMPOUND);
    assert_int_equal(htn_task_kind_of(domain, HTN_NONE), HTN_TASK_KINDS);
    assert_int_equal(htn_task_parameters(domain, go), 2);
    assert_int_equal(htn_task_parameter_type(domain, go, 0), type(domain, "Place"));
    assert_int_equal(htn_task_parameter_type(domain, go, 1), HTN_NONE); /* a symbol */
    assert_int_equal(htn_task_parameter_type(domain, live, 0), HTN_NONE);
    assert_string_equal(htn_task_parameter_name(domain, go, 1), "how");
    assert_string_equal(htn_task_parameter_name(domain, go, 2), "");
    assert_string_equal(htn_method_name(domain, live, 0), "eats");
    assert_string_equal(htn_method_name(domain, live, 1), "");
    assert_string_equal(htn_method_name(domain, live, 2), "");
    assert_string_equal(htn_method_name(domain, HTN_NONE, 0), "");
    assert_int_equal(htn_root_task(domain, htn_root_find(domain, "Live")), live);
    assert_string_equal(htn_root_name(domain, 0), "Live");
    assert_string_equal(htn_root_name(domain, 1), "");

    const uint32_t walk = htn_operator_find(domain, "Walk");
    assert_int_equal(htn_operator_parameters(domain, walk), 2);
    assert_int_equal(htn_operator_parameter_type(domain, walk, 0), type(domain, "Place"));
    assert_int_equal(htn_operator_parameter_type(domain, walk, 1), HTN_NONE);
    assert_int_equal(htn_operator_parameter_type(domain, HTN_NONE, 0), HTN_NONE);
    assert_string_equal(htn_sensor_name(domain, htn_sensor_find(domain, "Nose")), "Nose");
    fixture_tear_down(&made);
}

static void the_library_knows_its_version_and_its_structs(void **state)
{
    (void)state;
    assert_int_equal(htn_version(), HTN_VERSION);
#define HTN_STRUCT(name) assert_int_equal(htn_sizeof_##name(), sizeof(htn_##name));
    HTN_STRUCT_LIST(HTN_STRUCT)
#undef HTN_STRUCT
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_and_instances_are_found_by_name),
        cmocka_unit_test(types_say_what_they_are),
        cmocka_unit_test(everything_has_a_name_and_a_type),
        cmocka_unit_test(the_library_knows_its_version_and_its_structs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
