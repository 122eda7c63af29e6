htn check domains
