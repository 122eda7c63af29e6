/*
 * Runs a command and prints its cost: `seconds <tab> peak KiB` on standard output, after the command's own output.
 * For bench/run; POSIX only.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct timespec start, end;
    struct rusage usage;
    int status = 0;
    pid_t child;
    if (argc < 2)
        return 2;
    timespec_get(&start, TIME_UTC);
    child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 2;
    timespec_get(&end, TIME_UTC);
    printf("%.2f\t%ld\n", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9,
           usage.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
