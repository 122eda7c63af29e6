/*
 * The cases of test_reference.c. Plans were worked out by hand from docs/language.md, not taken from a run.
 * Instances are numbers: the closed ones in the order of their declaration, the open ones by slot.
 */
#include "reference_cases.h"

#define ENEMIES                                                                                                    \
    "Entities [Enemy] Max [4]\n"                                                                                   \
    "World State [Seen(Enemy) : bool, Far(Enemy) : 0..100 = 50, Safe(Enemy) : bool, Target : Enemy, Rage : int]\n" \
    "Primitive Task [Hit(e : Enemy)] Preconditions [Safe(e)] Effects [Rage += 1]\n"                                \
    "Primitive Task [Look(e : Enemy)] Effects [Target = e]\n"                                                      \
    "Primitive Task [Rest]\n"

#define PLACES                                                                             \
    "Entities [Place] Values [A, B, C, D]\n"                                               \
    "World State [Road(Place, Place) : bool, Been(Place) : bool, At : Place]\n"            \
    "Facts [Road(A, B) = true, Road(A, C) = true, Road(B, A) = true, Road(C, D) = true]\n" \
    "Primitive Task [Walk(to : Place)] Effects [At = to, Been(to) = true]\n"

#define COUNTING                                                        \
    "World State [N : int, Given : bool]\n"                             \
    "Primitive Task [Add(n : int)] Effects [N += n]\n"                  \
    "Primitive Task [Double] Preconditions [N == 3] Effects [N *= 2]\n" \
    "Primitive Task [If(is : int, more : int)] Preconditions [N == is] Effects [N += more]\n"

const reference_case reference_cases[] = {
    {"a binder takes the first instance that is there",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Subtasks [Look(e)]\n", "+Enemy +Enemy -Enemy:0", "Look(1) | 0",
     NULL, 0, NULL},
    {"without an instance the method does not hold",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Subtasks [Look(e)] Method [] Subtasks [Rest()]\n", NULL,
     "Rest() | 1", NULL, 0, NULL},
    {"where is the condition behind the binder",
     ENEMIES "Compound Task [Be] Method [any e : Enemy where Seen(e)] Subtasks [Look(e)]\n", "+Enemy +Enemy Seen(1)=1",
     "Look(1) | 0", NULL, 0, NULL},
    {"the solutions are tried in turn when what follows fails",
     ENEMIES
     "Compound Task [Be] Method [any e : Enemy, Seen(e)] Subtasks [Look(e), Hit(e)] Method [] Subtasks [Rest()]\n",
     "+Enemy +Enemy +Enemy Seen(0)=1 Seen(2)=1 Safe(1)=1 Safe(2)=1", "Look(2) Hit(2) | 0", NULL, 0, NULL},
    {"what the rest of the plan needs counts too",
     ENEMIES "Compound Task [Be] Method [] Subtasks [Choose(), Strike()]\n"
             "Compound Task [Choose] Method [any e : Enemy] Subtasks [Look(e)]\n"
             "Compound Task [Strike] Method [Safe(Target)] Subtasks [Hit(Target)]\n",
     "+Enemy +Enemy Safe(1)=1", "Look(1) Hit(1) | 0 0 0", NULL, 0, NULL},
    {"nested binders: the last one runs fastest",
     ENEMIES "Compound Task [Be] Method [any a : Enemy, any b : Enemy where b != a, Far(a) < Far(b)]\n"
             "    Subtasks [Hit(b), Look(a)]\n",
     "+Enemy +Enemy +Enemy Far(0)=3 Far(1)=2 Far(2)=1 Safe(1)=1 Safe(0)=0", "Hit(1) Look(2) | 0", NULL, 0, NULL},
    {"Prefer orders the solutions of the whole list",
     ENEMIES "Compound Task [Be] Method [any e : Enemy where Seen(e)] Prefer [lowest Far(e)] Subtasks [Look(e)]\n",
     "+Enemy +Enemy +Enemy Seen(0)=1 Seen(1)=1 Seen(2)=1 Far(0)=7 Far(1)=5 Far(2)=5", "Look(1) | 0", NULL, 0, NULL},
    {"later keys break ties",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Prefer [highest Far(e) / 10, lowest Far(e)] Subtasks [Look(e), "
             "Hit(e)]\n",
     "+Enemy +Enemy +Enemy +Enemy Far(0)=39 Far(1)=31 Far(2)=35 Far(3)=29 Safe(2)=1 Safe(3)=1", "Look(2) Hit(2) | 0",
     NULL, 0, NULL},
    {"preferred solutions are given up in order",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Prefer [highest Far(e)] Subtasks [Look(e), Hit(e)]\n",
     "+Enemy +Enemy +Enemy +Enemy Far(1)=60 Far(2)=55 Far(3)=51 Safe(0)=1 Safe(3)=1", "Look(3) Hit(3) | 0", NULL, 0,
     NULL},
    {"a primitive task's binder is a hidden argument",
     ENEMIES "Compound Task [Be] Method [] Subtasks [Throw(3), Hit(Target)]\n"
             "Primitive Task [Throw(n : int)] Preconditions [any e : Enemy where Far(e) > n] Effects [Target = e]\n",
     "+Enemy +Enemy +Enemy Far(0)=3 Safe(2)=1", "Throw(3,2) Hit(2) | 0", NULL, 0, NULL},
    {"any in a named condition means exists",
     ENEMIES "Condition [Danger(least : int)] [any e : Enemy where Seen(e), any f : Enemy, f != e, Far(f) > least]\n"
             "Compound Task [Be] Method [Danger(60)] Subtasks [Rest()] Method [Danger(49)] Subtasks [Rest(), Rest()]\n",
     "+Enemy +Enemy Seen(0)=1 Far(0)=90", "Rest() Rest() | 1", NULL, 0, NULL},
    {"quantifiers",
     ENEMIES "Compound Task [Be]\n"
             "    Method [exists(e : Enemy where Far(e) > 80)] Subtasks []\n"
             "    Method [none(e : Enemy where Seen(e))] Subtasks []\n"
             "    Method [every(e : Enemy where Seen(e) : Far(e) < 20)] Subtasks []\n"
             "    Method [count(e : Enemy) != 3] Subtasks []\n"
             "    Method [sum(e : Enemy where Seen(e) : Far(e) * 2) != 80] Subtasks []\n"
             "    Method [min(e : Enemy : Far(e)) != 10] Subtasks []\n"
             "    Method [max(e : Enemy where not Seen(e) : Far(e) - 100) != -50] Subtasks []\n"
             "    Method [max(e : Enemy where Far(e) > 100 : 7) != 0] Subtasks []\n"
             "    Method [count(e : Enemy where exists(f : Enemy where Far(f) < Far(e))) == 2] Subtasks [Rest()]\n",
     "+Enemy +Enemy +Enemy Seen(0)=1 Seen(2)=1 Far(0)=10 Far(2)=30", "Rest() | 8", NULL, 0, NULL},
    {"of no instances: every and none hold, exists does not, sum min and max are 0",
     ENEMIES
     "Compound Task [Be]\n"
     "    Method [every(e : Enemy : false), none(e : Enemy), not exists(e : Enemy), count(e : Enemy) == 0,\n"
     "            sum(e : Enemy : 5) == 0, min(e : Enemy : 5) == 0, max(e : Enemy : -5) == 0] Subtasks [Rest()]\n",
     NULL, "Rest() | 0", NULL, 0, NULL},
    {"a table at none gives the first value, and is not written",
     "Entities [Enemy] Max [2]\n"
     "World State [Target : Enemy, Hate(Enemy) : 3..9 = 5, Cold(Enemy) : -9..9 = 7, Friend(Enemy) : Enemy, Count : "
     "int]\n"
     "Compound Task [Be]\n    Method [Target == none, Hate(Target) == 3, Cold(Target) == 0, Friend(Target) == none] "
     "Subtasks [Scorn(), Note()]\n"
     "Primitive Task [Scorn] Effects [Hate(Target) = 9]\n"
     "Primitive Task [Note] Preconditions [max(e : Enemy : Hate(e)) == 5] Effects [Count = 1]\n",
     "+Enemy +Enemy", "Scorn() Note() | 0", NULL, 0, NULL},
    {"roads as facts, walked by recursion",
     PLACES "Compound Task [Be] Method [] Subtasks [Walk(A), Travel(D)]\n"
            "Compound Task [Travel(to : Place)]\n"
            "    Method [At == to] Subtasks []\n"
            "    Method [any next : Place where Road(At, next), not Been(next)] Subtasks [Walk(next), Travel(to)]\n",
     NULL, "Walk(0) Walk(2) Walk(3) | 0 1 1 0", NULL, 0, NULL},
    {"a query that nobody answers gives its default, and none is not asked about",
     ENEMIES
     "Query [Clock() : 5..23]\nQuery [Cold(Enemy) : -9..-3]\nQuery [Open(int) : bool]\nQuery [Friend(int) : Enemy]\n"
     "Compound Task [Be] Method [Clock() == 5, Cold(Target) == -3, not Open(Rage), Friend(2) == none] Subtasks "
     "[Rest()]\n",
     NULL, "Rest() | 0", NULL, 0, NULL},
    {"subtypes come behind their parent's own instances",
     "Entities [Creature] Values [Bob, Eve]\nEntities [Troll : Creature] Values [Ugh, Ogg]\nEntities [Rat : Creature] "
     "Values [Pip]\n"
     "Entities [Boss : Troll] Values [Big]\n"
     "World State [Size(Creature) : 0..9 = 1, King : Troll, Dear : Creature = Pip]\n"
     "Facts [Size(Big) = 9, Size(Ogg) = 4]\n"
     "Compound Task [Be]\n"
     "    Method [any t : Troll where Size(t) > 4, any r : Rat, count(c : Creature) == 6] Prefer [highest Size(t)] \n"
     "        Subtasks [Pay(t, r), Pay(King, Dear)]\n"
     "Primitive Task [Pay(a : Creature, b : Creature)]\n",
     NULL, "Pay(4,5) Pay(2,5) | 0", NULL, 0, NULL},
    {"an enum can be ranged over",
     "Enum [Mood] Values [Calm, Wary, Angry]\nWorld State [Cost(Mood) : int = 4]\nFacts [Cost(Wary) = 2]\n"
     "Compound Task [Be] Method [any m : Mood where m != Calm] Prefer [lowest Cost(m)] Subtasks [Show(m)]\n"
     "Primitive Task [Show(m : Mood)] Effects []\n",
     NULL, "Show(1) | 0", NULL, 0, NULL},
    {"effects with for and when read the state before",
     ENEMIES
     "Compound Task [Be] Method [] Subtasks [Roar(), Judge()]\n"
     "Primitive Task [Roar] Effects [Far(e) += 1 for e : Enemy where Seen(e),\n"
     "    Far(e) += 10 when Far(e) == 50 for e : Enemy, Rage = 7 when count(e : Enemy where Far(e) == 50) == 2,\n"
     "    Rage = 8 when Rage == 7]\n"
     "Primitive Task [Judge] Preconditions [Rage == 7, sum(e : Enemy : Far(e)) == 141, min(e : Enemy : Far(e)) == "
     "20]\n",
     "+Enemy +Enemy +Enemy Seen(0)=1 Far(2)=20", "Roar() Judge() | 0", NULL, 0, NULL},
    {"replanning goes on with the running plan's own bindings",
     ENEMIES "Compound Task [Be] Method [Rage > 5] Subtasks [Rest()]\n"
             "    Method [any e : Enemy where Seen(e)] Subtasks [Look(e), Hit(e)]\n",
     "+Enemy +Enemy Seen(1)=1 Safe(1)=1 Safe(0)=1", "Look(1) Hit(1) | 1", "Seen(0)=1", 0, "the running plan stands"},
    {"a method before the record's own replaces it",
     ENEMIES "Compound Task [Be] Method [Rage > 5] Subtasks [Rest()]\n"
             "    Method [any e : Enemy where Seen(e)] Subtasks [Look(e), Hit(e)]\n",
     "+Enemy +Enemy Seen(1)=1 Safe(1)=1", "Look(1) Hit(1) | 1", "Rage=6", 1, "Rest() | 0"},
    {"where a method's own bindings no longer hold the running plan stands",
     ENEMIES "Compound Task [Be] Method [any e : Enemy where Seen(e)] Subtasks [Look(e), Then(e)]\n"
             "Compound Task [Then(e : Enemy)] Method [Rage > 5] Subtasks [Rest()] Method [] Subtasks [Hit(e)]\n",
     "+Enemy +Enemy Seen(1)=1 Safe(1)=1", "Look(1) Hit(1) | 0 1", "Seen(1)=0 Seen(0)=1 Safe(0)=1 Rage=6", 0,
     "the running plan stands"},
    {"a step whose own bindings no longer hold breaks the plan",
     ENEMIES "Compound Task [Be] Method [] Subtasks [Throw()]\n"
             "Primitive Task [Throw] Preconditions [any e : Enemy where Seen(e)] Effects [Target = e]\n",
     "+Enemy +Enemy Seen(1)=1", "Throw(1) | 0", "Seen(1)=0 Seen(0)=1", 0, "Throw(0) | 0"},
    {"a new instance in an old slot is not the one that the plan is about",
     ENEMIES
     "Compound Task [Be] Method [any e : Enemy where Far(e) == 50] Subtasks [Look(e)] Method [] Subtasks [Rest()]\n",
     "+Enemy", "Look(0) | 0", "-Enemy:0 +Enemy", 0, "Look(0) | 0"},
    {"a plan ends at its first Split, and goes on in the world as it then is",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Subtasks [Aim(e), Rest()]\n"
             "Compound Task [Aim(e : Enemy)] Method [] Subtasks [Split, Look(e), Split, Shoot(e)]\n"
             "Compound Task [Shoot(e : Enemy)] Method [Safe(e)] Subtasks [Hit(e)] Method [] Subtasks [Look(e)]\n",
     "+Enemy +Enemy", "Look(0) Split | 0 0", "Safe(0)=1", CASE_GOES_ON, "Hit(0) Rest() | 0"},
    {"a Split with nothing behind it ends no plan",
     ENEMIES "Compound Task [Be] Method [] Subtasks [Aim(), Split]\n"
             "Compound Task [Aim] Method [] Subtasks [Rest(), Split, Split]\n",
     NULL, "Rest() | 0 0", NULL, 0, NULL},
    {"behind a split nothing before it is chosen anew",
     ENEMIES
     "Compound Task [Be] Method [any e : Enemy] Subtasks [Look(e), Split, Hit(e)] Method [] Subtasks [Rest()]\n",
     "+Enemy +Enemy", "Look(0) Split | 0", "Safe(1)=1", CASE_GOES_ON, "no plan"},
    {"a subtask that mentions an instance that is gone has no plan",
     ENEMIES "Compound Task [Be] Method [any e : Enemy] Subtasks [Look(e), Split, Look(e)]\n", "+Enemy +Enemy",
     "Look(0) Split | 0", "-Enemy:0 +Enemy", CASE_GOES_ON, "no plan"},
    {"others have", ENEMIES "Compound Task [Be] Method [any e : Enemy] Subtasks [Look(e), Split, Rest()]\n", "+Enemy",
     "Look(0) Split | 0", "-Enemy:0", CASE_GOES_ON, "Rest() |"},
    {"the loop guard begins anew behind a split",
     ENEMIES "Compound Task [Be] Method [] Subtasks [Rest(), Split, Be()]\n", NULL, "Rest() Split | 0", "Rage=0",
     CASE_GOES_ON, "Rest() Split | 0"},
    {"the same split along the record is a tie",
     ENEMIES "Compound Task [Be] Method [Rage > 5] Subtasks [Rest()]\n"
             "    Method [] Subtasks [Rest(), Split, Later()]\n"
             "Compound Task [Later] Method [] Subtasks [Rest(), Rest()]\n",
     NULL, "Rest() Split | 1", "Rage=1", 0, "the running plan stands"},
    {"members of a group begin in the same world, and take effect in order",
     COUNTING "Compound Task [Be] Method [] Subtasks [Add(3), Parallel [If(3, 1), Double(), Parallel [If(3, 5), "
              "If(3, 7)]], If(20, 0)]\n",
     NULL, "Add(3) { [If(3,1) ] [Double() ] [{ [If(3,5) ] [If(3,7) ] } ] } If(20,0) | 0", NULL, 0, NULL},
    {"a member's own steps follow each other; what comes to nothing is left out",
     COUNTING "Compound Task [Be] Method [] Subtasks [Parallel [Two(), Nothing(), Parallel [Nothing()]], If(3, 0)]\n"
              "Compound Task [Two] Method [] Subtasks [Add(1), If(1, 2)]\n"
              "Compound Task [Nothing] Method [] Subtasks []\n",
     NULL, "{ [Add(1) If(1,2) ] } If(3,0) | 0 0 0 0", NULL, 0, NULL},
    {"backtracking goes back into members, the latest first",
     COUNTING "Compound Task [Be] Method [] Subtasks [Parallel [Some(1), Some(10)], If(12, 0)]\n"
              "Compound Task [Some(n : int)] Method [] Subtasks [Add(n)] Method [] Subtasks [Add(n), Add(n)]\n",
     NULL, "{ [Add(1) Add(1) ] [Add(10) ] } If(12,0) | 0 1 0", NULL, 0, NULL},
    {"in a later member the loop guard sees the world at the group's start",
     COUNTING "Compound Task [Be] Method [] Subtasks [Parallel [Add(1), Be()]] Method [] Subtasks [Add(5)]\n", NULL,
     "Add(5) | 1", NULL, 0, NULL},
    {"of a Background the cost counts; its effects and its duration do not",
     COUNTING "Compound Task [Be] Method [] Subtasks [Parallel [Add(3), Background [Add(4), If(4, 1)]], If(3, 0)]\n",
     NULL, "{ [Add(3) ] (Add(4) If(4,1) ) } If(3,0) | 0", NULL, 0, NULL},
    {"a Background in a group in a Background",
     COUNTING
     "Compound Task [Be] Method [] Subtasks [Parallel [Add(3), Background [Parallel [Background [Add(7)], Add(2)], "
     "If(2, 1)]], If(3, 0)]\n",
     NULL, "{ [Add(3) ] ({ (Add(7) ) [Add(2) ] } If(2,1) ) } If(3,0) | 0", NULL, 0, NULL},
    {"a running plan's members go on from the world as it is",
     COUNTING "Compound Task [Be] Method [Given] Subtasks []\n"
              "    Method [] Subtasks [Parallel [If(0, 1), Late()], If(3, 0)]\n"
              "Compound Task [Late] Method [] Subtasks [If(0, 2)]\n",
     NULL, "{ [If(0,1) ] [If(0,2) ] } If(3,0) | 1 0", "N=1", 1, "no plan"},
};

const size_t reference_case_count = sizeof reference_cases / sizeof *reference_cases;
