## The dock: for a source and a world, the plan that an agent would make, and why not another one (`htn plan`, `htn explain`).
@tool
extends VBoxContainer

const Tool := preload("tool.gd")

var source := LineEdit.new()
var world := LineEdit.new()
var plan := TextEdit.new()
var reasons := TextEdit.new()


func _init() -> void:
	name = "HTN"
	source.placeholder_text = "res://troll.htn"
	world.placeholder_text = "SeesEnemy=true TrunkHealth=2"
	var ask := Button.new()
	ask.text = "Plan, and why not"
	ask.pressed.connect(refresh)
	source.text_submitted.connect(func(_text: String) -> void: refresh())
	world.text_submitted.connect(func(_text: String) -> void: refresh())
	for box: TextEdit in [plan, reasons]:
		box.editable = false
		box.size_flags_vertical = Control.SIZE_EXPAND_FILL
	for child: Control in [source, world, ask, plan, reasons]:
		add_child(child)


func refresh() -> void:
	var given: PackedStringArray = [ProjectSettings.globalize_path(source.text)]
	for setting in world.text.split(" ", false):
		given.append_array(["--set", setting])
	plan.text = Tool.run(PackedStringArray(["plan"]) + given)[1]
	reasons.text = Tool.run(PackedStringArray(["explain"]) + given)[1]
