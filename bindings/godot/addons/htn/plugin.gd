@tool
extends EditorPlugin

const Tool := preload("tool.gd")

var importer := preload("importer.gd").new()
var dock := preload("dock.gd").new()


func _enter_tree() -> void:
	if not ProjectSettings.has_setting(Tool.SETTING):
		ProjectSettings.set_setting(Tool.SETTING, "htn")
	ProjectSettings.set_initial_value(Tool.SETTING, "htn")
	add_import_plugin(importer)
	add_control_to_dock(DOCK_SLOT_RIGHT_UL, dock)


func _exit_tree() -> void:
	remove_import_plugin(importer)
	remove_control_from_docks(dock)
	dock.free()
