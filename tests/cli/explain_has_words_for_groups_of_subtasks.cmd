D=tests/cli/made.htn
htn explain $D --ascii --spawn S=3 --set 'Stray(S#0)=true' --set 'Stray(S#2)=true'
htn explain $D --ascii --all --spawn S=1 | head -n 30
