htn compile tests/language/errors/a_missing_comma.htn -o $SCRATCH/x.htnb 2> /dev/null
status=$?
ls $SCRATCH
exit $status
