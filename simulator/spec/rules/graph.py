"""The links and joints of a robot as a graph: one base, everything hangs on it.

Read from the tree of places, so that it is checked whatever else is wrong with a joint. A second
joint to a link that is already placed closes a loop and is allowed.
"""

from collections.abc import Mapping

from ..naming.names import section, text
from ..reading.report import Report, is_misnamed

MAX_BASES = 50
Ends = Mapping[str, tuple[str, str]]


def check_graph(report: Report) -> bool:
    """Check that every link is reached from exactly one base; say whether that is so."""
    links, joints = section(report.tree, "links"), section(report.tree, "joints")
    ends: dict[str, tuple[str, str]] = {}
    for name, joint in joints.items():
        parent, child = text(joint, "parent"), text(joint, "child")
        if parent not in links or child not in links:
            return False  # told as a dangling reference; who hangs on whom is not known
        if parent == child:
            message = f"the joint ties {parent} to itself"
            report.add(("joints", name, "child"), "E403", message)
            return False
        ends[name] = parent, child
    return _check_bases(report, list(links), ends)


def _check_bases(report: Report, links: list[str], ends: Ends) -> bool:
    if _has_lost_joints(report) or (not ends and report.lacks_section):
        return False  # what such a joint holds is not known
    children = {child for _, child in ends.values()}
    bases = [link for link in links if link not in children]
    if len(bases) < MAX_BASES:  # the one that carries most is meant
        bases.sort(key=lambda link: -len(_reach([link], ends)))
    for link in bases[1:]:
        message = f"no joint holds this link; the base is {bases[0]}, and a robot has one base"
        report.add(("links", link), "E402", message, key=True)
    reached = _reach(bases, ends)
    loose = [link for link in links if link not in reached]
    if loose:
        message = f"the joints form a ring that hangs on nothing: {', '.join(loose)}"
        report.add(("links", loose[0]), "E402", message, key=True)
    return len(bases) == 1 and not loose


def _has_lost_joints(report: Report) -> bool:
    """Say whether a joint is so faulty, and told of, that it was left out."""
    told = [one for one in report.problems if one.path.startswith("joints.")]
    names = {one.path.split(".")[1] for one in told}
    return not names <= set(section(report.tree, "joints")) or any(map(is_misnamed, told))


def _reach(bases: list[str], ends: Ends) -> set[str]:
    below: dict[str, list[str]] = {}
    for parent, child in ends.values():
        below.setdefault(parent, []).append(child)
    reached, waiting = set(bases), list(bases)
    while waiting:
        fresh = [link for link in below.get(waiting.pop(), []) if link not in reached]
        reached.update(fresh)
        waiting += fresh
    return reached
