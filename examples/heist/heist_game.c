/* The game of the heist; see heist_game.h. */
#include "heist_game.h"
#include <string.h>

/* `#` wall, `h` where guards rest, `*` gold, `>` where thieves come from and go to. */
static const char *const house[HEIST_HEIGHT] = {
    "############################################################",
    "#..........#...........#..............#..........#.........#",
    "#..........#...........#..............#..........#.........#",
    "#....*.....#...........#......*.......#....*.....#....*....#",
    "#......................#..............#....................#",
    "#..........#..............................#......#.........#",
    "#..........#...........#..............#..........#.........#",
    "####.#######...........#..............#..........####.######",
    "#..........#####.#######..............####.#######.........#",
    "#..........#...........####.######.####..........#.........#",
    "#....*.....#...........#..............#..........#....*....#",
    ">......................#..............#....................<",
    "#..........#..............................#................#",
    "#..........#...........#..............#..........#.........#",
    "##.#########...........#...hhhhhhhh...#..........######.####",
    "#..........#####.#######...hhhhhhhh...####.#######.........#",
    "#..........................hhhhhhhh........................#",
    "#..........................hhhhhhhh........................#",
    "#..........#####.#######...hhhhhhhh...####.#######.........#",
    "##.#########...........#...hhhhhhhh...#..........######.####",
    "#..........#...........#..............#..........#.........#",
    "#..........#..............................#................#",
    ">......................#..............#....................<",
    "#....*.....#...........#..............#..........#....*....#",
    "#..........#...........####.######.####..........#.........#",
    "#..........#####.#######..............####.#######.........#",
    "####.#######...........#..............#..........####.######",
    "#..........#...........#..............#..........#.........#",
    "#..........#..............................#......#.........#",
    "#......................#..............#....................#",
    "#....*.....#...........#......*.......#....*.....#....*....#",
    "#..........#...........#..............#..........#.........#",
    "#..........#...........#..............#..........#.........#",
    "############################################################",
};

enum { THIEF_US = 180 * 1000, WALK_US = 230 * 1000, RUN_US = 150 * 1000, SEE = 8 };

static const heist_cell doors[] = {{0, 11}, {59, 11}, {0, 22}, {59, 22}};

bool heist_is_wall(uint32_t x, uint32_t y)
{
    return x >= HEIST_WIDTH || y >= HEIST_HEIGHT || house[y][x] == '#';
}

bool heist_is_home(uint32_t x, uint32_t y)
{
    return house[y][x] == 'h';
}

uint32_t heist_random(uint32_t *state, uint32_t bound)
{
    *state = *state * 1664525u + 1013904223u; /* Knuth and Lewis; Numerical Recipes, 2nd edition, 7.1 */
    return (uint32_t)(((uint64_t)*state * bound) >> 32);
}

void heist_measure(heist_distances *distances, heist_cell from)
{
    static const int8_t ways[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    heist_cell open[HEIST_WIDTH * HEIST_HEIGHT];
    uint32_t count = 0;
    memset(distances->of, HEIST_FAR, sizeof distances->of);
    distances->of[from.y][from.x] = 0;
    open[count++] = from;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t next = (uint8_t)(distances->of[open[i].y][open[i].x] + 1);
        for (uint32_t way = 0; way < 4 && next < HEIST_FAR; way++) {
            const uint8_t x = (uint8_t)(open[i].x + ways[way][0]), y = (uint8_t)(open[i].y + ways[way][1]);
            if (heist_is_wall(x, y) || distances->of[y][x] <= next)
                continue;
            distances->of[y][x] = next;
            open[count++] = (heist_cell){x, y};
        }
    }
}

bool heist_sees(heist_cell from, heist_cell to)
{
    const int32_t x = to.x - from.x, y = to.y - from.y;
    const int32_t steps = 2 * ((x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x < 0 ? -x : x) : (y < 0 ? -y : y));
    if (x * x + y * y > SEE * SEE)
        return false;
    for (int32_t i = 1; i < steps; i++) /* in units of a half cell, from middle to middle */
        if (heist_is_wall((uint32_t)((2 * from.x + 1) * steps + 2 * x * i) / (uint32_t)(2 * steps),
                          (uint32_t)((2 * from.y + 1) * steps + 2 * y * i) / (uint32_t)(2 * steps)))
            return false;
    return true;
}

bool heist_walk(heist_walker *walker, heist_cell goal, uint32_t elapsed_us, uint32_t us_per_cell)
{
    heist_distances distances;
    if (walker->at.x == goal.x && walker->at.y == goal.y)
        return true;
    walker->moved_us += elapsed_us;
    if (walker->moved_us < us_per_cell)
        return false;
    walker->moved_us -= us_per_cell;
    heist_measure(&distances, goal);
    const heist_cell at = walker->at;
    const heist_cell ways[4] = {{at.x, (uint8_t)(at.y - 1)},
                                {(uint8_t)(at.x + 1), at.y},
                                {at.x, (uint8_t)(at.y + 1)},
                                {(uint8_t)(at.x - 1), at.y}};
    for (uint32_t way = 0; way < 4; way++)
        if (!heist_is_wall(ways[way].x, ways[way].y) &&
            distances.of[ways[way].y][ways[way].x] < distances.of[at.y][at.x]) {
            walker->from = at;
            walker->at = ways[way];
            break;
        }
    return walker->at.x == goal.x && walker->at.y == goal.y;
}

bool heist_guard_walks(heist_guard *guard, uint32_t elapsed_us)
{
    const uint32_t tired = guard->tired + elapsed_us / (guard->runs ? 200 : 400);
    guard->tired = tired < 100000 ? tired : 100000;
    return heist_walk(&guard->walker, guard->goal, elapsed_us, guard->runs ? RUN_US : WALK_US);
}

bool heist_guard_rests(heist_guard *guard, uint32_t elapsed_us)
{
    guard->tired -= elapsed_us / 80 < guard->tired ? elapsed_us / 80 : guard->tired;
    return guard->tired == 0;
}

bool heist_guard_chases(heist_guard *guard, heist_cell thief, uint32_t elapsed_us)
{
    const int32_t x = guard->walker.at.x - thief.x, y = guard->walker.at.y - thief.y;
    guard->goal = thief;
    guard->runs = true;
    return x * x + y * y <= 1 || heist_guard_walks(guard, elapsed_us);
}

heist_cell heist_cell_near(uint32_t *random, heist_cell cell, uint32_t radius)
{
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t x = cell.x + heist_random(random, 2 * radius + 1) - radius,
                       y = cell.y + heist_random(random, 2 * radius + 1) - radius;
        if (!heist_is_wall(x, y))
            return (heist_cell){(uint8_t)x, (uint8_t)y};
    }
    return cell;
}

void heist_guard_sets_out(heist_guard *guard, heist_goal goal)
{
    guard->runs = goal == HEIST_GOAL_AROUND;
    switch (goal) {
    case HEIST_GOAL_BEAT: guard->goal = guard->beat[guard->corner++ % 4]; break;
    case HEIST_GOAL_HOME: guard->goal = guard->home; break;
    case HEIST_GOAL_AROUND: guard->goal = heist_cell_near(&guard->random, guard->walker.at, 12); break;
    }
}

void heist_start(heist_game *game, uint32_t seed)
{
    uint32_t gold = 0, homes = 0;
    memset(game, 0, sizeof *game);
    game->random = seed;
    for (uint8_t y = 0; y < HEIST_HEIGHT; y++)
        for (uint8_t x = 0; x < HEIST_WIDTH; x++) {
            if (house[y][x] == '*' && gold < HEIST_GOLD)
                game->gold[gold++] = (heist_cell){x, y};
            if (house[y][x] == 'h' && homes < HEIST_GUARDS)
                game->guards[homes++].home = (heist_cell){x, y};
        }
    for (uint32_t i = 0; i < HEIST_GUARDS; i++) {
        heist_guard *guard = &game->guards[i];
        guard->random = seed + 7919 * (i + 1);
        for (uint32_t corner = 0; corner < 4; corner++)
            guard->beat[corner] = heist_cell_near(&guard->random, game->gold[(i + corner / 2 * 3) % HEIST_GOLD], 5);
        guard->walker.at = guard->walker.from = guard->beat[0];
        guard->tired = heist_random(&guard->random, 80000);
    }
    for (uint32_t i = 0; i < HEIST_THIEVES; i++) {
        game->thieves[i].instance = -1;
        game->thieves[i].wait_us = 1500000 * i;
    }
}

static void drop_gold(heist_game *game, heist_thief *thief)
{
    if (thief->gold < HEIST_GOLD && thief->doing == HEIST_FLEES) {
        game->gold[thief->gold] = thief->walker.at;
        game->taken[thief->gold] = false;
    }
}

/* A slot is empty; the next thief comes later. */
static void leave(heist_game *game, heist_thief *thief)
{
    thief->doing = HEIST_AWAY;
    thief->wait_us = 2000000 + heist_random(&game->random, 4000000);
}

const heist_thief *heist_thief_of(const heist_game *game, int32_t instance)
{
    for (uint32_t i = 0; i < HEIST_THIEVES && instance >= 0; i++)
        if (game->thieves[i].instance == instance)
            return &game->thieves[i];
    return NULL;
}

void heist_arrested(heist_game *game, uint32_t thief)
{
    drop_gold(game, &game->thieves[thief]);
    leave(game, &game->thieves[thief]);
    game->arrested++;
}

static void arrive(heist_game *game, heist_thief *thief)
{
    const heist_cell door = doors[heist_random(&game->random, 4)];
    thief->walker = (heist_walker){door, door, 0};
    thief->doing = HEIST_SNEAKS;
    thief->gold = (uint8_t)heist_random(&game->random, HEIST_GOLD);
}

static heist_cell nearest_door(heist_cell from)
{
    heist_distances distances;
    uint32_t best = 0;
    heist_measure(&distances, from);
    for (uint32_t i = 1; i < 4; i++)
        if (distances.of[doors[i].y][doors[i].x] < distances.of[doors[best].y][doors[best].x])
            best = i;
    return doors[best];
}

static void move_thief(heist_game *game, heist_thief *thief, uint32_t elapsed_us)
{
    switch (thief->doing) {
    case HEIST_AWAY:
        thief->wait_us -= elapsed_us < thief->wait_us ? elapsed_us : thief->wait_us;
        if (thief->wait_us == 0)
            arrive(game, thief);
        break;
    case HEIST_SNEAKS:
        if (game->taken[thief->gold])
            thief->gold = (uint8_t)((thief->gold + 1) % HEIST_GOLD);
        if (!heist_walk(&thief->walker, game->gold[thief->gold], elapsed_us, THIEF_US))
            break;
        thief->doing = HEIST_TAKES;
        thief->wait_us = 1500000;
        break;
    case HEIST_TAKES:
        thief->wait_us -= elapsed_us < thief->wait_us ? elapsed_us : thief->wait_us;
        if (thief->wait_us > 0)
            break;
        thief->doing = game->taken[thief->gold] ? HEIST_SNEAKS : HEIST_FLEES;
        game->taken[thief->gold] = true;
        break;
    case HEIST_FLEES:
        if (!heist_walk(&thief->walker, nearest_door(thief->walker.at), elapsed_us, THIEF_US))
            break;
        game->stolen++;
        game->escaped++;
        leave(game, thief);
        game->taken[thief->gold] = false; /* the house is rich: there is always more */
        break;
    }
}

void heist_move_thieves(heist_game *game, uint32_t elapsed_us)
{
    game->frame++;
    for (uint32_t i = 0; i < HEIST_THIEVES; i++)
        move_thief(game, &game->thieves[i], elapsed_us);
}
