// derplanner as an opponent of W1 to W3. It is compiled from a checkout that the caller of `make bench-peers` has, and so are the three
// domains (derplanner_domain).
#include "../workload_run.h"
#include "derplanner/runtime/database.h"
#include "derplanner/runtime/planning.h"
#include <cstdio>
#include <cstring>

#include "combinations.h"
#include "troll.h"
#include "wide.h"

using namespace plnnr;

static Memory_Default memory;
static Fact_Database database;
static Planning_State state;
static const Domain_Info *domain;

// A property that is true is a fact, whose table then has an entry.
static void add(const char *name, uint8_t value)
{
    if (value != 0)
        add_entry(find_table(&database, name), int8_t(value));
}

static void know_troll(const uint8_t *world)
{
    add("sees_enemy", world[0]);
    add("has_tracks", world[1]);
    add("path_clear", world[2]);
    add_entry(find_table(&database, "trunk_health"), int8_t(world[3]));
}

static void know_wide(const uint8_t *world, uint32_t count)
{
    char name[16];
    for (uint32_t i = 0; i < count; i++) {
        std::snprintf(name, sizeof name, "holds%u", unsigned(i));
        add(name, world[i]);
    }
}

static bool get_ready(Init_Domain_Info *init_domain, Get_Domain_Info *get_domain)
{
    Planning_State_Config config = {};
    init_domain();
    domain = get_domain();
    init(&database, &memory, &domain->database_req);
    config.max_depth = 64;
    config.max_plan_length = 64;
    config.expansion_data_size = 1 << 16;
    config.plan_data_size = 1 << 12;
    config.max_bound_tables = domain->database_req.num_tables + 1;
    init(&state, &memory, &config);
    return bind(&state, domain, &database);
}

static bool prepare(const char *workload, const uint8_t *world, uint32_t count)
{
    if (std::strcmp(workload, "W1 troll") == 0) {
        if (!get_ready(troll_init_domain_info, troll_get_domain_info))
            return false;
        know_troll(world);
    } else if (std::strncmp(workload, "W2", 2) == 0) {
        return get_ready(combinations_init_domain_info, combinations_get_domain_info);
    } else if (std::strncmp(workload, "W3", 2) == 0) {
        if (!get_ready(wide_init_domain_info, wide_get_domain_info))
            return false;
        know_wide(world, count);
    } else {
        return false;
    }
    return true;
}

static bool plan()
{
    return find_plan(&state, &database, domain) == Find_Plan_Succeeded;
}

static uint32_t steps(uint32_t *tasks, uint32_t room)
{
    const Plan found = get_plan(&state);
    for (uint32_t i = 0; i < found.length && i < room; i++)
        tasks[i] = found.tasks[i].task_type;
    return found.length;
}

int main(int argc, char **argv)
{
    static const workload_peer derplanner = {prepare, plan, steps};
    return workload_run(argc, argv, &derplanner);
}
