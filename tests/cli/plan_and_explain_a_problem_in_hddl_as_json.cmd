# not on Windows: its two streams reach one file in another order
courier=tests/hddl/a_courier_delivers_by_bike_and_by_foot
htn plan $courier.hddl $courier.problem.hddl --json > $SCRATCH/plan.json; echo "exit $?"
python3 - $SCRATCH/plan.json <<'END'
import json, sys
plan = json.load(open(sys.argv[1]))
print(plan["outcome"], len(plan["steps"]), "steps,", len(plan["tasks"]), "tasks, root", plan["root"])
print(plan["steps"][0])
print(plan["tasks"][0])
numbers = sorted(n for task in plan["tasks"] for n in task["subtasks"]) + plan["root"]
print("each once:", sorted(numbers) == list(range(len(plan["steps"]) + len(plan["tasks"]))))
END
htn plan $courier.hddl $courier.rain.problem.hddl --json; echo "exit $?"
htn plan $courier.hddl $courier.problem.hddl --json --memory 1K; echo "exit $?"
htn explain $courier.hddl $courier.rain.problem.hddl; echo "exit $?"
htn explain $courier.hddl $courier.rain.problem.hddl --json | python3 -c 'import json, sys; e = json.load(sys.stdin); print(e["outcome"], e["reasons"])'
htn explain $courier.hddl $courier.problem.hddl --task pedal; echo "exit $?"
htn explain $courier.hddl domains/troll.htn; echo "exit $?"
htn explain - - < $courier.hddl; echo "exit $?"
