htn explain tests/plans/endless_recursion_hits_the_depth_limit.htn --max-depth 3
