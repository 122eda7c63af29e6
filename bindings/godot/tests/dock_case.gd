## The dock without an editor: godot --headless --path . --script res://dock_case.gd
extends SceneTree


func _initialize() -> void:
	var dock: Control = load("res://addons/htn/dock.gd").new()
	dock.source.text = "res://source.htn"
	dock.world.text = "Alarm=true"
	dock.refresh()
	var good: bool = dock.plan.text.begins_with("Walk(Vault)") and "Jammed" in dock.reasons.text
	dock.world.text = "Alarm=perhaps"
	dock.refresh()
	good = good and "perhaps" in dock.plan.text
	print("dock: ok" if good else "dock: %s\n%s" % [dock.plan.text, dock.reasons.text])
	dock.free()
	quit()
