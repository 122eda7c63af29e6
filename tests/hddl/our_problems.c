/* See our_problems.h. */
#include "our_problems.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 1000, MOST_NAME = 256 };

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

size_t for_our_problems(void (*each)(const our_problem *problem, void *user), void *user)
{
    static char names[MOST_NAMES][MOST_NAME];
    size_t count = 0;
    DIR *folder = opendir("tests/hddl");
    if (folder == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL && count < MOST_NAMES;)
        if (strstr(entry->d_name, ".problem.hddl") != NULL && strlen(entry->d_name) < MOST_NAME)
            strcpy(names[count++], entry->d_name);
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++) {
        our_problem problem;
        snprintf(problem.domain, sizeof problem.domain, "tests/hddl/%.*s.hddl", (int)strcspn(names[i], "."), names[i]);
        snprintf(problem.problem, sizeof problem.problem, "tests/hddl/%.*s", MOST_NAME - 1, names[i]);
        problem.name = names[i];
        each(&problem, user);
    }
    return count;
}
