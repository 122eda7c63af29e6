htn plan domains/09-partial-plans.htn
