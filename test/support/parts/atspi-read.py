"""Reads accessible objects through libatspi, for tests to compare with. Prints one JSON array.

usage: atspi-read.py PID [--role ROLE] [--name NAME]
Gives every object of that process that matches, in tree order.
"""

import argparse
import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

MAX_NODES = 20_000


def applications(pid):
    desktop = Atspi.get_desktop(0)
    found = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
    return [app for app in found if app and app.get_process_id() == pid]


def walk(node, seen):
    if node is None or len(seen) >= MAX_NODES:
        return
    seen.append(node)
    yield node
    for index in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(index), seen)


def states(node):
    return sorted(state.value_nick for state in node.get_state_set().get_states())


def describe(node):
    text, value, actions, box = node.get_text_iface(), node.get_value_iface(), node.get_action_iface(), node.get_component_iface()
    result = {"role": node.get_role_name(), "name": node.get_name(), "states": states(node)}
    if text:
        result["text"] = Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))
        result["caret"] = Atspi.Text.get_caret_offset(text)
    if value:
        result["value"] = Atspi.Value.get_current_value(value)
    if actions:
        result["actions"] = [Atspi.Action.get_action_name(actions, index) for index in range(Atspi.Action.get_n_actions(actions))]
    if box:
        extents = Atspi.Component.get_extents(box, Atspi.CoordType.SCREEN)
        result["extents"] = {"x": extents.x, "y": extents.y, "width": extents.width, "height": extents.height}
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pid", type=int)
    parser.add_argument("--role")
    parser.add_argument("--name")
    wanted = parser.parse_args()
    matches = []
    for app in applications(wanted.pid):
        for node in walk(app, []):
            try:
                if wanted.role is not None and node.get_role_name() != wanted.role:
                    continue
                if wanted.name is not None and node.get_name() != wanted.name:
                    continue
                matches.append(describe(node))
            except GLib.Error:
                continue  # the object went away while we were looking
    print(json.dumps(matches, ensure_ascii=False))


main()
