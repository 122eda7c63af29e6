cd tests/language/hddl || exit
htn convert a_problem_of_another_domain.hddl a_problem_of_another_domain.problem.hddl -o "$SCRATCH/x.htn" -Werror
ls "$SCRATCH"
htn convert facts_that_are_none.hddl
cp a_problem_of_another_domain.* "$SCRATCH"
cd "$SCRATCH" || exit
htn convert a_problem_of_another_domain.hddl a_problem_of_another_domain.problem.hddl -o ./a_problem_of_another_domain.hddl
htn compile a_problem_of_another_domain.hddl a_problem_of_another_domain.problem.hddl
htn convert - - < /dev/null
htn convert a_problem_of_another_domain.hddl nowhere.hddl
htn convert a_problem_of_another_domain.hddl a_problem_of_another_domain.problem.hddl -Wnone -o nowhere/x.htn
htn convert a_problem_of_another_domain.hddl a_problem_of_another_domain.problem.hddl -Wnone >&-
htn convert - a_problem_of_another_domain.problem.hddl -Wnone < a_problem_of_another_domain.hddl | head -2
