D=tests/cli/town.htn
htn explain $D --ascii --spawn Foe=2 --set 'HasPath(Home,Keep)=true' --set Clock=19 --set 'Threat(Foe#1,0)=5' --set 'Known(Foe#1)=true'
htn explain $D --ascii --set Alarm=true --set 'HasPath(Home,Ford)=true' --set Clock=6
htn explain $D --ascii --set Alarm=true --set 'HasPath(Home,Ford)=true' --set Clock=6 --json | grep -A 2 -e '"HasPath' -e '"Threat'
htn compile --no-debug $D -o "$SCRATCH/town.htnb" && htn explain "$SCRATCH/town.htnb" --ascii
