## The guard of bindings/guard in Godot: one frame of the engine is one of his. It prints what guard.c prints, and writes the same journal.
## godot --headless --path . -- FRAMES PLANS JOURNAL
extends Node

const PLACES := {"Gate": 2, "Hall": 12, "Vault": 24}
const LINE := 30

var at := 12
var tired := 0
var tries := 0
var thieves := [-1, -1, -1, -1]
var looking := 0
var looked := 0
var frame := 0
var frames := 0
var plans: FileAccess
var journal: FileAccess

@onready var agent: HtnAgent = $Agent


func _ready() -> void:
	var given := OS.get_cmdline_user_args()
	frames = int(given[0])
	plans = FileAccess.open(given[1], FileAccess.WRITE)
	journal = FileAccess.open(given[2], FileAccess.WRITE)
	prepare()


func prepare() -> void:
	agent.begin_journal()
	agent.step_started.connect(func(id: int, _operator: String, _arguments: Array) -> void: looks_since(id))
	agent.step_resumed.connect(func(id: int, _operator: String, _arguments: Array) -> void: looks_since(id))
	agent.step_aborted.connect(func(id: int, _operator: String, _arguments: Array) -> void:
		agent.report(id, HtnAgent.ABORTED)
		looks_since(0))
	agent.order_ended.connect(func(id: int, end: String) -> void:
		plans.store_line("order %d ended %d" % [id, ["done", "no plan", "limit", "failed", "gone", "replaced", "taken"].find(end)]))


func looks_since(id: int) -> void:
	looking = id
	looked = 0


func _process(_delta: float) -> void:
	var from := at
	if frame == 64:
		save_and_load()
	happen()
	agent.tick(80000 + frame % 3 * 20011)
	poll()
	if at != from:
		agent.answers_changed()
	var line := str(frame)
	for step: Dictionary in agent.plan():
		line += " %s:%d" % [step.task, step.done]
	plans.store_line(line)
	journal.store_buffer(agent.read_journal())
	frame += 1
	if frame == frames:
		get_tree().quit()


func save_and_load() -> void:
	var save: PackedByteArray = agent.save()
	var other := HtnAgent.new()
	for option in ["domain", "seed", "orders", "running", "memory", "automatic"]:
		other.set(option, agent.get(option))
	agent.free()
	agent = other
	add_child(agent)
	prepare()
	agent.load_save(save)


func poll() -> void:  # LookAround has no method here
	if looking == 0:
		return
	looked += 1
	if looked < 4:
		return
	var beat: String = agent.world_get("Beat")
	agent.report(looking, HtnAgent.SUCCEEDED)
	agent.world_set("Beat", "Vault" if beat == "Hall" else "Hall")
	looking = 0


func happen() -> void:
	for i in thieves.size():  # thieves run away
		if frame % 2 == 0 and thieves[i] > 0 and thieves[i] < LINE:
			thieves[i] += -1 if thieves[i] < at else 1
	match frame:
		8: thieves[agent.spawn("Thief")] = 20
		36:
			thieves[agent.spawn("Thief")] = 3
			thieves[agent.spawn("Thief")] = 25
		42: agent.despawn("Thief", 0)
		70: agent.world_set("Alarm", true)
		118:
			agent.order("Inspect", ["Gate"])
			agent.order("Inspect", ["Vault"])
		122: agent.take_back(2)
		134: agent.order("Inspect", ["Hall"], true)


func sense_eyes() -> void:
	for thief in thieves.size():
		if agent.exists("Thief", thief):
			var far: int = abs(at - thieves[thief])
			agent.world_set("Sees", far < 15, thief)
			agent.world_set("Distance", far, thief)


func sense_legs() -> void:
	agent.world_set("Tired", tired)


func answer_steps(place: String) -> int:
	return abs(at - PLACES[place])


func walk(place: String) -> int:
	at = towards(PLACES[place], 1)
	tired += 1 if tired < 100 else 0
	return HtnAgent.SUCCEEDED if at == PLACES[place] else HtnAgent.RUNNING


func chase(thief: Variant) -> int:
	if thief == null:  # it is gone: the plan fails, and chase_abort() is called
		return HtnAgent.RUNNING
	at = towards(thieves[thief], 2)
	return HtnAgent.SUCCEEDED if at == thieves[thief] else HtnAgent.RUNNING


func chase_abort(_thief: Variant) -> int:  # it takes him a frame to stop
	agent.set_step_memory(agent.step_memory() + 1)
	return HtnAgent.RUNNING if agent.step_memory() == 1 else HtnAgent.ABORTED


func shout(_what: String) -> int:
	agent.set_step_memory(agent.step_memory() + agent.step_elapsed())
	return HtnAgent.SUCCEEDED if agent.step_memory() >= 250000 else HtnAgent.RUNNING


func arrest(thief: int) -> bool:
	return agent.despawn("Thief", thief)


func unlock_start() -> bool:
	tries += 1
	return tries > 3


func silence_start() -> bool:
	return true


func rest() -> int:
	tired -= 7
	return HtnAgent.SUCCEEDED if tired < 10 else HtnAgent.RUNNING


func towards(to: int, most: int) -> int:
	return to if abs(to - at) <= most else at + most if at < to else at - most
