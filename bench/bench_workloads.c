/* The workloads, measured by ours alone: workload_run.h says how it is called. */
#include "workload_run.h"
#include <stddef.h>

int main(int argc, char **argv)
{
    return workload_run(argc, argv, NULL);
}
