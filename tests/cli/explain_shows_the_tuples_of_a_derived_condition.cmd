D=tests/cli/roads.htn
htn explain $D --ascii
htn explain $D --ascii --set 'Road(Burley,Corfe)=false' --set Fog=true
htn explain $D --json | grep -A 1 '"origin":.*"derived"'
