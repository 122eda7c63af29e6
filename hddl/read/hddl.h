/*
 * The entry of the HDDL reader: a domain file and a problem file become an hddl_problem. Used by the translation
 * (hddl/convert), the solver (hddl/normal) and the plan checker (hddl/check); it does not know them.
 */
#pragma once

#include "base/workspace.h"
#include "hddl/read/hddl_problem.h"

/*
 * Opens a workspace, and reads a domain and a problem into it. If problem_path is NULL, only the domain is read and
 * checked. NULL options: the defaults. Returns
 *
 *     BASE_DONE           `*problem` lives until base_workspace_close(); there may be warnings
 *     BASE_REJECTED       there are errors: see workspace->diagnostics
 *     BASE_UNREADABLE     a file cannot be read: workspace->problem says which one, and why
 *     BASE_OUT_OF_MEMORY
 *     BASE_BAD_SWITCH     workspace->problem is the -W switch that names no warning
 *
 * `*problem` is NULL unless the result is BASE_DONE. Call base_workspace_close() in every case.
 */
base_result hddl_read(base_workspace *workspace, const char *domain_path, const char *problem_path,
                      const base_options *options, const hddl_problem **problem);
