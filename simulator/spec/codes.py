"""Every error code of the loader and what to do about it; `ERRORS.md` is printed from here."""

MEANING: dict[str, str] = {
    # the text of a file
    "E101": "The file does not exist.",
    "E102": "It is not a readable file (a folder, a device, no permission).",
    "E103": "The file is larger than 8 MiB (a mesh: 512 MiB).",
    "E104": "The file is not UTF-8 text. Save it as UTF-8.",
    "E105": "A control character stands in the text. Delete it.",
    "E106": "The text is not valid YAML.",
    "E107": "A tab stands in the indentation. Use spaces.",
    "E108": "The file is empty.",
    "E109": "The top level must be a mapping: `key: value` lines.",
    "E110": "A key stands twice in one mapping.",
    "E111": "Merge keys (`<<`) are not supported. Use `include`, or repeat the values.",
    "E112": "Nested deeper than 64 levels.",
    "E113": "More than 1 000 000 values, aliases expanded.",
    "E114": "More than 1000 aliases.",
    "E115": "An alias has no anchor before it, or stands inside itself.",
    "E116": "A second document (`---`) in one file.",
    "E117": "A number is not finite (`.nan`, `.inf`) or too large.",
    "E118": "A key is a list or a mapping. Keys are plain words.",
    "E119": "Tags (`!...`) are not used.",
    "E120": "The file's kind cannot be told: none of its keys belongs to any.",
    # files that name files
    "E201": "The named file does not exist.",
    "E202": "The path leads out of the project folder.",
    "E203": "The path is a link that leads out of the project folder.",
    "E204": "The path is absolute. Paths are relative to the file they stand in.",
    "E205": "The path is a network path.",
    "E206": "Files include each other in a ring.",
    "E207": "More than 64 includes inside each other, or 256 in all.",
    "E208": "A name is defined in a file and in one that it includes.",
    "E209": "The file is of another kind than the key takes.",
    "E210": "The text is not a usable path.",
    # keys and values
    "E301": "Unknown key.",
    "E302": "A key that is needed is missing.",
    "E303": "The value is of the wrong type.",
    "E304": "The number is outside its bounds.",
    "E305": "The value is not one of the choices.",
    "E306": "Not a usable name: letters, digits and `_`, a letter first, at most 64.",
    "E307": "The list has too few or too many values.",
    "E308": "The unit suffix does not fit the key (or the joint's type).",
    "E309": "A value is given twice, in two units.",
    "E310": "A unit is written after the number. Put it into the key: `limit_deg: 90`.",
    "E311": "Not a colour.",
    "E312": "The text is too long or too short.",
    # robots, and what scenes share with them
    "E401": "The name does not exist.",
    "E402": "A second link hangs on no joint (a robot has one base), or joints form a ring.",
    "E403": "A joint ties a link to itself.",
    "E404": "The joint's limit is upside down, or its type has no limit or start.",
    "E405": "A joint starts outside its limit.",
    "E406": "A direction is zero, or two axes are parallel.",
    "E407": "A moving part has no mass.",
    "E408": "The shape cannot be on a moving body. Use `hull` instead of `mesh`.",
    "E409": "No body can have this inertia.",
    "E410": "A motor needs exactly one of `time_constant`, `rotor_inertia`.",
    "E411": "A motor, repeater or brake drives nothing, or a joint that cannot be driven.",
    "E412": "A shape needs exactly one kind.",
    "E413": "The sensor lacks a key that its type needs.",
    "E414": "The sensor has a key that its type does not use.",
    "E415": "The height field is incomplete or ragged.",
    "E416": "A motor, brake or lamp shares its name with another one.",
    "E417": "The repeater cannot follow this motor.",
    "E424": "Both mass and density are given.",
    # scenes
    "E501": "Two things of the scene have one name.",
    "E502": "The robot's folder cannot give it its name. Write `name`.",
    # consoles
    "E601": "Two things make a signal of one name.",
    "E602": "The widget lacks what its type needs.",
    "E603": "The widget has what its type does not use.",
    "E604": "The range is upside down, or a zone leaves it.",
    "E605": "The start is not a value that the widget can have.",
    # scripts
    "E701": "The condition says neither `above` nor `below`.",
    # meshes and pictures
    "E801": "The mesh has more than 5 000 000 triangles.",
    "E802": "The mesh or picture cannot be read.",
    "E803": "The mesh has no triangles.",
}


def as_markdown() -> str:
    """Return the table of codes."""
    rows = "".join(f"| {code} | {text} |\n" for code, text in MEANING.items())
    head = "# Error codes\n\nPrinted by `python -m simulator.spec.publish`.\n\n"
    return f"{head}| code | meaning |\n|---|---|\n{rows}"
