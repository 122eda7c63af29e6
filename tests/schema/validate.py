"""Checks documents against docs/schema/NAME.json, more strictly than a reader should: no field may be there that the schema leaves out.

    validate.py FOLDER...   each has documents of one command: NAME/*.json for docs/schema/NAME.json

Prints what is wrong, and fields of a schema that no document has, which are perhaps not there any more.
"""
import json
import os
import re
import sys
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
import jsonschema  # noqa: E402

SCHEMAS = "docs/schema"


def load(name):
    with open(os.path.join(SCHEMAS, name), encoding="utf-8") as file:
        return json.load(file)


def strict(node):
    """The same schema; an object may have no further fields."""
    if isinstance(node, list):
        return [strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: strict(value) for key, value in node.items()}
    if node.get("type") == "object" and "properties" in node:
        made.setdefault("additionalProperties", False)
    return made


def fields_of(node, at=""):
    """The names of all fields that a schema describes, each with the fields around it."""
    if isinstance(node, list):
        return set().union(*[fields_of(item, at) for item in node]) if node else set()
    if not isinstance(node, dict):
        return set()
    found = set()
    for key, value in node.items():
        if key == "properties":
            for name, inner in value.items():
                if inner is not False:
                    found.add(name)
                    found |= fields_of(inner, name)
        elif key not in ("if", "then", "else"):
            found |= fields_of(value, at)
    return found


def names_in(document):
    if isinstance(document, list):
        return set().union(*[names_in(item) for item in document]) if document else set()
    if not isinstance(document, dict):
        return set()
    return set(document) | set().union(*[names_in(value) for value in document.values()]) if document else set()


def check(folder, schemas):
    name = os.path.basename(folder) + ".json"
    schema, wrong, seen = schemas[name], [], set()
    resolver = jsonschema.RefResolver("", schema, store={each: schemas[each] for each in schemas})
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    files = sorted(os.listdir(folder))
    for file in files:
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            content = text.read()
        if not content.strip():
            wrong.append(f"{file}: nothing was printed")
            continue
        document = json.loads(content)
        seen |= names_in(document)
        for error in list(validator.iter_errors(document))[:2]:
            place = "/".join(str(step) for step in error.absolute_path)
            wrong.append(f"{file}: {place}: {error.message[:300]}")
            for cause in sorted(error.context or [], key=lambda each: -len(each.absolute_path))[:4]:
                wrong.append(f"    {'/'.join(str(step) for step in cause.absolute_path)}: {cause.message[:200]}")
    if not files:
        wrong.append("no document")
    if name != "trace.json":  # whose names are compared with those of journal.def
        for unused in sorted(fields_of(schema) - seen):
            wrong.append(f"no document has `{unused}`")
    return wrong


def check_trace(schema):
    with open("runtime/include/htn/journal.def", encoding="utf-8") as file:
        events = re.findall(r'HTN_JOURNAL_KIND\((\w+),\s*\w+,\s*"([^"]*)"', file.read())
    names = {"ms", "event", "text"}
    for _, numbers in events:
        for word in re.findall(r"[^ \[\]()]+", numbers):
            names.add(re.sub(r"(\+1)?(\.\.\.)?$", "", word).lstrip("±"))
    described = schema["items"]["properties"]
    wrong = [f"journal.def has `{name}`" for name in sorted(names - set(described))]
    wrong += [f"journal.def has no `{name}`" for name in sorted(set(described) - names)]
    if set(described["event"]["enum"]) != {event for event, _ in events}:
        wrong.append("the events are not those of journal.def")
    return wrong


def main():
    schemas = {name: load(name) for name in os.listdir(SCHEMAS)}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    wrong = check_trace(schemas["trace.json"])
    schemas = {name: strict(schema) for name, schema in schemas.items()}
    for folder in sys.argv[1:]:
        wrong += [f"{os.path.basename(folder)}: {line}" for line in check(folder, schemas)]
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
