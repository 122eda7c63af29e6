/* The domains of the workloads, as source text. */
#include "harness.h"
#include "workloads.h"

/* --- The troll, and any number of unrelated tasks and properties -------------------------------------------- */

static void print_troll(FILE *to)
{
    FILE *from = fopen("domains/grown-troll.htn", "r");
    int next;
    if (from == NULL) {
        harness_fail("domains/grown-troll.htn is not here");
    } else {
        while ((next = fgetc(from)) != EOF)
            fputc(next, to);
        fclose(from);
    }
}

void print_unrelated(FILE *to, uint32_t tasks, uint32_t properties)
{
    print_troll(to);
    fprintf(to, "Root [BeTroll]\nRoot [Other0]\nWorld State [\n");
    for (uint32_t i = 0; i < properties; i++)
        fprintf(to, "    Other%uHolds : bool,\n", i);
    fprintf(to, "]\n");
    for (uint32_t i = 0; i < tasks / 2; i++)
        fprintf(to,
                "Compound Task [Other%u]\n    Method [Other%uHolds, not Other%uHolds] Subtasks [DoOther%u()]\n"
                "    Method [true] Subtasks [DoOther%u(), Other%u()]\n"
                "Primitive Task [DoOther%u] Operator [Wait] Effects [Other%uHolds = true]\n",
                i, i % properties, (i + 1) % properties, i, i, (i + 1) % (tasks / 2), i, i % properties);
}

static void print_10(FILE *to)
{
    print_unrelated(to, 10, 10);
}

static void print_100(FILE *to)
{
    print_unrelated(to, 100, 1000);
}

static void print_1000(FILE *to)
{
    print_unrelated(to, 1000, 10000);
}

static void print_10000(FILE *to)
{
    print_unrelated(to, 10000, 100000);
}

/* --- Backtracking ------------------------------------------------------------------------------------------------- */

static void print_combinations(FILE *to)
{
    fprintf(to, "World State [");
    for (uint32_t i = 0; i < CHOICES; i++)
        fprintf(to, "Chosen%u : 0..%d, ", i, CHOICE_METHODS - 1);
    fprintf(to, "]\nCompound Task [Be]\n    Method [true]\n        Subtasks [");
    for (uint32_t i = 0; i < CHOICES; i++)
        fprintf(to, "Choose%u(), ", i);
    fprintf(to, "Accept()]\n");
    for (uint32_t i = 0; i < CHOICES; i++) {
        fprintf(to, "Compound Task [Choose%u]\n", i);
        for (uint32_t j = 0; j < CHOICE_METHODS; j++)
            fprintf(to, "    Method [true] Subtasks [Choose%uAs%u()]\n", i, j);
    }
    for (uint32_t i = 0; i < CHOICES; i++)
        for (uint32_t j = 0; j < CHOICE_METHODS; j++)
            fprintf(to, "Primitive Task [Choose%uAs%u] Operator [Choose] Effects [Chosen%u = %u]\n", i, j, i, j);
    fprintf(to, "Primitive Task [Accept]\n    Operator [Accept]\n    Preconditions [");
    for (uint32_t i = 0; i < CHOICES; i++)
        fprintf(to, "Chosen%u == %d, ", i, CHOICE_METHODS - 1);
    fprintf(to, "]\n");
}

/* --- A thousand methods ------------------------------------------------------------------------------------------- */

static void print_wide_state(FILE *to)
{
    fprintf(to, "World State [\n");
    for (uint32_t i = 0; i < WIDE_PROPERTIES; i++)
        fprintf(to, "    Holds%u : bool = %s,\n", i, wide_holds(i / 3, i % 3) ? "true" : "false");
    fprintf(to, "]\n");
}

static void print_wide_methods(FILE *to, bool modes)
{
    fprintf(to, "Compound Task [Be]\n");
    for (uint32_t i = 0; i < WIDE_METHODS; i++) {
        fprintf(to, "    Method [");
        if (modes)
            fprintf(to, "Current == Mode%u, ", i / MODE_METHODS);
        fprintf(to, "Holds%u, Holds%u, Holds%u] Subtasks [%s()]\n", 3 * i, 3 * i + 1, 3 * i + 2,
                i == WIDE_METHODS - 1 ? "ActLast" : "Act");
    }
    fprintf(to, "Primitive Task [Act] Operator [Act]\nPrimitive Task [ActLast] Operator [Act]\n");
}

static void print_wide(FILE *to)
{
    print_wide_state(to);
    print_wide_methods(to, false);
}

static void print_modes(FILE *to)
{
    fprintf(to, "Enum [Mode] Values [");
    for (uint32_t i = 0; i < MODES; i++)
        fprintf(to, "%sMode%u", i == 0 ? "" : ", ", i);
    fprintf(to, "]\n");
    print_wide_state(to);
    fprintf(to, "World State [Current : Mode = Mode%d]\n", MODES - 1);
    print_wide_methods(to, true);
}

/* --- Goals -------------------------------------------------------------------------------------------------------- */

/* Actions that never become possible, but that the search must look at. */
static void fill_up(goap_domain *domain, uint32_t from)
{
    for (uint32_t i = from; i < GOAP_ACTIONS; i++)
        domain->actions[i] = (goap_action){GOAP_ATOMS - 1, (uint8_t)(1 + i % (GOAP_ATOMS - 2))};
}

void goap_line(goap_domain *domain)
{
    for (uint8_t i = 0; i < 12; i++)
        domain->actions[i] = (goap_action){i, (uint8_t)(i + 1)};
    fill_up(domain, 12);
    domain->goal[0] = 12;
    domain->goal_count = 1;
}

void goap_bushy(goap_domain *domain)
{
    domain->goal_count = 5;
    for (uint8_t i = 0; i < 5; i++) {
        domain->actions[2 * i] = (goap_action){0, (uint8_t)(1 + i)};
        domain->actions[2 * i + 1] = (goap_action){(uint8_t)(1 + i), (uint8_t)(6 + i)};
        domain->goal[i] = (uint8_t)(6 + i);
    }
    fill_up(domain, 10);
}

static void print_goap(FILE *to, const goap_domain *domain)
{
    fprintf(to, "World State [Atom0 : bool = true, ");
    for (uint32_t i = 1; i < GOAP_ATOMS; i++)
        fprintf(to, "Atom%u : bool, ", i);
    fprintf(to, "]\nCompound Task [Be]\n    Method [true]\n        Subtasks [Achieve [");
    for (uint32_t i = 0; i < domain->goal_count; i++)
        fprintf(to, "Atom%u, ", domain->goal[i]);
    fprintf(to, "]]\n");
    for (uint32_t i = 0; i < GOAP_ACTIONS; i++)
        fprintf(to, "Primitive Task [Do%u] Preconditions [Atom%u, not Atom%u] Operator [Do] Effects [Atom%u = true]\n",
                i, domain->actions[i].needs, domain->actions[i].makes, domain->actions[i].makes);
}

static void print_line(FILE *to)
{
    goap_domain domain;
    goap_line(&domain);
    print_goap(to, &domain);
}

static void print_bushy(FILE *to)
{
    goap_domain domain;
    goap_bushy(&domain);
    print_goap(to, &domain);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static const char *const nothing[] = {NULL};
static const char *const seen[] = {"SeesEnemy", NULL};

const workload workloads[] = {
    {"W1 troll", print_troll, troll_by_hand, troll_recorded, "Charge", seen, WORKLOAD_PLAN},
    {"W1 among 10 tasks, 10 properties", print_10, troll_by_hand, troll_recorded, "Charge", seen, WORKLOAD_PLAN},
    {"W1 among 100 tasks, 1000 properties", print_100, troll_by_hand, troll_recorded, "Charge", seen, WORKLOAD_PLAN},
    {"W1 among 1000 tasks, 10000 properties", print_1000, troll_by_hand, troll_recorded, "Charge", seen, WORKLOAD_PLAN},
    {"W1 among 10000 tasks, 100000 properties", print_10000, troll_by_hand, troll_recorded, "Charge", seen,
     WORKLOAD_PLAN},
    {"troll, nobody in sight", print_troll, troll_by_hand, troll_recorded, "Charge", nothing, WORKLOAD_PLAN},
    {"W2 backtracking", print_combinations, combinations_by_hand, combinations_recorded, "Choose0As0", nothing,
     WORKLOAD_PLAN},
    {"W3 wide", print_wide, wide_by_hand, wide_recorded, "Act", nothing, WORKLOAD_PLAN},
    {"W4 wide, one enum", print_modes, modes_by_hand, NULL, "Act", nothing, WORKLOAD_PLAN},
    {"W5 replan", print_troll, NULL, NULL, "Charge", seen, WORKLOAD_REPLAN},
    {"W5 replan, nothing known", print_troll, NULL, NULL, "Charge", seen, WORKLOAD_REPLAN_ANEW},
    {"W7 GOAP, 12 steps", print_line, line_by_hand, NULL, "Do0", nothing, WORKLOAD_PLAN},
    {"W7 GOAP, bushy", print_bushy, bushy_by_hand, NULL, "Do0", nothing, WORKLOAD_PLAN_ANY_ORDER},
    {"W9 load, 1000 tasks", print_1000, NULL, NULL, "Charge", nothing, WORKLOAD_LOAD},
};
const uint32_t workload_count = sizeof workloads / sizeof workloads[0];
