htn compile domains/night-watchman.htn -o $SCRATCH/watchman.htnb
printf 'PhoneRings = true\nsucceed\nhelp\n' > $SCRATCH/play
htn run $SCRATCH/watchman.htnb --script $SCRATCH/play --set Heading=Door
htn run --duration 300 --tick 150 --ascii domains/night-watchman.htn --script - <<< 'run 1
why'
