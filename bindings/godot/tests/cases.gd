## What goes wrong, and how it is said: godot --headless --path . --script res://cases.gd prints TAP. Errors in the log are meant.
extends SceneTree

var cases := 0


class Host extends Node:
	var agent: HtnAgent
	var calls := 0

	func walk(_place: String) -> Variant:
		calls += 1
		return "yes" if calls == 1 else HtnAgent.SUCCEEDED

	func chase(_thief: Variant) -> void:
		agent.free()


func check(holds: bool, what: String) -> void:
	cases += 1
	print("%sok %d - %s" % ["" if holds else "not ", cases, what])


func make(host: Host) -> HtnAgent:
	var agent := HtnAgent.new()
	agent.domain = load("res://guard.htnb")
	agent.automatic = false
	host.agent = agent
	host.add_child(agent)
	return agent


func _initialize() -> void:
	var none := HtnAgent.new()
	check(none.tick(1) == null, "an agent without a domain does not tick")
	none.free()
	var bad := HtnDomain.new()
	bad.blob = "not a blob".to_utf8_buffer()
	check(not bad.is_loaded(), "what is no blob is refused")
	var compiled: HtnDomain = load("res://source.htn")
	check(compiled.is_loaded() and compiled.names("root") == ["BeGuard"], "a source was imported")
	var host := Host.new()
	var agent := make(host)
	check(agent.tick(-1) != 0 and agent.tick("now") != 0, "a time is not negative, and no text")
	check(agent.tick(100000) == 0 and agent.tick(100000) == 0 and host.calls == 1, "the host's method is called from the second tick on")
	check(agent.tick(100000) == 0 and agent.plan().size() == 2, "a wrong outcome fails the step, and the agent plans again")
	check(agent.world_get("Nothing") == null and agent.world_get("Alarm", 1) == null, "names and indexes are checked")
	check(not agent.world_set("Tired", 101) and not agent.world_set("Tired", 1.5) and not agent.world_set("Beat", "Moon"), "so are values")
	check(agent.world_set("Tired", 1 << 40) == false and agent.world_get("Tired") == 0, "and numbers that are too large")
	check(agent.world_set("Beat", "Vault") and agent.world_get("Beat") == "Vault", "names of values go both ways")
	check(agent.order("Inspect", ["Gate"]) == 0, "an order without room is refused")
	agent.domain.blob = PackedByteArray()
	check(agent.domain.is_loaded(), "a domain stays while agents run on it")
	check(not make(host).load_save(PackedByteArray([1, 2, 3])), "what is no save is refused")
	agent = make(host)
	var thief: int = agent.spawn("Thief")
	agent.world_set("Sees", true, thief)
	agent.world_set("Distance", 3, thief)
	agent.tick(100000)
	agent.tick(100000)
	check(not is_instance_valid(agent), "an agent may be freed inside its own method")
	agent = make(host)
	agent.tick(100000)
	agent.free()
	host.free()
	var told := []
	var alone := HtnAgent.new()
	alone.domain = compiled
	alone.automatic = false
	alone.step_started.connect(func(id: int, operator: String, arguments: Array) -> void: told.append([id, operator, arguments]))
	alone.tick(100000)
	check(told == [[1, "Walk", ["Hall"]]], "without methods, signals tell of steps")
	check(alone.report(1, HtnAgent.SUCCEEDED) and not alone.report(99, HtnAgent.SUCCEEDED), "and report() ends them")
	alone.tick(100000)
	check(told.size() == 2, "so that the next one starts")
	alone.free()
	var loop := HtnAgent.new()
	loop.domain = compiled
	root.add_child(loop)
	await process_frame
	await process_frame
	await process_frame
	check(loop.plan().size() == 2, "an agent in the tree ticks by itself")
	loop.queue_free()
	await process_frame
	print("1..%d" % cases)
	quit()
