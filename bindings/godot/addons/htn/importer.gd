## Sources (.htn) and blobs (.htnb) become HtnDomain resources. A source is compiled by the tool `htn`; its mistakes are errors in the log.
@tool
extends EditorImportPlugin

const Tool := preload("tool.gd")


func _get_importer_name() -> String:
	return "thumper.domain"


func _get_visible_name() -> String:
	return "HTN domain"


func _get_recognized_extensions() -> PackedStringArray:
	return ["htn", "htnb"]


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "HtnDomain"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 0


func _get_preset_count() -> int:
	return 1


func _get_preset_name(_preset: int) -> String:
	return "Default"


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return []


func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
	return true


func _import(source: String, save_path: String, _options: Dictionary, _variants: Array[String], _made: Array[String]) -> Error:
	var blob_path := source
	if source.get_extension() == "htn":
		blob_path = save_path + ".htnb"
		var done := Tool.run(["compile", ProjectSettings.globalize_path(source), "-o", ProjectSettings.globalize_path(blob_path)])
		if done[0] != 0:
			push_error(done[1])
			return ERR_PARSE_ERROR
	var domain := HtnDomain.new()
	domain.blob = FileAccess.get_file_as_bytes(blob_path)
	if not domain.is_loaded():
		return ERR_FILE_CORRUPT
	return ResourceSaver.save(domain, save_path + "." + _get_save_extension(), ResourceSaver.FLAG_COMPRESS)
