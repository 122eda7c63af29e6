htn test tests/cli/path.htn
htn plan tests/cli/path.htn --set Alarm=true --set 'HasPath(Home, Cave)=later'
htn plan tests/cli/path.htn --set Alarm=true --set 'HasPath(Home, Cave)=later' --json
htn explain tests/cli/path.htn --set Alarm=true --set 'HasPath(Home, Cave)=later'
htn plan tests/cli/path.htn --set Alarm=later
printf 'HasPath(Home, Cave) = later\nAlarm = true\ntick\ntick\nplan\nHasPath(Home, Cave) = true\nplan\nundo\nplan\n' | htn run tests/cli/path.htn --ascii
