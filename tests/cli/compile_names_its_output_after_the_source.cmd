cp domains/01-first-domain.htn $SCRATCH/first.htn && cd $SCRATCH && htn compile first.htn && ls
